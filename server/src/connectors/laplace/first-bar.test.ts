import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Bar, DAY_MS, MINUTE_MS, sessionFrom } from '@rasat/engine';
import type { BarPages } from '../vendor-wire/bar-pages.ts';
import { findFirstBarMs } from './first-bar.ts';

const FROM_MS = Date.UTC(2026, 5, 1);
const NOW_MS = Date.UTC(2026, 9, 1);
const RULES = { calendar: 'bist-2', inSessions: true, finalMs: 0 } as const;

const barAt = (openTimeMs: number): Bar => ({
  openTimeMs,
  open: 1,
  high: 1,
  low: 1,
  close: 1,
  volume: 1,
});

/** Returns pages of a vendor with a bar for each session from a time on, at the same time of its day. */
function pagesFrom(fromMs: number, stepMs: number, timeOf: (openMs: number) => number) {
  const rows: Bar[] = [];
  let session = sessionFrom('bist-2', fromMs);
  for (; session.openMs < NOW_MS; session = sessionFrom('bist-2', session.closeMs))
    rows.push(barAt(timeOf(session.openMs)));
  const pages: BarPages & { asked: number } = {
    asked: 0,
    stepMs,
    spanMs: 60 * DAY_MS,
    overlapMs: 15 * DAY_MS,
    page: (span) => {
      pages.asked += 1;
      const inside = rows.filter(
        ({ openTimeMs }) => openTimeMs >= span.fromMs && openTimeMs < span.toMs,
      );
      return Promise.resolve({ rows: inside, venueMs: NOW_MS });
    },
  };
  return pages;
}

const quarterOf = (openMs: number): number => openMs - (openMs % (15 * MINUTE_MS));

for (const [name, timeOf] of [
  ['UTC', (openMs: number) => openMs - (openMs % DAY_MS)],
  ['Istanbul', (openMs: number) => openMs - (openMs % DAY_MS) - 3 * 60 * MINUTE_MS],
] as const) {
  test(`days at midnight in ${name}: the first quarter is found where quarters begin later`, async () => {
    for (const laterDays of [0, 1, 33, 90]) {
      const sinceMs = FROM_MS + laterDays * DAY_MS;
      const quarters = pagesFrom(sinceMs, 15 * MINUTE_MS, quarterOf);
      const days = pagesFrom(FROM_MS, DAY_MS, timeOf);
      const found = await findFirstBarMs('THYAO', { days, quarters, rules: RULES }, NOW_MS);
      assert.equal(found, quarterOf(sessionFrom('bist-2', sinceMs).openMs), `${laterDays}`);
      assert.ok(quarters.asked < 25, `${quarters.asked} requests`);
    }
  });
}

test('a symbol without bars is refused', async () => {
  const quarters = pagesFrom(NOW_MS, 15 * MINUTE_MS, quarterOf);
  const days = pagesFrom(NOW_MS, DAY_MS, quarterOf);
  await assert.rejects(findFirstBarMs('THYAO', { days, quarters, rules: RULES }, NOW_MS), {
    message: 'Laplace has no bars of THYAO',
  });
});
