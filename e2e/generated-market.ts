import { CATEGORIES, type Category, type Reply, type ROUTES } from '@rasat/contract';
import type { Page, WebSocketRoute } from 'playwright-core';

// A generated market that answers the calls of a page instead of the server, so that a test knows every value that the
// page may show. The kinds of values are always the same; the figures follow from the seed.

export type SymbolEntry = Reply<typeof ROUTES.symbols>[number];
export type Quote = Reply<typeof ROUTES.quotes>['quotes'][number];
export type PredictorItem = Reply<typeof ROUTES.predictor>[number];
export type Condition = NonNullable<Reply<typeof ROUTES.seer>['tradeCondition']>;
export type PortfolioItem = Reply<typeof ROUTES.portfolio>[number];

/** Time of the server while a generated market is served: 16:20 in Istanbul. */
export const MARKET_NOW = Date.UTC(2026, 10, 18, 13, 20);
/** Lead of the visitor's clock over the server's. "New" and "today" follow the server's. */
export const VISITOR_AHEAD_MS = (3 * 60 + 25) * 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Beginning of the hour of `MARKET_NOW`. */
export const HOUR_START = MARKET_NOW - (MARKET_NOW % HOUR_MS);

/** Random numbers from 0 up to 1 that follow from a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The seed of this run; `SEED` repeats a run that failed. */
export const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);

/** Rounds a value to the decimals of a symbol. */
export const inDigits = (value: number, digits: number) => Number(value.toFixed(digits));

export interface GeneratedMarket {
  readonly symbols: readonly SymbolEntry[];
  readonly quotes: Readonly<Record<Category, readonly Quote[]>>;
  /** Newest first. */
  readonly predictor: Readonly<Record<Category, readonly PredictorItem[]>>;
  /** Newest first. */
  readonly portfolio: Readonly<Record<Category, readonly PortfolioItem[]>>;
  readonly views: Reply<typeof ROUTES.portfolioViews>;
  readonly favorites: readonly string[];
}

const PREFIX: Readonly<Record<Category, string>> = {
  crypto: 'CR',
  forex: 'FX',
  bist: 'BI',
  nasdaq: 'NQ',
  index: 'IX',
};

/**
 * Times of conditions, newest first: in this hour, a millisecond before it, today in Istanbul but yesterday in UTC,
 * yesterday in both, and older ones, the last in another year.
 */
const CONDITION_TIMES = [
  MARKET_NOW - 3 * 60_000,
  HOUR_START - 1,
  Date.UTC(2026, 10, 17, 21, 30),
  Date.UTC(2026, 10, 17, 20, 59),
  MARKET_NOW - 9 * DAY_MS,
  MARKET_NOW - 200 * DAY_MS,
  Date.UTC(2025, 11, 31, 21, 0),
  Date.UTC(2025, 11, 31, 20, 0),
];

/** Kinds of quotes: risen, fallen, unchanged, a change below the shown decimals, no previous day, no price. */
type QuoteKind = 'risen' | 'fallen' | 'unchanged' | 'hardly' | 'young' | 'unpriced';
const QUOTE_KINDS: readonly QuoteKind[] = [
  'risen',
  'fallen',
  'unchanged',
  'hardly',
  'young',
  'unpriced',
];
const ENDS = [null, null, -1, null, 0, 2] as const;

/** Generates a market from a seed: twelve symbols of crypto, six of each other category, with 0 to 5 decimals. */
export function generateMarket(seed: number): GeneratedMarket {
  const random = seeded(seed);
  const shift = Math.floor(random() * 6);
  const symbols = CATEGORIES.flatMap((type) =>
    Array.from({ length: type === 'crypto' ? 12 : 6 }, (_, i): SymbolEntry => {
      const symbol = `${PREFIX[type]}${String.fromCharCode(65 + i)}${Math.floor(random() * 90) + 10}`;
      return {
        symbol,
        type,
        digits: (i + shift) % 6,
        name: { tr: `${symbol} adı`, az: `${symbol} adlı`, en: `${symbol} name` },
        source: i % 2 === 0 ? 'simulated' : 'venue',
        delay: { class: i % 2 === 0 ? ('simulated' as const) : ('real-time' as const), ms: 0 },
        calendar: 'always',
        base: '60',
        resolutions: ['15', '60', '240', '1D', '1W'],
      };
    }),
  );
  const of = (type: Category) => symbols.filter((entry) => entry.type === type);
  const quotes = byCategory((type) =>
    of(type).map((entry, i) =>
      generateQuote(entry, QUOTE_KINDS[(i + shift) % 6] ?? 'risen', random),
    ),
  );
  const quoteOf = new Map(CATEGORIES.flatMap((type) => quotes[type]).map((one) => [one.s, one]));
  const predictor = byCategory((type, place) =>
    of(type)
      .slice(0, CONDITION_TIMES.length)
      // The other categories have older times only, so that the newest entries have every kind.
      .map((entry, i): PredictorItem => {
        const time = CONDITION_TIMES[place === 0 ? i : 4 + (i % 4)] ?? MARKET_NOW;
        const quote = quoteOf.get(entry.symbol);
        return {
          tradeCondition: listed(
            generateCondition(entry, time - place * 60_000, i + shift, random),
          ),
          last: quote?.p == null || quote.d === null ? null : { p: quote.p, d: quote.d },
        };
      })
      .toSorted((a, b) => b.tradeCondition.datetime - a.tradeCondition.datetime),
  );
  // The first millisecond of the hour, and the one before it.
  const openings = [HOUR_START, HOUR_START - 1].values();
  const portfolio = byCategory((type) =>
    of(type)
      .flatMap(({ symbol, digits }, i) =>
        // From no open box to four of the five.
        [1, 2, 3, 4, 5]
          .filter((box) => (i + shift) % 5 > 0 && (box * (i + 2) + shift) % 5 < (i + shift) % 5)
          .map((t) => {
            const d = openings.next().value ?? MARKET_NOW - Math.floor(random() * 3 * HOUR_MS);
            const way = (t + i) % 2 === 0;
            const p = inDigits((quoteOf.get(symbol)?.p ?? 100) * (0.97 + random() * 0.06), digits);
            const risk = Math.max(inDigits(p * 0.02, digits), 10 ** -digits);
            return { s: symbol, t, d, way, p, sl: way ? p - risk : p + risk };
          }),
      )
      .toSorted((a, b) => b.d - a.d),
  );
  const views = CATEGORIES.map((type, i) => ({
    type,
    views: i === 2 ? 0 : 1 + Math.floor(random() * 9999),
  }));
  const favorites = [14, 3, 29, 8, 20].map((place) => symbols[(place + shift) % 36]?.symbol ?? '');
  return { symbols, quotes, predictor, portfolio, views, favorites };
}

/** Returns the decimals of a symbol's prices. */
export function digitsOf({ symbols }: GeneratedMarket, symbol: string): number {
  const entry = symbols.find((one) => one.symbol === symbol);
  if (!entry) throw new RangeError(`no symbol ${symbol}`);
  return entry.digits;
}

function byCategory<T>(make: (type: Category, place: number) => T): Record<Category, T> {
  return Object.fromEntries(CATEGORIES.map((type, i) => [type, make(type, i)])) as Record<
    Category,
    T
  >;
}

/** Generates a price with one to six figures before the decimal sign. */
function generatePrice(digits: number, random: () => number): number {
  return inDigits(10 ** (0.5 + random() * 5), digits);
}

function generateQuote(
  { symbol, digits }: SymbolEntry,
  kind: QuoteKind,
  random: () => number,
): Quote {
  if (kind === 'unpriced') {
    const none = { p: null, d: null, previousClose: null, dayOpen: null, dayHigh: null };
    return {
      s: symbol,
      ...none,
      dayLow: null,
      weekOpen: null,
      closes: [],
      open: true,
      stale: false,
    };
  }
  const p = generatePrice(digits, random);
  const move = 0.0006 + random() * 0.2;
  const base = {
    risen: p / (1 + move),
    fallen: p / (1 - move),
    unchanged: p,
    hardly: p * (1 + 2e-5),
    young: null,
  }[kind];
  return {
    s: symbol,
    p,
    d: MARKET_NOW - Math.floor(random() * 9000),
    previousClose: base,
    dayOpen: p,
    dayHigh: inDigits(p * 1.01, digits),
    dayLow: inDigits(p * 0.99, digits),
    weekOpen: inDigits(p * 1.02, digits),
    closes: [p, inDigits(p * 1.01, digits), p],
    open: kind !== 'unchanged',
    stale: kind === 'fallen',
  };
}

/** Returns the fields of a condition that the predictor lists. */
function listed({
  expiry: _expiry,
  endedAt: _endedAt,
  exit: _exit,
  basis: _basis,
  ...entry
}: Condition): PredictorItem['tradeCondition'] {
  return entry;
}

/** Generates a condition of a symbol; `place` determines its direction, end and setup. */
export function generateCondition(
  { symbol, digits }: Pick<SymbolEntry, 'symbol' | 'digits'>,
  datetime: number,
  place: number,
  random: () => number,
): Condition {
  const buy = place % 2 === 0;
  const ended = ENDS[place % 6] ?? null;
  const tick = 10 ** -digits;
  const price = inDigits(10 ** (2 + random() * 3), digits);
  const range = inDigits(tick * (2 + Math.floor(random() * 40)), digits);
  const at = (ranges: number) => inDigits(price + (buy ? 1 : -1) * ranges * range, digits);
  return {
    symbol,
    way: buy,
    active: ended === null,
    price,
    range,
    datetime,
    sl: at(-1),
    tp1: at(1),
    tp2: at(2),
    expiry: datetime + 20 * DAY_MS,
    setup: place % 3 === 0 ? 'pivot' : 'break',
    ended,
    endedAt: ended === null ? null : datetime + DAY_MS,
    exit: ended === null ? null : at({ '-1': -1, '0': 0.5, '2': 2 }[`${ended}`]),
    tp1Hit: ended === 2,
    basis: {},
  };
}

const leg = {
  mean: 0.02,
  net: null,
  baseline: 0.01,
  difference: null,
  netBaseline: 0,
  netDifference: null,
};
const figures = {
  n: 1234,
  tp1: 636,
  sl: 564,
  expired: 34,
  tp2: 370,
  voided: 0,
  matched: 1200,
  quarters: 8,
  days: 300,
  chance: null,
  baseline: { tp1: 0.485, sl: 0.46, tp2: 0.3 },
  cost: 0.02,
  first: leg,
  second: leg,
} as const;
const hits = {
  n: 1200,
  share: 0.53,
  baseline: 0.485,
  // An interval that contains the baseline: 49.5 to 57.4 per cent.
  difference: { value: 0.05, low: 0.01, high: 0.089 },
} as const;

/** Rates of the signals: a setup with figures, and one with too few signals. */
export const RATES: Reply<typeof ROUTES.recordRates> = [
  {
    kind: 'condition',
    setup: 'pivot',
    category: 'crypto',
    source: 'simulated',
    origin: 'backfill',
    figures: { ...figures, hits, verdict: 'interval-excludes-zero' },
  },
  {
    kind: 'condition',
    setup: 'break',
    category: null,
    source: 'file',
    origin: 'live',
    figures: { ...figures, hits: { ...hits, n: 14 }, verdict: 'few' },
  },
];

/** Four messages, newest first; the dashboard shows three. */
export const MESSAGES: Reply<typeof ROUTES.platformMessages> = [
  { id: 4, message: 'fourth', datetime: MARKET_NOW - HOUR_MS, unread: true },
  { id: 3, message: 'third', datetime: Date.UTC(2026, 10, 15, 21, 5), unread: true },
  { id: 2, message: 'second', datetime: Date.UTC(2025, 4, 1, 12), unread: false },
  { id: 1, message: 'first', datetime: Date.UTC(2025, 3, 1, 12), unread: false },
];

/**
 * Answers the calls of lists and prices with a market. The server's clock goes with the page's clock, which a test may
 * move. Call it before the page is opened.
 */
export async function serveMarket(page: Page, market: GeneratedMarket): Promise<void> {
  await page.clock.install({ time: MARKET_NOW + VISITOR_AHEAD_MS });
  // Stamped as the page reads it: on a busy machine, or while the clock runs on, an answer would be seconds old by then.
  await page.addInitScript((aheadMs) => {
    Response.prototype.json = async function json(this: Response): Promise<unknown> {
      const body: unknown = JSON.parse(await this.text());
      if (typeof body !== 'object' || body === null || !('serverTime' in body)) return body;
      return { ...body, serverTime: Date.now() - aheadMs };
    };
  }, VISITOR_AHEAD_MS);
  const serverTime = MARKET_NOW;
  const last = (url: string) => new URL(url).pathname.split('/').at(-1) as Category;
  const answers: readonly (readonly [string, (url: string) => unknown])[] = [
    ['/api/health', () => ({ ready: true, behind: false, filled: 1, busy: false, serverTime })],
    ['/api/symbols', () => market.symbols],
    ['/api/quotes/*', (url) => ({ serverTime, quotes: market.quotes[last(url)] })],
    ['/api/predictor/*', (url) => market.predictor[last(url)]],
    ['/api/portfolio/*', (url) => market.portfolio[last(url)]],
    ['/api/portfolio/views', () => market.views],
    ['/api/account/favorites', () => market.favorites],
    ['/api/record/rates/*', () => RATES],
    ['/api/account/platformMessages', () => MESSAGES],
    ['/api/account/classMessages', () => []],
    ['/api/account/messages/unread', () => ({ platform: 2, class: 0 })],
  ];
  for (const [path, answer] of answers) {
    await page.route(
      (url) => new RegExp(`^${path.replace('*', '[^/]+')}$`).test(url.pathname),
      (route) => route.fulfill({ json: answer(route.request().url()) }),
    );
  }
}

/** A live price on the wire. */
export interface Tick {
  readonly s: string;
  readonly d: number;
  readonly p: number;
}

/** The live socket of a page, played by the test. */
export interface PlayedStream {
  /** Sends a frame on every socket of the page. Returns false while it has none. */
  readonly send: (frame: readonly Tick[] | { readonly analysis: string }) => boolean;
  /** Ends every socket; later ones do not open until `open`. */
  readonly close: () => Promise<void>;
  readonly open: () => void;
}

/** Plays the server's end of the live socket, which carries only frames of the test. Call before the page opens. */
export async function playStream(page: Page): Promise<PlayedStream> {
  const sockets = new Set<WebSocketRoute>();
  let opened = Promise.withResolvers<void>();
  opened.resolve();
  await page.routeWebSocket('**/api/live', async (socket) => {
    await opened.promise;
    sockets.add(socket);
    socket.onMessage(() => undefined);
    socket.onClose(() => sockets.delete(socket));
  });
  return {
    send: (frame) => {
      for (const socket of sockets) socket.send(JSON.stringify(frame));
      return sockets.size > 0;
    },
    close: async () => {
      opened = Promise.withResolvers();
      for (const socket of sockets) await socket.close();
      sockets.clear();
    },
    open: () => opened.resolve(),
  };
}
