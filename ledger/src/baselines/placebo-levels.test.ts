import assert from 'node:assert/strict';
import test from 'node:test';
import { type Bar, squareLadder, tickSize } from '@rasat/engine';
import fc from 'fast-check';
import { FIXTURES, fixtureBars } from '../../../engine/src/testing/contract-fixtures.ts';
import { columnsOf, recordEngine } from '../testing/engine-record.ts';
import { createHistory } from './history.ts';
import { followLevels, type LevelSet, phaseOfWeek, shiftLevels } from './placebo-levels.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test("every published set, followed, has the engine's outcome", () => {
  let traded = 0;
  let idle = 0;
  for (const fixture of FIXTURES) {
    const { history, events } = recordEngine(fixtureBars(fixture), fixture.options);
    const entries = new Map(
      events.flatMap((event) => (event.type === 'levelsTrade' ? [[event.d, event] as const] : [])),
    );
    const legs = events.filter((event) => event.type === 'levelsClosed');
    for (const set of events) {
      if (set.type !== 'levels') continue;
      const { trade } = followLevels(history, set);
      const entry = entries.get(set.d);
      assert.equal(trade?.openedMs, entry?.timeMs);
      if (trade === null || entry === undefined) {
        idle++;
        continue;
      }
      traded++;
      assert.equal(trade.way, entry.way === 'up' ? 1 : -1);
      const [first, second] = ['tp1', 'tp2'].map((leg) =>
        legs.find((each) => each.d === set.d && each.leg === leg),
      );
      assert.equal(trade.open, first === undefined || second === undefined);
      if (first !== undefined) {
        assert.equal(trade.status1, first.status);
        assert.ok(Math.abs(trade.r1 - Math.max(-5, first.r)) < 1e-6);
      }
      if (second !== undefined) {
        assert.equal(trade.status2, second.status);
        assert.ok(Math.abs(trade.r2 - Math.max(-5, second.r)) < 1e-6);
      }
    }
  }
  assert.ok(traded > 100 && idle > 0, `${traded} traded, ${idle} not`);
});

test('a twin is moved by the share of a step that its week gives', () => {
  // Squares of 7.5 to 12.5 in steps of 0.5.
  const square = (root: number) => Number((root * root).toFixed(4));
  const set: LevelSet = {
    d: Date.UTC(1970, 0, 12),
    anchor: 100,
    buy: [10.5, 11, 11.5].map(square),
    sell: [9.5, 9, 8.5].map(square),
  };
  // Week 1 has place 11 of 40: (2 * 11 + 1 - 40) / 80 = -0.2125, of a step of 0.5 in square roots.
  assert.deepEqual(shiftLevels(set, 4), {
    d: set.d,
    anchor: square(10 - 0.10625),
    buy: [10.5, 11, 11.5].map((root) => square(root - 0.10625)),
    sell: [9.5, 9, 8.5].map((root) => square(root - 0.10625)),
  });
  // Week 2 has place 22: (2 * 22 + 1 - 40) / 80 = 0.0625.
  assert.deepEqual(
    shiftLevels({ ...set, d: Date.UTC(1970, 0, 19) }, 4).buy,
    [10.5, 11, 11.5].map((root) => square(root + 0.03125)),
  );
});

test('the phases of forty weeks in a row are forty places at even distances, half of them on either side', () => {
  // 1970-01-05 was a Monday; 11 k mod 40 is 0, 11, 22, 33, 4, and before it 29.
  const weeks = [-1, 0, 1, 2, 3, 4].map((week) => phaseOfWeek((4 + 7 * week) * DAY));
  assert.deepEqual(weeks, [19 / 80, -39 / 80, -17 / 80, 5 / 80, 27 / 80, -31 / 80]);
  fc.assert(
    fc.property(fc.integer({ min: -3000, max: 6000 }), (from) => {
      const phases = Array.from({ length: 40 }, (_, at) =>
        phaseOfWeek((4 + 7 * (from + at)) * DAY),
      );
      assert.deepEqual(
        phases.toSorted((a, b) => a - b),
        Array.from({ length: 40 }, (_, place) => (2 * place - 39) / 80),
      );
    }),
  );
});

test('lines of a twin that would round to the same price are a tick apart, and every line is positive', () => {
  // A phase of 2^-28 hardly moves the lines; prices have no decimals.
  const twinOf = (anchor: number, buy: number[], sell: number[]) =>
    shiftLevels({ d: 0, anchor, buy, sell }, 0, 2 ** -28);
  assert.deepEqual(twinOf(100, [100.4, 100.8], [99.6, 99.2]), {
    d: 0,
    anchor: 100,
    buy: [101, 102],
    sell: [99, 98],
  });
  assert.deepEqual(twinOf(2, [2.6], [1.4, 0.6, 0.2]), { d: 0, anchor: 2, buy: [3], sell: [1] });
  assert.deepEqual(twinOf(0.3, [1.2], []), { d: 0, anchor: 1, buy: [2], sell: [] });
});

test('a twin keeps order and step, and lies within half a step of its set', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 5000 }),
      fc.oneof(
        fc.double({ min: 0.0005, max: 10, noNaN: true }),
        fc.double({ min: 1, max: 90_000, noNaN: true }),
      ),
      fc.constantFrom(45, 90),
      fc.integer({ min: 0, max: 4 }),
      (week, price, beta, m) => {
        const digits = 5;
        const scale = { m, beta };
        const anchor = Math.round(price * 1e5) / 1e5;
        // The engine uses no scale on which the price is below 4.
        fc.pre(anchor * 10 ** m >= 4);
        const set: LevelSet = {
          d: (4 + 7 * week) * DAY,
          anchor,
          buy: squareLadder(anchor, scale, 1, 6, digits, 1),
          sell: squareLadder(anchor, scale, -1, 6, digits, 1),
        };
        const twin = shiftLevels(set, digits);
        const lines = [...set.sell.toReversed(), set.anchor, ...set.buy];
        const moved = [...twin.sell.toReversed(), twin.anchor, ...twin.buy];
        assert.deepEqual(
          moved.toSorted((a, b) => a - b),
          moved,
        );
        assert.equal(new Set(moved).size, moved.length);
        assert.ok(moved.length <= lines.length);
        const tick = tickSize(digits);
        const gap = lines[set.sell.length + 1]! - set.anchor;
        assert.ok(Math.abs(twin.anchor - set.anchor) <= gap / 2 + 2 * tick);
        assert.ok(moved.every((line) => line > 0));
        assert.deepEqual(shiftLevels(set, digits), twin);
      },
    ),
    { numRuns: 500 },
  );
});

type Row = readonly [open: number, high: number, low: number, close: number];

/** Returns hourly bars from Monday 1970-01-05 00:00; the two hours before it are flat at 100. */
function week(...rows: readonly Row[]) {
  const monday = 4 * 24 * HOUR;
  const bars: Bar[] = [-2, -1].map((at) => bar(monday + at * HOUR, [100, 100, 100, 100]));
  for (const [at, row] of rows.entries()) bars.push(bar(monday + at * HOUR, row));
  return { history: createHistory(columnsOf(bars), { base: '60', fx: false, digits: 2 }), monday };
}

function bar(openTimeMs: number, [open, high, low, close]: Row): Bar {
  return { openTimeMs, open, high, low, close, volume: 0 };
}

test('a touch is held half a step back, broken half a step on, and broken when one bar does both', () => {
  const touchOf = (...rows: readonly Row[]) => {
    const { history, monday } = week(...rows);
    return followLevels(history, { d: monday, anchor: 100, buy: [102], sell: [98] }).touch;
  };
  const touched: Row = [100, 102, 100, 101.5];
  assert.equal(touchOf(touched, [101.5, 101.6, 101, 101]), 1);
  assert.equal(touchOf(touched, [101.5, 103, 101.5, 103]), -1);
  assert.equal(touchOf(touched, [101.5, 103, 101, 103]), -1);
  assert.equal(touchOf(touched, [101.5, 102.9, 101.1, 102]), null, 'the bars end');
  assert.equal(touchOf([100, 101.9, 98.1, 100]), null, 'no level reached');
  assert.equal(touchOf([100, 100, 98, 98.2], [98.2, 99, 98.2, 99]), 1, 'the lower level held');
  assert.equal(touchOf([100.5, 102, 98, 100], [100, 101, 100, 101]), 1, 'the upper is nearer');
  assert.equal(touchOf([99.5, 102, 98, 100], [100, 101, 100, 101]), 1, 'the lower held at once');
  const flat = Array.from({ length: 24 * 14 }, (): Row => [101.5, 102, 101.5, 101.5]);
  assert.equal(touchOf(touched, ...flat), 0, 'neither in fourteen days');
});

test('a set is followed in its own week alone', () => {
  const { history, monday } = week([100, 103, 100, 103], [103, 110, 103, 110]);
  const set = { anchor: 100, buy: [102], sell: [98] };
  const next = followLevels(history, { ...set, d: monday + 7 * 24 * HOUR });
  assert.deepEqual(next, { touch: null, trade: null });
  const own = followLevels(history, { ...set, d: monday });
  assert.equal(own.trade?.openedMs, monday + HOUR);
  assert.equal(own.trade?.r2, 2);
});

test('a set without a lower side is followed on its upper side', () => {
  const { history, monday } = week([100, 100, 1, 1], [1, 103, 1, 103]);
  const { touch, trade } = followLevels(history, { d: monday, anchor: 100, buy: [102], sell: [] });
  assert.equal(touch, null);
  assert.equal(trade?.way, 1);
  const twin = shiftLevels({ d: monday, anchor: 100, buy: [102], sell: [] }, 2);
  assert.equal(twin.buy.length, 1);
  assert.equal(twin.sell.length, 0);
});
