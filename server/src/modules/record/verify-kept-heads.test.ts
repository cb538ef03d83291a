import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { LedgerRow } from '@rasat/ledger';
import { createManualClock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { filledDatabase } from '../../platform/testing.ts';
import { tamper } from '../../testing/analysed-record.ts';
import { foldAll, readLedger } from '../../testing/ledger.ts';
import { plantSeries } from '../../testing/market.ts';
import { plantOutcome, plantSignal } from '../../testing/record.ts';
import { hashOf } from '../signals/index.ts';
import { listHeads } from './head-store.ts';
import { headOf, publishHead, type RecordHead } from './heads.ts';
import { verifyKeptHeads } from './verify-kept-heads.ts';

type Member = RecordHead[keyof RecordHead];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MONDAY = Date.UTC(2026, 10, 16);

/** 620 rows and 600 outcomes, of which two days have a head: over 270 of each, and over all. */
async function plantHeads(t: TestContext): Promise<{ db: Db; heads: RecordHead[] }> {
  const { db } = await filledDatabase(t, 'kept-heads', async (_inner, made) => {
    const series = await plantSeries(made.db, { symbol: 'EURUSD' });
    const clock = createManualClock(MONDAY + DAY);
    for (let at = 1; at <= 620; at++) {
      const row = await plantSignal(made.db, series, { kind: 'box', timeMs: MONDAY + at * HOUR });
      if (at <= 600) await plantOutcome(made.db, row, 'tp1', at % 2 === 0 ? 1 : -1);
      if (at === 270) await publishHead(made.db, clock);
    }
    await clock.advance(DAY);
    await publishHead(made.db, clock);
    assert.equal(await foldAll(made.db), 1024);
  });
  return { db, heads: (await listHeads(db)).map(headOf) };
}

const differencesOf = async (db: Db, ...heads: readonly RecordHead[]) =>
  (await verifyKeptHeads(db, heads)).differences;

test('heads of an untouched record have no difference', async (t) => {
  const { db, heads } = await plantHeads(t);
  assert.deepEqual(await verifyKeptHeads(db, heads), {
    ledgerRows: 620,
    outcomes: 600,
    differences: [],
    withoutOutcomesRoot: [],
  });
});

test('each member of a kept head that the record does not have is named', async (t) => {
  const { db, heads } = await plantHeads(t);
  const [head] = heads;
  assert.ok(head);
  const other = '7'.repeat(64);
  const is = (name: string, kept: Member, published: Member): string =>
    `the head of 2026-11-17 has another ${name}: ${String(kept)} was kept, the record has ${String(published)}`;
  const wrongRoot = (rows: string) =>
    `the ${rows} 1 to 270 do not have the root that was published on 2026-11-17`;
  const cases: readonly (readonly [Partial<RecordHead>, readonly string[]])[] = [
    [
      { hash: other },
      [is('hash of the last row', other, head.hash), 'row 270 is not that of 2026-11-17'],
    ],
    [{ root: other }, [is('root over the rows', other, head.root), wrongRoot('rows')]],
    [
      { outcomesHash: other },
      [
        is('hash of the last outcome', other, head.outcomesHash),
        'outcome 270 is not that of 2026-11-17',
      ],
    ],
    [
      { outcomesRoot: other },
      [is('root over the outcomes', other, head.outcomesRoot), wrongRoot('outcomes')],
    ],
    [{ created: 5 }, [is('time', 5, head.created)]],
    [
      { size: 621, outcomes: 601 },
      [
        is('number of rows', 621, 270),
        is('number of outcomes', 601, 270),
        'on 2026-11-17 there were 621 rows and 601 outcomes',
      ],
    ],
    [{ day: '2026-11-16' }, ['the record has no head of 2026-11-16']],
  ];
  for (const [change, found] of cases) {
    assert.deepEqual(await differencesOf(db, { ...head, ...change }), found);
  }
});

test('a head without a root over the outcomes is compared without it, and is no difference', async (t) => {
  const { db, heads } = await plantHeads(t);
  const old = heads.map((head) => ({ ...head, outcomesRoot: null }));
  assert.ok(old[0] && old[1]);
  await tamper(
    db,
    "update record_head set outcomes_root = null where day = '2026-11-17'",
    "delete from record_node where chain = 'outcomes'",
  );
  assert.deepEqual(await verifyKeptHeads(db, [old[0]]), {
    ledgerRows: 620,
    outcomes: 600,
    differences: [],
    withoutOutcomesRoot: ['2026-11-17'],
  });
  // A root that the record got afterwards was never published.
  const [found] = await differencesOf(db, old[1]);
  assert.match(found ?? '', /root over the outcomes: none was kept, the record has [0-9a-f]{64}$/);
});

test('a record that was written anew with its heads shows by a head that was kept', async (t) => {
  const { db, heads } = await plantHeads(t);
  const statements = ['delete from record_head', 'delete from record_node'];
  let prevHash = '0'.repeat(64);
  for (const row of await readLedger(db)) {
    const own: LedgerRow = { ...row, price: row.seq === 100 ? 1.2 : row.price, prevHash };
    const hash = hashOf(own);
    statements.push(
      `update ledger set price = ${own.price}, prev_hash = decode('${prevHash}', 'hex'),
         hash = decode('${hash}', 'hex') where seq = ${own.seq}`,
    );
    prevHash = hash;
  }
  await tamper(db, ...statements);
  await publishHead(db, createManualClock(MONDAY + DAY));
  const [head] = heads;
  assert.ok(head);
  const found = await differencesOf(db, head);
  assert.ok(found.includes('row 270 is not that of 2026-11-17'), found.join('\n'));
  const root = 'the rows 1 to 270 do not have the root that was published on 2026-11-17';
  assert.ok(found.includes(root));
  assert.ok(!found.some((line) => line.startsWith('outcome')), 'the outcomes are the same');
});

test('rows that are gone are named', async (t) => {
  const { db, heads } = await plantHeads(t);
  await tamper(
    db,
    'delete from ledger where seq > 260',
    'delete from ledger_outcome where no = 290',
  );
  const found = await differencesOf(db, ...heads);
  assert.deepEqual(found, [
    'outcomes: row 290 is missing',
    'on 2026-11-17 there were 270 rows and 270 outcomes',
    'on 2026-11-18 there were 620 rows and 600 outcomes',
  ]);
});
