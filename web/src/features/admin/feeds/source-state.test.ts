import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ageOf, hourOf, type Source, stateOf } from './source-state.ts';

/** 12:00 in Istanbul. */
const NOW = Date.UTC(2026, 10, 20, 9);
const MINUTE = 60_000;
const live: Source = {
  source: 'binance',
  phase: 'live',
  filled: 1,
  symbols: 10,
  connected: true,
  lastPrint: NOW - 200,
  accepted: 5,
  refused: {},
  clockAlarm: false,
  silentSince: null,
  delay: { class: 'real-time', ms: 0 },
  licence: 'personal',
  ticks: 'complete',
  categories: ['crypto'],
  flow: { flowing: 9, stale: 1, closed: 0 },
  newest: NOW - 284,
  limit: 15_000,
  minute: { ticks: 1842, median: 84, p95: 210 },
  hour: Array.from({ length: 60 }, () => 84),
  day: { accepted: 5, refused: 0 },
};
const silent: Source = {
  ...live,
  silentSince: NOW - 3.5 * MINUTE,
  newest: NOW - 3.5 * MINUTE,
  minute: { ticks: 0, median: null, p95: null },
  flow: { flowing: 0, stale: 10, closed: 0 },
  hour: [84, 90, null, null, null],
};

test('the state of a source is the first that keeps its prices from flowing', () => {
  const states: readonly (readonly [Partial<Source>, string])[] = [
    [{}, 'live'],
    [{ phase: 'stopped', connected: false, silentSince: 5 }, 'stopped'],
    [{ phase: 'waiting', connected: false, silentSince: 5 }, 'waiting'],
    [{ silentSince: 5 }, 'silent'],
    [{ silentSince: 5, connected: false }, 'disconnected'],
    [{ phase: 'filling', silentSince: 5 }, 'silent'],
    [{ phase: 'filling' }, 'filling'],
    [{ phase: 'starting', connected: false }, 'starting'],
    [{ connected: false }, 'disconnected'],
    [{ connected: false, flow: { flowing: 0, stale: 0, closed: 0 } }, 'idle'],
    [{ flow: { flowing: 0, stale: 2, closed: 8 } }, 'stale'],
    [{ flow: { flowing: 0, stale: 0, closed: 10 } }, 'live'],
    [{ minute: { ticks: 9, median: 15_000, p95: 40_000 } }, 'live'],
    [{ minute: { ticks: 9, median: 15_001, p95: 40_000 } }, 'stale'],
    [{ minute: { ticks: 9, median: 15_001, p95: 40_000 }, limit: null }, 'live'],
  ];
  for (const [change, state] of states) {
    assert.equal(stateOf({ ...live, ...change }), state, JSON.stringify(change));
  }
});

test('the age of prices is that of the last minute, and that of the newest one while none come', () => {
  assert.deepEqual(ageOf(live, NOW), { medianMs: 84, p95Ms: 210, isOver: false });
  assert.deepEqual(ageOf(silent, NOW), { medianMs: 210_000, p95Ms: null, isOver: true });
  const cut = { ...live, connected: false, newest: NOW - 4000 };
  assert.deepEqual(ageOf(cut, NOW), { medianMs: 4000, p95Ms: null, isOver: false });
  const closed = { ...silent, silentSince: null, flow: { flowing: 0, stale: 0, closed: 10 } };
  assert.deepEqual(ageOf(closed, NOW), { medianMs: null, p95Ms: null, isOver: false });
  assert.deepEqual(ageOf({ ...silent, newest: null }, NOW), {
    medianMs: null,
    p95Ms: null,
    isOver: false,
  });
});

test('the hour of a source that should send goes on with the age of its newest price', () => {
  // The last price came 30 s after the end of the minute before the last three.
  assert.deepEqual(hourOf(silent, NOW), [84, 90, 1.5 * MINUTE, 2.5 * MINUTE, 3.5 * MINUTE]);
  assert.deepEqual(hourOf({ ...silent, silentSince: null, flow: live.flow }, NOW), silent.hour);
  assert.deepEqual(hourOf({ ...silent, newest: null }, NOW), silent.hour);
});
