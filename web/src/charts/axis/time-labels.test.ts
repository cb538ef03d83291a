import assert from 'node:assert/strict';
import test from 'node:test';
import { TICK_WEIGHT } from './tick-weight.ts';
import { createTimeLabels } from './time-labels.ts';

const at = (text: string): number => Date.parse(text);

test('a day of the daily axis is written as a Turkish, an Azerbaijani and an English reader writes it', () => {
  const day = at('2026-10-04T00:00Z');
  assert.equal(createTimeLabels('tr', '1D', 'always').tick(day, TICK_WEIGHT.day), '4 Eki');
  assert.equal(createTimeLabels('az', '1D', 'always').tick(day, TICK_WEIGHT.day), '4 okt');
  assert.equal(createTimeLabels('en', '1D', 'always').tick(day, TICK_WEIGHT.day), '4 Oct');
});

test('the hour of an hourly bar is the hour in Istanbul', () => {
  const labels = createTimeLabels('tr', '60', 'always');
  assert.equal(labels.tick(at('2026-11-20T14:00Z'), TICK_WEIGHT.hour), '17:00');
  assert.equal(labels.crosshair(at('2026-11-20T22:00Z')), '21 Kas 2026 01:00');
});

test('the crosshair names the weekday of a daily bar', () => {
  assert.equal(
    createTimeLabels('tr', '1D', 'always').crosshair(at('2018-12-20T00:00Z')),
    '20 Ara 2018 Per',
  );
});

test('weekly bars are named by month and year', () => {
  const labels = createTimeLabels('tr', '1W', 'always');
  assert.equal(labels.tick(at('2017-08-07T00:00Z'), TICK_WEIGHT.month), 'Ağu ’17');
});

test('a new year is named by its number', () => {
  const labels = createTimeLabels('en', '1D', 'always');
  assert.equal(labels.tick(at('2027-01-01T00:00Z'), TICK_WEIGHT.year), '2027');
});

test('a weekly year is named by its month too, an hourly day by its date also in a new year', () => {
  const weekly = createTimeLabels('tr', '1W', 'always');
  assert.equal(weekly.tick(at('2027-01-04T00:00Z'), TICK_WEIGHT.year), 'Oca ’27');
  assert.equal(weekly.tick(at('2007-08-13T00:00Z'), TICK_WEIGHT.day), '13 Ağu');
  assert.equal(weekly.tick(at('2007-08-06T00:00Z'), TICK_WEIGHT.month), 'Ağu ’07');
  assert.equal(weekly.crosshair(at('2007-08-06T00:00Z')), '6 Ağu 2007 Pzt');
  const hourly = createTimeLabels('tr', '60', 'always');
  assert.equal(hourly.tick(at('2026-11-19T21:00Z'), TICK_WEIGHT.day), '20 Kas');
  assert.equal(hourly.tick(at('2026-11-24T06:00Z'), TICK_WEIGHT.none), '');
  assert.equal(hourly.tick(at('2026-12-31T21:00Z'), TICK_WEIGHT.day), '1 Oca');
  assert.equal(hourly.tick(at('2026-11-20T06:05Z'), 20), '09:05');
  assert.equal(createTimeLabels('tr', '240', 'always').tick(at('2026-11-20T06:00Z'), 31), '09:00');
});
