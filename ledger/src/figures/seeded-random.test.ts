import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { createSeededRandom } from './seeded-random.ts';

/** Returns a hash whose words give the state 1, 2, 3, 4. */
function hashOfWords(...words: number[]): Uint8Array {
  const hash = new Uint8Array(32);
  const view = new DataView(hash.buffer);
  for (const [at, word] of words.entries()) view.setUint32(4 * at, word, true);
  return hash;
}

const EXPECTED = [
  11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597,
  4258142804,
];

test('the generator gives what the reference implementation of xoshiro128** 1.1 gives', () => {
  // First ten numbers of prng.di.unimi.it/xoshiro128starstar.c from the state 1, 2, 3, 4.
  const random = createSeededRandom(hashOfWords(1, 2, 3, 4));
  assert.deepEqual(
    EXPECTED.map(() => random.next()),
    EXPECTED,
  );
});

test('both halves of the hash count', () => {
  const random = createSeededRandom(hashOfWords(1 ^ 9, 2, 3, 4 ^ 7, 9, 0, 0, 7));
  assert.equal(random.next(), 11520);
  random.next();
  assert.equal(random.next(), 5927040);
});

test('a hash of zeros gives a usable generator', () => {
  const zeros = createSeededRandom(new Uint8Array(32));
  const one = createSeededRandom(hashOfWords(1));
  const numbers = Array.from({ length: 8 }, () => zeros.next());
  assert.deepEqual(
    numbers,
    Array.from({ length: 8 }, () => one.next()),
  );
  assert.ok(new Set(numbers).size > 4);
});

test('a seed without 32 bytes is refused', () => {
  assert.throws(() => createSeededRandom(new Uint8Array(31)), RangeError);
});

test('a seed within a larger buffer is read at its offset', () => {
  const wide = new Uint8Array(64).fill(255);
  wide.set(hashOfWords(1, 2, 3, 4), 7);
  assert.equal(createSeededRandom(wide.subarray(7, 39)).next(), 11520);
});

const hashes = fc.uint8Array({ minLength: 32, maxLength: 32 });

/** Yields the numbers of the generator on big integers, from its published description. */
function* plainGenerator(hash: Uint8Array): Generator<bigint> {
  const mask = 0xffff_ffffn;
  const word = (at: number) =>
    [3, 2, 1, 0].reduce((value, byte) => (value << 8n) | BigInt(hash[4 * at + byte]!), 0n);
  const s = [0, 1, 2, 3].map((at): bigint => word(at) ^ word(at + 4));
  if (s.every((each) => !each)) s[0] = 1n;
  const rotate = (value: bigint, by: bigint) => ((value << by) | (value >> (32n - by))) & mask;
  for (;;) {
    yield (rotate((s[1]! * 5n) & mask, 7n) * 9n) & mask;
    const t = (s[1]! << 9n) & mask;
    s[2]! ^= s[0]!;
    s[3]! ^= s[1]!;
    s[1]! ^= s[2]!;
    s[0]! ^= s[3]!;
    s[2]! ^= t;
    s[3] = rotate(s[3]!, 11n);
  }
}

test('for any hash the generator agrees with big integers, and choices are below their count', () => {
  fc.assert(
    fc.property(hashes, fc.integer({ min: 1, max: 1 << 20 }), (hash, count) => {
      const random = createSeededRandom(hash);
      const choices = createSeededRandom(hash);
      const plain = plainGenerator(hash);
      for (let at = 0; at < 50; at++) {
        const expected = plain.next().value as bigint;
        assert.equal(BigInt(random.next()), expected);
        assert.equal(BigInt(choices.below(count)), (expected * BigInt(count)) >> 32n);
      }
    }),
  );
});

test('choices are uniform', () => {
  const random = createSeededRandom(hashOfWords(7, 8, 9, 10, 11, 12, 13, 14));
  const counts = Array.from({ length: 40 }, () => 0);
  for (let at = 0; at < 40_000; at++) counts[random.below(40)]!++;
  const chi = counts.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
  assert.ok(chi < 72.1, `chi squared ${chi} of 39 degrees passes 72.1 once in a thousand`);
});
