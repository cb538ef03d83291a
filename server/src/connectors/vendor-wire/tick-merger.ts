import type { Clock, Timer } from '../../platform/clock.ts';
import type { VenueTick } from '../connector.ts';

/** Time after which the newest millisecond of a symbol is handed over although no later tick came. */
const HOLD_MS = 250;

interface Held {
  readonly timeMs: number;
  /** Ticks of the millisecond by price, in the order of arrival. */
  readonly ticks: Map<number, VenueTick>;
  readonly timer: Timer;
}

/**
 * Merges the ticks of a source without trade numbers: ticks of one symbol with equal time and price become one with the
 * sum of their volumes. Holds the newest millisecond of each symbol until a later one comes or 250 ms have passed. A
 * tick older than the held millisecond is handed over at once.
 */
export class TickMerger {
  readonly #clock: Clock;
  readonly #onTicks: (ticks: readonly VenueTick[]) => void;
  readonly #held = new Map<string, Held>();

  constructor(clock: Clock, onTicks: (ticks: readonly VenueTick[]) => void) {
    this.#clock = clock;
    this.#onTicks = onTicks;
  }

  /** Takes ticks as they arrived. */
  take(ticks: readonly VenueTick[]): void {
    const due: VenueTick[] = [];
    for (const tick of ticks) {
      const held = this.#held.get(tick.symbol);
      if (held && tick.timeMs < held.timeMs) {
        due.push(tick);
        continue;
      }
      if (held && tick.timeMs > held.timeMs) due.push(...this.#release(tick.symbol));
      this.#hold(tick);
    }
    if (due.length > 0) this.#onTicks(due);
  }

  /** Drops what is held. */
  stop(): void {
    for (const { timer } of this.#held.values()) timer.cancel();
    this.#held.clear();
  }

  #hold(tick: VenueTick): void {
    const { symbol, timeMs, price } = tick;
    let held = this.#held.get(symbol);
    if (!held) {
      const timer = this.#clock.setTimeout(() => this.#onTicks(this.#release(symbol)), HOLD_MS);
      held = { timeMs, ticks: new Map(), timer };
      this.#held.set(symbol, held);
    }
    const before = held.ticks.get(price);
    held.ticks.set(price, before ? { ...before, volume: before.volume + tick.volume } : tick);
  }

  #release(symbol: string): VenueTick[] {
    const held = this.#held.get(symbol);
    held?.timer.cancel();
    this.#held.delete(symbol);
    return held ? [...held.ticks.values()] : [];
  }
}
