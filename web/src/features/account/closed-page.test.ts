import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readClosedPage } from './closed-page.ts';

test('the page that stayed closed is told from what the guard left', () => {
  const at = (closed: unknown) => readClosedPage({ closed });
  assert.deepEqual(at('/dashboard/symbol/BRK.B'), { kind: 'symbol', symbol: 'BRK.B' });
  assert.deepEqual(at('/dashboard/symbol/eurusd/'), { kind: 'symbol', symbol: 'EURUSD' });
  assert.deepEqual(at('/dashboard/portfolio/forex'), { kind: 'portfolio' });
  for (const other of ['/dashboard', '/admin/people', '/dashboard/symbol/', 7, undefined]) {
    assert.equal(at(other), null, String(other));
  }
  assert.equal(readClosedPage(null), null);
});
