import assert from 'node:assert/strict';
import test from 'node:test';
import { readFailure } from './failure.ts';

test('code and request id are read from the error of a call', () => {
  assert.deepEqual(readFailure({ code: 'rate-429', requestId: 'a1' }), {
    code: 'rate-429',
    requestId: 'a1',
  });
});

test('any other error is a plain 500', () => {
  for (const thrown of [new Error('x'), 'x', null, undefined, { code: 7 }]) {
    assert.deepEqual(readFailure(thrown), { code: '500', requestId: null });
  }
});
