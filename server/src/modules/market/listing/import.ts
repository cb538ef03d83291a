import { forEachLanguage } from '@rasat/contract';
import {
  type BaseResolution,
  type CalendarName,
  marketOfCalendar,
  type SourceResolution,
} from '@rasat/engine';
import { type BarColumns, CORRECTION_REASONS, sliceColumns } from '@rasat/ledger';
import type { BarRow } from '../../../connectors/connector.ts';
import { notify } from '../../../platform/db/notify.ts';
import { type Db, inTransaction } from '../../../platform/db/pool.ts';
import { appendBars } from '../store/append-bars.ts';
import { barAt, columnsOf } from '../store/bar-columns.ts';
import { insertCorrections } from '../store/correction-store.ts';
import { openWriters } from '../store/series-writer.ts';
import { findSymbol, insertSeries, lockSymbol } from '../store/symbol-store.ts';
import {
  calendarOf,
  currentCalendar,
  FILE_SOURCE,
  type MarketSymbol,
  type Series,
} from '../symbol.ts';
import { MARKET_CHANNEL } from '../topics.ts';
import { compareWithStored, describeDifferent } from './compare-import.ts';
import { findImplausible, findImplausibleBeside, type RefusedRow } from './import-checks.ts';
import { ImportRefused, type ImportRequest, readRows, textOf } from './import-rows.ts';

/** Result of an import. */
export interface ImportReport {
  readonly symbol: string;
  readonly resolution: SourceResolution;
  readonly epoch: number;
  /** Number of bars in the file. */
  readonly bars: number;
  readonly stored: number;
  /** Number of bars that were stored before with the same values. */
  readonly alreadyThere: number;
  readonly refused: readonly RefusedRow[];
}

/**
 * Imports the bars of a file in one transaction: new bars are appended, bars at stored times are compared. Notifies the
 * running server at the commit. Bars of two sources are never mixed: a symbol of another source is refused unless
 * `replace` is set. Throws `ImportRefused`, or the signal's reason when it aborts; then nothing is stored.
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
    for (const reason of CORRECTION_REASONS.toReversed()) {
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
  request: ImportRequest,
  found: MarketSymbol | undefined,
  bars: BarColumns,
): void {
  const { category, resolution, calendar, replace, findWrongHours } = request;
  // Daily bars have no hours.
  if (!findWrongHours || resolution === '1D') return;
  // The hours of world indices are known from their calendar only.
  if (category === 'index' && !found && !calendar) return;
  const known = found && !replace ? found.series.calendar : calendarOfNew(request, found);
  const sentence = findWrongHours(bars.openTimeMs.subarray(0, bars.length), known);
  if (sentence !== null) throw new ImportRefused(`${sentence} Nothing was imported.`);
}

/** Returns the calendar of the history that an import begins. */
function calendarOfNew(
  { calendar, category }: ImportRequest,
  found: MarketSymbol | undefined,
): CalendarName {
  if (calendar) return calendar;
  return found ? currentCalendar(found.series.calendar) : calendarOf(category);
}

/** Returns the series to append to: the symbol's own, or a new epoch. */
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
    const name = request.name ?? found?.name ?? forEachLanguage(() => symbol);
    const calendar = calendarOfNew(request, found);
    const given = { symbol, source: FILE_SOURCE, category, digits, base, calendar };
    return insertSeries(trx, given, name, nowMs);
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
  const { calendar } = request;
  if (calendar && marketOfCalendar(calendar) !== marketOfCalendar(series.calendar)) {
    throw new ImportRefused(
      `${symbol} has the calendar "${series.calendar}", and a history keeps its calendar; use it, or --replace.`,
    );
  }
  return series;
}

/** Bars built between two checks of the signal. */
const BARS_PER_STEP = 50_000;

async function append(
  trx: Db,
  series: Series,
  resolution: SourceResolution,
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
