import assert from 'node:assert/strict';
import { type Bar, bucketStart, type Resolution } from '@rasat/engine';
import fc from 'fast-check';
import type { VenueTick } from '../../../connectors/connector.ts';
import { FormingBars } from '../feed/forming-bars.ts';
import { Gate } from '../feed/gate.ts';

/** One hour in milliseconds. */
export const HOUR = 3_600_000;
/** Time of the first possible tick. */
export const T = Date.UTC(2026, 0, 5, 10);
const GRACE_MS = 3000;

/** Ticks at distinct times over three hours; volumes are sixty-fourths, so that every order has the same sum. */
export const ticks = fc.uniqueArray(
  fc.record({
    timeMs: fc.integer({ min: T, max: T + 3 * HOUR }),
    price: fc.integer({ min: 9900, max: 10_100 }).map((n) => n / 100),
    volume: fc.integer({ min: 0, max: 6400 }).map((n) => n / 64),
    delayMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: GRACE_MS })),
    again: fc.oneof(
      { weight: 4, arbitrary: fc.constant(null) },
      fc.integer({ min: 0, max: GRACE_MS }),
    ),
  }),
  { selector: (tick) => tick.timeMs, minLength: 1, maxLength: 120 },
);

/** Tick that arrives late, and possibly twice. */
export type DisorderlyTick = typeof ticks extends fc.Arbitrary<readonly (infer P)[]> ? P : never;

/** Returns the tick in the form in which a venue delivers it. */
export const venueTickOf = ({ timeMs, price, volume }: DisorderlyTick): VenueTick => ({
  symbol: 'X',
  timeMs,
  price,
  volume,
});

/** Returns the bars of sorted, unique ticks, built in the simplest way. */
function oracle(list: readonly DisorderlyTick[], resolution: Resolution): Bar[] {
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

/** Returns the ticks in the order of arrival: each after its delay, some of them twice. */
function arrivals(list: readonly DisorderlyTick[]): VenueTick[] {
  return list
    .flatMap((tick) => {
      const first = { at: tick.timeMs + tick.delayMs, tick: venueTickOf(tick) };
      return tick.again === null ? [first] : [first, { ...first, at: first.at + tick.again }];
    })
    .toSorted((a, b) => a.at - b.at)
    .map(({ tick }) => tick);
}

/** Checks for any seed that duplicates and disorder within the grace period change no bar. */
export function checkDisorder(seeds: number, seed?: number): void {
  fc.assert(
    fc.property(ticks, fc.constantFrom<Resolution>('15', '60'), (list, resolution) => {
      const gate = new Gate({
        category: 'crypto',
        digits: 2,
        base: '60',
        calendar: 'always',
        closeBefore: null,
      });
      const forming = new FormingBars(resolution, false, 0);
      const bars: Bar[] = [];
      let newestMs = 0;
      for (const tick of arrivals(list)) {
        gate.pass(tick, tick.timeMs, {
          accept: (accepted) => assert.ok(forming.add(accepted), 'a tick came too late'),
          refuse: (_, reason) => assert.equal(reason, 'duplicate'),
        });
        newestMs = Math.max(newestMs, tick.timeMs);
        bars.push(...forming.close(newestMs - GRACE_MS));
      }
      bars.push(...forming.close(T + 9 * HOUR));
      assert.deepEqual(bars, oracle(list, resolution));
    }),
    { numRuns: seeds, ...(seed !== undefined && { seed }) },
  );
}
