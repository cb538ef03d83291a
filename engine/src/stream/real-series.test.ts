import assert from 'node:assert/strict';
import test from 'node:test';
import { aggregate } from '../bars/aggregate.ts';
import type { Bar } from '../bars/bar.ts';
import { feed } from '../testing/feed.ts';
import { createRandom } from '../testing/generated-market.ts';
import { readSeries } from '../testing/shared.golden.ts';
import { createEngine, restoreEngine } from './engine.ts';
import type { EngineEvent } from './event.ts';
import type { EngineOptions } from './options.ts';

const SERIES = [
  ['forex', 'EURUSD', '60', true, 5],
  ['forex', 'XAUUSD', '60', true, 3],
  ['nasdaq', 'AAPL', '60', false, 4],
  ['crypto', 'BTCUSDT', '60', false, 2],
  ['crypto', 'BTCUSD', '1D', false, 2],
  ['forex', 'GBPUSD', '1D', true, 5],
] as const;

/** Longest measured time, in days, until a detector that starts later agrees permanently. */
const AGREEMENT: Readonly<Record<string, number>> = {
  '36@60': 8,
  '33@240': 14,
  '36@240': 14,
  '144@240': 34,
  '33@1D': 100,
  '52@1D': 170,
  '144@1D': 374,
  '52@1W': 788,
};

/** Measured pivots per year on EURUSD and AAPL. */
const PER_YEAR: Readonly<Record<string, readonly [eurusd: number, aapl: number]>> = {
  '36@60': [251, 68],
  '33@240': [67, 27],
  '36@240': [62, 24],
  '144@240': [19, 7.5],
  '33@1D': [9.8, 10.7],
  '52@1D': [6.3, 7.1],
  '144@1D': [2.2, 2.6],
  '52@1W': [1.3, 1.2],
};

function pivotsAfter(events: readonly EngineEvent[], startMs: number): Map<string, string> {
  const found = new Map<string, string>();
  for (const event of events) {
    if (event.type !== 'pivot' || event.timeMs <= startMs) continue;
    found.set(
      `${event.detector} ${event.timeMs}`,
      `${event.way} ${event.level} ${event.openTimeMs}`,
    );
  }
  return found;
}

/** Returns by detector the last day on which two runs differ. */
function lastDifference(
  one: ReadonlyMap<string, string>,
  two: ReadonlyMap<string, string>,
  startMs: number,
): Map<string, number> {
  const last = new Map<string, number>();
  for (const key of new Set([...one.keys(), ...two.keys()])) {
    if (one.get(key) === two.get(key)) continue;
    const [detector = '', timeMs = ''] = key.split(' ');
    const days = (Number(timeMs) - startMs) / 86_400_000;
    last.set(detector, Math.max(last.get(detector) ?? 0, days));
  }
  return last;
}

for (const [category, symbol, base, fx, digits] of SERIES) {
  const options: EngineOptions = { base, fx, digits };

  test(`${symbol}: cut, snapshot and cold start behave as on the reference`, (t) => {
    const raw = readSeries(t, category, symbol, base);
    if (raw === undefined) return;
    const bars: readonly Bar[] = base === '1D' ? aggregate(raw, '1D', '1D', fx) : raw;
    const random = createRandom(bars.length);
    const cuts = new Set(Array.from({ length: 6 }, () => Math.floor(random() * bars.length)));
    const whole = createEngine(options);
    let broken = createEngine(options);
    const events: EngineEvent[] = [];
    const copies: EngineEvent[] = [];
    for (const [at, bar] of bars.entries()) {
      if (cuts.has(at)) {
        const fresh = createEngine(options);
        assert.deepEqual(feed(fresh, bars.slice(0, at)), events);
        assert.deepEqual(fresh.view(), whole.view());
        broken = restoreEngine(broken.snapshot());
        assert.deepEqual(broken.view(), whole.view());
      }
      const { openTimeMs, open, high, low, close, volume } = bar;
      assert.equal(whole.step(openTimeMs, open, high, low, close, volume, events), null);
      broken.step(openTimeMs, open, high, low, close, volume, copies);
    }
    assert.deepEqual(copies, events);
    assert.deepEqual(broken.snapshot(), whole.snapshot());
    const from = Math.floor(bars.length * 0.3);
    const startMs = bars[from]!.openTimeMs;
    const cold = feed(createEngine(options), bars.slice(from));
    const last = lastDifference(pivotsAfter(events, startMs), pivotsAfter(cold, startMs), startMs);
    for (const [detector, days] of last) {
      assert.ok(days <= AGREEMENT[detector]!, `${detector} after ${days} days`);
    }
    t.diagnostic(`${bars.length} bars, ${events.length} events, ${cuts.size} cuts`);
    t.diagnostic([...last].map(([name, days]) => `${name} ${Math.round(days)}`).join(', '));
  });
}

test('EURUSD and AAPL have as many pivots a year as the reference counted', (t) => {
  for (const [column, category, symbol, fx, digits] of [
    [0, 'forex', 'EURUSD', true, 5],
    [1, 'nasdaq', 'AAPL', false, 4],
  ] as const) {
    const bars = readSeries(t, category, symbol, '60');
    if (bars === undefined) return;
    const years = (bars.at(-1)!.openTimeMs - bars[0]!.openTimeMs) / (365.25 * 86_400_000);
    const counts = new Map<string, number>();
    for (const event of feed(createEngine({ base: '60', fx, digits }), bars)) {
      if (event.type !== 'pivot') continue;
      counts.set(event.detector, (counts.get(event.detector) ?? 0) + 1);
    }
    for (const [detector, expected] of Object.entries(PER_YEAR)) {
      const rate = (counts.get(detector) ?? 0) / years;
      const measured = expected[column];
      assert.ok(
        Math.abs(rate - measured) <= Math.max(0.06, measured * 0.03),
        `${symbol} ${detector}: ${rate}`,
      );
    }
    const rates = [...counts].map(([name, n]) => `${name} ${(n / years).toFixed(1)}`).join(', ');
    t.diagnostic(`${symbol}: ${rates}`);
  }
});
