import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ANALYSIS_CLAUSES,
  type AnalysisView,
  type BoxView,
  type ConditionView,
  computeAnalysisText,
  findNearest,
  listLevels,
} from './analysis-text.ts';
import { BOXES, type BoxKind } from './symbols.ts';

const T = Date.UTC(2026, 10, 18, 13);

const condition: ConditionView = {
  way: true,
  active: true,
  price: 1.1431,
  datetime: T,
  sl: 1.1382,
  tp1: 1.148,
  tp2: 1.1529,
  ended: null,
  tp1Hit: false,
};

function box(kind: BoxKind, over: Partial<BoxView> = {}): BoxView {
  return {
    kind,
    bullish: null,
    status: null,
    closed: false,
    longBullish: null,
    edges: null,
    needsHourly: false,
    ...over,
  };
}

const traded = (
  kind: BoxKind,
  bullish: boolean,
  status: -1 | 0 | 1,
  over: Partial<BoxView> = {},
): BoxView => box(kind, { bullish, status, closed: status !== 0, ...over });

const empty: AnalysisView = {
  symbol: 'EURUSD',
  price: null,
  atr: null,
  condition: null,
  seer: null,
  closeSeer: null,
  crystalWay: null,
  boxes: BOXES.map((b) => box(b.kind)),
  levels: { buy: [], sell: [] },
  cycle: null,
  baseRate: null,
};

const full: AnalysisView = {
  ...empty,
  price: 1.146,
  atr: 0.007,
  condition,
  seer: { way: true, level: 1.1215, main: true },
  closeSeer: { way: true, level: 1.1372, safe: true },
  crystalWay: false,
  boxes: [
    traded('hayyam', true, 0, { longBullish: true, edges: { top: 1.1495, bottom: 1.135 } }),
    traded('52', true, 1, { edges: { top: 1.18, bottom: 1.12 } }),
    traded('144', false, 0, { edges: { top: 1.17, bottom: 1.13 } }),
    traded('36', false, -1, { edges: { top: 1.152, bottom: 1.141 } }),
    box('crystal'),
  ],
  levels: { buy: [1.1481, 1.1502], sell: [1.1439, 1.1418] },
  cycle: { value: 0.37, percentage: 68.5, positive: true, warming: false },
};

const keysOf = (view: AnalysisView, part: string): readonly string[] =>
  computeAnalysisText(view)
    .filter((s) => s.part === part)
    .flatMap((s) => s.clauses.map((c) => c.key));

const clauseOf = (view: AnalysisView, key: string) =>
  computeAnalysisText(view)
    .flatMap((s) => s.clauses)
    .find((c) => c.key === key);

test('a full view gives five sentences in the promised order', () => {
  assert.deepEqual(
    computeAnalysisText(full).map((s) => s.part),
    ['condition', 'targets', 'seer', 'boxes', 'cycle'],
  );
});

test('without a condition the first sentence says so and the targets are left out', () => {
  assert.deepEqual(
    computeAnalysisText({ ...full, condition: null }).map((s) => s.part),
    ['condition', 'seer', 'boxes', 'cycle'],
  );
  assert.deepEqual(keysOf({ ...full, condition: null }, 'condition'), ['condition.none']);
});

test('a symbol without any history still gives a whole text', () => {
  assert.deepEqual(
    computeAnalysisText(empty).flatMap((s) => s.clauses.map((c) => c.key)),
    ['condition.none', 'seer.none', 'close.none', 'boxes.untraded', 'cycle.none', 'rate.none'],
  );
});

const endings: readonly [string, Partial<ConditionView>, string][] = [
  ['active', {}, 'condition.active'],
  ['active after TP1', { tp1Hit: true }, 'condition.activeTp1'],
  ['stopped', { active: false, ended: -1 }, 'condition.stopped'],
  ['stopped after TP1', { active: false, ended: -1, tp1Hit: true }, 'condition.stoppedTp1'],
  ['second target', { active: false, ended: 2, tp1Hit: true }, 'condition.reached'],
  ['expired', { active: false, ended: 0 }, 'condition.expired'],
  ['expired after TP1', { active: false, ended: 0, tp1Hit: true }, 'condition.expiredTp1'],
];
for (const [name, over, key] of endings) {
  test(`the condition sentence names what became of it: ${name}`, () => {
    const view = { ...full, condition: { ...condition, ...over } };
    assert.deepEqual(keysOf(view, 'condition'), [key]);
    assert.deepEqual(clauseOf(view, key)?.params, {
      symbol: { as: 'symbol', value: 'EURUSD' },
      way: { as: 'word', value: 'buy' },
      price: { as: 'price', value: 1.1431 },
      time: { as: 'time', value: T },
    });
  });
}

const targets: readonly [boolean, boolean, string][] = [
  [true, true, 'targets.buy'],
  [false, true, 'targets.sell'],
  [true, false, 'targets.ended'],
  [false, false, 'targets.ended'],
];
for (const [way, active, key] of targets) {
  test(`targets of a ${active ? 'running' : 'finished'} ${way ? 'buy' : 'sell'} condition`, () => {
    const view = {
      ...full,
      condition: { ...condition, way, active, ended: active ? null : (-1 as const) },
    };
    assert.deepEqual(keysOf(view, 'targets'), [key]);
    assert.deepEqual(clauseOf(view, key)?.params, {
      tp1: { as: 'price', value: 1.148 },
      tp2: { as: 'price', value: 1.1529 },
      sl: { as: 'price', value: 1.1382 },
    });
  });
}

const seers: readonly [string, Partial<AnalysisView>, readonly string[]][] = [
  ['agrees, safe', {}, ['seer.agrees', 'close.safe']],
  ['differs', { condition: { ...condition, way: false } }, ['seer.differs', 'close.safe']],
  ['no condition', { condition: null }, ['seer.alone', 'close.safe']],
  [
    'risky',
    { closeSeer: { way: false, level: 1.15, safe: false } },
    ['seer.agrees', 'close.risky'],
  ],
  ['no close seer', { closeSeer: null }, ['seer.agrees', 'close.none']],
  [
    'close seer without a main one',
    { seer: null, closeSeer: { way: false, level: 1.15, safe: null } },
    ['seer.none', 'close.alone'],
  ],
];
for (const [name, over, keys] of seers) {
  test(`the seer sentence: ${name}`, () => {
    assert.deepEqual(keysOf({ ...full, ...over }, 'seer'), keys);
  });
}

test('a seer younger than ninety days is called middle', () => {
  const view = { ...full, seer: { way: false, level: 1.1, main: false } };
  assert.deepEqual(clauseOf(view, 'seer.differs')?.params, {
    age: { as: 'word', value: 'middle' },
    seer: { as: 'word', value: 'resistance' },
    level: { as: 'price', value: 1.1 },
  });
});

test('every box stands in exactly one of the four lists, with its count', () => {
  const view = {
    ...full,
    boxes: [...full.boxes.slice(0, 3), box('36', { needsHourly: true }), box('crystal')],
  };
  assert.deepEqual(clauseOf(view, 'boxes.bullish')?.params, {
    boxes: { as: 'boxes', value: ['hayyam', '52'] },
    count: { as: 'count', value: 2 },
  });
  assert.deepEqual(clauseOf(view, 'boxes.bearish')?.params.boxes?.value, ['144']);
  assert.deepEqual(clauseOf(view, 'boxes.untraded')?.params.boxes?.value, ['crystal']);
  assert.deepEqual(clauseOf(view, 'boxes.needsHourly')?.params.boxes?.value, ['36']);
});

test('the nearest level above and below is a box edge or a weekly level, with its distance in daily ATR', () => {
  const above = clauseOf(full, 'nearest.above')?.params;
  assert.deepEqual(above?.level?.value, { of: 'weekly', side: 'buy', index: 0 });
  assert.equal(above?.price?.value, 1.1481);
  assert.ok(Math.abs(Number(above?.atr?.value) - 0.3) < 1e-9, 'one 0.0021 is 0.3 of 0.007');
  const below = clauseOf(full, 'nearest.below')?.params;
  assert.deepEqual(below?.level?.value, { of: 'weekly', side: 'sell', index: 0 });
});

test('without an ATR the nearest levels come without a distance, without a price not at all', () => {
  assert.ok(clauseOf({ ...full, atr: null }, 'nearest.abovePlain'));
  assert.ok(clauseOf({ ...full, atr: 0 }, 'nearest.belowPlain'));
  assert.deepEqual(
    keysOf({ ...full, price: null }, 'boxes').filter((k) => k.startsWith('nearest')),
    [],
  );
});

test('above every level only the one below is named, and the other way round', () => {
  const near = (price: number) =>
    keysOf({ ...full, price }, 'boxes').filter((k) => k.startsWith('nearest'));
  assert.deepEqual(near(9), ['nearest.below']);
  assert.deepEqual(near(0.1), ['nearest.above']);
});

test('a level at the price itself is neither above nor below, and the first of equal levels wins', () => {
  const levels = listLevels({
    boxes: [box('hayyam', { edges: { top: 2, bottom: 1 } })],
    levels: { buy: [2, 3], sell: [1.5] },
  });
  const near = findNearest(levels, 1.5);
  assert.deepEqual(near.above?.name, { of: 'box', kind: 'hayyam', edge: 'top' });
  assert.deepEqual(near.below?.name, { of: 'box', kind: 'hayyam', edge: 'bottom' });
});

const cycles: readonly [string, AnalysisView['cycle'], string][] = [
  ['none', null, 'cycle.none'],
  ['warming', { value: 0.4, percentage: 70, positive: true, warming: true }, 'cycle.warming'],
  ['positive', { value: 0, percentage: 50, positive: true, warming: false }, 'cycle.positive'],
  ['negative', { value: -0.2, percentage: 40, positive: false, warming: false }, 'cycle.negative'],
];
for (const [name, cycle, key] of cycles) {
  test(`the cycle's word: ${name}`, () => {
    assert.equal(keysOf({ ...full, cycle }, 'cycle')[0], key);
  });
}

const rate = {
  kind: 'condition',
  rate: 0.579,
  n: 214,
  low: 0.51,
  high: 0.64,
  baseline: 0.524,
  verdict: 'undecided',
  source: 'file',
  backfill: false,
  category: 'forex',
} as const;
const origins = [
  { source: 'file', backfill: false, verdict: 'undecided', key: 'rate.live' },
  { source: 'file', backfill: true, verdict: null, key: 'rate.backtest' },
  { source: 'simulated', backfill: false, verdict: 'interval-excludes-zero', key: 'rate.live' },
  { source: 'venue-1', backfill: true, verdict: null, key: 'rate.backtest' },
] as const;

test('the base rate is stated with n, interval and baseline from fifteen resolved signals on', () => {
  const known = clauseOf({ ...full, baseRate: rate }, 'rate.known');
  assert.deepEqual(known?.params, {
    rate: { as: 'share', value: 0.579 },
    low: { as: 'share', value: 0.51 },
    high: { as: 'share', value: 0.64 },
    n: { as: 'count', value: 214 },
    baseline: { as: 'share', value: 0.524 },
  });
  assert.ok(clauseOf({ ...full, baseRate: { ...rate, n: 15 } }, 'rate.known'));
  assert.ok(clauseOf({ ...full, baseRate: { ...rate, n: 14 } }, 'rate.none'));
  assert.ok(clauseOf({ ...full, baseRate: { ...rate, verdict: 'few' } }, 'rate.none'));
});

for (const { key, ...origin } of origins) {
  test(`with the rate it is said where it comes from: ${origin.source}, backtest ${origin.backfill}`, () => {
    const view = { ...full, baseRate: { ...rate, ...origin } };
    assert.deepEqual(keysOf(view, 'cycle').slice(1), ['rate.known', key]);
    const params = clauseOf(view, key)?.params;
    assert.deepEqual(params?.of, { as: 'source', value: origin.source });
    const word = {
      undecided: { as: 'word', value: 'undecided' },
      'interval-excludes-zero': { as: 'word', value: 'differs' },
    } as const;
    const said = origin.verdict === null ? undefined : word[origin.verdict];
    assert.deepEqual(params?.verdict, said, 'nothing follows from a backtest');
  });
}

test('every clause carries exactly the values that the catalogue is promised', () => {
  const ways = [true, false];
  const views = [
    empty,
    full,
    ...endings.map(([, over]) => ({ ...full, condition: { ...condition, ...over } })),
    ...seers.map(([, over]) => ({ ...full, ...over })),
    ...ways.flatMap((way) =>
      ways.map((active) => ({ ...full, condition: { ...condition, way, active } })),
    ),
    ...cycles.map(([, cycle]) => ({ ...full, cycle })),
    { ...full, atr: null },
    { ...full, boxes: [box('36', { needsHourly: true })] },
    ...origins.map(({ key: _, ...origin }) => ({ ...full, baseRate: { ...rate, ...origin } })),
  ];
  const seen = new Set<string>();
  for (const { key, params } of views.flatMap(computeAnalysisText).flatMap((s) => s.clauses)) {
    seen.add(key);
    assert.deepEqual(Object.keys(params).toSorted(), [...ANALYSIS_CLAUSES[key]].toSorted(), key);
  }
  assert.deepEqual([...seen].toSorted(), Object.keys(ANALYSIS_CLAUSES).toSorted());
});
