import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DAY_MS } from '@rasat/contract';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import { openPool } from '../../platform/db/pool.ts';
import { testDatabase } from '../../platform/testing.ts';
import { until } from '../../testing/eventually.ts';
import { createMemoryLedger } from './memory-ledger.testing.ts';
import type { PaymentPath } from './payment-path.ts';
import { paymentsRetention } from './personal-data.ts';
import { beginReconciliation, listReconciliations, runReconciliation } from './reconciliations.ts';

const MINUTE_MS = 60_000;
const { db, address } = await testDatabase({ after });
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
    findPayment: () => Promise.reject(new TypeError()),
    listMovements: () => Promise.reject(new TypeError()),
    readReturn: () => null,
    readNotice: () => null,
  },
  clock,
  newId: () => 'id',
  pause: async () => {},
  onFailure: () => {},
};

const looked = { looked: 2, changed: 0, failed: 1 };

test('a run begins while no other one is under way, or anyway, and ends with what it found', async () => {
  const nowMs = clock.now();
  const first = await beginReconciliation(db, nowMs);
  assert.ok(first);
  assert.equal(await beginReconciliation(db, nowMs), null);
  assert.equal(
    await beginReconciliation(db, nowMs + 60 * MINUTE_MS),
    null,
    'however long it takes',
  );
  const anyway = await beginReconciliation(db, nowMs + 1, true);
  assert.ok(anyway && anyway.id > first.id);
  await clock.advance(500);
  assert.deepEqual(await runReconciliation(db, path, anyway), looked);
  assert.equal(await beginReconciliation(db, nowMs), null, 'the first one runs');
  const running = async () => (await listReconciliations(db, 5)).filter((run) => run.isRunning);
  assert.deepEqual(
    (await running()).map(({ id }) => id),
    [first.id],
  );
  assert.deepEqual(await runReconciliation(db, path, first), looked);
  assert.deepEqual(await running(), []);
  const third = await beginReconciliation(db, nowMs + 4 * MINUTE_MS);
  assert.ok(third);
  const stopped = await runReconciliation(db, path, third, { stopping: AbortSignal.abort() });
  assert.deepEqual(stopped, { looked: 0, changed: 0, failed: 0 });

  const ended = { endedAtMs: nowMs + 500, isRunning: false, compared: null, isListFailed: false };
  assert.deepEqual(await listReconciliations(db, 2), [
    { id: third.id, startedAtMs: nowMs + 4 * MINUTE_MS, ...ended, ...stopped },
    { id: anyway.id, startedAtMs: nowMs + 1, ...ended, ...looked },
  ]);
  assert.deepEqual(await listReconciliations(db, 5, anyway.id), [
    { id: first.id, startedAtMs: nowMs, ...ended, ...looked },
  ]);

  const forget = paymentsRetention.find(({ what }) => what === 'reconciliation')?.forget;
  assert.equal(await forget?.(db, nowMs + 90 * DAY_MS), 0);
  assert.equal(await forget?.(db, nowMs + 90 * DAY_MS + 1), 1);
  const left = await listReconciliations(db, 5);
  assert.deepEqual(
    left.map(({ id }) => id),
    [third.id, anyway.id],
  );
});

test('a run whose process is gone holds up no other one, and is not shown as running', async (t) => {
  const other = openPool(address, { maxConnections: 2, name: 'a process that dies' });
  const cut = await beginReconciliation(other, clock.now());
  assert.ok(cut);
  assert.equal(await beginReconciliation(db, clock.now()), null);
  // What a killed process leaves: connections that the server sees end.
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name like 'a process that dies%'`.execute(db);
  t.after(async () => {
    await cut.release();
    await other.destroy();
  });
  const shown = async () => (await listReconciliations(db, 10)).find(({ id }) => id === cut.id);
  await until('the server has seen it end', async () => (await shown())?.isRunning === false);
  assert.equal((await shown())?.endedAtMs, null);
  const next = await beginReconciliation(db, clock.now());
  assert.ok(next, 'it begins at once');
  await next.release();
});
