import assert from 'node:assert/strict';
import test from 'node:test';
import { createHistory } from '../baselines/history.ts';
import { followLevels } from '../baselines/placebo-levels.ts';
import { MARKETS } from '../testing/gappy-markets.ts';
import { publishRows } from '../testing/published-rows.ts';
import { prepareBars } from './prepared-bars.ts';
import { weeklySetOf } from './weekly-set.ts';
import { followSet, twinOf } from './weekly-twin.ts';

const HOUR_MS = 3_600_000;
const rulesOf = (digits: number) => ({
  tick: 1 / 10 ** digits,
  round: (price: number) => Math.round(price * 10 ** digits) / 10 ** digits,
});
const EXAMPLE = { d: 0, anchor: 100, buy: [110.25, 121, 132.25], sell: [90.25, 81, 72.25] };

test('a twin is moved by the share of a step', () => {
  // docs/analysis.md, Placebo levels: the anchor of phase -0.1484375 is 9.92578125^2 = 98.5211; each line is half a
  // root farther: 10.42578125^2 = 108.6969, 9.42578125^2 = 88.8454.
  const twin = twinOf(EXAMPLE, -0.1484375, rulesOf(4));
  assert.equal(twin.anchor, 98.5211);
  assert.deepEqual([twin.buy[0], twin.sell[0]], [108.6969, 88.8454]);
  // The lowest line has no neighbour below; its step is that of its other side: (8.5 - 0.07421875)^2 = 70.9938.
  assert.equal(twin.sell[2], 70.9938);
  const up = twinOf(EXAMPLE, 0.1484375, rulesOf(4));
  // (11.5 + 0.07421875)^2 = 133.9625
  assert.deepEqual([up.buy[2], up.anchor], [133.9625, 101.4899]);
});

test('a phase of 0 leaves all lines, and a missing side stays empty', () => {
  assert.deepEqual(twinOf(EXAMPLE, 0, rulesOf(2)), EXAMPLE);
  const oneSided = { ...EXAMPLE, sell: [] };
  assert.deepEqual(twinOf(oneSided, 0.25, rulesOf(2)).sell, []);
});

test('lines that meet are a tick apart, and a line at zero ends its side', () => {
  const narrow = { d: 0, anchor: 1, buy: [1.01, 1.02], sell: [0.99, 0.98] };
  assert.deepEqual(twinOf(narrow, 0.4, rulesOf(1)), {
    d: 0,
    anchor: 1,
    buy: [1.1, 1.2],
    sell: [0.9, 0.8],
  });
  const low = { d: 0, anchor: 0.02, buy: [0.03], sell: [0.01] };
  assert.deepEqual(twinOf(low, -0.5, rulesOf(2)).sell, []);
});

for (const { name, rules, columns } of MARKETS) {
  test(`sets and twins have the first resolver's results: ${name}`, () => {
    const bars = prepareBars(columns, rules);
    const history = createHistory(columns, rules);
    const touches = new Set<number | null>();
    let trades = 0;
    for (const { row } of publishRows(columns, rules)) {
      const set = row.kind === 'levels' ? weeklySetOf(row) : null;
      if (set === null) continue;
      for (const phase of [null, -0.5, -0.2, 0.1, 0.4]) {
        const own = phase === null ? set : twinOf(set, phase, bars);
        const { touch, trade } = followSet(own, bars);
        const first = followLevels(history, own);
        assert.equal(touch, first.touch, `${row.eventKey} ${phase}`);
        touches.add(touch);
        const results = (of: typeof trade) => of && [of.status1, of.status2, of.r1, of.r2];
        assert.deepEqual(results(trade), results(first.trade), `${row.eventKey} ${phase}`);
        if (trade) trades += 1;
      }
    }
    assert.ok(touches.has(1) && touches.has(-1), 'held and broken touches were compared');
    assert.ok(trades > 50, `${trades} trades`);
  });
}

test('a touch is held half a step back, broken half a step on, and broken when one bar does both', () => {
  // docs/analysis.md, Touch and entry: anchor 100, lines 102 and 98, so half a step is 1.
  const touchWith = (...after: (readonly [high: number, low: number])[]) => {
    const prices = [[100, 100] as const, [102, 100] as const, ...after];
    const column = (of: (each: readonly [number, number]) => number) =>
      Float64Array.from(prices, of);
    const bars = prepareBars(
      {
        length: prices.length,
        openTimeMs: Float64Array.from(prices, (_, at) => (at - 1) * HOUR_MS),
        open: column(() => 101.5),
        high: column(([high]) => high),
        low: column(([, low]) => low),
        close: column(() => 101.5),
      },
      { base: '60', fx: false, digits: 2, category: 'nasdaq' },
    );
    // The week of 1970-01-01 begins on Monday 1969-12-29.
    return followSet({ d: -3 * 24 * HOUR_MS, anchor: 100, buy: [102], sell: [98] }, bars).touch;
  };
  assert.equal(touchWith([102.5, 101]), 1);
  assert.equal(touchWith([103, 101.2]), -1);
  assert.equal(touchWith([103, 101]), -1);
  assert.equal(touchWith([102.9, 101.1]), null);
});
