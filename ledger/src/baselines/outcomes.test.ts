import assert from 'node:assert/strict';
import test from 'node:test';
import { type Bar, HOUR_MS, openPosition, simulateOutcome, touchPosition } from '@rasat/engine';
import { justAbove, justBelow } from '../../../engine/src/testing/neighbours.ts';
import { columnsOf } from '../testing/engine-record.ts';
import { createHistory, followPosition, resolvePosition } from './history.ts';

type Prices = readonly [open: number, high: number, low: number, close: number];

const barsOf = (rows: readonly Prices[]): Bar[] =>
  rows.map(([open, high, low, close], at) => ({
    openTimeMs: at * HOUR_MS,
    open,
    high,
    low,
    close,
    volume: 0,
  }));

/**
 * Returns the outcomes of a buy at 100 with a risk of 8 (stop 92, targets 108 and 116) by three implementations: the
 * engine's, the record's over columns, and the simulator's, leg by leg. Mirrored it is the sale at 100 with stop 108
 * and targets 92 and 84. Doubles between 64 and 128 are evenly spaced, so the mirror of a price just beside a bound is
 * just beside the mirrored bound.
 */
function outcomes(rows: readonly Prices[], expiryHours: number, way: 1 | -1): unknown[][] {
  const turned = ([open, high, low, close]: Prices): Prices =>
    way > 0 ? [open, high, low, close] : [200 - open, 200 - low, 200 - high, 200 - close];
  const bars = barsOf([[100, 100, 100, 100] as const, ...rows].map(turned));
  const made = () => openPosition(way, 100, 8, HOUR_MS, (1 + expiryHours) * HOUR_MS, 9);
  const streamed = made();
  for (const { openTimeMs, open, high, low, close } of bars.slice(1)) {
    touchPosition(streamed, open, high, low, close, openTimeMs + HOUR_MS);
  }
  const options = { base: '60', fx: false, digits: 9 } as const;
  const history = createHistory(columnsOf(bars), options);
  const followed = made();
  followPosition(history, followed, 0);
  const { r1, r2, status1, status2 } = resolvePosition(history, followed);
  const last = bars.at(-1)!.close;
  const multiple = (closed: number, exit: number) =>
    (way * ((closed === 1 ? exit : last) - 100)) / 8;
  const simulated = [1, 2].map((targets) => {
    const direction = way > 0 ? 'up' : 'down';
    const [stop, target] = [100 - 8 * way, 100 + 8 * targets * way];
    return simulateOutcome(
      bars,
      0,
      { way: direction, price: 100, risk: 8, stop, target },
      expiryHours,
    );
  });
  return [
    [
      streamed.status1,
      multiple(streamed.closed1, streamed.exit1),
      streamed.status2,
      multiple(streamed.closed2, streamed.exit2),
    ],
    [status1, r1, status2, r2],
    simulated.flatMap(({ status, r }) => [status, r]),
  ];
}

test('stop and targets are touched exactly, in either direction, by every implementation', () => {
  const cases: readonly [string, readonly Prices[], number, readonly number[]][] = [
    ['the first target exactly', [[100, 108, 93, 100]], 9, [1, 1, 0, 0]],
    ['just below the first target', [[100, justBelow(108), 93, 100]], 9, [0, 0, 0, 0]],
    ['the second target exactly', [[100, 116, 93, 100]], 9, [1, 1, 1, 2]],
    ['just below the second target', [[100, justBelow(116), 93, 100]], 9, [1, 1, 0, 0]],
    ['the stop exactly', [[100, 107, 92, 100]], 9, [-1, -1, -1, -1]],
    ['just above the stop', [[100, 107, justAbove(92), 100]], 9, [0, 0, 0, 0]],
    [
      'the stop exactly, and targets in the bar behind it',
      [
        [100, 107, 92, 100],
        [100, 116, 100, 116],
      ],
      9,
      [-1, -1, -1, -1],
    ],
    ['stop and target in one bar', [[100, 116, 92, 100]], 9, [-1, -1, -1, -1]],
    ['an open exactly on the stop', [[92, 107, 92, 100]], 9, [-1, -1, -1, -1]],
    ['an open beyond the stop fills there', [[88, 107, 88, 100]], 9, [-1, -1.5, -1, -1.5]],
    ['an open beyond a target fills at it', [[124, 124, 118, 120]], 9, [1, 1, 1, 2]],
    [
      'the first target, then the stop',
      [
        [100, 108, 100, 104],
        [104, 104, 92, 96],
      ],
      9,
      [1, 1, -1, -1],
    ],
    [
      'the second target, exactly, a bar after the first',
      [
        [100, 108, 100, 104],
        [104, 116, 104, 110],
      ],
      9,
      [1, 1, 1, 2],
    ],
    // The time limit of two hours ends with the second bar, whose touches count.
    [
      'the bar that reaches the limit',
      [
        [100, 101, 99, 100],
        [100, 104, 96, 102],
        [102, 116, 102, 116],
      ],
      2,
      [0, 0.25, 0, 0.25],
    ],
    [
      'a touch in the bar that reaches the limit',
      [
        [100, 101, 99, 100],
        [100, 108, 96, 102],
        [102, 116, 102, 116],
      ],
      2,
      [1, 1, 0, 0.25],
    ],
    [
      'a limit one hour later',
      [
        [100, 101, 99, 100],
        [100, 104, 96, 102],
        [102, 116, 102, 116],
      ],
      3,
      [1, 1, 1, 2],
    ],
  ];
  for (const way of [1, -1] as const) {
    for (const [what, rows, hours, expected] of cases) {
      for (const found of outcomes(rows, hours, way)) {
        assert.deepEqual(
          found.map((value) => Number(value) + 0),
          expected,
          `${way}: ${what}`,
        );
      }
    }
  }
});
