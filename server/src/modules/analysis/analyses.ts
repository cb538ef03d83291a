import type { Category } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import type { PartContext } from '../../platform/part.ts';
import { type MarketSymbol, symbolsTopic } from '../market/index.ts';
import { listSignals, listViews, type StoredSignals, type StoredView } from './store.ts';
import { SymbolMemory } from './symbol-memory.ts';
import { updatedTopic } from './topics.ts';

/** Listed symbol with its stored view; undefined before its first analysis. */
export interface Analysis {
  readonly symbol: MarketSymbol;
  readonly stored: StoredView | undefined;
}

/** Listed symbol with its stored signals for lists; undefined before its first analysis. */
export interface ListedSignals {
  readonly symbol: MarketSymbol;
  readonly stored: StoredSignals | undefined;
}

/** Stored analyses, kept in memory until the analyst announces a change. */
export interface Analyses {
  /** Returns the analysis of a symbol. Throws `not-found-404` for a symbol that is not listed. */
  get(symbol: string): Promise<Analysis>;
  /** Returns every symbol of a category, by name; the same array until its content may have changed. */
  list(category: Category): Promise<readonly ListedSignals[]>;
  stop(): void;
}

/** Listed symbols that are in memory, such as the market's board. */
export interface SymbolList {
  /** Returns the listed symbols; the same array until the list changes. */
  symbols(): readonly MarketSymbol[];
  find(symbol: string): MarketSymbol | undefined;
}

interface KeptList {
  readonly of: readonly MarketSymbol[];
  readonly signals: Promise<readonly ListedSignals[]>;
}

/** Creates the memory, which holds at most one view and the signals of each symbol. */
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
