import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { aggregate, type Bar, bucketStart, DAY_MS, HOUR_MS, WEEK_MS } from '@rasat/engine';
import { readMoment } from './moment.ts';
import { openBarFile } from './open-bar-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'rasat-clocks-'));
after(() => rmSync(folder, { recursive: true }));

/** Hours as a vendor writes them, on the clock of its zone. */
async function readHours(times: readonly string[], timeZone: string): Promise<Bar[]> {
  const file = path.join(folder, 'hours.csv');
  const rows = times.map((time) => `${time},10,11,9,10,1`);
  writeFileSync(file, ['time,open,high,low,close,volume', ...rows].join('\n'));
  const bars: Bar[] = [];
  for await (const row of (await openBarFile(file, { timeZone })).rows) {
    assert.ok('bar' in row, JSON.stringify(row));
    bars.push(row.bar);
  }
  return bars;
}

/** Every hour from one moment to another, as the clocks of a zone show it. */
function hoursOf(timeZone: string, from: string, to: string): string[] {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const times: string[] = [];
  for (let at = Date.parse(from); at < Date.parse(to); at += HOUR_MS) times.push(format.format(at));
  return times;
}

test('F18 a leap second is the last millisecond before the next minute', () => {
  const at = Date.UTC(2016, 11, 31, 23, 59, 59, 999);
  for (const text of [
    '2016-12-31T23:59:60Z',
    '2016-12-31 23:59:60.500Z',
    '2017-01-01T02:59:60+03:00',
    '2016-12-31 23:59:60 UTC',
  ]) {
    assert.equal(readMoment(text)?.utcMs, at, text);
    assert.equal(new Date(bucketStart('1D', at, false)).toISOString(), '2016-12-31T00:00:00.000Z');
  }
  for (const text of ['2016-12-31 23:58:60', '2016-12-31 23:59:61', '2016-12-31 24:00:60']) {
    assert.equal(readMoment(text), undefined, text);
  }
});

// [zone, from, to (UTC), what its clocks do in between]
const CHANGES = [
  ['Europe/Istanbul', '2016-03-26T00:00Z', '2016-03-29T00:00Z', 'go forward'],
  ['Europe/Istanbul', '2016-10-29T00:00Z', '2016-11-01T00:00Z', 'stay, for the first time'],
  ['Europe/Istanbul', '2015-11-07T00:00Z', '2015-11-10T00:00Z', 'go back, two weeks late'],
  ['America/New_York', '2016-03-12T00:00Z', '2016-03-15T00:00Z', 'go forward'],
  ['America/New_York', '2016-11-05T00:00Z', '2016-11-08T00:00Z', 'go back'],
] as const;

for (const [zone, from, to, what] of CHANGES) {
  test(`F18 bars lie on UTC while the clocks of ${zone} ${what} (${from.slice(0, 7)})`, async () => {
    const bars = await readHours(hoursOf(zone, from, to), zone);
    assert.deepEqual(
      bars.map((bar) => bar.openTimeMs),
      Array.from({ length: 72 }, (_, i) => Date.parse(from) + i * HOUR_MS),
    );
    for (const [resolution, lengthMs] of [
      ['240', 4 * HOUR_MS],
      ['1D', DAY_MS],
    ] as const) {
      assert.deepEqual(
        aggregate(bars, '60', resolution, false).map((bar) => [bar.openTimeMs, bar.volume]),
        Array.from({ length: (72 * HOUR_MS) / lengthMs }, (_, i) => [
          Date.parse(from) + i * lengthMs,
          lengthMs / HOUR_MS,
        ]),
      );
    }
  });
}

test('F18 weeks, days and quarters of days run over the end of a year and over a leap day', () => {
  for (const [at, week, day, quarter] of [
    ['2023-12-31T23:59:59.999Z', '2023-12-25', '2023-12-31', '20'],
    ['2024-01-01T00:00:00.000Z', '2024-01-01', '2024-01-01', '00'],
    ['2020-12-31T23:59:59.999Z', '2020-12-28', '2020-12-31', '20'],
    ['2021-01-01T00:00:00.000Z', '2020-12-28', '2021-01-01', '00'],
    ['2024-02-29T12:00:00.000Z', '2024-02-26', '2024-02-29', '12'],
    ['2024-03-01T00:00:00.000Z', '2024-02-26', '2024-03-01', '00'],
    ['1999-12-31T23:59:59.999Z', '1999-12-27', '1999-12-31', '20'],
  ] as const) {
    const open = (resolution: '1W' | '1D' | '240'): string =>
      new Date(bucketStart(resolution, Date.parse(at), false)).toISOString();
    assert.equal(open('1W'), `${week}T00:00:00.000Z`, at);
    assert.equal(open('1D'), `${day}T00:00:00.000Z`, at);
    assert.equal(open('240'), `${day}T${quarter}:00:00.000Z`, at);
  }
  const hours: Bar[] = Array.from({ length: 8 * 7 * 24 }, (_, i) => ({
    openTimeMs: Date.UTC(2023, 11, 4) + i * HOUR_MS,
    open: 10,
    high: 11,
    low: 9,
    close: 10,
    volume: 1,
  }));
  assert.deepEqual(
    aggregate(hours, '60', '1W', false).map((bar) => [bar.openTimeMs, bar.volume]),
    Array.from({ length: 8 }, (_, i) => [Date.UTC(2023, 11, 4) + i * WEEK_MS, 168]),
  );
});
