import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CALENDARS,
  type CalendarName,
  DAY_MS,
  isOpen,
  MINUTE_MS,
  sessionFrom,
} from '@rasat/engine';
import fc from 'fast-check';
import { marketState } from './market-state.ts';

const at = (text: string): number => Date.parse(`${text}Z`);
const one = (calendar: CalendarName, source = 'simulated') => [{ calendar, source }];

test('a closed market opens with its next session: after a night, a weekend, a holiday and a half day', () => {
  const opensAt = (calendar: CalendarName, now: string) =>
    marketState(one(calendar), at(now)).opensMs;
  // New York opens at 09:30: 14:30 UTC in winter.
  assert.equal(opensAt('nasdaq', '2026-11-18T22:00'), at('2026-11-19T14:30'));
  assert.equal(opensAt('nasdaq', '2026-11-22T09:30'), at('2026-11-23T14:30'));
  // Thanksgiving 2026 is 26 November; the day after closes at 13:00, 18:00 UTC.
  assert.equal(opensAt('nasdaq', '2026-11-25T21:00'), at('2026-11-27T14:30'));
  assert.equal(opensAt('nasdaq', '2026-11-27T18:00'), at('2026-11-30T14:30'));
  assert.equal(opensAt('forex', '2026-11-22T09:30'), at('2026-11-22T22:00'));
  assert.equal(opensAt('bist', '2026-11-22T09:30'), at('2026-11-23T07:00'));
});

test('an open market has no opening, and one without a pause is never closed', () => {
  fc.assert(
    fc.property(fc.integer({ min: at('2016-01-01'), max: at('2040-01-01') }), (nowMs) => {
      assert.deepEqual(marketState(one('always'), nowMs), { open: 1, total: 1, opensMs: null });
    }),
  );
  assert.deepEqual(marketState(one('nasdaq'), at('2026-11-18T15:00')), {
    open: 1,
    total: 1,
    opensMs: null,
  });
});

test('a file and the daily rate of a bank have no sessions, also while their calendar is open', () => {
  const none = { open: 0, total: 0, opensMs: null };
  for (const source of ['file', 'replay', 'reference-tcmb', 'reference-cbar', 'reference-ecb']) {
    for (const now of ['2026-11-18T10:00', '2026-11-22T09:30']) {
      assert.deepEqual(marketState(one('bist', source), at(now)), none, `${source} ${now}`);
    }
  }
});

test('on every calendar the opening is the first open instant, and stays the same until then', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...CALENDARS),
      fc.integer({ min: at('2016-01-01'), max: at('2040-01-01') }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (calendar, nowMs, share) => {
        const state = marketState(one(calendar), nowMs);
        assert.equal(state.open === 1, isOpen(calendar, nowMs));
        assert.equal(state.opensMs === null, state.open === 1);
        if (state.opensMs === null) return;
        assert.ok(isOpen(calendar, state.opensMs));
        assert.ok(!isOpen(calendar, state.opensMs - 1));
        assert.equal(sessionFrom(calendar, nowMs).openMs, state.opensMs, 'it opens a session');
        assert.ok(state.opensMs - nowMs < 14 * DAY_MS);
        const later = Math.floor(nowMs + share * (state.opensMs - 1 - nowMs));
        assert.ok(!isOpen(calendar, later));
        assert.equal(marketState(one(calendar), later).opensMs, state.opensMs);
        assert.equal(marketState(one(calendar), state.opensMs + MINUTE_MS).open, 1);
      },
    ),
    { numRuns: 2000 },
  );
});

test('of several markets the open ones are counted, and the opening is the next of the closed ones', () => {
  const symbols = [...one('nasdaq'), ...one('bist'), ...one('xetra'), ...one('xetra', 'file')];
  // Wednesday 18 November 2026, 08:30 UTC: Istanbul and Frankfurt trade, New York does not.
  assert.deepEqual(marketState(symbols, at('2026-11-18T08:30')), {
    open: 2,
    total: 3,
    opensMs: at('2026-11-18T14:30'),
  });
  assert.deepEqual(marketState(symbols, at('2026-11-22T12:00')), {
    open: 0,
    total: 3,
    opensMs: at('2026-11-23T07:00'),
  });
});

test('prices from a file have no session', () => {
  assert.deepEqual(marketState(one('bist', 'file'), at('2026-11-22T12:00')), {
    open: 0,
    total: 0,
    opensMs: null,
  });
});
