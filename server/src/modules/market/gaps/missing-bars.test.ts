import assert from 'node:assert/strict';
import test from 'node:test';
import { DAY_MS, futureBarOpens, HOUR_MS } from '@rasat/engine';
import { type ExpectedBars, findMissingBars } from './missing-bars.ts';

const utc = (text: string): number => Date.parse(`${text}Z`);
const hours = (first: string, count: number): number[] =>
  Array.from({ length: count }, (_, i) => utc(first) + i * HOUR_MS);

function expect(
  calendar: ExpectedBars['calendar'],
  from: string,
  to: string,
  resolution: ExpectedBars['resolution'] = '60',
): ExpectedBars {
  const fx = calendar === 'forex';
  return { calendar, resolution, fx, fromMs: utc(from), toMs: utc(to) };
}

test('bars that lack in the middle and at the end are two runs, a bar that is not over is none', () => {
  const stored = [...hours('2026-01-05T00:00', 5), ...hours('2026-01-05T08:00', 2)];
  const missing = findMissingBars(stored, expect('always', '2026-01-05T00:00', '2026-01-05T11:59'));
  assert.deepEqual(missing, [
    { fromMs: utc('2026-01-05T05:00'), toMs: utc('2026-01-05T08:00'), count: 3 },
    { fromMs: utc('2026-01-05T10:00'), toMs: utc('2026-01-05T11:00'), count: 1 },
  ]);
});

test('a weekend is no gap, and a run that spans it counts its trading hours alone', () => {
  // Forex closes on Friday at 22:00 UTC in winter, and opens on Sunday at 22:00.
  const span = expect('forex', '2026-01-09T18:00', '2026-01-12T02:00');
  const whole = [...hours('2026-01-09T18:00', 4), ...hours('2026-01-11T22:00', 4)];
  assert.deepEqual(findMissingBars(whole, span), []);
  const torn = whole.filter((openMs) => openMs !== whole[3] && openMs !== whole[4]);
  assert.deepEqual(findMissingBars(torn, span), [
    { fromMs: utc('2026-01-09T21:00'), toMs: utc('2026-01-11T23:00'), count: 2 },
  ]);
});

test('a half day ends early, and a public holiday has no bar', () => {
  // 28 October 2026 is a half day in Istanbul, until 12:40; the 29th is Republic Day.
  const span = expect('bist-2', '2026-10-28T06:00', '2026-10-30T07:00');
  const half = hours('2026-10-28T06:00', 4);
  const friday = utc('2026-10-30T06:00');
  assert.deepEqual(findMissingBars([...half, friday], span), []);
  assert.deepEqual(findMissingBars([...half.slice(0, 3), friday], span), [
    { fromMs: utc('2026-10-28T09:00'), toMs: utc('2026-10-28T10:00'), count: 1 },
  ]);
});

test('the hour of an opening at half past is expected, before its time nothing is', () => {
  const span = expect('nasdaq', '2026-01-05T12:00', '2026-01-05T16:00');
  assert.deepEqual(findMissingBars([], span), [
    { fromMs: utc('2026-01-05T14:00'), toMs: utc('2026-01-05T16:00'), count: 2 },
  ]);
  assert.deepEqual(findMissingBars([], { ...span, fromMs: utc('2026-01-05T14:30') }), [
    { fromMs: utc('2026-01-05T15:00'), toMs: utc('2026-01-05T16:00'), count: 1 },
  ]);
});

test('bars of another kind at their times neither fill nor divide a run', () => {
  const span = expect('always', '2026-01-05T00:00', '2026-01-05T04:00');
  const odd = [utc('2026-01-05T01:30'), utc('2026-01-05T03:00')];
  assert.deepEqual(findMissingBars(odd, span), [
    { fromMs: utc('2026-01-05T00:00'), toMs: utc('2026-01-05T03:00'), count: 3 },
  ]);
});

test('every bar that a calendar lists is expected, and no other, in each resolution', () => {
  for (const calendar of ['always', 'forex', 'bist', 'bist-2', 'nasdaq', 'xetra'] as const) {
    for (const resolution of ['15', '60', '1D'] as const) {
      const fx = calendar === 'forex';
      const fromMs = utc('2026-03-02T00:00');
      const opens = futureBarOpens(calendar, resolution, fromMs - 1, 400);
      const toMs =
        (opens.at(-1) ?? 0) +
        (resolution === '1D' ? DAY_MS : HOUR_MS / (resolution === '15' ? 4 : 1));
      const span = { calendar, resolution, fx, fromMs, toMs };
      assert.deepEqual(findMissingBars(opens, span), [], `${calendar} ${resolution}`);
      const [run, ...others] = findMissingBars([], span);
      assert.equal(others.length, 0);
      assert.equal(run?.count, 400, `${calendar} ${resolution}`);
    }
  }
});
