/** A generator of whole numbers that depend on a seed alone, the same in every JavaScript engine. */
export interface SeededRandom {
  /** Returns the next number, 0 to 4,294,967,295. */
  next(): number;
  /** Returns the next number scaled to 0 to `count` - 1: floor(next * count / 2^32). */
  below(count: number): number;
}

const TWO_32 = 4_294_967_296;

/**
 * Returns the generator of a 32-byte hash: xoshiro128** 1.1 (Blackman and Vigna 2018,
 * prng.di.unimi.it/xoshiro128starstar.c, public domain) in 32-bit integer arithmetic. The hash is read as eight
 * little-endian words; word i of the state is word i of the hash XOR word i + 4. A state of four zeros would repeat
 * forever, so it becomes 1, 0, 0, 0.
 *
 * Throws RangeError when the hash does not have 32 bytes.
 * Rule: docs/analysis.md#seeded-random-numbers
 */
export function createSeededRandom(hash: Uint8Array): SeededRandom {
  if (hash.length !== 32) throw new RangeError('a seed has 32 bytes');
  const view = new DataView(hash.buffer, hash.byteOffset, 32);
  const word = (at: number) => view.getInt32(4 * at, true) ^ view.getInt32(4 * at + 16, true);
  let s0 = word(0);
  let s1 = word(1);
  let s2 = word(2);
  let s3 = word(3);
  if ((s0 | s1 | s2 | s3) === 0) s0 = 1;
  const next = (): number => {
    const five = Math.imul(s1, 5);
    const result = Math.imul((five << 7) | (five >>> 25), 9) >>> 0;
    const shifted = s1 << 9;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= shifted;
    s3 = (s3 << 11) | (s3 >>> 21);
    return result;
  };
  return { next, below: (count) => Math.floor((next() * count) / TWO_32) };
}
