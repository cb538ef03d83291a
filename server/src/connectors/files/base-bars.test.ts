import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BarFile, BarRow } from '../connector.ts';
import { readBaseBars } from './base-bars.ts';
import { BarFileError } from './formats.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONDAY = Date.UTC(2026, 0, 5);

function fileOf(stepMs: number, times: readonly number[]): BarFile {
  const rows = times.map((openTimeMs, i): BarRow => {
    const price = 100 + i;
    return {
      line: i + 2,
      bar: {
        openTimeMs,
        open: price,
        high: price + 5,
        low: price - 5,
        close: price + 1,
        volume: 1,
      },
    };
  });
  return {
    format: 'canonical',
    resolution: null,
    stepMs,
    timeZone: 'UTC',
    sizeBytes: 0,
    readBytes: () => 0,
    rows: (async function* () {
      yield* rows;
    })(),
  };
}

/** `line@time` for a bar, `line:reason` for a refusal. */
async function run(
  stepMs: number,
  times: readonly number[],
  resolution: '15' | '60' | '1D',
  fx = false,
): Promise<string[]> {
  const seen: string[] = [];
  for await (const row of readBaseBars(fileOf(stepMs, times), resolution, fx)) {
    seen.push('bar' in row ? `${row.line}@${row.bar.openTimeMs}` : `${row.line}:${row.refusal}`);
  }
  return seen;
}

test('bars on their buckets pass as they are', async () => {
  const times = [0, 1, 2].map((i) => MONDAY + i * HOUR);
  assert.deepEqual(
    await run(HOUR, times, '60'),
    times.map((time, i) => `${i + 2}@${time}`),
  );
});

test('minutes become hours; an hour that the file does not hold to its end is left', async () => {
  const times = Array.from({ length: 150 }, (_, i) => MONDAY + i * MINUTE);
  assert.deepEqual(await run(MINUTE, times, '60'), [
    `2@${MONDAY}`,
    `62@${MONDAY + HOUR}`,
    '122:still-forming',
  ]);
  assert.equal((await run(MINUTE, times.slice(0, 120), '60')).length, 2);
});

test('a session that opens at half past is floored', async () => {
  const times = [0, 1].flatMap((day) =>
    [0, 1, 2, 3].map((i) => MONDAY + day * DAY + 13.5 * HOUR + i * HOUR),
  );
  assert.deepEqual(
    await run(HOUR, times, '60'),
    times.map((time, i) => `${i + 2}@${time - HOUR / 2}`),
  );
});

test('one row at a minute of its own is an error of the file', async () => {
  const times = Array.from({ length: 60 }, (_, i) => MONDAY + i * HOUR);
  times.splice(30, 0, MONDAY + 29.5 * HOUR);
  times.splice(10, 0, MONDAY + 9 * HOUR + 1234);
  const seen = await run(HOUR, times, '60');
  assert.deepEqual(
    seen.filter((row) => row.includes(':')),
    ['12:misaligned', '33:misaligned'],
  );
  assert.equal(seen.length, 62);
});

test('a forex Sunday joins Monday, and one without its Monday waits', async () => {
  const sunday = MONDAY - DAY;
  const times = [sunday, MONDAY, MONDAY + DAY, sunday + 7 * DAY];
  assert.deepEqual(await run(DAY, times, '1D', true), [
    `2@${MONDAY}`,
    `4@${MONDAY + DAY}`,
    '5:still-forming',
  ]);
  assert.equal((await run(DAY, times, '1D')).length, 4);
});

test('bars that are too long, or do not fit, refuse the file', () => {
  assert.throws(() => readBaseBars(fileOf(4 * HOUR, []), '60', false), BarFileError);
  assert.throws(() => readBaseBars(fileOf(7 * MINUTE, []), '60', false), BarFileError);
});
