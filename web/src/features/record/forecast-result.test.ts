import assert from 'node:assert/strict';
import test from 'node:test';
import {
  listBands,
  listedResult,
  listLevels,
  type RowForecast,
  subjectOf,
} from './forecast-result.ts';
import { BOX_FORECAST, CONE, MADE, VOID_CONE, WEEK_FORECAST } from './testing/made-forecasts.ts';

const HOUR = 3_600_000;
const of = ({ forecast }: { readonly forecast: unknown }) => forecast as RowForecast;

test('what a forecast is of follows from its setup', () => {
  assert.deepEqual(['weekly', 'cone.1d', 'cone.4w', '36.short'].map(subjectOf), [
    'weekly',
    'cone',
    'cone',
    'box',
  ]);
});

test('levels are listed from the highest down, each with its own chances and first touch', () => {
  assert.deepEqual(listLevels(of(WEEK_FORECAST)).map(Object.values), [
    [1.15, 0.0042, null, null],
    [1.11, 0.2917, 0.3111, MADE + 5 * HOUR],
    [1.1, 0.9931, 0.99, null],
    [1.09, 0.5049, 0.4999, MADE + 24 * HOUR],
    [1.05, 0.01, 0.0099, null],
  ]);
  assert.deepEqual(
    listLevels(of(BOX_FORECAST)).map(({ firstMs }) => firstMs),
    [null, null],
    'nothing is known yet',
  );
});

test('a cone is left at the edge that price reached first', () => {
  const bands = listBands(of(CONE));
  assert.deepEqual(bands, [
    { share: 0.5, low: 1.09, high: 1.11, left: { edge: 1.11, timeMs: MADE + 5 * HOUR } },
    { share: 0.8, low: 1.08, high: 1.12, left: null },
    { share: 0.95, low: 1.07, high: 1.13, left: null },
  ]);
  const low = { ...of(CONE), first: [MADE, null, null, null, null, null] };
  assert.deepEqual(listBands(low)[0]?.left, { edge: 1.09, timeMs: MADE });
});

test('a list shows how many levels were reached, and whether the path stayed inside 80 per cent', () => {
  assert.deepEqual(listedResult(WEEK_FORECAST), { of: 'levels', reached: 2, all: 5 });
  assert.deepEqual(listedResult(CONE), { of: 'cone', share: 0.8, inside: true });
  const left = { ...of(CONE), first: [1, 1, null, MADE, null, null] };
  assert.deepEqual(listedResult({ ...CONE, forecast: left }), {
    of: 'cone',
    share: 0.8,
    inside: false,
  });
  assert.equal(listedResult(BOX_FORECAST), null, 'its time is not over');
  assert.equal(listedResult(VOID_CONE), null);
  assert.equal(listedResult({ ...CONE, forecast: null }), null, 'sealed');
});
