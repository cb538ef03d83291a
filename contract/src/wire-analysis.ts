import {
  type Basis,
  BOX_KINDS,
  BOX_TERMS,
  type Box,
  type BoxKind,
  type BoxTerm,
  type ConditionEnd,
  type CrystalSeer,
  type Cycle,
  type Direction,
  isTrialForecast,
  type LegResult,
  type LevelsTradeEvent,
  type PortfolioItem,
  type Seer,
  type SetChances,
  type ShownCone,
  type TouchNow,
  type TouchView,
  type Trade,
  type TradeCondition,
} from '@rasat/engine';
import type * as z from 'zod/mini';
import type { Reply } from './route.ts';
import type {
  analysisRoutes,
  crystalSeer,
  outcome,
  seer,
  setChances,
  shownCone,
  tradeCondition,
} from './routes/analysis.ts';
import type { portfolioItem, predictorEntry } from './routes/signals.ts';
import type { basis, box, cycle, provenance, trade } from './wire.ts';

/** A box on the wire. */
export type WireBox = z.output<typeof box>;
/** A trade on the wire. */
export type WireTrade = z.output<typeof trade>;
/** A seer on the wire. */
export type WireSeer = z.output<typeof seer>;
/** The crystal seer on the wire. */
export type WireCrystalSeer = z.output<typeof crystalSeer>;
/** A trade condition on the wire. */
export type WireCondition = z.output<typeof tradeCondition>;
/** A row of the predictor on the wire. */
export type WireEntry = z.output<typeof predictorEntry>;
/** A row of the portfolio on the wire. */
export type WirePortfolioItem = z.output<typeof portfolioItem>;
/** The cycle gauge on the wire. */
export type WireCycle = z.output<typeof cycle>;
/** The outcome of a week's levels on the wire. */
export type WireOutcome = z.output<typeof outcome>;

/** Chances of touch on the wire. */
export type WireTouch = NonNullable<Reply<typeof analysisRoutes.touch>>;

const wireBasis = (value: Basis): z.output<typeof basis> => ({ ...value });
const wireWay = (way: Direction): boolean => way === 'up';

/** Returns the engine's basis of a wire basis. It is the same object; the wire schema does not check its members. */
export function basisOf(value: z.output<typeof basis>): Basis {
  return value as unknown as Basis;
}

/** Returns a box for the wire. */
export function toWireBox(of: Box): WireBox {
  const { kind, term, resolution, p, d, createdMs, crystalSeer } = of;
  return {
    kind,
    term,
    resolution: resolution as WireBox['resolution'],
    p,
    d,
    created: createdMs,
    ...(crystalSeer && { crystalSeer }),
    basis: wireBasis(of.basis),
  };
}

/** Returns a trade for the wire. */
export function toWireTrade(of: Trade): WireTrade {
  const { sl, p, tp1, tp2, status, d, way, expiry, closed, exit, tp2Hit, tp2Closed } = of;
  return {
    sl,
    p,
    tp1,
    tp2,
    status,
    d,
    way: wireWay(way),
    expiry: Math.round(expiry),
    closed,
    exit,
    tp2Hit,
    tp2Closed,
    basis: wireBasis(of.basis),
  };
}

/** Returns a trade as it was opened, with the results of its legs so far. */
export function withLegs(opened: Trade, legs: readonly LegResult[]): Trade {
  const first = legs.find((leg) => leg.leg === 'tp1');
  const second = legs.find((leg) => leg.leg === 'tp2');
  return {
    ...opened,
    status: first?.status ?? 0,
    closed: first !== undefined,
    exit: first?.exit ?? null,
    tp2Hit: second?.status === 1,
    tp2Closed: second !== undefined,
  };
}

/** Returns a seer for the wire. */
export function toWireSeer(of: Seer): WireSeer {
  const { datetime, way, level, confirmedMs } = of;
  return {
    datetime,
    way: wireWay(way),
    level,
    confirmed: confirmedMs,
    basis: wireBasis(of.basis),
  };
}

/** Returns the crystal seer for the wire. */
export function toWireCrystalSeer(of: CrystalSeer): WireCrystalSeer {
  const { d, way, level, confirmedMs } = of;
  return { d, way: wireWay(way), level, confirmed: confirmedMs, basis: wireBasis(of.basis) };
}

const ENDED: Readonly<Record<ConditionEnd, -1 | 0 | 2>> = { stop: -1, expiry: 0, target: 2 };

/** Returns a symbol's trade condition for the wire. */
export function toWireCondition(symbol: string, of: TradeCondition): WireCondition {
  const { way, active, price, range, datetime, sl, tp1, tp2, expiry, setup, endedBy, tp1Hit } = of;
  const { endedMs } = of;
  return {
    symbol,
    way: wireWay(way),
    active,
    price,
    range,
    datetime,
    sl,
    tp1,
    tp2,
    expiry: Math.round(expiry),
    setup,
    ended: endedBy === null ? null : ENDED[endedBy],
    endedAt: endedMs,
    // A stored view of an older version has no exit.
    exit: of.exit ?? null,
    tp1Hit,
    basis: wireBasis(of.basis),
  };
}

/** Returns a condition as a row of the predictor for all callers; `withSetup` adds its setup. */
export function toWireEntry(
  symbol: string,
  of: TradeCondition,
  { withSetup }: { readonly withSetup: boolean },
): WireEntry {
  const { way, datetime, price, range, sl, tp1, tp2, active, endedBy, tp1Hit, setup } = of;
  return {
    symbol,
    way: wireWay(way),
    datetime,
    price,
    range,
    sl,
    tp1,
    tp2,
    active,
    ended: endedBy === null ? null : ENDED[endedBy],
    tp1Hit,
    ...(withSetup && { setup }),
  };
}

/** Returns an open box trade as a row of the portfolio. */
export function toWirePortfolioItem({ symbol, type, trade }: PortfolioItem): WirePortfolioItem {
  const { d, way, p, sl } = trade;
  return { s: symbol, t: type, d, way: wireWay(way), p, sl };
}

/** Returns the cycle gauge for the wire. */
export function toWireCycle(of: Cycle): WireCycle {
  const { value, dateMs, percentage, positive, warming } = of;
  return { value, date: dateMs, percentage, positive, warming, basis: wireBasis(of.basis) };
}

/** Returns the outcome of a week's levels: the tracked entry and the result of its first target, if decided. */
export function toWireOutcome(entry: LevelsTradeEvent, leg: LegResult | undefined): WireOutcome {
  const { way, p, sl, tp1, tp2, timeMs } = entry;
  return {
    way: wireWay(way),
    p,
    sl,
    tp1,
    tp2,
    d: timeMs,
    status: leg?.status ?? 0,
    closed: leg !== undefined,
  };
}

function toWireChances({
  fromMs,
  untilMs,
  levels,
  basis,
}: SetChances): z.output<typeof setChances> {
  return {
    from: fromMs,
    until: untilMs,
    levels: levels.map(({ level, chance, firstMs }) => ({ level, chance, first: firstMs })),
    basis: wireBasis(basis),
  };
}

function toWireCone({ fromMs, untilMs, edges, basis }: ShownCone): z.output<typeof shownCone> {
  return {
    from: fromMs,
    until: untilMs,
    edges: edges.map(([low, high]) => [low, high]),
    basis: wireBasis(basis),
  };
}

/** Returns the chances of touch of a symbol for the wire: what is published, and the inputs of the newest bar. */
export function toWireTouch(
  { touchClass, base, levels, boxes, cones }: TouchView,
  now: TouchNow | null,
): Omit<WireTouch, keyof typeof provenance> {
  return {
    class: touchClass,
    base,
    trial: isTrialForecast(touchClass, 'weekly'),
    levels: levels && toWireChances(levels),
    boxes: listSlots((kind, term) => boxes[kind][term]).map(({ of, ...slot }) => ({
      ...slot,
      chances: toWireChances(of),
    })),
    cones: {
      day: cones.day && toWireCone(cones.day),
      week: cones.week && toWireCone(cones.week),
      slots: [...cones.slots],
    },
    now: now && {
      at: now.atMs,
      price: now.price,
      variances: [...now.variances],
      day: { until: now.day.untilMs, weeks: now.day.weeks },
      week: { until: now.week.untilMs, weeks: now.week.weeks },
      levels: now.levels,
      boxes: listSlots((kind, term) => now.boxes[kind][term]).map(({ of, ...slot }) => ({
        ...slot,
        weeks: of,
      })),
    },
  };
}

/** Lists what the slots of boxes have, without those that have nothing. */
function listSlots<T>(
  read: (kind: BoxKind, term: BoxTerm) => T | null,
): { kind: BoxKind; term: BoxTerm; of: T }[] {
  return BOX_KINDS.flatMap((kind) =>
    BOX_TERMS.flatMap((term) => {
      const of = read(kind, term);
      return of === null ? [] : [{ kind, term, of }];
    }),
  );
}
