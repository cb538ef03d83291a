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
  listSymbols,
  lockSymbol,
  removeSymbol,
  saveChoice,
  updateSymbol,
} from '../store/symbol-store.ts';
import { currentCalendar, FILE_SOURCE, type MarketSymbol, type SymbolNames } from '../symbol.ts';
import { MARKET_CHANNEL } from '../topics.ts';
import { findOffered, getSymbol } from './chosen-symbol.ts';
import { isWanted } from './source-symbols.ts';

// The operator's changes to the list of symbols. Each function needs a transaction; at its commit the running server is
// notified, and starts or stops feeding.

/** Instrument of a source whose symbol is not listed. */
export interface Offer {
  readonly source: string;
  readonly instrument: Instrument;
}

/** Returns every instrument of the sources whose symbol is not listed; none of a source that is away. */
export async function listOffers(db: Db, sources: readonly Connector[]): Promise<Offer[]> {
  const listed = new Set((await listSymbols(db)).map(({ symbol }) => symbol));
  const choices = await listChoices(db);
  const offers: Offer[] = [];
  for (const source of sources) {
    const instruments = await source.instruments().catch(() => []);
    for (const instrument of instruments) {
      // The source will list a wanted instrument itself.
      if (listed.has(instrument.symbol) || isWanted(instrument, source.name, choices)) continue;
      offers.push({ source: source.name, instrument });
    }
  }
  return offers;
}

/**
 * Lists an instrument of a source. Throws `not-found-404` without such an instrument, `conflict-409` when it is listed.
 */
export async function listFromSource(
  trx: Db,
  sources: readonly Connector[],
  { symbol, source }: { readonly symbol: string; readonly source: string },
  nowMs: number,
): Promise<void> {
  await lockSymbol(trx, symbol);
  const instrument = await findInstrument(sources, source, symbol);
  if (await findSymbol(trx, symbol)) throw new AppError('conflict-409', { field: 'symbol' });
  await begin(trx, sources, { instrument, source }, nowMs);
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
  await lockSymbol(trx, symbol);
  if (await findSymbol(trx, symbol)) throw new AppError('conflict-409', { field: 'symbol' });
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
 * Feeds a symbol from another source, in a new history. Throws `not-found-404`, and `conflict-409` when that source
 * feeds it already or the source's instrument is of another category.
 */
export async function chooseSource(
  trx: Db,
  sources: readonly Connector[],
  symbol: string,
  source: string,
  nowMs: number,
): Promise<void> {
  const { series, name } = await getSymbol(trx, symbol);
  if (series.source === source) throw new AppError('conflict-409', { field: 'source' });
  if (source === FILE_SOURCE) {
    const { category, digits, base } = series;
    const calendar = currentCalendar(series.calendar);
    await insertSeries(trx, { symbol, source, category, digits, base, calendar }, name, nowMs);
    await saveChoice(trx, symbol, source, nowMs);
    await notify(trx, MARKET_CHANNEL, symbol);
    return;
  }
  const instrument = await findInstrument(sources, source, symbol);
  if (instrument.category !== series.category) {
    throw new AppError('conflict-409', { field: 'source' });
  }
  await begin(trx, sources, { instrument, source }, nowMs);
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

async function findInstrument(
  sources: readonly Connector[],
  source: string,
  symbol: string,
): Promise<Instrument> {
  const instrument = await findOffered(sources, source, symbol);
  if (!instrument) throw new AppError('not-found-404', { field: 'source' });
  return instrument;
}

async function begin(
  trx: Db,
  sources: readonly Connector[],
  { instrument, source }: Offer,
  nowMs: number,
): Promise<void> {
  const { symbol, category, digits, base, name, calendar } = instrument;
  const connector = sources.find((one) => one.name === source);
  const whole = connector?.fillOrder !== 'newest-first';
  await insertSeries(trx, { symbol, source, category, digits, base, calendar, whole }, name, nowMs);
  await saveChoice(trx, symbol, source, nowMs);
  await notify(trx, MARKET_CHANNEL, symbol);
}
