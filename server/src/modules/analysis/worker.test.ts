import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINE_VERSION } from '@rasat/engine';
import { type BarColumns, sliceColumns } from '@rasat/ledger';
import { sql } from 'kysely';
import { createManualClock } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import type { Part, PartContext } from '../../platform/part.ts';
import { testContext } from '../../platform/testing.ts';
import { isForexOpen, makeBars } from '../../testing/bars.ts';
import { until } from '../../testing/eventually.ts';
import { plantBars, plantOlderBars, plantSeries, plantSource } from '../../testing/market.ts';
import { closedTopic, isAnalysed, listSeries, type Series, symbolsTopic } from '../market/index.ts';
import { type EventRecord, startRun } from './series-run.ts';
import { listViews } from './store.ts';
import type { AnalysisTables } from './tables.ts';
import { type AnalysisUpdated, updatedTopic } from './topics.ts';
import { startAnalyst } from './worker.ts';

const MONDAY = Date.UTC(2024, 0, 1);
const HOUR = 3_600_000;

/** An analyst that is gone before the database is. */
async function withAnalyst(
  context: PartContext,
  fn: (analyst: Part) => Promise<void>,
): Promise<void> {
  const analyst = startAnalyst(context);
  try {
    await ready(analyst);
    await fn(analyst);
  } finally {
    await analyst.stop();
  }
}

const ready = (part: Part) => until('ready', () => part.status().ready);

/** Every stored event of a series as the analyst should have it, for comparison. */
async function storedEvents(context: PartContext, series: Series) {
  const rows = await context.db
    .withTables<AnalysisTables>()
    .selectFrom('analysis_event')
    .select(['event_key', 'bar_time', 'payload', 'input_hash'])
    .where('series_id', '=', series.id)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    key: row.event_key,
    event: row.payload,
    inputHash: row.input_hash.toString('hex'),
  }));
}

/** What an engine says that reads all bars in one go and hears of time only at the end. */
function expectedEvents(series: Series, bars: BarColumns, throughMs?: number) {
  // The clock of these tests stands at the first bar, so that every forecast counts.
  const run = startRun(series, undefined, { forecastsAfterMs: MONDAY });
  for (let row = 0; row < bars.length; row += 1) assert.equal(run.read(bars, row), null);
  if (throughMs !== undefined) run.advance(throughMs);
  return run.takeEvents().map((record: EventRecord) => ({
    key: record.key,
    event: JSON.parse(JSON.stringify(record.event)),
    inputHash: record.inputHash.toString('hex'),
  }));
}

/** Like `deepEqual`, but says where two long lists part instead of comparing them as one text. */
function assertSame(actual: readonly { key: string }[], expected: readonly { key: string }[]) {
  const length = Math.max(actual.length, expected.length);
  for (let i = 0; i < length; i += 1) {
    assert.deepEqual(actual[i], expected[i], `event ${i} of ${actual.length}`);
  }
}

test('a history is analysed in slices and stored as one pass over it would', async (t) => {
  const context = await testContext(t, { clock: createManualClock(MONDAY) });
  const series = await plantSeries(context.db, { symbol: 'EURUSD' });
  const bars = makeBars({ seed: 1, fromMs: MONDAY, bars: 17_345, isOpen: isForexOpen });
  await plantBars(context.db, series, bars);
  await withAnalyst(context, async () => {
    const expected = expectedEvents(series, bars);
    assert.ok(expected.length > 1000);
    assertSame(await storedEvents(context, series), expected);
    const [shown] = await listViews(context.db, [series.id]);
    const run = startRun(series);
    for (let row = 0; row < bars.length; row += 1) run.read(bars, row);
    const { lastBarMs, barTimeMs: _end, close: _close, ...view } = run.view();
    assert.deepEqual(shown?.view, view, 'the view that is kept is the whole one');
    assert.equal(shown?.cursorMs, lastBarMs);
    assert.deepEqual(shown?.inputHash, run.inputHash);
  });
});

test('a series whose older bars are still to come is analysed when it is whole, from its first bar', async (t) => {
  const context = await testContext(t, { clock: createManualClock(MONDAY) });
  const series = await plantSeries(context.db, { symbol: 'EURUSD', whole: false });
  const bars = makeBars({ seed: 1, fromMs: MONDAY, bars: 3000, isOpen: isForexOpen });
  await plantBars(context.db, series, sliceColumns(bars, 2000, 3000));
  await withAnalyst(context, async () => {
    const throughMs = (bars.openTimeMs[2999] ?? 0) + HOUR;
    context.bus.publish(closedTopic, { symbols: ['EURUSD'], throughMs });
    // A later series shows that the analyst has gone past this one.
    const other = await plantSeries(context.db, { symbol: 'GBPUSD' });
    await plantBars(context.db, other, bars);
    context.bus.publish(symbolsTopic, { symbols: ['GBPUSD'] });
    await until('the other', async () => (await storedEvents(context, other)).length > 0);
    assert.deepEqual(await storedEvents(context, series), []);
    await plantOlderBars(context.db, series, sliceColumns(bars, 0, 2000));
    context.bus.publish(symbolsTopic, { symbols: ['EURUSD'] });
    const expected = expectedEvents(series, bars);
    await until(
      'the events',
      async () => (await storedEvents(context, series)).length >= expected.length,
    );
    assertSame(await storedEvents(context, series), expected);
  });
});

test('daily rates of a bank are not analysed; another source of the symbol is, and nothing waits', async (t) => {
  const context = await testContext(t, { clock: createManualClock(MONDAY) });
  const { db } = context;
  await plantSource(db, 'reference-tcmb', 'reference');
  const planted = { symbol: 'USDTRY' };
  const rates = await plantSeries(db, { ...planted, source: 'reference-tcmb' });
  assert.deepEqual(rates.delay, { class: 'reference', ms: 0 });
  assert.equal(isAnalysed(rates), false);
  const bars = makeBars({ seed: 1, fromMs: MONDAY, bars: 3000, isOpen: isForexOpen });
  await plantBars(db, rates, bars);
  await withAnalyst(context, async (analyst) => {
    const throughMs = (bars.openTimeMs[2999] ?? 0) + HOUR;
    context.bus.publish(closedTopic, { symbols: ['USDTRY'], throughMs });
    // A later series shows that the analyst has gone past this one.
    const other = await plantSeries(db, { symbol: 'GBPUSD' });
    await plantBars(db, other, bars);
    context.bus.publish(symbolsTopic, { symbols: ['GBPUSD'] });
    await until('the other', async () => (await storedEvents(context, other)).length > 0);
    assert.deepEqual(await storedEvents(context, rates), []);
    assert.deepEqual(await listViews(db, [rates.id]), []);
    await until('it is ready', () => analyst.status().ready);

    const live = await plantSeries(db, planted);
    assert.equal(isAnalysed(live), true);
    await plantBars(db, live, bars);
    context.bus.publish(symbolsTopic, { symbols: ['USDTRY'] });
    const expected = expectedEvents(live, bars);
    const count = async (): Promise<number> => (await storedEvents(context, live)).length;
    await until('the new history', async () => (await count()) >= expected.length);
    assertSame(await storedEvents(context, live), expected);

    const again = await plantSeries(db, { ...planted, source: 'reference-tcmb' });
    await plantBars(db, again, bars);
    context.bus.publish(symbolsTopic, { symbols: ['USDTRY'] });
    await until('it is ready', () => analyst.status().ready);
  });
  await withAnalyst(context, async () => {
    for (const { id } of await listSeries(db)) {
      const isLive = ['GBPUSD 1', 'USDTRY 2'].includes(await nameOf(id));
      assert.equal((await listViews(db, [id])).length > 0, isLive, await nameOf(id));
    }
  });

  async function nameOf(id: number): Promise<string> {
    const series = (await listSeries(db)).find((one) => one.id === id);
    return `${series?.symbol} ${series?.epoch}`;
  }
});

test('bars that arrive one by one, timers and restarts in between, give the same events', async (t) => {
  const context = await testContext(t, { clock: createManualClock(MONDAY) });
  const series = await plantSeries(context.db, { symbol: 'EURUSD' });
  const bars = makeBars({ seed: 2, fromMs: MONDAY, bars: 4000, isOpen: isForexOpen });
  await plantBars(context.db, series, sliceColumns(bars, 0, 3700));
  let analyst = startAnalyst(context);
  await ready(analyst);
  for (let row = 3700; row < bars.length; ) {
    const next = Math.min(bars.length, row + 1 + (row % 7));
    await plantBars(context.db, series, sliceColumns(bars, row, next));
    const throughMs = (bars.openTimeMs[next - 1] ?? 0) + HOUR;
    context.bus.publish(closedTopic, { symbols: ['EURUSD'], throughMs });
    if (row % 5 === 0) {
      // The market is shut now; time alone goes on.
      const opensMs = bars.openTimeMs[next] ?? throughMs;
      context.bus.publish(closedTopic, { symbols: ['EURUSD'], throughMs: opensMs });
    }
    if (row % 11 === 0) {
      await analyst.stop();
      analyst = startAnalyst(context);
    }
    row = next;
  }
  const lastMs = (bars.openTimeMs.at(-1) ?? 0) + HOUR;
  const throughMs = lastMs + 3 * 24 * HOUR;
  context.bus.publish(closedTopic, { symbols: ['EURUSD'], throughMs });
  await until('the last bar and the last timer', async () => {
    const { rows } = await sql<{ c: number; a: number }>`
      select cursor_ms c, advanced_ms a from analysis_state`.execute(context.db);
    return rows[0]?.c === bars.openTimeMs.at(-1) && rows[0]?.a === throughMs;
  });
  await analyst.stop();
  assertSame(await storedEvents(context, series), expectedEvents(series, bars, throughMs));
});

test('histories wait until what is known is published, and what is live does not', async (t) => {
  const context = await testContext(t, { clock: createManualClock(MONDAY) });
  const { db, bus } = context;
  const live = await plantSeries(db, { symbol: 'EURUSD' });
  const bars = makeBars({ seed: 2, fromMs: MONDAY, bars: 300 });
  await plantBars(db, live, sliceColumns(bars, 0, 299));
  let isUnpublished = false;
  let asked = 0;
  const analyst = startAnalyst(context, {
    isUnpublished: () => {
      asked += 1;
      return isUnpublished;
    },
  });
  await ready(analyst);
  isUnpublished = true;
  const history = await plantSeries(db, { symbol: 'GBPUSD' });
  await plantBars(db, history, bars);
  bus.publish(symbolsTopic, { symbols: ['GBPUSD'] });
  const barsOf = async ({ id }: Series): Promise<number | undefined> => {
    const { rows } = await sql<{ bars: number }>`
      select bars from analysis_state where series_id = ${id}`.execute(db);
    return rows[0]?.bars;
  };
  await until('the history is taken up', async () => (await barsOf(history)) === 0);
  await plantBars(db, live, sliceColumns(bars, 299, 300));
  bus.publish(closedTopic, { symbols: ['EURUSD'], throughMs: MONDAY + 300 * HOUR });
  await until('the live bar', async () => (await barsOf(live)) === 300);
  const before = asked;
  await until('it is asked again and again', () => asked > before + 3);
  assert.equal(await barsOf(history), 0);
  isUnpublished = false;
  await until('the history', async () => (await barsOf(history)) === 300);
  await analyst.stop();
});

test('nothing is analysed before the build may publish', async (t) => {
  const context = await testContext(t, { clock: createManualClock(MONDAY) });
  const series = await plantSeries(context.db, { symbol: 'EURUSD' });
  await plantBars(context.db, series, makeBars({ seed: 2, fromMs: MONDAY, bars: 300 }));
  let standing: 'pending' | 'waiting' | 'accepted' = 'pending';
  let asked = 0;
  const analyst = startAnalyst(context, {
    standing: () => {
      asked += 1;
      return standing;
    },
  });
  const states = async () =>
    (await context.db.withTables<AnalysisTables>().selectFrom('analysis_state').execute()).length;
  await until('it is asked', () => asked > 2);
  assert.equal(analyst.status().ready, false, 'nothing is known of the build yet');
  standing = 'waiting';
  assert.deepEqual(analyst.status(), { ready: true, detail: 'waits with the publisher' });
  const before = asked;
  await until('it is asked again and again', () => asked > before + 3);
  assert.equal(await states(), 0);
  standing = 'accepted';
  await until('the history', async () => (await states()) === 1);
  await analyst.stop();
});

test('an update names the symbols whose screens changed', async (t) => {
  const context = await testContext(t, { clock: createManualClock(MONDAY) });
  const series = await plantSeries(context.db, { symbol: 'EURUSD' });
  const bars = makeBars({ seed: 3, fromMs: MONDAY, bars: 2000 });
  await plantBars(context.db, series, sliceColumns(bars, 0, 1990));
  const heard: AnalysisUpdated[] = [];
  context.bus.subscribe(updatedTopic, (event) => heard.push(event));
  await withAnalyst(context, async () => {
    heard.length = 0;
    const views = () =>
      context.db
        .withTables<AnalysisTables>()
        .selectFrom('analysis_view')
        .select('view')
        .executeTakeFirstOrThrow();
    for (let row = 1990; row < 2000; row += 1) {
      const before = JSON.stringify(await views());
      await plantBars(context.db, series, sliceColumns(bars, row, row + 1));
      const throughMs = (bars.openTimeMs[row] ?? 0) + HOUR;
      context.bus.publish(closedTopic, { symbols: ['EURUSD'], throughMs });
      await until('heard', () => heard.length > 0);
      const { symbols, changed } = heard.pop() ?? { symbols: [], changed: [] };
      assert.deepEqual(symbols, ['EURUSD']);
      const after = JSON.stringify(await views());
      assert.equal(changed.length, before === after ? 0 : 1);
    }
  });
});

test('a replaced series starts anew and the archived one keeps its rows', async (t) => {
  const context = await testContext(t, { clock: createManualClock(MONDAY) });
  const first = await plantSeries(context.db, { symbol: 'EURUSD' });
  await plantBars(context.db, first, makeBars({ seed: 4, fromMs: MONDAY, bars: 3000 }));
  await withAnalyst(context, async (analyst) => {
    const kept = await storedEvents(context, first);
    assert.ok(kept.length > 0);
    const second = await plantSeries(context.db, { symbol: 'EURUSD', source: 'file' });
    const bars = makeBars({ seed: 5, fromMs: MONDAY, bars: 3000 });
    await plantBars(context.db, second, bars);
    context.bus.publish(symbolsTopic, { symbols: ['EURUSD'] });
    await until('the new series', async () => (await storedEvents(context, second)).length > 0);
    await ready(analyst);
    assertSame(await storedEvents(context, first), kept);
    assertSame(await storedEvents(context, second), expectedEvents(second, bars));
  });
});

test('time closes no bucket of an imported file', async (t) => {
  const context = await testContext(t, { clock: createManualClock(MONDAY) });
  const series = await plantSeries(context.db, { symbol: 'EURUSD', source: 'file' });
  const bars = makeBars({ seed: 6, fromMs: MONDAY, bars: 3001 });
  await plantBars(context.db, series, bars);
  await withAnalyst(context, async () => {
    context.bus.publish(closedTopic, { symbols: ['EURUSD'], throughMs: MONDAY + 9000 * HOUR });
    const more = makeBars({ seed: 6, fromMs: MONDAY, bars: 3300 });
    await plantBars(context.db, series, sliceColumns(more, 3001, 3300));
    context.bus.publish(symbolsTopic, { symbols: ['EURUSD'] });
    await until('all bars', async () => {
      const { rows } = await sql<{ bars: number }>`select bars from analysis_state`.execute(
        context.db,
      );
      return rows[0]?.bars === 3300;
    });
    assertSame(await storedEvents(context, series), expectedEvents(series, more));
  });
});

test('a new engine version starts from the first bar; what the old one published stays', async (t) => {
  const context = await testContext(t, { clock: createManualClock(MONDAY) });
  const series = await plantSeries(context.db, { symbol: 'EURUSD' });
  const bars = makeBars({ seed: 10, fromMs: MONDAY, bars: 2500 });
  await plantBars(context.db, series, bars);
  await withAnalyst(context, async () => {});
  await inTransaction(context.db, async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const table of ['analysis_state', 'analysis_event', 'analysis_view', 'analysis_box']) {
      await sql`update ${sql.table(table)} set engine_version = '0.9.0'`.execute(trx);
    }
  });
  const old = await storedEvents(context, series);
  await withAnalyst(context, async () => {
    const all = await storedEvents(context, series);
    assertSame(all.slice(0, old.length), old);
    assertSame(all.slice(old.length), expectedEvents(series, bars));
    const [shown] = await listViews(context.db, [series.id]);
    assert.equal(shown?.engineVersion, ENGINE_VERSION);
  });
});

test('a broken connection costs a moment and no event', async (t) => {
  const context = await testContext(t, { clock: createManualClock(MONDAY) });
  const series = await plantSeries(context.db, { symbol: 'EURUSD' });
  const bars = makeBars({ seed: 11, fromMs: MONDAY, bars: 2400 });
  await plantBars(context.db, series, sliceColumns(bars, 0, 2000));
  await withAnalyst(context, async () => {
    for (let row = 2000; row < 2400; row += 200) {
      await sql`
        select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
        where l.locktype = 'advisory' and d.datname = current_database()`.execute(context.db);
      await plantBars(context.db, series, sliceColumns(bars, row, row + 200));
      const throughMs = (bars.openTimeMs[row + 199] ?? 0) + HOUR;
      context.bus.publish(closedTopic, { symbols: ['EURUSD'], throughMs });
      await until('the bars are analysed', async () => {
        const { rows } = await sql<{ bars: number }>`select bars from analysis_state`.execute(
          context.db,
        );
        return rows[0]?.bars === row + 200;
      });
    }
  });
  assertSame(await storedEvents(context, series), expectedEvents(series, bars));
});

test('of two analysts one works; the other takes over when it goes', async (t) => {
  const context = await testContext(t, { clock: createManualClock(MONDAY) });
  const series = await plantSeries(context.db, { symbol: 'EURUSD' });
  await plantBars(context.db, series, makeBars({ seed: 7, fromMs: MONDAY, bars: 2000 }));
  const one = startAnalyst(context);
  await ready(one);
  const other = startAnalyst(context);
  await until('waiting', () => other.status().detail === 'another process analyses');
  await one.stop();
  await ready(other);
  await other.stop();
});

test('stored events cannot be changed', async (t) => {
  const context = await testContext(t, { clock: createManualClock(MONDAY) });
  const series = await plantSeries(context.db, { symbol: 'EURUSD' });
  await plantBars(context.db, series, makeBars({ seed: 8, fromMs: MONDAY, bars: 2000 }));
  await withAnalyst(context, async () => {
    for (const statement of ['update analysis_event set bar_time = 0', 'truncate analysis_event']) {
      await assert.rejects(sql.raw(statement).execute(context.db), /append-only/);
    }
  });
});

test('bars that changed under a running history stop that symbol alone', async (t) => {
  const context = await testContext(t, { clock: createManualClock(MONDAY) });
  const good = await plantSeries(context.db, { symbol: 'EURUSD' });
  const bad = await plantSeries(context.db, { symbol: 'GBPUSD' });
  const bars = makeBars({ seed: 9, fromMs: MONDAY, bars: 900 });
  await plantBars(context.db, good, bars);
  await plantBars(context.db, bad, bars);
  const first = startAnalyst(context);
  await ready(first);
  await first.stop();
  await sql`update bar_tail set v = v + 1 where series_id = ${bad.id} and t = ${MONDAY}`.execute(
    context.db,
  );
  await sql`update analysis_state set snapshot = null`.execute(context.db);
  await withAnalyst(context, async (second) => {
    assert.deepEqual(second.status().detail, 'stopped: GBPUSD');
  });
});

test('a stored bar of a time that is closed without it stops that symbol alone', async (t) => {
  const context = await testContext(t, { clock: createManualClock(MONDAY) });
  const good = await plantSeries(context.db, { symbol: 'EURUSD' });
  const bad = await plantSeries(context.db, { symbol: 'GBPUSD' });
  const bars = makeBars({ seed: 1, fromMs: MONDAY, bars: 2000 });
  // The 240 bar of hours 1996 to 1999 ends when hour 2000 begins.
  await plantBars(context.db, good, bars);
  await plantBars(context.db, bad, sliceColumns(bars, 0, 1999));
  const stop = async (analyst: Part) => {
    await until('it stops', () => analyst.status().detail === 'stopped: GBPUSD');
  };
  const hourEnds = MONDAY + 2000 * HOUR;
  await withAnalyst(context, async (analyst) => {
    context.bus.publish(closedTopic, { symbols: ['EURUSD', 'GBPUSD'], throughMs: hourEnds });
    await until('time has passed', async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int n from analysis_state where advanced_ms = ${hourEnds}`.execute(
        context.db,
      );
      return rows[0]?.n === 2;
    });
    await plantBars(context.db, bad, sliceColumns(bars, 1999, 2000));
    context.bus.publish(closedTopic, { symbols: ['EURUSD', 'GBPUSD'], throughMs: hourEnds + HOUR });
    await stop(analyst);
  });
  const kept = await storedEvents(context, bad);
  await withAnalyst(context, stop);
  assertSame(await storedEvents(context, bad), kept);
  assertSame(await storedEvents(context, good), expectedEvents(good, bars));
});
