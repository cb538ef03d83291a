import { type BaseRateView, isRateStated } from './base-rate.ts';
import type { BoxKind } from './symbols.ts';

/** What the page shows of the trade condition. Times are UTC epoch milliseconds, prices in the symbol's own unit. */
export interface ConditionView {
  readonly way: boolean;
  readonly active: boolean;
  readonly price: number;
  readonly datetime: number;
  readonly sl: number;
  readonly tp1: number;
  readonly tp2: number;
  /** What ended it: -1 stop, 2 second target, 0 expiry; null while active. */
  readonly ended: -1 | 0 | 2 | null;
  readonly tp1Hit: boolean;
}

/** What the page shows of a seer: its way (true: support), its level, and whether it is old enough to be the main one. */
export interface SeerView {
  readonly way: boolean;
  readonly level: number;
}

/** The main seer with the age rule already applied to it. */
export interface MainSeerView extends SeerView {
  readonly main: boolean;
}

/** The close seer with the rule of the same way already applied to it; null without a main seer to compare with. */
export interface CloseSeerView extends SeerView {
  readonly safe: boolean | null;
}

/** What a card says about one box. */
export interface BoxView {
  readonly kind: BoxKind;
  /** The card's word: true bullish, false bearish, null without a trade. */
  readonly bullish: boolean | null;
  /** -1 stop loss hit, 0 open, 1 take profit reached; null without a trade. */
  readonly status: -1 | 0 | 1 | null;
  /** Ended by its stop, its first target or its expiry. */
  readonly closed: boolean;
  /** The word of the long term beside it. */
  readonly longBullish: boolean | null;
  /** The edges of the drawn box; null when there is none. */
  readonly edges: { readonly top: number; readonly bottom: number } | null;
  /** Whether the card can only say that this box needs hourly bars. */
  readonly needsHourly: boolean;
}

/** Everything that the text is made of: what stands on the symbol page and nothing else. */
export interface AnalysisView {
  readonly symbol: string;
  /** The last price; null before the first bar. */
  readonly price: number | null;
  /** ATR of the last completed day; null while too few days are known. */
  readonly atr: number | null;
  readonly condition: ConditionView | null;
  readonly seer: MainSeerView | null;
  readonly closeSeer: CloseSeerView | null;
  readonly crystalWay: boolean | null;
  readonly boxes: readonly BoxView[];
  readonly levels: { readonly buy: readonly number[]; readonly sell: readonly number[] };
  readonly cycle: {
    readonly value: number;
    readonly percentage: number;
    readonly positive: boolean;
    readonly warming: boolean;
  } | null;
  /** Null when the record says too little; undefined while it is not known what it says. */
  readonly baseRate: BaseRateView | null | undefined;
}

/** A level by its name: an edge of a box, or a weekly level (index 0 is the entry, 1 to 5 the take profits). */
export type LevelName =
  | { readonly of: 'box'; readonly kind: BoxKind; readonly edge: 'top' | 'bottom' }
  | { readonly of: 'weekly'; readonly side: 'buy' | 'sell'; readonly index: number };

/** A word of the page that every language writes in its own way. */
export type AnalysisWord =
  | 'buy'
  | 'sell'
  | 'support'
  | 'resistance'
  | 'main'
  | 'middle'
  | 'differs'
  | 'undecided';

/** A value in a message, with what it is, so that the reader's language can write it. */
export type AnalysisParam =
  | { readonly as: 'symbol'; readonly value: string }
  | { readonly as: 'price'; readonly value: number }
  | { readonly as: 'time'; readonly value: number }
  /** A distance as a multiple of the daily ATR. */
  | { readonly as: 'atr'; readonly value: number }
  /** A share, 0 to 1. */
  | { readonly as: 'share'; readonly value: number }
  | { readonly as: 'count'; readonly value: number }
  /** Whose prices: `simulated`, `file`, or the name of a vendor's connector. */
  | { readonly as: 'source'; readonly value: string }
  | { readonly as: 'word'; readonly value: AnalysisWord }
  | { readonly as: 'boxes'; readonly value: readonly BoxKind[] }
  | { readonly as: 'level'; readonly value: LevelName };

/** The keys of every clause, each with the names of its values; a language without one of them is not complete. */
export const ANALYSIS_CLAUSES = {
  'condition.none': ['symbol'],
  'condition.active': ['symbol', 'way', 'price', 'time'],
  'condition.activeTp1': ['symbol', 'way', 'price', 'time'],
  'condition.stopped': ['symbol', 'way', 'price', 'time'],
  'condition.stoppedTp1': ['symbol', 'way', 'price', 'time'],
  'condition.reached': ['symbol', 'way', 'price', 'time'],
  'condition.expired': ['symbol', 'way', 'price', 'time'],
  'condition.expiredTp1': ['symbol', 'way', 'price', 'time'],
  'targets.buy': ['tp1', 'tp2', 'sl'],
  'targets.sell': ['tp1', 'tp2', 'sl'],
  'targets.ended': ['tp1', 'tp2', 'sl'],
  'seer.none': [],
  'seer.agrees': ['age', 'seer', 'level'],
  'seer.differs': ['age', 'seer', 'level'],
  'seer.alone': ['age', 'seer', 'level'],
  'close.safe': ['seer', 'level'],
  'close.risky': ['seer', 'level'],
  'close.alone': ['seer', 'level'],
  'close.none': [],
  'boxes.bullish': ['boxes', 'count'],
  'boxes.bearish': ['boxes', 'count'],
  'boxes.untraded': ['boxes', 'count'],
  'boxes.needsHourly': ['boxes', 'count'],
  'nearest.above': ['level', 'price', 'atr'],
  'nearest.below': ['level', 'price', 'atr'],
  'nearest.abovePlain': ['level', 'price'],
  'nearest.belowPlain': ['level', 'price'],
  'cycle.none': [],
  'cycle.warming': ['percentage'],
  'cycle.positive': ['percentage'],
  'cycle.negative': ['percentage'],
  'rate.known': ['rate', 'low', 'high', 'n', 'baseline'],
  'rate.live': ['of', 'verdict'],
  'rate.backtest': ['of'],
  'rate.none': [],
} as const satisfies Record<string, readonly string[]>;

/** The key of a clause. */
export type AnalysisKey = keyof typeof ANALYSIS_CLAUSES;

/** One clause: a key of the catalogue and the values that its sentence takes. */
export interface AnalysisClause {
  readonly key: AnalysisKey;
  readonly params: Readonly<Record<string, AnalysisParam>>;
}

/** One sentence: its place in the text and the clauses that make it, in order. */
export interface AnalysisSentence {
  readonly part: 'condition' | 'targets' | 'seer' | 'boxes' | 'cycle';
  readonly clauses: readonly AnalysisClause[];
}

function clause(key: AnalysisKey, params: AnalysisClause['params'] = {}): AnalysisClause {
  return { key, params };
}

const price = (value: number): AnalysisParam => ({ as: 'price', value });
const word = (value: AnalysisWord): AnalysisParam => ({ as: 'word', value });
const seerWord = (way: boolean): AnalysisParam => word(way ? 'support' : 'resistance');

function conditionKey(c: ConditionView): AnalysisKey {
  if (c.active) return c.tp1Hit ? 'condition.activeTp1' : 'condition.active';
  if (c.ended === -1) return c.tp1Hit ? 'condition.stoppedTp1' : 'condition.stopped';
  if (c.ended === 2) return 'condition.reached';
  return c.tp1Hit ? 'condition.expiredTp1' : 'condition.expired';
}

function conditionSentence(view: AnalysisView): AnalysisSentence {
  const symbol: AnalysisParam = { as: 'symbol', value: view.symbol };
  const c = view.condition;
  if (!c) return { part: 'condition', clauses: [clause('condition.none', { symbol })] };
  const params = {
    symbol,
    way: word(c.way ? 'buy' : 'sell'),
    price: price(c.price),
    time: { as: 'time', value: c.datetime } as const,
  };
  return { part: 'condition', clauses: [clause(conditionKey(c), params)] };
}

function targetsSentence(c: ConditionView): AnalysisSentence {
  const params = { tp1: price(c.tp1), tp2: price(c.tp2), sl: price(c.sl) };
  if (!c.active) return { part: 'targets', clauses: [clause('targets.ended', params)] };
  const key = c.way ? 'targets.buy' : 'targets.sell';
  return { part: 'targets', clauses: [clause(key, params)] };
}

function mainSeerClause(view: AnalysisView): AnalysisClause {
  const { seer, condition } = view;
  if (!seer) return clause('seer.none');
  const params = {
    age: word(seer.main ? 'main' : 'middle'),
    seer: seerWord(seer.way),
    level: price(seer.level),
  };
  if (!condition) return clause('seer.alone', params);
  return clause(condition.way === seer.way ? 'seer.agrees' : 'seer.differs', params);
}

function closeSeerClause(view: AnalysisView): AnalysisClause {
  const close = view.closeSeer;
  if (!close) return clause('close.none');
  const params = { seer: seerWord(close.way), level: price(close.level) };
  if (close.safe === null) return clause('close.alone', params);
  return clause(close.safe ? 'close.safe' : 'close.risky', params);
}

/** A named price among those that the page shows. */
export interface NamedLevel {
  readonly name: LevelName;
  readonly price: number;
}

/** Every box edge and weekly level of the page, boxes first. */
export function listLevels(view: Pick<AnalysisView, 'boxes' | 'levels'>): readonly NamedLevel[] {
  const edges = view.boxes.flatMap(({ kind, edges: e }): NamedLevel[] =>
    e
      ? [
          { name: { of: 'box', kind, edge: 'top' }, price: e.top },
          { name: { of: 'box', kind, edge: 'bottom' }, price: e.bottom },
        ]
      : [],
  );
  const weekly = (['buy', 'sell'] as const).flatMap((side) =>
    view.levels[side].map(
      (value, index): NamedLevel => ({ name: { of: 'weekly', side, index }, price: value }),
    ),
  );
  return [...edges, ...weekly];
}

/** The levels next to a price on both sides; of equal prices the first listed. A level at the price itself is neither. */
export function findNearest(
  levels: readonly NamedLevel[],
  at: number,
): { readonly above: NamedLevel | null; readonly below: NamedLevel | null } {
  let above: NamedLevel | null = null;
  let below: NamedLevel | null = null;
  for (const level of levels) {
    if (level.price > at && (!above || level.price < above.price)) above = level;
    if (level.price < at && (!below || level.price > below.price)) below = level;
  }
  return { above, below };
}

function nearestClauses(view: AnalysisView): readonly AnalysisClause[] {
  if (view.price === null) return [];
  const last = view.price;
  const { above, below } = findNearest(listLevels(view), last);
  return ([['above', above] as const, ['below', below] as const] as const).flatMap(
    ([side, level]) => {
      if (!level) return [];
      const params = {
        level: { as: 'level', value: level.name } as const,
        price: price(level.price),
      };
      if (view.atr === null || view.atr <= 0) return [clause(`nearest.${side}Plain`, params)];
      const atr: AnalysisParam = { as: 'atr', value: Math.abs(level.price - last) / view.atr };
      return [clause(`nearest.${side}`, { ...params, atr })];
    },
  );
}

function boxesSentence(view: AnalysisView): AnalysisSentence {
  const list = (key: AnalysisKey, fits: (b: BoxView) => boolean): readonly AnalysisClause[] => {
    const kinds = view.boxes.filter(fits).map((b) => b.kind);
    if (kinds.length === 0) return [];
    return [
      clause(key, {
        boxes: { as: 'boxes', value: kinds },
        count: { as: 'count', value: kinds.length },
      }),
    ];
  };
  return {
    part: 'boxes',
    clauses: [
      ...list('boxes.bullish', (b) => b.bullish === true),
      ...list('boxes.bearish', (b) => b.bullish === false),
      ...list('boxes.untraded', (b) => b.bullish === null && !b.needsHourly),
      ...list('boxes.needsHourly', (b) => b.bullish === null && b.needsHourly),
      ...nearestClauses(view),
    ],
  };
}

function cycleClause(view: AnalysisView): AnalysisClause {
  const { cycle } = view;
  if (!cycle) return clause('cycle.none');
  const percentage: AnalysisParam = { as: 'share', value: cycle.percentage / 100 };
  if (cycle.warming) return clause('cycle.warming', { percentage });
  return clause(cycle.positive ? 'cycle.positive' : 'cycle.negative', { percentage });
}

function rateClauses(rate: AnalysisView['baseRate']): readonly AnalysisClause[] {
  if (rate === undefined) return [];
  if (!rate || !isRateStated(rate)) return [clause('rate.none')];
  const share = (value: number): AnalysisParam => ({ as: 'share', value });
  const known = clause('rate.known', {
    rate: share(rate.rate),
    low: share(rate.low),
    high: share(rate.high),
    n: { as: 'count', value: rate.n },
    baseline: share(rate.baseline),
  });
  const { verdict, source } = rate;
  const of: AnalysisParam = { as: 'source', value: source };
  if (verdict === null) return [known, clause('rate.backtest', { of })];
  const said = word(verdict === 'interval-excludes-zero' ? 'differs' : 'undecided');
  return [known, clause('rate.live', { of, verdict: said })];
}

/**
 * The predictor analysis text of a symbol: at most five sentences, each as keys of the catalogue with their values.
 * (1) the condition and what became of it, (2) its targets and the price that ends it, (3) the main and the close seer,
 * (4) the boxes and the nearest level on both sides, (5) the cycle and the base rate, of which nothing is said while it
 * is unknown. Without a condition the first says so and the second is left out. Nothing enters that the page does not
 * show.
 */
export function computeAnalysisText(view: AnalysisView): readonly AnalysisSentence[] {
  return [
    conditionSentence(view),
    ...(view.condition ? [targetsSentence(view.condition)] : []),
    { part: 'seer', clauses: [mainSeerClause(view), closeSeerClause(view)] },
    boxesSentence(view),
    { part: 'cycle', clauses: [cycleClause(view), ...rateClauses(view.baseRate)] },
  ];
}
