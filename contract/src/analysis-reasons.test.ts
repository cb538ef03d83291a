import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeReasons, REASONS_MAX } from './analysis-reasons.ts';
import type { AnalysisView, BoxView } from './analysis-view.ts';
import { BOXES, type BoxKind } from './symbols.ts';

const empty: AnalysisView = {
  symbol: 'EURUSD',
  price: null,
  atr: null,
  condition: null,
  seer: null,
  closeSeer: null,
  crystal: null,
  boxes: [],
  levels: { buy: [], sell: [] },
  cycle: null,
  baseRate: null,
};

const traded = (
  kind: BoxKind,
  bullish: boolean,
  status: -1 | 0 | 1,
  over: Partial<BoxView> = {},
): BoxView => ({
  kind,
  bullish,
  status,
  closed: status !== 0,
  longBullish: null,
  edges: null,
  needsHourly: false,
  ...over,
});

const full: AnalysisView = {
  ...empty,
  price: 1.146,
  seer: { way: true, level: 1.1215, ageDays: 118, main: true },
  closeSeer: { way: true, level: 1.1372, ageDays: 9, safe: true },
  crystal: { way: false, level: 1.152 },
  boxes: [
    traded('hayyam', true, 0, { longBullish: true }),
    traded('52', true, 1),
    traded('144', false, 0),
    traded('36', false, -1),
  ],
  levels: { buy: [1.1481, 1.1502], sell: [1.1439, 1.1418] },
  cycle: { value: 0.37, percentage: 68.5, positive: true, warming: false },
};

test('reasons have the sign and the pips of the values on the page, strongest first', () => {
  assert.deepEqual(
    computeReasons(full).shown.map((r) => [
      r.of.part === 'box' ? r.of.kind : r.of.part,
      r.sign,
      r.pips,
    ]),
    [
      ['seer', 1, 3],
      ['hayyam', 1, 3],
      ['close', 1, 2],
      ['cycle', 1, 2],
      ['144', -1, 2],
      ['crystal', -1, 1],
    ],
  );
});

const weekly: readonly [number, 1 | 0 | -1, number][] = [
  [1.146, 0, 0],
  [1.1481, 1, 1],
  [1.151, 1, 2],
  [1.1439, -1, 1],
  [1.13, -1, 2],
];
for (const [price, sign, pips] of weekly) {
  test(`at ${price} the weekly levels count ${pips} with sign ${sign}`, () => {
    const { shown: reasons } = computeReasons({ ...empty, price, levels: full.levels });
    assert.deepEqual(reasons, [{ of: { part: 'weekly' }, sign, pips }]);
  });
}

const strengths: readonly [number, boolean, 1 | 0 | -1, number][] = [
  [1, false, 1, 3],
  // Each third with its upper end.
  [0.67, false, 1, 3],
  [2 / 3, false, 1, 2],
  [0.4, false, 1, 2],
  [0.334, false, 1, 2],
  [1 / 3, false, 1, 1],
  [0.1, false, 1, 1],
  [1e-9, false, 1, 1],
  [0, false, 0, 0],
  [-0.9, false, -1, 3],
  [0.9, true, 0, 0],
];
for (const [value, warming, sign, pips] of strengths) {
  test(`a ${warming ? 'warming ' : ''}cycle of ${value} counts ${pips}`, () => {
    const cycle = { value, percentage: (value + 1) * 50, positive: value >= 0, warming };
    const { shown } = computeReasons({ ...empty, cycle });
    assert.deepEqual(shown, [{ of: { part: 'cycle' }, sign, pips }]);
  });
}

const boxReasons: readonly [string, BoxView, 1 | 0 | -1, number][] = [
  ['open', traded('52', true, 0), 1, 2],
  ['open with its long term', traded('52', false, 0, { longBullish: false }), -1, 3],
  ['open against its long term', traded('52', false, 0, { longBullish: true }), -1, 2],
  ['target reached', traded('52', true, 1), 1, 1],
  ['target reached with its long term', traded('52', true, 1, { longBullish: true }), 1, 2],
  ['stopped', traded('52', true, -1, { longBullish: true }), 0, 0],
  ['expired', traded('52', true, 0, { closed: true }), 0, 0],
];
for (const [name, view, sign, pips] of boxReasons) {
  test(`a box whose trade is ${name} counts ${pips}`, () => {
    assert.deepEqual(computeReasons({ ...empty, boxes: [view] }).shown, [
      { of: { part: 'box', kind: '52' }, sign, pips },
    ]);
  });
}

test('a shortened list keeps the strongest reason of the other direction', () => {
  const strong = BOXES.map((b) => traded(b.kind, true, 0, { longBullish: true }));
  const view = { ...full, boxes: strong, closeSeer: null };
  const { shown: reasons, rest } = computeReasons(view);
  assert.equal(reasons.length, REASONS_MAX);
  assert.deepEqual(
    rest.map(({ of }) => of),
    [{ part: 'box', kind: 'crystal' }, { part: 'cycle' }, { part: 'weekly' }],
  );
  assert.deepEqual(reasons.at(-1), { of: { part: 'crystal' }, sign: -1, pips: 1 });
});

test('a symbol without history has no reasons', () => {
  assert.deepEqual(computeReasons(empty), { shown: [], rest: [] });
});

test('a middle seer counts 2 and a risky close seer 1', () => {
  const view = {
    ...empty,
    seer: { way: false, level: 1.2, ageDays: 20, main: false },
    closeSeer: { way: true, level: 1.1, ageDays: 5, safe: false },
  };
  assert.deepEqual(computeReasons(view).shown, [
    { of: { part: 'seer' }, sign: -1, pips: 2 },
    { of: { part: 'close' }, sign: 1, pips: 1 },
  ]);
});
