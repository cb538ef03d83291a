import type { Category, DelayClass } from '@rasat/contract';
import type { CalendarName, Resolution } from '@rasat/engine';
import { type BarColumns, CHUNK_BARS, sliceColumns } from '@rasat/ledger';
import { sql } from 'kysely';
import type { MarketSymbol, Series } from '../modules/market/index.ts';
import { appendBars } from '../modules/market/store/append-bars.ts';
import { insertCorrections } from '../modules/market/store/correction-store.ts';
import { insertBars } from '../modules/market/store/insert-bars.ts';
import { chunkOf } from '../modules/market/store/stored-chunk.ts';
import { insertSeries, saveSource, saveWhole } from '../modules/market/store/symbol-store.ts';
import { type Db, inTransaction } from '../platform/db/pool.ts';

/** Properties of a planted symbol; every one but the symbol has a default. */
export interface Planted {
  readonly symbol: string;
  readonly source?: string;
  /** The symbol itself when absent. */
  readonly sourceSymbol?: string;
  readonly category?: Category;
  readonly digits?: number;
  readonly base?: '60' | '1D';
  /** That of currencies for their category, else `always`. */
  readonly calendar?: CalendarName;
  /** True by default. */
  readonly whole?: boolean;
}

/** Lists a symbol and starts a history epoch of it, as a feed or an import does. */
export function plantSeries(db: Db, planted: Planted, nowMs = 0): Promise<Series> {
  const { symbol, source = 'simulated', category = 'forex', digits = 5, base = '60' } = planted;
  const { whole = true, sourceSymbol = symbol } = planted;
  const calendar = planted.calendar ?? (category === 'forex' ? 'forex' : 'always');
  const name = { tr: symbol, az: symbol, en: symbol };
  return inTransaction(db, (trx) =>
    insertSeries(
      trx,
      { symbol, source, sourceSymbol, category, digits, base, calendar, whole },
      name,
      nowMs,
    ),
  );
}

/** Stores a source whose prices everyone may see, with the age of its prices. */
export async function plantSource(db: Db, name: string, delay: DelayClass): Promise<void> {
  await saveSource(db, name, { audience: 'anyone', delay: { class: delay, ms: 0 } });
}

/** Stores older base bars of a series whose history is not whole, which it then is. */
export async function plantOlderBars(db: Db, series: Series, bars: BarColumns): Promise<void> {
  await inTransaction(db, async (trx) => {
    await insertBars(trx, series, series.base, bars);
    await saveWhole(trx, series.id);
  });
}

/** Stores closed bars of a series, base bars by default. */
export async function plantBars(
  db: Db,
  series: Series,
  bars: BarColumns,
  resolution: Resolution = series.base,
): Promise<void> {
  const { id: seriesId, digits } = series;
  for (let at = 0; at < bars.length; at += 10 * CHUNK_BARS) {
    const part = sliceColumns(bars, at, Math.min(bars.length, at + 10 * CHUNK_BARS));
    await appendBars(db, [{ seriesId, resolution, digits, bars: part }]);
  }
}

/** Records base bars of a series that the vendor delivered again with other values. */
export async function plantCorrections(
  db: Db,
  series: Series,
  bars: BarColumns,
  nowMs: number,
): Promise<void> {
  const { id: seriesId, base: resolution } = series;
  await insertCorrections(db, { seriesId, resolution, reason: 'differs', bars }, nowMs);
}

/** Stores chunks uncompressed, where a statement can change a byte. */
export async function uncompressChunks(db: Db): Promise<void> {
  const { rows } = await sql<{ id: number; resolution: string; no: number; data: Buffer }>`
    select series_id as id, resolution, chunk_no as no, data from bar_chunk`.execute(db);
  for (const { id, resolution, no, data } of rows) {
    await sql`update bar_chunk set data = ${chunkOf(data)}
      where series_id = ${id} and resolution = ${resolution} and chunk_no = ${no}`.execute(db);
  }
}

/** Returns the list of planted symbols as a board has it. */
export function listOf(series: readonly Series[]): {
  symbols(): readonly MarketSymbol[];
  find(symbol: string): MarketSymbol | undefined;
} {
  const all = series.map((one): MarketSymbol => {
    const { symbol } = one;
    const name = { tr: symbol, az: symbol, en: symbol };
    return { symbol, name, isKept: false, series: one, resolutions: [] };
  });
  return { symbols: () => all, find: (symbol) => all.find((one) => one.symbol === symbol) };
}
