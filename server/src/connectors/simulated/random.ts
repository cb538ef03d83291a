import ln from '@stdlib/math-base-special-ln';

function mix(word: number): number {
  let h = word;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** Computes the 32-bit FNV-1a hash of a name, which gives each symbol its own streams. */
export function hashName(name: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) h = Math.imul(h ^ name.charCodeAt(i), 0x01000193);
  return h >>> 0;
}

/**
 * A stream of random numbers that is named by integers instead of by a history: the same integers give the same stream,
 * so that any moment of a market can be computed without the earlier ones. The generator is xoshiro128** (Blackman and
 * Vigna, "Scrambled linear pseudorandom number generators", 2021), seeded through the finaliser of MurmurHash3.
 * Everything is integer arithmetic and exact division, hence the same bits on every machine.
 */
export class Random {
  private a = 0;
  private b = 0;
  private c = 0;
  private d = 0;
  private spare = 0;
  private hasSpare = false;

  /** Starts the stream that the four integers name; a running stream is discarded. */
  start(seed: number, owner: number, purpose: number, index: number): this {
    let h = mix(seed ^ 0x9e3779b9);
    h = mix(h ^ owner);
    h = mix(Math.imul(h, 5) ^ purpose);
    h = mix(Math.imul(h, 5) ^ index);
    this.a = mix(h + 0x6c078965);
    this.b = mix(h + 0x3c6ef372);
    this.c = mix(h + 0x1b873593);
    // The state must not be all zero.
    this.d = mix(h + 0x52dce729) | 1;
    this.hasSpare = false;
    return this;
  }

  private next(): number {
    const result = Math.imul(this.b, 5);
    const t = this.b << 9;
    this.c ^= this.a;
    this.d ^= this.b;
    this.b ^= this.c;
    this.a ^= this.d;
    this.c ^= t;
    this.d = (this.d << 11) | (this.d >>> 21);
    return Math.imul((result << 7) | (result >>> 25), 9);
  }

  /** Returns a uniform number in the open interval from 0 to 1. */
  uniform(): number {
    return ((this.next() >>> 0) + 0.5) / 4_294_967_296;
  }

  /** Returns a uniform integer from 0 to `below` - 1. */
  integer(below: number): number {
    return Math.floor(this.uniform() * below);
  }

  /** Returns a standard normal number, by the polar method of Marsaglia. */
  normal(): number {
    if (this.hasSpare) {
      this.hasSpare = false;
      return this.spare;
    }
    for (;;) {
      const x = 2 * this.uniform() - 1;
      const y = 2 * this.uniform() - 1;
      const r = x * x + y * y;
      if (r >= 1 || r === 0) continue;
      const scale = Math.sqrt((-2 * ln(r)) / r);
      this.spare = y * scale;
      this.hasSpare = true;
      return x * scale;
    }
  }

  /** Returns an exponential number with mean 1. */
  exponential(): number {
    return -ln(this.uniform());
  }
}
