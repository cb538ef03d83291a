import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually, until, wasInVain } from './eventually.ts';

test('a wait ends with the value as soon as the claim holds', async () => {
  let turn = 0;
  const value = await eventually(() => {
    turn += 1;
    assert.ok(turn >= 3);
    return 'there';
  });
  assert.deepEqual([value, turn], ['there', 3]);
});

test('an error that is no claim is thrown at once', async () => {
  let turn = 0;
  const broken = () => {
    turn += 1;
    throw new RangeError('broken');
  };
  await assert.rejects(eventually(broken), RangeError);
  assert.equal(turn, 1);
});

test('a turn that was held up costs a tenth of a second at most', async () => {
  // Held up three times for far longer than its whole limit.
  let turn = 0;
  const slow = () => {
    turn += 1;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
    return turn === 3;
  };
  await until('it holds', slow, 350);
  assert.equal(turn, 3);
});

test('a wait in vain says what for, and makes the later ones short', async () => {
  assert.equal(wasInVain(), false);
  await assert.rejects(
    until('the moon', () => false, 20),
    /never: the moon/,
  );
  assert.equal(wasInVain(), true);
});
