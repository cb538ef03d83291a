import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import {
  CALENDARS,
  type CalendarDescription,
  type CalendarName,
  describeCalendars,
  sessionFrom,
} from './calendar.ts';
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

/** SHA-256 of a description, whose days and clocks end before a year. */
function hashOf(description: CalendarDescription, year: number): string {
  const { zone, weekdays, openMs, closeMs, earlyCloseMs, closed, short, clocks } = description;
  const isBefore = (date: string): boolean => date < String(year);
  const known = {
    zone,
    weekdays,
    openMs,
    closeMs,
    earlyCloseMs,
    closed: closed.filter(isBefore),
    short: short.filter(isBefore),
    clocks: clocks.filter(([fromMs]) => fromMs < Date.UTC(year, 0, 1)),
  };
  return createHash('sha256').update(JSON.stringify(known)).digest('hex');
}

test('a calendar never changes: hours, closings, short days and clocks are those of its first release', () => {
  // Of the descriptions that commit b5509ae4 gave, before there were versions: up to the end of 2027, and whole. The
  // first never changes. The second changes only with the table of a year that is still to come.
  const released: Readonly<Partial<Record<CalendarName, readonly [string, string]>>> = {
    always: [
      '5131c827d46af189c862e1d0220741fa3500f59ac39d7cf501d3c3b7bde4b2a5',
      '5131c827d46af189c862e1d0220741fa3500f59ac39d7cf501d3c3b7bde4b2a5',
    ],
    forex: [
      '9be31d0ca569454b1c1444d738bcb80f082fcc9090d56f405263ae0bbe41beb4',
      '19e8fe9a00d967ec6750c47f0431782ac298b190d4a009391edd9a00e7d9f1f6',
    ],
    bist: [
      '0204ee9835e08edd56fb046ddaaf70875320a3d1736ef749c36118e46e150ea2',
      '2e41e184e6333c39a7e37dc890cdaee27b467937047f12a9f9d880a892079b08',
    ],
    nasdaq: [
      'c605d6b49f99a2b7c61fe3c1d88e63eec538c7464351b7423c73c31d97acf2a6',
      'd97decde26742c1ba29bfa1b20df9237990113a6d445f5848224a804cab5003c',
    ],
    xetra: [
      'd507cdacb55d9979c35dd6d902366ad17daba712a313075f77e4f14b8a3d9ec9',
      '1a39e4a6f7c000bbc33a1e362bb07a885ec4ad7b23986ed2929c56e23ecd1136',
    ],
  };
  for (const [name, hashes] of Object.entries(released)) {
    const description = described[name as CalendarName];
    assert.deepEqual([hashOf(description, 2028), hashOf(description, 2041)], hashes, name);
  }
});

test('the second version of Borsa Istanbul differs from the first by its opening alone', () => {
  const { openMs, ...rest } = described['bist-2'];
  const { openMs: before, ...same } = described.bist;
  assert.deepEqual(rest, same);
  // 09:55 and 10:00 local time.
  assert.deepEqual([openMs, before], [35_700_000, 36_000_000]);
});
