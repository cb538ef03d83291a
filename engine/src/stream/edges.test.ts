import assert from 'node:assert/strict';
import test from 'node:test';
import type { Bar } from '../bars/bar.ts';
import { updateAverageRange } from '../indicators/average-range.ts';
import type { Pivot } from '../indicators/pivots.ts';
import { FIXTURES, fixtureBars } from '../testing/contract-fixtures.ts';
import { feed } from '../testing/feed.ts';
import { DAY_MS, HOUR_MS } from '../time/resolution.ts';
import { createEngine, type Engine, restoreEngine } from './engine.ts';
import type { EngineEvent } from './event.ts';
import { touchOpenPositions } from './positions.ts';
import { findBreak, findPullbacks } from './signals.ts';
import { createState, type EngineState } from './state.ts';

const MONDAY_MS = Date.UTC(2024, 0, 1);
const HOURLY = { base: '60', fx: false, digits: 2 } as const;

const hours = (count: number, price: (at: number) => Partial<Bar>): Bar[] =>
  Array.from({ length: count }, (_, at) => ({
    openTimeMs: MONDAY_MS + at * HOUR_MS,
    open: 100,
    high: 100,
    low: 100,
    close: 100,
    volume: 1,
    ...price(at),
  }));

const types = (events: readonly EngineEvent[]): Set<string> =>
  new Set(events.map((event) => event.type));

const fixture = (name: string): (typeof FIXTURES)[number] => {
  const found = FIXTURES.find((each) => each.name === name);
  assert.ok(found !== undefined);
  return found;
};

test('a fresh engine shows nothing', () => {
  const view = createEngine(HOURLY).view();
  for (const [name, value] of Object.entries(view)) {
    if (name === 'engineVersion' || name === 'boxes' || name === 'trades') continue;
    assert.equal(value, null, name);
  }
  for (const table of [view.boxes, view.trades]) {
    for (const terms of Object.values(table)) assert.deepEqual(terms, { short: null, long: null });
  }
  assert.deepEqual(Object.keys(view.boxes).sort(), ['144', '36', '52', 'crystal', 'hayyam']);
});

test('each value appears after its own warm-up: 20 days of range, 20 weeks of levels', () => {
  const engine = createEngine(HOURLY);
  const bars = hours(20 * 7 * 24, (at) => ({ high: 101 + (at % 5), low: 99 - (at % 3) }));
  for (const [at, bar] of bars.entries()) {
    feed(engine, [bar]);
    const done = at + 1;
    const { atr1D, levels, cycle } = engine.view();
    assert.equal(cycle !== null, done >= 24);
    assert.equal(cycle?.warming ?? true, done < 100 * 24);
    assert.equal(atr1D !== null, done >= 20 * 24);
    assert.equal(levels !== null, done >= 20 * 7 * 24);
  }
});

test('a flat market has no pivots, boxes, conditions or levels, and its cycle is 0', () => {
  const engine = createEngine(HOURLY);
  const events = feed(
    engine,
    hours(24 * 400, () => ({})),
  );
  assert.deepEqual(types(events), new Set(['cycle']));
  assert.ok(events.every((event) => event.type !== 'cycle' || event.exact === 0));
  const { atr1D, gann, seer, condition, levels, cycle } = engine.view();
  assert.deepEqual([atr1D, gann, seer, condition, levels], [null, null, null, null, null]);
  assert.deepEqual([cycle?.value, cycle?.percentage, cycle?.positive], [0, 50, true]);
});

test('after a crash of 99 percent, and at a price of 1e-8, numbers are finite and boxes exist', () => {
  const each = fixture('crypto hourly');
  const bars = fixtureBars(each).map((bar, at) => {
    const factor = at < 6_000 ? 1 : 0.01;
    const crashed = {
      ...bar,
      open: bar.open * factor,
      high: bar.high * factor,
      low: bar.low * factor,
      close: bar.close * factor,
    };
    return at === 6_000 ? { ...crashed, open: bar.open, high: bar.high } : crashed;
  });
  const engine = createEngine(each.options);
  const events = feed(engine, bars);
  assert.deepEqual(JSON.parse(JSON.stringify(events)), events);
  assert.ok(events.some((event) => event.type === 'trade' && event.index > 7_000));
  const token = fixture('token hourly');
  assert.ok(feed(createEngine(token.options), fixtureBars(token)).some((e) => e.type === 'trade'));
});

test('no box is made whose end lies before the close that confirmed its pivot', () => {
  // A steep rise, then a decline so slow that three average ranges take longer than 36 bars.
  const bars = hours(200, (at) => {
    const close = at < 40 ? 100 + 5 * at : 295 - (at - 39) * 0.4;
    return { open: close, high: close + 3, low: close - 3, close };
  });
  const engine = createEngine(HOURLY);
  const events = feed(engine, bars).filter(
    (event) =>
      (event.type === 'pivot' && event.detector === '36@60') ||
      (event.type === 'box' && event.kind === '36' && event.term === 'short'),
  );
  const top = events.find((event) => event.type === 'pivot' && event.way === 'down');
  assert.ok(top?.type === 'pivot');
  assert.ok(top.timeMs - top.openTimeMs > 36 * HOUR_MS);
  assert.ok(!events.some((event) => event.type === 'box' && event.timeMs === top.timeMs));
  const box = engine.view().boxes['36'].short;
  assert.ok(box !== null && box.createdMs < top.timeMs, 'the box before it stays');
});

test('a bar for a closed bucket is late, changes nothing, and the engine goes on without it', () => {
  const bars = hours(24 * 40, (at) => ({ high: 101 + (at % 7), low: 99 - (at % 4) }));
  // The third hour of a four-hour bucket is late, and the fourth is missing.
  const missing = bars[902]!;
  const rest = bars.filter((bar) => bar !== missing && bar.openTimeMs !== bars[903]!.openTimeMs);
  const expected = createEngine(HOURLY);
  const expectedEvents = feed(expected, rest);
  const engine = createEngine(HOURLY);
  const events = feed(engine, bars.slice(0, 902));
  engine.advanceTo(missing.openTimeMs + HOUR_MS, events);
  const before = engine.snapshot();
  engine.advanceTo(bars[903]!.openTimeMs + HOUR_MS, events);
  const { openTimeMs, open, high, low, close, volume } = missing;
  assert.equal(engine.step(openTimeMs, open, high, low, close, volume, events), 'late');
  assert.notDeepEqual(engine.snapshot(), before, 'the bucket was closed by time');
  events.push(...feed(engine, bars.slice(904)));
  assert.deepEqual(events, expectedEvents);
  assert.deepEqual(engine.snapshot(), expected.snapshot());
});

test('a late bar is accepted as the next bar while all its buckets are open', () => {
  const bars = hours(10, () => ({ high: 101 }));
  const engine = createEngine(HOURLY);
  const events = feed(engine, bars.slice(0, 5));
  engine.advanceTo(bars[5]!.openTimeMs + 90 * 60_000, events);
  assert.deepEqual(feed(engine, bars.slice(5)), []);
  const plain = createEngine(HOURLY);
  feed(plain, bars);
  assert.deepEqual(engine.snapshot(), plain.snapshot());
});

test('a snapshot taken while a signal pivot waits for its price keeps the signal', () => {
  const each = fixture('halted stock hourly');
  const bars = fixtureBars(each);
  const plain = createEngine(each.options);
  let kept = createEngine(each.options);
  const [one, two]: [EngineEvent[], EngineEvent[]] = [[], []];
  let waiting = 0;
  for (const [at, bar] of bars.entries()) {
    one.push(...feed(plain, [bar]));
    two.push(...feed(kept, [bar]));
    const room = (bars[at + 1]?.openTimeMs ?? bar.openTimeMs) - bar.openTimeMs;
    const before = two.length;
    if (room > 8 * HOUR_MS) kept.advanceTo(bar.openTimeMs + 8 * HOUR_MS, two);
    if (!two.slice(before).some((e) => e.type === 'pivot' && e.detector === '33@240')) continue;
    waiting++;
    kept = restoreEngine(kept.snapshot());
  }
  assert.ok(waiting > 5);
  assert.deepEqual(two, one);
});

const pivot = (way: number, level: number): Pivot => ({
  detector: 1,
  way,
  level,
  openTimeMs: 1,
  confirmedMs: 2,
  atr: 1,
  close: level,
});

/** Returns a state with 20 days of range 1 and the given main and signal pivots. */
function signalState(main: Pivot | null, signal: Pivot | null, previousClose: number): EngineState {
  const state = createState(HOURLY);
  for (let day = 0; day < 20; day++) {
    updateAverageRange(state.daily.range, 100.5, 99.5, 100);
  }
  state.mainDetector.last = main;
  state.signalDetector.last = signal;
  state.clock.previousClose = previousClose;
  return state;
}

function breaks(state: EngineState, close: number): string[] {
  const sink: EngineEvent[] = [];
  findBreak(state, close, 10, sink);
  state.clock.previousClose = close;
  return sink.flatMap((event) =>
    event.type === 'condition' ? [`${event.setup} ${event.way}`] : [],
  );
}

test('a crossing consumes the pivot, whether or not the direction allows a signal', () => {
  const against = signalState(pivot(1, 90), pivot(1, 100), 101);
  assert.deepEqual(breaks(against, 99), [], 'a support breaks while the main direction is up');
  assert.equal(against.clock.pivotUsed, 1);
  against.mainDetector.last = pivot(-1, 120);
  assert.deepEqual(breaks(against, 101), []);
  assert.deepEqual(breaks(against, 99), [], 'the second crossing gives no signal');
  const along = signalState(pivot(-1, 120), pivot(1, 100), 101);
  assert.deepEqual(breaks(along, 99), ['break down']);
  assert.deepEqual(breaks(along, 101), []);
  assert.deepEqual(breaks(along, 99), []);
  const resistance = signalState(pivot(1, 90), pivot(-1, 100), 100);
  assert.deepEqual(breaks(resistance, 100.01), ['break up']);
});

test('before the first main pivot no crossing consumes a pivot', () => {
  const state = signalState(null, pivot(1, 100), 101);
  assert.deepEqual(breaks(state, 99), []);
  assert.equal(state.clock.pivotUsed, 0);
  breaks(state, 101);
  state.mainDetector.last = pivot(-1, 120);
  assert.deepEqual(breaks(state, 99), ['break down']);
});

test('of a break and a pivot on one bar the pivot is the newer', () => {
  const state = signalState(pivot(-1, 120), pivot(1, 100), 101);
  const sink: EngineEvent[] = [];
  findBreak(state, 99, 10, sink);
  state.pending.push(pivot(-1, 103));
  findPullbacks(state, 99, 10, sink);
  assert.deepEqual(
    sink.map((event) => (event.type === 'condition' ? event.id : '')),
    ['condition.break.10', 'condition.pivot.10'],
  );
  assert.equal(state.condition?.source.setup, 0);
  assert.equal(state.openConditions.length, 2, 'the older one is tracked on');
  assert.equal(state.pending.length, 0);
});

test("a condition's price and range are rounded before its stop and targets", () => {
  const state = signalState(pivot(1, 90), null, 100);
  for (let day = 0; day < 20; day++) {
    updateAverageRange(state.daily.range, 100.0037, 98.8, 99.4);
  }
  state.pending.push(pivot(1, 99));
  const sink: EngineEvent[] = [];
  findPullbacks(state, 100.0049, 10, sink);
  const [event] = sink;
  assert.ok(event?.type === 'condition');
  assert.deepEqual(
    [event.price, event.range, event.sl, event.tp1, event.tp2],
    [100, 1.2, 98.8, 101.2, 102.4],
  );
});

test('a range is at least two ticks', () => {
  const state = signalState(pivot(1, 90), null, 100);
  for (let day = 0; day < 20; day++) updateAverageRange(state.daily.range, 100.004, 100, 100);
  state.pending.push(pivot(1, 99));
  const sink: EngineEvent[] = [];
  findPullbacks(state, 100, 10, sink);
  assert.ok(sink[0]?.type === 'condition');
  assert.equal(sink[0].range, 0.02);
});

test('a condition ends for good at the stop, the second target or the expiry', () => {
  const condition = (): EngineState => {
    const state = signalState(pivot(1, 90), null, 100);
    state.pending.push(pivot(1, 99));
    findPullbacks(state, 100, 10, []);
    return state;
  };
  const touch = (state: EngineState, high: number, low: number, endMs: number): string[] => {
    const sink: EngineEvent[] = [];
    touchOpenPositions(state, 100, high, low, 100, endMs, sink);
    return sink.map((event) =>
      event.type === 'conditionLeg'
        ? `${event.leg} ${event.status}`
        : event.type === 'conditionEnded'
          ? `ended ${event.result} ${event.current}`
          : event.type,
    );
  };
  // Range 1: stop 99, targets 101 and 102. Spacing is nominal, so the condition expires after 20 days.
  const both = condition();
  assert.deepEqual(touch(both, 102, 99, 20), ['tp1 -1', 'tp2 -1', 'ended -1 true']);
  const target = condition();
  assert.deepEqual(touch(target, 101, 99.01, 20), ['tp1 1']);
  assert.equal(target.condition?.position.closed2, 0, 'the first target changes nothing');
  assert.deepEqual(touch(target, 102, 99.01, 30), ['tp2 1', 'ended 2 true']);
  assert.deepEqual(touch(target, 102, 90, 40), []);
  const expiring = condition();
  assert.deepEqual(touch(expiring, 100, 100, 10 + 20 * DAY_MS - 1), []);
  assert.deepEqual(touch(expiring, 100, 100, 10 + 20 * DAY_MS), ['tp1 0', 'tp2 0', 'ended 0 true']);
  const superseded = condition();
  superseded.pending.push(pivot(1, 99));
  findPullbacks(superseded, 102, 11, []);
  assert.deepEqual(touch(superseded, 102.5, 101.5, 20), ['tp1 1', 'tp2 1', 'ended 2 false']);
});

test('a trade expires half the unrounded duration of its box after its entry', () => {
  let uneven = 0;
  for (const each of FIXTURES) {
    for (const event of feed(createEngine(each.options), fixtureBars(each))) {
      if (event.type !== 'trade') continue;
      const { startMs, endMs } = event.trade.basis;
      assert.equal(event.trade.expiry, event.timeMs + (endMs - startMs) / 2);
      if (event.trade.expiry % 60_000 !== 0) uneven++;
    }
  }
  assert.ok(uneven > 20, 'most durations are not full minutes');
});

test('a daily forex engine closes its week on Sunday 00:00 and has the daily kinds alone', () => {
  const each = fixture('forex daily');
  const engine = createEngine(each.options);
  const events = feed(engine, fixtureBars(each));
  const levels = events.filter((event) => event.type === 'levels');
  assert.ok(levels.length > 400);
  assert.ok(levels.every((event) => new Date(event.timeMs).getUTCDay() === 0));
  assert.ok(levels.every((event) => event.type === 'levels' && event.d === event.timeMs + DAY_MS));
  const detectors = new Set(events.flatMap((e) => (e.type === 'pivot' ? [e.detector] : [])));
  assert.deepEqual([...detectors].sort(), ['144@1D', '33@1D', '52@1D', '52@1W']);
  const made = new Set(events.flatMap((e) => (e.type === 'box' ? [`${e.kind}.${e.term}`] : [])));
  assert.deepEqual(
    [...made].sort(),
    ['144.long', '52.long', '52.short', 'crystal.long', 'hayyam.long'].sort(),
  );
  const view = engine.view();
  assert.equal(view.closeSeer?.basis.pivot.detector, '52@1D');
  assert.equal(view.condition?.basis.pivot.detector, '52@1D');
  assert.equal(view.crystalSeer?.basis.term, 'long');
  assert.equal(view.crystalBox?.d, view.boxes.crystal.long?.d.start);
});

test('a daily engine refuses a forex bar that is dated on a Sunday', () => {
  const engine = createEngine({ base: '1D', fx: true, digits: 5 });
  const sundayMs = Date.UTC(2024, 0, 7);
  assert.equal(engine.step(sundayMs, 1, 1, 1, 1, 0, []), 'misaligned');
  assert.equal(engine.step(sundayMs + DAY_MS, 1, 1, 1, 1, 0, []), null);
});

test('a damaged, cut or foreign snapshot is refused', () => {
  const engine = createEngine(HOURLY);
  feed(engine, fixtureBars(fixture('crypto hourly')).slice(0, 500));
  const bytes = engine.snapshot();
  const change = (at: number): Uint8Array => {
    const copy = bytes.slice();
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy;
  };
  for (const bad of [
    new Uint8Array(0),
    bytes.slice(0, -8),
    bytes.slice(0, -1),
    change(0),
    change(14),
    change(20),
    change(bytes.length - 3),
    new Uint8Array(4_096),
  ]) {
    assert.throws(() => restoreEngine(bad), RangeError);
  }
  assert.deepEqual(restoreEngine(bytes).snapshot(), bytes);
});

test('impossible arguments are RangeErrors', () => {
  assert.throws(() => createEngine({ ...HOURLY, digits: 13 }), RangeError);
  assert.throws(() => createEngine({ ...HOURLY, digits: 2.5 }), RangeError);
  const engine = createEngine(HOURLY);
  for (const factor of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => engine.rescale(factor), RangeError);
  }
  assert.throws(() => engine.advanceTo(Number.NaN, []), RangeError);
});

const scaleBar = (bar: Bar, factor: number): Bar => ({
  ...bar,
  open: bar.open * factor,
  high: bar.high * factor,
  low: bar.low * factor,
  close: bar.close * factor,
});

/** Returns the parts of events that do not depend on the price scale. */
function shape(events: readonly EngineEvent[], fromIndex: number): unknown[] {
  return events.flatMap((event) => {
    if (event.index < fromIndex) return [];
    const { type, timeMs, index } = event;
    if (type === 'cycle') return [[type, timeMs, index, event.cycle.value]];
    if (type === 'pivot') return [[type, timeMs, index, event.detector, event.way]];
    // Steps of the square of nine depend on the price level, so entries of weekly levels may differ.
    if (type === 'levels' || type === 'levelsTrade' || type === 'levelsClosed') return [];
    return [[type, timeMs, index, event.id]];
  });
}

test('after a split by a power of two the results are those of a history at the new prices', () => {
  for (const name of ['stock hourly', 'index daily', 'crypto daily']) {
    const each = fixture(name);
    const options = { ...each.options, digits: 8 };
    const bars = fixtureBars(each);
    const at = Math.floor(bars.length * 0.6);
    const factor = 1 / 4;
    const split: Engine = createEngine(options);
    const events = feed(split, bars.slice(0, at));
    split.rescale(factor);
    const copy = restoreEngine(split.snapshot());
    const rest = bars.slice(at).map((bar) => scaleBar(bar, factor));
    events.push(...feed(split, rest));
    assert.deepEqual(
      feed(copy, rest),
      events.filter((event) => event.index >= at),
    );
    const always = createEngine(options);
    const expected = feed(
      always,
      bars.map((bar) => scaleBar(bar, factor)),
    );
    assert.deepEqual(shape(events, at), shape(expected, at), name);
    const [one, two] = [split.view(), always.view()];
    assert.deepEqual(one.boxes, two.boxes);
    assert.deepEqual(one.trades, two.trades);
    assert.deepEqual(one.condition, two.condition);
    assert.deepEqual(one.seer, two.seer);
    assert.equal(one.atr1D, two.atr1D);
  }
});

test('a split multiplies the running levels, the spectrum and the open trades', () => {
  const each = fixture('crypto daily');
  const engine = createEngine({ ...each.options, digits: 4 });
  feed(engine, fixtureBars(each));
  const before = engine.view();
  engine.rescale(1 / 3);
  const after = engine.view();
  const thirds = (prices: readonly number[] | undefined): number[] =>
    (prices ?? []).map((price) => Number((price / 3).toFixed(4)));
  const near = (one: readonly number[] | undefined, two: readonly number[]): void => {
    assert.equal(one?.length, two.length);
    for (const [at, price] of two.entries()) assert.ok(Math.abs(price - one![at]!) <= 1.01e-4);
  };
  near(after.levels?.buy, thirds(before.levels?.buy));
  near(after.levels?.sell, thirds(before.levels?.sell));
  near(after.gann?.prices, thirds(before.gann?.prices));
  const [one, two] = [before.trades['52'].short!, after.trades['52'].short!];
  near([two.sl, two.p, two.tp1, two.tp2], thirds([one.sl, one.p, one.tp1, one.tp2]));
  assert.equal(two.id, one.id);
  assert.deepEqual(after.cycle?.value, before.cycle?.value);
});
