import type { Category } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import type { PartContext } from '../../platform/part.ts';
import { listSymbols, type MarketSymbol, symbolsTopic } from '../market/index.ts';
import { listViews, type StoredView } from './store.ts';
import { updatedTopic } from './topics.ts';

/** A listed symbol with what is known of it; without a view nothing is known yet. */
export interface Analysis {
  readonly symbol: MarketSymbol;
  readonly stored: StoredView | undefined;
}

/** The stored analyses, kept in memory until the analyst says that they changed. */
export interface Analyses {
  /** Throws `not-found-404` for a symbol that is not listed. */
  get(symbol: string): Promise<Analysis>;
  /** Every symbol of a category, by name. */
  list(category: Category): Promise<Analysis[]>;
  stop(): void;
}

interface Kept {
  readonly seriesId: number;
  readonly view: Promise<StoredView | undefined>;
}

/** Opens the memory; it holds one view a symbol at most. */
export function openAnalyses({ db, bus }: Pick<PartContext, 'db' | 'bus'>): Analyses {
  let symbols: Promise<ReadonlyMap<string, MarketSymbol>> | null = null;
  const views = new Map<string, Kept>();

  const readSymbols = (): Promise<ReadonlyMap<string, MarketSymbol>> => {
    if (symbols) return symbols;
    const read = listSymbols(db).then((list) => new Map(list.map((one) => [one.symbol, one])));
    symbols = read;
    read.catch(() => {
      if (symbols === read) symbols = null;
    });
    return read;
  };

  /** Reads what is not in memory in one go. */
  const readViews = async (wanted: readonly MarketSymbol[]): Promise<Analysis[]> => {
    const missing = wanted.filter(
      ({ symbol, series }) => views.get(symbol)?.seriesId !== series.id,
    );
    if (missing.length > 0) {
      const read = listViews(
        db,
        missing.map(({ series }) => series.id),
      ).then((found) => new Map(found.map((view) => [view.seriesId, view])));
      for (const { symbol, series } of missing) {
        const kept: Kept = { seriesId: series.id, view: read.then((map) => map.get(series.id)) };
        views.set(symbol, kept);
        kept.view.catch(() => {
          if (views.get(symbol) === kept) views.delete(symbol);
        });
      }
    }
    const kept = wanted.map(({ symbol }) => views.get(symbol)?.view);
    return Promise.all(wanted.map(async (symbol, i) => ({ symbol, stored: await kept[i] })));
  };

  const off = [
    bus.subscribe(updatedTopic, (event) => {
      for (const symbol of event.symbols) views.delete(symbol);
    }),
    bus.subscribe(symbolsTopic, (event) => {
      symbols = null;
      for (const symbol of event.symbols ?? [...views.keys()]) views.delete(symbol);
    }),
  ];

  return {
    async get(name) {
      const symbol = (await readSymbols()).get(name);
      const [analysis] = symbol ? await readViews([symbol]) : [];
      if (!analysis) throw new AppError('not-found-404');
      return analysis;
    },
    async list(category) {
      const all = [...(await readSymbols()).values()];
      return readViews(all.filter((symbol) => symbol.series.category === category));
    },
    stop() {
      for (const end of off) end();
    },
  };
}
