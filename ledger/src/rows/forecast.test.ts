import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstTouches, recordedForecast } from './forecast.ts';

const DETAIL = {
  model: 'touch-1',
  class: 'fx',
  until: 1_700_000_000_000,
  boxEnd: null,
  weeks: 0.987654,
  levels: [1.11, 1.09],
  chances: [0.25, 0.3],
  plain: [null, 0.28],
  ref: 'levels.1699833600000',
} as const;

test('a forecast is read from the detail of its row', () => {
  const { boxEnd: _end, ref: _ref, ...fields } = DETAIL;
  assert.deepEqual(recordedForecast({ kind: 'forecast', detail: DETAIL }), fields);
});

test('a row of another kind, or without a field of a forecast, has none', () => {
  assert.equal(recordedForecast({ kind: 'levels', detail: DETAIL }), null);
  const wrong: Readonly<Record<string, unknown>> = {
    model: 1,
    class: 'bonds',
    until: '1700000000000',
    weeks: null,
    levels: [1.11, null],
    chances: 0.25,
    plain: ['0.28'],
  };
  for (const [name, value] of Object.entries(wrong)) {
    const detail = { ...DETAIL, [name]: value } as typeof DETAIL;
    assert.equal(recordedForecast({ kind: 'forecast', detail }), null, name);
  }
});

test('the first touches are those of an outcome that is not void', () => {
  const detail = { bars: 24, touched: [1, 0], first: [1_699_900_000_000, null] };
  assert.deepEqual(firstTouches({ status: null, detail }), [1_699_900_000_000, null]);
  assert.equal(firstTouches({ status: null, detail: { ...detail, bars: 0 } }), null);
  assert.equal(firstTouches({ status: 2, detail: { ended: 9, reason: 'split' } }), null);
});
