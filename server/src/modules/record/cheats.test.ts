import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { FailureClass } from '@rasat/contract';
import { aggregateBars } from '@rasat/ledger';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { PartContext } from '../../platform/part.ts';
import { filledDatabase, testContext, testDatabase } from '../../platform/testing.ts';
import { fillRecord, MONDAY, publishWith, tamper } from '../../testing/analysed-record.ts';
import { makeBars } from '../../testing/bars.ts';
import {
  fillingEarlier,
  peekingEngine,
  rememberingEngine,
  withholding,
  withoutTrades,
} from '../../testing/cheats.ts';
import { plantBars, plantSeries } from '../../testing/market.ts';
import { plantSignal } from '../../testing/record.ts';
import { type SeriesRun, startRun } from '../analysis/index.ts';
import { listSeries, readBaseHistory, type Series } from '../market/index.ts';
import { type Baseline, decodeBaselines, encodeBaselines } from './baseline-part.ts';
import { type Certificate, certify } from './certificate.ts';
import { runRecord } from './record-run.ts';
import { verifyRecord } from './verify.ts';

const HOUR = 3_600_000;
const NOW = MONDAY + 22_000 * HOUR;
/** After four weeks every history is checked whole again. */
const LATER = createManualClock(NOW + 28 * 24 * HOUR);

/** A record with its figures, and 240 bars of a history. */
async function plantComputed(t: TestContext): Promise<PartContext> {
  const clock = createManualClock(NOW);
  const database = await filledDatabase(t, 'cheated-record', async (inner, made) => {
    const context = await testContext(inner, { clock, database: made });
    await fillRecord(context);
    const series = (await listSeries(context.db)).find(({ symbol }) => symbol === 'EURUSD');
    assert(series);
    const bars = aggregateBars(await readBaseHistory(context.db, series), '240', true);
    await plantBars(context.db, series, bars, '240');
    const { signal } = new AbortController();
    const report = await runRecord(context, { signal, progress: () => {} });
    assert.deepEqual(report?.certificate.failures, [], 'an honest record passes');
  });
  return testContext(t, { clock, database });
}

/** Classes of the failures of a certificate, without doubles. */
const classesOf = ({ failures }: Certificate): FailureClass[] => [
  ...new Set(failures.map((failure) => failure.class)),
];

/** Changes the baselines of the first part that `change` has something to change in. */
async function changeBaselines(
  db: Db,
  change: (all: readonly Baseline[]) => readonly Baseline[] | null,
): Promise<void> {
  const { rows } = await sql<{ series_id: number; first_seq: number; data: Buffer }>`
    select * from record_baseline_part order by series_id, first_seq`.execute(db);
  for (const { series_id, first_seq, data } of rows) {
    const changed = change(decodeBaselines(data));
    if (!changed) continue;
    await sql`update record_baseline_part set data = ${await encodeBaselines(changed)}
      where series_id = ${series_id} and first_seq = ${first_seq}`.execute(db);
    return;
  }
  assert.fail('no part was changed');
}

const swapBaselines = (db: Db): Promise<void> =>
  changeBaselines(db, (all) => {
    const [one, other] = findDifferent(all);
    if (!one || !other) return null;
    return all.map((each) =>
      each === one
        ? { ...other, seq: one.seq }
        : each === other
          ? { ...one, seq: other.seq }
          : each,
    );
  });

/** Removes the newest baseline of a part that belongs to a row of the kind. */
async function removeBaseline(db: Db, kind: string): Promise<void> {
  const { rows } = await sql<{ seq: number }>`
    select seq from ledger where kind = ${kind}`.execute(db);
  const seqs = new Set(rows.map(({ seq }) => seq));
  await changeBaselines(db, (all) => {
    const removed = all.findLast(({ seq }) => seqs.has(seq));
    return removed ? all.filter((each) => each !== removed) : null;
  });
}

function findDifferent(all: readonly Baseline[]): (Baseline | undefined)[] {
  const [one] = all.filter(({ reason }) => reason === null);
  const other = all.find(
    ({ reason, entries1 }) => reason === null && one && !entries1.equals(one.entries1),
  );
  return [one, other];
}

const inDatabase: readonly {
  readonly name: string;
  readonly of: FailureClass;
  readonly change: (db: Db) => Promise<void>;
}[] = [
  { name: 'swapped baselines', of: 'baseline', change: swapBaselines },
  {
    name: 'a missing baseline of a box',
    of: 'baseline',
    change: (db) => removeBaseline(db, 'box'),
  },
  {
    name: 'a missing baseline of a weekly set',
    of: 'baseline',
    change: (db) => removeBaseline(db, 'levels'),
  },
  {
    name: 'swapped twins',
    of: 'twin',
    change: (db) =>
      tamper(
        db,
        `update record_twin set touch = twin_touch, twin_touch = touch
         where seq = (select min(seq) from record_twin where touch is distinct from twin_touch)`,
      ),
  },
  {
    name: 'changed figures',
    of: 'figures',
    change: (db) =>
      tamper(
        db,
        `update record_figures set figures = replace(figures::text, '"n":', '"n":1')::json
         where period = 'all' and kind = '' and category = ''`,
      ),
  },
  {
    name: 'a changed state in the list',
    of: 'state',
    change: (db) =>
      tamper(
        db,
        `update record_row set state = 'tp1'
         where seq = (select min(seq) from record_row where state = 'sl')`,
      ),
  },
  {
    name: 'a changed count of the list',
    of: 'state',
    change: (db) => tamper(db, 'update record_cell set undecided = undecided + 1 where id = 1'),
  },
  {
    name: 'a changed bar of another resolution',
    of: 'bars',
    change: (db) =>
      tamper(
        db,
        `update bar_tail set c = l where resolution = '240' and t = (select max(t) from bar_tail
          where resolution = '240' and c > l)`,
      ),
  },
];

for (const { name, of, change } of inDatabase) {
  test(`${name}: verify and the certificate name ${of}`, async (t) => {
    const { db } = await plantComputed(t);
    await change(db);
    const { findings } = await verifyRecord(db);
    const places = findings.map(({ where }) => where.split(', ').at(-1));
    assert.ok(places.includes(of), JSON.stringify(findings));
    // A baseline that is swapped changes figures, too.
    const others = places.filter((place) => place !== of && place !== 'figures');
    assert.deepEqual(others, []);
    const found = classesOf(await certify(db, { clock: LATER }));
    assert.ok(found.includes(of), found.join());
    assert.deepEqual(
      found.filter((one) => one !== of && one !== 'figures'),
      [],
    );
  });
}

test('what is new is checked in a night that does not check its history whole', async (t) => {
  const { db } = await plantComputed(t);
  const quiet: number[] = [];
  // As many histories as a night checks whole, whose last whole check is older than those of the others.
  for (let n = 0; n < 10; n++) quiet.push((await plantSeries(db, { symbol: `QUIET${n}` })).id);
  await certify(db, { clock: LATER });
  const tomorrow = createManualClock(LATER.now() + 24 * HOUR);
  const certifyOthers = async (): Promise<FailureClass[]> => {
    await tamper(
      db,
      `update record_check set whole_at = ${LATER.now() - 1} where series_id = any('{${quiet.join()}}')`,
    );
    return classesOf(await certify(db, { clock: tomorrow }));
  };
  await swapBaselines(db);
  assert.deepEqual(await certifyOthers(), [], 'nothing is new');
  await tamper(db, `update record_check set seq = 0, no = 0`);
  assert.deepEqual(await certifyOthers(), ['baseline']);
});

async function plantMarket(db: Db): Promise<{ series: Series; bars: ReturnType<typeof makeBars> }> {
  const bars = makeBars({ seed: 11, fromMs: MONDAY, bars: 3000, digits: 2, price: 300 });
  const series = await plantSeries(db, { symbol: 'BTC', category: 'crypto', digits: 2 });
  await plantBars(db, series, bars);
  return { series, bars };
}

/** Publishes with an engine and certifies with the same one. */
async function certified(
  t: TestContext,
  start: (series: Series) => SeriesRun,
  engine?: URL,
): Promise<Certificate> {
  const { db } = await testDatabase(t);
  const { series, bars } = await plantMarket(db);
  await publishWith(db, series, bars, { engine: start });
  return certify(db, { clock: LATER, start, ...(engine && { engine }) });
}

test('withheld losers are named, though their engine agrees with itself', async (t) => {
  const found = await certified(t, withholding);
  assert.deepEqual(classesOf(found), ['outcome-missing']);
  assert.ok(found.engineFailures > 50 && found.vendorFailures === 0);
});

test('a fill at the previous close is named, though its engine agrees with itself', async (t) => {
  const found = await certified(t, fillingEarlier);
  assert.ok(found.failures.some((one) => one.class === 'entry-price' && one.count > 50));
});

test('a future in a column is named: a bar later than the one that is read', async (t) => {
  const found = await certified(t, peekingEngine);
  const names = classesOf(found);
  assert.ok(names.includes('row-extra') && names.includes('row-missing'), names.join());
  assert.ok(names.includes('entry-price'), 'the second resolver names the price of another bar');
});

test('a table of losers is named, though its engine agrees with itself', async (t) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'rasat-cheat-'));
  t.after(() => rm(folder, { recursive: true }));
  const { db } = await testDatabase(t);
  const { series, bars } = await plantMarket(db);
  const honest = startRun(series);
  for (let row = 0; row < bars.length; row++) honest.read(bars, row);
  const losers = honest
    .takeEvents()
    .flatMap(({ event }) =>
      event.type === 'tradeClosed' && event.leg === 'tp1' && event.status === -1 ? [event.id] : [],
    );
  assert.ok(losers.length > 20);
  const cheats = pathToFileURL(path.join(import.meta.dirname, '../../testing/cheats.ts')).href;
  const file = path.join(folder, 'table.mjs');
  await writeFile(
    file,
    `import { withoutTrades } from ${JSON.stringify(cheats)};
     export const start = withoutTrades(${JSON.stringify(losers)});`,
  );
  const start = withoutTrades(losers);
  await publishWith(db, series, bars, { engine: start });
  const found = await certify(db, { clock: LATER, start, engine: pathToFileURL(file) });
  assert.deepEqual(classesOf(found), ['disguise']);
  const counts = found.failures.map(({ what, count }) => [what, count] as const);
  assert.ok(counts.some(([what, count]) => what === 'signal' && count >= losers.length));
});

test('a remembered peek is named, though its engine agrees with itself', async (t) => {
  const { db } = await testDatabase(t);
  const { series, bars } = await plantMarket(db);
  const first = rememberingEngine(series);
  for (let row = 0; row < bars.length; row++) first.read(bars, row);
  await publishWith(db, series, bars, { engine: rememberingEngine });
  const engine = new URL('../../testing/remembering-engine.ts', import.meta.url);
  const found = await certify(db, { clock: LATER, start: rememberingEngine, engine });
  assert.deepEqual(classesOf(found), ['disguise']);
});

test('a falling createdAt is named in either chain', async (t) => {
  const { db } = await testDatabase(t);
  const series = await plantSeries(db, { symbol: 'EURUSD' });
  await plantSignal(db, series, {
    kind: 'condition',
    timeMs: MONDAY,
    createdAtMs: MONDAY + 9 * HOUR,
  });
  const next = {
    kind: 'condition',
    timeMs: MONDAY + HOUR,
    createdAtMs: MONDAY + 2 * HOUR,
  } as const;
  await plantSignal(db, series, next);
  const report = await verifyRecord(db);
  assert.ok(
    report.findings.some(({ where, what }) => where === 'order' && what.startsWith('row 2 ')),
  );
  const { failures } = await certify(db, { clock: LATER });
  assert.deepEqual(
    failures.filter((one) => one.class === 'order').map(({ seq, count }) => [seq, count]),
    [[2, 1]],
  );
});

test('rows from before the mark that break an invariant are listed once and fail no more', async (t) => {
  const { db } = await testDatabase(t);
  const { series, bars } = await plantMarket(db);
  await publishWith(db, series, bars, { engine: fillingEarlier });
  const start = fillingEarlier;
  await tamper(db, 'update record_mark set seq = 1000000, no = 1000000');
  const report = await verifyRecord(db);
  assert.ok(report.inherited > 50, 'verify counts them before a certificate has listed them');
  const first = await certify(db, { clock: LATER, start });
  assert.deepEqual(first.failures, []);
  const { rows } = await sql<{ class: string; n: number }>`
    select class, count(*)::int as n from record_inherited group by class order by class`.execute(
    db,
  );
  assert.ok(
    rows.some((row) => row.class === 'entry-price' && row.n > 50),
    JSON.stringify(rows),
  );
  assert.deepEqual((await certify(db, { clock: LATER, start })).failures, []);
  // A row that was in order when they were listed.
  await tamper(db, 'update ledger set price = price * 2 where seq = 1');
  const later = await certify(db, { clock: LATER, start });
  assert.ok(later.engineFailures > 0, 'a row that was changed after the list is not inherited');
});

test('an honest engine passes in disguise', async (t) => {
  const { db } = await testDatabase(t);
  const { series, bars } = await plantMarket(db);
  await publishWith(db, series, bars, { engine: (of) => startRun(of) });
  assert.deepEqual((await certify(db, { clock: LATER })).failures, []);
});
