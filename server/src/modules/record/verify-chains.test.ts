import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { LedgerRow } from '@rasat/ledger';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import { filledDatabase, testDatabase } from '../../platform/testing.ts';
import { changePart, foldAll, readLedger, readOutcomes } from '../../testing/ledger.ts';
import { plantSeries } from '../../testing/market.ts';
import { plantOutcome, plantSignal } from '../../testing/record.ts';
import { findHashes, hashOf } from '../signals/index.ts';
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
    gap: () => assert.fail('nothing is missing'),
    row: (chain, number) => rows.push(`${chain === 'ledger' ? 'row' : 'outcome'} ${number}`),
  });
  assert.deepEqual(rows, [
    ...[1, 2, 3, 4, 5, 6, 7].map((seq) => `row ${seq}`),
    ...[1, 2, 3].map((no) => `outcome ${no}`),
  ]);
  await assert.rejects(
    walkChains(
      db,
      { broken: () => {}, gap: () => {} },
      { signal: AbortSignal.abort(new Error('enough')) },
    ),
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
  assert.deepEqual((await verified(db)).found, [
    'outcomes: row 1 is missing',
    'heads: the outcomes 1 to 2 do not have the root that was published on 2026-11-16',
  ]);
});

test('a row that follows another one than that before it has a broken link', async (t) => {
  const db = await plantChains(t);
  const row = (await readLedger(db))[6];
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
  for (const outcome of await readOutcomes(db)) {
    const own = { ...outcome, r: outcome.no === 2 ? 9 : outcome.r, prevHash: before };
    const hash = hashOf(own);
    statements.push(
      `update ledger_outcome set r = ${own.r}, prev_hash = decode('${before}', 'hex'),
         hash = decode('${hash}', 'hex') where no = ${own.no}`,
    );
    before = hash;
  }
  await tamper(db, ...statements);
  assert.deepEqual((await verified(db)).found, [
    'heads: outcome 2 is not that of 2026-11-16',
    'heads: the outcomes 1 to 2 do not have the root that was published on 2026-11-16',
  ]);
});

test('a root over the outcomes that does not follow from them shows, and one that was never published does not', async (t) => {
  const db = await plantChains(t);
  await tamper(db, "update record_head set outcomes_root = sha256('other')");
  assert.deepEqual((await verified(db)).found, [
    'heads: the outcomes 1 to 2 do not have the root that was published on 2026-11-16',
  ]);
  await tamper(db, 'update record_head set outcomes_root = null');
  assert.deepEqual((await verified(db)).found, []);
});

test('a node over the outcomes that does not follow from them shows', async (t) => {
  const db = await plantFolded(t);
  await publishHead(db, createManualClock(MONDAY + 700 * HOUR));
  assert.deepEqual((await verified(db)).found, []);
  await tamper(
    db,
    "update record_node set hash = sha256('x') where chain = 'outcomes' and level = 8 and position = 1",
  );
  assert.deepEqual((await verified(db)).found, [
    'heads: node 1 of level 8 is not over the outcomes that there are',
  ]);
});

/** 600 rows with an outcome each, folded but for the last of them. */
async function plantFolded(t: TestContext): Promise<Db> {
  const database = await filledDatabase(t, 'folded-chains', async (_inner, made) => {
    const { db } = made;
    const series = await plantSeries(db, { symbol: 'EURUSD' });
    for (let at = 0; at < 600; at++) {
      const row = await plantSignal(db, series, { kind: 'box', timeMs: MONDAY + at * HOUR });
      await plantOutcome(db, row, 'tp1', at % 2 === 0 ? 1 : -1);
    }
    assert.equal(await foldAll(db), 1024);
  });
  return database.db;
}

test('folded chains are walked whole and in parts, and nothing is found', async (t) => {
  const db = await plantFolded(t);
  assert.deepEqual((await verified(db)).found, []);
  assert.deepEqual((await verified(db)).counts, { ledger: 600, outcomes: 600 });
  const hash = (await findHashes(db, 'outcomes', [250])).get(250)?.toString('hex') ?? '';
  const rows: number[] = [];
  const met = await walkChains(
    db,
    {
      broken: () => assert.fail('nothing is broken'),
      gap: () => assert.fail('nothing is missing'),
      row: (_chain, number) => rows.push(number),
    },
    { ledger: [], outcomes: [{ after: 250, hash, to: 520 }] },
  );
  assert.deepEqual(met, { ledger: 0, outcomes: 270 });
  assert.deepEqual(
    rows,
    Array.from({ length: 270 }, (_, i) => 251 + i),
  );
});

test('a folded row or outcome that says something else was changed', async (t) => {
  const db = await plantFolded(t);
  await changePart(db, 101, (signals) =>
    signals.map(({ row, outcomes }) => ({
      row: row.seq === 150 ? { ...row, price: 1.2 } : row,
      outcomes: row.seq === 160 ? outcomes.map((one) => ({ ...one, r: 3 })) : outcomes,
    })),
  );
  assert.deepEqual((await verified(db)).found, [
    'ledger: row 150 was changed after publication',
    'outcomes: row 160 was changed after publication',
  ]);
});

test('folded rows that are gone are named, with their part or out of it', async (t) => {
  const db = await plantFolded(t);
  await changePart(db, 101, (signals) => signals.filter(({ row }) => row.seq !== 200));
  await tamper(db, 'delete from ledger_part where first_seq = 301');
  assert.deepEqual((await verified(db)).found, [
    'ledger: row 200 is missing',
    'ledger: row 301 to 400 are missing',
    'outcomes: row 200 is missing',
    'outcomes: row 301 to 400 are missing',
  ]);
});

test('another hash in a block shows against the rows, and a block that is gone as well', async (t) => {
  const db = await plantFolded(t);
  const byte = (block: number, at: number): string =>
    `update ledger_hash set hashes = set_byte(hashes, ${at}, get_byte(hashes, ${at}) # 1)
     where chain = 'ledger' and block = ${block}`;
  // The hash of row 10, which row 11 follows.
  await tamper(db, byte(0, 10 * 32));
  assert.deepEqual((await verified(db)).found, [
    'ledger: row 10 was changed after publication',
    'ledger: row 11 was changed after publication',
  ]);
  await tamper(db, byte(0, 10 * 32), byte(1, 0));
  assert.deepEqual((await verified(db)).found, [
    'ledger: row 257 does not follow row 256: the link is broken',
    'ledger: row 257 was changed after publication',
  ]);
  await tamper(db, byte(1, 0), `delete from ledger_hash where chain = 'ledger' and block = 1`);
  const { found } = await verified(db);
  assert.ok(found.length > 20, found.join());
  assert.equal(found[0], 'ledger: row 257 was changed after publication');
});
