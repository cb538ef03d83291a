/** Ages of the prices that arrived in a span of time. */
export interface AgeSummary {
  readonly ticks: number;
  /** Age that half of the prices did not exceed, in milliseconds; null without prices. */
  readonly medianMs: number | null;
  /** Age that 95 of 100 prices did not exceed. */
  readonly p95Ms: number | null;
}

/** Ages below this have a class each; every doubling above has `PER_DOUBLING` classes. */
const EXACT_BITS = 4;
const EXACT = 1 << EXACT_BITS;
const PART_BITS = 3;
const PER_DOUBLING = 1 << PART_BITS;
/** Ages from here on, some 70 minutes, are counted as the greatest class. */
const MOST_BITS = 22;
const MOST_MS = 2 ** MOST_BITS - 1;
const CLASSES = EXACT + (MOST_BITS - EXACT_BITS) * PER_DOUBLING;

function classOf(ageMs: number): number {
  if (ageMs < EXACT) return ageMs;
  const bits = 31 - Math.clz32(ageMs);
  const part = (ageMs >>> (bits - PART_BITS)) & (PER_DOUBLING - 1);
  return EXACT + (bits - EXACT_BITS) * PER_DOUBLING + part;
}

/** Returns the smallest age of a class and the number of ages in it. */
function spanOf(index: number): { fromMs: number; widthMs: number } {
  if (index < EXACT) return { fromMs: index, widthMs: 1 };
  const above = index - EXACT;
  const bits = EXACT_BITS + Math.floor(above / PER_DOUBLING);
  const widthMs = 2 ** (bits - PART_BITS);
  return { fromMs: 2 ** bits + (above % PER_DOUBLING) * widthMs, widthMs };
}

/**
 * Ages of prices in the last slots of time, as a histogram for each slot. Memory is fixed and a price allocates nothing.
 * A quantile is off by at most an eighth of itself.
 */
export class AgeWindow {
  readonly #slotMs: number;
  readonly #slots: number;
  readonly #counts: Uint32Array;
  /** Number of the newest slot. */
  #newest = Number.NEGATIVE_INFINITY;

  /** Keeps `slots` slots of `slotMs`. */
  constructor(slotMs: number, slots: number) {
    this.#slotMs = slotMs;
    this.#slots = slots;
    this.#counts = new Uint32Array(slots * CLASSES);
  }

  /** Counts a price of this age, in whole milliseconds, that arrived at `nowMs`. */
  add(ageMs: number, nowMs: number): void {
    const slot = Math.floor(nowMs / this.#slotMs);
    if (slot !== this.#newest) this.#move(slot);
    const at = (this.#newest % this.#slots) * CLASSES + classOf(Math.min(ageMs, MOST_MS));
    (this.#counts[at] as number) += 1;
  }

  /** Returns what arrived in the slots from `firstAgo` to `lastAgo`; 0 is the slot of `nowMs`. */
  summarize(nowMs: number, firstAgo: number, lastAgo: number): AgeSummary {
    const current = Math.floor(nowMs / this.#slotMs);
    const merged = new Float64Array(CLASSES);
    let ticks = 0;
    for (let slot = current - firstAgo; slot <= current - lastAgo; slot += 1) {
      if (slot > this.#newest || slot <= this.#newest - this.#slots) continue;
      const from = (slot % this.#slots) * CLASSES;
      for (let i = 0; i < CLASSES; i += 1) {
        const count = this.#counts[from + i] as number;
        (merged[i] as number) += count;
        ticks += count;
      }
    }
    return { ticks, medianMs: quantile(merged, ticks, 0.5), p95Ms: quantile(merged, ticks, 0.95) };
  }

  /** Begins a slot. A clock that was set back by more than a slot makes the kept ages undated. */
  #move(slot: number): void {
    const ahead = slot - this.#newest;
    if (ahead === -1) return;
    if (ahead < 0 || ahead >= this.#slots) this.#counts.fill(0);
    else {
      for (let next = this.#newest + 1; next <= slot; next += 1) {
        const from = (next % this.#slots) * CLASSES;
        this.#counts.fill(0, from, from + CLASSES);
      }
    }
    this.#newest = slot;
  }
}

function quantile(counts: Float64Array, total: number, share: number): number | null {
  if (total === 0) return null;
  const rank = Math.ceil(total * share);
  let before = 0;
  for (const [index, count] of counts.entries()) {
    if (before + count >= rank) {
      const { fromMs, widthMs } = spanOf(index);
      return fromMs + Math.floor((widthMs * (rank - before - 0.5)) / count);
    }
    before += count;
  }
  return MOST_MS;
}
