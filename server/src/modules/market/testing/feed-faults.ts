import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { WireTick } from '@rasat/contract';
import { aggregate, type Bar, bucketEnd, type Resolution } from '@rasat/engine';
import { sql } from 'kysely';
import type { Instrument, VenueTick } from '../../../connectors/connector.ts';
import { createManualClock } from '../../../platform/clock.ts';
import type { PartContext } from '../../../platform/part.ts';
import { until } from '../../../testing/eventually.ts';
import { SourceFeed } from '../feed/source-feed.ts';
import { barAt } from '../store/bar-columns.ts';
import { readAllBars } from '../store/read-bars.ts';
import { findSymbol } from '../store/symbol-store.ts';
import { closedTopic, formingTopic, storedTopic, ticksTopic } from '../topics.ts';
import { createFakeVenue, type FakeTick, oracleBars } from './fake-venue.ts';

// Faults of a venue. Each function creates a market of its own, plays the fault on a virtual clock over the real feed
// and database, and compares every stored bar with those of a market without the fault.

const HOUR = 3_600_000;
const MINUTE = 60_000;
const MONDAY = Date.UTC(2026, 0, 5);
const RESOLUTIONS = ['15', '60', '240', '1D'] as const;

/** Environment in which a fault is played. */
export interface FaultStage {
  readonly context: PartContext;
  /** Returns a number from zero to one, the same sequence for the same seed. */
  readonly random: () => number;
}

let made = 0;

function newInstrument(): Instrument {
  made += 1;
  const name = { tr: 'Arıza', az: 'Nasazlıq', en: 'Fault' };
  const symbol = `FAULT${made}`;
  return { symbol, category: 'crypto', digits: 2, name, calendar: 'always', base: '60' };
}

function goodTicks(symbol: string, fromMs: number, toMs: number, stepMs: number): FakeTick[] {
  return Array.from({ length: Math.ceil((toMs - fromMs) / stepMs) }, (_, i) => ({
    symbol,
    timeMs: fromMs + i * stepMs,
    arrivesMs: fromMs + i * stepMs,
    price: (10_000 + ((i * 7919) % 201)) / 100,
    volume: (i % 8) / 8,
  }));
}

type Staged = Awaited<ReturnType<typeof startStaged>>;

/** Runs `fn` over a feed of a tape that is live at `startMs`, and ends the feed afterwards. */
async function withStaged<T>(
  stage: FaultStage,
  tape: readonly FakeTick[],
  instrument: Instrument,
  startMs: number,
  fn: (run: Staged) => Promise<T>,
  truth = tape,
): Promise<T> {
  const run = await startStaged(stage, tape, truth, instrument, startMs);
  try {
    await until('the feed is live', run.isLive);
    return await fn(run);
  } finally {
    await run.feed.stop();
  }
}

async function startStaged(
  { context }: FaultStage,
  tape: readonly FakeTick[],
  truth: readonly FakeTick[],
  instrument: Instrument,
  startMs: number,
) {
  const clock = createManualClock(startMs);
  const venue = createFakeVenue({
    clock,
    instruments: [instrument],
    tape,
    truth,
    quarters: true,
    fromMs: MONDAY,
  });
  const { symbol } = instrument;
  const subscribe = venue.subscribe.bind(venue);
  let handed = 0;
  venue.subscribe = (symbols, onTicks) =>
    subscribe(symbols, (some) => {
      handed += some.length;
      onTicks(some);
    });
  let throughMs = 0;
  const ticks: WireTick[] = [];
  const ahead: string[] = [];
  const look = (what: string, bars: readonly Bar[]): void => {
    for (const { openTimeMs } of bars) {
      if (openTimeMs > clock.now()) ahead.push(`${what} ${new Date(openTimeMs).toISOString()}`);
    }
  };
  const unsubscribe = [
    context.bus.subscribe(closedTopic, (event) => {
      if (event.symbols.includes(symbol)) throughMs = event.throughMs;
    }),
    context.bus.subscribe(ticksTopic, (some) => {
      ticks.push(...some.filter((tick) => tick.s === symbol));
    }),
    context.bus.subscribe(formingTopic, (events) => {
      for (const one of events) {
        if (one.symbol !== symbol) continue;
        for (const [resolution, bars] of Object.entries(one.bars)) look(resolution, bars);
      }
    }),
    context.bus.subscribe(storedTopic, (events) => {
      for (const one of events) if (one.symbol === symbol) look(one.resolution, one.bars ?? []);
    }),
  ];
  const feed = new SourceFeed({ context, connector: venue, clock });
  feed.start();
  const isLive = (): boolean => {
    const { phase, connected } = feed.status();
    return phase === 'live' && connected;
  };
  return {
    clock,
    venue,
    feed,
    ticks,
    isLive,
    /** Returns the number of ticks that the venue has delivered. */
    handed: () => handed,
    /**
     * Ends the feed once every hour before the clock's time is closed, and compares the stored bars with the oracle.
     */
    async endAndCompare(good: readonly VenueTick[]): Promise<void> {
      const untilMs = Math.floor((clock.now() - 3000) / HOUR) * HOUR;
      await until('the last close', () => throughMs >= untilMs);
      await feed.stop();
      for (const one of unsubscribe) one();
      assert.deepEqual(ahead, [], 'no bar is of the future');
      const base = oracleBars(good, '60', false);
      for (const resolution of RESOLUTIONS) {
        const bars =
          resolution === '15' || resolution === '60'
            ? oracleBars(good, resolution, false)
            : aggregate(base, '60', resolution, false);
        const closed = bars.filter(
          (bar) => bucketEnd(resolution, bar.openTimeMs, false) <= untilMs,
        );
        const stored = await readStored(context, symbol, resolution);
        assert.deepEqual(stored.slice(0, closed.length), closed, `${symbol} ${resolution}`);
      }
    },
  };
}

/** Returns the stored bars of a symbol; none when it is not listed. */
export async function readStored(
  { db }: Pick<PartContext, 'db'>,
  symbol: string,
  resolution: Resolution,
): Promise<Bar[]> {
  const found = await findSymbol(db, symbol);
  const bars: Bar[] = [];
  if (!found) return bars;
  for await (const part of readAllBars(db, found.series.id, resolution)) {
    for (let i = 0; i < part.length; i++) bars.push(barAt(part, i));
  }
  return bars;
}

/** One outage of a venue. */
export interface Outage {
  /** Duration on the market's clock. */
  readonly durationMs: number;
  /** Real time for which the feed has to retry. */
  readonly triesMs: number;
}

/** Stops the venue repeatedly. Returns the times that the feed needed to recover, on the wall clock. */
export async function surviveOutages(
  stage: FaultStage,
  outages: readonly Outage[],
): Promise<number[]> {
  const instrument = newInstrument();
  const startMs = MONDAY + 20.5 * HOUR;
  const outagesMs = outages.reduce((sum, outage) => sum + outage.durationMs, 0);
  const tape = goodTicks(
    instrument.symbol,
    MONDAY,
    startMs + outagesMs + outages.length * 20 * MINUTE + 2 * HOUR,
    10_000,
  );
  return withStaged(stage, tape, instrument, startMs, (run) =>
    playOutages(stage, run, outages, tape),
  );
}

async function playOutages(
  stage: FaultStage,
  run: Staged,
  outages: readonly Outage[],
  tape: readonly FakeTick[],
): Promise<number[]> {
  const { clock, venue, feed } = run;
  const backAfterMs: number[] = [];
  for (const outage of outages) {
    await clock.advance(stage.random() * 20 * MINUTE);
    await until('the feed is live', run.isLive);
    venue.online = false;
    await until('the loss is noticed', () => feed.status().phase !== 'live');
    const seen = run.ticks.length;
    await clock.advance(outage.durationMs);
    assert.equal(run.ticks.length, seen, 'nothing is invented meanwhile');
    await pause(outage.triesMs);
    assert.ok(!run.isLive());
    venue.online = true;
    const beganMs = performance.now();
    await until('the feed is back', run.isLive);
    backAfterMs.push(performance.now() - beganMs);
  }
  await clock.advance(HOUR + MINUTE);
  await run.endAndCompare(tape);
  return backAfterMs;
}

/**
 * Sets the venue's clock wrong by an hour, forward or back, repeatedly. The alarm must start within five seconds of the
 * market's clock, no tick may be accepted, and afterwards the alarm must end.
 */
export async function surviveClockJumps(stage: FaultStage, jumps: number): Promise<void> {
  const instrument = newInstrument();
  const startMs = MONDAY + 20 * HOUR + 10 * MINUTE;
  const eachMs = 40_000;
  const isWrong = (timeMs: number): boolean =>
    timeMs >= startMs && (timeMs - startMs) % eachMs >= 20_000;
  const shifts = Array.from({ length: jumps }, () => (stage.random() < 0.5 ? -HOUR : HOUR));
  const good: FakeTick[] = [];
  const tape: FakeTick[] = [];
  for (const tick of goodTicks(instrument.symbol, MONDAY, startMs + jumps * eachMs, 1000)) {
    if (!isWrong(tick.timeMs)) good.push(tick);
    const shiftMs = shifts[Math.floor((tick.timeMs - startMs) / eachMs)] ?? 0;
    tape.push(isWrong(tick.timeMs) ? { ...tick, timeMs: tick.timeMs + shiftMs } : tick);
  }
  const after = goodTicks(
    instrument.symbol,
    startMs + jumps * eachMs,
    startMs + jumps * eachMs + HOUR,
    30_000,
  );
  const truth = [...good, ...after];
  const play = async (run: Staged): Promise<void> => {
    await playJumps(run, shifts);
    await run.endAndCompare(truth);
  };
  await withStaged(stage, [...tape, ...after], instrument, startMs, play, truth);
}

async function playJumps({ clock, feed }: Staged, shifts: readonly number[]): Promise<void> {
  for (const shiftMs of shifts) {
    await clock.advance(19_999);
    assert.equal(feed.status().clockAlarm, false);
    const before = feed.status().accepted;
    await clock.advance(5000);
    assert.equal(feed.status().clockAlarm, true, `${shiftMs / HOUR} h: the alarm`);
    await clock.advance(15_000);
    assert.equal(feed.status().accepted, before, `${shiftMs / HOUR} h: no tick is taken`);
    await clock.advance(1);
  }
  await clock.advance(HOUR + MINUTE);
  assert.equal(feed.status().clockAlarm, false);
}

/** Fields that no venue should send, made from a good tick. */
const GARBAGE: readonly ((tick: FakeTick, random: () => number) => object)[] = [
  () => ({ price: Number.NaN }),
  () => ({ price: Number.POSITIVE_INFINITY }),
  () => ({ price: Number('1e400') }),
  () => ({ price: Number.NEGATIVE_INFINITY }),
  (_, random) => ({ price: -random() * 1e6 }),
  () => ({ price: 0 }),
  () => ({ price: -0 }),
  () => ({ price: Number.MIN_VALUE }),
  () => ({ price: Number.MAX_VALUE }),
  () => ({ price: 2 ** 53 }),
  ({ price }) => ({ price: price * 1000 }),
  ({ price }) => ({ price: Math.round(price / 10) / 100 }),
  ({ price }) => ({ price: price + 0.0001 }),
  ({ price }, random) => ({ price: price * (1 + random()) + 1e-9 }),
  () => ({ price: '100.5' }),
  () => ({ price: null }),
  () => ({ price: undefined }),
  () => ({ price: {} }),
  () => ({ volume: -1 }),
  () => ({ volume: Number.NaN }),
  () => ({ volume: 'much' }),
  () => ({ timeMs: Number.NaN }),
  () => ({ timeMs: Number.POSITIVE_INFINITY }),
  () => ({ timeMs: -1 }),
  () => ({ timeMs: 0 }),
  ({ timeMs }) => ({ timeMs: timeMs * 1000 }),
  ({ timeMs }) => ({ timeMs: timeMs / 1000 }),
  ({ timeMs }, random) => ({ timeMs: timeMs + 10_000 + random() * 1e12 }),
  ({ timeMs }, random) => ({ timeMs: timeMs - 400_000 - random() * 1e12 }),
  () => ({ symbol: 'NOBODY' }),
  () => ({ symbol: '' }),
  () => ({ symbol: "'; drop table bar_tail; --" }),
  () => ({ symbol: undefined }),
  ({ symbol }) => ({ symbol: symbol.toLowerCase() }),
  // A duplicate of the tick itself.
  () => ({}),
];

/** Sends garbage among good ticks. Returns the number of refused ticks by reason, as the operator sees it. */
export async function surviveGarbage(
  stage: FaultStage,
  lines: number,
): Promise<Readonly<Record<string, number>>> {
  const { context, random } = stage;
  const instrument = newInstrument();
  const startMs = MONDAY + 20 * HOUR + 10 * MINUTE;
  // Four of five lines are garbage.
  const stepMs = Math.max(1, Math.floor((6 * HOUR) / (lines / 5)));
  const endMs = startMs + Math.ceil(lines / 5) * stepMs;
  const before = goodTicks(instrument.symbol, MONDAY, startMs, MINUTE);
  const good = goodTicks(instrument.symbol, startMs, endMs, stepMs);
  const tape: FakeTick[] = [...before];
  for (const tick of good) {
    tape.push(tick);
    // Two ticks that agree on a wrong price are refused; a third would confirm that the market has moved.
    for (let i = 0; i < 2; i += 1) {
      const make = GARBAGE[Math.floor(random() * GARBAGE.length)];
      tape.push({ ...tick, ...make?.(tick, random) });
    }
    tape.push({ ...tick }, { ...tick, symbol: 'NOBODY' });
  }
  const truth = [...before, ...good];
  const play = async (run: Staged) => {
    const { clock, feed } = run;
    while (clock.now() < endMs) await clock.advance(10 * MINUTE);
    await clock.advance(HOUR);
    assert.equal(run.isLive(), true, 'the feed lives');
    await run.endAndCompare(truth);
    const { accepted, refused } = feed.status();
    const refusals = Object.values(refused).reduce((sum, count) => sum + count, 0);
    assert.equal(accepted + refusals, run.handed(), 'every tick is counted once');
    const kept = await sql<{ n: number }>`
    select count(*)::int as n from refused_print where seen_at >= ${startMs}
      and symbol in (${instrument.symbol}, 'NOBODY', '?')`.execute(context.db);
    assert.ok((kept.rows[0]?.n ?? 0) > 0, 'a sample is kept');
    return refused;
  };
  return withStaged(stage, tape, instrument, startMs - 1, play, truth);
}
