import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sliceColumns } from '@rasat/ledger';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { testContext } from '../../platform/testing.ts';
import { MONDAY, plantRecord, tamper } from '../../testing/analysed-record.ts';
import { makeBars } from '../../testing/bars.ts';
import { readLedger, readOutcomes } from '../../testing/ledger.ts';
import { plantBars, plantSeries } from '../../testing/market.ts';
import { withParts } from '../../testing/parts.ts';
import { startAnalyst } from '../analysis/index.ts';
import {
  findChainHeads,
  hashOf,
  hashOfRegister,
  listRegister,
  startPublisher,
} from '../signals/index.ts';
import { certify } from './certificate.ts';
import { publishHead } from './heads.ts';
import { verifyRecord } from './verify.ts';

const HOUR = 3_600_000;

const textOf = (report: Awaited<ReturnType<typeof verifyRecord>>): string =>
  report.findings.map(({ where, what }) => `${where}: ${what}`).join('\n');

test('an honest record has nothing to find, archived histories and replays included', async (t) => {
  const { context } = await plantRecord(t);
  const seen: string[] = [];
  const report = await verifyRecord(context.db, { onProgress: ({ at }) => seen.push(at) });
  assert.equal(textOf(report), '');
  assert.equal(report.found, 0);
  assert.equal(report.series, 5);
  assert.equal(report.bars, 3000 + 2500 + 900 + 2000 + 2200);
  assert.ok(report.ledgerRows > 300 && report.outcomes > 300);
  for (const symbol of ['chains', 'EURUSD', 'GBPUSD', 'BTC', 'EURUSD.R']) {
    assert.ok(seen.includes(symbol), symbol);
  }
  const one = await verifyRecord(context.db, { symbol: 'GBPUSD' });
  assert.equal(one.series, 2);
  assert.equal(one.found, 0);
});

test('an outcome that is known but not published yet is not missing', async (t) => {
  const clock = createManualClock(MONDAY + 4000 * HOUR);
  const context = await testContext(t, { clock });
  const { db } = context;
  const series = await plantSeries(db, { symbol: 'EURUSD' });
  const bars = makeBars({ seed: 1, fromMs: MONDAY, bars: 3300 });
  await plantBars(db, series, sliceColumns(bars, 0, 2850));
  await withParts([() => startAnalyst(context), () => startPublisher(context)], async () => {});
  const published = (await readLedger(db)).length;
  const decided = await countDecided(db, published);
  await plantBars(db, series, sliceColumns(bars, 2850, 3300));
  await withParts([() => startAnalyst(context)], async () => {});
  assert.equal(textOf(await verifyRecord(db)), '');
  assert.deepEqual((await certify(db, { clock })).failures, []);
  // Published, they are there: the rows were decided meanwhile.
  await withParts([() => startPublisher(context)], (wait) =>
    wait(async () => (await countDecided(db, published)) > decided),
  );
  assert.equal(textOf(await verifyRecord(db)), '');
});

/** Number of outcomes of the first rows. */
async function countDecided(db: Db, rows: number): Promise<number> {
  return (await readOutcomes(db)).filter(({ seq }) => seq <= rows).length;
}

const tampered: { name: string; statements: string[]; finds: RegExp[] }[] = [
  {
    name: 'one byte of a price in the ledger',
    statements: ['update ledger set price = price + 0.00001 where seq = 40'],
    finds: [/^ledger: row 40 was changed after publication$/m, /row 40 \(.*\) differs.*: price$/m],
  },
  {
    name: 'one letter of a detail',
    statements: [
      `update ledger set detail = jsonb_set(detail, '{expiry}', '1') where seq = 41 and kind <> 'levels'`,
      `update ledger set detail = '{}' where seq = 41 and kind = 'levels'`,
    ],
    finds: [/row 41 was changed/, /row 41 \(.*\) differs.*: detail$/m],
  },
  {
    name: 'the time of publication',
    statements: ['update ledger set created_at = bar_time where seq = 7'],
    finds: [/row 7 was changed/],
  },
  {
    name: 'the origin of a row',
    statements: [`update ledger set origin = 'live' where seq = 9`],
    finds: [/row 9 was changed/],
  },
  {
    name: 'a row that is gone from the middle',
    statements: ['delete from ledger_outcome where seq = 50', 'delete from ledger where seq = 50'],
    finds: [
      /^ledger: row 50 is missing$/m,
      /the row of .* is missing$/m,
      /the outcome of .* is missing/,
    ],
  },
  {
    name: 'rows that are gone from the end',
    statements: [
      'delete from ledger_outcome where seq > (select max(seq) - 3 from ledger)',
      'delete from ledger where seq > (select max(seq) - 3 from ledger)',
    ],
    finds: [/the row of .* is missing$/m],
  },
  {
    name: 'an outcome that was turned into a win',
    statements: [
      `update ledger_outcome set status = 1, r = 2
       where no = (select min(no) from ledger_outcome where status = -1)`,
    ],
    finds: [
      /^outcomes: row \d+ was changed after publication$/m,
      /outcome \d+ .*differs.*status, r$/m,
    ],
  },
  {
    name: 'a box that is gone',
    statements: [
      `update analysis_past_box set proofs = substring(proofs from 17)
       where no = 0 and series_id = (select min(series_id) from analysis_past_box)`,
    ],
    finds: [/event box\..* is missing$/m],
  },
  {
    name: 'a box with another value',
    statements: [
      `update analysis_past_box set proofs = set_byte(proofs, 40, get_byte(proofs, 40) # 1)
       where no = 0 and series_id = (select min(series_id) from analysis_past_box)`,
    ],
    finds: [/event box\..* differs from what its bars give$/m],
  },
  {
    name: 'the current box with another value',
    statements: [
      `update analysis_box set payload = replace(payload::text, '"top":1.', '"top":2.')::json`,
    ],
    finds: [/the view that screens show differs/],
  },
  {
    name: 'a view with another value',
    statements: [
      `update analysis_view set view = replace(view::text, '"percentage":', '"percentage":1')::json`,
    ],
    finds: [/the view that screens show differs/],
  },
];

for (const { name, statements, finds } of tampered) {
  test(`found: ${name}`, async (t) => {
    const { context } = await plantRecord(t);
    await tamper(context.db, ...statements);
    const report = await verifyRecord(context.db);
    assert.ok(report.found > 0);
    for (const pattern of finds) assert.match(textOf(report), pattern);
  });
}

test('found: a double under the next number, with a chain that fits', async (t) => {
  const { context } = await plantRecord(t);
  const { db } = context;
  const rows = await readLedger(db);
  const copied = rows.find((row) => row.symbol === 'EURUSD' && row.kind === 'box');
  assert.ok(copied);
  // The last row of the chain may be one of the register.
  const { ledger: last } = await findChainHeads(db);
  const double = { ...copied, seq: last.number + 1, prevHash: last.hash };
  const hash = hashOf(double);
  await tamper(
    db,
    'alter table ledger drop constraint ledger_series_id_engine_version_event_key_key',
    `insert into ledger select ${double.seq}, symbol, source, series_id, event_key, kind, setup,
       engine_version, bar_time, created_at, origin, way, price, range, sl, tp1, tp2, detail,
       input_hash, decode('${double.prevHash}', 'hex'), decode('${hash}', 'hex')
     from ledger where seq = ${copied.seq}`,
  );
  const report = await verifyRecord(db);
  assert.match(
    textOf(report),
    new RegExp(`^EURUSD .*: row ${double.seq} publishes .* a second time$`, 'm'),
  );
  assert.doesNotMatch(textOf(report), /^ledger/m);
});

test('found: one byte of a chunk of bars', async (t) => {
  const { context, eurusd } = await plantRecord(t);
  await tamper(
    context.db,
    `update bar_chunk set data = set_byte(data, 4000, get_byte(data, 4000) # 1)
     where series_id = ${eurusd.id} and resolution = '60' and chunk_no = 1`,
  );
  const report = await verifyRecord(context.db);
  assert.match(textOf(report), /^EURUSD \(epoch 1\): the stored bars (differ|cannot be read)/m);
  assert.doesNotMatch(textOf(report), /^(ledger|outcomes|GBPUSD|BTC)/m);
});

test('found: a volume in the open tail, and a bar that is gone from it', async (t) => {
  const { context, eurusd } = await plantRecord(t);
  const fresh = await plantSeries(context.db, { symbol: 'USDJPY' });
  await plantBars(context.db, fresh, makeBars({ seed: 9, fromMs: MONDAY, bars: 700 }));
  // Nothing is published, so that no event is folded.
  await withParts([() => startAnalyst(context)], async () => {});
  assert.ok(eurusd.id !== fresh.id);
  const { rows } = await sql<{ time: number; first: number; known: string }>`
    with changed as (select t from bar_tail where series_id = ${fresh.id} and resolution = '60'
      order by t offset 500 limit 1)
    select t as time, (select min(bar_time) from analysis_event where series_id = ${fresh.id}) as first,
      to_char(to_timestamp((select min(bar_time) from analysis_event
        where series_id = ${fresh.id} and bar_time > t) / 1000), 'YYYY-MM-DD"T"HH24:MI') as known
    from changed`.execute(context.db);
  const [{ time, first, known } = { time: 0, first: 0, known: '' }] = rows;
  assert.ok(first <= time, 'there are events before it');
  await tamper(
    context.db,
    `update bar_tail set v = v + 1 where series_id = ${fresh.id} and resolution = '60' and t = ${time}`,
  );
  // What became known next says another history of bars than it did.
  const found = textOf(await verifyRecord(context.db));
  assert.match(found, new RegExp(`^USDJPY .*the stored bars differ .* before ${known}$`, 'm'));
  assert.doesNotMatch(found, /^USDJPY .*: (row|outcome|event)/m, 'it is said once');
  await tamper(
    context.db,
    `delete from bar_tail where series_id = ${fresh.id} and resolution = '60' and t = ${MONDAY}`,
  );
  assert.match(
    textOf(await verifyRecord(context.db)),
    /^USDJPY .*: 700 bars were analysed, 699 are stored$/m,
  );
});

test('rows of an engine that is gone are counted and their chain is checked', async (t) => {
  const { context, eurusd } = await plantRecord(t);
  await tamper(
    context.db,
    `update analysis_state set engine_version = '0.9.0' where series_id = ${eurusd.id}`,
    `update analysis_past_box set engine_version = '0.9.0' where series_id = ${eurusd.id}`,
    `update ledger set engine_version = '0.9.0' where seq = 30`,
  );
  const report = await verifyRecord(context.db);
  assert.ok(report.ofOtherVersions > 100);
  assert.match(textOf(report), /row 30 was changed/);
});

test('found: a chain that was written anew from a row on, by the heads of earlier days', async (t) => {
  const { context } = await plantRecord(t);
  const { db } = context;
  await publishHead(db, createManualClock(MONDAY));
  assert.equal((await verifyRecord(db, { symbol: 'BTC' })).found, 0);
  const register = await listRegister(db, 1, Number.MAX_SAFE_INTEGER);
  const rows = [...(await readLedger(db)), ...register].toSorted((a, b) => a.seq - b.seq);
  const statements: string[] = [];
  let prevHash = '0'.repeat(64);
  for (const row of rows) {
    const changed = { ...row, createdAt: row.seq === 20 ? 1 : row.createdAt, prevHash };
    const hash = 'symbol' in changed ? hashOf(changed) : hashOfRegister(changed);
    statements.push(
      `update ${'symbol' in changed ? 'ledger' : 'ledger_register'} set created_at = ${changed.createdAt}, prev_hash = decode('${prevHash}', 'hex'),
         hash = decode('${hash}', 'hex') where seq = ${row.seq}`,
    );
    prevHash = hash;
  }
  await tamper(db, ...statements);
  const found = textOf(await verifyRecord(db, { symbol: 'BTC' }));
  assert.doesNotMatch(found, /^ledger/m, 'the chain itself fits');
  assert.match(found, /^heads: row \d+ is not that of 2024-01-01$/m);
  assert.match(found, /^heads: the rows 1 to \d+ do not have the root .* on 2024-01-01$/m);
  assert.match(found, /^heads: node 0 of level 8 is not over the rows that there are$/m);
});
