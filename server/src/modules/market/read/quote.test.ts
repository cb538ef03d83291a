import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closedPrice } from './quote.ts';

test('a closed price has the end of its bar as its time, a daily rate its own date', () => {
  const bar = { close: 42.14135, openTimeMs: Date.UTC(2026, 10, 20) };
  const day = { base: '1D', fx: true } as const;
  const rate = closedPrice({ ...day, delay: { class: 'reference', ms: 0 } }, bar);
  assert.deepEqual(rate, { p: 42.14135, d: Date.UTC(2026, 10, 20) });
  const closed = closedPrice({ ...day, delay: { class: 'end-of-day', ms: 0 } }, bar);
  assert.deepEqual(closed, { p: 42.14135, d: Date.UTC(2026, 10, 21) });
});
