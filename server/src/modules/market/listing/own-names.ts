import type { Connector, CorporateAction, VenueTick } from '../../../connectors/connector.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { listSourceSymbols } from '../store/symbol-store.ts';

/**
 * Returns a source whose instruments have the names of our symbols: its lists and ticks carry our names, and its calls
 * send the source its own. Each reading of `instruments` takes the names from the present histories; an instrument whose
 * own name is the symbol of another one is left out. A symbol that no such reading returned is refused, so that it never
 * gets the prices of the instrument that has its name at the source.
 */
export function underOwnNames(connector: Connector, db: Db): Connector {
  const { name, audience, delay, ticks, settledMs, fillOrder, actions } = connector;
  /** Names at the source, by symbol. One whose symbol is no longer fed stays, since its calls may not be over. */
  const sourceSymbols = new Map<string, string>();
  const sourceSymbolOf = (symbol: string): string => {
    const known = sourceSymbols.get(symbol);
    if (known === undefined) throw new Error(`${name} does not feed ${symbol}`);
    return known;
  };

  return {
    name,
    audience,
    delay,
    ticks,
    ...(settledMs !== undefined && { settledMs }),
    fillOrder,
    async instruments() {
      const offered = await connector.instruments();
      const symbols = await listSourceSymbols(db, name);
      const taken = new Set(symbols.values());
      return offered.flatMap((instrument) => {
        const own = symbols.get(instrument.symbol);
        if (own === undefined && taken.has(instrument.symbol)) return [];
        const symbol = own ?? instrument.symbol;
        sourceSymbols.set(symbol, instrument.symbol);
        return [{ ...instrument, symbol }];
      });
    },
    async find(symbol) {
      const known = sourceSymbols.get(symbol);
      const found = known === undefined ? null : await connector.find(known);
      return found && { ...found, symbol };
    },
    available: async (symbol) => connector.available(sourceSymbolOf(symbol)),
    history: (symbol, ...rest) => connector.history(sourceSymbolOf(symbol), ...rest),
    ...(actions && {
      // An instrument that the source has renamed is no longer among those that it offers.
      actions: async (symbols, fromMs) => {
        const wanted = new Set(symbols);
        const own = [...(await listSourceSymbols(db, name))].filter(([, one]) => wanted.has(one));
        const told = await actions.call(
          connector,
          own.map(([sourceSymbol]) => sourceSymbol),
          fromMs,
        );
        return told && underSymbols(told, new Map(own));
      },
    }),
    subscribe(symbols, onTicks) {
      const asked = symbols.map((one) => ({ ...one, symbol: sourceSymbolOf(one.symbol) }));
      const isNamed = asked.every(({ symbol }, at) => symbol === symbols[at]?.symbol);
      if (isNamed) return connector.subscribe(symbols, onTicks);
      const names = new Map(asked.map(({ symbol }, at) => [symbol, symbols[at]?.symbol ?? symbol]));
      const own = new Set(names.values());
      return connector.subscribe(asked, (delivered) => {
        onTicks(delivered.flatMap((tick) => renamed(tick, names, own)));
      });
    },
  };
}

/** Returns the actions of instruments that were asked for under our names; the new name of a rename is the source's. */
function underSymbols(
  told: readonly CorporateAction[],
  own: ReadonlyMap<string, string>,
): readonly CorporateAction[] {
  return told.flatMap((action) => {
    const symbol = own.get(action.symbol);
    return symbol === undefined ? [] : [{ ...action, symbol }];
  });
}

/** Returns a tick under our name; nothing for one that was not asked for and would get the name of another. */
function renamed(
  tick: VenueTick,
  names: ReadonlyMap<string, string>,
  own: ReadonlySet<string>,
): readonly VenueTick[] {
  const symbol = names.get(tick.symbol);
  if (symbol !== undefined) return [{ ...tick, symbol }];
  return own.has(tick.symbol) ? [] : [tick];
}
