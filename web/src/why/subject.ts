import {
  type BoxKind,
  basisOf,
  boxSignal,
  conditionSignal,
  type Reply,
  type ROUTES,
  type SignalName,
  type WireBox,
  type WireCondition,
  type WireCrystalSeer,
  type WireCycle,
  type WireSeer,
  type WireTrade,
  weekSignal,
} from '@rasat/contract';
import {
  type Basis,
  type BoxPrices,
  type BoxTerm,
  type BoxTimes,
  CONE_SHARES,
  type Derivation,
  explainBoxPrice,
  explainBoxTime,
  explainChance,
  explainCluster,
  explainCondition,
  explainConeEdge,
  explainCrystalSeer,
  explainCycle,
  explainGannLevel,
  explainSeer,
  explainTrade,
  explainWeeklyLevel,
  type PositionPrice,
  type TouchBasis,
} from '@rasat/engine';
import type { ChanceState } from '../ui/chance-state.ts';
import type { WireChances } from './touch-chances.ts';

/** Kind of a level; also the key of its texts. */
export type WhyKind =
  | `box.${keyof BoxPrices}`
  | `time.${keyof BoxTimes}`
  | `trade.${PositionPrice}`
  | `condition.${PositionPrice}`
  | `levels.${'entry' | 'target'}`
  | `crystal.${'top' | 'bottom'}`
  | `cone.${'day' | 'week'}${'High' | 'Low'}`
  | `seer.${'seer' | 'closeSeer' | 'reverseSeer' | 'crystalSeer'}`
  | 'gann'
  | 'cycle'
  | 'chance';

/** The box of a level, with its start and end when known. */
export interface WhyBox {
  readonly kind: BoxKind;
  readonly term: BoxTerm;
  readonly span?: { readonly startMs: number; readonly endMs: number };
}

/** A published chance of a level, with what is shown of it now. */
export interface WhyChance {
  /** 0 to 1, four decimals. */
  readonly published: number;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly now: ChanceState;
  /** Whether chances of its class are on trial. */
  readonly trial: boolean;
}

/** A level, line or signal with the data of its explanation. */
export interface WhySubject {
  readonly kind: WhyKind;
  readonly box?: WhyBox;
  /** Its direction; absent without one. */
  readonly way?: 'up' | 'down';
  /** Number in its list: of a target, or the steps from the anchor. */
  readonly index?: number;
  /** Of an edge of a cone: the share of paths that stay inside, 0 to 1, and the end of the cone. */
  readonly cone?: { readonly share: number; readonly untilMs: number };
  readonly value:
    | { readonly price: number; readonly chance?: WhyChance }
    | { readonly timeMs: number }
    | { readonly gauge: number };
  readonly basis: Basis | null;
  /** Null when the value cannot be derived from the basis; the panel then says that it was not computed. */
  readonly derivation: Derivation | null;
  /**
   * Its signal in the record. `timeMs` is null for lines of a box, which have only the kind of the box's trades. Absent
   * when the record has no signals of the kind.
   */
  readonly signal?: Pick<SignalName, 'kind' | 'setup'> & { readonly timeMs: number | null };
}

type WireBasis = WireBox['basis'];
type Rule = Basis['rule'];
type BasisOf<R extends Rule> = Extract<Basis, { readonly rule: R }>;

/** Returns the basis and the derivation from it; both null for a missing basis or one of another rule. */
function explained<R extends Rule>(
  wire: WireBasis | null | undefined,
  rules: readonly R[],
  explain: (basis: BasisOf<R>) => Derivation,
): Pick<WhySubject, 'basis' | 'derivation'> {
  if (!wire) return { basis: null, derivation: null };
  const basis = basisOf(wire);
  if (!rules.some((rule) => rule === basis.rule)) return { basis: null, derivation: null };
  try {
    return { basis, derivation: explain(basis as BasisOf<R>) };
  } catch {
    // A basis of another version may give no value here; the panel then says so.
    return { basis, derivation: null };
  }
}

const direction = (way: boolean): 'up' | 'down' => (way ? 'up' : 'down');

const whyBox = (box: Pick<WireBox, 'kind' | 'term' | 'd'>): WhyBox => ({
  kind: box.kind,
  term: box.term,
  span: { startMs: box.d.start, endMs: box.d.end },
});

/** Returns the kind of the signals of a box's trades, without a time. */
const boxTrades = ({ kind, term }: Pick<WireBox, 'kind' | 'term'>) => ({
  ...boxSignal(kind, term, 0),
  timeMs: null,
});

/** Returns the subject of a box's price line. */
export function whyBoxPrice(
  box: Pick<WireBox, 'kind' | 'term' | 'p' | 'd' | 'basis'>,
  line: keyof BoxPrices,
): WhySubject {
  const trigger = line === 'upTrade' ? 'up' : line === 'downTrade' ? 'down' : undefined;
  return {
    kind: `box.${line}`,
    box: whyBox(box),
    ...(trigger ? { way: trigger } : {}),
    value: { price: box.p[line] },
    signal: boxTrades(box),
    ...explained(box.basis, ['box', 'crystal'], (basis) => explainBoxPrice(basis, line)),
  };
}

/** Returns the subject of a box's time line. */
export function whyBoxTime(
  box: Pick<WireBox, 'kind' | 'term' | 'd' | 'basis'>,
  line: keyof BoxTimes,
): WhySubject {
  return {
    kind: `time.${line}`,
    box: whyBox(box),
    value: { timeMs: box.d[line] },
    signal: boxTrades(box),
    ...explained(box.basis, ['box', 'crystal'], (basis) => explainBoxTime(basis, line)),
  };
}

/** Returns the subject of a price of a box's trade. */
export function whyTrade(box: WhyBox, trade: WireTrade, part: PositionPrice): WhySubject {
  return {
    kind: `trade.${part}`,
    box,
    way: direction(trade.way),
    value: { price: trade[part] },
    signal: boxSignal(box.kind, box.term, trade.d),
    ...explained(trade.basis, ['trade'], (basis) => explainTrade(basis, part)),
  };
}

/** Returns the subject of a price of a trade condition. */
export function whyCondition(condition: WireCondition, part: PositionPrice): WhySubject {
  return {
    kind: `condition.${part}`,
    way: direction(condition.way),
    value: { price: part === 'p' ? condition.price : condition[part] },
    signal: conditionSignal(condition),
    ...explained(condition.basis, ['condition'], (basis) => explainCondition(basis, part)),
  };
}

/** Returns the subject of a weekly level; index 0 is the entry, the rest are targets. Null beyond the list's end. */
export function whyLevel(
  levels: Pick<Reply<typeof ROUTES.levels>, 'buy' | 'sell' | 'basis' | 'd'>,
  side: 'buy' | 'sell',
  index: number,
): WhySubject | null {
  const price = levels[side][index];
  if (price === undefined) return null;
  return {
    kind: index === 0 ? 'levels.entry' : 'levels.target',
    way: side === 'buy' ? 'up' : 'down',
    index,
    value: { price },
    signal: { ...weekSignal(levels.d ?? 0), timeMs: levels.d },
    ...explained(levels.basis, ['levels'], (basis) => explainWeeklyLevel(basis, side, index)),
  };
}

/** Returns the subject of a cluster of the crystal box. */
export function whyCluster(
  crystal: { readonly top: number; readonly bottom: number; readonly basis: WireBasis },
  side: 'top' | 'bottom',
): WhySubject {
  return {
    kind: `crystal.${side}`,
    value: { price: crystal[side] },
    ...explained(crystal.basis, ['crystal'], (basis) => explainCluster(basis, side)),
  };
}

/** Returns the subject of an edge of a published cone; `band` is the position in `CONE_SHARES`. Null for another band. */
export function whyConeEdge(
  cone: {
    readonly untilMs: number;
    readonly edges: readonly (readonly [low: number, high: number])[];
    readonly basis: TouchBasis;
  },
  span: 'day' | 'week',
  side: 'low' | 'high',
  band: number,
): WhySubject | null {
  const { untilMs, edges, basis } = cone;
  const [low, high] = edges[band] ?? [];
  const share = CONE_SHARES[band];
  if (low === undefined || high === undefined || share === undefined) return null;
  const isHigh = side === 'high';
  return {
    kind: `cone.${span}${isHigh ? 'High' : 'Low'}`,
    cone: { share, untilMs },
    value: { price: isHigh ? high : low },
    ...explained({ ...basis }, ['touch'], (of) =>
      explainConeEdge(of, isHigh ? 'up' : 'down', band),
    ),
  };
}

/** Returns the subject of a line of the Seer panel. */
export function whySeer(
  which: 'seer' | 'closeSeer' | 'reverseSeer',
  seer: Pick<WireSeer, 'way' | 'level' | 'basis'>,
): WhySubject {
  return {
    kind: `seer.${which}`,
    way: direction(seer.way),
    value: { price: seer.level },
    ...explained(seer.basis, ['seer'], explainSeer),
  };
}

/** Returns the subject of the crystal seer. */
export function whyCrystalSeer(seer: Pick<WireCrystalSeer, 'way' | 'level' | 'basis'>): WhySubject {
  return {
    kind: 'seer.crystalSeer',
    way: direction(seer.way),
    value: { price: seer.level },
    ...explained(seer.basis, ['crystal'], explainCrystalSeer),
  };
}

/** Returns the subject of the cycle gauge's value. */
export function whyCycle(cycle: Pick<WireCycle, 'value' | 'positive' | 'basis'>): WhySubject {
  return {
    kind: 'cycle',
    way: direction(cycle.positive),
    value: { gauge: cycle.value },
    ...explained(cycle.basis, ['cycle'], (basis) => explainCycle(basis, 'value')),
  };
}

/** Returns the index of the line of the spectrum nearest to its anchor; 0 when the anchor is unknown. */
export function gannAnchorIndex(
  prices: readonly number[],
  basis: WireBasis | null | undefined,
): number {
  const of = basis ? basisOf(basis) : null;
  if (of?.rule !== 'gann') return 0;
  const anchor = of.pivot.level * of.scale;
  let nearest = 0;
  prices.forEach((price, i) => {
    if (Math.abs(price - anchor) < Math.abs((prices[nearest] ?? 0) - anchor)) nearest = i;
  });
  return nearest;
}

/** Returns the subject of a line of the Gann spectrum, by its place in the list. Null when the list is shorter. */
export function whyGann(
  prices: readonly number[],
  wire: WireBasis | null | undefined,
  place: number,
): WhySubject | null {
  const price = prices[place];
  if (price === undefined) return null;
  const index = place - gannAnchorIndex(prices, wire);
  return {
    kind: 'gann',
    index,
    value: { price },
    ...explained(wire, ['gann'], (basis) => explainGannLevel(basis, index)),
  };
}

/**
 * Returns the subject of the published chance of a level; null for a level that the set leaves out. `now` is what is
 * shown of it.
 */
export function whyChance(
  chances: WireChances,
  level: number,
  { now, trial, box }: Pick<WhyChance, 'now' | 'trial'> & { readonly box?: WhyBox },
): WhySubject | null {
  const known = chances.levels.find((one) => one.level === level);
  if (!known) return null;
  const { from: fromMs, until: untilMs } = chances;
  const { basis, derivation } = explained(chances.basis, ['touch'], (of) =>
    explainChance(of, level),
  );
  return {
    kind: 'chance',
    ...(box ? { box } : {}),
    value: { price: level, chance: { published: known.chance, fromMs, untilMs, now, trial } },
    basis,
    // After a split the level is rounded again; its old chance then does not follow from it.
    derivation: derivation?.result === known.chance ? derivation : null,
  };
}
