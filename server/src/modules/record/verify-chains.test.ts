import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { LedgerRow } from '@rasat/contract';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import { testDatabase } from '../../platform/testing.ts';
import { plantSeries } from '../../testing/market.ts';
import { plantOutcome, plantSignal } from '../../testing/record.ts';
import { hashOf, listLedgerAfter, listOutcomesAfter } from '../signals/index.ts';
import { createFindings } from './findings.ts';
import { publishHead } from './heads.ts';
import { verifyChains, walkChains } from './verify-chains.ts';

const HOUR = 3_600_000;
const MONDAY = Date.UTC(2026, 10, 16);

/** Seven rows with three outcomes, and a head over five rows and two of them. */
async function plantChains(t: TestContext): Promise<Db> {
  const { db } = await testDatabase(t);
  const series = await plantSeries(db, { symbol: 'EURUSD' });
  const plant = (at: number): Promise<LedgerRow> =>
    plantSignal(db, series, { kind: 'condition', timeMs: MONDAY + at * HOUR });
  const [first] = [await plant(0)];
  for (const at of [1, 2, 3, 4]) await plant(at);
  await plantOutcome(db, first, 'tp1', 1);
  await plantOutcome(db, first, 'tp2', -1);
  await publishHead(db, createManualClock(MONDAY + 9 * HOUR));
  const later = await plant(5);
  await plant(6);
  await plantOutcome(db, later, 'tp1', 0);
  return db;
}

/** What an attacker with the keys of the database could do. */
function tamper(db: Db, ...statements: string[]): Promise<void> {
  return inTransaction(db, async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const statement of statements) await sql.raw(statement).execute(trx);
  });
}

async function verified(db: Db) {
  const findings = createFindings();
  let batches = 0;
  const counts = await verifyChains(db, findings, () => {
    batches += 1;
  });
  return { counts, batches, found: findings.list().map(({ where, what }) => `${where}: ${what}`) };
}

test('honest chains are counted, and nothing is found', async (t) => {
  const db = await plantChains(t);
  assert.deepEqual(await verified(db), {
    counts: { ledger: 7, outcomes: 3 },
    batches: 2,
    found: [],
  });
  const rows: string[] = [];
  await walkChains(db, {
    broken: () => assert.fail('nothing is broken'),
    row: (row) => rows.push('no' in row ? `outcome ${row.no}` : `row ${row.seq}`),
  });
  assert.deepEqual(rows, [
    ...[1, 2, 3, 4, 5, 6, 7].map((seq) => `row ${seq}`),
    ...[1, 2, 3].map((no) => `outcome ${no}`),
  ]);
  await assert.rejects(
    walkChains(db, { broken: () => {} }, { signal: AbortSignal.abort(new Error('enough')) }),
    /enough/,
  );
});

test('rows that are gone are named, one or from the first to the last of them', async (t) => {
  const db = await plantChains(t);
  await tamper(db, 'delete from ledger where seq = 6', 'delete from ledger where seq in (3, 4)');
  const { counts, found } = await verified(db);
  assert.deepEqual(counts, { ledger: 4, outcomes: 3 });
  assert.deepEqual(
    found.filter((line) => line.startsWith('ledger')),
    ['ledger: row 3 to 4 are missing', 'ledger: row 6 is missing'],
  );
});

test('a first row that is gone is missing as well', async (t) => {
  const db = await plantChains(t);
  await tamper(db, 'delete from ledger_outcome where no = 1');
  assert.deepEqual((await verified(db)).found, ['outcomes: row 1 is missing']);
});

test('a row that follows another one than that before it has a broken link', async (t) => {
  const db = await plantChains(t);
  const [row] = await listLedgerAfter(db, 6, 1);
  assert.ok(row);
  const prevHash = '7'.repeat(64);
  const hash = hashOf({ ...row, prevHash });
  await tamper(
    db,
    `update ledger set prev_hash = decode('${prevHash}', 'hex'), hash = decode('${hash}', 'hex')
     where seq = 7`,
  );
  assert.deepEqual((await verified(db)).found, [
    'ledger: row 7 does not follow row 6: the link is broken',
  ]);
});

test('a row or an outcome that says something else was changed', async (t) => {
  const db = await plantChains(t);
  await tamper(
    db,
    'update ledger set price = 2 where seq = 2',
    'update ledger_outcome set r = 3 where no = 3',
  );
  assert.deepEqual((await verified(db)).found, [
    'ledger: row 2 was changed after publication',
    'outcomes: row 3 was changed after publication',
  ]);
});

test('the last rows that are gone show against the head of an earlier day', async (t) => {
  const db = await plantChains(t);
  await tamper(db, 'delete from ledger where seq > 5', 'delete from ledger_outcome where no > 2');
  assert.deepEqual((await verified(db)).found, [], 'the head is over no more than these');
  const told = 'heads: on 2026-11-16 there were 5 rows and 2 outcomes';
  await tamper(db, 'delete from ledger_outcome where no = 2');
  assert.deepEqual((await verified(db)).found, [told]);
  const fewer = await plantChains(t);
  await tamper(fewer, 'delete from ledger where seq > 4');
  assert.deepEqual((await verified(fewer)).found, [told]);
});

test('chains that were written anew show against the head, and only up to its rows', async (t) => {
  const db = await plantChains(t);
  const statements: string[] = [];
  let before = '0'.repeat(64);
  for (const outcome of await listOutcomesAfter(db, 0, 10)) {
    const own = { ...outcome, r: outcome.no === 2 ? 9 : outcome.r, prevHash: before };
    const hash = hashOf(own);
    statements.push(
      `update ledger_outcome set r = ${own.r}, prev_hash = decode('${before}', 'hex'),
         hash = decode('${hash}', 'hex') where no = ${own.no}`,
    );
    before = hash;
  }
  await tamper(db, ...statements);
  assert.deepEqual((await verified(db)).found, ['heads: outcome 2 is not that of 2026-11-16']);
});
