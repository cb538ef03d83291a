import { DAY_MS } from '@rasat/engine';
import type { Clock, Timer } from '../../../platform/clock.ts';
import type { SessionTape, SessionTapeMarket, SessionTrade } from './session-tape.ts';

/** Options of a runner. */
export interface RunnerOptions {
  readonly clock: Clock;
  readonly tape: SessionTape;
  /** Returns the venue's time. */
  readonly now: () => number;
  /** Time after which a trade is handed over. */
  readonly delayMs: number;
  readonly onTrade: (market: SessionTapeMarket, trade: SessionTrade) => void;
}

/** Hands every trade of a tape over as the venue's clock passes it. */
export class TradeRunner {
  readonly #options: RunnerOptions;
  /** Time from which the trades of a symbol are still to come, and its timer. */
  readonly #fromMs = new Map<string, number>();
  readonly #timers = new Map<string, Timer>();

  constructor(options: RunnerOptions) {
    this.#options = options;
    const { tape, now, delayMs } = options;
    for (const { symbol } of tape.options.markets) this.#fromMs.set(symbol, now() - delayMs);
    this.restart();
  }

  /** Begins to wait again, after the venue's clock was set. */
  restart(): void {
    this.stop();
    for (const market of this.#options.tape.options.markets) this.#run(market);
  }

  /** Hands nothing over any more. */
  stop(): void {
    for (const timer of this.#timers.values()) timer.cancel();
  }

  #run(market: SessionTapeMarket): void {
    const { clock, tape, now, delayMs, onTrade } = this.#options;
    const { symbol } = market;
    const fromMs = this.#fromMs.get(symbol) ?? 0;
    const nextMs = Math.max(fromMs, now() - delayMs + 1);
    this.#fromMs.set(symbol, nextMs);
    for (const trade of tape.between(symbol, fromMs, nextMs)) onTrade(market, trade);
    const [next] = tape.between(symbol, nextMs, nextMs + DAY_MS, 1);
    const waitMs = next ? next.timeMs + delayMs - now() : DAY_MS / 2;
    this.#timers.set(
      symbol,
      clock.setTimeout(() => this.#run(market), waitMs),
    );
  }
}
