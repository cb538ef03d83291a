import assert from 'node:assert/strict';
import test from 'node:test';
import type { Bar } from '../bars/bar.ts';
import { roundTo } from '../price/rounding.ts';
import {
  FIXTURES,
  type Fixture,
  fixtureBars,
  shortFixtureBars,
} from '../testing/contract-fixtures.ts';
import { feed } from '../testing/feed.ts';
import { justAbove, justBelow } from '../testing/neighbours.ts';
import { DAY_MS, HOUR_MS, WEEK_MS } from '../time/resolution.ts';
import { weekSlot } from '../touch/market-time.ts';
import { createEngine } from './engine.ts';
import type { EngineEvent, ForecastEvent, TouchedEvent } from './event.ts';
import {
  coneSubject,
  endForecasts,
  makeForecasts,
  rescaleForecast,
  touchForecasts,
} from './forecasts.ts';
import { hasOpenMadeBy } from './open-positions.ts';
import type { EngineOptions } from './options.ts';
import { blankForecast, LEVELS_SUBJECT, type MadeSubject } from './records.ts';
import { rescaleState } from './rescale.ts';
import { readSnapshot, writeSnapshot } from './snapshot.ts';
import { createState, type EngineState } from './state.ts';
import { stepState } from './step.ts';

const MONDAY_MS = Date.UTC(2024, 0, 1);

const fixture = (name: string): Fixture => {
  const found = FIXTURES.find((each) => each.name === name);
  assert.ok(found !== undefined, name);
  return found;
};

const forecastsOf = new Map<string, readonly ForecastEvent[]>();

/** Returns the forecasts of a shortened fixture, computed once. */
function madeBy(each: Fixture): readonly ForecastEvent[] {
  const known = forecastsOf.get(each.name);
  if (known !== undefined) return known;
  const made = feed(createEngine(each.options), shortFixtureBars(each)).filter(isForecast);
  forecastsOf.set(each.name, made);
  return made;
}

const ascending = (one: number, other: number): number => one - other;
const isForecast = (event: EngineEvent): event is ForecastEvent => event.type === 'forecast';
const isTouched = (event: EngineEvent): event is TouchedEvent => event.type === 'touched';

let ready: Uint8Array | undefined;

/** Returns a state that gives chances, of an hourly market that always trades; two digits, no open forecast. */
function readyState(): { state: EngineState; price: number; atMs: number } {
  if (ready === undefined) {
    const each = fixture('crypto hourly');
    const state = createState(each.options);
    for (const { openTimeMs, open, high, low, close, volume } of fixtureBars(each).slice(
      0,
      5_000,
    )) {
      stepState(state, openTimeMs, open, high, low, close, volume, []);
    }
    state.openForecasts = [];
    ready = writeSnapshot(state);
  }
  const state = readSnapshot(ready);
  return { state, price: state.clock.previousClose, atMs: state.clock.lastEndMs };
}

/** Makes the forecast of a weekly set that begins now and lasts ten and a half hours. */
function make(state: EngineState, set: Partial<MadeSubject>): ForecastEvent[] {
  const fromMs = state.clock.lastEndMs;
  state.made.push({
    subject: LEVELS_SUBJECT,
    fromMs,
    untilMs: fromMs + 10.5 * HOUR_MS,
    refMs: fromMs,
    above: [],
    below: [],
    ...set,
  });
  const sink: EngineEvent[] = [];
  makeForecasts(state, Number.POSITIVE_INFINITY, sink);
  assert.equal(state.made.length, 0);
  return sink.filter(isForecast);
}

const end = (state: EngineState, timeMs: number): TouchedEvent[] => {
  const sink: EngineEvent[] = [];
  endForecasts(state, timeMs, sink);
  return sink.filter(isTouched);
};

test('a level that price has reached has no chance, and a set of such levels no forecast', () => {
  const { state, price, atMs } = readyState();
  const [event, ...more] = make(state, {
    above: [price - 10, justBelow(price), price, justAbove(price), price + 10],
    below: [price + 10, justAbove(price), price, justBelow(price), price - 10],
  });
  assert.deepEqual(more, []);
  assert.deepEqual(event?.levels, [justAbove(price), price + 10, justBelow(price), price - 10]);
  assert.equal(event.chances.length, 4);
  // A level beside the price is as good as reached.
  assert.deepEqual([event.chances[0], event.chances[2]], [1, 1]);
  assert.equal(event.id, `forecast.weekly.${atMs}`);
  assert.deepEqual(make(state, { above: [price], below: [] }), []);
  assert.deepEqual(make(state, { above: [price - 1], below: [price, price + 1] }), []);
  assert.equal(state.levelsForecast, null, 'the set that replaces it has none');
  assert.equal(state.openForecasts.length, 1, 'the replaced one is followed on');
});

test('no forecast is made without a whole hour, and none beyond eight market weeks', () => {
  const { state, price, atMs } = readyState();
  const above = [price + 10];
  assert.deepEqual(make(state, { above, untilMs: atMs + HOUR_MS - 1 }), []);
  assert.equal(make(state, { above, untilMs: atMs + HOUR_MS }).length, 1);
  assert.equal(make(state, { above, untilMs: atMs + 8 * WEEK_MS }).length, 1);
  assert.deepEqual(make(state, { above, untilMs: atMs + 8 * WEEK_MS + HOUR_MS }), []);
});

test('a closed market, whose slots keep a trace of old prices, has no market time', () => {
  for (const [weeks, count] of [
    [4.9e-7, 0],
    [5.1e-7, 1],
  ] as const) {
    const { state, price, atMs } = readyState();
    const { slots, weights, scalars } = state.touch;
    weights[weekSlot(slots, atMs)] = weeks * scalars.total;
    const made = make(state, { above: [price + 10], untilMs: atMs + HOUR_MS });
    assert.equal(made.length, count, `${weeks}`);
  }
});

test('a level is touched exactly, by bars that open and close in the window alone', () => {
  const { state, price, atMs } = readyState();
  const [up, far, down] = [price + 10, price + 20, price - 10];
  make(state, { above: [up, far], below: [down] });
  const record = state.openForecasts[0]!;
  const bar = (hour: number, high: number, low: number): void => {
    const openTimeMs = atMs + hour * HOUR_MS;
    touchForecasts(state, openTimeMs, high, low, openTimeMs + HOUR_MS);
  };
  bar(-1, far, down);
  bar(0, justBelow(up), justAbove(down));
  assert.deepEqual(record.first, [Number.NaN, Number.NaN, Number.NaN]);
  bar(1, up, price);
  bar(2, up, price);
  bar(8, up, justAbove(down));
  bar(9, justBelow(far), down);
  bar(10, far, down);
  const at = (hour: number): number => atMs + hour * HOUR_MS;
  assert.deepEqual(record.first, [at(2), Number.NaN, at(10)]);
  assert.deepEqual(end(state, at(10) - 1), []);
  const [outcome, ...more] = end(state, at(10));
  assert.deepEqual(more, []);
  assert.deepEqual(
    [outcome?.timeMs, outcome?.fromMs, outcome?.bars],
    [at(10), atMs, 5],
    'the bar before the window and the bar that ends after it are none of its bars',
  );
  assert.deepEqual(outcome?.first, [at(2), null, at(10)]);
  assert.deepEqual(end(state, at(100)), []);
});

test('a jump over several levels touches each of them', () => {
  const { state, price, atMs } = readyState();
  make(state, { above: [price + 10, price + 20, price + 30], below: [price - 10] });
  touchForecasts(state, atMs, price + 25, price + 15, atMs + HOUR_MS);
  const [outcome] = end(state, atMs + WEEK_MS);
  assert.deepEqual(outcome?.first, [atMs + HOUR_MS, atMs + HOUR_MS, null, null]);
});

test('outcomes are reported in the order of their last closes', () => {
  const { state, price, atMs } = readyState();
  for (const hours of [5, 3, 4]) {
    make(state, { above: [price + 1], untilMs: atMs + hours * HOUR_MS });
  }
  assert.deepEqual(
    end(state, atMs + DAY_MS).map(({ timeMs }) => (timeMs - atMs) / HOUR_MS),
    [3, 4, 5],
  );
});

test('an edge of a cone that rounding puts on the price is touched from its own side', () => {
  const { state, price, atMs } = readyState();
  const [cone] = make(state, { subject: coneSubject('cone.1d') });
  assert.equal(cone?.setup, 'cone.1d');
  const record = state.openForecasts[0]!;
  record.levels.splice(0, 6, price, price, price - 10, price + 10, price - 20, price + 20);
  rescaleForecast(record, 1, 2);
  touchForecasts(state, atMs, price + 12, price + 5, atMs + HOUR_MS);
  const atClose = atMs + HOUR_MS;
  const none = Number.NaN;
  assert.deepEqual(record.first, [none, atClose, none, atClose, none, none]);
});

test('a level that a split would round onto the price keeps its side', () => {
  const { state, atMs } = readyState();
  state.touch.scalars.previousClose = 100;
  make(state, { above: [100.01, 103], below: [99.99, 97] });
  const record = state.openForecasts[0]!;
  // A quarter of 100.01 is 25.0025, which rounds to the price of 25.
  rescaleForecast(record, 1 / 4, 2);
  assert.deepEqual(record.levels, [25.0025, 25.75, 24.9975, 24.25]);
  touchForecasts(state, atMs, 25.6, 25.1, atMs + HOUR_MS);
  assert.deepEqual(record.first, [atMs + HOUR_MS, Number.NaN, Number.NaN, Number.NaN]);
});

test('a split multiplies the forecasts that are shown after their end too', () => {
  const { state, price, atMs } = readyState();
  make(state, { above: [price + 10], below: [price - 20] });
  make(state, { subject: 0, above: [price + 30] });
  make(state, { subject: coneSubject('cone.1d') });
  make(state, { subject: coneSubject('cone.1w') });
  assert.equal(end(state, atMs + DAY_MS).length, 4);
  const { levelsForecast, dayCone, weekCone } = state;
  const shown = [levelsForecast, dayCone, weekCone, state.slots[0]!.forecast];
  const expected = shown.map((forecast) => forecast!.levels.map((level) => roundTo(level * 2, 2)));
  rescaleState(state, 2);
  for (const [at, forecast] of shown.entries()) {
    assert.deepEqual([forecast?.levels, forecast?.head.price], [expected[at], price * 2]);
  }
});

test('a forecast is open until the close of the last bar that can count', () => {
  const state = createState(fixture('crypto hourly').options);
  assert.equal(hasOpenMadeBy(state, 1_000), false);
  const forecast = blankForecast();
  Object.assign(forecast.head, { subject: LEVELS_SUBJECT, fromMs: 1_000, lastMs: 5_000 });
  state.openForecasts = [forecast];
  assert.equal(hasOpenMadeBy(state, 999), false);
  assert.equal(hasOpenMadeBy(state, 1_000), true);
  assert.deepEqual(end(state, 4_999), []);
  assert.equal(hasOpenMadeBy(state, 9_000), true);
  assert.equal(end(state, 5_000).length, 1);
  assert.equal(hasOpenMadeBy(state, 9_000), false);
});

test('an engine has open work while a forecast is open', () => {
  const each = fixture('stock hourly');
  const engine = createEngine(each.options);
  const open = new Map<string, number>();
  for (const bar of shortFixtureBars(each)) {
    for (const event of feed(engine, [bar])) {
      if (isForecast(event)) open.set(event.id, event.timeMs);
      if (isTouched(event)) open.delete(event.id);
    }
    const oldestMs = Math.min(...open.values());
    if (open.size > 0) assert.ok(engine.hasOpenMadeBy(oldestMs));
  }
});

/** Returns the day cones of a fixture by the weekday of their beginning, 0 for Sunday, with their days. */
function dayCones(name: string): Map<number, Set<number>> {
  const found = new Map<number, Set<number>>();
  for (const event of madeBy(fixture(name))) {
    if (event.setup !== 'cone.1d') continue;
    const weekday = new Date(event.timeMs).getUTCDay();
    const days = (event.until - event.timeMs) / DAY_MS;
    found.set(weekday, (found.get(weekday) ?? new Set()).add(days));
  }
  return found;
}

test("a Friday's day cone ends on Tuesday, in crypto on the next day", () => {
  for (const name of ['forex hourly', 'stock hourly', 'forex daily', 'index daily']) {
    const cones = dayCones(name);
    // The bar of Friday ends on Saturday 00:00.
    assert.deepEqual([...cones.keys()].sort(ascending), [2, 3, 4, 5, 6], name);
    for (const [weekday, days] of cones) assert.deepEqual([...days], [weekday === 6 ? 3 : 1], name);
  }
  for (const name of ['crypto hourly', 'crypto daily']) {
    const cones = dayCones(name);
    assert.deepEqual([...cones.keys()].sort(ascending), [0, 1, 2, 3, 4, 5, 6], name);
    for (const days of cones.values()) assert.deepEqual([...days], [1], name);
  }
});

test('a cone of four weeks is made at every fourth weekly close', () => {
  for (const each of FIXTURES) {
    const events = madeBy(each);
    const weekly = events.filter(({ setup }) => setup === 'cone.1w');
    const fours = new Set(events.filter(({ setup }) => setup === 'cone.4w').map((e) => e.timeMs));
    assert.ok(weekly.length >= 9 && fours.size >= 2, each.name);
    let made = 0;
    for (const { timeMs, until } of weekly) {
      assert.equal(until, timeMs + 7 * DAY_MS);
      // The week of Monday 2024-03-18 is number 2828 from 1970-01-05 on.
      const monday = timeMs - (each.options.fx ? 6 : 7) * DAY_MS;
      const isFourth = (monday - Date.UTC(2024, 2, 18)) % (28 * DAY_MS) === 0;
      assert.equal(fours.has(timeMs), isFourth, `${each.name}, ${timeMs}`);
      if (isFourth) made++;
    }
    assert.equal(made, fours.size);
    for (const { setup, timeMs, until } of events) {
      if (setup === 'cone.4w') assert.equal(until, timeMs + 28 * DAY_MS);
    }
  }
});

/** Returns the ends of the running day and week after the bar that closes at a weekday (0 for Sunday) and an hour. */
function runningAt(name: string, weekday: number, hour: number): number[] {
  const each = fixture(name);
  const engine = createEngine(each.options);
  const bars = fixtureBars(each).slice(0, 4_800);
  feed(engine, bars.slice(0, 4_600));
  for (const bar of bars.slice(4_600)) {
    feed(engine, [bar]);
    const closed = new Date(bar.openTimeMs + HOUR_MS);
    if (closed.getUTCDay() !== weekday || closed.getUTCHours() !== hour) continue;
    const now = engine.touchNow()!;
    assert.equal(now.atMs, closed.getTime());
    assert.ok(now.day.weeks > 0 && now.week.weeks >= now.day.weeks - 1e-12);
    const midnightMs = now.atMs - (now.atMs % DAY_MS);
    return [now.day.untilMs, now.week.untilMs].map((untilMs) => (untilMs - midnightMs) / DAY_MS);
  }
  return assert.fail('no such bar');
}

test('the running day and week end where market time is left', () => {
  // Days from the midnight before. Forex trades until Friday 21:00; its week ends on Sunday 00:00.
  assert.deepEqual(runningAt('forex hourly', 4, 10), [1, 3]);
  assert.deepEqual(runningAt('forex hourly', 5, 20), [1, 2]);
  assert.deepEqual(runningAt('forex hourly', 5, 21), [4, 9]);
  // The share trades until 21:00; its week ends on Monday 00:00.
  assert.deepEqual(runningAt('stock hourly', 2, 16), [1, 6]);
  assert.deepEqual(runningAt('stock hourly', 2, 21), [2, 6]);
  assert.deepEqual(runningAt('stock hourly', 5, 21), [4, 10]);
  assert.deepEqual(runningAt('crypto hourly', 5, 12), [1, 3]);
  assert.deepEqual(runningAt('crypto hourly', 0, 23), [1, 1]);
});

const days = (count: number, price: (at: number) => Partial<Bar>, every = 1): Bar[] =>
  Array.from({ length: count }, (_, at) => ({
    openTimeMs: MONDAY_MS + at * every * DAY_MS,
    open: 100,
    high: 101,
    low: 99,
    close: 100,
    volume: 1,
    ...price(at),
  }));

const DAILY = { base: '1D', fx: false, digits: 2, category: 'crypto' } as const;

/** Returns the number of days after which the first day cone begins. */
function firstConeDays(options: EngineOptions, bars: readonly Bar[]): number {
  const first = feed(createEngine(options), bars).find(isForecast);
  return (first!.timeMs - MONDAY_MS) / DAY_MS;
}

test('the first forecast needs half a year and a hundred days', () => {
  const bars = days(250, () => ({}));
  assert.equal(firstConeDays(DAILY, bars), 183);
  // With a bar every third day, the 100th bar: the sum of e^(-i / 500) for i from 0 to 99 is 90.7, to 98 it is 89.9.
  assert.equal(
    firstConeDays(
      DAILY,
      days(150, () => ({}), 3),
    ),
    99 * 3 + 1,
  );
  // Flat weeks start learning again, here for the last time on day 168; the half year runs on meanwhile.
  const flat = days(260, (at) => (at < 170 ? { high: 100, low: 100 } : {}));
  assert.equal(firstConeDays(DAILY, flat), 168 + 56 + 1);
});

test('after a flat month the plain chance is unknown and the chance of a far level is near 0', () => {
  const bars = days(60 * 7, (at) => {
    if (at >= 53 * 7) return { high: 100, low: 100 };
    return at % 2 === 0 ? { high: 103 } : { low: 97 };
  });
  const weekly = feed(createEngine(DAILY), bars)
    .filter(isForecast)
    .filter(({ setup }) => setup === 'weekly');
  const before = weekly.find(({ timeMs }) => timeMs === MONDAY_MS + 53 * WEEK_MS);
  assert.ok(before !== undefined);
  assert.ok(before.plain.every((chance) => chance !== null && chance > 0));
  const after = weekly.at(-1);
  assert.equal(after?.timeMs, MONDAY_MS + 60 * WEEK_MS);
  assert.deepEqual(
    after.plain,
    after.levels.map(() => null),
  );
  assert.ok(after.chances.every((chance, at) => chance < before.chances[at]! / 2));
});
