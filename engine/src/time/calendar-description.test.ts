import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CALENDARS, describeCalendars, sessionFrom } from './calendar.ts';
import { DAY_MS } from './resolution.ts';

const described = describeCalendars();

test('a description alone gives every session of its calendar', () => {
  for (const name of CALENDARS) {
    const { weekdays, openMs, closeMs, earlyCloseMs, closed, short, clocks } = described[name];
    const none = new Set(closed);
    const early = new Set(short);
    // Written from docs/formats/ledger.md: local time minus the offset that holds at that instant.
    const toUtc = (localMs: number): number => {
      const utc = clocks.map(([fromMs, offsetMs]) => ({ fromMs, timeMs: localMs - offsetMs }));
      return utc.findLast(({ fromMs, timeMs }) => fromMs <= timeMs)?.timeMs ?? Number.NaN;
    };
    const sessions: number[][] = [];
    for (let day = Date.UTC(1998, 0, 2); day < Date.UTC(2040, 11, 31); day += DAY_MS) {
      const date = new Date(day).toISOString().slice(0, 10);
      if (!weekdays.includes(new Date(day).getUTCDay()) || none.has(date)) continue;
      sessions.push([toUtc(day + openMs), toUtc(day + (early.has(date) ? earlyCloseMs : closeMs))]);
    }
    assert.ok(sessions.length > 10_000, name);
    let session = sessionFrom(name, Date.UTC(1998, 0, 2));
    if (name === 'forex') session = sessionFrom(name, session.openMs);
    for (const [open, close] of sessions.slice(0, 10_600)) {
      assert.deepEqual([open, close], [session.openMs, session.closeMs], name);
      session = sessionFrom(name, session.closeMs);
    }
  }
});

test('holidays and changes of the clocks are listed by date', () => {
  // NYSE: Christmas Day 2026, and the early close on the day before it. Energy Policy Act of 2005: 8 March 2026.
  assert.ok(described.nasdaq.closed.includes('2026-12-25'));
  assert.ok(described.nasdaq.short.includes('2026-12-24'));
  assert.deepEqual(
    described.nasdaq.clocks.filter(([fromMs]) => new Date(fromMs).getUTCFullYear() === 2026),
    [
      [Date.UTC(2026, 2, 8, 7), -14_400_000],
      [Date.UTC(2026, 10, 1, 6), -18_000_000],
    ],
  );
  assert.deepEqual(described.bist.clocks.at(-1), [Date.UTC(2016, 2, 27, 1), 10_800_000]);
});
