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

test('the row of a signal is requested by the signal', async (t) => {
  const { sent } = startServer(t, { seq: 41 });
  const stop = new AbortController().signal;
  assert.equal(await findRow({ symbol: 'A', kind: 'levels', time: '5' } as never, stop), 41);
  assert.deepEqual(
    sent.map(({ call }) => call),
    ['GET /record/find?symbol=A&kind=levels&time=5'],
  );
});
