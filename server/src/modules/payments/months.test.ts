import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { sql } from 'kysely';
import { testDatabase } from '../../platform/testing.ts';
import { addMonths, istanbulYear } from './months.ts';

const istanbul = (iso: string): number => Date.parse(`${iso}+03:00`);

describe('months of the calendar in Istanbul', () => {
  for (const [from, months, to] of [
    ['2026-11-21T12:00', 6, '2027-05-21T12:00'],
    ['2026-08-31T09:30', 6, '2027-02-28T09:30'],
    ['2027-08-31T09:30', 6, '2028-02-29T09:30'],
    ['2026-12-31T23:59', 3, '2027-03-31T23:59'],
    ['2026-11-30T00:00', 3, '2027-02-28T00:00'],
    ['2028-02-29T12:00', 12, '2029-02-28T12:00'],
    // The first of the month there, the last of the month before in UTC.
    ['2026-09-01T01:00', 6, '2027-03-01T01:00'],
  ] as const) {
    test(`${from} and ${months} make ${to}`, () => {
      assert.equal(addMonths(istanbul(from), months), istanbul(to));
    });
  }
});

test('the database counts the same months', async () => {
  const { db } = await testDatabase({ after });
  const starts = Array.from({ length: 400 }, (_, at) => Date.UTC(2026, 0, 1) + at * 79_200_123);
  const { rows } = await sql<{ start: number; months: number; end: number }>`
    select start, months, (extract(epoch from ((to_timestamp(start / 1000.0) at time zone
        'Europe/Istanbul') + make_interval(months => months)) at time zone 'Europe/Istanbul')
        * 1000)::bigint as end
    from unnest(${starts}::bigint[]) start, unnest(array[3, 6]) months`.execute(db);
  assert.equal(rows.length, 800);
  for (const { start, months, end } of rows) {
    assert.ok(Math.abs(addMonths(start, months) - end) <= 1, new Date(start).toISOString());
  }
});

test('the year begins three hours earlier than in UTC', () => {
  assert.equal(istanbulYear(Date.UTC(2026, 11, 31, 20, 59)), 2026);
  assert.equal(istanbulYear(Date.UTC(2026, 11, 31, 21, 0)), 2027);
});
