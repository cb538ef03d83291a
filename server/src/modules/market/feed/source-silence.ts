import { SHORTEST_STALE_MS } from '@rasat/contract';
import type { Clock } from '../../../platform/clock.ts';
import { isStale, type MarketSymbol } from '../symbol.ts';

/**
 * Silence of a source as a whole: no tick of any symbol arrived for as long as a price of one of its open markets may be
 * old. It does not matter whether the source is connected. Times are those of the source's clock.
 */
export class SourceSilence {
  readonly #clock: Clock;
  #symbols: readonly MarketSymbol[] = [];
  #heardMs: number;
  #wasLive = false;

  /** Counts from now on. */
  constructor(clock: Clock) {
    this.#clock = clock;
    this.#heardMs = clock.now();
  }

  /** Sets the symbols that the source feeds. */
  follow(symbols: readonly MarketSymbol[]): void {
    this.#symbols = symbols;
  }

  /** Records that ticks arrived. */
  hear(): void {
    this.#heardMs = this.#clock.now();
    this.#wasLive = true;
  }

  /** Records that history arrived, which counts as long as the source has not sent its first tick. */
  hearHistory(): void {
    if (!this.#wasLive) this.#heardMs = this.#clock.now();
  }

  /** Time of the last sign of the source when it is silent; null while it is not. */
  get sinceMs(): number | null {
    const nowMs = this.#clock.now();
    // Asked at every delivery of ticks, so it must not go through all symbols while they come.
    if (nowMs - this.#heardMs <= SHORTEST_STALE_MS) return null;
    // The clock of a delayed source is behind already.
    const isMissed = ({ series }: MarketSymbol): boolean =>
      isStale(series, this.#heardMs, nowMs + (series.delay?.ms ?? 0));
    return this.#symbols.some(isMissed) ? this.#heardMs : null;
  }
}
