import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import type { PartContext } from '../../platform/part.ts';
import { filledDatabase, type Tidy, testContext } from '../../platform/testing.ts';
import { tamper } from '../../testing/analysed-record.ts';
import { makeBars } from '../../testing/bars.ts';
import { foldAll, readLedger, readOutcomes } from '../../testing/ledger.ts';
import { plantBars, plantSeries } from '../../testing/market.ts';
import { withParts } from '../../testing/parts.ts';
import { startAnalyst, updatedTopic } from '../analysis/index.ts';
import { listSeries, type Series } from '../market/index.ts';
import { findChainHeads, findHashes, findSealed, readRowHashes } from './chain-store.ts';
import { listFoldableSignals, sealChains } from './fold.ts';
import { publishNext, startPublisher } from './publisher.ts';
import { findChainedSignal, findSignals, listSignals, listSignalsSince } from './signal-store.ts';
import { insertLedger, listSeqs, nameText } from './store.ts';

const MONDAY = Date.UTC(2024, 0, 1);
const HOUR = 3_600_000;
const NOW = MONDAY + 9000 * HOUR;
const DUE = { olderThanMs: NOW, moreThan: 0 };

/** Two histories, analysed, of which nothing is published. */
async function analysed(t: Tidy): Promise<PartContext> {
  const clock = createManualClock(NOW);
  const database = await filledDatabase(t, 'unpublished', async (inner, made) => {
    const context = await testContext(inner, { clock, database: made });
    for (const [i, symbol] of ['EURUSD', 'GBPUSD'].entries()) {
      const series = await plantSeries(context.db, { symbol });
      await plantBars(context.db, series, makeBars({ seed: 20 + i, fromMs: MONDAY, bars: 8000 }));
    }
    await withParts([() => startAnalyst(context)], async () => {});
  });
  return testContext(t, { clock, database });
}

async function publish(db: Db, batch: number, between = async (): Promise<void> => {}) {
  const all = new Map((await listSeries(db)).map((one) => [one.id, one]));
  const find = async (id: number) => all.get(id) as Series;
  for (;;) {
    const { more } = await publishNext(db, find, () => NOW, batch);
    await between();
    if (!more) return;
  }
}

async function countHot(db: Db): Promise<{ rows: number; outcomes: number; parts: number }> {
  const { rows } = await sql<Awaited<ReturnType<typeof countHot>>>`
    select (select count(*)::int from ledger) as rows,
      (select count(*)::int from ledger_outcome) as outcomes,
      (select count(*)::int from ledger_part) as parts`.execute(db);
  const [count] = rows;
  assert.ok(count);
  return count;
}

const { db } = await analysed({ after });
await publish(db, 500);
const ledger = await readLedger(db);
const outcomes = await readOutcomes(db);
assert.ok(ledger.length > 512 && outcomes.length > 1024);

test('a folded row says what it said, under its number and its hashes', async () => {
  assert.ok((await foldAll(db)) > 1000);
  const hot = await countHot(db);
  assert.ok(hot.rows <= 256 && hot.outcomes <= 256 + 300, JSON.stringify(hot));
  assert.ok(hot.parts >= Math.floor((ledger.length - 256) / 100), JSON.stringify(hot));
  assert.deepEqual(await readLedger(db), ledger);
  assert.deepEqual(await readOutcomes(db), outcomes);
  const last = { ledger: ledger.at(-1), outcomes: outcomes.at(-1) };
  assert.deepEqual(await findChainHeads(db), {
    ledger: { number: last.ledger?.seq, hash: last.ledger?.hash },
    outcomes: { number: last.outcomes?.no, hash: last.outcomes?.hash },
  });
  assert.equal(await foldAll(db), 0, 'what is folded is folded once');
});

test('folded or not, rows are found by number, by history and by what is new', async () => {
  const wanted = [1, 255, 256, 257, 400, ledger.length];
  const found = await findSignals(db, [...wanted, ledger.length + 1, 9_999_999_999_999]);
  assert.deepEqual(
    [...found.keys()].toSorted((a, b) => a - b),
    wanted,
  );
  const chained = await findChainedSignal(db, 257);
  assert.deepEqual(chained?.row, ledger[256]);
  assert.deepEqual(
    chained?.outcomes,
    outcomes.filter(({ seq }) => seq === 257),
  );
  assert.equal(await findChainedSignal(db, ledger.length + 1), undefined);
  const hashes = await findHashes(db, 'outcomes', [1, 300, outcomes.length, outcomes.length + 1]);
  assert.deepEqual(
    Object.fromEntries([...hashes].map(([no, hash]) => [no, hash.toString('hex')])),
    Object.fromEntries([1, 300, outcomes.length].map((no) => [no, outcomes[no - 1]?.hash])),
  );
  const range = await readRowHashes(db, 'ledger', 250, 600);
  assert.equal(
    range.toString('hex'),
    ledger
      .slice(249, 600)
      .map(({ hash }) => hash)
      .join(''),
  );

  const [first] = ledger;
  assert.ok(first);
  const { seriesId, engineVersion } = first;
  const own = await listSignals(db, { seriesId, engineVersion });
  assert.deepEqual(
    own.map(({ row }) => row.seq),
    ledger.filter((row) => row.seriesId === seriesId).map(({ seq }) => seq),
  );
  const since = await listSignalsSince(
    db,
    { seriesIds: [seriesId], engineVersion },
    { seq: 450, no: 900 },
  );
  const isNew = new Set([
    ...ledger.filter((row) => row.seriesId === seriesId && row.seq > 450).map(({ seq }) => seq),
    ...outcomes
      .filter(({ no, seq }) => no > 900 && ledger[seq - 1]?.seriesId === seriesId)
      .map(({ seq }) => seq),
  ]);
  const bySeq = new Map(since.map((signal) => [signal.row.seq, signal]));
  for (const seq of isNew) {
    assert.deepEqual(
      bySeq.get(seq)?.outcomes.map(({ no }) => no),
      outcomes.filter((outcome) => outcome.seq === seq).map(({ no }) => no),
      `row ${seq}`,
    );
  }
});

test('a folded row is found by its name, of each kind', async () => {
  const found = await listSeqs(db, ledger);
  assert.deepEqual(
    new Map(found.map((row) => [nameText(row), row.seq])),
    new Map(ledger.map((row) => [nameText(row), row.seq])),
  );
  assert.equal(new Set(ledger.slice(0, 256).map(({ kind }) => kind)).size, 3);
  const [first] = ledger;
  assert.ok(first);
  const unknown = ['', 'levels.1', 'trade.36.short.1', `other.${first.barTime}`];
  assert.deepEqual(
    await listSeqs(
      db,
      unknown.map((eventKey) => ({ ...first, eventKey })),
    ),
    [],
  );
});

test('a cell counts its rows that are not decided', async () => {
  const decided = new Set(outcomes.filter(({ leg }) => leg === 'tp1').map(({ seq }) => seq));
  const { rows } = await sql<{ undecided: number }>`
    select sum(undecided)::int as undecided from record_cell`.execute(db);
  assert.equal(rows[0]?.undecided, ledger.length - decided.size);
});

test('what becomes known without a pause does not keep rows from being folded', async (t) => {
  const context = await analysed(t);
  const { bus } = context;
  const ringing = setInterval(() => bus.publish(updatedTopic, { symbols: [], changed: [] }), 1);
  t.after(() => clearInterval(ringing));
  await withParts([() => startPublisher(context)], (wait) =>
    wait(async () => {
      const { parts, rows } = await countHot(context.db);
      return parts > 0 && rows <= 256;
    }),
  );
});

test('the chains are the same however often rows are folded while they are published', async (t) => {
  const context = await analysed(t);
  let folded = 0;
  await publish(context.db, 40, async () => {
    folded += await foldAll(context.db);
  });
  assert.ok(folded > 1000);
  assert.deepEqual(await readLedger(context.db), ledger);
  assert.deepEqual(await readOutcomes(context.db), outcomes);
  const { rows } = await sql<{ rows: number }>`
    select rows from ledger_part order by series_id, first_seq`.execute(context.db);
  assert.ok(rows.every((part) => part.rows <= 100));
  assert.ok(rows.filter((part) => part.rows === 100).length >= rows.length - 2);
});

test('a history stays in its tables until it is old or long, and its events are folded', async (t) => {
  const context = await analysed(t);
  await publish(context.db, 500);
  const sealed = await inTransaction(context.db, sealChains);
  assert.equal(
    (await listFoldableSignals(context.db, sealed, DUE)).length,
    0,
    'its events are there',
  );
  await sql`delete from analysis_event`.execute(context.db);
  const due = (olderThanMs: number, moreThan: number) =>
    listFoldableSignals(context.db, sealed, { olderThanMs, moreThan });
  assert.equal((await due(MONDAY, 1_000_000)).length, 0);
  assert.equal((await due(NOW, 1_000_000)).length, 2);
  assert.equal((await due(MONDAY, 100)).length, 2);
  const nothing = { seq: 0, no: 0 };
  assert.equal((await listFoldableSignals(context.db, nothing, DUE)).length, 0);
});

test('nothing is sealed from a row on that does not follow the one before it', async (t) => {
  const context = await analysed(t);
  await publish(context.db, 500);
  await tamper(
    context.db,
    `update ledger set prev_hash = decode(repeat('7', 64), 'hex') where seq = 300`,
  );
  await foldAll(context.db);
  assert.equal(await findSealed(context.db, 'ledger'), 256);
  assert.ok((await findSealed(context.db, 'outcomes')) > 1024);
  const { rows } = await sql<{ least: number }>`select min(seq) as least from ledger`.execute(
    context.db,
  );
  assert.equal(rows[0]?.least, 257);
});

test('an event that was published and folded is not published a second time', async (t) => {
  const context = await analysed(t);
  await publish(context.db, 500);
  await foldAll(context.db);
  const [row] = await readLedger(context.db);
  assert.ok(row);
  const { ledger: last } = await findChainHeads(context.db);
  for (const given of [row, { ...row, origin: 'live' } as const, { ...row, eventKey: 'other' }]) {
    const again = { ...given, seq: last.number + 1, prevHash: last.hash };
    await assert.rejects(insertLedger(context.db, [again]), {
      message: 'an event is published already',
    });
  }
  assert.equal((await readLedger(context.db)).length, ledger.length);
});
