import assert from 'node:assert/strict';
import test from 'node:test';
import type { Bar } from '@rasat/engine';
import fc from 'fast-check';
import { prependBars, splitBars, tickEffect } from './series-bars.ts';

const HOUR_MS = 3_600_000;
const at = (text: string): number => Date.parse(text);
const bar = (openTimeMs: number, close = 1): Bar => ({
  openTimeMs,
  open: 1,
  high: Math.max(1, close),
  low: Math.min(1, close),
  close,
  volume: 0,
});

test('the last bar of a history is the moving one', () => {
  const series = splitBars([bar(0), bar(HOUR_MS), bar(2 * HOUR_MS)]);
  assert.deepEqual(
    series.closed.map((b) => b.openTimeMs),
    [0, HOUR_MS],
  );
  assert.equal(series.forming?.openTimeMs, 2 * HOUR_MS);
});

test('bars out of order, doubles and broken ones never reach the chart', () => {
  const broken = [bar(Number.NaN), { ...bar(1.5 * HOUR_MS), high: Infinity }];
  const series = splitBars([...broken, bar(HOUR_MS), bar(0), bar(HOUR_MS), bar(2 * HOUR_MS)]);
  assert.deepEqual(
    series.closed.map((b) => b.openTimeMs),
    [HOUR_MS],
  );
});

test('an older page joins in front without its overlap', () => {
  const series = splitBars([bar(2 * HOUR_MS), bar(3 * HOUR_MS)]);
  const longer = prependBars(series, [bar(0), bar(HOUR_MS), bar(2 * HOUR_MS)]);
  assert.deepEqual(
    longer.closed.map((b) => b.openTimeMs),
    [0, HOUR_MS, 2 * HOUR_MS],
  );
  assert.equal(longer.forming?.openTimeMs, 3 * HOUR_MS);
});

test('a tick inside the hour moves high, low and close', () => {
  const effect = tickEffect(bar(0), { timeMs: HOUR_MS - 1, price: 1.5 }, '60', false);
  assert.equal(effect.kind, 'updated');
  assert.ok(effect.kind === 'updated');
  assert.equal(effect.forming.high, 1.5);
  assert.equal(effect.forming.close, 1.5);
  assert.equal(effect.forming.low, 1);
});

test('a tick at the end of the hour opens the next bar and closes the old one', () => {
  const effect = tickEffect(bar(0), { timeMs: HOUR_MS, price: 2 }, '60', false);
  assert.ok(effect.kind === 'opened');
  assert.equal(effect.closed?.openTimeMs, 0);
  assert.deepEqual(effect.forming, { ...bar(HOUR_MS, 2), open: 2, low: 2 });
});

test('a tick of the past is ignored', () => {
  assert.equal(tickEffect(bar(HOUR_MS), { timeMs: 5, price: 2 }, '60', false).kind, 'ignored');
});

test('a quote on a forex Saturday moves the week instead of doubling it', () => {
  const week = bar(at('2026-11-16T00:00Z'));
  const effect = tickEffect(week, { timeMs: at('2026-11-22T03:00Z'), price: 1.2 }, '1W', true);
  assert.equal(effect.kind, 'opened', 'Sunday belongs to the next week');
  const sunday = tickEffect(week, { timeMs: at('2026-11-21T23:59Z'), price: 1.2 }, '1W', true);
  assert.equal(sunday.kind, 'updated');
});

test('ten thousand shuffled, doubled and broken ticks leave bars in order', () => {
  const price = fc.oneof(
    fc.double({ min: 0.5, max: 2, noNaN: true }),
    fc.constantFrom(0, -1, Number.NaN, Infinity),
  );
  const tick = fc.record({ timeMs: fc.integer({ min: 0, max: 100 * HOUR_MS }), price });
  const ticks = fc.sample(tick, 10_000);
  let forming: Bar | null = null;
  const opens: number[] = [];
  for (const [i, next] of ticks.entries()) {
    // A rising base with jumps back: most ticks arrive late, some open a bar.
    const timeMs = i % 3 === 0 ? (i * HOUR_MS) / 50 : next.timeMs % ((i + 1) * HOUR_MS);
    const effect = tickEffect(forming, { ...next, timeMs }, '60', false);
    if (effect.kind === 'ignored') continue;
    if (effect.kind === 'opened') opens.push(effect.forming.openTimeMs);
    forming = effect.forming;
    assert.ok(forming.low > 0 && forming.low <= forming.close && forming.close <= forming.high);
  }
  assert.ok(opens.length > 100);
  assert.deepEqual(
    opens,
    [...new Set(opens)].sort((a, b) => a - b),
  );
});
