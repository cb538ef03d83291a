import { type Category, SYMBOL_PATTERN } from '@rasat/contract';
import type { Bar, CalendarName } from '@rasat/engine';
import type { BarColumns } from '@rasat/ledger';
import type { Connector, Instrument } from '../../../connectors/connector.ts';
import { AppError } from '../../../platform/app-error.ts';
import { notify } from '../../../platform/db/notify.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { appendBars } from '../store/append-bars.ts';
import { barAt } from '../store/bar-columns.ts';
import { listHeads, readAllBars } from '../store/read-bars.ts';
import { openWriters } from '../store/series-writer.ts';
import { hasStorablePrices } from '../store/storable-bar.ts';
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
import {
  type BaseResolution,
  FILE_SOURCE,
  type MarketSymbol,
  REPLAY_SOURCE,
  type Series,
  type SymbolNames,
} from '../symbol.ts';
import { MARKET_CHANNEL } from '../topics.ts';
import { isWanted } from './source-symbols.ts';

// What an operator says about symbols. Each function is called inside a transaction; the running server hears of it at
// the commit and feeds, or stops feeding, accordingly.

/** An instrument that a source has and that is not listed. */
export interface Offer {
  readonly source: string;
  readonly instrument: Instrument;
}

/** Every instrument of the sources whose symbol is not listed. */
export async function listOffers(db: Db, sources: readonly Connector[]): Promise<Offer[]> {
  const listed = new Set((await listSymbols(db)).map(({ symbol }) => symbol));
  const choices = await listChoices(db);
  const offers: Offer[] = [];
  for (const source of sources) {
    for (const instrument of await source.instruments()) {
      // What the source is about to list by itself is no offer.
      if (listed.has(instrument.symbol) || isWanted(instrument, source.name, choices)) continue;
      offers.push({ source: source.name, instrument });
    }
  }
  return offers;
}

/** Lists an instrument of a source. Throws `not-found-404` without such an instrument, `conflict-409` when it is listed. */
export async function listFromSource(
  trx: Db,
  sources: readonly Connector[],
  { symbol, source }: { readonly symbol: string; readonly source: string },
  nowMs: number,
): Promise<void> {
  await lockSymbol(trx, symbol);
  const instrument = await findInstrument(sources, source, symbol);
  if (await findSymbol(trx, symbol)) throw new AppError('conflict-409', { field: 'symbol' });
  await begin(trx, instrument, source, nowMs);
}

/** A symbol that files will fill. */
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
  const { symbol, name, calendar, ...series } = given;
  await lockSymbol(trx, symbol);
  if (await findSymbol(trx, symbol)) throw new AppError('conflict-409', { field: 'symbol' });
  await insertSeries(trx, { symbol, source: FILE_SOURCE, ...series }, { name, calendar }, nowMs);
  await saveChoice(trx, symbol, FILE_SOURCE, nowMs);
  await notify(trx, MARKET_CHANNEL, symbol);
}

/** Chooses names and calendar of a symbol; its source changes them no more. Throws `not-found-404`. */
export async function chooseNames(
  trx: Db,
  symbol: string,
  shown: { readonly name: SymbolNames; readonly calendar: CalendarName },
): Promise<void> {
  await getSymbol(trx, symbol);
  await updateSymbol(trx, symbol, { ...shown, kept: true });
  await notify(trx, MARKET_CHANNEL, symbol);
}

/**
 * Shows the prices of a symbol with other decimals, in a new history of the same bars. Throws `not-found-404`, and
 * `conflict-409` when the prices of its bars or of its source have more decimals, or nothing would change.
 */
export async function chooseDigits(
  trx: Db,
  sources: readonly Connector[],
  symbol: string,
  digits: number,
  nowMs: number,
): Promise<void> {
  const { series } = await getSymbol(trx, symbol);
  const offered = await findOffered(sources, series.source, symbol);
  if (digits === series.digits || (offered && digits < offered.digits)) {
    throw new AppError('conflict-409', { field: 'digits' });
  }
  await beginAgain(trx, symbol, { digits }, (bar) => bar, nowMs);
}

/**
 * Feeds a symbol from another source, in a new history. Throws `not-found-404`, and `conflict-409` when it has that
 * source already or the source's instrument is of another category.
 */
export async function chooseSource(
  trx: Db,
  sources: readonly Connector[],
  symbol: string,
  source: string,
  nowMs: number,
): Promise<void> {
  const { series, name, calendar } = await getSymbol(trx, symbol);
  if (series.source === source) throw new AppError('conflict-409', { field: 'source' });
  if (source === FILE_SOURCE) {
    const { category, digits, base } = series;
    await insertSeries(trx, { symbol, source, category, digits, base }, { name, calendar }, nowMs);
    await saveChoice(trx, symbol, source, nowMs);
    await notify(trx, MARKET_CHANNEL, symbol);
    return;
  }
  const instrument = await findInstrument(sources, source, symbol);
  if (instrument.category !== series.category) {
    throw new AppError('conflict-409', { field: 'source' });
  }
  await begin(trx, instrument, source, nowMs);
}

/** Takes a symbol off the list; its history stays. Throws `not-found-404`. */
export async function retireSymbol(trx: Db, symbol: string, nowMs: number): Promise<void> {
  await getSymbol(trx, symbol);
  await removeSymbol(trx, symbol, nowMs);
  await saveChoice(trx, symbol, null, nowMs);
  await notify(trx, MARKET_CHANNEL, symbol);
}

/** A split: `factor` new shares for each old one, from `atMs` on. */
export interface Split {
  readonly factor: number;
  readonly atMs: number;
}

/**
 * Divides the prices of every bar that opens before the split, and multiplies their volumes, in a new history. Throws
 * `not-found-404`, and `conflict-409` when no bar opens before it, or a price would be rounded to nothing.
 */
export async function splitSymbol(
  trx: Db,
  symbol: string,
  { factor, atMs }: Split,
  nowMs: number,
): Promise<void> {
  const { series } = await getSymbol(trx, symbol);
  const [head] = (await listHeads(trx, [series.id])).filter(
    ({ resolution }) => resolution === series.base,
  );
  if (!head || head.firstOpenTimeMs >= atMs || atMs > nowMs) {
    throw new AppError('conflict-409', { field: 'at' });
  }
  const scale = 10 ** series.digits;
  const divided = (price: number): number => Math.round((price / factor) * scale) / scale;
  await beginAgain(
    trx,
    symbol,
    {},
    (bar) =>
      bar.openTimeMs >= atMs
        ? bar
        : {
            openTimeMs: bar.openTimeMs,
            open: divided(bar.open),
            high: divided(bar.high),
            low: divided(bar.low),
            close: divided(bar.close),
            volume: bar.volume * factor,
          },
    nowMs,
  );
}

/** How many base bars each symbol has, and from when to when. */
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

async function getSymbol(trx: Db, symbol: string): Promise<MarketSymbol> {
  if (!SYMBOL_PATTERN.test(symbol)) throw new AppError('not-found-404');
  await lockSymbol(trx, symbol);
  const found = await findSymbol(trx, symbol);
  // A replay ends by itself.
  if (!found || found.series.source === REPLAY_SOURCE) throw new AppError('not-found-404');
  return found;
}

async function findOffered(
  sources: readonly Connector[],
  source: string,
  symbol: string,
): Promise<Instrument | undefined> {
  const instruments = await sources.find(({ name }) => name === source)?.instruments();
  return instruments?.find((one) => one.symbol === symbol);
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
  instrument: Instrument,
  source: string,
  nowMs: number,
): Promise<void> {
  const { symbol, category, digits, base, name, calendar } = instrument;
  await insertSeries(trx, { symbol, source, category, digits, base }, { name, calendar }, nowMs);
  await saveChoice(trx, symbol, source, nowMs);
  await notify(trx, MARKET_CHANNEL, symbol);
}

/** Begins a new history with the bars of the present one, each as `change` makes it; higher bars are made of these. */
async function beginAgain(
  trx: Db,
  symbol: string,
  changed: { readonly digits?: number },
  change: (bar: Bar) => Bar,
  nowMs: number,
): Promise<void> {
  const { series: before, name, calendar } = await getSymbol(trx, symbol);
  const { source, category, base } = before;
  const digits = changed.digits ?? before.digits;
  const series = await insertSeries(
    trx,
    { symbol, source, category, digits, base },
    { name, calendar },
    nowMs,
  );
  await copyBars(trx, before, series, change);
  await notify(trx, MARKET_CHANNEL, symbol);
}

async function copyBars(
  trx: Db,
  from: Series,
  to: Series,
  change: (bar: Bar) => Bar,
): Promise<void> {
  const writer = (await openWriters(trx, [to])).get(to.id);
  if (!writer) throw new Error(`series ${to.id} has no writer`);
  const copy = async (bars: AsyncIterable<BarColumns>, add: (bar: Bar) => void): Promise<void> => {
    for await (const part of bars) {
      for (let row = 0; row < part.length; row++) {
        const bar = change(barAt(part, row));
        if (!hasStorablePrices(bar, to.digits))
          throw new AppError('conflict-409', { field: 'digits' });
        add(bar);
      }
      await appendBars(trx, writer.takePending());
    }
  };
  await copy(readAllBars(trx, from.id, from.base), (bar) => writer.addBase(bar));
  if (from.base === '60')
    await copy(readAllBars(trx, from.id, '15'), (bar) => writer.addQuarter(bar));
}
