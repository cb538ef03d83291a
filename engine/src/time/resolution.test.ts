import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { addMonthsUtc, monthNumberUtc } from './month.ts';
import {
  barEnd,
  bucketEnd,
  bucketStart,
  DAY_MS,
  HOUR_MS,
  isSundayUtc,
  RESOLUTIONS,
  resolutionMs,
} from './resolution.ts';

const at = (text: string): number => Date.parse(`${text}Z`);

test('buckets are floored in UTC and weeks open on Monday', () => {
  const friday = at('2024-03-15T14:47:12');
  assert.equal(bucketStart('15', friday, false), at('2024-03-15T14:45:00'));
  assert.equal(bucketStart('60', friday, false), at('2024-03-15T14:00:00'));
  assert.equal(bucketStart('240', friday, false), at('2024-03-15T12:00:00'));
  assert.equal(bucketStart('1D', friday, false), at('2024-03-15T00:00:00'));
  assert.equal(bucketStart('1W', friday, false), at('2024-03-11T00:00:00'));
  assert.equal(bucketStart('1W', at('2024-03-17T22:00:00'), false), at('2024-03-11T00:00:00'));
});

test('a forex Sunday belongs to the Monday that follows, as a day and as a week', () => {
  const sunday = at('2024-03-17T22:00:00');
  assert.equal(bucketStart('1D', sunday, true), at('2024-03-18T00:00:00'));
  assert.equal(bucketStart('1W', sunday, true), at('2024-03-18T00:00:00'));
  assert.equal(bucketStart('240', sunday, true), at('2024-03-17T20:00:00'));
  const saturday = at('2024-03-16T23:00:00');
  assert.equal(bucketStart('1D', saturday, true), at('2024-03-16T00:00:00'));
  assert.equal(bucketStart('1W', saturday, true), at('2024-03-11T00:00:00'));
});

test('Sunday begins and ends at midnight UTC, and each bucket with its first instant', () => {
  const isSunday = (text: string): boolean => isSundayUtc(at(text));
  assert.equal(isSunday('2024-03-16T23:59:59.999'), false);
  assert.equal(isSunday('2024-03-17T00:00:00'), true);
  assert.equal(isSunday('2024-03-17T23:59:59.999'), true);
  assert.equal(isSunday('2024-03-18T00:00:00'), false);
  const monday = at('2024-03-18T00:00:00');
  for (const [res, before] of [
    ['15', '2024-03-17T23:45:00'],
    ['60', '2024-03-17T23:00:00'],
    ['240', '2024-03-17T20:00:00'],
    ['1D', '2024-03-17T00:00:00'],
    ['1W', '2024-03-11T00:00:00'],
  ] as const) {
    assert.equal(bucketStart(res, monday, false), monday);
    assert.equal(bucketStart(res, monday - 1, false), at(before), res);
  }
  const sunday = at('2024-03-17T00:00:00');
  assert.equal(bucketStart('1W', sunday, true), monday);
  assert.equal(bucketStart('1W', sunday - 1, true), at('2024-03-11T00:00:00'));
  assert.equal(bucketStart('1D', sunday - 1, true), at('2024-03-16T00:00:00'));
});

test('a forex week ends on Sunday 00:00 UTC, every other bucket after its length', () => {
  const monday = at('2024-03-11T00:00:00');
  assert.equal(bucketEnd('1W', monday, true), at('2024-03-17T00:00:00'));
  assert.equal(bucketEnd('1W', monday, false), at('2024-03-18T00:00:00'));
  assert.equal(bucketEnd('1D', monday, true), at('2024-03-12T00:00:00'));
  assert.equal(bucketEnd('240', monday, true), at('2024-03-11T04:00:00'));
  assert.equal(barEnd('60', monday, false), monday + HOUR_MS);
});

test('buckets before 1970 are floored, not truncated', () => {
  assert.equal(bucketStart('1D', at('1965-01-05T13:00:00'), false), at('1965-01-05T00:00:00'));
  assert.equal(bucketStart('1W', at('1965-01-10T23:59:00'), false), at('1965-01-04T00:00:00'));
  assert.equal(bucketStart('1W', at('1965-01-10T23:59:00'), true), at('1965-01-11T00:00:00'));
});

test('every instant lies in its own bucket, a forex Sunday before it', () => {
  const instants = fc.integer({ min: at('1950-01-01T00:00:00'), max: at('2100-01-01T00:00:00') });
  fc.assert(
    fc.property(instants, fc.constantFrom(...RESOLUTIONS), fc.boolean(), (timeMs, res, fx) => {
      const start = bucketStart(res, timeMs, fx);
      assert.equal(bucketStart(res, start, fx), start, 'a start is its own bucket');
      assert.equal(isSundayUtc(timeMs), new Date(timeMs).getUTCDay() === 0);
      const ahead = fx && isSundayUtc(timeMs) && (res === '1D' || res === '1W');
      assert.ok(timeMs < bucketEnd(res, start, fx));
      assert.ok(ahead ? start - timeMs <= DAY_MS : timeMs >= start);
      assert.ok(start % resolutionMs[res === '1W' ? '1D' : res] === 0);
    }),
  );
});

test('months are counted on the UTC calendar and a missing day becomes the last one', () => {
  assert.equal(addMonthsUtc(at('2024-08-31T10:00:00'), 6), at('2025-02-28T10:00:00'));
  assert.equal(addMonthsUtc(at('2023-08-31T10:00:00'), 6), at('2024-02-29T10:00:00'));
  assert.equal(addMonthsUtc(at('2024-01-15T23:30:00'), 6), at('2024-07-15T23:30:00'));
  assert.equal(addMonthsUtc(at('2024-10-05T00:00:00'), 6), at('2025-04-05T00:00:00'));
  assert.equal(
    monthNumberUtc(at('2024-01-31T23:59:59')),
    monthNumberUtc(at('2024-01-01T00:00:00')),
  );
  assert.notEqual(
    monthNumberUtc(at('2024-01-31T00:00:00')),
    monthNumberUtc(at('2025-01-31T00:00:00')),
  );
});

test('months are numbered from year 0, and change at midnight UTC', () => {
  assert.equal(monthNumberUtc(at('2024-01-01T00:00:00')), 24_288);
  assert.equal(monthNumberUtc(at('2024-12-31T23:59:59.999')), 24_299);
  assert.equal(monthNumberUtc(at('2025-01-01T00:00:00')), 24_300);
  assert.equal(monthNumberUtc(at('1969-12-31T23:59:59.999')), 23_639);
});
