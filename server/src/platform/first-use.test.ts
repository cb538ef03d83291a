import assert from 'node:assert/strict';
import test from 'node:test';
import { atFirstUse } from './first-use.ts';

test('it is made with the first use and once', () => {
  let made = 0;
  const get = atFirstUse(() => {
    made++;
    return undefined;
  });
  assert.equal(made, 0);
  get();
  get();
  assert.equal(made, 1);
});
