import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { isConsistent, leafOf, rootOfPath } from '@rasat/ledger';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { testDatabase } from '../../platform/testing.ts';
import { tamper } from '../../testing/analysed-record.ts';
import { plantSeries } from '../../testing/market.ts';
import { countNodes, listHeads } from './head-store.ts';
import { auditPath, proveConsistency, publishHead, type RecordHead } from './heads.ts';

const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');
const DAY = 86_400_000;
const NOON = Date.UTC(2026, 10, 21, 12);

/** Rows that only their hashes tell apart: that of row n is SHA-256 of the text n. */
async function plantRows(db: Db, seriesId: number, from: number, to: number): Promise<void> {
  await sql`
    insert into ledger (seq, symbol, source, series_id, event_key, kind, setup, engine_version,
      bar_time, created_at, origin, way, price, range, sl, tp1, tp2, detail, input_hash, prev_hash,
      hash)
    select n, 'EURUSD', 'simulated', ${seriesId}::int, 'condition.' || n, 'condition', 'pivot', '1',
      n, n, 'live', true, 1, 1, 1, 1, 1, '{}', sha256(''), sha256((n - 1)::text::bytea),
      sha256(n::text::bytea)
    from generate_series(${from}::int, ${to}::int) n`.execute(db);
}

const rowHash = (seq: number): Buffer => sha256(Buffer.from(String(seq)));

/** Outcomes that only their hashes tell apart, each of the row with its number: SHA-256 of the text `o` and n. */
async function plantOutcomes(db: Db, from: number, to: number): Promise<void> {
  await sql`
    insert into ledger_outcome (no, seq, leg, status, price, r, engine_version, bar_time,
      created_at, origin, detail, input_hash, prev_hash, hash)
    select n, n, 'tp1', 1, 1, 1, '1', n, n, 'live', '{}', sha256(''),
      sha256(('o' || n - 1)::text::bytea), sha256(('o' || n)::text::bytea)
    from generate_series(${from}::int, ${to}::int) n`.execute(db);
}

const outcomeHash = (no: number): Buffer => sha256(Buffer.from(`o${no}`));

/** Root of the rows one to `size` by RFC 9162, 2.1.1: leaves behind a byte of 0, nodes behind one of 1. */
function rootOver(size: number, hashOf: (number: number) => Buffer = rowHash): string {
  const leaves = Array.from({ length: size }, (_, at) =>
    sha256(Buffer.concat([Buffer.of(0), hashOf(at + 1)])),
  );
  const rootOf = (from: number, to: number): Buffer => {
    if (to - from === 1) return leaves[from]!;
    const middle = from + 2 ** Math.floor(Math.log2(to - from - 1));
    return sha256(Buffer.concat([Buffer.of(1), rootOf(from, middle), rootOf(middle, to)]));
  };
  return rootOf(0, size).toString('hex');
}

/** Whether the path of a row leads to the root over `size`. */
async function isUnder(db: Db, seq: number, size: number, root: string): Promise<boolean> {
  const path = await auditPath(db, 'ledger', seq, size);
  const found = rootOfPath(leafOf(rowHash(seq), sha256), seq - 1, size, path, sha256);
  return found?.toString('hex') === root;
}

test('no head is published over less than there was', async (t) => {
  const { db } = await testDatabase(t);
  const { id } = await plantSeries(db, { symbol: 'EURUSD' });
  await plantRows(db, id, 1, 700);
  await publishHead(db, createManualClock(NOON));
  const shorten = async (seq: number): Promise<void> => {
    await tamper(db, `delete from ledger where seq > ${seq}`);
    await assert.rejects(
      publishHead(db, createManualClock(NOON + DAY)),
      /rows of 2026-11-21 are missing/,
    );
  };
  for (const seq of [699, 511, 100, 0]) await shorten(seq);
  assert.equal((await listHeads(db)).length, 1);
});

test('a day has one head, over every row that there was, and it stays', async (t) => {
  const { db } = await testDatabase(t);
  const clock = createManualClock(NOON);
  assert.equal(await publishHead(db, clock), null, 'nothing to publish');
  const { id } = await plantSeries(db, { symbol: 'EURUSD' });
  await plantRows(db, id, 1, 300);
  const head = await publishHead(db, clock);
  assert.ok(head);
  assert.equal(head.day, '2026-11-21');
  assert.equal(head.size, 300);
  assert.equal(head.hash, rowHash(300).toString('hex'));
  assert.equal(head.root, rootOver(300));
  assert.equal(head.outcomes, 0);
  assert.equal(head.outcomesHash, '0'.repeat(64));
  // SHA-256 of no bytes: RFC 9162, 2.1.1.
  assert.equal(
    head.outcomesRoot,
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  );
  assert.equal(head.created, NOON);
  await plantRows(db, id, 301, 700);
  await clock.advance(DAY / 2 - 1);
  assert.deepEqual(await publishHead(db, clock), head, 'still the same day');
  await clock.advance(1);
  const next = await publishHead(db, clock);
  assert.equal(next?.day, '2026-11-22');
  assert.equal(next?.root, rootOver(700));
  assert.equal(await countNodes(db, 'ledger', 8), 2);
  assert.equal(await countNodes(db, 'ledger', 9), 1);
  await assert.rejects(sql`update record_head set size = 1`.execute(db), /append-only/);
  await assert.rejects(sql`delete from record_node`.execute(db), /append-only/);
});

test('two that publish at once publish one head', async (t) => {
  const { db } = await testDatabase(t);
  const { id } = await plantSeries(db, { symbol: 'EURUSD' });
  await plantRows(db, id, 1, 1000);
  const clock = createManualClock(NOON);
  const [one, other] = await Promise.all([publishHead(db, clock), publishHead(db, clock)]);
  assert.deepEqual(one, other);
  assert.equal((await listHeads(db)).length, 1);
});

test('however the ledger grew, every row has a path to the root of every head', async (t) => {
  const { db } = await testDatabase(t);
  const { id } = await plantSeries(db, { symbol: 'EURUSD' });
  const clock = createManualClock(NOON);
  const heads = [];
  let last = 0;
  for (const size of [1, 255, 256, 257, 511, 1024, 1500, 20_000]) {
    await plantRows(db, id, last + 1, size);
    last = size;
    const head = await publishHead(db, clock);
    assert.equal(head?.root, rootOver(size), `${size} rows`);
    heads.push(head);
    await clock.advance(DAY);
  }
  for (const { size, root } of heads) {
    const seqs = [1, 2, 128, 255, 256, 257, 300, 512, 513, 1000, 1024, 1025, 1500, 16_384, 19_999];
    for (const seq of [...seqs.filter((one) => one < size), size]) {
      assert.ok(await isUnder(db, seq, size, root), `row ${seq} under the head over ${size}`);
    }
  }
  await assert.rejects(auditPath(db, 'ledger', 1501, 1500), RangeError);
  assert.equal(await isUnder(db, 7, 1024, heads[6]!.root), false, 'the root of another day');
});

/** Publishes a head a day over these numbers of rows and outcomes. */
async function publishDaily(
  db: Db,
  sizes: readonly (readonly [rows: number, outcomes: number])[],
): Promise<RecordHead[]> {
  const { id } = await plantSeries(db, { symbol: 'EURUSD' });
  const clock = createManualClock(NOON);
  const heads: RecordHead[] = [];
  let last: readonly [rows: number, outcomes: number] = [0, 0];
  for (const [rows, outcomes] of sizes) {
    await plantRows(db, id, last[0] + 1, rows);
    await plantOutcomes(db, last[1] + 1, outcomes);
    last = [rows, outcomes];
    const head = await publishHead(db, clock);
    assert.ok(head);
    heads.push(head);
    await clock.advance(DAY);
  }
  return heads;
}

test('a head has a root over the outcomes, to which every outcome has a path', async (t) => {
  const { db } = await testDatabase(t);
  const heads = await publishDaily(db, [
    [1, 0],
    [300, 1],
    [300, 256],
    [700, 300],
    [3000, 2500],
  ]);
  for (const { size, root, outcomes, outcomesHash, outcomesRoot } of heads) {
    assert.equal(root, rootOver(size));
    if (outcomes === 0) continue;
    assert.equal(outcomesHash, outcomeHash(outcomes).toString('hex'));
    assert.equal(outcomesRoot, rootOver(outcomes, outcomeHash));
    for (const no of [1, 2, 255, 256, 257, 300, 513, 2048, 2049].filter((one) => one <= outcomes)) {
      const path = await auditPath(db, 'outcomes', no, outcomes);
      const leaf = leafOf(outcomeHash(no), sha256);
      const found = rootOfPath(leaf, no - 1, outcomes, path, sha256);
      assert.equal(found?.toString('hex'), outcomesRoot, `outcome ${no} of ${outcomes}`);
    }
  }
  assert.equal(await countNodes(db, 'outcomes', 8), 9);
  assert.equal(await countNodes(db, 'ledger', 8), 11);
});

test('each head is the beginning of every later one, by a proof from few hashes', async (t) => {
  const { db } = await testDatabase(t);
  const heads = await publishDaily(db, [
    [1, 0],
    [255, 1],
    [256, 200],
    [257, 257],
    [1024, 512],
    [1500, 1100],
    [5000, 3000],
  ]);
  const bytes = (hex: string) => Buffer.from(hex, 'hex');
  const rowsOf = ({ size, root }: RecordHead) => ({ size, root: bytes(root) });
  const outcomesOf = (head: RecordHead) => ({
    size: head.outcomes,
    root: bytes(head.outcomesRoot ?? ''),
  });
  for (const [at, to] of heads.entries()) {
    for (const from of heads.slice(0, at + 1)) {
      const proof = await proveConsistency(db, from, to);
      const name = `${from.size} of ${to.size}`;
      assert.deepEqual([proof.from, proof.to], [from, to]);
      assert.ok(isConsistent(rowsOf(from), rowsOf(to), proof.rows.map(bytes), sha256), name);
      const outcomes = proof.outcomes?.map(bytes) ?? [];
      assert.ok(isConsistent(outcomesOf(from), outcomesOf(to), outcomes, sha256), name);
      // The two proofs are of different trees.
      if (proof.rows.length > 0) {
        assert.ok(!isConsistent(outcomesOf(from), outcomesOf(to), proof.rows.map(bytes), sha256));
      }
    }
  }
  const [first, last] = [heads[0], heads.at(-1)];
  assert.ok(first && last);
  await assert.rejects(proveConsistency(db, last, first), RangeError);
});

test('a head from before there was a tree over the outcomes has no root over them, and gets none', async (t) => {
  const { db } = await testDatabase(t);
  const [first] = await publishDaily(db, [[300, 280]]);
  assert.ok(first);
  await tamper(
    db,
    'update record_head set outcomes_root = null',
    "delete from record_node where chain = 'outcomes'",
  );
  const again = await publishHead(db, createManualClock(NOON));
  assert.deepEqual(again, { ...first, outcomesRoot: null });
  await plantOutcomes(db, 281, 290);
  const next = await publishHead(db, createManualClock(NOON + DAY));
  assert.ok(next);
  assert.equal(next.outcomesRoot, rootOver(290, outcomeHash));
  assert.equal((await listHeads(db))[0]?.outcomes_root, null);
  assert.deepEqual(await proveConsistency(db, again, next), {
    from: again,
    to: next,
    rows: [],
    outcomes: null,
  });
});

test('nothing is published over outcomes of which one is missing', async (t) => {
  const { db } = await testDatabase(t);
  const { id } = await plantSeries(db, { symbol: 'EURUSD' });
  await plantRows(db, id, 1, 20);
  await plantOutcomes(db, 1, 10);
  await plantOutcomes(db, 12, 20);
  await assert.rejects(
    publishHead(db, createManualClock(NOON)),
    /rows are missing .* of the outcomes/,
  );
  assert.deepEqual(await listHeads(db), []);
});

test('nothing is published over a ledger that lacks a row', async (t) => {
  const { db } = await testDatabase(t);
  const { id } = await plantSeries(db, { symbol: 'EURUSD' });
  await plantRows(db, id, 1, 10);
  await plantRows(db, id, 12, 20);
  await assert.rejects(publishHead(db, createManualClock(NOON)), /rows are missing/);
  assert.deepEqual(await listHeads(db), []);
});
