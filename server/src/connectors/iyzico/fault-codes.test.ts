import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardCodeOf, isAboutCard, isAboutRequest, isSystemFault } from './fault-codes.ts';

test('system errors, requests that were not understood and wrong keys are faults of the system', () => {
  const yes = [1, 2, 6, 11, 1000, 1001, 1999, 100_000, 100_001];
  const no = [0, 3, 5, 7, 8, 10, 12, 23, 999, 2000, 2001, 5062, 10_051, 99_999];
  for (const errorCode of yes) assert.ok(isSystemFault({ errorCode }), String(errorCode));
  for (const errorCode of no) assert.ok(!isSystemFault({ errorCode }), String(errorCode));
  assert.ok(isSystemFault({ errorCode: '1000' }), 'as a text');
  assert.ok(!isSystemFault({}) && !isSystemFault({ errorCode: 'x' }));
});

test('a refusal is about the card by its code, its group, or as one of the bank', () => {
  for (const errorCode of ['12', '17', '19', '10000', '10051', '10999']) {
    assert.ok(isAboutCard({ errorCode }), errorCode);
  }
  for (const errorCode of ['11', '18', '5062', '9999', '11000', '100511', '']) {
    assert.ok(!isAboutCard({ errorCode }), errorCode);
  }
  assert.ok(isAboutCard({ errorCode: '5000', errorGroup: 'INVALID_CVC2' }));
  assert.ok(!isAboutCard({ errorCode: '5000', errorGroup: 'UNKNOWN' }));
  assert.ok(!isAboutCard({}));
});

test('a refusal is about the request below 5000, except where it is about the card', () => {
  for (const errorCode of [1, 3, 8, 11, 23, 1500, 2500, 4999, 100_001]) {
    assert.ok(isAboutRequest({ errorCode }), String(errorCode));
  }
  for (const errorCode of [12, 16, 5000, 5122, 10_051]) {
    assert.ok(!isAboutRequest({ errorCode }), String(errorCode));
  }
  assert.ok(!isAboutRequest({ errorCode: 3, errorGroup: 'EXPIRED_CARD' }));
  assert.ok(!isAboutRequest({}));
});

test('each code of a field of the card names that field', () => {
  const fields = {
    number: [12, 10_215, 10_213, 10_216],
    date: [13, 14, 17, 10_054],
    cvc: [15, 10_084, 10_206],
    holder: [16, 19],
  };
  for (const [field, codes] of Object.entries(fields)) {
    for (const errorCode of codes) assert.equal(cardCodeOf({ errorCode }), `card-${field}-400`);
  }
  assert.equal(cardCodeOf({ errorGroup: 'INVALID_EXPIRE_YEAR_MONTH' }), 'card-date-400');
  assert.equal(cardCodeOf({ errorCode: 10_051, errorGroup: 'X' }), 'card-bad-fields-400');
});
