import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { leafOf, rootOfPath } from '@rasat/ledger';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { testDatabase } from '../../platform/testing.ts';
import { tamper } from '../../testing/analysed-record.ts';
import { plantSeries } from '../../testing/market.ts';
import { countNodes, listHeads } from './head-store.ts';
import { auditPath, publishHead } from './heads.ts';

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

/** Root of the rows one to `size` by RFC 9162, 2.1.1: leaves behind a byte of 0, nodes behind one of 1. */
function rootOver(size: number): string {
  const leaves = Array.from({ length: size }, (_, at) =>
    sha256(Buffer.concat([Buffer.of(0), rowHash(at + 1)])),
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

test('nothing is published over a ledger that lacks a row', async (t) => {
  const { db } = await testDatabase(t);
  const { id } = await plantSeries(db, { symbol: 'EURUSD' });
  await plantRows(db, id, 1, 10);
  await plantRows(db, id, 12, 20);
  await assert.rejects(publishHead(db, createManualClock(NOON)), /rows are missing/);
  assert.deepEqual(await listHeads(db), []);
});
