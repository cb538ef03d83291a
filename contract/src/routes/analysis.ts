import {
  BASE_RESOLUTIONS,
  BOX_KINDS,
  BOX_RESOLUTIONS,
  BOX_TERMS,
  CONDITION_SETUPS,
  TOUCH_CLASSES,
} from '@rasat/engine';
import * as z from 'zod/mini';
import { route } from '../route.ts';
import { bar, basis, box, cycle, price, provenance, time, trade, way } from '../wire.ts';
import { boxNumber, noQuery, symbolParams } from './parameters.ts';

const codes = ['bad-fields-400', 'unauthorized-401', 'forbidden-403', 'not-found-404'] as const;
const symbolAndType = z.strictObject({ ...symbolParams.shape, type: boxNumber });
const symbolAndBox = z.strictObject({ ...symbolParams.shape, box: boxNumber });

/** A seer: a pivot of the symbol. */
export const seer = z.object({
  datetime: time,
  way,
  level: price,
  /** When the pivot became known. */
  confirmed: time,
  basis,
});

/** The nearer cluster of the crystal box. */
export const crystalSeer = z.object({
  d: time,
  way,
  level: price,
  /** When its box was made. */
  confirmed: time,
  basis,
});

/** A trade condition. `active` is false once its stop, its second target or its expiry was reached. */
export const tradeCondition = z.object({
  symbol: z.string(),
  way,
  active: z.boolean(),
  price,
  range: price,
  datetime: time,
  sl: price,
  tp1: price,
  tp2: price,
  expiry: time,
  setup: z.enum(CONDITION_SETUPS),
  /** How it ended: -1 stop, 2 second target, 0 expiry; null while active. */
  ended: z.nullable(z.union([z.literal(-1), z.literal(0), z.literal(2)])),
  /** Close at which it ended, and exit price; null while active. */
  endedAt: z.nullable(time),
  exit: z.nullable(price),
  /** Whether the first target was reached before the stop. */
  tp1Hit: z.boolean(),
  basis,
});

/** The published chances of a set of levels. */
export const setChances = z.object({
  /** When they were published, and until when they count. */
  from: time,
  until: time,
  /** Levels that were not reached when the set was published; `first` is the close of the first bar that reached one. */
  levels: z.array(z.object({ level: price, chance: z.number(), first: z.nullable(time) })),
  basis,
});

/** A published cone: low and high edge of 50, 80 and 95 %. */
export const shownCone = z.object({
  from: time,
  until: time,
  edges: z.array(z.tuple([price, price])),
  basis,
});

/** An instant, and the market weeks until then. */
const horizon = z.object({ until: time, weeks: z.number() });

const boxSlot = { kind: z.enum(BOX_KINDS), term: z.enum(BOX_TERMS) };

/** End of a published row; null while it is open. */
export const outcome = z.object({
  way,
  p: price,
  sl: price,
  tp1: price,
  tp2: price,
  d: time,
  status: z.union([z.literal(-1), z.literal(0), z.literal(1)]),
  closed: z.boolean(),
});

const levelSet = {
  /** Start of the week that the levels are valid for. */
  d: time,
  anchor: price,
  buy: z.array(price),
  sell: z.array(price),
};

/** A part of the analysis as the landing page draws it, without its basis. */
const withoutBasis = { basis: true } as const;

/** Calls for the engine's results of one symbol. */
export const analysisRoutes = {
  snapshot: route({
    method: 'GET',
    path: '/snapshot',
    access: 'guest',
    summary:
      'The newest closed bars of one simulated symbol with its box, condition and cycle, at most half a minute old; null without simulated symbols',
    query: noQuery,
    reply: z.nullable(
      z.object({
        symbol: z.string(),
        digits: z.int(),
        /** Always `simulated`; a page that shows these prices must say so. */
        source: z.literal('simulated'),
        resolution: z.enum(BOX_RESOLUTIONS),
        bars: z.array(bar),
        box: z.nullable(z.omit(box, withoutBasis)),
        condition: z.nullable(z.omit(tradeCondition, withoutBasis)),
        cycle: z.nullable(z.omit(cycle, withoutBasis)),
        computedAt: z.nullable(time),
        engineVersion: z.nullable(z.string()),
      }),
    ),
    rawReply: true,
    codes: [],
  }),
  historicalLevels: route({
    method: 'GET',
    path: '/historical/:symbol/levels',
    access: 'subscriber',
    summary: 'Past weekly levels with their outcomes, newest first',
    params: symbolParams,
    query: noQuery,
    reply: z.array(z.object({ ...levelSet, outcome: z.nullable(outcome) })),
    codes,
  }),
  historicalBox: route({
    method: 'GET',
    path: '/historical/:symbol/box',
    access: 'subscriber',
    summary: 'Boxes of the short and the long term, current one included, newest first',
    params: symbolParams,
    query: noQuery,
    reply: z.object({
      shortTerm: z.array(z.object({ ...box.shape, trade: z.nullable(trade) })),
      longTerm: z.array(z.object({ ...box.shape, trade: z.nullable(trade) })),
    }),
    codes,
  }),
  levels: route({
    method: 'GET',
    path: '/levels/:symbol',
    access: 'subscriber',
    summary: "This week's buy and sell levels: the entry first, then five take profits",
    params: symbolParams,
    query: noQuery,
    reply: z.object({
      buy: z.array(price),
      sell: z.array(price),
      d: z.nullable(time),
      anchor: z.nullable(price),
      basis: z.nullable(basis),
      ...provenance,
    }),
    codes,
  }),
  touch: route({
    method: 'GET',
    path: '/touch/:symbol',
    access: 'subscriber',
    summary:
      'How likely published levels are reached before their time, and the cones of a day and a week',
    params: symbolParams,
    query: noQuery,
    reply: z.nullable(
      z.object({
        /** The class of the model, which has one set of constants each. */
        class: z.enum(TOUCH_CLASSES),
        /** Resolution of the bars that the analysis reads. */
        base: z.enum(BASE_RESOLUTIONS),
        /** Whether chances of this class are on trial. */
        trial: z.boolean(),
        /** Of the weekly set, and of the current boxes; null where there are none. */
        levels: z.nullable(setChances),
        boxes: z.array(z.object({ ...boxSlot, chances: setChances })),
        cones: z.object({
          day: z.nullable(shownCone),
          week: z.nullable(shownCone),
          /**
           * Share of each slot of the week (hour or day, from Monday 00:00 UTC) in its movement when the newest cone was
           * made, in hundred-thousandths. Empty before the first cone.
           */
          slots: z.array(z.int()),
        }),
        now: z.nullable(
          z.object({
            /** Close of the newest bar, and its price. */
            at: time,
            price,
            /** Variances of a market week: of the last hours, and of 5, 50 and 500 days. */
            variances: z.tuple([z.number(), z.number(), z.number(), z.number()]),
            /** End of the running day and week, with the market weeks until then. */
            day: horizon,
            week: horizon,
            /** Market weeks until the end of the weekly set. */
            levels: z.nullable(z.number()),
            boxes: z.array(z.object({ ...boxSlot, weeks: z.number() })),
          }),
        ),
        ...provenance,
      }),
    ),
    codes,
  }),
  cycle: route({
    method: 'GET',
    path: '/cycle/:symbol',
    access: 'subscriber',
    summary: 'The cycle gauge, -1 to 1, of the last completed day',
    params: symbolParams,
    query: noQuery,
    reply: z.nullable(z.object({ ...cycle.shape, ...provenance })),
    codes,
  }),
  seer: route({
    method: 'GET',
    path: '/seer/:symbol',
    access: 'subscriber',
    summary: 'Main, close and reverse seer, the trade condition and the crystal seer',
    params: symbolParams,
    query: noQuery,
    reply: z.object({
      seer: z.nullable(seer),
      closeSeer: z.nullable(seer),
      reverseSeer: z.nullable(seer),
      tradeCondition: z.nullable(tradeCondition),
      crystalSeer: z.nullable(crystalSeer),
      /** ATR of the last completed day; null in the first twenty days. */
      atr: z.nullable(price),
      ...provenance,
    }),
    codes,
  }),
  boxChart: route({
    method: 'GET',
    path: '/box/:symbol/chart/:type',
    access: 'subscriber',
    summary: 'The current primary box of a kind, ready to be drawn',
    params: symbolAndType,
    query: noQuery,
    reply: z.nullable(z.object({ ...box.shape, ...provenance })),
    codes,
  }),
  boxTrades: route({
    method: 'GET',
    path: '/box/:symbol/trade',
    access: 'subscriber',
    summary: 'The newest trade of every kind with a trade',
    params: symbolParams,
    query: noQuery,
    reply: z.array(z.object({ t: z.number(), ...trade.shape })),
    codes,
  }),
  boxTrade: route({
    method: 'GET',
    path: '/box/:symbol/trade/:box',
    access: 'subscriber',
    summary: 'The newest trade of one kind, open or closed',
    params: symbolAndBox,
    query: noQuery,
    reply: z.nullable(z.object({ ...trade.shape, ...provenance })),
    codes,
  }),
  gann: route({
    method: 'GET',
    path: '/box/:symbol/gann',
    access: 'subscriber',
    summary: 'The prices of the Gann spectrum, ascending',
    params: symbolParams,
    query: noQuery,
    reply: z.array(price),
    codes,
  }),
  crystalBox: route({
    method: 'GET',
    path: '/box/:symbol/crystalBox',
    access: 'subscriber',
    summary: 'The crystal clusters above and below the price',
    params: symbolParams,
    query: noQuery,
    reply: z.nullable(z.object({ top: price, bottom: price, d: time, basis, ...provenance })),
    codes,
  }),
  gannBasis: route({
    method: 'GET',
    path: '/why/:symbol/gann',
    access: 'subscriber',
    summary: 'What the Gann spectrum was computed from',
    params: symbolParams,
    query: noQuery,
    reply: z.nullable(z.object({ prices: z.array(price), basis, ...provenance })),
    codes,
  }),
} as const;
