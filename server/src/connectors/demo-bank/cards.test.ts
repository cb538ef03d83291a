import assert from 'node:assert/strict';
import test from 'node:test';
import { type CardForm, isCardNumber, judgeCard, TEST_CARDS } from './cards.ts';

/** 25 November 2026. */
const NOW_MS = Date.UTC(2026, 10, 25, 9, 0);
const GOOD: CardForm = {
  holder: 'ELİF KAYA',
  number: '5528790000000008',
  expiry: '12/30',
  cvc: '123',
};

function faults(changes: Partial<CardForm>, nowMs = NOW_MS): readonly string[] {
  return judgeCard({ ...GOOD, ...changes }, nowMs).faults ?? [];
}

test('a test card is known however its number is spaced', () => {
  for (const number of ['5528790000000008', '5528 7900 0000 0008', ' 5528-7900-0000-0008 ']) {
    assert.deepEqual(judgeCard({ ...GOOD, number }, NOW_MS), { faults: null, card: TEST_CARDS[0] });
  }
});

test('a wrong number is a fault of the number, and so is a good one that is no test card', () => {
  const wrong = ['4111111111111112', '', '5528', '5528790000000000008', '552879000000000x', '0000'];
  // The last one is good by its digits and could be a real card.
  for (const number of [...wrong, '4242424242424242']) {
    assert.deepEqual(faults({ number }), ['card-number-400'], number);
  }
  assert.ok(isCardNumber('4242424242424242'));
});

test('a month that is none or has passed is a fault of the date', () => {
  for (const expiry of ['13/30', '00/30', '10/26', '12/25', '', 'x', '1/2/30', '12/2050', '12-3']) {
    assert.deepEqual(faults({ expiry }), ['card-date-400'], expiry);
  }
  for (const expiry of ['11/26', '12 / 30', '12/2030', '1230', '1/27', '12.30']) {
    assert.deepEqual(faults({ expiry }), [], expiry);
  }
});

test('a card is good until its month has ended in Istanbul', () => {
  // Istanbul is three hours ahead: there December begins at 21:00 UTC.
  const decemberMs = Date.UTC(2026, 10, 30, 21, 0);
  assert.deepEqual(faults({ expiry: '11/26' }, decemberMs - 1), []);
  assert.deepEqual(faults({ expiry: '11/26' }, decemberMs), ['card-date-400']);
});

test('a code of two or five digits is a fault of the code', () => {
  for (const cvc of ['12', '12345', '', 'abc', '1 3', '1234']) {
    assert.deepEqual(faults({ cvc }), ['card-cvc-400'], cvc);
  }
});

test('a holder needs a name', () => {
  for (const holder of ['', '   ', '123', 'x'.repeat(51)]) {
    assert.deepEqual(faults({ holder }), ['card-holder-400'], holder);
  }
  assert.deepEqual(faults({ holder: 'Ə' }), []);
});

test('all faults are named, in the order of the fields', () => {
  assert.deepEqual(faults({ holder: '', number: '', expiry: '', cvc: '' }), [
    'card-holder-400',
    'card-number-400',
    'card-date-400',
    'card-cvc-400',
  ]);
});

test('every listed card is a number that a card may have, and is listed once', () => {
  for (const { number } of TEST_CARDS) assert.ok(isCardNumber(number), number);
  assert.equal(new Set(TEST_CARDS.map(({ number }) => number)).size, TEST_CARDS.length);
});
