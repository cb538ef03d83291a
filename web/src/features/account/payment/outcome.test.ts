import assert from 'node:assert/strict';
import test from 'node:test';
import { ORDER_STATES } from '@rasat/contract';
import { isUnsettled, readClaim, readOutcome } from './outcome.ts';

const CLAIMS = ['success', 'error', 'pending'] as const;

test('an address can claim success, an error or a pending payment only', () => {
  for (const claim of CLAIMS) assert.equal(readClaim(claim), claim);
  for (const odd of [null, '', 'SUCCESS', 'paid', '__proto__']) assert.equal(readClaim(odd), null);
});

test('without an order, no address shows a payment', () => {
  assert.equal(readOutcome(null, 'success'), 'none');
  assert.equal(readOutcome(null, 'pending'), 'none');
  assert.equal(readOutcome(null, 'error'), 'failed');
});

test('an address that the server contradicts shows what the server says', () => {
  for (const claim of CLAIMS) {
    const shown = (state: (typeof ORDER_STATES)[number]) =>
      readOutcome({ state, code: null }, claim);
    assert.equal(shown('paid'), 'paid');
    assert.equal(shown('failed'), 'failed');
    assert.equal(shown('expired'), 'failed');
    assert.equal(shown('refunding'), 'refunding');
    assert.equal(shown('refunded'), 'refunded');
    assert.equal(shown('review'), 'review');
    assert.equal(shown('unknown'), 'waiting');
    for (const state of ORDER_STATES) {
      if (state !== 'paid') assert.notEqual(shown(state), 'paid', state);
    }
  }
});

test('an open order is shown as unpaid; with a refusal code as failed', () => {
  const open = { state: 'open', code: null } as const;
  assert.equal(readOutcome(open, 'pending'), 'open');
  assert.equal(readOutcome(open, 'success'), 'open');
  assert.equal(readOutcome({ ...open, code: 'card-cvc-400' }, 'error'), 'failed');
});

test('only an open or an unknown order is unsettled', () => {
  const unsettled = ORDER_STATES.filter((state) =>
    isUnsettled(readOutcome({ state, code: null }, 'pending')),
  );
  assert.deepEqual(unsettled, ['open', 'unknown']);
});
