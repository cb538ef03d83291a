import type { WireTick } from '@rasat/contract';

/** The newest price of a symbol as the page knows it. */
export interface LivePrice {
  readonly price: number;
  /** Time of the tick, UTC epoch milliseconds. */
  readonly timeMs: number;
  /** Direction from the price before: 1 up, -1 down, 0 the same or the first. */
  readonly direction: -1 | 0 | 1;
}

/** Store that a price cell reads, as `useSyncExternalStore` takes it. */
export interface PriceSource {
  readonly subscribe: (listener: () => void) => () => void;
  readonly get: () => LivePrice | null;
}

/** Calls back once, before the next paint. */
export type FrameScheduler = (flush: () => void) => void;

/**
 * The last price of every symbol. Ticks are conflated per frame: a symbol's listeners are called at most once per
 * paint, with its newest price.
 */
export class LivePrices {
  readonly #shown = new Map<string, LivePrice>();
  readonly #pending = new Map<string, LivePrice>();
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #tickListeners = new Map<string, Set<(tick: WireTick) => void>>();
  readonly #sources = new Map<string, PriceSource>();
  readonly #schedule: FrameScheduler;
  #scheduled = false;

  constructor(schedule: FrameScheduler) {
    this.#schedule = schedule;
  }

  /** Applies a batch in order. Drops ticks older than the newest one and prices that are not positive numbers. */
  apply(ticks: readonly WireTick[]): void {
    for (const tick of ticks) {
      if (!Number.isFinite(tick.p) || tick.p <= 0) continue;
      const shown = this.#shown.get(tick.s);
      const last = this.#pending.get(tick.s) ?? shown;
      if (last && tick.d < last.timeMs) continue;
      const direction = shown ? (Math.sign(tick.p - shown.price) as -1 | 0 | 1) : 0;
      this.#pending.set(tick.s, { price: tick.p, timeMs: tick.d, direction });
      for (const listener of this.#tickListeners.get(tick.s) ?? []) listener(tick);
    }
    this.#request();
  }

  /** Returns a symbol's newest shown price; the same object while nothing changes. */
  get(symbol: string): LivePrice | null {
    return this.#shown.get(symbol) ?? null;
  }

  /** Returns a symbol's price as a store; the same object for the same symbol. */
  source(symbol: string): PriceSource {
    const known = this.#sources.get(symbol);
    if (known) return known;
    const source: PriceSource = {
      get: () => this.get(symbol),
      subscribe: (listener) => add(this.#listeners, symbol, listener),
    };
    this.#sources.set(symbol, source);
    return source;
  }

  /**
   * Calls back with every accepted tick of a symbol as it arrives, for bars; not conflated. Returns the unsubscribe
   * function.
   */
  onTick(symbol: string, listener: (tick: WireTick) => void): () => void {
    return add(this.#tickListeners, symbol, listener);
  }

  #request(): void {
    if (this.#scheduled || this.#pending.size === 0) return;
    this.#scheduled = true;
    this.#schedule(() => {
      this.#scheduled = false;
      const changed = [...this.#pending];
      this.#pending.clear();
      for (const [symbol, price] of changed) this.#shown.set(symbol, price);
      for (const [symbol] of changed) {
        for (const listener of this.#listeners.get(symbol) ?? []) listener();
      }
    });
  }
}

function add<T>(map: Map<string, Set<T>>, key: string, value: T): () => void {
  const set = map.get(key) ?? new Set<T>();
  map.set(key, set);
  set.add(value);
  return () => {
    set.delete(value);
    if (set.size === 0 && map.get(key) === set) map.delete(key);
  };
}
