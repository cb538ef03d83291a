import { type Category, isStorablePrice } from '@rasat/contract';
import { bucketStart } from '@rasat/engine';
import type { VenueTick } from '../../connectors/connector.ts';
import { type BaseResolution, isForex } from './symbol.ts';

/**
 * Why a print was not taken.
 *
 * - `not-finite`: a field is NaN or infinite
 * - `not-positive`: the price is zero or negative, or the volume negative
 * - `digits`: the price has more decimals than its symbol, or is too large to be stored with as many
 * - `future`: dated more than two seconds after our clock
 * - `old`: more than five minutes behind the newest print of its symbol
 * - `duplicate`: same time and price as one that was seen
 * - `jump`: too far from the last prices, and not confirmed by the prints after it
 * - `late`: its bar is closed
 */
export type PrintRefusal =
  | 'not-finite'
  | 'not-positive'
  | 'digits'
  | 'future'
  | 'old'
  | 'duplicate'
  | 'jump'
  | 'late';

/** A print further than this from the median of the last ones waits for confirmation; in per cent. */
export const JUMP_PERCENT: Readonly<Record<Category, number>> = {
  forex: 3,
  index: 5,
  bist: 12,
  nasdaq: 20,
  crypto: 25,
};

const FUTURE_MS = 2000;
const OLD_MS = 300_000;
const MEDIAN_OF = 21;
const CONFIRMATIONS = 3;

/** What the gate of a symbol needs to know. */
export interface GateOptions {
  readonly category: Category;
  readonly digits: number;
  readonly base: BaseResolution;
  /** Close of the last closed base bar; null when there is none. */
  readonly closeBefore: number | null;
}

/** What happens to a print: each accepted or refused one is reported once, in the order of their decisions. */
export interface GateSink {
  accept(tick: VenueTick): void;
  refuse(tick: VenueTick, reason: PrintRefusal): void;
}

/**
 * The gate of one symbol. A print far from the others (`JUMP_PERCENT` away from the median of the last 21) waits: when
 * three in a row agree with each other the market has moved and all of them are taken, when a print near the old price
 * comes first they were bad ones.
 *
 * The median begins anew with every base bar, from the close of the bar before. What the gate does to the prints of a
 * bar is thus decided by that close and these prints alone, and a server that restarts in the middle of a bar and is
 * given them again decides as the one that ran through.
 */
export class Gate {
  readonly #options: GateOptions;
  readonly #fx: boolean;
  readonly #jump: number;
  readonly #seen = new SeenPrints();
  #newestMs = Number.NEGATIVE_INFINITY;
  #newestPrice: number | null;
  #bucketMs: number | null = null;
  #last: number[] = [];
  #held: VenueTick[] = [];

  constructor(options: GateOptions) {
    this.#options = options;
    this.#fx = isForex(options.category);
    this.#jump = JUMP_PERCENT[options.category] / 100;
    this.#newestPrice = options.closeBefore;
  }

  /** Decides about a print, and perhaps about some that waited. `nowMs` is our clock. */
  pass(tick: VenueTick, nowMs: number, sink: GateSink): void {
    const refusal = this.#check(tick, nowMs);
    if (refusal) {
      sink.refuse(tick, refusal);
      return;
    }
    this.#seen.add(tick.timeMs, tick.price);
    this.#beginBucket(tick.timeMs, sink);
    if (this.#isNear(tick.price)) {
      this.#giveUpHeld(sink);
      this.#take(tick, sink);
      return;
    }
    const [first] = this.#held;
    if (first && Math.abs(tick.price / first.price - 1) > this.#jump) this.#giveUpHeld(sink);
    this.#held.push(tick);
    if (this.#held.length < CONFIRMATIONS) return;
    const confirmed = this.#held;
    this.#held = [];
    this.#last = [];
    for (const one of confirmed) this.#take(one, sink);
  }

  #check(tick: VenueTick, nowMs: number): PrintRefusal | null {
    const { timeMs, price, volume } = tick;
    if (!Number.isFinite(timeMs + price + volume)) return 'not-finite';
    if (price <= 0 || volume < 0) return 'not-positive';
    if (!isStorablePrice(price, this.#options.digits)) return 'digits';
    if (timeMs > nowMs + FUTURE_MS) return 'future';
    if (timeMs < this.#newestMs - OLD_MS) return 'old';
    // Only a print that is not newer than all before can be one of them.
    if (timeMs <= this.#newestMs && this.#seen.has(timeMs, price)) return 'duplicate';
    return null;
  }

  #beginBucket(timeMs: number, sink: GateSink): void {
    const bucketMs = bucketStart(this.#options.base, timeMs, this.#fx);
    if (this.#bucketMs !== null && bucketMs <= this.#bucketMs) return;
    this.#bucketMs = bucketMs;
    this.#giveUpHeld(sink);
    this.#last = this.#newestPrice === null ? [] : [this.#newestPrice];
  }

  #isNear(price: number): boolean {
    if (this.#last.length === 0) return true;
    const sorted = this.#last.toSorted((a, b) => a - b);
    const median = sorted[sorted.length >> 1] ?? price;
    return Math.abs(price / median - 1) <= this.#jump;
  }

  #take(tick: VenueTick, sink: GateSink): void {
    this.#last.push(tick.price);
    if (this.#last.length > MEDIAN_OF) this.#last.shift();
    if (tick.timeMs >= this.#newestMs) {
      this.#newestMs = tick.timeMs;
      this.#newestPrice = tick.price;
    }
    this.#seen.forgetBefore(this.#newestMs - OLD_MS);
    sink.accept(tick);
  }

  #giveUpHeld(sink: GateSink): void {
    if (this.#held.length === 0) return;
    const held = this.#held;
    this.#held = [];
    for (const tick of held) sink.refuse(tick, 'jump');
  }
}

/** Time and price of the prints of the last minutes, in order of arrival. */
class SeenPrints {
  #times: number[] = [];
  #prices: number[] = [];
  /** The newest time up to each place; it ends a search early. */
  #newest: number[] = [];
  #first = 0;

  add(timeMs: number, price: number): void {
    const before = this.#newest.at(-1) ?? Number.NEGATIVE_INFINITY;
    this.#times.push(timeMs);
    this.#prices.push(price);
    this.#newest.push(Math.max(before, timeMs));
  }

  has(timeMs: number, price: number): boolean {
    for (let i = this.#times.length - 1; i >= this.#first; i--) {
      if ((this.#newest[i] ?? 0) < timeMs) return false;
      if (this.#times[i] === timeMs && this.#prices[i] === price) return true;
    }
    return false;
  }

  forgetBefore(timeMs: number): void {
    while (this.#first < this.#times.length && (this.#newest[this.#first] ?? 0) < timeMs) {
      this.#first += 1;
    }
    if (this.#first > 1000 && this.#first * 2 > this.#times.length) {
      this.#times = this.#times.slice(this.#first);
      this.#prices = this.#prices.slice(this.#first);
      this.#newest = this.#newest.slice(this.#first);
      this.#first = 0;
    }
  }
}
