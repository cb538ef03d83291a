import type { Category } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import type { PartContext } from '../../platform/part.ts';
import { type MarketSymbol, symbolsTopic } from '../market/index.ts';
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

/** The listed symbols, at hand without waiting; the market's board is one. */
export interface SymbolList {
  symbols(): readonly MarketSymbol[];
  find(symbol: string): MarketSymbol | undefined;
}

/** Opens the memory; it holds one view a symbol at most. */
export function openAnalyses(
  { db, bus }: Pick<PartContext, 'db' | 'bus'>,
  list: SymbolList,
): Analyses {
  const views = new Map<string, Kept>();

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
      for (const symbol of event.symbols ?? [...views.keys()]) views.delete(symbol);
    }),
  ];

  return {
    async get(name) {
      const symbol = list.find(name);
      const [analysis] = symbol ? await readViews([symbol]) : [];
      if (!analysis) throw new AppError('not-found-404');
      return analysis;
    },
    list: (category) =>
      readViews(list.symbols().filter((symbol) => symbol.series.category === category)),
    stop() {
      for (const end of off) end();
    },
  };
}
