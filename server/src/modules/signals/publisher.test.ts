import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { sliceColumns } from '@rasat/ledger';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import type { PartContext } from '../../platform/part.ts';
import { testContext } from '../../platform/testing.ts';
import { makeBars } from '../../testing/bars.ts';
import { until } from '../../testing/eventually.ts';
import { readLedger, readOutcomes } from '../../testing/ledger.ts';
import { plantBars, plantSeries, plantSource } from '../../testing/market.ts';
import { withParts } from '../../testing/parts.ts';
import { startAnalyst } from '../analysis/index.ts';
import { closedTopic, listSeries, type Series } from '../market/index.ts';
import { isRecorded } from './append-events.ts';
import { publishNext, publishSetAside, startPublisher } from './publisher.ts';
import { listUnpublished } from './unpublished-events.ts';

const MONDAY = Date.UTC(2024, 0, 1);
const ALL = 1_000_000;
const HOUR = 3_600_000;

const analysed = (context: PartContext) => withParts([() => startAnalyst(context)], async () => {});

async function finder(context: PartContext) {
  const all = new Map((await listSeries(context.db)).map((one) => [one.id, one]));
  return async (id: number) => all.get(id) as Series;
}

/** Publishes everything that there is, in transactions of so many events. */
async function publishAll(context: PartContext, batch: number): Promise<void> {
  const find = await finder(context);
  while ((await publishNext(context.db, find, () => context.clock.now(), batch)).more);
}

test('every signal, box trade and set of levels has one row, every end one outcome', async (t) => {
  const context = await testContext(t, { clock: createManualClock(MONDAY + 9000 * HOUR) });
  const series = await plantSeries(context.db, { symbol: 'EURUSD' });
  await plantBars(context.db, series, makeBars({ seed: 1, fromMs: MONDAY, bars: 8000 }));
  await analysed(context);
  await publishAll(context, 100);
  const { rows } = await sql<{ type: string; n: number }>`
    select type, count(*) n from analysis_event group by type`.execute(context.db);
  const of = Object.fromEntries(rows.map((row) => [row.type, Number(row.n)]));
  const ledger = await readLedger(context.db);
  const outcomes = await readOutcomes(context.db);
  const kinds = Map.groupBy(ledger, (row) => row.kind);
  assert.equal(kinds.get('condition')?.length, of.condition);
  assert.equal(kinds.get('box')?.length, of.trade);
  assert.equal(kinds.get('levels')?.length, of.levels);
  assert.equal(
    outcomes.length,
    (of.tradeClosed ?? 0) + (of.conditionLeg ?? 0) + (of.levelsTrade ?? 0) + (of.levelsClosed ?? 0),
  );
  assert.deepEqual(
    ledger.map((row) => row.seq),
    ledger.map((_, i) => i + 1),
  );
  assert.ok(ledger.every((row) => row.source === 'simulated' && row.symbol === 'EURUSD'));
  const superseded = outcomes.filter((row) => row.leg === 'tp2').length;
  assert.ok(superseded > 0);
  const [condition] = kinds.get('condition') ?? [];
  assert.ok(condition?.sl && condition.tp1 && condition.tp2 && condition.range);
  const sign = condition.way ? 1 : -1;
  assert.ok(Math.abs(condition.price + sign * condition.range - condition.tp1) < 1e-9);
  const [levels] = kinds.get('levels') ?? [];
  assert.ok(levels);
  assert.equal((levels.detail.buy as number[]).length, 6);
});

test('the chain is what the format says', async (t) => {
  const context = await testContext(t, { clock: createManualClock(MONDAY + 9000 * HOUR) });
  const series = await plantSeries(context.db, { symbol: 'EURUSD' });
  await plantBars(context.db, series, makeBars({ seed: 2, fromMs: MONDAY, bars: 5000 }));
  await analysed(context);
  await publishAll(context, 50);
  const { rows } = await sql<Record<string, unknown>>`
    select seq, symbol, source, series_id as "seriesId", event_key as "eventKey", kind, setup,
      engine_version as "engineVersion", bar_time as "barTime", created_at as "createdAt", origin,
      way, price, range, sl, tp1, tp2, detail, encode(input_hash, 'hex') as "inputHash",
      encode(prev_hash, 'hex') as "prevHash", encode(hash, 'hex') as hash
    from ledger order by seq`.execute(context.db);
  let before = '0'.repeat(64);
  const sorted = (value: unknown): unknown =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([k, v]) => [k, sorted(v)]),
        )
      : value;
  for (const { prevHash, hash, ...content } of rows) {
    assert.equal(prevHash, before);
    const text = before + JSON.stringify(sorted(content));
    before = createHash('sha256').update(text).digest('hex');
    assert.equal(hash, before);
  }
  assert.ok(rows.length > 100);
});

test('a row published within five minutes of its bar is live, any other backfill', async (t) => {
  const clock = createManualClock(MONDAY + 3000 * HOUR);
  const context = await testContext(t, { clock });
  const series = await plantSeries(context.db, { symbol: 'EURUSD' });
  const bars = makeBars({ seed: 3, fromMs: MONDAY, bars: 3400 });
  await plantBars(context.db, series, sliceColumns(bars, 0, 3000));
  await withParts([() => startAnalyst(context), () => startPublisher(context)], async (ready) => {
    const filled = await readLedger(context.db);
    assert.ok(filled.length > 0);
    assert.ok(filled.every((row) => row.origin === 'backfill'));
    for (let row = 3000; row < 3400; row += 1) {
      await plantBars(context.db, series, sliceColumns(bars, row, row + 1));
      // Every second hour is published six minutes late.
      const throughMs = (bars.openTimeMs[row] ?? 0) + HOUR;
      const lateMs = row % 2 === 0 ? 4000 : 360_000;
      await clock.advance(throughMs + lateMs - clock.now());
      context.bus.publish(closedTopic, { symbols: ['EURUSD'], throughMs });
      await ready(async () => {
        const { rows } = await sql<{ done: boolean }>`
          select s.cursor_ms = ${bars.openTimeMs[row]}
            and not exists (select from analysis_event where id > p.event_id) as done
          from analysis_state s, publisher_cursor p
        `.execute(context.db);
        return rows[0]?.done === true;
      });
    }
    const live = (await readLedger(context.db)).slice(filled.length);
    assert.ok(live.length > 5);
    for (const row of live) {
      const late = ((row.barTime - HOUR - MONDAY) / HOUR) % 2 === 1;
      assert.equal(row.origin, late ? 'backfill' : 'live', `row ${row.seq}`);
    }
  });
});

test('two publishers at once publish nothing twice', async (t) => {
  const context = await testContext(t, { clock: createManualClock(MONDAY + 9000 * HOUR) });
  for (const [i, symbol] of ['EURUSD', 'GBPUSD', 'USDJPY'].entries()) {
    const series = await plantSeries(context.db, { symbol });
    await plantBars(context.db, series, makeBars({ seed: 10 + i, fromMs: MONDAY, bars: 4000 }));
  }
  await analysed(context);
  await Promise.all([publishAll(context, 30), publishAll(context, 40), publishAll(context, 50)]);
  const ledger = await readLedger(context.db);
  const { rows } = await sql<{ n: number }>`
    select count(*) n from analysis_event where type in ('trade', 'condition', 'levels')
  `.execute(context.db);
  assert.equal(ledger.length, Number(rows[0]?.n));
  assert.equal(new Set(ledger.map((row) => `${row.seriesId} ${row.eventKey}`)).size, ledger.length);
});

test('a transaction that fails leaves no trace and is done again', async (t) => {
  const context = await testContext(t, { clock: createManualClock(MONDAY + 9000 * HOUR) });
  const series = await plantSeries(context.db, { symbol: 'EURUSD' });
  await plantBars(context.db, series, makeBars({ seed: 5, fromMs: MONDAY, bars: 4000 }));
  await analysed(context);
  const find = await finder(context);
  let calls = 0;
  const failing = async (id: number) => {
    calls += 1;
    if (calls > 60) throw new Error('cut off');
    return find(id);
  };
  await assert.rejects(
    publishNext(context.db, failing, () => 0, 100),
    /cut off/,
  );
  assert.deepEqual(await readLedger(context.db), []);
  await publishAll(context, 100);
  assert.ok((await readLedger(context.db)).length > 50);
});

test('a replay never enters the record', async (t) => {
  const context = await testContext(t, { clock: createManualClock(MONDAY + 9000 * HOUR) });
  const series = await plantSeries(context.db, { symbol: 'EURUSD.R', source: 'replay' });
  await plantBars(context.db, series, makeBars({ seed: 6, fromMs: MONDAY, bars: 4000 }));
  await analysed(context);
  await publishAll(context, 1000);
  assert.deepEqual(await readLedger(context.db), []);
  assert.deepEqual(await readOutcomes(context.db), []);
});

test('events of daily rates never enter the record', async (t) => {
  const context = await testContext(t, { clock: createManualClock(MONDAY + 9000 * HOUR) });
  const series = await plantSeries(context.db, { symbol: 'USDTRY', source: 'reference-tcmb' });
  await plantBars(context.db, series, makeBars({ seed: 6, fromMs: MONDAY, bars: 4000 }));
  // Without the facts of its source it counts as any other series, so that it has events.
  await analysed(context);
  await plantSource(context.db, 'reference-tcmb', 'reference');
  const [stored] = await listSeries(context.db);
  assert.equal(stored && isRecorded(stored), false);
  await publishAll(context, 1000);
  assert.deepEqual(await readLedger(context.db), []);
  assert.deepEqual(await readOutcomes(context.db), []);
});

test('published rows cannot be changed or removed', async (t) => {
  const context = await testContext(t, { clock: createManualClock(MONDAY + 9000 * HOUR) });
  const series = await plantSeries(context.db, { symbol: 'EURUSD' });
  await plantBars(context.db, series, makeBars({ seed: 7, fromMs: MONDAY, bars: 3000 }));
  await analysed(context);
  await publishAll(context, 1000);
  for (const statement of [
    'update ledger set price = 1 where seq = 1',
    'delete from ledger where seq = 1',
    'truncate ledger cascade',
    'update ledger_outcome set status = 1',
    'delete from ledger_outcome',
    'truncate ledger_outcome',
  ]) {
    await assert.rejects(sql.raw(statement).execute(context.db), /append-only/, statement);
  }
});

/** Two analysed symbols; an event of the first one that has outcomes is gone, and kept beside. */
async function withoutCondition(context: PartContext) {
  const { db } = context;
  const series = await plantSeries(db, { symbol: 'EURUSD' });
  const other = await plantSeries(db, { symbol: 'GBPUSD' });
  for (const [seed, one] of [series, other].entries()) {
    await plantBars(db, one, makeBars({ seed: 20 + seed, fromMs: MONDAY, bars: 4000 }));
  }
  await analysed(context);
  const { rows } = await sql<{ key: string; legs: number[] }>`
    select c.event_key as key, array_agg(l.id order by l.id)::int[] as legs
    from analysis_event c join analysis_event l using (series_id)
    where series_id = ${series.id} and c.type = 'condition' and l.type = 'conditionLeg'
      and l.payload ->> 'id' = c.event_key
    group by 1 order by min(c.id) limit 1`.execute(db);
  const { key, legs } = rows[0] as { key: string; legs: number[] };
  await sql`create table kept as select * from analysis_event where event_key = ${key}
    and series_id = ${series.id}`.execute(db);
  await sql`delete from analysis_event e using kept k where e.id = k.id`.execute(db);
  return { series, other, key, legs };
}

const countEvents = async (context: PartContext): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int n from analysis_event where type <> 'box'`.execute(context.db);
  return rows[0]?.n ?? 0;
};

test('an outcome without its row is set aside, and everything else is published', async (t) => {
  const context = await testContext(t, { clock: createManualClock(MONDAY + 9000 * HOUR) });
  const { db } = context;
  const { series, other, key, legs } = await withoutCondition(context);
  const seriesIds = [series.id, other.id];
  const find = await finder(context);
  const now = () => context.clock.now();
  const aside: number[] = [];
  for (let more = true; more; ) {
    const published = await publishNext(db, find, now, 50);
    aside.push(...published.aside.map(({ event }) => event.id));
    more = published.more;
  }
  assert.deepEqual(aside, legs);
  const countRows = async () => (await readLedger(db)).length + (await readOutcomes(db)).length;
  assert.equal(await countRows(), (await countEvents(context)) - legs.length);
  const { rows } = await sql<{ upToId: number }>`
    select event_id as "upToId" from publisher_cursor`.execute(db);
  const upToId = rows[0]?.upToId ?? 0;
  assert.deepEqual(await listUnpublished(db, { seriesIds, upToId, limit: ALL }), legs);

  const again = await publishSetAside(db, find, now, 1);
  assert.deepEqual(
    again.map(({ event }) => event.id),
    legs,
    'it is tried again, and still cannot be',
  );
  await sql`insert into analysis_event overriding system value select * from kept`.execute(db);
  assert.deepEqual(await publishSetAside(db, find, now), []);
  assert.equal(await countRows(), await countEvents(context));
  const row = (await readLedger(db)).find(({ eventKey }) => eventKey === key);
  const outcomes = await readOutcomes(db);
  assert.equal(outcomes.filter(({ seq }) => seq === row?.seq).length, legs.length);
  assert.deepEqual(await publishSetAside(db, find, now), [], 'nothing is published twice');
  assert.equal(await countRows(), await countEvents(context));
});

test('what was published is every event of every type but boxes', async (t) => {
  const context = await testContext(t, { clock: createManualClock(MONDAY + 9000 * HOUR) });
  const series = await plantSeries(context.db, { symbol: 'EURUSD' });
  await plantBars(context.db, series, makeBars({ seed: 1, fromMs: MONDAY, bars: 8000 }));
  await analysed(context);
  const of = { seriesIds: [series.id], upToId: ALL, limit: ALL };
  assert.equal((await listUnpublished(context.db, of)).length, await countEvents(context));
  await publishAll(context, 1000);
  assert.deepEqual(await listUnpublished(context.db, of), []);
});

test('a row that the database refuses is set aside with its outcomes', async (t) => {
  const context = await testContext(t, { clock: createManualClock(MONDAY + 9000 * HOUR) });
  const { db } = context;
  const { legs } = await withoutCondition(context);
  await sql`insert into analysis_event overriding system value
    select id, series_id, engine_version, event_key, type, kind, term, bar_time,
      (payload::jsonb || '{"price":-1}')::json, input_hash from kept`.execute(db);
  const find = await finder(context);
  const { aside } = await publishNext(db, find, () => context.clock.now(), ALL);
  const { rows } = await sql<{ id: number }>`select id::int as id from kept`.execute(db);
  assert.deepEqual(
    aside.map(({ event }) => event.id),
    [rows[0]?.id, ...legs],
  );
});

test('the operator is told what is set aside, at every start; it stays while others are folded', async (t) => {
  const lines: string[] = [];
  const context = {
    ...(await testContext(t, { clock: createManualClock(MONDAY + 9000 * HOUR) })),
    log: createLog('error', { write: (line) => void lines.push(line) }),
  };
  const { db } = context;
  const { series, other, legs } = await withoutCondition(context);
  const countOf = async ({ id }: Series): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int n from analysis_event where series_id = ${id}`.execute(db);
    return rows[0]?.n ?? 0;
  };
  const kept = await countOf(series);
  for (const start of ['first', 'second']) {
    lines.length = 0;
    const publisher = startPublisher(context);
    try {
      await until('the others are folded', async () => (await countOf(other)) === 0);
      await until('it is ready', () => publisher.status().ready);
      assert.equal(publisher.status().detail, `set aside: EURUSD (${legs.length})`, start);
    } finally {
      await publisher.stop();
    }
    assert.ok(lines.length > 0 && lines.every((line) => line.includes('"symbol":"EURUSD"')));
  }
  assert.equal(await countOf(series), kept, 'nothing of that history is folded');
});
