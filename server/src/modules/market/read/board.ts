import { type Category, LIMITS, type WireTick } from '@rasat/contract';
import type { Bar, Resolution } from '@rasat/engine';
import type { Audience } from '../../../connectors/connector.ts';
import type { PartContext } from '../../../platform/part.ts';
import { barAt } from '../store/bar-columns.ts';
import { readLastBarsOfMany } from '../store/read-bars.ts';
import { openWriters } from '../store/series-writer.ts';
import { listSymbols } from '../store/symbol-store.ts';
import type { MarketSymbol } from '../symbol.ts';
import {
  type FormingEvent,
  formingTopic,
  type StoredEvent,
  silenceTopic,
  storedTopic,
  symbolsTopic,
  ticksTopic,
} from '../topics.ts';
import {
  closedPrice,
  type LastPrice,
  type Quote,
  type QuotedSymbol,
  quoteOf,
  withoutPrices,
} from './quote.ts';

/** In-memory state of every symbol for a process's requests; updated from the bus, read without waiting. */
export interface MarketBoard {
  symbols(): readonly MarketSymbol[];
  find(symbol: string): MarketSymbol | undefined;
  /** Null before the first price, and for a symbol that is not listed. */
  lastPrice(symbol: string): LastPrice | null;
  /** Returns the time of the last ticks of a source that is silent; null for any other. */
  silentSinceMs(source: string): number | null;
  /** Returns the open bars, oldest first; none, one or two. */
  openBars(symbol: string, resolution: Resolution): readonly Bar[];
  /** Returns the quotes of a category's symbols, without prices where `mayHave` returns false. */
  quotes(category: Category, mayHave: (audience: Audience) => boolean): Quote[];
  /**
   * Calls `fn` with each series and resolution whose bars have changed, and with null when the list may have changed.
   */
  onChange(fn: (changed: StoredEvent | null) => void): void;
  stop(): void;
}

const NOTHING_OPEN = { open: {}, isFed: false } as const;
/** Closed days kept besides the shown one, one more than the closes. */
const DAYS_KEPT = LIMITS.quoteCloses + 1;
/** Shortest interval between two reads of backfilled symbols; wall clock. */
const RELOAD_MS = 500;

/** Reads the board from the database and keeps it up to date from the bus. */
export async function startBoard(context: PartContext): Promise<MarketBoard> {
  const board = new Board(context);
  await board.load(null);
  return board;
}

class Board implements MarketBoard {
  readonly #context: PartContext;
  #rows = new Map<string, QuotedSymbol>();
  #list: readonly MarketSymbol[] = [];
  readonly #silent = new Map<string, number>();
  readonly #listeners: ((changed: StoredEvent | null) => void)[] = [];
  readonly #unsubscribe: (() => void)[];
  /** Symbols to read again; null means all. */
  readonly #stale = new Set<string | null>();
  #reload: NodeJS.Timeout | null = null;
  #loading: Promise<void> = Promise.resolve();
  #reading = 0;
  #stopped = false;

  constructor(context: PartContext) {
    this.#context = context;
    const { bus } = context;
    this.#unsubscribe = [
      bus.subscribe(ticksTopic, (ticks) => this.#onTicks(ticks)),
      bus.subscribe(formingTopic, (events) => this.#onForming(events)),
      bus.subscribe(storedTopic, (events) => this.#onStored(events)),
      bus.subscribe(silenceTopic, ({ source, sinceMs }) => {
        if (sinceMs === null) this.#silent.delete(source);
        else this.#silent.set(source, sinceMs);
      }),
      bus.subscribe(symbolsTopic, ({ symbols }) => {
        for (const name of symbols ?? [null]) this.#readAgain(name);
      }),
    ];
  }

  symbols(): readonly MarketSymbol[] {
    return this.#list;
  }

  find(symbol: string): MarketSymbol | undefined {
    return this.#rows.get(symbol)?.symbol;
  }

  lastPrice(symbol: string): LastPrice | null {
    return this.#rows.get(symbol)?.last ?? null;
  }

  silentSinceMs(source: string): number | null {
    return this.#silent.get(source) ?? null;
  }

  openBars(symbol: string, resolution: Resolution): readonly Bar[] {
    return this.#rows.get(symbol)?.open[resolution] ?? [];
  }

  quotes(category: Category, mayHave: (audience: Audience) => boolean): Quote[] {
    const nowMs = this.#context.clock.now();
    const quotes: Quote[] = [];
    for (const row of this.#rows.values()) {
      const { series } = row.symbol;
      if (series.category !== category) continue;
      const quote = quoteOf(row, nowMs);
      quotes.push(mayHave(series.audience) ? quote : withoutPrices(quote));
    }
    return quotes;
  }

  onChange(fn: (changed: StoredEvent | null) => void): void {
    this.#listeners.push(fn);
  }

  stop(): void {
    this.#stopped = true;
    for (const end of this.#unsubscribe) end();
    if (this.#reload) clearTimeout(this.#reload);
  }

  /** Reads the list, the rows of these symbols (null: of all), and those of symbols with a new series. */
  async load(names: ReadonlySet<string> | null): Promise<void> {
    this.#reading += 1;
    try {
      await this.#load(names);
    } finally {
      this.#reading -= 1;
    }
  }

  async #load(names: ReadonlySet<string> | null): Promise<void> {
    const list = await listSymbols(this.#context.db);
    const wanted = list.filter(({ symbol, series }) => {
      const known = this.#rows.get(symbol);
      return names === null || names.has(symbol) || known?.symbol.series.id !== series.id;
    });
    const fresh = await this.#readRows(wanted);
    const rows = new Map<string, QuotedSymbol>();
    for (const symbol of list) {
      const known = this.#rows.get(symbol.symbol);
      const kept = known?.symbol.series.id === symbol.series.id ? known : undefined;
      const read = fresh.get(symbol.series.id);
      // Values that the bus brought during the read are newer than the read ones.
      const last = laterOf(kept?.last ?? null, read?.last ?? null);
      const { open, isFed } = kept?.isFed || !read ? (kept ?? NOTHING_OPEN) : read;
      const row = read ?? kept;
      if (row) rows.set(symbol.symbol, { ...row, symbol, last, open, isFed });
    }
    this.#rows = rows;
    this.#list = list;
    this.#tell(null);
    for (const { symbol, series, resolutions } of wanted) {
      for (const resolution of resolutions) {
        this.#tell({ symbol, seriesId: series.id, resolution, bars: null });
      }
    }
  }

  async #readRows(symbols: readonly MarketSymbol[]): Promise<Map<number, QuotedSymbol>> {
    const { db } = this.#context;
    const ids = symbols.map(({ series }) => series.id);
    const [days, weeks, writers] = await Promise.all([
      readLastBarsOfMany(db, ids, '1D', DAYS_KEPT),
      readLastBarsOfMany(db, ids, '1W', 1),
      openWriters(
        db,
        symbols.map(({ series }) => series),
      ),
    ]);
    return new Map(
      symbols.map((symbol) => {
        const { id } = symbol.series;
        const day = days.get(id);
        const week = weeks.get(id);
        const writer = writers.get(id);
        const newest = writer?.lastBase;
        const row: QuotedSymbol = {
          symbol,
          last: newest ? closedPrice(symbol.series, newest) : null,
          days: day ? Array.from({ length: day.length }, (_, i) => barAt(day, i)) : [],
          week: week ? barAt(week, week.length - 1) : null,
          open: writer?.openHigher([]) ?? {},
          isFed: false,
        };
        return [id, row];
      }),
    );
  }

  #onTicks(ticks: readonly WireTick[]): void {
    for (const { s, d, p } of ticks) {
      const row = this.#rows.get(s);
      if (row && (!row.last || d >= row.last.d)) row.last = { p, d };
    }
  }

  #onForming(events: readonly FormingEvent[]): void {
    for (const { symbol, seriesId, bars } of events) {
      const row = this.#rows.get(symbol);
      if (row?.symbol.series.id !== seriesId) continue;
      row.open = bars;
      row.isFed = true;
    }
  }

  #onStored(events: readonly StoredEvent[]): void {
    for (const event of events) {
      const { symbol, seriesId, resolution, bars } = event;
      const row = this.#rows.get(symbol);
      const isKnown =
        row?.symbol.series.id === seriesId && row.symbol.resolutions.includes(resolution);
      if (isKnown && bars) appendTo(row, resolution, bars);
      // A read in progress may lack these bars.
      if (!isKnown || !bars || this.#reading > 0) this.#readAgain(symbol);
      this.#tell(event);
    }
  }

  #readAgain(name: string | null): void {
    this.#stale.add(name);
    if (this.#stopped) return;
    this.#reload ??= setTimeout(() => {
      this.#reload = null;
      this.#loading = this.#loading.then(() => this.#loadStale());
    }, RELOAD_MS);
  }

  async #loadStale(): Promise<void> {
    const names = [...this.#stale];
    this.#stale.clear();
    if (this.#stopped || names.length === 0) return;
    try {
      await this.load(names.includes(null) ? null : new Set(names as string[]));
    } catch (error) {
      this.#context.log.warn({ err: error }, 'the board could not be read again');
      for (const name of names) this.#readAgain(name);
    }
  }

  #tell(changed: StoredEvent | null): void {
    for (const fn of this.#listeners) fn(changed);
  }
}

function laterOf(one: LastPrice | null, other: LastPrice | null): LastPrice | null {
  if (!one || !other) return one ?? other;
  return one.d >= other.d ? one : other;
}

function appendTo(row: QuotedSymbol, resolution: Resolution, bars: readonly Bar[]): void {
  const newest = bars.at(-1);
  if (!newest) return;
  if (resolution === '1D') row.days = [...row.days, ...bars].slice(-DAYS_KEPT);
  if (resolution === '1W') row.week = newest;
  const { series } = row.symbol;
  if (resolution === series.base && (!row.last || row.last.d < newest.openTimeMs))
    row.last = closedPrice(series, newest);
  const open = row.open[resolution]?.filter((bar) => bar.openTimeMs > newest.openTimeMs) ?? [];
  row.open = { ...row.open, [resolution]: open };
}
