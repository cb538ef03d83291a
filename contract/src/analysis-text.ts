import { type AnalysisReason, computeReasons } from './analysis-reasons.ts';
import type { AnalysisView, BoxView, ConditionEndView, ConditionView } from './analysis-view.ts';
import type { BoxKind } from './symbols.ts';

/** The name of a level: an edge of a box, or a weekly level (index 0 is the entry, 1 to 5 the take profits). */
export type LevelName =
  | { readonly of: 'box'; readonly kind: BoxKind; readonly edge: 'top' | 'bottom' }
  | { readonly of: 'weekly'; readonly side: 'buy' | 'sell'; readonly index: number };

/** A word that each language translates. */
export type AnalysisWord = 'buy' | 'sell' | 'support' | 'resistance';

/** A value in a message with its kind, so that each language can format it. */
export type AnalysisParam =
  | { readonly as: 'symbol'; readonly value: string }
  | { readonly as: 'price'; readonly value: number }
  | { readonly as: 'day'; readonly value: number }
  /** A distance as a multiple of the daily ATR. */
  | { readonly as: 'atr'; readonly value: number }
  /** A share, 0 to 1, shown as a whole per cent; with `fine` to a tenth. */
  | { readonly as: 'share'; readonly value: number; readonly fine?: boolean }
  /** A figure that is shown with its sign. */
  | { readonly as: 'signed'; readonly value: number }
  | { readonly as: 'count'; readonly value: number }
  | { readonly as: 'word'; readonly value: AnalysisWord }
  | { readonly as: 'boxes'; readonly value: readonly BoxKind[] };

/** The keys of every clause, each with the names of its values. Every language must have all of them. */
export const ANALYSIS_CLAUSES = {
  'lead.young': [],
  'lead.none': ['symbol'],
  'lead.active': ['way', 'price'],
  'lead.towardTp1': ['way', 'price', 'share'],
  'lead.towardStop': ['way', 'price', 'share'],
  'lead.activeTp1': ['way', 'price', 'tp1'],
  'lead.stopped': ['way', 'price', 'day'],
  'lead.stoppedTp1': ['way', 'price', 'day'],
  'lead.reached': ['way', 'price', 'day'],
  'lead.expired': ['way', 'price', 'day'],
  'lead.expiredTp1': ['way', 'price', 'day'],
  'second.young': [],
  'second.none': [],
  'second.targets': ['tp1', 'tp2', 'sl'],
  'second.next': ['tp2', 'atr', 'sl'],
  'second.nextPlain': ['tp2', 'sl'],
  'second.expired': ['exit', 'r'],
  'second.between': [],
  'second.aboveBuy': [],
  'second.belowSell': [],
  'second.reasons': ['up', 'down'],
  'title.main': ['seer', 'level'],
  'title.middle': ['seer', 'level'],
  'title.close': ['seer', 'level'],
  'title.crystal': ['seer', 'level'],
  'title.weekly.up': [],
  'title.weekly.down': [],
  'title.weekly.flat': [],
  'title.cycle.positive': [],
  'title.cycle.negative': [],
  'title.cycle.warming': [],
  'title.box.bullish': ['boxes'],
  'title.box.bearish': ['boxes'],
  'detail.seer.up': ['count'],
  'detail.seer.down': ['count'],
  'detail.agrees': [],
  'detail.differs': [],
  'detail.close.safe': ['count'],
  'detail.close.risky': ['count'],
  'detail.close.alone': ['count'],
  'detail.crystal': [],
  'detail.weekly.up': ['count'],
  'detail.weekly.down': ['count'],
  'detail.weekly.flat': [],
  'detail.cycle.above': ['value', 'percentage', 'threshold'],
  'detail.cycle.below': ['value', 'percentage', 'threshold'],
  'detail.cycle.warming': [],
  'detail.box.open': [],
  'detail.box.openLong': [],
  'detail.box.reached': [],
  'detail.box.reachedLong': [],
  'detail.box.stopped': [],
  'detail.box.expired': [],
  'other.noSeer': [],
  'other.noClose': [],
  'other.noCycle': [],
  'other.untraded': ['boxes', 'count'],
  'other.needsHourly': ['boxes', 'count'],
} as const satisfies Record<string, readonly string[]>;

/** The key of a clause. */
export type AnalysisKey = keyof typeof ANALYSIS_CLAUSES;

/** One clause: a key of the catalogue and the values of its sentence. */
export interface AnalysisClause {
  readonly key: AnalysisKey;
  readonly params: Readonly<Record<string, AnalysisParam>>;
}

/** A reason in words: its title and its details. */
export interface WordedReason extends AnalysisReason {
  readonly title: AnalysisClause;
  readonly details: readonly AnalysisClause[];
}

/** The text of the page about a symbol, in reading order. */
export interface AnalysisText {
  /** Whether there is a condition, and if not, how the last one ended. */
  readonly lead: AnalysisClause;
  /** The sentences after it. */
  readonly second: readonly AnalysisClause[];
  readonly nearest: { readonly above: NearLevel | null; readonly below: NearLevel | null };
  /** By weight. */
  readonly reasons: readonly WordedReason[];
  /** Reasons that do not fit into the list, and values that are missing. */
  readonly others: readonly AnalysisClause[];
}

function clause(key: AnalysisKey, params: AnalysisClause['params'] = {}): AnalysisClause {
  return { key, params };
}

const price = (value: number): AnalysisParam => ({ as: 'price', value });
const word = (value: AnalysisWord): AnalysisParam => ({ as: 'word', value });
const count = (value: number): AnalysisParam => ({ as: 'count', value });

const END_KEYS = { '-1': 'lead.stopped', '0': 'lead.expired', '2': 'lead.reached' } as const;

function endedLead(c: ConditionView, end: ConditionEndView): AnalysisClause {
  const key = END_KEYS[`${end.by}`];
  const params = {
    way: word(c.way ? 'buy' : 'sell'),
    price: price(c.price),
    day: { as: 'day', value: end.atMs } as const,
  };
  return clause(c.tp1Hit && key !== 'lead.reached' ? `${key}Tp1` : key, params);
}

function activeLead(c: ConditionView, last: number | null): AnalysisClause {
  const params = { way: word(c.way ? 'buy' : 'sell'), price: price(c.price) };
  if (c.tp1Hit) return clause('lead.activeTp1', { ...params, tp1: price(c.tp1) });
  // 1 at the first target, negative on the side of the stop.
  const way = last === null ? null : (last - c.price) / (c.tp1 - c.price);
  const stop = (c.sl - c.price) / (c.tp1 - c.price);
  if (way === null || way >= 1 || way <= stop) return clause('lead.active', params);
  const share = { as: 'share', value: way < 0 ? way / stop : way } as const;
  return clause(way < 0 ? 'lead.towardStop' : 'lead.towardTp1', { ...params, share });
}

function leadOf(view: AnalysisView): AnalysisClause {
  const c = view.condition;
  if (c) return c.end ? endedLead(c, c.end) : activeLead(c, view.price);
  if (!view.seer) return clause('lead.young');
  return clause('lead.none', { symbol: { as: 'symbol', value: view.symbol } });
}

function activeSentence(c: ConditionView, view: AnalysisView): AnalysisClause {
  const tp2 = price(c.tp2);
  const sl = price(c.sl);
  if (!c.tp1Hit) return clause('second.targets', { tp1: price(c.tp1), tp2, sl });
  if (view.price === null || !view.atr) return clause('second.nextPlain', { tp2, sl });
  const atr = { as: 'atr', value: Math.abs(c.tp2 - view.price) / view.atr } as const;
  return clause('second.next', { tp2, atr, sl });
}

/** Returns the clauses about the price's position among the entries of the week's levels. */
function placeSentence({ price: last, levels }: AnalysisView): readonly AnalysisClause[] {
  const [buy] = levels.buy;
  const [sell] = levels.sell;
  if (last === null || buy === undefined || sell === undefined) return [];
  if (last >= buy) return [clause('second.aboveBuy')];
  return [clause(last <= sell ? 'second.belowSell' : 'second.between')];
}

function stateSentences(view: AnalysisView): readonly AnalysisClause[] {
  const c = view.condition;
  if (!c) return [clause(view.seer ? 'second.none' : 'second.young')];
  if (!c.end) return [activeSentence(c, view)];
  const { by, exit } = c.end;
  if (by !== 0 || exit === null) return placeSentence(view);
  const r = ((c.way ? 1 : -1) * (exit - c.price)) / c.range;
  return [clause('second.expired', { exit: price(exit), r: { as: 'signed', value: r } })];
}

function reasonsSentence(reasons: readonly AnalysisReason[]): readonly AnalysisClause[] {
  const up = reasons.filter((reason) => reason.sign === 1).length;
  const down = reasons.filter((reason) => reason.sign === -1).length;
  if (up + down === 0) return [];
  return [clause('second.reasons', { up: count(up), down: count(down) })];
}

function seerTitle(
  key: 'title.main' | 'title.middle' | 'title.close' | 'title.crystal',
  seer: { readonly way: boolean; readonly level: number },
): AnalysisClause {
  const params = { seer: word(seer.way ? 'support' : 'resistance'), level: price(seer.level) };
  return clause(key, params);
}

/** The words of a reason; null when the view has no value for it. */
type Words = Pick<WordedReason, 'title' | 'details'> | null;

function mainWords({ seer, condition }: AnalysisView): Words {
  if (!seer) return null;
  const details = [
    clause(seer.way ? 'detail.seer.up' : 'detail.seer.down', { count: count(seer.ageDays) }),
  ];
  if (condition && !condition.end) {
    details.push(clause(condition.way === seer.way ? 'detail.agrees' : 'detail.differs'));
  }
  return { title: seerTitle(seer.main ? 'title.main' : 'title.middle', seer), details };
}

function closeWords({ closeSeer: close }: AnalysisView): Words {
  if (!close) return null;
  const key = close.safe === null ? 'alone' : close.safe ? 'safe' : 'risky';
  return {
    title: seerTitle('title.close', close),
    details: [clause(`detail.close.${key}`, { count: count(close.ageDays) })],
  };
}

function weeklyWords({ sign }: AnalysisReason, { price: last, levels }: AnalysisView): Words {
  if (last === null) return null;
  const way = sign === 0 ? 'flat' : sign === 1 ? 'up' : 'down';
  const passed =
    sign === 1
      ? levels.buy.filter((level) => last >= level)
      : levels.sell.filter((level) => last <= level);
  return {
    title: clause(`title.weekly.${way}`),
    details: [
      clause(`detail.weekly.${way}`, way === 'flat' ? {} : { count: count(passed.length) }),
    ],
  };
}

/** The percentage from which the cycle is positive. */
const CYCLE_THRESHOLD = 0.5;

function cycleWords({ cycle }: AnalysisView): Words {
  if (!cycle) return null;
  if (cycle.warming) {
    return { title: clause('title.cycle.warming'), details: [clause('detail.cycle.warming')] };
  }
  const params = {
    value: { as: 'signed', value: cycle.value },
    percentage: { as: 'share', value: cycle.percentage / 100, fine: true },
    threshold: { as: 'share', value: CYCLE_THRESHOLD },
  } as const;
  return {
    title: clause(cycle.positive ? 'title.cycle.positive' : 'title.cycle.negative'),
    details: [clause(cycle.positive ? 'detail.cycle.above' : 'detail.cycle.below', params)],
  };
}

function boxDetail(box: BoxView): AnalysisKey {
  if (box.status === -1) return 'detail.box.stopped';
  if (box.status === 0 && box.closed) return 'detail.box.expired';
  const key = box.status === 0 ? 'detail.box.open' : 'detail.box.reached';
  return box.longBullish === box.bullish ? `${key}Long` : key;
}

function boxWords(kind: BoxKind, { boxes }: AnalysisView): Words {
  const box = boxes.find((one) => one.kind === kind);
  if (!box) return null;
  const params = { boxes: { as: 'boxes', value: [kind] } } as const;
  return {
    title: clause(box.bullish ? 'title.box.bullish' : 'title.box.bearish', params),
    details: [clause(boxDetail(box))],
  };
}

function wordsOf(reason: AnalysisReason, view: AnalysisView): Words {
  switch (reason.of.part) {
    case 'seer':
      return mainWords(view);
    case 'close':
      return closeWords(view);
    case 'crystal':
      return (
        view.crystal && {
          title: seerTitle('title.crystal', view.crystal),
          details: [clause('detail.crystal')],
        }
      );
    case 'weekly':
      return weeklyWords(reason, view);
    case 'cycle':
      return cycleWords(view);
    case 'box':
      return boxWords(reason.of.kind, view);
  }
}

function wordReasons(
  reasons: readonly AnalysisReason[],
  view: AnalysisView,
): readonly WordedReason[] {
  return reasons.flatMap((reason) => {
    const words = wordsOf(reason, view);
    return words ? [{ ...reason, ...words }] : [];
  });
}

/** A price of the page with its name. */
export interface NamedLevel {
  readonly name: LevelName;
  readonly price: number;
}

/** Returns every box edge and weekly level of the page, boxes first. */
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

/**
 * Returns the levels nearest to a price on both sides; of equal prices the first listed. A level at the price itself is
 * on neither side.
 */
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

/** A level near the price with its distance. */
export interface NearLevel extends NamedLevel {
  /** Share of the price, with the sign of its side. */
  readonly share: number;
  /** Distance as a multiple of the daily ATR; null without one. */
  readonly atr: number | null;
}

function nearestOf(view: AnalysisView): AnalysisText['nearest'] {
  const { price: last, atr } = view;
  if (last === null) return { above: null, below: null };
  const near = (level: NamedLevel | null): NearLevel | null =>
    level && {
      ...level,
      share: level.price / last - 1,
      atr: atr ? Math.abs(level.price - last) / atr : null,
    };
  const { above, below } = findNearest(listLevels(view), last);
  return { above: near(above), below: near(below) };
}

/** Returns clauses for missing values, so that the text mentions each of them. */
function missingClauses(view: AnalysisView): readonly AnalysisClause[] {
  const list = (key: AnalysisKey, fits: (b: BoxView) => boolean): readonly AnalysisClause[] => {
    const kinds = view.boxes.filter(fits).map((b) => b.kind);
    if (kinds.length === 0) return [];
    return [clause(key, { boxes: { as: 'boxes', value: kinds }, count: count(kinds.length) })];
  };
  return [
    ...(view.seer ? [] : [clause('other.noSeer')]),
    ...(view.closeSeer ? [] : [clause('other.noClose')]),
    ...(view.cycle ? [] : [clause('other.noCycle')]),
    ...list('other.untraded', (b) => b.bullish === null && !b.needsHourly),
    ...list('other.needsHourly', (b) => b.bullish === null && b.needsHourly),
  ];
}

/**
 * Returns the text of the page about a symbol, each sentence as a key of the catalogue with its values: whether there
 * is a condition or how the last one ended; its targets and stop, or the position of the price; the nearest level on
 * both sides; the reasons by weight, including seers, boxes and cycle; and missing values. It uses only values that the
 * page shows.
 */
export function computeAnalysisText(view: AnalysisView): AnalysisText {
  const { shown, rest } = computeReasons(view);
  return {
    lead: leadOf(view),
    second: [...stateSentences(view), ...reasonsSentence(shown)],
    nearest: nearestOf(view),
    reasons: wordReasons(shown, view),
    others: [...wordReasons(rest, view).map((reason) => reason.title), ...missingClauses(view)],
  };
}
