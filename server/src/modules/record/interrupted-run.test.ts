import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sliceColumns } from '@rasat/ledger';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import { testContext, testDatabase } from '../../platform/testing.ts';
import { makeBars } from '../../testing/bars.ts';
import { until } from '../../testing/eventually.ts';
import { plantBars, plantSeries } from '../../testing/market.ts';
import { withParts } from '../../testing/parts.ts';
import { startAnalyst } from '../analysis/index.ts';
import { closedTopic } from '../market/index.ts';
import { startPublisher } from '../signals/index.ts';
import { type Baseline, packEntries } from './baseline-part.ts';
import { listBaselines, saveBaselines } from './baseline-store.ts';
import { findLastRun, lockRun, unlockRun } from './figure-store.ts';
import { runRecord } from './record-run.ts';

const MAIN = path.resolve(import.meta.dirname, '../../cli/main.ts');
const FROM = Date.UTC(2023, 0, 2);
const HOUR = 3_600_000;
const QUIET = { signal: new AbortController().signal, progress: () => {} };

const database = await testDatabase({ after });
const clock = createManualClock(FROM + 20_000 * HOUR);
const context = await testContext({ after }, { database, clock });
const { db } = context;
const series = await plantSeries(db, { symbol: 'EURUSD' });
const bars = makeBars({ seed: 1, fromMs: FROM, bars: 12_000 });
await plantBars(db, series, sliceColumns(bars, 0, 10_000));
await withParts([() => startAnalyst(context), () => startPublisher(context)], async () => {});

interface Stored {
  readonly baselines: readonly (Pick<Baseline, 'seq' | 'complete' | 'cost' | 'barsTo'> & {
    readonly text: string;
  })[];
  readonly twins: readonly string[];
  readonly figures: readonly string[];
}

/** Everything that a run leaves, the times of the run itself left out. */
async function readStored(of: Db): Promise<Stored> {
  const baselines = [...(await listBaselines(of, series.id)).values()];
  const twins = await sql<{ text: string }>`
    select (to_jsonb(t) - 'bars_to')::text as text from record_twin t order by seq`.execute(of);
  const figures = await sql<{ text: string }>`
    select f::text as text from record_figures f
    union all select t::text from record_touches t order by 1`.execute(of);
  return {
    baselines: baselines.map((one) => ({ ...one, text: JSON.stringify({ ...one, barsTo: 0 }) })),
    twins: twins.rows.map(({ text }) => text),
    figures: figures.rows.map(({ text }) => text),
  };
}

let first: Stored;

test('a baseline changes with new bars until it is complete, and then never again', async () => {
  await runRecord(context, QUIET);
  first = await readStored(db);
  const complete = first.baselines.filter((one) => one.complete);
  assert.ok(complete.length > 20);
  assert.ok(first.baselines.length > 2 * complete.length);

  await plantBars(db, series, sliceColumns(bars, 10_000, 10_600));
  const again = await runRecord(context, QUIET);
  const second = await readStored(db);
  const bySeq = new Map(second.baselines.map((one) => [one.seq, one]));
  for (const one of first.baselines) {
    const later = bySeq.get(one.seq);
    if (one.complete) assert.deepEqual(later, one);
    else assert.equal(later?.barsTo, (bars.openTimeMs[10_599] ?? 0) + HOUR);
  }
  const changed = first.baselines.filter((one) => !one.complete);
  assert.equal(
    again?.baselines,
    changed.length + second.baselines.length - first.baselines.length,
    'only rows that need it were touched',
  );
  assert.ok(second.baselines.filter((one) => one.complete).length > complete.length);

  const [row] = complete;
  assert.ok(row);
  const none = packEntries(new Int16Array(40));
  const counts = { targets1: 0, stops1: 0, targets2: 0, open: 0, coverage: 0.5, complete: false };
  const { cost } = row;
  const other = {
    seq: row.seq,
    reason: null,
    entries1: none,
    entries2: none,
    ...counts,
    settledMs: null,
    cost,
    costs: 0,
    barsTo: 1,
  };
  await inTransaction(db, (trx) => saveBaselines(trx, series.id, [other]));
  assert.deepEqual(await readStored(db), second);
  const idle = await runRecord(context, QUIET);
  assert.deepEqual([idle?.baselines, idle?.twins], [0, 0], 'without new bars nothing is computed');
});

test('a computation that is stopped leaves the figures before it, and the next one goes on', async () => {
  await plantBars(db, series, sliceColumns(bars, 10_600, 11_200));
  const before = await readStored(db);
  const last = await findLastRun(db);
  for (const share of [0.01, 0.31, 0.44]) {
    const stopping = new AbortController();
    const progress = (done: number): void => {
      if (done >= share) stopping.abort(new Error('stopped'));
    };
    await assert.rejects(runRecord(context, { signal: stopping.signal, progress }), /stopped/);
    assert.deepEqual((await readStored(db)).figures, before.figures);
    assert.deepEqual(await findLastRun(db), last);
  }
  const report = await runRecord(context, QUIET);
  assert.equal((await findLastRun(db))?.id, report?.id);
  const unfinished = await sql`select from record_run where finished_at is null`.execute(db);
  assert.equal(unfinished.rows.length, 0);
});

test('two computations are never made at a time', async () => {
  const connection = db.connection().execute(async (other) => {
    assert.ok(await lockRun(other));
    try {
      assert.equal(await runRecord(context, QUIET), null);
    } finally {
      await unlockRun(other);
    }
  });
  await connection;
  assert.ok(await runRecord(context, QUIET));
});

/** `rasat record` in a process of its own. */
function compute() {
  const { host, user, database: name } = database.address;
  const address = `postgresql://${user}@localhost/${name}?host=${host}`;
  const child = spawn(process.execPath, [MAIN, 'record'], {
    env: { ...process.env, DATABASE_URL: address },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      output += text.toString();
    });
  }
  return { child, exited: once(child, 'exit'), output: () => output };
}

test('kill -9 at any moment leaves whole figures, and the next computation is as if nothing was', async () => {
  await withParts([() => startAnalyst(context), () => startPublisher(context)], async (wait) => {
    context.bus.publish(closedTopic, { symbols: ['EURUSD'], throughMs: clock.now() });
    await wait(async () => {
      const { rows } = await sql<{ bars: number }>`select bars from analysis_state`.execute(db);
      return rows[0]?.bars === 11_200;
    });
  });
  await plantBars(db, series, sliceColumns(bars, 11_200, 12_000));
  const whole = compute();
  assert.deepEqual(await whole.exited, [0, null], whole.output());
  const expected = await readStored(db);
  const started = await findLastRun(db);

  let killed = 0;
  for (let round = 0; round < 4; round++) {
    await sql`delete from record_baseline_part where first_seq % 3 = ${round % 3}`.execute(db);
    await sql`delete from record_twin where seq % 2 = ${round % 2}`.execute(db);
    const { child, exited } = compute();
    // From the first connection to the certificate.
    await until('it has begun', async () => {
      const { rows } = await sql`
        select from record_run where finished_at is null or id > ${started?.id ?? 0}`.execute(db);
      return rows.length > 0;
    });
    await sleep(round * 24);
    child.kill('SIGKILL');
    const [, signal] = await exited;
    if (signal === 'SIGKILL') killed++;
    assert.deepEqual((await readStored(db)).figures, expected.figures);
    await sql`delete from record_run where finished_at is null`.execute(db);
  }
  assert.ok(killed > 0);
  const last = compute();
  assert.deepEqual(await last.exited, [0, null], last.output());
  assert.match(last.output(), /rows and \d+ outcomes, \d+ figures in/);
  const { baselines, twins } = await readStored(db);
  assert.deepEqual(twins, expected.twins);
  // What was lost is drawn again over more bars than it needs; that is all that may differ.
  const textsOf = (list: Stored['baselines']): string[] => list.map(({ text }) => text);
  assert.deepEqual(textsOf(baselines), textsOf(expected.baselines));
});
