import { type Bar, type CalendarName, type Resolution, WEEK_MS } from '@rasat/engine';
import type { Connector } from '../../../connectors/connector.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { PartContext } from '../../../platform/part.ts';
import type { SeriesWriter } from '../store/series-writer.ts';
import { CommitQueue, commitSeries } from './commit.ts';
import { fillHistory } from './fill.ts';
import type { LiveStart } from './live-symbol.ts';

/** A symbol that a session feeds. */
export interface FedSymbol {
  readonly writer: SeriesWriter;
  readonly calendar: CalendarName;
}

/** A symbol whose history is stored, and from where on its ticks follow. */
export interface FilledSymbol extends FedSymbol {
  readonly start: LiveStart;
}

/** What is told of the fill of many symbols. */
export interface FillListener {
  /** Told of the share of the whole history that is stored, 0 to 1. */
  progress(share: number): void;
  /** Told now and then, at most four times a second, with how many symbols are filled. */
  report(symbolsDone: number): void;
  /** Told of the symbols that were filled since the last time; perhaps of none. */
  filled(symbols: readonly FilledSymbol[]): void;
}

/** Symbols whose history is filled at the same time, so that some are whole early. */
const FILL_WIDTH = 4;
/** The same after a stop, when each has some bars to catch up with. */
const CATCH_UP_WIDTH = 50;
/** Symbols that become ready within this time share a subscription. Wall clock, as is everything that paces us. */
const GATHER_MS = 250;

/** Brings the stored histories of a source's symbols up to the present. */
export class HistoryFill {
  readonly #context: PartContext;
  readonly #connector: Connector;
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  readonly #commits: CommitQueue;

  /** Fills until the signal aborts; `clock` is that of the source. */
  constructor(
    context: PartContext,
    source: { readonly connector: Connector; readonly clock: Clock },
    signal: AbortSignal,
  ) {
    this.#context = context;
    this.#connector = source.connector;
    this.#clock = source.clock;
    this.#signal = signal;
    this.#commits = new CommitQueue((commits) => commitSeries(context, commits, signal));
  }

  /** Fills one symbol; `progress` is told of the share of its history that is stored. */
  async fill(symbol: FedSymbol, progress: (share: number) => void): Promise<FilledSymbol> {
    const start = await fillHistory(symbol.writer, {
      connector: this.#connector,
      clock: this.#clock,
      signal: this.#signal,
      commit: (writer, throughMs) => this.#commits.add({ writer, throughMs }),
      refuse: (series, resolution: Resolution, bar: Bar) =>
        this.#context.log.warn(
          { symbol: series.symbol, resolution, bar },
          'a bar of the source is refused',
        ),
      progress,
    });
    return { ...symbol, start };
  }

  /** Fills all symbols, some at the same time, and hands them over in groups; rejects with the first that fails. */
  async fillAll(symbols: readonly FedSymbol[], listener: FillListener): Promise<void> {
    const nowMs = this.#clock.now();
    const shares = new Map(symbols.map((one) => [one, isNearlyFilled(one.writer, nowMs) ? 1 : 0]));
    const isCatchingUp = [...shares.values()].every((share) => share === 1);
    let done = 0;
    let reportedMs = 0;
    const report = (): void => {
      let sum = 0;
      for (const share of shares.values()) sum += share;
      listener.progress(symbols.length === 0 ? 1 : sum / symbols.length);
      if (performance.now() - reportedMs < GATHER_MS) return;
      reportedMs = performance.now();
      listener.report(done);
    };
    const ready: FilledSymbol[] = [];
    const gather = setInterval(() => listener.filled(ready.splice(0)), GATHER_MS);
    const queue = symbols.values();
    const work = async (): Promise<void> => {
      for (const symbol of queue) {
        const filled = await this.fill(symbol, (share) => {
          shares.set(symbol, share);
          report();
        });
        ready.push(filled);
        done += 1;
      }
    };
    try {
      const width = isCatchingUp ? CATCH_UP_WIDTH : FILL_WIDTH;
      await Promise.all(Array.from({ length: width }, work));
    } finally {
      clearInterval(gather);
    }
    listener.filled(ready);
  }
}

/** Whether only a stop has to be caught up with, not a first filling. */
function isNearlyFilled({ lastBaseEndMs }: SeriesWriter, nowMs: number): boolean {
  return lastBaseEndMs !== null && nowMs - lastBaseEndMs < WEEK_MS;
}
