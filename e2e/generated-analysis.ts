import { BOXES, type Language, type Reply, type ROUTES, type WireTouch } from '@rasat/contract';
import type { Page } from 'playwright-core';
import {
  type Condition,
  generateCondition,
  HOUR_START,
  inDigits,
  MARKET_NOW,
  type Quote,
  RATES,
  type SymbolEntry,
  seeded,
} from './generated-market.ts';
import { generateTouch } from './touch-values.ts';

// Generated replies of the server about one symbol: one of three shapes, with figures from the seed.

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The Monday of the server's week: ISO week 47 of 2026. */
export const MONDAY = Date.UTC(2026, 10, 16);

export type Seer = Reply<typeof ROUTES.seer>;
export type Levels = Reply<typeof ROUTES.levels>;
export type Cycle = NonNullable<Reply<typeof ROUTES.cycle>>;
export type Box = NonNullable<Reply<typeof ROUTES.boxChart>>;
export type PastBox = Reply<typeof ROUTES.historicalBox>['shortTerm'][number];
export type Trade = NonNullable<PastBox['trade']>;
export type PastWeek = Reply<typeof ROUTES.historicalLevels>[number];
type WireBar = Reply<typeof ROUTES.historical>[number];

export interface GeneratedAnalysis {
  readonly entry: SymbolEntry;
  readonly quote: Quote;
  readonly seer: Seer;
  readonly levels: Levels;
  readonly touch: WireTouch;
  readonly cycle: Cycle;
  /** In the order of the five boxes. */
  readonly boxes: readonly (Box | null)[];
  readonly trades: readonly (Trade & { readonly t: number })[];
  readonly longTerm: readonly PastBox[];
  readonly pastWeeks: readonly PastWeek[];
  /** Returns sixty candles of a resolution; the last one is forming, and its close is the last price. */
  readonly barsOf: (resolution: '60' | '1D' | '1W') => readonly WireBar[];
}

/** Opening time of the forming candle of each resolution, and the length of a candle. */
const NEWEST = {
  '60': [HOUR_START, HOUR_MS],
  '1D': [Date.UTC(2026, 10, 18), DAY_MS],
  '1W': [MONDAY, 7 * DAY_MS],
} as const;

const PROVENANCE = {
  computedAt: MARKET_NOW - 20 * 60_000,
  engineVersion: '7.1',
  inputHash: 'ab',
  serverTime: MARKET_NOW,
} as const;

/**
 * Generates the analysis for the visit in a language. `tr`: a running buy of this hour, five decimals. `az`: a sell
 * that its stop ended after the first target, without decimals and without ATR. `en`: a running sell beyond its first
 * target, three decimals, without a previous day.
 */
export function generateAnalysis(language: Language, seed: number): GeneratedAnalysis {
  const random = seeded(seed);
  const shape = {
    tr: {
      symbol: 'FXT1',
      type: 'forex',
      digits: 5,
      source: 'simulated',
      delay: { class: 'simulated' as const, ms: 0 },
      calendar: 'forex',
    },
    az: {
      symbol: 'IXA1',
      type: 'index',
      digits: 0,
      source: 'venue',
      delay: { class: 'real-time' as const, ms: 0 },
      calendar: 'nasdaq',
    },
    en: {
      symbol: 'CRE1',
      type: 'crypto',
      digits: 3,
      source: 'venue',
      delay: { class: 'real-time' as const, ms: 0 },
      calendar: 'always',
    },
  } as const;
  const entry: SymbolEntry = {
    ...shape[language],
    name: { tr: 'Sembol adı', az: 'Simvol adı', en: 'Name of the symbol' },
    base: '60',
    resolutions: ['15', '60', '240', '1D', '1W'],
  };
  const { digits, symbol } = entry;
  const datetime = language === 'tr' ? MARKET_NOW - 5 * 60_000 : MARKET_NOW - 400 * DAY_MS;
  const drawn = generateCondition(entry, datetime, language === 'tr' ? 0 : 1, random);
  // Without decimals the lines are thousands apart.
  const prices = { tr: inDigits(1 + random(), 5), az: 60_000 + Math.floor(random() * 3e4) };
  const made = language === 'en' ? drawn : { ...drawn, price: prices[language] };
  // Wide enough for a price between the lines, also without decimals.
  const range = inDigits(10 ** -digits * (200 + Math.floor(random() * 400)), digits);
  const sign = language === 'tr' ? 1 : -1;
  const at = (ranges: number) => inDigits(made.price + sign * ranges * range, digits);
  const condition: Condition = {
    ...made,
    range,
    sl: at(-1),
    tp1: at(1),
    tp2: at(2),
    setup: language === 'az' ? 'break' : 'pivot',
    ...(language === 'az'
      ? {
          active: false,
          ended: -1,
          endedAt: datetime + 12 * DAY_MS,
          exit: at(-1),
          tp1Hit: true,
        }
      : {
          active: true,
          ended: null,
          endedAt: null,
          exit: null,
          tp1Hit: language === 'en',
        }),
  };
  const p = at(language === 'en' ? 1.25 : 0.37);
  const far = (ranges: number) => inDigits(made.price + ranges * range, digits);
  const quote: Quote = {
    s: symbol,
    p,
    d: MARKET_NOW - 1000,
    previousClose: language === 'en' ? null : inDigits(p + 0.7 * range * (random() + 0.1), digits),
    dayOpen: p,
    // The tick of a test is a new extreme of the day in two of the shapes.
    dayHigh: language === 'tr' ? p : far(4),
    dayLow: language === 'en' ? p : far(-4),
    weekOpen: language === 'az' ? null : far(3),
    closes: [p],
    open: true,
    stale: false,
  };
  const seerOf = (ageDays: number, way: boolean, ranges: number) => ({
    datetime: MARKET_NOW - ageDays * DAY_MS - 5 * HOUR_MS,
    way,
    level: far(ranges),
    confirmed: MARKET_NOW,
    basis: {},
  });
  const seer: Seer = {
    seer: seerOf(language === 'az' ? 20 : 118, language !== 'az', -60),
    closeSeer: language === 'en' ? null : seerOf(5, true, -30),
    // Younger than six months, none, and older than six months.
    reverseSeer: language === 'az' ? null : seerOf(language === 'tr' ? 90 : 250, false, 55),
    tradeCondition: condition,
    crystalSeer: {
      d: MONDAY,
      way: language === 'az',
      level: far(45),
      confirmed: MONDAY,
      basis: {},
    },
    atr: language === 'az' ? null : inDigits(7 * range, digits),
    ...PROVENANCE,
  };
  const ladder = (side: 1 | -1) =>
    [8, 9, 11, 14, 18, 23].map((step) => inDigits(p + side * step * range, digits));
  const levels: Levels = {
    d: MONDAY,
    anchor: p,
    buy: ladder(1),
    sell: ladder(-1),
    basis: {},
    ...PROVENANCE,
  };
  const value = { tr: 0.4238, az: -0.3512, en: 0.0712 }[language];
  const cycle: Cycle = {
    value,
    date: MARKET_NOW - 2 * DAY_MS,
    percentage: { tr: 71.19, az: 32.44, en: 53.56 }[language],
    positive: value > 0,
    warming: language === 'en',
    basis: {},
    ...PROVENANCE,
  };
  const box = (place: number, term: 'short' | 'long'): Box => {
    const kind = BOXES[place]?.kind ?? 'hayyam';
    const created = MARKET_NOW - (term === 'short' ? 3 : 90) * DAY_MS - place * HOUR_MS;
    // The lower edge of the second box is the nearest level below the price.
    const bottom = far(place === 1 && term === 'short' ? -2 : -40 - place);
    const top = far(30 + place);
    return {
      kind,
      term,
      resolution: term === 'short' ? '240' : '1D',
      p: {
        top,
        bottom,
        middle: far(-3 - place),
        middleUp: far(10 + place),
        middleDown: far(-20 - place),
        upTrade: far(33 + place),
        downTrade: far(-45 - place),
      },
      d: {
        start: created - 2 * DAY_MS,
        end: created + 30 * DAY_MS + 12 * HOUR_MS,
        middle: created,
        fQuarter: created,
        // The third box is longer than eight market weeks.
        lQuarter: created + (place === 2 ? 70 : 22) * DAY_MS,
        fHalf: created,
        lHalf: created,
      },
      created,
      basis: {},
      ...PROVENANCE,
    };
  };
  const trade = (way: boolean, place: number, ageDays: number): Trade => {
    const side = way ? 1 : -1;
    const priceOf = (steps: number) => far(30 + place + side * steps * 3);
    return {
      sl: priceOf(-1),
      p: priceOf(0),
      tp1: priceOf(1),
      tp2: priceOf(2),
      status: 0,
      d: MARKET_NOW - ageDays * DAY_MS,
      way,
      expiry: MARKET_NOW + 9 * DAY_MS,
      closed: false,
      exit: null,
      tp2Hit: false,
      tp2Closed: false,
      basis: {},
    };
  };
  const stopped = trade(false, 1, 2);
  const reached = trade(true, 3, 9);
  const shape60 = Array.from({ length: 60 }, (_, i) => {
    const open = far(Math.round(random() * 40 - 20));
    const close = i === 59 ? p : far(Math.round(random() * 40 - 20));
    const high = inDigits(Math.max(open, close) + (1 + i / 60) * range, digits);
    const low = inDigits(Math.min(open, close) - (1 + random()) * range, digits);
    return [open, high, low, close] as const;
  });
  // The last box does not exist yet.
  const boxes = BOXES.map((_, place) => (place === 4 ? null : box(place, 'short')));
  return {
    entry,
    quote,
    seer,
    levels,
    touch: generateTouch(language, p, range, levels, boxes),
    cycle,
    boxes,
    trades: [
      { t: 1, ...trade(true, 0, 1) },
      { t: 2, ...stopped, status: -1, closed: true, exit: stopped.sl },
      { t: 4, ...reached, status: 1, closed: true, exit: reached.tp1, tp2Hit: true },
    ],
    longTerm: [{ ...box(0, 'long'), trade: trade(false, 0, 60) }],
    pastWeeks: [
      { ...pastWeek(1, levels), outcome: { ...trade(true, 0, 8), status: 1, closed: true } },
      { ...pastWeek(2, levels), outcome: null },
      { ...pastWeek(3, levels), outcome: { ...trade(false, 1, 20), status: -1, closed: true } },
    ],
    barsOf: (resolution) => {
      const [lastMs, stepMs] = NEWEST[resolution];
      return shape60.map(([open, high, low, close], i) => ({
        d: lastMs - (59 - i) * stepMs,
        o: open,
        h: high,
        l: low,
        c: close,
        v: 1,
      }));
    },
  };
}

function pastWeek(ago: number, { anchor, buy, sell }: Levels) {
  return { d: MONDAY - ago * 7 * DAY_MS, anchor: anchor ?? 0, buy, sell, basis: {} };
}

/** Answers the calls of a symbol's pages with its analysis; prices and times as in `serveMarket`. */
export async function serveAnalysis(
  page: Page,
  made: Omit<GeneratedAnalysis, 'touch'> & { readonly touch: WireTouch | null },
): Promise<void> {
  const { symbol } = made.entry;
  const answers: Readonly<Record<string, unknown>> = {
    [`seer/${symbol}`]: made.seer,
    [`levels/${symbol}`]: made.levels,
    [`touch/${symbol}`]: made.touch,
    [`cycle/${symbol}`]: made.cycle,
    [`box/${symbol}/trade`]: made.trades,
    [`historical/${symbol}/box`]: { shortTerm: [], longTerm: made.longTerm },
    [`historical/${symbol}/levels`]: made.pastWeeks,
    ...Object.fromEntries(
      (['60', '1D', '1W'] as const).map((resolution) => [
        `historical/${symbol}-${resolution}`,
        made.barsOf(resolution),
      ]),
    ),
    [`record/rates/${symbol}`]: made.entry.type === 'forex' ? RATES : RATES.slice(1),
    ...Object.fromEntries(made.boxes.map((box, i) => [`box/${symbol}/chart/${i + 1}`, box])),
    ...Object.fromEntries(made.trades.map((trade) => [`box/${symbol}/trade/${trade.t}`, trade])),
  };
  const nameOf = (url: URL) => url.pathname.replace('/api/', '');
  await page.route(
    (url) => url.pathname.startsWith('/api/') && nameOf(url) in answers,
    (route) => route.fulfill({ json: answers[nameOf(new URL(route.request().url()))] ?? null }),
  );
  // Bars that the page does not name.
  await page.route(
    (url) => url.pathname.startsWith(`/api/historical/${symbol}-`) && !(nameOf(url) in answers),
    (route) => route.fulfill({ json: [] }),
  );
}
