import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { bucketStart, DAY_MS, HOUR_MS } from '@rasat/engine';
import { sql } from 'kysely';
import { createBinanceStandIn } from '../connectors/binance/testing/stand-in.ts';
import { TAPE_MARKETS } from '../connectors/binance/testing/trade-tape.ts';
import { verifyRecord } from '../modules/record/index.ts';
import { type ClockSettings, createClock } from '../platform/clock.ts';
import { type Tidy, testDatabase } from '../platform/testing.ts';
import { seeded } from './bars.ts';
import { compareWithTape } from './binance-tapes.ts';
import { until } from './eventually.ts';
import { spawnServer } from './spawn-server.ts';

/** Pace of the market: a quarter of an hour takes 30 s, and the time-outs of the connector stay above 250 ms. */
const SPEED = 30;
/** History before the start: enough for conditions of every box. */
const HISTORY_DAYS = 150;
/** Longest time that a start, or the rest of an hour, takes on a slow and busy machine. */
const LIMIT_MS = 600_000;

/** Settings of a run. */
export interface LiveOrdeal {
  readonly kills: number;
  /** Most milliseconds of wall clock until a server is killed, from its start or its subscription. */
  readonly lifeMs: number;
  readonly seed: number;
  readonly note: (text: string) => void;
}

/**
 * Runs whole servers on Binance's wire, one after the other on the same database, while the venue trades on, and kills
 * each with -9 at a random moment: every other one in its start, the rest while its source is live. The last one may
 * finish an hour. Then every bar must be the one of the venue's own trades, and every row of the record must verify.
 */
export async function surviveLiveKills(
  t: Tidy,
  { kills, lifeMs, seed, note }: LiveOrdeal,
): Promise<void> {
  const { address, db } = await testDatabase(t);
  const startMs = Date.UTC(2026, 0, 14, 9, 50);
  const settings: ClockSettings = {
    kind: 'accelerated',
    startMs,
    realStartMs: Date.now(),
    speed: SPEED,
  };
  const clock = createClock(settings);
  const standIn = await createBinanceStandIn({
    clock,
    seed,
    markets: TAPE_MARKETS,
    fromMs: bucketStart('1D', startMs, false) - HISTORY_DAYS * DAY_MS,
    denseFromMs: bucketStart('60', startMs, false),
  });
  t.after(() => standIn.stop());
  const start = () =>
    spawnServer(address, settings, {
      SOURCES: 'binance',
      BINANCE_SYMBOLS: TAPE_MARKETS.map(({ symbol }) => symbol).join(),
      BINANCE_URL: standIn.url,
      BINANCE_STREAM_URL: standIn.streamUrl,
    });
  const random = seeded(seed);
  let live = 0;
  for (let i = 0; i < kills; i += 1) {
    const { opened } = standIn;
    const server = start();
    if (i % 2 === 1) await until('a subscription', () => standIn.opened > opened, LIMIT_MS);
    await pause(random() ** 2 * lifeMs);
    await server.kill();
    if (standIn.opened > opened) live += 1;
  }
  note(`${kills} kills, ${live} of them while the source was live`);
  const last = start();
  const endMs = bucketStart('60', clock.now(), false) + HOUR_MS;
  try {
    const isOver = async () => {
      const { rows } = await sql<{ done: boolean }>`
        select count(*) = ${TAPE_MARKETS.length} as done from analysis_state
        where cursor_ms >= ${endMs - HOUR_MS}`.execute(db);
      return rows[0]?.done === true;
    };
    await until('the hour is analysed', isOver, LIMIT_MS);
  } finally {
    await last.stop();
  }
  const bars = await compareWithTape({ db }, standIn, endMs);
  const report = await verifyRecord(db);
  assert.deepEqual(
    report.findings.map(({ where, what }) => `${where}: ${what}`),
    [],
  );
  assert.ok(report.ledgerRows > 0, 'rows were published');
  assert.deepEqual(standIn.breaches, []);
  note(`${bars} bars compared, ${report.ledgerRows} rows verified`);
}
