/** Delays above this are counted as this, in milliseconds. */
const MOST_MS = 10_000;

/** A summary of many delays, in whole milliseconds; NaN without delays. */
export interface DelaySummary {
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly mostMs: number;
  /** The 99th percentile of the worst second. */
  readonly worstSecondP99Ms: number;
  /** The seconds with a 99th percentile above the limit, counted from the first, and the percentile. */
  readonly lateSeconds: readonly { readonly afterS: number; readonly p99Ms: number }[];
}

/** Returns the smallest value that a share of the counted delays does not exceed; NaN without delays. */
function percentile(counts: Uint32Array, total: number, share: number): number {
  let left = Math.ceil(total * share);
  for (let ms = 0; ms < counts.length; ms++) {
    left -= counts[ms] ?? 0;
    if (left <= 0 && total > 0) return ms;
  }
  return Number.NaN;
}

/** Counts delays by the millisecond, in total and per second, without storing them. */
export class Delays {
  readonly #lateMs: number;
  #firstSecond = Number.NaN;
  #late: { afterS: number; p99Ms: number }[] = [];
  #all = new Uint32Array(MOST_MS + 1);
  #seconds = new Map<number, { readonly counts: Uint32Array; total: number }>();
  #worstMs = 0;
  #total = 0;
  #mostMs = 0;

  /** A second is late when its 99th percentile is above `lateMs`. */
  constructor(lateMs: number) {
    this.#lateMs = lateMs;
  }

  /** Counts a delay in its second; seconds may arrive slightly out of order. */
  note(delayMs: number, second: number): void {
    const ms = Math.min(MOST_MS, Math.max(0, Math.round(delayMs)));
    this.#all[ms] = (this.#all[ms] ?? 0) + 1;
    this.#total += 1;
    this.#mostMs = Math.max(this.#mostMs, ms);
    let one = this.#seconds.get(second);
    if (!one) {
      if (Number.isNaN(this.#firstSecond)) this.#firstSecond = second;
      one = { counts: new Uint32Array(MOST_MS + 1), total: 0 };
      this.#seconds.set(second, one);
      this.#finish(second);
    }
    one.counts[ms] = (one.counts[ms] ?? 0) + 1;
    one.total += 1;
  }

  /** Returns the summary since the last call and starts anew. */
  take(): DelaySummary {
    this.#finish(Number.POSITIVE_INFINITY);
    const summary = {
      count: this.#total,
      p50Ms: percentile(this.#all, this.#total, 0.5),
      p99Ms: percentile(this.#all, this.#total, 0.99),
      mostMs: this.#total > 0 ? this.#mostMs : Number.NaN,
      worstSecondP99Ms: this.#total > 0 ? this.#worstMs : Number.NaN,
      lateSeconds: this.#late,
    };
    this.#all.fill(0);
    this.#total = 0;
    this.#mostMs = 0;
    this.#worstMs = 0;
    this.#firstSecond = Number.NaN;
    this.#late = [];
    return summary;
  }

  /** Summarizes and drops seconds that can get no more delays. */
  #finish(second: number): void {
    for (const [key, { counts, total }] of this.#seconds) {
      if (key > second - MOST_MS / 500) continue;
      const p99Ms = percentile(counts, total, 0.99);
      this.#worstMs = Math.max(this.#worstMs, p99Ms);
      if (p99Ms > this.#lateMs) this.#late.push({ afterS: key - this.#firstSecond, p99Ms });
      this.#seconds.delete(key);
    }
  }
}
