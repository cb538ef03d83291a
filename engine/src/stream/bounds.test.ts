import assert from 'node:assert/strict';
import test from 'node:test';
import { explainCrystalSeer } from '../explain/explain-box.ts';
import { updateAverageRange } from '../indicators/average-range.ts';
import type { Pivot } from '../indicators/pivots.ts';
import { crossings, justAbove, justBelow } from '../testing/neighbours.ts';
import { DAY_MS, HOUR_MS, WEEK_MS } from '../time/resolution.ts';
import { createEngine } from './engine.ts';
import type { EngineEvent } from './event.ts';
import type { EngineOptions } from './options.ts';
import { enterBoxes, enterLevels } from './positions.ts';
import { publishCrystalSeer, publishCycle } from './publish.ts';
import { blankBox, blankLevels } from './records.ts';
import { findBreak, findPullbacks } from './signals.ts';
import { createState, type EngineState } from './state.ts';
import { closeEnded, stepState } from './step.ts';
import { completeBox, completeLevels, makeBoxesAndLevels } from './timeframe.ts';

const HOURLY: EngineOptions = { base: '60', fx: false, digits: 2 };
const MONDAY_MS = Date.UTC(2024, 0, 1);

/** Returns a state whose 36 box lies from 100 to 132: triggers 133 and 99, a risk of 8. */
function boxState(): EngineState {
  const state = createState(HOURLY);
  const slot = state.slots.find(({ slot }) => slot.kind === '36' && slot.term === 'short')!;
  // 36 hours: the last quarter begins after 27 hours and a trade expires after 18.
  const end = MONDAY_MS + 36 * HOUR_MS;
  slot.box = { ...blankBox(), bottom: 100, top: 132, start: MONDAY_MS, end };
  completeBox(slot, slot.box);
  return state;
}

function enter(state: EngineState, previous: number, close: number, timeMs: number): EngineEvent[] {
  const sink: EngineEvent[] = [];
  state.clock.previousClose = previous;
  enterBoxes(state, close, timeMs, sink);
  return sink;
}

test('a box is entered beyond its triggers, 33/32 and -1/32 of its height, never on them', () => {
  for (const [previous, close, way, what] of crossings(133, 99)) {
    const [event, ...more] = enter(boxState(), previous, close, MONDAY_MS + HOUR_MS);
    assert.deepEqual(more, []);
    const found = event?.type === 'trade' ? (event.trade.way === 'up' ? 1 : -1) : 0;
    assert.equal(found, way, what);
    if (event?.type !== 'trade') continue;
    // Stop and first target a quarter of the height away, 8; rounded to two digits.
    const { sl, tp1, tp2, expiry } = event.trade;
    assert.deepEqual([sl, tp1, tp2], way > 0 ? [125, 141, 149] : [107, 91, 83]);
    assert.equal(expiry, MONDAY_MS + 19 * HOUR_MS);
  }
});

test('a box is entered up to the line of its last quarter, that line included, and only once', () => {
  const lastMs = MONDAY_MS + 27 * HOUR_MS;
  assert.deepEqual(enter(boxState(), 133, 134, lastMs + 1), []);
  const state = boxState();
  assert.equal(enter(state, 133, 134, lastMs).length, 1);
  assert.deepEqual(enter(state, 133, 134, lastMs), []);
});

/** The levels of an anchor of 100 in steps of half a root: 10.5 and 9.5 squared. */
const ENTRY_UP = 110.25;
const ENTRY_DOWN = 90.25;

function levelsState(options: EngineOptions): EngineState {
  const state = createState(options);
  state.levels = { ...blankLevels(), d: MONDAY_MS, anchor: 100, m: 0, beta: 90 };
  completeLevels(state);
  assert.deepEqual([state.buy[0], state.sell[0]], [ENTRY_UP, ENTRY_DOWN]);
  return state;
}

function enterWeek(openTimeMs: number, options: EngineOptions): number {
  const state = levelsState(options);
  const sink: EngineEvent[] = [];
  state.clock.previousClose = 100;
  enterLevels(state, openTimeMs, 111, openTimeMs + HOUR_MS, sink);
  return sink.length;
}

test('weekly levels are entered beyond the first line, never on it', () => {
  for (const [previous, close, way, what] of crossings(ENTRY_UP, ENTRY_DOWN)) {
    const state = levelsState(HOURLY);
    const sink: EngineEvent[] = [];
    state.clock.previousClose = previous;
    enterLevels(state, MONDAY_MS, close, MONDAY_MS + HOUR_MS, sink);
    const [event] = sink;
    const found = event?.type === 'levelsTrade' ? (event.way === 'up' ? 1 : -1) : 0;
    assert.equal(found, way, what);
    if (event?.type !== 'levelsTrade') continue;
    // The distance of the entry from the anchor, 10.25 up and 9.75 down; fourteen days.
    const { p, sl, tp1, tp2, expiry } = event;
    assert.deepEqual(
      [p, sl, tp1, tp2],
      way > 0 ? [110.25, 100, 120.5, 130.75] : [90.25, 100, 80.5, 70.75],
    );
    assert.equal(expiry, MONDAY_MS + HOUR_MS + 14 * DAY_MS);
  }
});

test('weekly levels are entered in their own week alone, of forex from the Sunday before on', () => {
  const fx = { ...HOURLY, fx: true };
  assert.equal(enterWeek(MONDAY_MS - HOUR_MS, HOURLY), 0);
  assert.equal(enterWeek(MONDAY_MS, HOURLY), 1);
  assert.equal(enterWeek(MONDAY_MS + WEEK_MS - HOUR_MS, HOURLY), 1);
  assert.equal(enterWeek(MONDAY_MS + WEEK_MS, HOURLY), 0);
  assert.equal(enterWeek(MONDAY_MS - DAY_MS - HOUR_MS, fx), 0, 'Saturday 23:00');
  assert.equal(enterWeek(MONDAY_MS - DAY_MS, fx), 1, 'Sunday 00:00');
  assert.equal(enterWeek(MONDAY_MS + 6 * DAY_MS - HOUR_MS, fx), 1, 'Saturday 23:00');
  assert.equal(enterWeek(MONDAY_MS + 6 * DAY_MS, fx), 0, 'the next Sunday 00:00');
});

const pivotOf = (way: number, level: number, detector = 1): Pivot => ({
  detector,
  way,
  level,
  openTimeMs: 1,
  confirmedMs: 2,
  atr: 1,
  close: level,
});

function rangedState(options: EngineOptions, range: number): EngineState {
  const state = createState(options);
  for (let day = 0; day < 20; day++) {
    updateAverageRange(state.daily.range, 100 + range / 2, 100 - range / 2, 100);
  }
  return state;
}

test('a signal pivot breaks beyond its level, from the level or inside, never onto it', () => {
  for (const [previous, close, way, what] of crossings(100, 100)) {
    for (const pivotWay of [1, -1]) {
      const state = rangedState(HOURLY, 1);
      state.signalDetector.last = pivotOf(pivotWay, 100);
      state.mainDetector.last = pivotOf(-pivotWay, 100, 6);
      state.clock.previousClose = previous;
      const sink: EngineEvent[] = [];
      findBreak(state, close, 10, sink);
      // A support breaks downward, a resistance upward.
      const breaks = way !== 0 && way === -pivotWay;
      assert.equal(sink.length, breaks ? 1 : 0, `${pivotWay} ${what}`);
      assert.equal(state.clock.pivotUsed, breaks ? 1 : 0, `${pivotWay} ${what}`);
    }
  }
});

test("a condition's range is the daily range rounded, from two ticks on", () => {
  const rangeOf = (range: number): number => {
    const state = rangedState(HOURLY, range);
    state.mainDetector.last = pivotOf(1, 90, 6);
    state.pending.push(pivotOf(1, 99));
    const sink: EngineEvent[] = [];
    findPullbacks(state, 100, 10, sink);
    assert.ok(sink[0]?.type === 'condition');
    return sink[0].range;
  };
  assert.deepEqual([0.01, 0.02, 0.0251, 0.03].map(rangeOf), [0.02, 0.02, 0.03, 0.03]);
});

test('the crystal seer is the nearer cluster, of equal distances the upper one, and its explanation agrees', () => {
  const wayOf = (close: number): string | undefined => {
    const state = createState(HOURLY);
    const slot = state.slots[state.crystalShort]!;
    slot.clusters = [pivotOf(1, 90), pivotOf(-1, 110)];
    // With a daily range of 4 both lie between half a range and six ranges away.
    const measures = { close, atr1D: 4, atr: 4, spacing: HOUR_MS, n: 24 };
    slot.box = {
      ...blankBox(),
      ...measures,
      bottom: 90,
      top: 110,
      bottomCluster: 0,
      topCluster: 1,
    };
    const seer = publishCrystalSeer(slot, 2)!;
    assert.equal(seer.level, seer.way === 'up' ? 90 : 110);
    assert.equal(explainCrystalSeer(seer.basis).result, seer.level);
    return seer.way;
  };
  assert.deepEqual([justBelow(100), 100, justAbove(100)].map(wayOf), ['up', 'down', 'down']);
});

test('the gauge is positive from 50 percent on', () => {
  const gaugeOf = (value: number) => {
    const state = createState(HOURLY);
    Object.assign(state.sinewave, { count: 100, value });
    const { percentage, positive, warming } = publishCycle(state)!;
    return [percentage, positive, warming];
  };
  // (value + 1) / 2 * 100, to two decimals; positive goes by the unrounded number.
  assert.deepEqual(gaugeOf(0), [50, true, false]);
  assert.deepEqual(gaugeOf(-1e-9), [50, false, false]);
  assert.deepEqual(gaugeOf(-1), [0, false, false]);
  assert.deepEqual(gaugeOf(1), [100, true, false]);
});

test('a bucket is closed at its end, not before, by time and by the bar that ends it', () => {
  const state = createState(HOURLY);
  const step = (hour: number): string | null =>
    stepState(state, MONDAY_MS + hour * HOUR_MS, 100, 101, 99, 100, 1, []);
  const four = state.higher[0]!;
  for (const hour of [0, 1, 2]) assert.equal(step(hour), null);
  closeEnded(state, MONDAY_MS + 4 * HOUR_MS - 1, []);
  assert.equal(four.bucket.open, 1);
  closeEnded(state, MONDAY_MS + 4 * HOUR_MS, []);
  assert.equal(four.bucket.open, 0);
  assert.equal(step(3), 'late', 'the last hour of the bucket');
  assert.equal(step(4), null, 'the hour that opens at its end');
  for (const hour of [5, 6]) assert.equal(step(hour), null);
  assert.equal(four.bucket.open, 1);
  assert.equal(step(7), null);
  assert.equal(four.bucket.open, 0, 'closed by the bar that ends with it');
});

test('a crystal box needs eight pivots of the last 400 days, the day of the bound included', () => {
  const nowMs = MONDAY_MS + 1_000 * DAY_MS;
  const madeOf = (count: number, oldestMs: number): boolean => {
    const state = rangedState(HOURLY, 4);
    for (let bar = 0; bar < 20; bar++) {
      for (const frame of state.higher) updateAverageRange(frame.range, 102, 98, 100);
    }
    for (let at = 0; at < count; at++) {
      const confirmedMs = at === 0 ? oldestMs : nowMs;
      state.memory.push({ ...pivotOf(1, at % 2 === 0 ? 90 : 110), confirmedMs });
    }
    const sink: EngineEvent[] = [];
    makeBoxesAndLevels(state, state.weekly, MONDAY_MS, 100, nowMs, sink);
    return sink.some((event) => event.type === 'box' && event.kind === 'crystal');
  };
  assert.equal(madeOf(7, nowMs), false);
  assert.equal(madeOf(8, nowMs), true);
  assert.equal(madeOf(8, nowMs - 400 * DAY_MS), true);
  assert.equal(madeOf(8, nowMs - 400 * DAY_MS - 1), false);
});

test('an engine has 0 to 12 digits', () => {
  for (const digits of [0, 12]) {
    assert.equal(createEngine({ ...HOURLY, digits }).options.digits, digits);
  }
  for (const digits of [-1, 13, 0.5, Number.NaN]) {
    assert.throws(() => createEngine({ ...HOURLY, digits }), RangeError);
  }
});

test('the first bar may be of any time, also of 1970 and before', () => {
  for (const openTimeMs of [-HOUR_MS, 0, HOUR_MS]) {
    const engine = createEngine(HOURLY);
    const step = (timeMs: number) => engine.step(timeMs, 100, 101, 99, 100, 1, []);
    assert.equal(engine.lastBarMs, null);
    assert.equal(step(openTimeMs), null);
    assert.equal(engine.lastBarMs, openTimeMs);
    assert.equal(step(openTimeMs), 'duplicate');
    assert.equal(step(openTimeMs - HOUR_MS), 'out-of-order');
    assert.equal(step(openTimeMs + HOUR_MS), null);
    assert.equal(engine.accepted, 2);
  }
});
