import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readClosedPage } from './closed-page.ts';

test('the closed page is read from the address', () => {
  const at = (closed: string) => readClosedPage(new URLSearchParams({ closed }));
  assert.deepEqual(at('/dashboard/symbol/BRK.B'), { kind: 'symbol', symbol: 'BRK.B' });
  assert.deepEqual(at('/dashboard/symbol/eurusd/'), { kind: 'symbol', symbol: 'EURUSD' });
  assert.deepEqual(at('/dashboard/portfolio/forex'), { kind: 'portfolio' });
  for (const other of [
    '/dashboard',
    '/admin/people',
    '/dashboard/symbol/',
    '/dashboard/symbol/A-B',
    '',
  ]) {
    assert.equal(at(other), null, other);
  }
  assert.equal(readClosedPage(new URLSearchParams()), null);
});
