import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, test } from 'node:test';
import { RecordFileError, readRecordFile } from '@rasat/contract';
import { DAY_MS, HOUR_MS, TOUCH_MODEL } from '@rasat/engine';
import {
  BASELINE_YEAR_MS,
  DEFAULT_COSTS,
  decodeBars,
  type LedgerRow,
  type OutcomeRow,
  type RecomputeReport,
  type RecordFile,
  recompute,
  recordedEntry,
  sliceColumns,
} from '@rasat/ledger';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { testContext } from '../../platform/testing.ts';
import { isForexOpen, makeBars } from '../../testing/bars.ts';
import { readLedger, readOutcomes, unfold } from '../../testing/ledger.ts';
import {
  plantBars,
  plantCorrections,
  plantSeries,
  uncompressChunks,
} from '../../testing/market.ts';
import { withParts } from '../../testing/parts.ts';
import { startAnalyst } from '../analysis/index.ts';
import { startPublisher } from '../signals/index.ts';
import type { Baseline } from './baseline-part.ts';
import { findBaselines, saveBaselines } from './baseline-store.ts';
import { updateBaselines } from './baselines.ts';
import { publishHead } from './heads.ts';
import { buildRowFile } from './row-file.ts';

const FROM = Date.UTC(2024, 0, 1);
/** Bars that are published under a head and have matched entries; those behind them have neither yet. */
const FIRST = 10_300;
const SECOND = 10_500;
const LAST = 10_530;

const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');
const clock = createManualClock(FROM + 700 * DAY_MS);
const context = await testContext({ after }, { clock });
const { db } = context;
const bars = makeBars({ seed: 1, fromMs: FROM, bars: LAST, isOpen: isForexOpen });
const other = await plantSeries(db, { symbol: 'BTC', category: 'crypto', digits: 2, base: '1D' });
await plantBars(
  db,
  other,
  makeBars({ seed: 3, fromMs: FROM, stepMs: DAY_MS, digits: 2, price: 90, bars: 690 }),
);
const series = await plantSeries(db, { symbol: 'EURUSD' });
await plantBars(db, series, sliceColumns(bars, 0, FIRST));
// Forecasts have rows from the two hundredth day on.
await sql`insert into forecast_start values (${TOUCH_MODEL}, ${FROM + 200 * DAY_MS})`.execute(db);
const publish = (): Promise<void> =>
  withParts([() => startAnalyst(context), () => startPublisher(context)], async () => {});
await publish();
const head = await publishHead(db, clock);
assert.ok(head);
const ledger = await readLedger(db);
const outcomes = await readOutcomes(db);
await updateBaselines(db, ledger.length, DEFAULT_COSTS, {
  signal: new AbortController().signal,
  progress: () => {},
});
await plantBars(db, series, sliceColumns(bars, FIRST, SECOND));
await publish();
// The analyst goes on, the publisher does not: what comes of these bars is not published yet.
await plantBars(db, series, sliceColumns(bars, SECOND, LAST));
await withParts([() => startAnalyst(context)], async () => {});

function ownOutcomes(row: LedgerRow): OutcomeRow[] {
  return outcomes.filter(({ seq }) => seq === row.seq);
}

async function textOf(row: LedgerRow): Promise<string> {
  const text = await buildRowFile(db, row.seq);
  assert.ok(text);
  return text;
}

const check = (text: string): RecomputeReport & { readonly file: RecordFile } => {
  const file = readRecordFile(text);
  return { ...recompute(file, sha256), file };
};

/** The steps that are not equal, with what differs in them. */
const unequal = ({ steps }: RecomputeReport): string[] =>
  steps
    .filter(({ state }) => state !== 'equal')
    .flatMap(({ name, reason, compared }) => [
      ...(reason ? [`${name} ${reason}`] : []),
      ...compared.filter(({ equal }) => !equal).map(({ what }) => `${name} ${what}`),
    ]);

function rowWhere(fits: (row: LedgerRow, own: readonly OutcomeRow[]) => boolean): LedgerRow {
  const found = ledger.find((row) => row.symbol === 'EURUSD' && fits(row, ownOutcomes(row)));
  assert.ok(found);
  return found;
}
const afterSomeWeeks = (row: LedgerRow): boolean => row.barTime > FROM + 60 * DAY_MS;
const old = {
  condition: rowWhere(
    (row, own) => row.kind === 'condition' && own.length === 2 && afterSomeWeeks(row),
  ),
  box: rowWhere((row, own) => row.kind === 'box' && own.length === 2 && afterSomeWeeks(row)),
  levels: rowWhere((row, own) => row.kind === 'levels' && own.length === 3 && afterSomeWeeks(row)),
};

/** What an attacker with the keys of the database could do. */
async function tamper(...statements: string[]): Promise<void> {
  if (statements.some((statement) => statement.includes('ledger'))) await unfold(db);
  if (statements.some((statement) => statement.includes('bar_chunk'))) await uncompressChunks(db);
  return inTransaction(db, async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const statement of statements) await sql.raw(statement).execute(trx);
  });
}

for (const [kind, row] of Object.entries(old)) {
  test(`the file of a published ${kind} computes again as promised, from no more bars than it needs`, async () => {
    const report = check(await textOf(row));
    const { file } = report;
    assert.deepEqual(unequal(report), []);
    assert.equal(report.verdict, 'equal');
    assert.deepEqual(file.row, row);
    assert.deepEqual(file.outcomes, ownOutcomes(row));
    assert.equal(file.before, ledger[row.seq - 2]?.hash);
    assert.equal(file.after, ledger[row.seq]?.hash);
    assert.deepEqual(file.head, head);
    assert.equal(file.baseline?.complete, true);
    assert.equal(file.twin?.complete ?? null, kind === 'levels' ? true : null);

    const entry = recordedEntry(row, ownOutcomes(row).find(({ leg }) => leg === 'entry') ?? null);
    const needed = (entry?.expiryMs ?? 0) + BASELINE_YEAR_MS;
    const lengths = file.bars.map((chunk) => decodeBars(Buffer.from(chunk, 'base64')).length);
    assert.ok(lengths.slice(0, -1).every((length) => length === 1000));
    const count = lengths.reduce((sum, length) => sum + length, 0);
    const closeOf = (at: number): number => (bars.openTimeMs[at] ?? 0) + HOUR_MS;
    assert.ok(closeOf(count - 1) >= needed && closeOf(count - 2) < needed);
  });
}

test('the file of a forecast computes again as promised, from no more bars than its time needs', async () => {
  const touched = (own: readonly OutcomeRow[]) => own.some(({ leg }) => leg === 'touch');
  for (const setup of ['weekly', '36.short', 'cone.1w']) {
    const row = rowWhere(
      (one, own) => one.kind === 'forecast' && one.setup === setup && touched(own),
    );
    const report = check(await textOf(row));
    const { file } = report;
    assert.deepEqual(unequal(report), [], setup);
    assert.deepEqual(file.row, row);
    assert.deepEqual(file.outcomes, ownOutcomes(row));
    assert.deepEqual([file.baseline, file.twin], [null, null]);
    const [{ barTime: endMs } = assert.fail()] = file.outcomes;
    assert.equal(file.publishedTo, endMs);
    const count = file.bars.reduce(
      (sum, chunk) => sum + decodeBars(Buffer.from(chunk, 'base64')).length,
      0,
    );
    const closeOf = (at: number): number => (bars.openTimeMs[at] ?? 0) + HOUR_MS;
    assert.ok(closeOf(count - 1) >= endMs && closeOf(count - 2) < endMs, setup);
  }
});

test('every row computes again: decided, running, without matched entries, beyond the head', async () => {
  const reasons = new Set<string>();
  const all = await readLedger(db);
  const rows = all.filter(
    (row, i) =>
      i % 41 === 0 ||
      i > all.length - 12 ||
      (row.symbol === 'BTC' && i % 7 === 0) ||
      (row.kind === 'forecast' && i % 19 === 0) ||
      (row.kind === 'levels' && row.barTime > (bars.openTimeMs[FIRST - 1] ?? 0) - 40 * DAY_MS),
  );
  assert.ok(rows.length > 30);
  for (const row of rows) {
    const report = check(await textOf(row));
    assert.equal(report.verdict, 'equal', `${row.seq} ${row.eventKey}: ${unequal(report).join()}`);
    for (const reason of unequal(report)) reasons.add(reason);
  }
  assert.deepEqual([...reasons].sort(), ['baseline not-stored', 'head no-head', 'twin not-stored']);
});

test('outcomes that are known but not published yet are not missing', async () => {
  const { rows } = await sql<{ seq: number }>`
    select l.seq from analysis_event e
    join ledger l on l.series_id = e.series_id and l.event_key = e.payload ->> 'id'
    where e.id > (select event_id from publisher_cursor) and e.payload ->> 'leg' is not null
      and e.series_id = ${series.id}
    order by l.seq desc limit 3`.execute(db);
  assert.ok(rows.length > 0);
  for (const { seq } of rows) {
    const report = check((await buildRowFile(db, seq)) ?? '');
    assert.equal(report.verdict, 'equal', unequal(report).join());
    assert.ok(report.file.publishedTo < (bars.openTimeMs[LAST - 1] ?? 0));
  }
});

test('there is no file of a row that there is not', async () => {
  assert.equal(await buildRowFile(db, 0), undefined);
  assert.equal(await buildRowFile(db, 1_000_000), undefined);
});

for (const [kind, row] of Object.entries(old)) {
  test(`any byte that is changed in the file of a ${kind} is found`, async () => {
    const text = await textOf(row);
    let found = 0;
    const places = [
      ...Array.from({ length: 12 }, (_, i) => Math.floor((i * text.length) / 12)),
      ...Array.from({ length: 40 }, (_, i) => text.length - 3 - i * 83),
    ];
    for (const place of places) {
      const code = text.charCodeAt(place);
      const changed = String.fromCharCode(code === 57 ? 56 : code === 122 ? 121 : code + 1);
      try {
        const report = check(text.slice(0, place) + changed + text.slice(place + 1));
        assert.equal(report.verdict, 'differs', text.slice(place - 30, place + 30));
        found += 1;
      } catch (error) {
        assert.ok(error instanceof RecordFileError, text.slice(place - 30, place + 30));
      }
    }
    assert.ok(found > 10);
  });
}

/** The bar that closes at a row's time came again, with other values. */
async function correct(row: LedgerRow, by: number): Promise<number> {
  const at = bars.openTimeMs.indexOf(row.barTime - HOUR_MS);
  assert.ok(at > 0);
  const bar = sliceColumns(bars, at, at + 1);
  const close = bar.close.map((value) => Math.round((value + by) * 1e5) / 1e5);
  const again = {
    ...bar,
    close,
    high: bar.high.map((value, i) => Math.max(value, close[i] ?? 0)),
    low: bar.low.map((value, i) => Math.min(value, close[i] ?? 0)),
  };
  await plantCorrections(db, series, again, clock.now());
  return at;
}

test('a later value of the vendor is shown as such, beside the one that was used', async (t) => {
  const row = old.condition;
  const way = row.way ? -1 : 1;
  const at = await correct(row, way * 0.05);
  t.after(() => tamper('delete from correction'));
  const report = check(await textOf(row));
  assert.equal(report.verdict, 'vendor');
  const step = report.steps.find(({ name }) => name === 'corrections');
  assert.equal(step?.reason, 'vendor');
  const [values] = step?.compared ?? [];
  assert.equal(values?.what, `bar.${bars.openTimeMs[at]}`);
  assert.equal((values?.published as number[] | undefined)?.[3], bars.close[at]);
  assert.ok(unequal(report).every((what) => what.startsWith('corrections')));
  // The bars of a row that was decided before that one do not reach it.
  const first = rowWhere((_, own) => own.length === 2);
  assert.equal(check(await textOf(first)).file.corrections.length, 0);
});

test('what was changed in the database is found, and named', async () => {
  const row = old.box;
  const found = async (statements: readonly string[]): Promise<string[]> => {
    await tamper(...statements);
    return unequal(check(await textOf(row)));
  };
  const price = `update ledger set price = price %s 0.001 where seq = ${row.seq}`;
  assert.deepEqual(await found([price.replace('%s', '+')]), ['row hash', 'signal price']);
  await tamper(`update ledger set price = ${row.price} where seq = ${row.seq}`);

  const byte = `update bar_chunk set data = set_byte(data, 4000, get_byte(data, 4000) # 1)
    where series_id = ${series.id} and resolution = '60' and chunk_no = 0`;
  const damaged = await found([byte]);
  assert.ok(
    damaged.some((what) => what.startsWith('bars')),
    damaged.join(),
  );
  await tamper(byte);

  const [first] = ownOutcomes(row);
  const win = `update ledger_outcome set r = 2.5 where no = ${first?.no}`;
  assert.deepEqual(await found([win]), ['outcomes tp1.hash', 'outcomes tp1.r']);
  await tamper(`update ledger_outcome set r = ${first?.r} where no = ${first?.no}`);

  const kept = (await findBaselines(db, [row.seq])).get(row.seq);
  assert.ok(kept);
  const entries1 = Buffer.from(kept.entries1);
  entries1[6] = (entries1[6] ?? 0) ^ 1;
  const save = (baseline: Baseline) =>
    inTransaction(db, (trx) => saveBaselines(trx, series.id, [baseline]));
  await sql`delete from record_baseline_part where series_id = ${series.id}`.execute(db);
  await save({ ...kept, entries1 });
  assert.deepEqual(await found([]), ['baseline entries1']);
  await sql`delete from record_baseline_part where series_id = ${series.id}`.execute(db);
  await save(kept);
  assert.deepEqual(await found([]), []);
});
