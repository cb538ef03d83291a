import { type Bar, DAY_MS, HOUR_MS, MINUTE_MS, type SourceResolution } from '@rasat/engine';
import type { Logger } from 'pino';
import { type BinanceRest, type Interval, PAGE_ROWS } from './binance-rest.ts';
import { type KlineRow, toBar } from './wire.ts';

/** Interval and length of the klines of a resolution. */
const KLINES: Readonly<Record<SourceResolution, { interval: Interval; stepMs: number }>> = {
  '15': { interval: '15m', stepMs: 15 * MINUTE_MS },
  '60': { interval: '1h', stepMs: HOUR_MS },
  '1D': { interval: '1d', stepMs: DAY_MS },
};
/** Rows that are asked for to find the first one with trades. */
const FIRST_ROWS = 20;

/** A pair's klines that are to be read. */
export interface HistoryRequest {
  readonly symbol: string;
  readonly resolution: SourceResolution;
  readonly fromMs: number;
  readonly toMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Returns the opening time of the first bar of a pair; null when it has none. */
export async function findFirstBar(
  rest: BinanceRest,
  symbol: string,
  resolution: SourceResolution,
): Promise<number | null> {
  const { interval } = KLINES[resolution];
  const span = { startMs: 0, limit: FIRST_ROWS };
  const rows = await rest.klines(symbol, interval, span, { urgency: 'history' });
  return rows.find(([, , , , , , , , trades]) => trades > 0)?.[0] ?? null;
}

/**
 * Returns the closed bars of a pair in batches. Klines without trades are left out. A row is closed when Binance's own
 * clock had passed its end before the row was asked for. A row that is missing where a page begins is asked for again.
 * Throws for a page that is out of order or does not go on.
 */
export async function* listKlines(
  rest: BinanceRest,
  log: Logger,
  { symbol, resolution, fromMs, toMs, signal }: HistoryRequest,
): AsyncGenerator<readonly Bar[]> {
  const { interval, stepMs } = KLINES[resolution];
  const sending = { urgency: 'history', signal } as const;
  const venueMs = await rest.time(sending);
  /** End of the last bar that may be asked for. */
  const endMs = Math.min(toMs - 1, venueMs - stepMs);
  let nextMs = Math.max(0, Math.ceil(fromMs / stepMs) * stepMs);
  const ask = async (startMs: number, lastMs: number): Promise<KlineRow[]> => {
    for (let tries = 0; ; tries += 1) {
      const page = await rest.klines(symbol, interval, { startMs, endMs: lastMs }, sending);
      const fault = findFault(page, startMs, stepMs);
      // A page is asked for again before it counts as empty.
      if (fault === null && (page.length > 0 || tries > 0)) return page;
      if (fault === null) continue;
      if (tries > 0) throw new Error(`klines of ${symbol}: ${fault}`);
      log.warn({ symbol, resolution, startMs, fault }, 'a page of klines is asked for again');
    }
  };
  while (nextMs <= endMs && !signal?.aborted) {
    const page = await ask(nextMs, endMs);
    const rows = page.filter(([openMs]) => openMs >= nextMs);
    const [firstMs] = rows[0] ?? [];
    if (firstMs === undefined) return;
    if (firstMs > nextMs) rows.unshift(...(await ask(nextMs, firstMs - 1)));
    const [lastMs = nextMs] = rows.at(-1) ?? [];
    nextMs = lastMs + stepMs;
    const bars = rows
      .filter(([, , , , , , closeMs, , trades]) => trades > 0 && closeMs < venueMs)
      .map(toBar);
    if (bars.length > 0) yield bars;
  }
}

/** Returns what is wrong with a page that was asked for from `startMs` on; null when it can be used. */
function findFault(page: readonly KlineRow[], startMs: number, stepMs: number): string | null {
  let beforeMs = Number.NEGATIVE_INFINITY;
  for (const [openMs, , , , , , closeMs] of page) {
    if (openMs % stepMs !== 0 || closeMs !== openMs + stepMs - 1) return 'a row of another length';
    if (openMs <= beforeMs) return 'a page out of order';
    beforeMs = openMs;
  }
  if (page.length > PAGE_ROWS) return 'a page that is too long';
  return page.length > 0 && beforeMs < startMs ? 'a page that does not go on' : null;
}
