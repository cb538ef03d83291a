import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { HOUR_MS } from '@rasat/engine';
import { sql } from 'kysely';
import { createSimulatedConnector } from '../connectors/simulated/simulated-connector.ts';
import { listSeries, readAllBaseBars } from '../modules/market/index.ts';
import { verifyRecord } from '../modules/record/index.ts';
import { startPublisher } from '../modules/signals/index.ts';
import { type ClockSettings, createClock } from '../platform/clock.ts';
import { type Db, openPool } from '../platform/db/pool.ts';
import { type TestDatabase, type Tidy, testContext, testDatabase } from '../platform/testing.ts';
import { seeded } from './bars.ts';
import { until } from './eventually.ts';
import { withParts } from './parts.ts';
import { type ServerProcess, spawnServer } from './spawn-server.ts';

/** Milliseconds in which a server fills the markets, or catches up, on a slow and busy machine. */
const LIMIT_MS = 600_000;

/** Settings of a run. */
export interface Ordeal {
  readonly kills: number;
  /** Start and speed of the clock. */
  readonly startMs: number;
  readonly speed: number;
  /** Most milliseconds of wall clock until a server is killed, from its start or its first new event. */
  readonly lifeMs: number;
  readonly seed: number;
  readonly note: (text: string) => void;
}

/**
 * Runs whole servers on the simulated markets, one after the other on the same database, and kills each with -9 at a
 * random moment. The last one may catch up. Then the record must have no gap, double or difference, and the bars must
 * be those of a market that was never interrupted.
 */
export async function surviveKills(t: Tidy, ordeal: Ordeal): Promise<void> {
  const { address, db } = await testDatabase(t);
  const { startMs, speed, kills, lifeMs, seed, note } = ordeal;
  const clock: ClockSettings = { kind: 'accelerated', startMs, realStartMs: Date.now(), speed };
  const random = seeded(seed);
  for (let i = 0; i < kills; i += 1) {
    const before = await countEvents(db);
    const bornMs = performance.now();
    const server = spawnServer(address, clock, { SIMULATION_SEED: String(seed) });
    // Every other server must publish an event first; the rest may die during their start.
    if (i % 2 === 0)
      await until('new events', async () => (await countEvents(db)) > before, LIMIT_MS);
    await pause(random() ** 2 * lifeMs);
    await server.kill();
    const livedMs = Math.round(performance.now() - bornMs);
    note(`killed after ${livedMs} ms: ${await describeRecord(db)}`);
  }
  const last = spawnServer(address, clock, { SIMULATION_SEED: String(seed) });
  try {
    await untilCaughtUp(last, db, note);
  } finally {
    await last.stop();
  }
  // An hour may have closed during the stop; a start of the publisher publishes all analysed events.
  const context = await testContext(t, { database: { address, db }, clock: createClock(clock) });
  await withParts([() => startPublisher(context)], async () => {});
  await assertRecord(address, note);
  await assertBars(db, clock, seed);
}

/** Waits until the last server has seen some hours close live. */
async function untilCaughtUp(
  server: ServerProcess,
  db: Db,
  note: (text: string) => void,
): Promise<void> {
  const url = await server.address;
  const beganMs = performance.now();
  const isReady = async () => (await fetch(`${url}/api/health`)).status === 200;
  await until('the last server is ready', isReady, LIMIT_MS);
  note(`ready ${Math.round(performance.now() - beganMs)} ms after listening`);
  const newestBar = async () => {
    const { rows } = await sql<{ t: number }>`
      select max(cursor_ms) as t from analysis_state`.execute(db);
    return rows[0]?.t ?? 0;
  };
  const before = await newestBar();
  const seen = async () => (await newestBar()) >= before + 2 * HOUR_MS;
  await until('two hours close', seen, LIMIT_MS);
  await until('ready again', isReady, LIMIT_MS);
}

async function countEvents(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select greatest(event_id, (select max(id) from analysis_event)) as id
    from publisher_cursor`.execute(db);
  return rows[0]?.id ?? 0;
}

async function describeRecord(db: Db): Promise<string> {
  const { rows } = await sql<{ bars: number; events: number; rows: number; live: number }>`
    select (select coalesce(sum(n), 0)::int from bar_head where resolution = '60') as bars,
      (select event_id::int from publisher_cursor) as events,
      (select coalesce(sum(rows), 0)::int from record_cell) as rows,
      (select coalesce(sum(rows), 0)::int from record_cell where origin = 'live') as live`.execute(
    db,
  );
  const one = rows[0];
  return `${one?.bars} bars, ${one?.events} events, ${one?.rows} rows (${one?.live} live)`;
}

async function assertRecord(
  address: TestDatabase['address'],
  note: (text: string) => void,
): Promise<void> {
  const db = openPool(address, { maxConnections: 1 });
  try {
    const report = await verifyRecord(db);
    const lines = report.findings.map(({ where, what }) => `${where}: ${what}`);
    assert.equal(lines.join('\n'), '');
    assert.ok(report.ledgerRows > 0 && report.events > 0);
    note(
      `verified ${report.ledgerRows} rows, ${report.outcomes} outcomes, ${report.bars} bars of ` +
        `${report.series} histories`,
    );
    const { rows } = await sql<{ unpublished: number }>`
      select count(*)::int as unpublished from analysis_event
      where id > (select event_id from publisher_cursor)`.execute(db);
    assert.equal(rows[0]?.unpublished, 0, 'events that were never published');
  } finally {
    await db.destroy();
  }
}

/** Asserts that every stored bar is the market's own, and that none is missing. */
async function assertBars(db: Db, clock: ClockSettings, seed: number): Promise<void> {
  const connector = createSimulatedConnector({ seed, clock: createClock(clock) });
  for (const series of await listSeries(db)) {
    assert.equal(series.archivedAtMs, null);
    const [from] = (await connector.available(series.symbol)).filter((a) => a.resolution === '60');
    const stored: number[][] = [];
    for await (const bars of readAllBaseBars(db, series)) {
      for (let row = 0; row < bars.length; row += 1) {
        const columns = [bars.openTimeMs, bars.open, bars.high, bars.low, bars.close, bars.volume];
        stored.push(columns.map((column) => column[row] ?? Number.NaN));
      }
    }
    const toMs = (stored.at(-1)?.[0] ?? 0) + 1;
    let at = 0;
    for await (const batch of connector.history(series.symbol, '60', from?.fromMs ?? 0, toMs)) {
      for (const { openTimeMs, open, high, low, close, volume } of batch) {
        const made = [openTimeMs, open, high, low, close, volume];
        assert.deepEqual(stored[at], made, `${series.symbol}, bar ${at}`);
        at += 1;
      }
    }
    assert.equal(stored.length, at, series.symbol);
  }
}
