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

/**
 * Returns the symbols that a source feeds: its instruments that no other source feeds and no operator has retired.
 * Lists new ones, and updates names unless an operator has set them. A listed symbol keeps the calendar of its history.
 * Leaves out an instrument whose category or base resolution the source has changed, or whose prices have more decimals
 * than its history: the stored history contradicts it.
 */
export async function listOwnSymbols(
  context: PartContext,
  connector: Connector,
  nowMs: number,
): Promise<MarketSymbol[]> {
  const { db, bus, log } = context;
  const source = connector.name;
  const instruments = new Map((await connector.instruments()).map((one) => [one.symbol, one]));
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
