import type { Category } from '@rasat/contract';
import { type BaseResolution, bucketStart, type CalendarName, isOpen } from '@rasat/engine';
import { isStorablePrice } from '@rasat/ledger';
import type { VenueTick } from '../../../connectors/connector.ts';
import { MOST_TICK_VOLUME } from '../store/storable-bar.ts';
import { isForex } from '../symbol.ts';

/**
 * Reason for which a tick was not accepted.
 *
 * - `not-finite`: a field is NaN or infinite
 * - `not-whole`: the time is not a whole number of milliseconds
 * - `volume`: the volume is larger than any market trades at once
 * - `not-positive`: the price is zero or negative, or the volume negative
 * - `digits`: the price has more decimals than its symbol, or is too large to be stored with as many
 * - `future`: dated more than two seconds after our clock
 * - `old`: more than five minutes older than the newest tick of its symbol
 * - `duplicate`: same number as an earlier tick, or, without numbers, same time and price
 * - `jump`: too far from the last prices, and not confirmed by the ticks after it
 * - `late`: its bar is closed
 */
export type TickRefusal =
  | 'not-finite'
  | 'not-whole'
  | 'volume'
  | 'not-positive'
  | 'digits'
  | 'future'
  | 'old'
  | 'duplicate'
  | 'jump'
  | 'late';

/** A tick further than this from the median of the last ones waits for confirmation; in per cent. */
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
/** Greatest interval between ticks that confirm a jump together. */
const AGREE_MS = 5000;

/** Facts about the symbol of a gate. */
export interface GateOptions {
  readonly category: Category;
  readonly digits: number;
  readonly base: BaseResolution;
  /** Trading hours; ticks outside them confirm nothing. */
  readonly calendar: CalendarName;
  /** Close of the last closed base bar; null when there is none. */
  readonly closeBefore: number | null;
}

/** Receives the decision on each tick once, in the order of the decisions. */
export interface GateSink {
  accept(tick: VenueTick): void;
  refuse(tick: VenueTick, reason: TickRefusal): void;
}

/**
 * Gate of one symbol. A tick far from the others (`JUMP_PERCENT` away from the median of the last 21) waits. When three
 * in a row agree with each other, within five seconds and in trading hours, the market has moved and all of them are
 * accepted. When a tick near the old price comes first, the waiting ones are refused. Until then the price is disputed.
 *
 * The median restarts with every base bar, from the close of the bar before. The decisions on the ticks of a bar thus
 * depend on that close and these ticks alone, and a server that restarts in the middle of a bar and receives the ticks
 * again decides the same.
 */
export class Gate {
  readonly #options: GateOptions;
  readonly #fx: boolean;
  readonly #jump: number;
  readonly #seen = new SeenTicks();
  #newestMs = Number.NEGATIVE_INFINITY;
  #newestPrice: number | null;
  #bucketMs: number | null = null;
  #last: number[] = [];
  #held: VenueTick[] = [];
  #disputedMs: number | null = null;

  constructor(options: GateOptions) {
    this.#options = options;
    this.#fx = isForex(options.category);
    this.#jump = JUMP_PERCENT[options.category] / 100;
    this.#newestPrice = options.closeBefore;
  }

  /** Time of the first tick that jumped and that nothing later has settled; null when the price is not disputed. */
  get disputedMs(): number | null {
    return this.#disputedMs;
  }

  /**
   * Resets the reference price to `price`, the close of a bar from the source, when the price is disputed before
   * `throughMs`. The price stays disputed at the first tick after that time which still waits: it may be near `price`.
   */
  settle(price: number, throughMs: number): void {
    if (this.#disputedMs === null || this.#disputedMs >= throughMs) return;
    const waiting = this.#held.map(({ timeMs }) => timeMs).filter((timeMs) => timeMs >= throughMs);
    this.#disputedMs = waiting.length > 0 ? Math.min(...waiting) : null;
    this.#newestPrice = price;
    this.#last = [price];
  }

  /** Decides on a tick, and on waiting ticks that it settles. `nowMs` is our clock. */
  pass(tick: VenueTick, nowMs: number, sink: GateSink): void {
    const refusal = this.#check(tick, nowMs);
    if (refusal) {
      sink.refuse(tick, refusal);
      return;
    }
    this.#seen.add(tick);
    this.#beginBucket(tick.timeMs, sink);
    if (this.#isNear(tick.price)) {
      this.#giveUpHeld(sink);
      this.#disputedMs = null;
      this.#take(tick, sink);
      return;
    }
    this.#disputedMs ??= tick.timeMs;
    this.#hold(tick, sink);
    if (this.#held.length < CONFIRMATIONS) return;
    const confirmed = this.#held;
    this.#held = [];
    this.#last = [];
    this.#disputedMs = null;
    for (const one of confirmed) this.#take(one, sink);
  }

  #check(tick: VenueTick, nowMs: number): TickRefusal | null {
    const { timeMs, price, volume } = tick;
    if (!Number.isFinite(timeMs + price + volume)) return 'not-finite';
    if (!Number.isInteger(timeMs)) return 'not-whole';
    if (price <= 0 || volume < 0) return 'not-positive';
    if (volume > MOST_TICK_VOLUME) return 'volume';
    if (!isStorablePrice(price, this.#options.digits)) return 'digits';
    if (timeMs > nowMs + FUTURE_MS) return 'future';
    if (timeMs < this.#newestMs - OLD_MS) return 'old';
    // A tick that is newer than all others cannot be a duplicate.
    if (timeMs <= this.#newestMs && this.#seen.has(tick)) return 'duplicate';
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

  /** Keeps a jumping tick with the waiting ones that agree with it; refuses the others. */
  #hold(tick: VenueTick, sink: GateSink): void {
    if (!isOpen(this.#options.calendar, tick.timeMs)) {
      this.#giveUpHeld(sink);
      sink.refuse(tick, 'jump');
      return;
    }
    const [first] = this.#held;
    if (first && Math.abs(tick.price / first.price - 1) > this.#jump) this.#giveUpHeld(sink);
    const isAlone = (one: VenueTick): boolean => Math.abs(tick.timeMs - one.timeMs) > AGREE_MS;
    for (const one of this.#held) if (isAlone(one)) sink.refuse(one, 'jump');
    this.#held = this.#held.filter((one) => !isAlone(one));
    this.#held.push(tick);
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

/** Returns what distinguishes a tick from the others of its time; a source gives either all of its ticks a number or none. */
const markOf = ({ id, price }: VenueTick): number => id ?? price;

/** Length of a span whose ticks are dropped together. */
const SPAN_MS = 60_000;

/**
 * Ticks of the last minutes by time and number, or by time and price where the venue has no numbers, for direct look-up
 * in any order of arrival.
 */
class SeenTicks {
  /** Start of a span to a map of time to the numbers or prices at that time. */
  readonly #spans = new Map<number, Map<number, number | Set<number>>>();
  #forgottenMs = Number.NEGATIVE_INFINITY;

  add(tick: VenueTick): void {
    const { timeMs } = tick;
    const mark = markOf(tick);
    const start = Math.floor(timeMs / SPAN_MS) * SPAN_MS;
    let span = this.#spans.get(start);
    if (!span) {
      span = new Map();
      this.#spans.set(start, span);
    }
    const known = span.get(timeMs);
    // Almost every time has one tick, for which no set is created.
    if (known === undefined) span.set(timeMs, mark);
    else if (known instanceof Set) known.add(mark);
    else if (known !== mark) span.set(timeMs, new Set([known, mark]));
  }

  has(tick: VenueTick): boolean {
    const { timeMs } = tick;
    const mark = markOf(tick);
    const known = this.#spans.get(Math.floor(timeMs / SPAN_MS) * SPAN_MS)?.get(timeMs);
    return known instanceof Set ? known.has(mark) : known === mark;
  }

  forgetBefore(timeMs: number): void {
    const startMs = Math.floor(timeMs / SPAN_MS) * SPAN_MS;
    if (startMs <= this.#forgottenMs) return;
    this.#forgottenMs = startMs;
    for (const start of this.#spans.keys()) if (start < startMs) this.#spans.delete(start);
  }
}
