import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type FailureClass, readRecordFile } from '@rasat/contract';
import { HOUR_MS } from '@rasat/engine';
import { DEFAULT_COSTS, type RecordFile, recompute, sliceColumns } from '@rasat/ledger';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import type { PartContext } from '../../platform/part.ts';
import { sha256 } from '../../platform/sha256.ts';
import { filledDatabase, testContext } from '../../platform/testing.ts';
import { tamper } from '../../testing/analysed-record.ts';
import { makeBars, seeded } from '../../testing/bars.ts';
import { readLedger, readOutcomes } from '../../testing/ledger.ts';
import { plantBars, plantSeries } from '../../testing/market.ts';
import { withParts } from '../../testing/parts.ts';
import { plantSignal } from '../../testing/record.ts';
import { startAnalyst } from '../analysis/index.ts';
import {
  chooseDigits,
  listEnds,
  listSeries,
  renameSymbol,
  retireSymbol,
  type Series,
  splitSymbol,
} from '../market/index.ts';
import { countOpenSignals, listEndedSeries, startPublisher } from '../signals/index.ts';
import { listCells } from './baseline-store.ts';
import { certify } from './certificate.ts';
import { computeRecordFigures } from './figures.ts';
import { publishHead } from './heads.ts';
import { runRecord } from './record-run.ts';
import { buildRowFile } from './row-file.ts';
import { verifyRecord } from './verify.ts';

const MONDAY = Date.UTC(2024, 0, 1);

/** Analyses and publishes everything that there is. */
const publish = (context: PartContext): Promise<void> =>
  withParts([() => startAnalyst(context), () => startPublisher(context)], async (wait) => {
    await wait(async () => {
      const { rows } = await sql<{ open: number }>`
        select count(*)::int as open from series s where archived_at is not null
          and exists (select from record_cell c where c.series_id = s.id)
          and not exists (select from ledger_register r where r.kind = 'ended'
            and (r.detail ->> 'seriesId')::int = s.id)`.execute(context.db);
      return rows[0]?.open === 0;
    });
  });

/** Ways in which a symbol's series ends, by the reason that is published. */
const ACTIONS = {
  split: (trx: Db, symbol: string, nowMs: number, lastMs: number) =>
    splitSymbol(trx, symbol, { factor: 4, atMs: lastMs }, nowMs),
  rename: (trx: Db, symbol: string, nowMs: number) =>
    renameSymbol(trx, [], symbol, `${symbol}X`, nowMs),
  digits: (trx: Db, symbol: string, nowMs: number) => chooseDigits(trx, [], symbol, 7, nowMs),
  retired: (trx: Db, symbol: string, nowMs: number) => retireSymbol(trx, symbol, nowMs),
} as const;
type Action = keyof typeof ACTIONS;

/**
 * Plants a history of so many hours, of which `unread` are not analysed when its series ends. Returns the series and the
 * number of its signals that were open then.
 */
async function endAfter(
  context: PartContext,
  of: {
    readonly symbol: string;
    readonly seed: number;
    readonly bars: number;
    readonly unread: number;
    readonly action: Action;
  },
): Promise<{ readonly series: Series; readonly open: number }> {
  const { db, clock } = context;
  const { symbol, seed, bars: length, unread, action } = of;
  const bars = makeBars({ seed, fromMs: MONDAY, bars: length });
  const series = await plantSeries(db, { symbol, source: 'file' });
  await plantBars(db, series, sliceColumns(bars, 0, length - unread));
  await publish(context);
  await plantBars(db, series, sliceColumns(bars, length - unread, length));
  const lastMs = bars.openTimeMs[length - 1] ?? 0;
  const open = await countOpenSignals(db, series, clock.now());
  await inTransaction(db, (trx) => ACTIONS[action](trx, symbol, clock.now(), lastMs));
  return { series, open };
}

const certifyNow = (context: PartContext) =>
  certify(context.db, { clock: context.clock, running: async () => '' });

test('no leg of a series stays open after it ended, none is decided twice, and all of it verifies', async (t) => {
  const clock = createManualClock(MONDAY + 9000 * HOUR_MS);
  const context = await testContext(t, { clock });
  const random = seeded(18);
  const actions = Object.keys(ACTIONS) as Action[];
  const ended = new Map<number, Action>();
  const announced = new Map<number, number>();
  for (let run = 0; run < 8; run++) {
    const action = actions[run % actions.length] ?? 'split';
    const bars = 2600 + Math.floor(random() * 900);
    const unread = run % 2 === 0 ? 0 : Math.floor(random() * 60);
    const of = { symbol: `S${run}`, seed: run, bars, unread, action };
    const { series, open } = await endAfter(context, of);
    ended.set(series.id, action);
    // Bars that are not analysed yet may still decide a leg.
    if (unread === 0) announced.set(series.id, open);
  }
  await publish(context);

  const rows = (await readLedger(context.db)).filter(({ seriesId }) => ended.has(seriesId));
  const outcomes = Map.groupBy(await readOutcomes(context.db), ({ seq }) => seq);
  const register = await listEndedSeries(context.db);
  let voided = 0;
  for (const row of rows) {
    const own = outcomes.get(row.seq) ?? [];
    const legs = own.map(({ leg }) => leg);
    assert.equal(new Set(legs).size, legs.length, 'a leg has one outcome');
    const end = register.get(row.seriesId);
    assert.ok(end);
    const weekEndMs = Number(row.detail.d) + 6 * 24 * HOUR_MS;
    const isUntouched = row.kind === 'levels' && legs.length === 0 && weekEndMs <= end.detail.at;
    const isVoidSet = own.some(({ leg, status }) => leg === 'entry' && status === 2);
    const expected = isUntouched ? 0 : isVoidSet ? 1 : row.kind === 'levels' ? 3 : 2;
    assert.equal(legs.length, expected, `row ${row.seq} (${row.kind}) has ${legs.join()}`);
    for (const each of own.filter(({ status }) => status === 2)) {
      voided += 1;
      assert.equal(each.r, null);
      assert.equal(each.barTime, end.detail.at);
      assert.deepEqual(each.detail, { ended: end.seq, reason: ended.get(row.seriesId) });
    }
  }
  const isVoid = ({ seq }: { readonly seq: number }) =>
    outcomes.get(seq)?.some(({ status }) => status === 2) === true;
  for (const [id, open] of announced) {
    const own = rows.filter(({ seriesId }) => seriesId === id);
    assert.equal(own.filter(isVoid).length, open, 'signals that were open before the end');
  }
  assert.ok(announced.size >= 4);
  assert.ok(voided > 20, `${voided} legs were open`);
  assert.equal(register.size, 8);
  assert.equal(
    [...register.values()].reduce((sum, { detail }) => sum + detail.legs, 0),
    voided,
  );
  for (const [id, { detail }] of register) {
    const action = ended.get(id);
    assert.equal(detail.reason, action);
    assert.equal(detail.factor, action === 'split' ? 4 : null);
    const next = (await listSeries(context.db)).find(
      (one) => one.id === detail.to?.seriesId && one.symbol === detail.to.symbol,
    );
    assert.equal(next === undefined, action === 'retired');
    if (action === 'rename') assert.equal(next?.symbol, `${detail.symbol}X`);
  }
  const report = await verifyRecord(context.db);
  assert.deepEqual(report.findings, []);
  const certificate = await certifyNow(context);
  assert.deepEqual(certificate.failures, []);
  assert.equal(certificate.voided, voided);
});

/** A record of a series that was split, with open legs, and of one that goes on. */
async function plantEnded(t: TestContext): Promise<PartContext> {
  const clock = createManualClock(MONDAY + 9000 * HOUR_MS);
  const database = await filledDatabase(t, 'ended-record', async (inner, made) => {
    const context = await testContext(inner, { clock, database: made });
    const { db } = context;
    const live = await plantSeries(db, { symbol: 'LIVE', source: 'file' });
    await plantBars(db, live, makeBars({ seed: 31, fromMs: MONDAY, bars: 2700 }));
    const of = { symbol: 'SPLT', seed: 30, bars: 3000, unread: 0, action: 'split' } as const;
    await endAfter(context, of);
    await publish(context);
    assert.deepEqual((await verifyRecord(db)).findings, [], 'an honest record passes');
  });
  return testContext(t, { clock, database });
}

/** Classes that a verification names. A certificate fails too; it names a broken chain alone where there is one. */
async function classesIn(context: PartContext): Promise<Set<string>> {
  const { findings } = await verifyRecord(context.db);
  const { failures } = await certifyNow(context);
  assert.ok(failures.length > 0);
  return new Set(findings.map(({ where }) => where.replace(/^.*, /, '')));
}

const END = `(select seq from ledger_register where kind = 'ended')`;
const END_AT = `(select (detail ->> 'at')::bigint from ledger_register where kind = 'ended')`;
const LAST_VOID = `(select max(no) from ledger_outcome where status = 2 and leg = 'tp2')`;

const FAULTS: readonly {
  readonly name: string;
  readonly of: FailureClass;
  readonly statements: readonly string[];
}[] = [
  {
    name: 'a loser that is made void',
    of: 'void-decided',
    statements: [
      `update ledger_outcome set status = 2, r = null, bar_time = ${END_AT}, created_at = ${END_AT},
        detail = jsonb_build_object('ended', ${END}, 'reason', 'split'),
        price = (select price from ledger_outcome where no = ${LAST_VOID})
      where seq = (select max(o.seq) from ledger_outcome o join ledger l using (seq)
        where o.status = -1 and o.leg = 'tp1' and l.symbol = 'SPLT' and l.kind <> 'levels')`,
    ],
  },
  {
    name: 'an open leg without its void outcome',
    of: 'void-missing',
    statements: [`delete from ledger_outcome where no = ${LAST_VOID}`],
  },
  {
    name: 'a void outcome before the end of the series',
    of: 'void-unfounded',
    statements: [`update ledger_outcome set bar_time = bar_time - 3600000 where no = ${LAST_VOID}`],
  },
  {
    name: 'void outcomes without a register row',
    of: 'void-unfounded',
    statements: [`delete from ledger_register where kind = 'ended'`],
  },
  {
    name: 'a void outcome that names another row',
    of: 'void-unfounded',
    statements: [
      `update ledger_outcome set detail = jsonb_set(detail, '{ended}', '1') where no = ${LAST_VOID}`,
    ],
  },
  {
    name: 'a void outcome with a profit',
    of: 'void-unfounded',
    statements: [
      'alter table ledger_outcome drop constraint ledger_outcome_void_check',
      `update ledger_outcome set r = 0.5 where no = ${LAST_VOID}`,
    ],
  },
  {
    name: 'an end with another reason than the operator gave',
    of: 'void-unfounded',
    statements: [
      `update ledger_register set detail = jsonb_set(detail, '{reason}', '"retired"')
       where kind = 'ended'`,
    ],
  },
  {
    name: 'an end that hides a leg',
    of: 'void-unfounded',
    statements: [
      `update ledger_register set detail = jsonb_set(detail, '{legs}', '1') where kind = 'ended'`,
    ],
  },
  {
    name: 'the end of a series that goes on',
    of: 'void-unfounded',
    statements: [
      `update ledger_register set detail = jsonb_set(detail, '{seriesId}',
        (select to_jsonb(id) from series where symbol = 'LIVE')) where kind = 'ended'`,
    ],
  },
];

for (const { name, of, statements } of FAULTS) {
  test(`${name} is named ${of}`, async (t) => {
    const context = await plantEnded(t);
    await tamper(context.db, ...statements);
    const classes = await classesIn(context);
    assert.ok(classes.has(of), [...classes].join());
  });
}

test('the file of a row with a void leg is version 3 and is computed again', async (t) => {
  const context = await plantEnded(t);
  const { db } = context;
  await publishHead(db, context.clock);
  const seqs = [...new Set((await readOutcomes(db)).flatMap((o) => (o.status === 2 ? o.seq : [])))];
  assert.ok(seqs.length > 0);
  for (const seq of seqs) {
    const file = readRecordFile((await buildRowFile(db, seq)) ?? '');
    assert.equal(file.version, 3);
    const { verdict, steps } = recompute(file, sha256);
    assert.equal(
      verdict,
      'equal',
      JSON.stringify(steps.filter(({ state }) => state === 'differs')),
    );
    assert.ok(file.ended?.path);
    const outcomesOf = (changed: Partial<RecordFile>): string | undefined =>
      recompute({ ...file, ...changed }, sha256).steps.find(({ name }) => name === 'outcomes')
        ?.state;
    assert.equal(outcomesOf({}), 'equal');
    const isVoid = ({ status }: { status: number | null }): boolean => status === 2;
    assert.equal(
      outcomesOf({ outcomes: file.outcomes.filter((one) => !isVoid(one)) }),
      'differs',
      'an open leg without its void outcome',
    );
    const early = (by: number) =>
      file.outcomes.map((one) => (isVoid(one) ? { ...one, barTime: one.barTime - by } : one));
    assert.equal(outcomesOf({ outcomes: early(3_600_000) }), 'differs');
    const { ended: _ended, ...without } = file;
    const { steps: told } = recompute(without, sha256);
    assert.equal(told.find(({ name }) => name === 'outcomes')?.state, 'differs', 'no end');
  }
});

test('void rows are counted beside the figures, and in no other one', async (t) => {
  const context = await plantEnded(t);
  const { db } = context;
  await runRecord(context, { signal: new AbortController().signal, progress: () => {} });
  const { rows } = await sql<{ voided: number; n: number; source: string }>`
    select (figures ->> 'voided')::int as voided, (figures ->> 'n')::int as n, source
    from record_figures
    where period = 'all' and kind = '' and category = '' and origin = 'backfill'`.execute(db);
  // Of later computed rows the last history of a symbol counts, so those before the split count nowhere.
  assert.deepEqual(
    rows.map(({ voided }) => voided),
    [0],
  );
  await tamper(db, `update record_cell set origin = 'live'`, `update ledger set origin = 'live'`);
  const found = await computeRecordFigures(
    db,
    {
      toSeq: 1e9,
      toNo: 1e9,
      cells: await listCells(db),
      series: await listSeries(db),
      costs: DEFAULT_COSTS,
      nowMs: context.clock.now(),
    },
    { signal: new AbortController().signal, progress: () => {} },
  );
  const all = found.figures.find(
    ({ kind, category, period }) => kind === '' && category === '' && period === 'all',
  )?.figures;
  const outcomes = Map.groupBy(await readOutcomes(db), ({ seq }) => seq);
  const legs = [...outcomes.values()].map((own) => own.filter(({ leg }) => leg !== 'entry'));
  const isVoid = (own: (typeof legs)[number]): boolean => own.some(({ status }) => status === 2);
  const decided = legs.filter((own) => own.length === 2 && !isVoid(own));
  assert.equal(all?.n, decided.length);
  assert.equal(all?.voided, legs.filter(isVoid).length);
  assert.ok(all.voided > 0);
});

test('a series whose open legs are left open is named an hour later', async (t) => {
  const context = await plantEnded(t);
  const { db } = context;
  await tamper(
    db,
    'delete from ledger_outcome where status = 2',
    `delete from ledger_register where kind = 'ended'`,
  );
  const at = (await listEnds(db)).find(({ series }) => series.symbol === 'SPLT')?.archivedAtMs;
  assert.ok(at !== undefined);
  const live = (await listSeries(db)).find(({ symbol }) => symbol === 'LIVE');
  assert.ok(live);
  const missing = async (): Promise<string[]> =>
    (await verifyRecord(db, { symbol: 'SPLT' })).findings
      .map(({ where }) => where)
      .filter((where) => where.endsWith('void-missing'));
  assert.deepEqual(await missing(), [], 'the publisher may still do it');
  const hourMs = at + HOUR_MS;
  await plantSignal(db, live, { kind: 'condition', timeMs: hourMs, createdAtMs: hourMs });
  assert.deepEqual(await missing(), [], 'not later than an hour');
  await plantSignal(db, live, { kind: 'condition', timeMs: hourMs + 1, createdAtMs: hourMs + 1 });
  assert.ok((await missing()).length > 0);
});
