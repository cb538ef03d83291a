import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { Bar } from '../bars/bar.ts';
import { BOX_KINDS } from '../boxes/kinds.ts';
import { CATEGORIES, FIXTURES, fixtureBars } from '../testing/contract-fixtures.ts';
import { feed } from '../testing/feed.ts';
import { createRandom, type GeneratedMarket, generateMarket } from '../testing/generated-market.ts';
import { resolutionMs } from '../time/resolution.ts';
import { createEngine, type Engine, restoreEngine } from './engine.ts';
import type { EngineEvent } from './event.ts';
import type { EngineOptions } from './options.ts';

interface Case {
  readonly options: EngineOptions;
  readonly bars: readonly Bar[];
}

/** Generated markets of every kind, with missing bars, long enough for weekly levels and main seers. */
const cases: fc.Arbitrary<Case> = fc
  .record({
    seed: fc.integer(),
    session: fc.constantFrom('continuous', 'forex', 'stock'),
    base: fc.constantFrom('60', '1D'),
    digits: fc.integer({ min: 2, max: 6 }),
    startDay: fc.integer({ min: -3_000, max: 20_000 }),
    length: fc.integer({ min: 1_500, max: 4_000 }),
    holes: fc.constantFrom(0, 0.02, 0.3),
    pauses: fc.constantFrom(0, 0, 0.005),
  })
  .map(({ seed, session, base, digits, startDay, length, holes, pauses }) => {
    const market: GeneratedMarket = {
      seed,
      base,
      session,
      digits,
      holes,
      pauses,
      startMs: startDay * 86_400_000,
      bars: base === '60' ? length : Math.ceil(length / 2),
      price: 10 ** (5 - digits) * 1.7,
      volatility: base === '60' ? 0.004 : 0.015,
    };
    const category = CATEGORIES[session][base];
    const options = { base, fx: session === 'forex', digits, category };
    return { options, bars: generateMarket(market) };
  });

const parts = fc.double({ min: 0, max: 1, noNaN: true });
const step = (engine: Engine, bar: Bar, sink: EngineEvent[]): string | null =>
  engine.step(bar.openTimeMs, bar.open, bar.high, bar.low, bar.close, bar.volume, sink);

test('cutting the series at any bar and starting over gives the same view and events', () => {
  fc.assert(
    fc.property(cases, parts, ({ options, bars }, part) => {
      const cut = Math.floor(part * bars.length);
      const long = createEngine(options);
      const before = feed(long, bars.slice(0, cut));
      const view = long.view();
      const after = feed(long, bars.slice(cut));
      const again = createEngine(options);
      const events = feed(again, bars.slice(0, cut));
      assert.deepEqual(again.view(), view);
      assert.deepEqual(events, before);
      assert.ok(after.every((event) => event.index >= cut));
      assert.ok([...before, ...after].every((event) => known(event, bars, options)));
    }),
    { numRuns: 100 },
  );
});

/** Returns true when an event's time is not after the close of the bar that emitted it. */
function known(event: EngineEvent, bars: readonly Bar[], options: EngineOptions): boolean {
  const bar = bars[event.index];
  return bar !== undefined && event.timeMs <= bar.openTimeMs + resolutionMs[options.base];
}

test('a snapshot at any bar restores to the same bytes, view and later events', () => {
  fc.assert(
    fc.property(cases, fc.array(parts, { minLength: 1, maxLength: 4 }), (each, at) => {
      const { options, bars } = each;
      const cuts = new Set(at.map((part) => Math.floor(part * bars.length)));
      const whole = createEngine(options);
      let broken = createEngine(options);
      for (const [position, bar] of bars.entries()) {
        if (cuts.has(position)) {
          const bytes = broken.snapshot();
          // At an odd offset, like a slice of a larger buffer.
          const shifted = new Uint8Array(bytes.length + 3);
          shifted.set(bytes, 3);
          broken = restoreEngine(shifted.subarray(3));
          assert.deepEqual(broken.snapshot(), bytes);
          assert.deepEqual(broken.view(), whole.view());
          assert.deepEqual(broken.options, options);
          assert.equal(broken.accepted, position);
        }
        const [one, two]: [EngineEvent[], EngineEvent[]] = [[], []];
        step(whole, bar, one);
        step(broken, bar, two);
        // Between bars too: time closes buckets, and their effects wait for the next bar.
        const now = bar.openTimeMs + 3 * resolutionMs[options.base];
        if (now < (bars[position + 1]?.openTimeMs ?? now)) {
          whole.advanceTo(now, one);
          broken.advanceTo(now, two);
        }
        assert.deepEqual(two, one);
      }
      assert.deepEqual(broken.snapshot(), whole.snapshot());
    }),
    { numRuns: 100 },
  );
});

test('timers between bars change nothing: any advanceTo gives the same bits', () => {
  fc.assert(
    fc.property(cases, fc.integer(), ({ options, bars }, seed) => {
      const random = createRandom(seed);
      const length = resolutionMs[options.base];
      const plain = createEngine(options);
      const timed = createEngine(options);
      const [one, two]: [EngineEvent[], EngineEvent[]] = [[], []];
      for (const [position, bar] of bars.entries()) {
        step(plain, bar, one);
        step(timed, bar, two);
        const closed = bar.openTimeMs + length;
        const next = bars[position + 1];
        // Any instant before the next bar's close may have passed.
        const room = next === undefined ? 0 : next.openTimeMs + length - closed;
        for (let calls = Math.floor(random() * 4); calls > 0; calls--) {
          timed.advanceTo(closed + Math.floor(random() * room), two);
        }
      }
      assert.deepEqual(two, one);
      const endMs = bars.at(-1)!.openTimeMs + 20 * 86_400_000;
      plain.advanceTo(endMs, one);
      timed.advanceTo(endMs - 3_600_000, two);
      timed.advanceTo(endMs, two);
      assert.deepEqual(two, one);
      assert.deepEqual(timed.snapshot(), plain.snapshot());
    }),
    { numRuns: 100 },
  );
});

test('refused bars change nothing', () => {
  fc.assert(
    fc.property(cases, fc.integer(), ({ options, bars }, seed) => {
      const random = createRandom(seed);
      const plain = createEngine(options);
      const pestered = createEngine(options);
      const [one, two]: [EngineEvent[], EngineEvent[]] = [[], []];
      for (const [position, bar] of bars.entries()) {
        step(plain, bar, one);
        assert.equal(step(pestered, bar, two), null);
        if (random() < 0.9) continue;
        const old = bars[Math.floor(random() * position)] ?? bar;
        assert.equal(step(pestered, bar, two), 'duplicate');
        if (old !== bar) assert.equal(step(pestered, old, two), 'out-of-order');
        assert.equal(step(pestered, { ...bar, openTimeMs: bar.openTimeMs + 1 }, two), 'misaligned');
        assert.equal(step(pestered, { ...bar, low: bar.high * 2 }, two), 'range');
        assert.equal(step(pestered, { ...bar, close: Number.NaN }, two), 'not-finite');
        assert.equal(step(pestered, { ...bar, low: 0 }, two), 'not-positive');
      }
      assert.deepEqual(two, one);
      assert.deepEqual(pestered.snapshot(), plain.snapshot());
    }),
    { numRuns: 100 },
  );
});

test('prices scaled by powers of two give the same pivots to the last bit', () => {
  fc.assert(
    fc.property(cases, fc.constantFrom(2 ** -27, 2 ** 10), ({ options, bars }, factor) => {
      const plain = createEngine({ ...options, digits: 12 });
      const scaled = createEngine({ ...options, digits: 12 });
      const pivots = (events: readonly EngineEvent[]): unknown[] =>
        events.flatMap((event) =>
          event.type === 'pivot'
            ? [[event.index, event.detector, event.way, event.openTimeMs, event.timeMs]]
            : [],
        );
      const found = feed(
        scaled,
        bars.map((bar) => ({
          ...bar,
          open: bar.open * factor,
          high: bar.high * factor,
          low: bar.low * factor,
          close: bar.close * factor,
        })),
      );
      assert.deepEqual(pivots(found), pivots(feed(plain, bars)));
      const [before, after] = [plain.view(), scaled.view()];
      for (const seer of ['seer', 'closeSeer', 'reverseSeer'] as const) {
        const level = before[seer]?.basis.pivot.level;
        assert.equal(after[seer]?.basis.pivot.level, level && level * factor);
      }
    }),
    { numRuns: 100 },
  );
});

test('a view survives JSON and no number in it or in an event is NaN or infinite', () => {
  fc.assert(
    fc.property(cases, ({ options, bars }) => {
      const engine = createEngine(options);
      assert.deepEqual(JSON.parse(JSON.stringify(engine.view())), engine.view());
      const events = feed(engine, bars);
      const view = engine.view();
      assert.deepEqual(JSON.parse(JSON.stringify(view)), view);
      assert.deepEqual(JSON.parse(JSON.stringify(events)), events);
    }),
    { numRuns: 40 },
  );
});

test('a view follows from the events before it', () => {
  fc.assert(
    fc.property(cases, parts, ({ options, bars }, part) => {
      const engine = createEngine(options);
      const events = feed(engine, bars.slice(0, Math.floor(part * bars.length)));
      const view = engine.view();
      const hourly = options.base === '60';
      const pivots = (name: string): unknown[] =>
        events.flatMap((event) =>
          event.type === 'pivot' && event.detector === name
            ? [[event.openTimeMs, event.way, event.level, event.timeMs]]
            : [],
        );
      const seer = (value: typeof view.seer): unknown =>
        value && [value.datetime, value.way, value.level, value.confirmedMs];
      const main = pivots('144@1D');
      assert.deepEqual(seer(view.seer), main.at(-1) ?? null);
      assert.deepEqual(seer(view.reverseSeer), main.at(-2) ?? null);
      assert.deepEqual(seer(view.closeSeer), pivots(hourly ? '36@240' : '52@1D').at(-1) ?? null);
      for (const kind of BOX_KINDS) {
        for (const term of ['short', 'long'] as const) {
          const own = events.filter(
            (event) => 'kind' in event && event.kind === kind && event.term === term,
          );
          const box = own.findLast((event) => event.type === 'box');
          assert.deepEqual(view.boxes[kind][term], box?.box ?? null);
          const trade = own.findLast((event) => event.type === 'trade');
          const shown = view.trades[kind][term];
          assert.equal(shown?.id, trade?.id);
          const legs = own.filter(
            (event) => event.type === 'tradeClosed' && event.id === shown?.id,
          ) as Extract<EngineEvent, { type: 'tradeClosed' }>[];
          const [first, second] = ['tp1', 'tp2'].map((leg) =>
            legs.find((each) => each.leg === leg),
          );
          assert.equal(shown?.closed ?? false, first !== undefined);
          assert.equal(shown?.status ?? 0, first?.status ?? 0);
          assert.equal(shown?.exit ?? null, first?.exit ?? null);
          assert.equal(shown?.tp2Closed ?? false, second !== undefined);
          assert.equal(shown?.tp2Hit ?? false, second?.status === 1);
        }
      }
      const condition = events.findLast((event) => event.type === 'condition');
      const ended = events.find(
        (event) => event.type === 'conditionEnded' && event.id === condition?.id,
      );
      assert.equal(view.condition?.id, condition?.id);
      assert.equal(view.condition?.active ?? false, condition !== undefined && ended === undefined);
      assert.equal(view.condition?.endedMs ?? null, ended?.timeMs ?? null);
      const secondLeg = events.find(
        (event) =>
          event.type === 'conditionLeg' && event.id === condition?.id && event.leg === 'tp2',
      );
      assert.equal(
        view.condition?.exit ?? null,
        secondLeg?.type === 'conditionLeg' ? secondLeg.exit : null,
      );
      const levels = events.findLast((event) => event.type === 'levels');
      assert.deepEqual(view.gann?.basis.pivot, view.seer?.basis.pivot);
      if (view.gann) assert.equal(view.gann.basis.close, view.cycle?.basis.close);
      assert.deepEqual(view.levels?.basis, levels?.basis);
      assert.deepEqual(view.levels?.buy, levels?.buy);
      assert.deepEqual(
        view.cycle,
        events.findLast((event) => event.type === 'cycle')?.cycle ?? null,
      );
    }),
    { numRuns: 60 },
  );
});

test('ids are unique within their type and results name an id that was made before', () => {
  for (const fixture of FIXTURES) {
    const made = new Set<string>();
    const legs = new Set<string>();
    for (const event of feed(createEngine(fixture.options), fixtureBars(fixture))) {
      if (event.type === 'pivot' || event.type === 'cycle') continue;
      const isResult = event.type.endsWith('Closed') || /Leg|Ended|touched/.test(event.type);
      if (!isResult) {
        assert.ok(!made.has(event.id), event.id);
        made.add(event.id);
        continue;
      }
      assert.ok(made.has(event.id), event.id);
      const leg = `${event.type}.${event.id}.${'leg' in event ? event.leg : ''}`;
      assert.ok(!legs.has(leg), leg);
      legs.add(leg);
    }
  }
});

test('an engine that starts later reaches the same pivots', (t) => {
  // Cold start at 30 % of the history; days until every later pivot is the same.
  for (const fixture of FIXTURES) {
    const bars = fixtureBars(fixture);
    const from = Math.floor(bars.length * 0.3);
    const startMs = bars[from]!.openTimeMs;
    const pivots = (events: readonly EngineEvent[]): Map<string, string> =>
      new Map(
        events.flatMap((event) =>
          event.type === 'pivot' && event.timeMs > startMs
            ? [[`${event.detector} ${event.timeMs}`, `${event.level} ${event.openTimeMs}`]]
            : [],
        ),
      );
    const long = pivots(feed(createEngine(fixture.options), bars));
    const cold = pivots(feed(createEngine(fixture.options), bars.slice(from)));
    const last = new Map<string, number>();
    for (const key of new Set([...long.keys(), ...cold.keys()])) {
      if (long.get(key) === cold.get(key)) continue;
      const [detector = '', timeMs = ''] = key.split(' ');
      const days = (Number(timeMs) - startMs) / 86_400_000;
      last.set(detector, Math.max(last.get(detector) ?? 0, days));
    }
    // The weekly detector alone may need more than the 788 days measured on real series.
    for (const [detector, days] of last) {
      assert.ok(days < 800, `${fixture.name} ${detector}: ${days} days`);
    }
    const days = [...last].map(([name, count]) => `${name} ${Math.round(count)}`).join(', ');
    t.diagnostic(`${fixture.name}: ${days}`);
  }
});
