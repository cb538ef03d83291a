import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type CalendarName, isOpen } from '@rasat/engine';
import { openBarFile } from './open-bar-file.ts';
import { createZone } from './time-zone.ts';
import { findZoneMisfit } from './zone-fit.ts';

const folder = mkdtempSync(join(tmpdir(), 'rasat-zone-'));
after(() => rmSync(folder, { recursive: true }));

const QUARTER = 900_000;
const FROM = Date.UTC(2024, 0, 1);
const DAYS = 300;

/** Opening times of every quarter-hour in which a market trades. */
function trueTimes(calendar: CalendarName): number[] {
  const times: number[] = [];
  for (let timeMs = FROM; timeMs < FROM + DAYS * 86_400_000; timeMs += QUARTER) {
    if (isOpen(calendar, timeMs)) times.push(timeMs);
  }
  return times;
}

/** What comes of times that are written in one zone and read in another. */
function misread(calendar: CalendarName, writtenIn: string, readIn: string): string | null {
  const written = createZone(writtenIn);
  const read = createZone(readIn);
  const openTimeMs = trueTimes(calendar)
    .map((timeMs) => read.toUtcMs(written.toLocalMs(timeMs), Number.NEGATIVE_INFINITY))
    .filter((timeMs) => !Number.isNaN(timeMs));
  return findZoneMisfit({ symbol: 'X', openTimeMs, lengthMs: QUARTER, calendar, zone: readIn });
}

test('weeks of currencies that do not open on Sunday evening are told with the zone that would fit', () => {
  for (const zone of ['UTC', 'Europe/Athens', '-05:00', 'Asia/Tokyo']) {
    assert.equal(misread('forex', zone, zone), null, zone);
  }
  for (const [writtenIn, readIn] of [
    ['Europe/Athens', 'UTC'],
    ['America/New_York', 'Europe/Athens'],
    ['Asia/Tokyo', '-05:00'],
    ['-05:00', 'UTC'],
  ] as const) {
    const sentence = misread('forex', writtenIn, readIn) ?? '';
    assert.match(sentence, new RegExp(`read in ${readIn.replace('+', '\\+')}, and its weeks`));
    assert.ok(sentence.includes(`--time-zone ${writtenIn})`), sentence);
  }
  assert.match(misread('forex', 'Europe/Athens', 'UTC') ?? '', /most open on Monday 00:00 UTC/);
});

test('bars outside the hours of an exchange are told with the zone that would fit', () => {
  for (const [calendar, zone] of [
    ['nasdaq', 'America/New_York'],
    ['bist', 'Europe/Istanbul'],
    ['xetra', 'Europe/Berlin'],
  ] as const) {
    assert.equal(misread(calendar, zone, zone), null, zone);
    assert.equal(misread(calendar, 'UTC', 'UTC'), null, zone);
    const sentence = misread(calendar, zone, 'UTC') ?? '';
    assert.match(sentence, /\d+ % of its bars lie outside the hours of the calendar/);
    assert.ok(sentence.includes(`--time-zone ${zone})`), sentence);
  }
});

test('hours that no zone explains are told, and a market without hours or a short file is not asked', () => {
  const all = Array.from({ length: 5000 }, (_, i) => FROM + i * QUARTER);
  const question = { symbol: 'X', openTimeMs: all, lengthMs: QUARTER, zone: 'UTC' };
  assert.match(
    findZoneMisfit({ ...question, calendar: 'nasdaq' }) ?? '',
    /no usual time zone would fit\. If UTC is right, say --time-zone UTC\.$/,
  );
  assert.equal(findZoneMisfit({ ...question, calendar: 'always' }), null);
  const few = trueTimes('forex').slice(0, 700);
  assert.equal(findZoneMisfit({ ...question, openTimeMs: few, calendar: 'forex' }), null);
});

test('metals may open an hour or two after currencies', () => {
  const late = trueTimes('forex').filter((timeMs) => {
    const sinceMs = timeMs - 3_600_000;
    return isOpen('forex', sinceMs);
  });
  const question = { openTimeMs: late, lengthMs: QUARTER, calendar: 'forex', zone: 'UTC' } as const;
  assert.equal(findZoneMisfit({ ...question, symbol: 'XAUUSD' }), null);
  assert.notEqual(findZoneMisfit({ ...question, symbol: 'EURUSD' }), null);
});

test('HistData with a header row is HistData', async () => {
  const rows = Array.from({ length: 40 }, (_, i) => {
    const minute = String(i).padStart(2, '0');
    return `20240311 17${minute}00;1.1;1.2;1.0;1.1;0`;
  });
  for (const header of [
    'DateTime;Open;High;Low;Close;Volume',
    'datetime;open;high;low;close;volume',
    'Date Time;Open;High;Low;Close;Vol',
  ]) {
    const path = join(folder, 'DAT_ASCII_EURUSD_M1_202403.csv');
    writeFileSync(path, `${header}\n${rows.join('\n')}\n`);
    const file = await openBarFile(path);
    assert.deepEqual([file.format, file.timeZone], ['histdata', '-05:00'], header);
    const first = await file.rows[Symbol.asyncIterator]().next();
    assert.equal(first.value.bar.openTimeMs, Date.UTC(2024, 2, 11, 22), header);
  }
});
