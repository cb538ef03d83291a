import assert from 'node:assert/strict';
import test from 'node:test';
import { daysLeft, passedShare } from './term.ts';

const START = Date.UTC(2026, 7, 31);
const END = Date.UTC(2027, 1, 28);
const HOUR = 3_600_000;

test('the last day counts until it is over', () => {
  assert.equal(daysLeft(END, END - 48 * HOUR), 2);
  assert.equal(daysLeft(END, END - 47 * HOUR), 2);
  assert.equal(daysLeft(END, END - 1), 1);
  assert.equal(daysLeft(END, END), 0);
  assert.equal(daysLeft(END, END + HOUR), 0);
});

test('the passed share stays between 0 and 1', () => {
  assert.equal(passedShare(START, END, START - HOUR), 0);
  assert.equal(passedShare(START, END, (START + END) / 2), 0.5);
  assert.equal(passedShare(START, END, END + HOUR), 1);
  assert.equal(passedShare(END, END, END), 1);
});
