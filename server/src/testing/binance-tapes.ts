import assert from 'node:assert/strict';
import { aggregate, type Bar, bucketEnd, DAY_MS, HOUR_MS, MINUTE_MS } from '@rasat/engine';
import { createBinanceConnector } from '../connectors/binance/binance-connector.ts';
import { FAULTS, type FaultName } from '../connectors/binance/testing/faults.ts';
import { createBinanceStandIn, type StandIn } from '../connectors/binance/testing/stand-in.ts';
import { TAPE_MARKETS, type TapeMarket } from '../connectors/binance/testing/trade-tape.ts';
import { startAnalyst } from '../modules/analysis/index.ts';
import { SourceFeed } from '../modules/market/feed/source-feed.ts';
import { readStored } from '../modules/market/testing/feed-faults.ts';
import { closedTopic } from '../modules/market/topics.ts';
import { verifyRecord } from '../modules/record/index.ts';
import { startPublisher } from '../modules/signals/index.ts';
import { createManualClock } from '../platform/clock.ts';
import type { PartContext } from '../platform/part.ts';
import { seeded } from './bars.ts';
import { until } from './eventually.ts';
import {
  isLive,
  type Planned,
  type PlayedDay,
  planFaults,
  playDue,
  stepOn,
  waitUntilLive,
} from './fault-days.ts';
import { isPublished } from './published-world.ts';

// A day of Binance with faults at random, through the real connector, sockets, feed, database, analysis and record.
// Afterwards every stored bar must be the one of the venue's own trades, and every row of the record must verify.

const MONDAY = Date.UTC(2026, 0, 5);
/** History before the tape's trades: enough for conditions of every box. */
const HISTORY_DAYS = 60;
const STEP_MS = 20_000;
/** Fewest faults of a day. */
const FAULTS_A_DAY = 12;
/** Faults that need their own test: these last for an hour. */
const TOO_LONG: readonly FaultName[] = ['http-451'];
const NAMES = (Object.keys(FAULTS) as FaultName[]).filter((name) => !TOO_LONG.includes(name));

/** What a tape showed. */
export interface TapeResult {
  readonly faults: number;
  readonly sessions: number;
  readonly connections: number;
  readonly requests: number;
  readonly bars: number;
  readonly rows: number;
  readonly refused: Readonly<Record<string, number>>;
}

/** Returns the pairs of a tape under names of their own. */
function marketsOf(seed: number): TapeMarket[] {
  const perHour = [240, 120, 3];
  return TAPE_MARKETS.map((market, i) => ({
    ...market,
    symbol: `${market.base}${seed}`,
    quote: String(seed),
    perHour: perHour[i] ?? 3,
  }));
}

/** Returns what happens on a tape between two times. */
type Plan = (random: () => number, startMs: number, endMs: number) => Planned<StandIn>[];

/** Plays a day of the seed with faults at random, and compares every bar. */
export function playTape(context: PartContext, seed: number): Promise<TapeResult> {
  return play(context, seed, DAY_MS, (random, startMs, endMs) =>
    planFaults(random, NAMES, [startMs, endMs], FAULTS_A_DAY, 'close'),
  );
}

/** Plays four hours of the seed, in which the venue's clock is wrong for two, and compares every bar. */
export function playWrongClock(
  context: PartContext,
  seed: number,
  offMs: number,
): Promise<TapeResult> {
  return play(context, seed, 4 * HOUR_MS, (_, startMs) =>
    [offMs, 0].map((ms, i) => ({
      atMs: startMs + (1 + 2 * i) * HOUR_MS,
      play: (standIn) => standIn.setClock(ms),
    })),
  );
}

async function play(
  context: PartContext,
  seed: number,
  lastsMs: number,
  makePlan: Plan,
): Promise<TapeResult> {
  const random = seeded(seed);
  const startMs = MONDAY + 30 * HOUR_MS + Math.floor(random() * HOUR_MS);
  const endMs = startMs + lastsMs;
  const downMs = startMs + Math.floor((2 + random() * 16) * HOUR_MS);
  const isDown = random() < 0.5;
  const clock = createManualClock(startMs);
  const markets = marketsOf(seed);
  const standIn = await createBinanceStandIn({
    clock,
    seed,
    markets,
    fromMs: MONDAY - HISTORY_DAYS * DAY_MS,
    denseFromMs: MONDAY,
    klineEveryMs: 8000,
    ...(isDown && { closures: [{ fromMs: downMs, toMs: downMs + 3 * HOUR_MS, jump: 1.4 }] }),
  });
  const connector = createBinanceConnector({
    symbols: markets.map(({ symbol }) => symbol),
    url: standIn.url,
    streamUrl: standIn.streamUrl,
    clock,
    log: context.log,
    audience: 'signed-in',
  });
  let sessions = 0;
  let throughMs = 0;
  let publishedMs = 0;
  const subscribe = connector.subscribe.bind(connector);
  const counted = {
    ...connector,
    subscribe: (...args: Parameters<typeof subscribe>) => {
      sessions += 1;
      return subscribe(...args);
    },
  };
  const unsubscribe = context.bus.subscribe(closedTopic, (event) => {
    if (event.symbols.includes(markets[0]?.symbol ?? '')) throughMs = event.throughMs;
  });
  const feed = new SourceFeed({ context, connector: counted, clock });
  const playing: PlayedDay<StandIn> = { clock, standIn, feed };
  const { db } = context;
  feed.start();
  const analyst = startAnalyst({ ...context, clock });
  const publisher = startPublisher({ ...context, clock });
  try {
    await waitUntilLive(playing);
    await until('the history is published', () => isPublished(db));
    const plan = makePlan(random, startMs, endMs);
    const faults = plan.filter(({ fault }) => fault).length;
    while (clock.now() < endMs) {
      playDue(plan, playing);
      if (!isLive(playing)) await waitUntilLive(playing);
      await clock.advance(STEP_MS);
      await standIn.settle();
      // The market waits for the analysis, whose own time is not that of the tape.
      if (publishedMs !== throughMs) await until('an hour is published', () => isPublished(db));
      publishedMs = throughMs;
    }
    standIn.faults.end();
    const untilMs = Math.floor(clock.now() / HOUR_MS) * HOUR_MS;
    for (let turns = 0; throughMs < untilMs; turns += 1) {
      assert.ok(turns < 3000, 'the last hour is closed');
      await stepOn(playing);
    }
    await until('the last hour is published', () => isPublished(db));
    await feed.stop();
    const bars = await compareWithTape(context, standIn, untilMs);
    assert.deepEqual(standIn.breaches, []);
    const { findings, ledgerRows: rows } = await verifyRecord(db);
    assert.deepEqual(findings, []);
    const { refused } = feed.status();
    const requests = standIn.requests.length;
    return { faults, sessions, connections: standIn.opened, requests, bars, rows, refused };
  } finally {
    unsubscribe();
    await feed.stop();
    await publisher.stop();
    await analyst.stop();
    await standIn.stop();
  }
}

/** Compares the stored bars that end by `untilMs` with those of the tape; returns their number. */
export async function compareWithTape(
  context: Pick<PartContext, 'db'>,
  { tape }: StandIn,
  untilMs: number,
): Promise<number> {
  let count = 0;
  for (const { symbol, digits } of tape.options.markets) {
    const barsOf = (stepMs: number): Bar[] => {
      const bars: Bar[] = [];
      for (let openMs = tape.options.fromMs; openMs < untilMs; openMs += stepMs) {
        const kline = tape.kline(symbol, openMs, stepMs, untilMs + 1);
        if (!kline) continue;
        const price = (units: number): number => Number(`${units}e-${digits}`);
        bars.push({
          openTimeMs: openMs,
          open: price(kline.open),
          high: price(kline.high),
          low: price(kline.low),
          close: price(kline.close),
          volume: Number(`${kline.quantity}e-5`),
        });
      }
      return bars;
    };
    const base = barsOf(HOUR_MS);
    const expected = {
      '15': barsOf(15 * MINUTE_MS),
      '60': base,
      '240': aggregate(base, '60', '240', false),
      '1D': aggregate(base, '60', '1D', false),
    } as const;
    for (const resolution of ['15', '60', '240', '1D'] as const) {
      const isClosed = (bar: Bar): boolean =>
        bucketEnd(resolution, bar.openTimeMs, false) <= untilMs;
      const closed = expected[resolution].filter(isClosed);
      const stored = (await readStored(context, symbol, resolution)).filter(isClosed);
      const wrong = closed.findIndex((bar, i) => JSON.stringify(bar) !== JSON.stringify(stored[i]));
      const at = new Date(closed[wrong]?.openTimeMs ?? 0).toISOString();
      assert.deepEqual(stored[wrong], closed[wrong], `${symbol} ${resolution} at ${at}`);
      assert.equal(stored.length, closed.length, `${symbol} ${resolution}`);
      count += closed.length;
    }
  }
  return count;
}
