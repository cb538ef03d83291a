import type { Category } from '@rasat/contract';
import { type Bar, type CalendarName, checkBar, resolutionMs } from '@rasat/engine';
import { type BarColumns, sliceColumns } from '@rasat/ledger';
import type { BarRow } from '../../../connectors/connector.ts';
import { notify } from '../../../platform/db/notify.ts';
import { type Db, inTransaction } from '../../../platform/db/pool.ts';
import { appendBars } from '../store/append-bars.ts';
import { BarList, barAt, columnsOf, firstRowAtOrAfter } from '../store/bar-columns.ts';
import { insertCorrections } from '../store/correction-store.ts';
import { listHeads, readLastBars } from '../store/read-bars.ts';
import { openWriters } from '../store/series-writer.ts';
import { hasStorablePrices, MOST_BAR_VOLUME } from '../store/storable-bar.ts';
import { findSymbol, insertSeries, lockSymbol } from '../store/symbol-store.ts';
import {
  type BaseResolution,
  calendarOf,
  FILE_SOURCE,
  isForex,
  type MarketSymbol,
  type Series,
  type SymbolNames,
} from '../symbol.ts';
import { MARKET_CHANNEL } from '../topics.ts';
import {
  findImplausible,
  findImplausibleBeside,
  type ReadFile,
  type RefusedRow,
} from './import-checks.ts';

/** What is to be imported, and under which name. */
export interface ImportRequest {
  readonly symbol: string;
  readonly resolution: '15' | '60' | '1D';
  readonly category: Category;
  readonly digits: number;
  /** Names of a new symbol; without them the symbol's own name. */
  readonly name?: SymbolNames;
  readonly calendar?: CalendarName;
  /** Begins a new history epoch, whatever the symbol's source was. */
  readonly replace: boolean;
  /** Imports also what is implausible; false unless it is said. */
  readonly force?: boolean;
  /** Says why the opening times cannot lie in the hours of a calendar; not there when the operator has named the zone. */
  readonly findWrongHours?: (openTimeMs: Float64Array, calendar: CalendarName) => string | null;
}

/** What came of an import. */
export interface ImportReport {
  readonly symbol: string;
  readonly resolution: '15' | '60' | '1D';
  readonly epoch: number;
  /** Bars that the file gave. */
  readonly bars: number;
  readonly stored: number;
  /** Bars that were stored before, with the same values. */
  readonly alreadyThere: number;
  readonly refused: readonly RefusedRow[];
}

/** A reason not to import anything, in one sentence. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
}

/** A file of more bars than this is cut into several by its owner. */
const MOST_BARS = 20_000_000;

/**
 * Imports the bars of a file, all of it in one transaction: what is new is appended, what is there already is compared.
 * The running server is told at the commit. Bars of two sources never meet: a symbol of another source is refused unless
 * `replace` is set. Throws `ImportRefused`; the signal's reason when it aborts, having stored nothing.
 */
export async function importBars(
  db: Db,
  request: ImportRequest,
  rows: AsyncIterable<BarRow>,
  nowMs: number,
  signal?: AbortSignal,
): Promise<ImportReport> {
  const file = await readRows(request, rows, nowMs, signal);
  const { bars, lines } = file;
  const refused = [...file.refused];
  if (bars.length === 0) {
    throw new ImportRefused(
      `The file has no bar that could be stored (${refused.length} refused).`,
    );
  }
  refuseUnlessForced(request, findImplausible(file, request.category));
  return inTransaction(db, async (trx) => {
    await lockSymbol(trx, request.symbol);
    const found = await findSymbol(trx, request.symbol);
    refuseWrongHours(request, found, bars);
    const series = await chooseSeries(trx, request, found, nowMs);
    const fate = await compareWithStored(trx, series, request.resolution, bars);
    if (fate.last) {
      refuseUnlessForced(request, findImplausibleBeside(fate.last, file, fate.firstNew, request));
    }
    refuseUnlessForced(request, describeDifferent(fate));
    for (const reason of ['differs', 'late'] as const) {
      const some = [...fate[reason]].map((row) => ({ row, bar: barAt(bars, row) }));
      const list = columnsOf(some.map(({ bar }) => bar));
      const { resolution } = request;
      await insertCorrections(trx, { seriesId: series.id, resolution, reason, bars: list }, nowMs);
      for (const { row, bar } of some) {
        refused.push({ line: lines[row] ?? 0, reason, text: textOf(bar) });
      }
    }
    await append(trx, series, request.resolution, bars, fate.firstNew, signal);
    signal?.throwIfAborted();
    await notify(trx, MARKET_CHANNEL, request.symbol);
    return {
      symbol: request.symbol,
      resolution: request.resolution,
      epoch: series.epoch,
      bars: bars.length,
      stored: bars.length - fate.firstNew,
      alreadyThere: fate.firstNew - fate.differs.size - fate.late.size,
      refused: refused.toSorted((a, b) => a.line - b.line),
    };
  });
}

function refuseUnlessForced({ force }: ImportRequest, sentence: string | null): void {
  if (sentence === null || force) return;
  throw new ImportRefused(`${sentence} Nothing was imported; --force imports it all the same.`);
}

function refuseWrongHours(
  { category, resolution, calendar, findWrongHours }: ImportRequest,
  found: MarketSymbol | undefined,
  bars: BarColumns,
): void {
  // Days have no hours, and indices of the world have those that nothing but a calendar tells.
  const usual = category === 'index' ? undefined : calendarOf(category);
  const known = calendar ?? found?.calendar ?? usual;
  if (!findWrongHours || resolution === '1D' || known === undefined) return;
  const sentence = findWrongHours(bars.openTimeMs.subarray(0, bars.length), known);
  if (sentence !== null) throw new ImportRefused(`${sentence} Nothing was imported.`);
}

/** A file that differs from most of what is stored at its times is of another instrument, or was adjusted since. */
function describeDifferent({ differs, firstNew, late }: Fate): string | null {
  const known = firstNew - late.size;
  if (known < MANY_KNOWN || differs.size * 2 < known) return null;
  return `${differs.size} of the ${known} bars that are stored already have other values in the file.`;
}

async function readRows(
  { resolution, category, digits }: ImportRequest,
  rows: AsyncIterable<BarRow>,
  nowMs: number,
  signal: AbortSignal | undefined,
): Promise<ReadFile> {
  const list = new BarList(1024);
  const lines: number[] = [];
  const refused: RefusedRow[] = [];
  const breaks: { row: number; afterMs: number }[] = [];
  // Daily bars carry the date of places where tomorrow has begun.
  const latestMs = nowMs + resolutionMs[resolution];
  const fx = isForex(category);
  let lastMs = Number.NEGATIVE_INFINITY;
  for await (const row of rows) {
    signal?.throwIfAborted();
    if (!('bar' in row)) {
      refused.push({ line: row.line, reason: row.refusal, text: row.text });
      continue;
    }
    // A volume of minus zero is zero.
    const bar: Bar = { ...row.bar, volume: row.bar.volume + 0 };
    const reason =
      checkBar(bar, resolution, fx) ??
      (hasStorablePrices(bar, digits) ? null : 'digits') ??
      (bar.volume > MOST_BAR_VOLUME ? 'volume' : null) ??
      (bar.openTimeMs > latestMs ? 'future' : null) ??
      (bar.openTimeMs <= lastMs ? 'out-of-order' : null);
    if (reason) {
      refused.push({ line: row.line, reason, text: textOf(bar) });
      continue;
    }
    if (list.length >= MOST_BARS) {
      throw new ImportRefused(`The file has more than ${MOST_BARS} bars; import it in parts.`);
    }
    if (row.afterMs !== undefined) breaks.push({ row: list.length, afterMs: row.afterMs });
    lastMs = bar.openTimeMs;
    list.pushBar(bar);
    lines.push(row.line);
  }
  return { bars: list.columns, lines, refused, breaks };
}

function textOf({ openTimeMs, open, high, low, close, volume }: Bar): string {
  return [openTimeMs, open, high, low, close, volume].join(',');
}

/** The series to append to: the symbol's own, or a new epoch. */
async function chooseSeries(
  trx: Db,
  request: ImportRequest,
  found: MarketSymbol | undefined,
  nowMs: number,
): Promise<Series> {
  const { symbol, resolution, category, digits, replace } = request;
  const base: BaseResolution = resolution === '1D' ? '1D' : '60';
  if (!found || replace) {
    if (resolution === '15') {
      throw new ImportRefused(
        `${symbol} has no hourly bars to which 15-minute bars could belong; import it first with --resolution 60, which makes hours of any shorter bars.`,
      );
    }
    const plain = { tr: symbol, az: symbol, en: symbol };
    const shown = {
      name: request.name ?? found?.name ?? plain,
      calendar: request.calendar ?? found?.calendar ?? calendarOf(category),
    };
    return insertSeries(trx, { symbol, source: FILE_SOURCE, category, digits, base }, shown, nowMs);
  }
  const { series } = found;
  if (series.source !== FILE_SOURCE) {
    throw new ImportRefused(
      `${symbol} is fed by the source "${series.source}", and bars of two sources never meet; --replace archives its history and begins a new one.`,
    );
  }
  if (series.category !== category || series.digits !== digits) {
    throw new ImportRefused(
      `${symbol} is stored as ${series.category} with ${series.digits} digits; use these, or --replace.`,
    );
  }
  if (series.base !== base) {
    throw new ImportRefused(
      series.base === '60'
        ? `${symbol} has hourly bars, of which its days are made; daily bars would need --replace.`
        : `${symbol} has daily bars alone; hourly ones need --replace.`,
    );
  }
  return series;
}

/** Bars at stored times by which a file shows that it is of another series. */
const MANY_KNOWN = 20;

interface Fate {
  /** The last stored bar; null before the first. */
  readonly last: Bar | null;
  /** The first row behind everything that is stored. */
  readonly firstNew: number;
  readonly differs: ReadonlySet<number>;
  readonly late: ReadonlySet<number>;
}

async function compareWithStored(
  trx: Db,
  series: Series,
  resolution: '15' | '60' | '1D',
  bars: BarColumns,
): Promise<Fate> {
  const heads = await listHeads(trx, [series.id]);
  const head = heads.find((one) => one.resolution === resolution);
  const firstNew = head ? firstRowAtOrAfter(bars.openTimeMs, head.lastOpenTimeMs + 1) : 0;
  const [last] = head ? await listLastBars(trx, series.id, resolution, head.lastOpenTimeMs) : [];
  const differs = new Set<number>();
  const late = new Set<number>();
  if (head && firstNew > 0) {
    const beforeMs = (bars.openTimeMs[firstNew - 1] ?? 0) + 1;
    const stored = await readLastBars(trx, series.id, resolution, beforeMs, head.length);
    let at = 0;
    for (let row = 0; row < firstNew; row++) {
      const openTimeMs = bars.openTimeMs[row] ?? 0;
      while (at < stored.length && (stored.openTimeMs[at] ?? 0) < openTimeMs) at += 1;
      if (stored.openTimeMs[at] !== openTimeMs) late.add(row);
      else if (!isSameBar(bars, row, stored, at)) differs.add(row);
    }
  }
  return { last: last ?? null, firstNew, differs, late };
}

async function listLastBars(
  trx: Db,
  seriesId: number,
  resolution: '15' | '60' | '1D',
  openTimeMs: number,
): Promise<Bar[]> {
  const bars = await readLastBars(trx, seriesId, resolution, openTimeMs + 1, 1);
  return Array.from({ length: bars.length }, (_, i) => barAt(bars, i));
}

function isSameBar(one: BarColumns, i: number, other: BarColumns, k: number): boolean {
  return (
    one.open[i] === other.open[k] &&
    one.high[i] === other.high[k] &&
    one.low[i] === other.low[k] &&
    one.close[i] === other.close[k] &&
    one.volume[i] === other.volume[k]
  );
}

/** Bars that are built between two looks at the signal. */
const BARS_PER_STEP = 50_000;

async function append(
  trx: Db,
  series: Series,
  resolution: '15' | '60' | '1D',
  bars: BarColumns,
  from: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const writer = (await openWriters(trx, [series])).get(series.id);
  if (!writer) throw new Error(`series ${series.id} has no writer`);
  for (let at = from; at < bars.length; at += BARS_PER_STEP) {
    const part = sliceColumns(bars, at, Math.min(bars.length, at + BARS_PER_STEP));
    for (let i = 0; i < part.length; i++) {
      if (resolution === '15') writer.addQuarter(barAt(part, i));
      else writer.addBase(barAt(part, i));
    }
    await appendBars(trx, writer.takePending());
    signal?.throwIfAborted();
  }
}
