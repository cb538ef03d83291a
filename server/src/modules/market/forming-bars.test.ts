import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Bar, bucketStart, type Resolution } from '@rasat/engine';
import fc from 'fast-check';
import type { VenueTick } from '../../connectors/connector.ts';
import { FormingBars } from './forming-bars.ts';
import { Gate } from './gate.ts';

const HOUR = 3_600_000;
const T = Date.UTC(2026, 0, 5, 10);
const GRACE_MS = 3000;

/** Prints at distinct times over three hours; volumes are sixty-fourths, so that every order sums to the same. */
const prints = fc.uniqueArray(
  fc.record({
    timeMs: fc.integer({ min: T, max: T + 3 * HOUR }),
    price: fc.integer({ min: 9900, max: 10_100 }).map((ticks) => ticks / 100),
    volume: fc.integer({ min: 0, max: 6400 }).map((n) => n / 64),
    delayMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: GRACE_MS })),
    again: fc.oneof(
      { weight: 4, arbitrary: fc.constant(null) },
      fc.integer({ min: 0, max: GRACE_MS }),
    ),
  }),
  { selector: (print) => print.timeMs, minLength: 1, maxLength: 120 },
);

type Print = typeof prints extends fc.Arbitrary<readonly (infer P)[]> ? P : never;

const tickOf = ({ timeMs, price, volume }: Print): VenueTick => ({
  symbol: 'X',
  timeMs,
  price,
  volume,
});

/** The bars of sorted, unique prints, made in the plainest way. */
function oracle(list: readonly Print[], resolution: Resolution): Bar[] {
  const bars = new Map<number, Bar>();
  for (const { timeMs, price, volume } of list.toSorted((a, b) => a.timeMs - b.timeMs)) {
    const openTimeMs = bucketStart(resolution, timeMs, false);
    const bar = bars.get(openTimeMs);
    bars.set(openTimeMs, {
      openTimeMs,
      open: bar?.open ?? price,
      high: Math.max(bar?.high ?? price, price),
      low: Math.min(bar?.low ?? price, price),
      close: price,
      volume: (bar?.volume ?? 0) + volume,
    });
  }
  return [...bars.values()];
}

/** In order of arrival: each print after its delay, some of them twice. */
function arrivals(list: readonly Print[]): VenueTick[] {
  return list
    .flatMap((print) => {
      const first = { at: print.timeMs + print.delayMs, tick: tickOf(print) };
      return print.again === null ? [first] : [first, { ...first, at: first.at + print.again }];
    })
    .toSorted((a, b) => a.at - b.at)
    .map(({ tick }) => tick);
}

test('duplicates and disorder within the grace change no bar', () => {
  fc.assert(
    fc.property(prints, fc.constantFrom<Resolution>('15', '60'), (list, resolution) => {
      const gate = new Gate({ category: 'crypto', digits: 2, base: '60', closeBefore: null });
      const forming = new FormingBars(resolution, false, 0);
      const bars: Bar[] = [];
      let newestMs = 0;
      for (const tick of arrivals(list)) {
        gate.pass(tick, tick.timeMs, {
          accept: (accepted) => assert.ok(forming.add(accepted), 'a print came too late'),
          refuse: (_, reason) => assert.equal(reason, 'duplicate'),
        });
        newestMs = Math.max(newestMs, tick.timeMs);
        bars.push(...forming.close(newestMs - GRACE_MS));
      }
      bars.push(...forming.close(T + 9 * HOUR));
      assert.deepEqual(bars, oracle(list, resolution));
    }),
    { numRuns: 1000 },
  );
});

test('the volume of a bar does not depend on the order of its prints', () => {
  fc.assert(
    fc.property(prints, (list) => {
      const sum = (ordered: readonly Print[]) => {
        const forming = new FormingBars('1D', false, 0);
        for (const print of ordered) forming.add({ ...tickOf(print), volume: print.volume * 1.1 });
        return forming.close(T + 99 * HOUR)[0]?.volume;
      };
      const sorted = list.toSorted((a, b) => a.volume - b.volume);
      assert.equal(sum(list), sum(sorted));
      assert.equal(sum(list), sum(sorted.toReversed()));
    }),
  );
});

test('a print of a closed bar is told apart and changes nothing', () => {
  const forming = new FormingBars('60', false, T);
  assert.equal(forming.add({ symbol: 'X', timeMs: T - 1, price: 5, volume: 1 }), false);
  assert.equal(forming.add({ symbol: 'X', timeMs: T, price: 5, volume: 1 }), true);
  assert.equal(forming.close(T + HOUR - 1).length, 0);
  assert.equal(forming.close(T + HOUR).length, 1);
  assert.equal(forming.add({ symbol: 'X', timeMs: T + 1, price: 6, volume: 1 }), false);
  assert.deepEqual(forming.open(), []);
});

test('a bar that has ended stays open beside the new one until it is closed', () => {
  const forming = new FormingBars('60', false, T);
  for (const [timeMs, price] of [
    [T, 5],
    [T + HOUR, 7],
    [T + HOUR - 1, 6],
  ] as const) {
    forming.add({ symbol: 'X', timeMs, price, volume: 1 });
  }
  assert.deepEqual(
    forming.open().map((bar) => [bar.openTimeMs - T, bar.open, bar.close, bar.volume]),
    [
      [0, 5, 6, 2],
      [HOUR, 7, 7, 1],
    ],
  );
});
