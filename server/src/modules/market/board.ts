import {
  type Category,
  hasSessions,
  LIMITS,
  type Reply,
  type ROUTES,
  type WireTick,
} from '@rasat/contract';
import { type Bar, barEnd, isOpen, type Resolution } from '@rasat/engine';
import type { Audience } from '../../connectors/connector.ts';
import type { PartContext } from '../../platform/part.ts';
import { barAt } from './bar-columns.ts';
import { readLastBarsOfMany } from './bar-store.ts';
import { openWriters } from './series-writer.ts';
import { listSymbols } from './store.ts';
import { type MarketSymbol, STALE_MS } from './symbol.ts';
import {
  type FormingEvent,
  formingTopic,
  type StoredEvent,
  storedTopic,
  symbolsTopic,
  ticksTopic,
} from './topics.ts';

type Quote = Reply<(typeof ROUTES)['quotes']>['quotes'][number];

/** A price and its time. */
export interface LastPrice {
  readonly p: number;
  readonly d: number;
}

/** What the requests of a process need at hand of every symbol: kept up to date by the bus, read without waiting. */
export interface MarketBoard {
  symbols(): readonly MarketSymbol[];
  find(symbol: string): MarketSymbol | undefined;
  /** Null before the first price, and for a symbol that is not listed. */
  lastPrice(symbol: string): LastPrice | null;
  /** The bars that are not closed, oldest first; none, one or two. */
  openBars(symbol: string, resolution: Resolution): readonly Bar[];
  /** Of every symbol of a category; without prices where `mayHave` says no. */
  quotes(category: Category, mayHave: (audience: Audience) => boolean): Quote[];
  /** Told of every series and resolution whose bars have changed and, with null, that the list may have. */
  onChange(fn: (changed: StoredEvent | null) => void): void;
  stop(): void;
}

interface Row {
  readonly symbol: MarketSymbol;
  last: LastPrice | null;
  /** The newest closed 1D bars, oldest first. */
  days: readonly Bar[];
  /** The newest closed 1W bar. */
  week: Bar | null;
  open: Readonly<Partial<Record<Resolution, readonly Bar[]>>>;
  /** Whether the feed has said which bars are open. */
  isFed: boolean;
}

/** A quote whose price its reader may not have. */
const WITHHELD = {
  p: null,
  d: null,
  previousClose: null,
  dayOpen: null,
  dayHigh: null,
  dayLow: null,
  weekOpen: null,
  closes: [],
  stale: false,
} satisfies Partial<Quote>;
const NOTHING_OPEN = { open: {}, isFed: false } as const;
/** Closed days before the one that is shown, one more than the closes. */
const DAYS_KEPT = LIMITS.quoteCloses + 1;
/** Backfilled symbols are read again at most so often; wall clock. */
const RELOAD_MS = 500;

/** Reads the board from the database and follows the bus from then on. */
export async function startBoard(context: PartContext): Promise<MarketBoard> {
  const board = new Board(context);
  await board.load(null);
  return board;
}

class Board implements MarketBoard {
  readonly #context: PartContext;
  #rows = new Map<string, Row>();
  #list: readonly MarketSymbol[] = [];
  readonly #listeners: ((changed: StoredEvent | null) => void)[] = [];
  readonly #unsubscribe: (() => void)[];
  /** Symbols to be read again; null stands for all. */
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
      quotes.push(mayHave(series.audience) ? quote : { ...quote, ...WITHHELD });
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

  /** Reads the list, and the rows of these symbols (null: of all) and of those whose series is new. */
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
    const rows = new Map<string, Row>();
    for (const symbol of list) {
      const known = this.#rows.get(symbol.symbol);
      const kept = known?.symbol.series.id === symbol.series.id ? known : undefined;
      const read = fresh.get(symbol.series.id);
      // What the bus has said meanwhile is newer than what was read.
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

  async #readRows(symbols: readonly MarketSymbol[]): Promise<Map<number, Row>> {
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
        const { id, base, fx } = symbol.series;
        const day = days.get(id);
        const week = weeks.get(id);
        const writer = writers.get(id);
        const newest = writer?.lastBase;
        const row: Row = {
          symbol,
          last: newest ? { p: newest.close, d: barEnd(base, newest.openTimeMs, fx) } : null,
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
      // What is being read from the database right now may lack these bars.
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

function appendTo(row: Row, resolution: Resolution, bars: readonly Bar[]): void {
  const newest = bars.at(-1);
  if (!newest) return;
  if (resolution === '1D') row.days = [...row.days, ...bars].slice(-DAYS_KEPT);
  if (resolution === '1W') row.week = newest;
  const { base, fx } = row.symbol.series;
  if (resolution === base) {
    const closed = { p: newest.close, d: barEnd(base, newest.openTimeMs, fx) };
    if (!row.last || row.last.d < newest.openTimeMs) row.last = closed;
  }
  const open = row.open[resolution]?.filter((bar) => bar.openTimeMs > newest.openTimeMs) ?? [];
  row.open = { ...row.open, [resolution]: open };
}

function quoteOf({ symbol, last, days, week, open }: Row, nowMs: number): Quote {
  const { symbol: s, calendar, series } = symbol;
  const forming = open['1D']?.at(-1);
  const closed = forming ? days : days.slice(0, -1);
  const today = forming ?? days.at(-1);
  const p = last?.p ?? today?.close ?? null;
  const inSession = hasSessions(series.source) && isOpen(calendar, nowMs);
  const closes = closed.slice(1 - LIMITS.quoteCloses).map((bar) => bar.close);
  if (p !== null) closes.push(p);
  return {
    s,
    p,
    d: last?.d ?? null,
    previousClose: closed.at(-1)?.close ?? null,
    dayOpen: today?.open ?? null,
    dayHigh: today && p !== null ? Math.max(today.high, p) : null,
    dayLow: today && p !== null ? Math.min(today.low, p) : null,
    weekOpen: open['1W']?.at(-1)?.open ?? week?.open ?? null,
    closes,
    open: inSession,
    stale: inSession && (last === null || nowMs - last.d > STALE_MS[series.category]),
  };
}
