import assert from 'node:assert/strict';
import {
  aggregate,
  type Bar,
  bucketEnd,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  sessionFrom,
} from '@rasat/engine';
import type { Logger } from 'pino';
import type { Connector } from '../connectors/connector.ts';
import type { CommonFault } from '../connectors/vendor-wire/testing/fault-switch.ts';
import type { SessionTapeMarket } from '../connectors/vendor-wire/testing/session-tape.ts';
import type { AnyStandIn } from '../connectors/vendor-wire/testing/stand-in-server.ts';
import { SourceFeed } from '../modules/market/feed/source-feed.ts';
import { underSplits } from '../modules/market/listing/under-splits.ts';
import { readStored } from '../modules/market/testing/feed-faults.ts';
import { createManualClock, delayClock, type ManualClock } from '../platform/clock.ts';
import type { PartContext } from '../platform/part.ts';
import { seeded } from './bars.ts';
import {
  isLive,
  type PlayedDay,
  planFaults,
  playDue,
  stepOn,
  waitUntilLive,
} from './fault-days.ts';
import { OvernightSplit } from './overnight-split.ts';

// A trading day of a vendor with faults at random, through the real connector, sockets, feed and database. Afterwards
// every stored bar must be the one of the vendor's own trades.

/**
 * A kind of trading day: an ordinary one, one with an early close, the first after a change of clocks, one before whose
 * opening the shares of one market were split, one on which the exchange stops trading before its close.
 */
export type TapeDay = 'ordinary' | 'half' | 'summer-time' | 'split' | 'closing';

/** A vendor whose days are played. */
export interface TapeVendor {
  /** Name in messages, and the beginning of the tape's symbols. */
  readonly name: string;
  /** Date on which each kind of day falls, as its start in UTC; a vendor without one leaves it out. */
  readonly days: Readonly<Partial<Record<TapeDay, number>>>;
  /** Markets of a tape; each symbol stays the same. */
  readonly markets: readonly SessionTapeMarket[];
  /** Daily rates in place of markets, with the bars of a symbol for the days that have ended at `nowMs`. */
  readonly rates?: {
    readonly symbols: readonly string[];
    trueBars(symbol: string, fromMs: number, nowMs: number): readonly Bar[];
  };
  /** Names of the faults that are played at random. */
  readonly faults: readonly string[];
  /** Opens a connector over a stand-in. */
  open(options: {
    readonly clock: ManualClock;
    readonly log: Logger;
    readonly seed: number;
    readonly markets: readonly SessionTapeMarket[];
    readonly fromMs: number;
    readonly denseFromMs: number;
  }): Promise<{ readonly standIn: AnyStandIn; readonly connector: Connector }>;
}

/** What a tape showed. */
export interface VendorTapeResult {
  readonly day: TapeDay;
  readonly faults: number;
  readonly sessions: number;
  readonly connections: number;
  readonly requests: number;
  readonly bars: number;
  readonly refused: Readonly<Record<string, number>>;
}

/** History before the day. */
const HISTORY_DAYS = 12;
const STEP_MS = 20_000;
/** Steps while no market of the vendor trades. */
const QUIET_STEP_MS = 2 * MINUTE_MS;
/** New shares for each old one, of overnight splits and mergers. */
const SPLIT_FACTORS = [2, 3, 4, 10, 0.5, 0.1];
/** Fewest faults of a day. */
const FAULTS_A_DAY = 9;
/** The same for a source that is asked a few times a day. */
const FAULTS_OF_RATES = 100;
/** Time within which a closed bar is stored, and turns after the day in which the last ones are. */
const SETTLES_MS = 5 * MINUTE_MS;
const LAST_TURNS = 60;

/** Plays a day of the seed with faults at random, and compares every bar. */
export async function playVendorTape(
  context: PartContext,
  vendor: TapeVendor,
  seed: number,
): Promise<VendorTapeResult> {
  const random = seeded(seed);
  const kinds = Object.keys(vendor.days) as TapeDay[];
  const day = kinds[seed % kinds.length] ?? 'ordinary';
  const dayMs = vendor.days[day] ?? 0;
  const markets = marketsOf(vendor, day, random);
  const startMs = dayMs - HOUR_MS + Math.floor(random() * HOUR_MS);
  const clock = createManualClock(startMs);
  const fromMs = dayMs - HISTORY_DAYS * DAY_MS;
  const { standIn, connector } = await vendor.open({
    clock,
    log: context.log,
    seed,
    markets,
    fromMs,
    denseFromMs: dayMs - DAY_MS,
  });
  const { settledMs = 0 } = connector;
  // The last hours of the day are played until the history has them.
  const endMs = dayMs + DAY_MS + HOUR_MS + settledMs;
  let sessions = 0;
  const subscribe = connector.subscribe.bind(connector);
  const counted: Connector = {
    ...connector,
    subscribe: (...args) => {
      sessions += 1;
      return subscribe(...args);
    },
  };
  const feed = new SourceFeed({
    context,
    connector: underSplits(counted, context.db),
    clock: delayClock(clock, connector.delay.ms),
  });
  const playing: PlayedDay<AnyStandIn> = { clock, standIn, feed };
  const split =
    day === 'split' ? new OvernightSplit(context.db, { clock, feed, random }) : undefined;
  feed.start();
  try {
    await waitUntilLive(playing);
    const names = vendor.faults as readonly CommonFault[];
    const least = vendor.rates ? FAULTS_OF_RATES : FAULTS_A_DAY;
    const plan = planFaults(random, names, [startMs, endMs], least, 'close');
    const faults = plan.filter(({ fault }) => fault).length;
    while (clock.now() < endMs) {
      playDue(plan, playing);
      split?.look();
      if (!isLive(playing)) await waitUntilLive(playing);
      await clock.advance(isQuiet(playing, markets) ? QUIET_STEP_MS : STEP_MS);
      await standIn.settle();
    }
    standIn.faults.end();
    const storedMs = clock.now() - connector.delay.ms - settledMs - SETTLES_MS;
    const untilMs = Math.floor(storedMs / HOUR_MS) * HOUR_MS;
    for (let turns = 0; turns < LAST_TURNS; turns += 1) await stepOn(playing);
    await waitUntilLive(playing);
    await split?.end();
    await feed.stop();
    const bars =
      (await compareWithTape(context, markets, standIn, connector, untilMs)) +
      (await compareRates(context, vendor, connector, untilMs));
    assert.ok(bars > 0);
    assert.deepEqual(standIn.breaches, []);
    const { refused } = feed.status();
    const requests = standIn.requests.length;
    return { day, faults, sessions, connections: standIn.opened, requests, bars, refused };
  } finally {
    await feed.stop();
    await standIn.stop();
  }
}

/** Returns the markets of a kind of day. */
function marketsOf(
  { markets, days }: TapeVendor,
  day: TapeDay,
  random: () => number,
): readonly SessionTapeMarket[] {
  const dayMs = days[day] ?? 0;
  if (day === 'split') {
    const first = markets.find(({ hasVolume }) => hasVolume);
    assert.ok(first, 'a market has shares');
    const factor = SPLIT_FACTORS[Math.floor(random() * SPLIT_FACTORS.length)] ?? 2;
    const splits = [{ atMs: sessionFrom(first.calendar, dayMs).openMs, factor }];
    return markets.map((one) => (one === first ? { ...one, splits } : one));
  }
  if (day === 'closing') {
    const share = random();
    return markets.map((one) => {
      const { openMs, closeMs } = sessionFrom(one.calendar, dayMs);
      const fromMs = Math.round(openMs + share * (closeMs - openMs));
      return one.calendar === 'forex' ? one : { ...one, halts: [{ fromMs, toMs: closeMs }] };
    });
  }
  return markets;
}

function isQuiet(
  { clock, standIn }: PlayedDay<AnyStandIn>,
  markets: readonly SessionTapeMarket[],
): boolean {
  const nowMs = clock.now();
  return markets.every(
    ({ symbol }) =>
      standIn.tape.between(symbol, nowMs - 20 * MINUTE_MS, nowMs + 5 * MINUTE_MS, 1).length === 0,
  );
}

/** Compares the stored bars that end by `untilMs` with those of the tape; returns their number. */
async function compareWithTape(
  context: Pick<PartContext, 'db'>,
  markets: readonly SessionTapeMarket[],
  { tape }: AnyStandIn,
  connector: Connector,
  untilMs: number,
): Promise<number> {
  let count = 0;
  for (const { symbol, calendar, splits = [] } of markets) {
    const fx = calendar === 'forex';
    const found = await connector.find(symbol);
    assert.ok(found, symbol);
    const { fromMs } = tape.options;
    const barsOf = (resolution: '15' | '60' | '1D'): Bar[] =>
      tape.closedBars(symbol, resolution, fromMs, untilMs, untilMs).map((bar) => {
        const endMs = bucketEnd(resolution, bar.openTimeMs, fx);
        const later = splits.filter(({ atMs }) => endMs <= atMs);
        return later.reduce((one, { factor }) => divide(one, factor, found.digits), bar);
      });
    const base = barsOf('60');
    const expected =
      found.base === '1D'
        ? { '1D': barsOf('1D') }
        : {
            '15': barsOf('15'),
            '60': base,
            '240': aggregate(base, '60', '240', fx),
            '1D': aggregate(base, '60', '1D', fx),
          };
    for (const [name, bars] of Object.entries(expected)) {
      const resolution = name as '15' | '60' | '240' | '1D';
      const isClosed = (bar: Bar): boolean => bucketEnd(resolution, bar.openTimeMs, fx) <= untilMs;
      const closed = bars.filter(isClosed).map(plain);
      const stored = (await readStored(context, symbol, resolution)).filter(isClosed).map(plain);
      const wrong = closed.findIndex((bar, i) => JSON.stringify(bar) !== JSON.stringify(stored[i]));
      const at = new Date(closed[wrong]?.openTimeMs ?? 0).toISOString();
      assert.deepEqual(stored[wrong], closed[wrong], `${symbol} ${resolution} at ${at}`);
      assert.equal(stored.length, closed.length, `${symbol} ${resolution}`);
      count += closed.length;
    }
  }
  return count;
}

/** Compares the stored daily rates that end by `untilMs` with those of the banks; returns their number. */
async function compareRates(
  context: Pick<PartContext, 'db'>,
  { rates }: TapeVendor,
  connector: Connector,
  untilMs: number,
): Promise<number> {
  let count = 0;
  for (const symbol of rates?.symbols ?? []) {
    const [days] = await connector.available(symbol);
    const isClosed = ({ openTimeMs }: Bar): boolean => openTimeMs + DAY_MS <= untilMs;
    const stored = (await readStored(context, symbol, '1D')).filter(isClosed);
    assert.deepEqual(stored, rates?.trueBars(symbol, days?.fromMs ?? 0, untilMs), symbol);
    count += stored.length;
  }
  return count;
}

/** Returns a bar in the shares after a split: prices rounded half up to the digits. */
function divide(bar: Bar, factor: number, digits: number): Bar {
  const price = (raw: number): number => Math.round((raw / factor) * 10 ** digits) / 10 ** digits;
  return {
    openTimeMs: bar.openTimeMs,
    open: price(bar.open),
    high: price(bar.high),
    low: price(bar.low),
    close: price(bar.close),
    volume: bar.volume * factor,
  };
}

/** Returns the bar with the digits of its volume that a plain sum of many doubles has right. */
function plain(bar: Bar): Bar {
  return { ...bar, volume: Number(bar.volume.toPrecision(12)) };
}
