import { isReference } from '@rasat/contract';
import type { Connector, Instrument } from '../../../connectors/connector.ts';
import { inTransaction } from '../../../platform/db/pool.ts';
import type { PartContext } from '../../../platform/part.ts';
import { listComingNames } from '../store/action-store.ts';
import {
  insertSeries,
  listChoices,
  listSymbols,
  saveSource,
  updateSymbol,
} from '../store/symbol-store.ts';
import type { MarketSymbol } from '../symbol.ts';
import { symbolsTopic } from '../topics.ts';

/** Options of listing besides the source. */
export interface ListingOptions {
  readonly nowMs: number;
  /** The other sources of the server. */
  readonly others?: readonly Connector[];
  /** Is called when a symbol waits for another source, so that it is listed by a later call. */
  readonly later?: () => void;
}

/**
 * Returns the symbols that a source feeds: its instruments that no other source feeds and no operator has retired.
 * Lists new ones, and updates names unless an operator has set them. A listed symbol keeps the calendar of its history.
 * Leaves out an instrument whose category or base resolution the source has changed, or whose prices have more decimals
 * than its history: the stored history contradicts it. A source of daily rates leaves a new symbol to any other source
 * that lists it, whichever of them is faster.
 */
export async function listOwnSymbols(
  context: PartContext,
  connector: Connector,
  options: ListingOptions,
): Promise<MarketSymbol[]> {
  const { db, bus, log } = context;
  const { nowMs } = options;
  const source = connector.name;
  const instruments = new Map((await connector.instruments()).map((one) => [one.symbol, one]));
  const left = await listLeft(context, connector, [...instruments.values()], options);
  let isOther = false;
  const changed = await inTransaction(db, async (trx) => {
    isOther = await saveSource(trx, source, connector);
    const listed = new Map((await listSymbols(trx)).map((one) => [one.symbol, one]));
    const choices = await listChoices(trx);
    const coming = await listComingNames(trx, source);
    const names: string[] = [];
    for (const instrument of instruments.values()) {
      const { symbol, category, digits, base, name, calendar } = instrument;
      const known = listed.get(symbol);
      if (!known) {
        // The new name of a listed instrument is not another instrument.
        if (coming.has(symbol) || !isWanted(instrument, source, choices)) continue;
        if (choices.get(symbol) === undefined && left.has(symbol)) continue;
        const series = { symbol, source, category, digits, base, calendar };
        const whole = connector.fillOrder === 'oldest-first';
        await insertSeries(trx, { ...series, whole }, name, nowMs);
      } else if (known.series.source !== source || known.isKept || isShownAs(known, instrument)) {
        continue;
      } else {
        await updateSymbol(trx, symbol, { name });
      }
      names.push(symbol);
    }
    return names;
  });
  if (isOther) bus.publish(symbolsTopic, { symbols: null });
  else if (changed.length > 0) bus.publish(symbolsTopic, { symbols: changed });
  const listed = new Map((await listSymbols(db)).map((one) => [one.symbol, one]));
  return Array.from(instruments.values()).flatMap((instrument) => {
    const symbol = listed.get(instrument.symbol);
    if (symbol?.series.source !== source) return [];
    const { category, digits, base } = symbol.series;
    if (
      category === instrument.category &&
      digits >= instrument.digits &&
      base === instrument.base
    ) {
      return [symbol];
    }
    log.error(
      { symbol: symbol.symbol, stored: { category, digits, base }, offered: instrument },
      'a source has changed an instrument; it is not fed',
    );
    return [];
  });
}

/**
 * Returns the new symbols that a source of daily rates leaves to other sources: those that one of them lists, and all of
 * them while one of these sources is unavailable. None for a source of other prices.
 */
async function listLeft(
  { db, log }: PartContext,
  { name, delay }: Connector,
  instruments: readonly Instrument[],
  { others = [], later }: ListingOptions,
): Promise<ReadonlySet<string>> {
  if (!isReference(delay)) return new Set();
  const listed = new Set((await listSymbols(db)).map(({ symbol }) => symbol));
  const choices = await listChoices(db);
  const fresh = instruments
    .filter((one) => !one.optional && !listed.has(one.symbol) && !choices.has(one.symbol))
    .map(({ symbol }) => symbol);
  if (fresh.length === 0) return new Set();
  const rivals = others.filter((one) => !isReference(one.delay));
  try {
    const offered = await Promise.all(rivals.map((one) => one.instruments()));
    const taken = offered.flat().filter(({ optional = false }) => !optional);
    return new Set(taken.map(({ symbol }) => symbol));
  } catch (error) {
    log.info({ err: error, source: name, symbols: fresh }, 'new symbols wait for other sources');
    later?.();
    return new Set(fresh);
  }
}

function isShownAs(symbol: MarketSymbol, { name }: Instrument): boolean {
  return symbol.name.tr === name.tr && symbol.name.az === name.az && symbol.name.en === name.en;
}

/** Whether a source may list one of its instruments that is not listed. */
function isWanted(
  { symbol, optional = false }: Instrument,
  source: string,
  choices: ReadonlyMap<string, string | null>,
): boolean {
  const chosen = choices.get(symbol);
  return chosen === undefined ? !optional : chosen === source;
}
