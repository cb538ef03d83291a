import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createManualClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing.ts';
import { createMemoryLedger } from './memory-ledger.testing.ts';
import type { PaymentPath } from './payment-path.ts';
import {
  beginReconciliation,
  deleteOldReconciliations,
  listReconciliations,
  runReconciliation,
} from './reconciliations.ts';

const MINUTE_MS = 60_000;
const { db } = await testDatabase({ after });
const clock = createManualClock(10 * MINUTE_MS);

/** A path on which two orders are watched that are never found. */
const path: PaymentPath = {
  ledger: {
    ...createMemoryLedger(),
    listWatched: async () => [1, 2],
    findOrder: async (id) => {
      if (id === 2) throw new TypeError('broken');
      return undefined;
    },
  },
  provider: {
    name: 'demo-bank',
    origins: [],
    open: () => Promise.reject(new TypeError()),
    lookUp: () => Promise.reject(new TypeError()),
    refund: () => Promise.reject(new TypeError()),
    readReturn: () => null,
    readNotice: () => null,
  },
  clock,
  newId: () => 'id',
  pause: async () => {},
  onFailure: () => {},
};

test('a run begins when none is under way, or anyway, or when the one before was cut off four minutes ago', async () => {
  const nowMs = clock.now();
  const first = await beginReconciliation(db, nowMs);
  assert.ok(first !== null);
  assert.equal(await beginReconciliation(db, nowMs), null);
  assert.equal(await beginReconciliation(db, nowMs + 4 * MINUTE_MS - 1), null);
  const anyway = await beginReconciliation(db, nowMs + 1, true);
  assert.ok(anyway !== null && anyway > first);
  await clock.advance(500);
  assert.deepEqual(await runReconciliation(db, path, anyway), { looked: 2, changed: 0, failed: 1 });
  assert.equal(
    await beginReconciliation(db, nowMs + 4 * MINUTE_MS - 1),
    null,
    'the first one runs',
  );
  const third = await beginReconciliation(db, nowMs + 4 * MINUTE_MS);
  assert.ok(third !== null);
  assert.deepEqual(await runReconciliation(db, path, third, AbortSignal.abort()), {
    looked: 0,
    changed: 0,
    failed: 0,
  });

  const begun = {
    id: first,
    startedAtMs: nowMs,
    endedAtMs: null,
    looked: 0,
    changed: 0,
    failed: 0,
  };
  const ended = { endedAtMs: nowMs + 500, looked: 2, changed: 0, failed: 1 };
  assert.deepEqual(await listReconciliations(db, 2), [
    { ...begun, id: third, startedAtMs: nowMs + 4 * MINUTE_MS, endedAtMs: nowMs + 500 },
    { ...ended, id: anyway, startedAtMs: nowMs + 1 },
  ]);
  assert.deepEqual(await listReconciliations(db, 5, anyway), [begun]);

  assert.equal(await deleteOldReconciliations(db, nowMs), 0);
  assert.equal(await deleteOldReconciliations(db, nowMs + 1), 1);
  const left = await listReconciliations(db, 5);
  assert.deepEqual(
    left.map(({ id }) => id),
    [third, anyway],
  );
});
