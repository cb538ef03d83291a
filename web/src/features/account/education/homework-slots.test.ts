import assert from 'node:assert/strict';
import test from 'node:test';
import type { HomeworkReply, HomeworkSlot } from './calls.ts';
import { findSlot, firstSlot, isOpen, lastReviewed, SLOTS, slotState } from './homework-slots.ts';

function slot(state: HomeworkSlot['state'], reviewed: number | null = null): HomeworkSlot {
  return {
    text: 'a',
    imageUrl: '/api/images/a',
    datetime: 1,
    state,
    feedback: null,
    marks: [],
    reviewed,
    earlier: [],
  };
}

const HOMEWORK: HomeworkReply = {
  1: slot('approved', 100),
  2: slot('approved', 300),
  3: slot('review'),
};
const none = () => false;

test('there are seven slots, and a slot without a submission is empty', () => {
  assert.deepEqual(SLOTS, [1, 2, 3, 4, 5, 6, 7]);
  assert.equal(findSlot(HOMEWORK, 3)?.state, 'review');
  assert.equal(findSlot(HOMEWORK, 4), null);
});

test('a slot is open until it was handed in, and once more when a fix is asked for', () => {
  assert.equal(isOpen(null), true);
  assert.equal(isOpen(slot('review')), false);
  assert.equal(isOpen(slot('approved')), false);
  assert.equal(isOpen(slot('fix')), true);
});

test('the state of a closed submission has priority over a draft', () => {
  assert.equal(slotState(null, false), 'empty');
  assert.equal(slotState(null, true), 'writing');
  assert.equal(slotState(slot('fix'), false), 'fix');
  assert.equal(slotState(slot('fix'), true), 'writing');
  assert.equal(slotState(slot('review'), true), 'review');
  assert.equal(slotState(slot('approved'), true), 'approved');
});

test('the page opens a slot with a requested fix, else a started draft, else the first empty slot', () => {
  assert.equal(firstSlot(HOMEWORK, none), 4);
  assert.equal(
    firstSlot(HOMEWORK, (number) => number === 6),
    6,
  );
  assert.equal(
    firstSlot({ ...HOMEWORK, 5: slot('fix') }, (number) => number === 6),
    5,
  );
  assert.equal(
    firstSlot(HOMEWORK, (number) => number === 1),
    4,
    'a closed slot is no draft',
  );
  const all = Object.fromEntries(SLOTS.map((number) => [number, slot('approved', number)]));
  assert.equal(firstSlot(all as HomeworkReply, none), 1);
});

test('beside an empty slot stands the newest review of another', () => {
  assert.equal(lastReviewed(HOMEWORK, 4), 2);
  assert.equal(lastReviewed(HOMEWORK, 2), 1);
  assert.equal(lastReviewed({}, 1), null);
  assert.equal(lastReviewed({ 3: slot('review') }, 1), null);
});
