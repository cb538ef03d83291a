import { setTimeout as pause } from 'node:timers/promises';
import { type Bar, type SourceResolution, WEEK_MS } from '@rasat/engine';
import type { Connector } from '../../../connectors/connector.ts';
import type { Clock } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/db/pool.ts';
import { retryUnavailable } from '../../../platform/db/retry-unavailable.ts';
import type { PartContext } from '../../../platform/part.ts';
import { AppendRefused } from '../store/append-bars.ts';
import { columnsOf } from '../store/bar-columns.ts';
import { insertBars, publishInserted } from '../store/insert-bars.ts';
import { listHeads } from '../store/read-bars.ts';
import { isSound } from '../store/storable-bar.ts';
import { saveWhole } from '../store/symbol-store.ts';
import type { Series } from '../symbol.ts';
import { symbolsTopic } from '../topics.ts';
import { listSpans, weekStart } from './history-spans.ts';

/** Options of a backfill. */
export interface BackfillOptions {
  readonly context: PartContext;
  readonly connector: Connector;
  /** Clock of the source. */
  readonly clock: Clock;
  /** Aborts when the session is over. */
  readonly signal: AbortSignal;
  /** Whether the session still feeds a series. */
  readonly isFed: (series: Series) => boolean;
  /** Receives the stored share of a symbol's history, 0 to 1. */
  readonly progress: (series: Series, share: number) => void;
}

/** Weeks in a page, some four thousand bars, which are stored in one transaction. */
const PAGE_WEEKS: Readonly<Record<SourceResolution, number>> = { '15': 6, '60': 26, '1D': 520 };
/** First and greatest pause after a page that failed; wall clock. */
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 60_000;

/** Part of a history that is not stored yet. */
interface Missing {
  readonly resolution: SourceResolution;
  readonly fromMs: number;
  /** Time from which bars are stored; falls to `fromMs`. */
  toMs: number;
}

/**
 * Stores the older bars of live symbols whose history is not whole, one symbol after another, each from its newest
 * missing page to its oldest. The last page makes the history whole, in the same transaction. After a failure or a
 * restart the next page is the one before the oldest stored bar.
 */
export class Backfill {
  readonly #options: BackfillOptions;
  readonly #waiting: Series[] = [];
  #running: Promise<void> | null = null;
  #retryMs = FIRST_RETRY_MS;
  /** Reason of the last failure, told once. */
  #reason: string | null = null;

  constructor(options: BackfillOptions) {
    this.#options = options;
  }

  /** Adds live symbols; those whose history is whole need nothing. */
  add(series: readonly Series[]): void {
    this.#waiting.push(...series.filter(({ isWhole }) => !isWhole));
    if (this.#waiting.length > 0) this.#running ??= this.#run();
  }

  /** Waits for the end of the running page, after the session has ended. */
  async settled(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal, context, isFed } = this.#options;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      try {
        await this.#fill(next);
      } catch (error) {
        if (signal.aborted) return;
        // The operator has given the symbol another history.
        if (error instanceof AppendRefused || !isFed(next)) continue;
        const reason = error instanceof Error ? error.message : String(error);
        if (reason !== this.#reason) {
          const { symbol } = next;
          context.log.warn({ err: error, symbol }, 'older bars could not be stored; tried again');
        }
        this.#reason = reason;
        this.#waiting.push(next);
        await pause(this.#retryMs, undefined, { signal }).catch(() => {});
        this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
      }
    }
    this.#running = null;
  }

  async #fill(series: Series): Promise<void> {
    const { clock, signal, progress, isFed } = this.#options;
    const nowMs = clock.now();
    const spans = await this.#listMissing(series);
    const share = ({ fromMs, toMs }: Missing): number =>
      toMs <= fromMs ? 1 : Math.max(0, nowMs - toMs) / (nowMs - fromMs);
    for (;;) {
      signal.throwIfAborted();
      if (!isFed(series)) return;
      const missing = spans
        .filter(({ fromMs, toMs }) => fromMs < toMs)
        .toSorted((a, b) => b.toMs - a.toMs);
      const [newest] = missing;
      if (!newest) {
        await this.#store(series, null, true);
        break;
      }
      const { resolution, fromMs, toMs } = newest;
      const pageMs = weekStart(toMs - 1) - (PAGE_WEEKS[resolution] - 1) * WEEK_MS;
      const page = { resolution, fromMs: Math.max(fromMs, pageMs), toMs };
      const isLast = missing.length === 1 && page.fromMs === fromMs;
      const bars = await this.#fetch(series, page);
      await this.#store(series, { resolution, bars }, isLast);
      this.#retryMs = FIRST_RETRY_MS;
      this.#reason = null;
      newest.toMs = page.fromMs;
      progress(series, spans.reduce((sum, span) => sum + share(span), 0) / spans.length);
      if (isLast) break;
    }
    progress(series, 1);
  }

  /** Returns what is missing before the stored bars; nothing of a resolution whose whole history had no bar. */
  async #listMissing(series: Series): Promise<Missing[]> {
    const { connector, clock, context } = this.#options;
    const available = await connector.available(series.symbol);
    const heads = await listHeads(context.db, [series.id]);
    return listSpans(series, available, clock.now()).map(({ resolution, fromMs }) => {
      const head = heads.find((one) => one.resolution === resolution);
      return { resolution, fromMs, toMs: head?.firstOpenTimeMs ?? fromMs };
    });
  }

  async #fetch(series: Series, { resolution, fromMs, toMs }: Missing): Promise<Bar[]> {
    const { connector, context, signal } = this.#options;
    const { symbol } = series;
    const bars: Bar[] = [];
    for await (const batch of connector.history(symbol, resolution, fromMs, toMs, signal)) {
      for (const bar of batch) {
        const isNext = bar.openTimeMs > (bars.at(-1)?.openTimeMs ?? Number.NEGATIVE_INFINITY);
        if (isNext && isSound(bar, resolution, series)) bars.push(bar);
        else context.log.warn({ symbol, resolution, bar }, 'a bar of the source is refused');
      }
    }
    // A source that is told to stop ends early.
    signal.throwIfAborted();
    return bars;
  }

  /** Stores a page, if there is one, and with the last one that the history is whole. */
  async #store(
    series: Series,
    page: { readonly resolution: SourceResolution; readonly bars: readonly Bar[] } | null,
    isLast: boolean,
  ): Promise<void> {
    const { context, signal } = this.#options;
    const { db, bus, log } = context;
    const store = (): Promise<void> =>
      inTransaction(db, async (trx) => {
        if (page) await insertBars(trx, series, page.resolution, columnsOf(page.bars));
        if (isLast) await saveWhole(trx, series.id);
      });
    await retryUnavailable(store, {
      signal,
      onUnavailable: (error) => log.warn({ err: error }, 'older bars wait for the database'),
    });
    if (page) publishInserted(bus, series, page.resolution);
    if (isLast) bus.publish(symbolsTopic, { symbols: [series.symbol] });
  }
}
