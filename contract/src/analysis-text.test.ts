import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ANALYSIS_CLAUSES,
  type AnalysisClause,
  computeAnalysisText,
  findNearest,
  listLevels,
} from './analysis-text.ts';
import type { AnalysisView, BoxView, ConditionView } from './analysis-view.ts';
import { BOXES, type BoxKind } from './symbols.ts';

const T = Date.UTC(2026, 10, 18, 13);

const condition: ConditionView = {
  way: true,
  price: 1.1431,
  range: 0.0049,
  datetime: T,
  sl: 1.1382,
  tp1: 1.148,
  tp2: 1.1529,
  end: null,
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
  crystal: null,
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
  seer: { way: true, level: 1.1215, ageDays: 118, main: true },
  closeSeer: { way: true, level: 1.1372, ageDays: 9, safe: true },
  crystal: { way: false, level: 1.152 },
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

const value = (clause: AnalysisClause | undefined, name: string) => clause?.params[name]?.value;
const keysOf = (clauses: readonly AnalysisClause[]) => clauses.map((clause) => clause.key);
const reasonOf = (view: AnalysisView, part: string) =>
  computeAnalysisText(view).reasons.find(
    ({ of }) => of.part === part || (of.part === 'box' && of.kind === part),
  );
const END = Date.UTC(2026, 10, 20, 8);

const leads: readonly [string, Partial<ConditionView>, number | null, string][] = [
  ['before any price', {}, null, 'lead.active'],
  ['on the way to its target', {}, 1.1455, 'lead.towardTp1'],
  ['on the way to its stop', {}, 1.1411, 'lead.towardStop'],
  ['beyond its target, not counted yet', {}, 1.149, 'lead.active'],
  ['beyond its stop, not counted yet', {}, 1.138, 'lead.active'],
  ['after TP1', { tp1Hit: true }, 1.149, 'lead.activeTp1'],
  ['stopped', { end: { by: -1, atMs: END, exit: 1.1382 } }, 1.13, 'lead.stopped'],
  [
    'stopped after TP1',
    { tp1Hit: true, end: { by: -1, atMs: END, exit: 1.1382 } },
    1.13,
    'lead.stoppedTp1',
  ],
  ['at TP2', { tp1Hit: true, end: { by: 2, atMs: END, exit: 1.1529 } }, 1.16, 'lead.reached'],
  ['expired', { end: { by: 0, atMs: END, exit: 1.144 } }, 1.14, 'lead.expired'],
  [
    'expired after TP1',
    { tp1Hit: true, end: { by: 0, atMs: END, exit: 1.144 } },
    1.14,
    'lead.expiredTp1',
  ],
];
for (const [name, over, price, key] of leads) {
  test(`the first sentence describes a condition ${name}`, () => {
    const { lead } = computeAnalysisText({ ...full, price, condition: { ...condition, ...over } });
    assert.equal(lead.key, key);
    assert.equal(value(lead, 'way'), 'buy');
    assert.equal(value(lead, 'price'), 1.1431);
    assert.equal(value(lead, 'day'), over.end ? END : undefined);
  });
}

test('the share of the way is that to the next line, for a sell too', () => {
  const share = (price: number, over: Partial<ConditionView> = {}) =>
    value(
      computeAnalysisText({ ...full, price, condition: { ...condition, ...over } }).lead,
      'share',
    );
  const close = (found: unknown, wanted: number) =>
    assert.ok(Math.abs(Number(found) - wanted) < 1e-9, `${Number(found)} is ${wanted}`);
  close(share(1.1431 + 0.0049 * 0.25), 0.25);
  close(share(1.1431 - 0.0049 * 0.6), 0.6);
  const sell = { way: false, sl: 1.148, tp1: 1.1382, tp2: 1.1333 };
  close(share(1.1431 - 0.0049 * 0.25, sell), 0.25);
  close(share(1.1431 + 0.0049 * 0.6, sell), 0.6);
});

test('without a condition the first sentence says so, or that the history is too short for one', () => {
  assert.equal(computeAnalysisText({ ...full, condition: null }).lead.key, 'lead.none');
  const young = computeAnalysisText(empty);
  assert.equal(young.lead.key, 'lead.young');
  assert.deepEqual(keysOf(young.second), ['second.young']);
  assert.deepEqual(young.reasons, []);
  assert.deepEqual(young.nearest, { above: null, below: null });
  assert.deepEqual(keysOf(young.others), [
    'other.noSeer',
    'other.noClose',
    'other.noCycle',
    'other.untraded',
  ]);
});

const ended = (by: -1 | 0 | 2, exit: number | null) => ({ end: { by, atMs: END, exit } });
const seconds: readonly [string, Partial<AnalysisView>, string][] = [
  ['an active condition: its targets and the price that ends it', {}, 'second.targets'],
  [
    'one beyond its first target: how far the second is',
    { condition: { ...condition, tp1Hit: true } },
    'second.next',
  ],
  [
    'the same without a daily range: the second alone',
    { condition: { ...condition, tp1Hit: true }, atr: null },
    'second.nextPlain',
  ],
  [
    'an expired one: the price of that moment',
    { condition: { ...condition, ...ended(0, 1.144) } },
    'second.expired',
  ],
  [
    'an expired one whose price is not known: where the price stands',
    { condition: { ...condition, ...ended(0, null) } },
    'second.between',
  ],
  [
    'a stopped one, between the entries',
    { condition: { ...condition, ...ended(-1, 1.1382) } },
    'second.between',
  ],
  [
    'a stopped one, at the buy entry',
    { condition: { ...condition, ...ended(-1, 1.1382) }, price: 1.1481 },
    'second.aboveBuy',
  ],
  [
    'a stopped one, at the sell entry',
    { condition: { ...condition, ...ended(-1, 1.1382) }, price: 1.1439 },
    'second.belowSell',
  ],
  ['no condition: when one forms', { condition: null }, 'second.none'],
];
for (const [name, over, key] of seconds) {
  test(`the second sentence describes ${name}`, () => {
    const { second } = computeAnalysisText({ ...full, ...over });
    assert.deepEqual(keysOf(second), [key, 'second.reasons']);
  });
}

test('an expired sell has its result in R', () => {
  const sell = { ...condition, way: false, ...ended(0, 1.1431 - 0.0049 * 0.21) };
  const [expired] = computeAnalysisText({ ...full, condition: sell }).second;
  assert.equal(Number(value(expired, 'r')).toFixed(6), '0.210000');
});

test('the reasons are counted like the list', () => {
  const { second, reasons } = computeAnalysisText(full);
  const counts = second.find((clause) => clause.key === 'second.reasons');
  assert.deepEqual([value(counts, 'up'), value(counts, 'down')], [4, 2]);
  assert.deepEqual(
    reasons.map(({ of, sign, pips, title }) => [
      of.part === 'box' ? of.kind : of.part,
      sign * pips,
      title.key,
    ]),
    [
      ['seer', 3, 'title.main'],
      ['hayyam', 3, 'title.box.bullish'],
      ['close', 2, 'title.close'],
      ['cycle', 2, 'title.cycle.positive'],
      ['144', -2, 'title.box.bearish'],
      ['crystal', -1, 'title.crystal'],
    ],
  );
});

test('reasons that do not fit, and boxes without a trade, follow the list', () => {
  const { others } = computeAnalysisText(full);
  assert.deepEqual(
    others.map(({ key, params }) => [key, params.boxes?.value]),
    [
      ['title.box.bullish', ['52']],
      ['title.weekly.flat', undefined],
      ['title.box.bearish', ['36']],
      ['other.untraded', ['crystal']],
    ],
  );
});

const details: readonly [string, string, Partial<AnalysisView>, readonly string[]][] = [
  ['a main seer that agrees', 'seer', {}, ['detail.seer.up', 'detail.agrees']],
  [
    'one against the condition',
    'seer',
    { condition: { ...condition, way: false } },
    ['detail.seer.up', 'detail.differs'],
  ],
  [
    'one after the condition ended',
    'seer',
    { condition: { ...condition, ...ended(-1, 1.1382) } },
    ['detail.seer.up'],
  ],
  [
    'a main seer that resists',
    'seer',
    { condition: null, seer: { way: false, level: 1.2, ageDays: 118, main: true } },
    ['detail.seer.down'],
  ],
  ['a safe close seer', 'close', {}, ['detail.close.safe']],
  [
    'a risky one',
    'close',
    { closeSeer: { way: false, level: 1.15, ageDays: 9, safe: false } },
    ['detail.close.risky'],
  ],
  [
    'one without a main seer',
    'close',
    { seer: null, closeSeer: { way: false, level: 1.15, ageDays: 9, safe: null } },
    ['detail.close.alone'],
  ],
  ['the crystal seer', 'crystal', {}, ['detail.crystal']],
  [
    'weekly levels that were passed upward',
    'weekly',
    { price: 1.149, seer: null, closeSeer: null, cycle: null },
    ['detail.weekly.up'],
  ],
  [
    'downward',
    'weekly',
    { price: 1.143, seer: null, closeSeer: null, cycle: null },
    ['detail.weekly.down'],
  ],
  ['none', 'weekly', { seer: null, closeSeer: null, cycle: null }, ['detail.weekly.flat']],
  ['a positive cycle', 'cycle', {}, ['detail.cycle.above']],
  [
    'a negative one',
    'cycle',
    { cycle: { value: -0.9, percentage: 5, positive: false, warming: false } },
    ['detail.cycle.below'],
  ],
  [
    'one that warms up',
    'cycle',
    {
      seer: null,
      closeSeer: null,
      crystal: null,
      cycle: { value: 0.4, percentage: 70, positive: true, warming: true },
    },
    ['detail.cycle.warming'],
  ],
  ['a box with a running trade and its long term', 'hayyam', {}, ['detail.box.openLong']],
  ['a box with a running trade', '144', {}, ['detail.box.open']],
  ['one that reached its target', '52', { seer: null, cycle: null }, ['detail.box.reached']],
  [
    'the same with its long term',
    '52',
    { boxes: [traded('52', true, 1, { longBullish: true })] },
    ['detail.box.reachedLong'],
  ],
  ['one that was stopped', '36', { boxes: [traded('36', false, -1)] }, ['detail.box.stopped']],
  [
    'one that expired',
    '36',
    { boxes: [traded('36', false, 0, { closed: true })] },
    ['detail.box.expired'],
  ],
];
for (const [name, part, over, keys] of details) {
  test(`details of a reason: ${name}`, () => {
    const view = { ...full, ...over };
    assert.deepEqual(keysOf(reasonOf(view, part)?.details ?? []), keys);
  });
}

test('a reason has the figures of its details', () => {
  const main = reasonOf(full, 'seer');
  assert.equal(value(main?.title, 'level'), 1.1215);
  assert.equal(value(main?.title, 'seer'), 'support');
  assert.equal(value(main?.details[0], 'count'), 118);
  assert.equal(value(reasonOf(full, 'close')?.details[0], 'count'), 9);
  assert.equal(value(reasonOf(full, 'crystal')?.title, 'seer'), 'resistance');
  const [cycle] = reasonOf(full, 'cycle')?.details ?? [];
  assert.deepEqual(
    [value(cycle, 'value'), value(cycle, 'percentage'), value(cycle, 'threshold')],
    [0.37, 0.685, 0.5],
  );
  const alone = { ...full, seer: null, closeSeer: null, cycle: null };
  const weekly = (price: number) =>
    value(reasonOf({ ...alone, price }, 'weekly')?.details[0], 'count');
  assert.deepEqual([weekly(1.149), weekly(1.151), weekly(1.143)], [1, 2, 1]);
});

test('a seer younger than ninety days is called middle', () => {
  const view = { ...full, seer: { way: false, level: 1.1, ageDays: 20, main: false } };
  const title = reasonOf(view, 'seer')?.title;
  assert.equal(title?.key, 'title.middle');
  assert.equal(value(title, 'seer'), 'resistance');
});

test('boxes without a trade and boxes that need hourly bars have different clauses', () => {
  const boxes = [...full.boxes.slice(0, 3), box('36', { needsHourly: true }), box('crystal')];
  const { others } = computeAnalysisText({ ...full, boxes });
  const named = (key: string) =>
    value(
      others.find((clause) => clause.key === key),
      'boxes',
    );
  assert.deepEqual(named('other.untraded'), ['crystal']);
  assert.deepEqual(named('other.needsHourly'), ['36']);
});

test('the nearest level on both sides comes with its distance', () => {
  const { above, below } = computeAnalysisText(full).nearest;
  assert.deepEqual(above?.name, { of: 'weekly', side: 'buy', index: 0 });
  assert.equal(above?.price, 1.1481);
  assert.ok(Math.abs(Number(above?.atr) - 0.3) < 1e-9, 'one 0.0021 is 0.3 of 0.007');
  assert.ok(Math.abs(Number(above?.share) - 0.0021 / 1.146) < 1e-12);
  assert.deepEqual(below?.name, { of: 'weekly', side: 'sell', index: 0 });
  assert.ok(Number(below?.share) < 0);
  assert.ok(Number(below?.atr) > 0);
});

test('without an ATR the distance is a share alone; beyond all levels one side has none', () => {
  const near = (over: Partial<AnalysisView>) => computeAnalysisText({ ...full, ...over }).nearest;
  assert.equal(near({ atr: null }).above?.atr, null);
  assert.equal(near({ atr: 0 }).below?.atr, null);
  assert.equal(near({ price: 9 }).above, null);
  assert.equal(near({ price: 0.1 }).below, null);
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

test('every clause has exactly the values of the catalogue', () => {
  const views: AnalysisView[] = [
    empty,
    full,
    ...leads.map(([, over, price]) => ({ ...full, price, condition: { ...condition, ...over } })),
    ...seconds.map(([, over]) => ({ ...full, ...over })),
    ...details.map(([, , over]) => ({ ...full, ...over })),
    { ...full, seer: { way: false, level: 1.1, ageDays: 20, main: false } },
    { ...full, boxes: [box('36', { needsHourly: true })] },
  ];
  const seen = new Set<string>();
  for (const { lead, second, reasons, others } of views.map(computeAnalysisText)) {
    const worded = reasons.flatMap(({ title, details: behind }) => [title, ...behind]);
    for (const { key, params } of [lead, ...second, ...worded, ...others]) {
      seen.add(key);
      assert.deepEqual(Object.keys(params).toSorted(), [...ANALYSIS_CLAUSES[key]].toSorted(), key);
    }
  }
  assert.deepEqual([...seen].toSorted(), Object.keys(ANALYSIS_CLAUSES).toSorted());
});
