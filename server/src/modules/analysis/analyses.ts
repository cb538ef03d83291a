import type { Category } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import type { PartContext } from '../../platform/part.ts';
import { type MarketSymbol, symbolsTopic } from '../market/index.ts';
import { listSignals, listViews, type StoredSignals, type StoredView } from './store.ts';
import { SymbolMemory } from './symbol-memory.ts';
import { updatedTopic } from './topics.ts';

/** A listed symbol with what is known of it; without a view nothing is known yet. */
export interface Analysis {
  readonly symbol: MarketSymbol;
  readonly stored: StoredView | undefined;
}

/** A listed symbol with what lists say of it; without signals nothing is known yet. */
export interface ListedSignals {
  readonly symbol: MarketSymbol;
  readonly stored: StoredSignals | undefined;
}

/** The stored analyses, kept in memory until the analyst says that they changed. */
export interface Analyses {
  /** Throws `not-found-404` for a symbol that is not listed. */
  get(symbol: string): Promise<Analysis>;
  /** Every symbol of a category, by name. The same array for as long as nothing in it may have changed. */
  list(category: Category): Promise<readonly ListedSignals[]>;
  stop(): void;
}

/** The listed symbols, at hand without waiting; the market's board is one. */
export interface SymbolList {
  /** The same array for as long as the list does not change. */
  symbols(): readonly MarketSymbol[];
  find(symbol: string): MarketSymbol | undefined;
}

interface KeptList {
  readonly of: readonly MarketSymbol[];
  readonly signals: Promise<readonly ListedSignals[]>;
}

/** Opens the memory; it holds one view and the signals of a symbol at most. */
export function openAnalyses(
  { db, bus }: Pick<PartContext, 'db' | 'bus'>,
  symbols: SymbolList,
): Analyses {
  const views = new SymbolMemory((ids) => listViews(db, ids));
  const signals = new SymbolMemory((ids) => listSignals(db, ids));
  const lists = new Map<Category, KeptList>();

  const off = [
    bus.subscribe(updatedTopic, (event) => {
      views.forget(event.symbols);
      if (event.changed.length === 0) return;
      signals.forget(event.changed);
      lists.clear();
    }),
    bus.subscribe(symbolsTopic, (event) => {
      views.forget(event.symbols);
      signals.forget(event.symbols);
      lists.clear();
    }),
  ];

  return {
    async get(name) {
      const symbol = symbols.find(name);
      const [analysis] = symbol ? await views.read([symbol]) : [];
      if (!analysis) throw new AppError('not-found-404');
      return analysis;
    },
    list(category) {
      const of = symbols.symbols();
      const known = lists.get(category);
      if (known?.of === of) return known.signals;
      const read = signals.read(of.filter(({ series }) => series.category === category));
      const kept: KeptList = { of, signals: read };
      lists.set(category, kept);
      read.catch(() => {
        if (lists.get(category) === kept) lists.delete(category);
      });
      return read;
    },
    stop() {
      for (const end of off) end();
    },
  };
}
