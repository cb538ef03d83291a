import assert from 'node:assert/strict';
import test from 'node:test';
import { ORDER_STATES } from '@rasat/contract';
import { readClaim, readOutcome } from './outcome.ts';

const CLAIMS = ['success', 'error', 'pending'] as const;

test('an address may speak of success, an error or a pending payment, and of nothing else', () => {
  for (const claim of CLAIMS) assert.equal(readClaim(claim), claim);
  for (const odd of [null, '', 'SUCCESS', 'paid', '__proto__']) assert.equal(readClaim(odd), null);
});

test('no address makes a payment: without an order there is none', () => {
  for (const claim of CLAIMS) assert.equal(readOutcome(null, claim), 'none');
});

test('an address that the server contradicts shows what the server says', () => {
  const shown = (state: (typeof ORDER_STATES)[number], claim: (typeof CLAIMS)[number]) =>
    readOutcome({ state, code: null }, claim);
  assert.equal(shown('paid', 'error'), 'paid');
  assert.equal(shown('failed', 'success'), 'failed');
  assert.equal(shown('expired', 'success'), 'failed');
  assert.equal(shown('refunded', 'success'), 'refunded');
  assert.equal(shown('review', 'success'), 'review');
  assert.equal(shown('unknown', 'error'), 'waiting');
  for (const state of ORDER_STATES) {
    if (state !== 'paid') assert.notEqual(shown(state, 'success'), 'paid', state);
  }
});

test('an open order waits for the provider, unless one came back from its page without paying', () => {
  const open = { state: 'open', code: null } as const;
  assert.equal(readOutcome(open, 'success'), 'waiting');
  assert.equal(readOutcome(open, 'pending'), 'waiting');
  assert.equal(readOutcome(open, 'error'), 'open');
  assert.equal(readOutcome({ ...open, code: 'card-cvc-400' }, 'error'), 'failed');
  assert.equal(
    readOutcome({ ...open, code: 'card-cvc-400' }, 'success'),
    'waiting',
    'refused once, paid afterwards',
  );
});
