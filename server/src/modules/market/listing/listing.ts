import type { Category } from '@rasat/contract';
import type { BaseResolution, CalendarName } from '@rasat/engine';
import type { Connector, Instrument } from '../../../connectors/connector.ts';
import { AppError } from '../../../platform/app-error.ts';
import { notify } from '../../../platform/db/notify.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { listHeads } from '../store/read-bars.ts';
import {
  findSymbol,
  insertSeries,
  listChoices,
  listSourceSymbols,
  lockSymbol,
  removeSymbol,
  saveChoice,
  updateSymbol,
} from '../store/symbol-store.ts';
import { currentCalendar, FILE_SOURCE, type MarketSymbol, type SymbolNames } from '../symbol.ts';
import { MARKET_CHANNEL } from '../topics.ts';
import { findOffered, getSymbol } from './chosen-symbol.ts';

// The operator's changes to the list of symbols. Each function needs a transaction; at its commit the running server is
// notified, and starts or stops feeding.

/** An instrument of a source. */
export interface ChosenInstrument {
  readonly source: string;
  /** Its name at the source. */
  readonly instrument: string;
}

/** An instrument of a source that is to be listed. */
export interface SourceSymbol extends ChosenInstrument {
  readonly symbol: string;
  /** Shown names; those of the source, which it may change later, when absent. */
  readonly name?: SymbolNames | undefined;
}

/**
 * Lists an instrument of a source under a symbol. Throws `not-found-404` without such an instrument, and `conflict-409`
 * with the field `symbol` when the symbol is listed, `instrument` when the source feeds another symbol with it.
 */
export async function listFromSource(
  trx: Db,
  sources: readonly Connector[],
  { symbol, name, ...chosen }: SourceSymbol,
  nowMs: number,
): Promise<void> {
  await lockFreeSymbol(trx, symbol);
  const instrument = await takeInstrument(trx, sources, chosen);
  const { source } = chosen;
  const given = { symbol, source, instrument, name: name ?? instrument.name };
  await begin(trx, sources, given, nowMs);
  if (name) await updateSymbol(trx, symbol, { name, kept: true });
}

/** Symbol whose bars come from files. */
export interface FileSymbol {
  readonly symbol: string;
  readonly category: Category;
  readonly digits: number;
  readonly base: BaseResolution;
  readonly name: SymbolNames;
  readonly calendar: CalendarName;
}

/** Lists a symbol without bars, to be filled by imports. Throws `conflict-409` when the symbol is listed. */
export async function listForFiles(trx: Db, given: FileSymbol, nowMs: number): Promise<void> {
  const { symbol, name, ...series } = given;
  await lockFreeSymbol(trx, symbol);
  await insertSeries(trx, { symbol, source: FILE_SOURCE, ...series }, name, nowMs);
  await saveChoice(trx, symbol, FILE_SOURCE, nowMs);
  await notify(trx, MARKET_CHANNEL, symbol);
}

/** Sets the names of a symbol; its source no longer changes them. Throws `not-found-404`. */
export async function chooseNames(trx: Db, symbol: string, name: SymbolNames): Promise<void> {
  await getSymbol(trx, symbol);
  await updateSymbol(trx, symbol, { name, kept: true });
  await notify(trx, MARKET_CHANNEL, symbol);
}

/**
 * Feeds a symbol from another instrument, or from files, in a new history. Names that an operator has set stay. Throws
 * `not-found-404`, and `conflict-409` with the field `source` when files fill it already or the instrument is of another
 * category, `instrument` when the source feeds this or another symbol with it.
 */
export async function chooseSource(
  trx: Db,
  sources: readonly Connector[],
  symbol: string,
  chosen: ChosenInstrument | typeof FILE_SOURCE,
  nowMs: number,
): Promise<void> {
  const { series, name, isKept } = await getSymbol(trx, symbol);
  if (chosen === FILE_SOURCE) {
    const source = chosen;
    if (series.source === source) throw new AppError('conflict-409', { field: 'source' });
    const { category, digits, base } = series;
    const calendar = currentCalendar(series.calendar);
    await insertSeries(trx, { symbol, source, category, digits, base, calendar }, name, nowMs);
    await saveChoice(trx, symbol, source, nowMs);
    await notify(trx, MARKET_CHANNEL, symbol);
    return;
  }
  const instrument = await takeInstrument(trx, sources, chosen);
  if (instrument.category !== series.category) {
    throw new AppError('conflict-409', { field: 'source' });
  }
  const { source } = chosen;
  const given = { symbol, source, instrument, name: isKept ? name : instrument.name };
  await begin(trx, sources, given, nowMs);
}

/** Removes a symbol from the list; its history stays. Throws `not-found-404`. */
export async function retireSymbol(trx: Db, symbol: string, nowMs: number): Promise<void> {
  await getSymbol(trx, symbol);
  await removeSymbol(trx, symbol, nowMs);
  await saveChoice(trx, symbol, null, nowMs);
  await notify(trx, MARKET_CHANNEL, symbol);
}

/** Returns the number of base bars of each symbol, with the times of the first and the last. */
export async function listReach(
  db: Db,
  symbols: readonly MarketSymbol[],
): Promise<Map<string, { bars: number; first: number; last: number }>> {
  const heads = await listHeads(
    db,
    symbols.map(({ series }) => series.id),
  );
  const names = new Map(
    symbols.map(({ series }) => [`${series.id} ${series.base}`, series.symbol]),
  );
  return new Map(
    heads.flatMap(({ seriesId, resolution, length, firstOpenTimeMs, lastOpenTimeMs }) => {
      const name = names.get(`${seriesId} ${resolution}`);
      const reach = { bars: length, first: firstOpenTimeMs, last: lastOpenTimeMs };
      return name === undefined ? [] : [[name, reach] as const];
    }),
  );
}

/** Locks a symbol that can be listed. Throws `conflict-409` when it is listed, or named like that of a replay. */
async function lockFreeSymbol(trx: Db, symbol: string): Promise<void> {
  await lockSymbol(trx, symbol);
  if (symbol.endsWith('.R') || (await findSymbol(trx, symbol))) {
    throw new AppError('conflict-409', { field: 'symbol' });
  }
}

/** Locks and returns an instrument with which its source feeds no symbol. */
async function takeInstrument(
  trx: Db,
  sources: readonly Connector[],
  { source, instrument: sourceSymbol }: ChosenInstrument,
): Promise<Instrument> {
  const instrument = await findOffered(sources, source, sourceSymbol);
  if (!instrument) throw new AppError('not-found-404', { field: 'instrument' });
  await lockSymbol(trx, `${source} ${sourceSymbol}`);
  if ((await listSourceSymbols(trx, source)).has(sourceSymbol)) {
    throw new AppError('conflict-409', { field: 'instrument' });
  }
  return instrument;
}

async function begin(
  trx: Db,
  sources: readonly Connector[],
  given: Omit<SourceSymbol, 'instrument' | 'name'> & {
    readonly instrument: Instrument;
    readonly name: SymbolNames;
  },
  nowMs: number,
): Promise<void> {
  const { symbol, source, name } = given;
  const { symbol: sourceSymbol, category, digits, base, calendar } = given.instrument;
  const connector = sources.find((one) => one.name === source);
  const whole = connector?.fillOrder !== 'newest-first';
  const series = { symbol, source, sourceSymbol, category, digits, base, calendar, whole };
  await insertSeries(trx, series, name, nowMs, { reason: 'source' });
  await saveChoice(trx, symbol, source, nowMs);
  // The source must not list the instrument under its own name as well, also after the symbol is retired.
  if (sourceSymbol !== symbol && !(await listChoices(trx)).has(sourceSymbol)) {
    await saveChoice(trx, sourceSymbol, null, nowMs);
  }
  await notify(trx, MARKET_CHANNEL, symbol);
}
