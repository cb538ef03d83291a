import assert from 'node:assert/strict';
import test from 'node:test';
import type { WireTouch } from '@rasat/contract';
import {
  MADE_BOX,
  MADE_CLOSE,
  MADE_DAY_END,
  MADE_LAST_QUARTER,
  MADE_MONDAY,
  MADE_NOW,
  MADE_UNTIL,
  madeTouch,
  madeTouchAt,
} from '../testing/made-touch.ts';
import type { ChanceState } from '../ui/chance-state.ts';
import {
  boxChances,
  type ChanceBox,
  findBoxChances,
  horizonChance,
  weeklyChances,
} from './touch-chances.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const market = { calendar: 'forex', nowMs: MADE_NOW } as const;
const weekly = (touch: WireTouch | null, nowMs = MADE_NOW, monday = MADE_MONDAY) =>
  weeklyChances(touch, monday, { ...market, nowMs });
const set = (touch: WireTouch | null = madeTouch(), nowMs = MADE_NOW) =>
  weekly(touch, nowMs) ?? assert.fail('a set');

/** A shown chance with six decimals. */
function rounded(state: ChanceState): unknown {
  return state.state === 'chance' ? { ...state, chance: Number(state.chance.toFixed(6)) } : state;
}

const now = (chance: number) => ({
  state: 'chance',
  chance,
  untilMs: MADE_UNTIL,
  of: 'now',
  atMs: MADE_CLOSE,
});

test('a level has the chance of the newest close until the end of the week', () => {
  const { phase, untilMs, atMs, trial, stateOf } = set();
  assert.deepEqual([phase, untilMs, atMs, trial], ['open', MADE_UNTIL, MADE_CLOSE, false]);
  assert.deepEqual(rounded(stateOf(1.145, 'up')), now(0.483759));
  assert.deepEqual(rounded(stateOf(1.16, 'up')), now(0.002404));
  assert.deepEqual(rounded(stateOf(1.135, 'down')), now(0.129751));
});

test('a reached level has the close that reached it and no chance, also when its time is over', () => {
  const reached = { state: 'reached', atMs: Date.UTC(2026, 10, 24, 9) };
  assert.deepEqual(set().stateOf(1.13, 'down'), reached);
  const over = set(madeTouchAt({ at: MADE_UNTIL, levels: 0 }), MADE_UNTIL);
  assert.deepEqual(over.stateOf(1.13, 'down'), reached);
});

test('a level that the set leaves out, or that the close is at or beyond, was reached before', () => {
  const before = { state: 'reached', atMs: null };
  assert.deepEqual(set().stateOf(1.1395, 'up'), before, 'left out');
  const at = (price: number) => set(madeTouchAt({ price }));
  assert.deepEqual(at(1.145).stateOf(1.145, 'up'), before, 'a buy level at the close');
  assert.deepEqual(at(1.15).stateOf(1.145, 'up'), before);
  assert.deepEqual(at(1.135).stateOf(1.135, 'down'), before, 'a sell level at the close');
  assert.deepEqual(at(1.134).stateOf(1.135, 'down'), before);
  assert.equal(at(1.1351).stateOf(1.135, 'down').state, 'chance');
});

test('without market time the market is closed until then, and there is no number', () => {
  const closed = set(madeTouchAt({ levels: 0 }));
  assert.equal(closed.phase, 'closed');
  assert.deepEqual(closed.stateOf(1.145, 'up'), { state: 'closed', untilMs: MADE_UNTIL });
  const trace = set(madeTouchAt({ levels: 4e-7 }));
  assert.equal(trace.phase, 'closed', 'a trace of old prices is not a market');
  assert.equal(set(madeTouchAt({ levels: 6e-7 })).phase, 'open');
});

test('a holiday, which the market weeks do not know, is a closed market too', () => {
  // New York closes on Friday, 27 November 2026 at 18:00 UTC instead of 21:00, and opens on Monday.
  const friday = Date.UTC(2026, 10, 27, 18);
  const touch = madeTouchAt({ at: friday, levels: 0.04 });
  const shares = weeklyChances(touch, MADE_MONDAY, { calendar: 'nasdaq', nowMs: friday + HOUR });
  assert.equal(shares?.phase, 'closed');
  const always = weeklyChances(touch, MADE_MONDAY, { calendar: 'always', nowMs: friday + HOUR });
  assert.equal(always?.phase, 'open');
});

test('after the last bar that counts a level was not reached', () => {
  const over = set(madeTouchAt({ at: MADE_UNTIL, levels: 0 }), MADE_UNTIL + HOUR);
  assert.equal(over.phase, 'over');
  assert.deepEqual(over.stateOf(1.145, 'up'), { state: 'over', untilMs: MADE_UNTIL });
  // The close is now beyond the level, but after its time.
  const later = set(madeTouchAt({ at: MADE_UNTIL, levels: 0, price: 1.15 }), MADE_UNTIL + HOUR);
  assert.deepEqual(later.stateOf(1.145, 'up'), { state: 'over', untilMs: MADE_UNTIL });
});

test('a time that passed before its last bar is known waits for it, unless the market was closed', () => {
  const due = set(madeTouchAt({ at: MADE_UNTIL - HOUR, levels: 0.01 }), MADE_UNTIL);
  // The calendar of forex is closed on Saturday, that of crypto is not.
  assert.equal(due.phase, 'over');
  const crypto = weeklyChances(madeTouchAt({ at: MADE_UNTIL - HOUR, levels: 0.01 }), MADE_MONDAY, {
    calendar: 'always',
    nowMs: MADE_UNTIL,
  });
  assert.equal(crypto?.phase, 'due');
  assert.deepEqual(crypto.stateOf(1.145, 'up'), { state: 'due', untilMs: MADE_UNTIL });
});

test('without the inputs of the newest bar the published chances are shown as such', () => {
  const { phase, atMs, stateOf } = set(madeTouch({ now: null }));
  assert.deepEqual([phase, atMs], ['open', null]);
  assert.deepEqual(stateOf(1.145, 'up'), {
    state: 'chance',
    chance: 0.4704,
    untilMs: MADE_UNTIL,
    of: 'published',
    atMs: Date.UTC(2026, 10, 22),
  });
  assert.equal(set(madeTouch({ now: null }), MADE_UNTIL).phase, 'due');
});

test('without chances the reason is too little history', () => {
  for (const touch of [null, madeTouch({ levels: null })]) {
    const { phase, untilMs, stateOf } = set(touch);
    assert.deepEqual([phase, untilMs], ['history', null]);
    assert.deepEqual(stateOf(1.145, 'up'), { state: 'none', reason: 'history' });
  }
  const reached = set(madeTouch({ levels: null })).stateOf(1.141, 'up');
  assert.deepEqual(reached, { state: 'reached', atMs: null });
});

test('chances of another week are not those of these levels', () => {
  assert.equal(weekly(madeTouch(), MADE_NOW, MADE_MONDAY + 7 * DAY), null);
  assert.equal(weekly(madeTouch(), MADE_NOW, MADE_MONDAY - 7 * DAY), null);
  const monday = madeTouch();
  assert.ok(monday.levels);
  const crypto = { ...monday, levels: { ...monday.levels, from: MADE_MONDAY } };
  assert.equal(weekly(crypto)?.phase, 'open', 'a week of crypto begins on its Monday');
});

test('any price has the chance of the newest close until the end of the day and of the week', () => {
  const chance = (horizon: 'day' | 'week', level: number) =>
    rounded(horizonChance(madeTouch(), horizon, level, market) ?? assert.fail());
  // Computed apart from our code, with 0.05 and 0.4 market weeks.
  assert.deepEqual(chance('day', 1.143), { ...now(0.49273), untilMs: MADE_DAY_END });
  assert.deepEqual(chance('week', 1.143), now(0.811326));
  assert.deepEqual(chance('day', 1.139), { ...now(0.068015), untilMs: MADE_DAY_END });
  assert.deepEqual(chance('week', 1.139), now(0.482661));
});

test('a day and a week can be closed, over or too far, and need the inputs of the newest bar', () => {
  const of = (day: { until: number; weeks: number }, at = MADE_CLOSE, nowMs = MADE_NOW) =>
    horizonChance(madeTouchAt({ day, at }), 'day', 1.143, { ...market, nowMs });
  const until = MADE_DAY_END;
  assert.deepEqual(of({ until, weeks: 0 }), { state: 'closed', untilMs: until });
  // A trace of old prices in a slot that has long been closed.
  assert.deepEqual(of({ until, weeks: 4e-7 }), { state: 'closed', untilMs: until });
  assert.equal(of({ until, weeks: 6e-7 })?.state, 'chance');
  // Friday 22:00 UTC; forex opens again on Sunday.
  const friday = Date.UTC(2026, 10, 27, 22);
  const saturday = Date.UTC(2026, 10, 28);
  assert.deepEqual(of({ until: saturday, weeks: 0.01 }, friday, friday), {
    state: 'closed',
    untilMs: saturday,
  });
  assert.equal(of({ until, weeks: 0.05 }, MADE_CLOSE, until - 1)?.state, 'chance');
  assert.deepEqual(of({ until, weeks: 0.05 }, MADE_CLOSE, until), {
    state: 'over',
    untilMs: until,
  });
  assert.deepEqual(of({ until, weeks: 8.1 }), { state: 'none', reason: 'far' });
  assert.equal(horizonChance(madeTouch({ now: null }), 'day', 1.143, market), null);
});

test('a class on trial is marked', () => {
  assert.equal(set(madeTouch({ trial: true })).trial, true);
});

const box: ChanceBox = {
  kind: 'hayyam',
  term: 'short',
  created: MADE_BOX,
  d: {
    start: MADE_BOX,
    end: MADE_BOX,
    middle: MADE_BOX,
    fQuarter: MADE_BOX,
    lQuarter: MADE_LAST_QUARTER,
    fHalf: MADE_BOX,
    lHalf: MADE_BOX,
  },
};
const until = (lQuarter: number) => ({ ...box, kind: '52' as const, d: { ...box.d, lQuarter } });
const boxSet = (of: ChanceBox, touch: WireTouch | null = madeTouch(), nowMs = MADE_NOW) =>
  boxChances(touch, of, { ...market, nowMs }) ?? assert.fail('a set');

test('the edges of a box have chances until its last quarter', () => {
  const { phase, untilMs, stateOf } = boxSet(box);
  assert.deepEqual([phase, untilMs], ['open', MADE_LAST_QUARTER]);
  const at = { ...now(0), untilMs: MADE_LAST_QUARTER };
  assert.deepEqual(rounded(stateOf(1.17, 'up')), { ...at, chance: 0.032404 });
  assert.deepEqual(rounded(stateOf(1.12, 'down')), { ...at, chance: 0.071148 });
});

test('the last quarter of a box lies within an hour, whose bar does not count', () => {
  const touch = madeTouchAt({ at: Date.UTC(2026, 11, 12, 12), boxes: [] });
  const last = {
    ...touch,
    now: touch.now && {
      ...touch.now,
      boxes: [{ kind: 'hayyam' as const, term: 'short' as const, weeks: 0 }],
    },
  };
  const crypto = { calendar: 'always', nowMs: MADE_LAST_QUARTER - 600_000 } as const;
  assert.equal(boxChances(last, box, crypto)?.phase, 'over');
});

test('a box without chances says why', () => {
  // Eight weeks have 960 hours of market time; Hayyam has chances, 52 has none.
  assert.equal(boxSet(until(MADE_BOX + 57 * DAY)).phase, 'far');
  assert.equal(boxSet(until(MADE_BOX + 56 * DAY)).phase, 'history');
  assert.deepEqual(boxSet(until(MADE_BOX + 57 * DAY)).stateOf(1.2, 'up'), {
    state: 'none',
    reason: 'far',
  });
  assert.equal(boxSet(until(MADE_BOX + 57 * DAY), madeTouch({ now: null })).phase, 'far');
  const early = madeTouch({ cones: { day: null, week: null, slots: [] } });
  assert.equal(boxSet(until(MADE_BOX + 57 * DAY), early).phase, 'history');
  assert.equal(boxSet(until(MADE_LAST_QUARTER), null).phase, 'history');
  assert.deepEqual(boxSet(until(MADE_LAST_QUARTER), null).stateOf(1.2, 'up'), {
    state: 'none',
    reason: 'history',
  });
});

test('a box that was drawn and ends in a closed market has no chance, first as closed, then as over', () => {
  const saturday = Date.UTC(2026, 10, 21, 1);
  const weekend = { ...until(saturday + 20 * HOUR), created: saturday };
  assert.equal(boxSet(weekend, madeTouch(), saturday + HOUR).phase, 'closed');
  assert.equal(boxSet(weekend).phase, 'over');
});

test('the chances of an earlier box, or of a reply before the box, are not those of the box', () => {
  const next = { ...box, created: MADE_BOX + 4 * HOUR };
  assert.equal(findBoxChances(madeTouch(), next), null);
  assert.equal(findBoxChances(madeTouch(), { ...box, term: 'long' }), null);
  assert.equal(boxSet(next).phase, 'history');
  const newer = { ...box, created: MADE_CLOSE + HOUR };
  assert.equal(boxChances(madeTouch(), newer, market), null);
});
