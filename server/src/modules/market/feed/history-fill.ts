import { type Bar, type CalendarName, type Resolution, WEEK_MS } from '@rasat/engine';
import type { Connector } from '../../../connectors/connector.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { PartContext } from '../../../platform/part.ts';
import type { SeriesWriter } from '../store/series-writer.ts';
import { CommitQueue, commitSeries } from './commit.ts';
import { fillHistory } from './fill.ts';
import type { LiveStart } from './live-symbol.ts';

/** Symbol that a session feeds. */
export interface FedSymbol {
  readonly writer: SeriesWriter;
  readonly calendar: CalendarName;
}

/** Symbol whose history is stored, with the start of its live ticks. */
export interface FilledSymbol extends FedSymbol {
  readonly start: LiveStart;
}

/** Listener to the fill of many symbols. */
export interface FillListener {
  /** Receives the stored share of a symbol's history, 0 to 1. */
  progress(symbol: FedSymbol, share: number): void;
  /** Receives the number of filled symbols, at most four times a second. */
  report(symbolsDone: number): void;
  /** Receives the symbols filled since the last call; possibly none. */
  filled(symbols: readonly FilledSymbol[]): void;
}

/** Number of symbols filled at the same time in a first fill, few so that some are complete early. */
const FILL_WIDTH = 4;
/** Number of symbols filled at the same time after a stop, when each needs only a few bars. */
const CATCH_UP_WIDTH = 50;
/** Symbols filled within this time share a subscription. Wall clock, like all pacing. */
const GATHER_MS = 250;

/** Fills the stored histories of a source's symbols up to the present. */
export class HistoryFill {
  readonly #context: PartContext;
  readonly #connector: Connector;
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  readonly #commits: CommitQueue;

  /** Creates a fill that ends when the signal aborts; `clock` is that of the source. */
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

  /** Fills one symbol; `progress` receives the stored share of its history. */
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
    if (symbol.writer.series.isWhole) progress(1);
    return { ...symbol, start };
  }

  /** Fills all symbols, several at the same time, and reports them in groups. Rejects with the first failure. */
  async fillAll(symbols: readonly FedSymbol[], listener: FillListener): Promise<void> {
    const nowMs = this.#clock.now();
    let isCatchingUp = true;
    for (const symbol of symbols) {
      const { writer } = symbol;
      const isNear = isNearlyFilled(writer, nowMs);
      listener.progress(symbol, isNear && writer.series.isWhole ? 1 : 0);
      isCatchingUp &&= isNear;
    }
    let done = 0;
    let reportedMs = 0;
    const report = (): void => {
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
          listener.progress(symbol, share);
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

/** Whether a symbol only has to catch up after a stop, in contrast to a first fill. */
function isNearlyFilled({ lastBaseEndMs }: SeriesWriter, nowMs: number): boolean {
  return lastBaseEndMs !== null && nowMs - lastBaseEndMs < WEEK_MS;
}
