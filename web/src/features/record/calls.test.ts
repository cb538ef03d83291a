import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  again,
  assertCalls,
  assertHolds,
  assertParts,
  FOREVER,
  MINUTE,
  SECOND,
  startServer,
} from '../../testing/queries.ts';
import {
  recordBuildsQuery,
  recordCalibrationQuery,
  recordCertificatesQuery,
  recordFiguresQuery,
  recordHeadsQuery,
  recordHistoryQuery,
  recordQuery,
} from './calls.ts';
import { findRow, recordRowQuery, recordRowsQuery } from './row-calls.ts';

const FIGURES = { source: 'file', origin: 'live', period: 'all' } as const;

test('each query makes its own call', async (t) => {
  await assertCalls(t, [
    [recordQuery(), 'GET /record'],
    [recordFiguresQuery(FIGURES, 5), 'GET /record/figures?source=file&origin=live&period=all'],
    [
      recordCalibrationQuery({ source: 'file', origin: 'backfill' }),
      'GET /record/calibration?source=file&origin=backfill',
    ],
    [recordHeadsQuery(), 'GET /record/heads'],
    [recordBuildsQuery(), 'GET /record/builds'],
    [recordCertificatesQuery(), 'GET /record/certificates'],
    [recordRowQuery('12'), 'GET /record/rows/12'],
  ]);
});

test('the next page of rows is requested after the last row', async (t) => {
  const first = 'GET /record/rows?source=file&origin=live';
  await assertParts(t, [
    [
      recordRowsQuery({ source: 'file', origin: 'live' }),
      [first, `${first}&after=n2`, `${first}&after=n2`],
    ],
  ]);
});

test('figures of a run stay fresh, and are read again when the network is back', () => {
  for (const query of [
    recordFiguresQuery(FIGURES, 1),
    recordHistoryQuery({ ...FIGURES, group: 'g' } as never, 1),
  ]) {
    assertHolds(FOREVER, query);
    assert.equal(query.refetchOnReconnect, true);
  }
});

test('the record is polled often until its figures are computed', () => {
  assert.equal(again(recordQuery()), 4 * SECOND);
  assert.equal(again(recordQuery(), { run: null, computing: null }), 4 * SECOND);
  assert.equal(again(recordQuery(), { run: {}, computing: {} }), 4 * SECOND);
  assert.equal(again(recordQuery(), { run: {}, computing: null }), 10 * MINUTE);
});

test('the calibration is polled often until it is computed for every symbol', () => {
  const query = recordCalibrationQuery({ source: 'file', origin: 'backfill' });
  assert.equal(again(query), 4 * SECOND);
  assert.equal(again(query, { computed: null, symbols: null }), 4 * SECOND);
  assert.equal(again(query, { computed: 5, symbols: { done: 4, all: 5 } }), 4 * SECOND);
  assert.equal(again(query, { computed: 5, symbols: { done: 5, all: 5 } }), 10 * MINUTE);
  assert.equal(again(query, { computed: 5, symbols: null }), 10 * MINUTE);
});

test('the row of a signal is requested by the signal', async (t) => {
  const { sent } = startServer(t, { seq: 41 });
  const stop = new AbortController().signal;
  assert.equal(await findRow({ symbol: 'A', kind: 'levels', time: '5' } as never, stop), 41);
  assert.deepEqual(
    sent.map(({ call }) => call),
    ['GET /record/find?symbol=A&kind=levels&time=5'],
  );
});
