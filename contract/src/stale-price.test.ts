import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isStale, type PricedSymbol } from './stale-price.ts';

type Delay = PricedSymbol['delay'];

/** A symbol of Nasdaq or of crypto, whose source has the given delay. */
function symbol(delay: Delay, type: 'nasdaq' | 'crypto' = 'nasdaq', source = 'fake'): PricedSymbol {
  return { calendar: type === 'nasdaq' ? 'nasdaq' : 'always', source, delay, type };
}

const REAL_TIME: Delay = { class: 'real-time', ms: 0 };
const DELAYED: Delay = { class: 'delayed', ms: 900_000 };
/** NYSE Group: the session of Monday, 16 November 2026, is 09:30 to 16:00 New York, 14:30 to 21:00 UTC. */
const OPEN = Date.UTC(2026, 10, 16, 14, 30);
const BEFORE = Date.UTC(2026, 10, 13, 21);
const SECOND = 1000;
const MINUTE = 60_000;

test('a real-time price is stale after the limit of its category, once the market has been open for that long', () => {
  const nasdaq = symbol(REAL_TIME);
  assert.equal(isStale(nasdaq, BEFORE, OPEN + 59 * SECOND), false, 'no tick can be asked for yet');
  assert.equal(isStale(nasdaq, BEFORE, OPEN + 60 * SECOND), true);
  assert.equal(isStale(nasdaq, null, OPEN + 60 * SECOND), true);
  assert.equal(isStale(nasdaq, OPEN, OPEN + 60 * SECOND), false);
  const crypto = symbol(REAL_TIME, 'crypto');
  assert.equal(isStale(crypto, OPEN - 15 * SECOND, OPEN), false);
  assert.equal(isStale(crypto, OPEN - 15 * SECOND - 1, OPEN), true);
});

test('a delayed price is stale a minute after its delay, from its own opening to its own closing on', () => {
  const late = symbol(DELAYED);
  const nowMs = OPEN + 60 * MINUTE;
  assert.equal(isStale(late, nowMs - 16 * MINUTE, nowMs), false);
  assert.equal(isStale(late, nowMs - 16 * MINUTE - 1, nowMs), true);
  assert.equal(isStale(late, BEFORE, OPEN + 16 * MINUTE - 1), false, 'its opening is not over yet');
  assert.equal(isStale(late, BEFORE, OPEN + 16 * MINUTE), true);
  const close = OPEN + 6.5 * 60 * MINUTE;
  assert.equal(isStale(late, close - 30 * MINUTE, close + 10 * MINUTE), true, 'it still trades');
  assert.equal(isStale(late, close - 30 * MINUTE, close + 15 * MINUTE), false);
  const crypto = symbol(DELAYED, 'crypto');
  assert.equal(isStale(crypto, OPEN - 16 * MINUTE, OPEN), false, 'a minute, also for crypto');
});

test('prices that come once a day or from files are never stale', () => {
  for (const kind of ['end-of-day', 'reference'] as const) {
    assert.equal(isStale(symbol({ class: kind, ms: 0 }), BEFORE, OPEN + 60 * MINUTE), false, kind);
  }
  assert.equal(isStale(symbol(REAL_TIME, 'nasdaq', 'file'), BEFORE, OPEN + 60 * MINUTE), false);
});
