import assert from 'node:assert/strict';
import test from 'node:test';
import type { Bar } from '../bars/bar.ts';
import { simulateOutcome } from '../boxes/outcome.ts';
import { DETECTORS } from '../boxes/slots.ts';
import {
  type BatchBar,
  batchAverageRange,
  batchBars,
  batchPivots,
  batchSinewave,
} from '../testing/batch-reference.ts';
import { FIXTURES, type Fixture, fixtureBars } from '../testing/contract-fixtures.ts';
import { feed } from '../testing/feed.ts';
import { bucketStart, resolutionMs } from '../time/resolution.ts';
import { createEngine } from './engine.ts';
import type { EngineEvent } from './event.ts';
import { ENGINE_VERSION, ENGINE_VERSIONS, type EngineVersion } from './version.ts';

interface Run {
  readonly version: EngineVersion;
  readonly name: string;
  readonly fixture: Fixture;
  readonly bars: readonly Bar[];
  readonly events: readonly EngineEvent[];
  readonly endMs: number;
}

/** Runs a fixture once under a version of the engine, up to the close of its last bar. */
function run(fixture: Fixture, version: EngineVersion): Run {
  const bars = fixtureBars(fixture);
  const events = feed(createEngine(fixture.options, version), bars);
  const endMs = bars.at(-1)!.openTimeMs + resolutionMs[fixture.options.base];
  return { version, name: `${version}, ${fixture.name}`, fixture, bars, events, endMs };
}

/** Markets in which the versions give different results: ties of density, and a trade with a target below zero. */
const DIFFERING = ['crypto hourly', 'stock hourly', 'token hourly'];
const RUNS = FIXTURES.flatMap((fixture) =>
  (DIFFERING.includes(fixture.name) ? ENGINE_VERSIONS : [ENGINE_VERSION]).map((version) =>
    run(fixture, version),
  ),
);

const ofType = <Type extends EngineEvent['type']>(
  events: readonly EngineEvent[],
  type: Type,
): Extract<EngineEvent, { type: Type }>[] =>
  events.filter((event): event is Extract<EngineEvent, { type: Type }> => event.type === type);

/** Returns the bars of a timeframe that the engine must have closed. */
function barsOf({ fixture, bars, endMs }: Run, resolution: '60' | '240' | '1D' | '1W'): BatchBar[] {
  return batchBars(bars, resolution, fixture.options.fx, endMs);
}

for (const each of RUNS) {
  const { version, name, fixture, bars, events } = each;
  const { digits, base } = fixture.options;

  test(`${name}: pivots equal those of an array implementation`, (t) => {
    let count = 0;
    for (const { name: detector, n, resolution } of DETECTORS) {
      if (base === '1D' && (resolution === '60' || resolution === '240')) continue;
      if (resolution === '15') continue;
      const expected = batchPivots(barsOf(each, resolution), n).map((pivot) => [
        pivot.way,
        Number(pivot.level.toFixed(digits)),
        pivot.openTimeMs,
        pivot.confirmedMs,
      ]);
      const found = ofType(events, 'pivot')
        .filter((event) => event.detector === detector)
        .map((event) => [event.way, event.level, event.openTimeMs, event.timeMs]);
      assert.deepEqual(found, expected, detector);
      count += found.length;
    }
    assert.ok(count > 20);
    t.diagnostic(`${count} pivots`);
  });

  test(`${name}: the cycle equals an array implementation to 1e-12`, () => {
    const days = barsOf(each, '1D');
    const expected = batchSinewave(days.map((day) => day.close));
    const found = ofType(events, 'cycle');
    assert.deepEqual(
      found.map((event) => [event.dateMs, event.timeMs]),
      days.map((day) => [day.openTimeMs, day.endMs]),
    );
    for (const [at, event] of found.entries()) {
      assert.ok(Math.abs(event.exact - expected[at]!) < 1e-12, `day ${at}`);
    }
  });

  test(`${name}: every closed leg equals the outcome of a separate simulator`, (t) => {
    const indexOf = new Map(
      bars.map((bar, at) => [bar.openTimeMs + resolutionMs[base], at] as const),
    );
    let count = 0;
    const check = (
      entry: { way: 'up' | 'down'; price: number; risk: number; stop: number; target: number },
      openedMs: number,
      expiryMs: number,
      leg: { status: number; r: number; timeMs: number },
    ): void => {
      const at = indexOf.get(openedMs)!;
      const last = bars.findIndex(
        (bar, position) => position > at && bar.openTimeMs + resolutionMs[base] >= expiryMs,
      );
      const found = simulateOutcome(bars, at, entry, last < 0 ? bars.length : last - at);
      assert.equal(found.status, leg.status);
      assert.ok(Math.abs(found.r - leg.r) <= 5e-7 + 1e-9 * Math.abs(found.r));
      assert.equal(bars[found.at]!.openTimeMs + resolutionMs[base], leg.timeMs);
      count++;
    };
    const trades = new Map(ofType(events, 'trade').map((event) => [event.id, event.trade]));
    for (const leg of ofType(events, 'tradeClosed')) {
      const { way, sl: stop, tp1, tp2, d, expiry, basis } = trades.get(leg.id)!;
      const risk = (basis.top - basis.bottom) / 4;
      const target = leg.leg === 'tp1' ? tp1 : tp2;
      check({ way, price: basis.close, risk, stop, target }, d, expiry, leg);
    }
    const conditions = new Map(ofType(events, 'condition').map((event) => [event.id, event]));
    for (const leg of ofType(events, 'conditionLeg')) {
      const { way, price, range, sl: stop, tp1, tp2, timeMs, expiry } = conditions.get(leg.id)!;
      const target = leg.leg === 'tp1' ? tp1 : tp2;
      check({ way, price, risk: range, stop, target }, timeMs, expiry, leg);
    }
    const entries = new Map(ofType(events, 'levelsTrade').map((event) => [event.id, event]));
    for (const leg of ofType(events, 'levelsClosed')) {
      const { way, sl: stop, tp1, tp2, timeMs, expiry, basis } = entries.get(leg.id)!;
      const risk = Math.abs(basis.entry - basis.anchor);
      const target = leg.leg === 'tp1' ? tp1 : tp2;
      check({ way, price: basis.close, risk, stop, target }, timeMs, expiry, leg);
    }
    assert.ok(count > 40);
    t.diagnostic(`${count} legs`);
  });

  test(`${name}: every box trade is the first crossing after its box, in time`, (t) => {
    const boxes = ofType(events, 'box');
    const trades = ofType(events, 'trade');
    let count = 0;
    for (const [position, { kind, term, box, timeMs, index }] of boxes.entries()) {
      const { bottom, top } =
        trades.find(
          (trade) =>
            trade.trade.basis.boxCreatedMs === timeMs && trade.kind === kind && trade.term === term,
        )?.trade.basis ?? edges(box);
      const height = top - bottom;
      const [up, down] = [bottom + (33 / 32) * height, bottom - height / 32];
      const next = boxes.find(
        (other, at) => at > position && other.kind === kind && other.term === term,
      );
      // A box that the passing of time makes may be entered by the bar of its index.
      const byTime = timeMs <= bars[index]!.openTimeMs;
      let expected: number | null = null;
      for (let at = byTime ? index : index + 1; at < bars.length; at++) {
        const endMs = bars[at]!.openTimeMs + resolutionMs[base];
        const nextByTime = next !== undefined && next.timeMs <= bars[next.index]!.openTimeMs;
        if (endMs > box.d.lQuarter) break;
        if (next !== undefined && (nextByTime ? at >= next.index : at > next.index)) break;
        const [before, close] = [bars[at - 1]!.close, bars[at]!.close];
        if ((before <= up && close > up) || (before >= down && close < down)) {
          // The stop of a purchase is a quarter of the height below the close, the second target of a sale a half.
          const lowest = close - height / (close > up ? 4 : 2);
          const isImpossible = Number(lowest.toFixed(digits)) <= 0;
          expected = version !== '1.0.0' && isImpossible ? null : endMs;
          break;
        }
      }
      const found = trades.filter(
        (trade) =>
          trade.kind === kind && trade.term === term && trade.trade.basis.boxCreatedMs === timeMs,
      );
      assert.deepEqual(
        found.map((trade) => trade.timeMs),
        expected === null ? [] : [expected],
      );
      count += found.length;
    }
    assert.equal(count, trades.length);
    t.diagnostic(`${boxes.length} boxes, ${count} trades`);
  });

  test(`${name}: weekly entries are the first crossing inside the levels' own week`, (t) => {
    const entries = ofType(events, 'levelsTrade');
    let count = 0;
    for (const { d, buy, sell, timeMs } of ofType(events, 'levels')) {
      const first = bars.findIndex((bar, at) => {
        if (bucketStart('1W', bar.openTimeMs, fixture.options.fx) !== d) return false;
        if (bar.openTimeMs + resolutionMs[base] <= timeMs) return false;
        const before = bars[at - 1]!.close;
        return (
          (before <= buy[0]! && bar.close > buy[0]!) || (before >= sell[0]! && bar.close < sell[0]!)
        );
      });
      const found = entries.filter((entry) => entry.d === d);
      assert.deepEqual(
        found.map((entry) => entry.index),
        first < 0 ? [] : [first],
      );
      for (const { p, way, sl, tp1, tp2, expiry, basis } of found) {
        assert.equal(basis.entry, way === 'up' ? buy[0] : sell[0]);
        assert.ok(Math.sign(tp1 - p) === (way === 'up' ? 1 : -1));
        assert.ok(Math.abs(Math.abs(tp2 - p) - 2 * Math.abs(sl - p)) < 3 * 10 ** -digits);
        assert.equal(expiry, found[0]!.timeMs + 14 * 86_400_000);
      }
      count += found.length;
    }
    assert.equal(count, entries.length);
    assert.ok(count > 5);
    t.diagnostic(`${count} weeks entered`);
  });
}

function edges(box: Extract<EngineEvent, { type: 'box' }>['box']): { bottom: number; top: number } {
  const { basis } = box;
  if (basis.rule === 'crystal') return { bottom: box.p.bottom, top: box.p.top };
  const height = basis.atr * Math.sqrt(basis.n);
  const { level, way } = basis.pivot;
  return way === 'up'
    ? { bottom: level, top: level + height }
    : { bottom: level - height, top: level };
}

for (const { name, fixture, bars, events } of RUNS) {
  test(`${name}: conditions follow from the pivot events alone`, (t) => {
    const hourly = fixture.options.base === '60';
    const pivots = ofType(events, 'pivot');
    const signals = pivots.filter((pivot) => pivot.detector === (hourly ? '33@240' : '52@1D'));
    const mains = pivots.filter((pivot) => pivot.detector === '144@1D');
    const expected: unknown[] = [];
    const used = new Set<unknown>();
    for (const [at, bar] of bars.entries()) {
      // Before the entries: pivots older than this bar, pivots of buckets that time closed, and on a daily base those
      // that this bar confirmed.
      const early = (pivot: { index: number; timeMs: number }): boolean =>
        pivot.index < at || (pivot.index === at && (!hourly || pivot.timeMs <= bar.openTimeMs));
      const pivot = signals.findLast(early);
      const seer = mains.findLast(early);
      const before = bars[at - 1]?.close ?? Number.NaN;
      if (pivot !== undefined && seer !== undefined && !used.has(pivot)) {
        const { way, level } = pivot;
        const crossed =
          way === 'up'
            ? before >= level && bar.close < level
            : before <= level && bar.close > level;
        if (crossed) used.add(pivot);
        if (crossed && seer.way !== way) expected.push([at, 'break', seer.way]);
      }
      const now = mains.findLast((main) => main.index <= at);
      for (const signal of signals.filter((each) => each.index === at)) {
        if (now?.way === signal.way) expected.push([at, 'pivot', signal.way]);
      }
    }
    const found = ofType(events, 'condition');
    assert.deepEqual(
      found.map((event) => [event.index, event.setup, event.way]),
      expected,
    );
    t.diagnostic(`${found.length} conditions`);
  });
}

/** Returns the clusters around a close by the definition, with the platform's own logarithm. */
function clusters(
  pivots: readonly { level: number; weight: number }[],
  close: number,
  atr1D: number,
  version: EngineVersion,
): { top: number; bottom: number } | null {
  const equal = version === '1.0.0' ? 1 : 1 - 1e-9;
  const unit = atr1D / close;
  const density = (x: number): number =>
    pivots.reduce((sum, { level, weight }) => {
      const scaled = (x - Math.log(level)) / (0.25 * unit);
      return Math.abs(scaled) > 4 ? sum : sum + weight * Math.exp(-(scaled ** 2) / 2);
    }, 0);
  const best = (side: 1 | -1): number | undefined => {
    const near = pivots
      .map(({ level }) => ({ level, away: side * (Math.log(level) - Math.log(close)) }))
      .filter(({ away }) => away >= 0.5 * unit && away <= 6 * unit)
      .map((each) => ({ ...each, density: density(Math.log(each.level)) }));
    const largest = Math.max(...near.map((each) => each.density));
    return near
      .filter((each) => each.density >= equal * largest)
      .toSorted((a, b) => a.away - b.away)[0]?.level;
  };
  const [top, bottom] = [best(1), best(-1)];
  return top === undefined || bottom === undefined ? null : { top, bottom };
}

for (const each of RUNS) {
  const { version, name, fixture, events } = each;
  test(`${name}: crystal boxes follow from the pivot events and the calendar`, (t) => {
    const weight = new Map(DETECTORS.map(({ name, crystalWeight }) => [name, crystalWeight]));
    const days = barsOf(each, '1D');
    const ranges = batchAverageRange(days);
    const months = days.filter((day, at) => {
      const before = days[at - 1];
      const month = (timeMs: number): number => new Date(timeMs).getUTCMonth();
      return before !== undefined && month(before.openTimeMs) !== month(day.openTimeMs);
    });
    const weeks = fixture.options.base === '60' ? barsOf(each, '1W') : [];
    const boxes = ofType(events, 'box').filter((event) => event.kind === 'crystal');
    let count = 0;
    for (const [term, closes] of [
      ['short', weeks],
      ['long', months],
    ] as const) {
      for (const { endMs, close } of closes) {
        const memory = ofType(events, 'pivot')
          .filter(({ timeMs }) => timeMs <= endMs && timeMs >= endMs - 400 * 86_400_000)
          .map(({ level, detector }) => ({ level, weight: weight.get(detector) ?? 0 }))
          .filter((pivot) => pivot.weight > 0);
        const atr1D = ranges[days.findLastIndex((day) => day.endMs <= endMs)] ?? 0;
        const expected =
          memory.length < 8 || atr1D === 0 ? null : clusters(memory, close, atr1D, version);
        const found = boxes.find((box) => box.term === term && box.timeMs === endMs);
        assert.deepEqual(found?.box.crystalSeer ?? null, expected);
        assert.equal(found?.box.d.start ?? endMs, endMs);
        if (found !== undefined) count++;
      }
    }
    assert.equal(count, boxes.length);
    t.diagnostic(`${count} boxes`);
  });
}

test('ranges and spacings of boxes equal those of an array implementation', (t) => {
  let count = 0;
  for (const each of RUNS) {
    const known = new Map<string, { bars: BatchBar[]; ranges: number[] }>();
    for (const { box } of ofType(each.events, 'box')) {
      const { basis } = box;
      const { resolution } = basis;
      if (basis.rule !== 'box' || resolution === '15') continue;
      const bars = known.get(resolution)?.bars ?? barsOf(each, resolution);
      const ranges = known.get(resolution)?.ranges ?? batchAverageRange(bars);
      known.set(resolution, { bars, ranges });
      const last = bars.findLastIndex((bar) => bar.endMs <= basis.computedAtMs);
      const first = Math.max(0, last - 249);
      assert.equal(basis.atr, ranges[last]);
      const distance = bars[last]!.openTimeMs - bars[first]!.openTimeMs;
      assert.equal(basis.spacingMs, distance / (last - first));
      count++;
    }
  }
  t.diagnostic(`${count} boxes`);
});

test('inputs of levels and conditions equal those of an array implementation', (t) => {
  let count = 0;
  for (const each of RUNS) {
    const [days, weeks] = [barsOf(each, '1D'), barsOf(each, '1W')];
    const [dayRanges, weekRanges] = [batchAverageRange(days), batchAverageRange(weeks)];
    const levels = ofType(each.events, 'levels');
    assert.deepEqual(
      levels.map(({ timeMs, d, basis }) => [timeMs, d, basis.anchor, basis.atr1W]),
      weeks
        .map((week, at) => [week.endMs, week.openTimeMs + 604_800_000, week.close, weekRanges[at]])
        .slice(19),
    );
    for (const { basis, timeMs, index, expiry } of ofType(each.events, 'condition')) {
      const daily = each.fixture.options.base === '1D';
      // A break is found before the day of the bar closes, except on a daily base.
      const known = (day: BatchBar): boolean =>
        basis.setup === 'pivot' || daily
          ? day.endMs <= timeMs
          : day.endMs <= each.bars[index]!.openTimeMs;
      const last = days.findLastIndex(known);
      const first = Math.max(0, last - 249);
      const spacing = (days[last]!.openTimeMs - days[first]!.openTimeMs) / (last - first);
      assert.equal(basis.atr1D, dayRanges[last]);
      assert.equal(expiry, timeMs + 20 * spacing);
      count++;
    }
    count += levels.length;
  }
  t.diagnostic(`${count} inputs`);
});
