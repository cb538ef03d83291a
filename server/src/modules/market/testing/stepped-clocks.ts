import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { aggregate, bucketEnd } from '@rasat/engine';
import type { Instrument } from '../../../connectors/connector.ts';
import { type Clock, createManualClock, type ManualClock } from '../../../platform/clock.ts';
import type { PartContext } from '../../../platform/part.ts';
import { seeded } from '../../../testing/bars.ts';
import { until } from '../../../testing/eventually.ts';
import { SourceFeed } from '../feed/source-feed.ts';
import { closedTopic } from '../topics.ts';
import { createFakeVenue, type FakeTick, type FakeVenue, oracleBars } from './fake-venue.ts';
import { readStored } from './feed-faults.ts';

// Faults of our own clock. A market runs on its own time; the server's clock is set forward and back, slewed, put to
// sleep with its machine, or its process is stopped, in the middle of a bar and at its edge. Every bar that is stored
// in the end must be the market's.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const MONDAY = Date.UTC(2026, 0, 5);
const LONGEST_DELAY_MS = 2500;
const RESOLUTIONS = ['15', '60', '240', '1D'] as const;
const NAME = { tr: 'Saat', az: 'Saat', en: 'Clock' };

/** Faults that happened to the clocks of some seeds, and the bars compared. */
export interface SteppedClocks {
  readonly seeds: number;
  readonly bars: number;
  readonly faults: Readonly<Record<string, number>>;
}

interface Stage {
  readonly context: PartContext;
  readonly random: () => number;
  readonly clock: ManualClock;
  /** Returns the market's own time. */
  readonly marketMs: () => number;
  /** Puts the machine to sleep: the market continues, our steady clock stops. */
  readonly sleep: (ms: number) => void;
  readonly venue: FakeVenue;
  readonly isWhole: boolean;
  readonly restart: () => Promise<void>;
  readonly live: () => Promise<void>;
}

type Fault = (stage: Stage) => Promise<void>;

const pick = <T>(random: () => number, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T;

/** Advances the time, a stretch at a time, and waits for a live feed in each of them. */
async function pass({ clock, live }: Stage, ms: number): Promise<void> {
  for (let leftMs = ms; leftMs > 0; leftMs -= 10 * MINUTE) {
    await clock.advance(Math.min(leftMs, 10 * MINUTE));
    await live();
  }
}

/** Advances the time by a random span, or to a few seconds around the edge of a bar. */
async function passSome(stage: Stage, longestMs: number): Promise<void> {
  const { random, marketMs } = stage;
  if (random() < 0.5) return pass(stage, Math.round(random() * longestMs));
  const lengthMs = random() < 0.5 ? HOUR : 15 * MINUTE;
  const edgeMs = Math.ceil((marketMs() + 6 * SECOND) / lengthMs) * lengthMs;
  return pass(stage, edgeMs + Math.round((random() - 0.5) * 10 * SECOND) - marketMs());
}

/** Sets the clock, and back again after a while; at random restarts the server in between. */
async function step(stage: Stage, ms: number): Promise<void> {
  const { clock, random } = stage;
  clock.set(ms);
  await pass(stage, 11 * SECOND);
  if (random() < 0.2) await stage.restart();
  await passSome(stage, 100 * MINUTE);
  if (random() < 0.2) await stage.restart();
  clock.set(-ms);
  await pass(stage, 11 * SECOND);
}

/** Runs the clock fast or slow, and as much the other way afterwards. */
async function slew(stage: Stage): Promise<void> {
  const { clock, random } = stage;
  const rate = pick(random, [0.0005, 0.005, 0.05]) * (random() < 0.5 ? -1 : 1);
  const turns = 20 + Math.floor(random() * 200);
  for (const way of [rate, -rate]) {
    for (let turn = 0; turn < turns; turn++) {
      clock.set(Math.round(way * 20 * SECOND));
      await clock.advance(20 * SECOND);
    }
    await stage.live();
    await passSome(stage, 20 * MINUTE);
  }
}

/** Returns the duration for which a process or a machine is stopped, in milliseconds. */
function stillMs(random: () => number): number {
  return Math.round(pick(random, [0.5, 4, 30, 900, 7200]) * SECOND * (0.5 + random()));
}

/** Longest pause after which a socket is still relied on to keep what arrives; the feed detects every longer one. */
const SOCKET_MS = 15 * SECOND;

/** Wakes the process after a pause: timers run first, then the socket is read, unless its content is lost. */
async function wake(stage: Stage, pausedMs: number): Promise<void> {
  const { clock, random, venue, isWhole, marketMs } = stage;
  // A source that reports its deliveries detects its own losses.
  if (pausedMs > SOCKET_MS && random() < 0.5 && !isWhole) venue.lose(marketMs());
  venue.stalled = true;
  const woken = clock.advance(0);
  venue.stalled = false;
  venue.wake();
  await woken;
  await pass(stage, 11 * SECOND);
}

const FAULTS: Readonly<Record<string, Fault>> = {
  'two hours forward': (stage) => step(stage, 2 * HOUR),
  'two hours back': (stage) => step(stage, -2 * HOUR),
  'set by some seconds': (stage) => step(stage, Math.round((stage.random() - 0.5) * 20 * SECOND)),
  'set by some time': (stage) => step(stage, Math.round((stage.random() - 0.5) * 30 * HOUR)),
  slewed: slew,
  'process stopped': async (stage) => {
    const ms = stillMs(stage.random);
    stage.clock.suspend(ms);
    await wake(stage, ms);
  },
  'machine asleep': async (stage) => {
    const ms = stillMs(stage.random);
    stage.sleep(ms);
    stage.clock.set(ms);
    await wake(stage, ms);
  },
};

function makeTape(symbol: string, random: () => number): FakeTick[] {
  const meanMs = pick(random, [5, 30, 120, 600]) * SECOND;
  const tape: FakeTick[] = [];
  for (let timeMs = MONDAY; timeMs < MONDAY + 60 * HOUR; ) {
    const price = 100 + Math.round((random() - 0.5) * 400) / 100;
    const tick = { symbol, timeMs, price, volume: Math.floor(random() * 64) / 64 };
    const arrivesMs = timeMs + Math.round(random() * LONGEST_DELAY_MS);
    tape.push({ ...tick, arrivesMs });
    if (random() < 0.05) tape.push({ ...tick, arrivesMs: arrivesMs + 200 });
    // Before the feed starts, a coarse step is enough.
    const isBefore = timeMs < MONDAY + 19 * HOUR;
    timeMs += 1 + Math.round(isBefore ? 5 * MINUTE : -Math.log(1 - random()) * meanMs);
  }
  return tape;
}

/** Plays one seed: one market and one clock. Throws with the seed when a stored bar is not the market's. */
async function playSeed(context: PartContext, seed: number, faults: Map<string, number>) {
  const random = seeded(seed);
  const symbol = `C${seed}`;
  const instrument: Instrument = {
    symbol,
    category: 'crypto',
    digits: 2,
    name: NAME,
    calendar: 'always',
    base: '60',
  };
  const tape = makeTape(symbol, random);
  const clock = createManualClock(MONDAY + 20 * HOUR + Math.round(random() * HOUR));
  let asleepMs = 0;
  const marketMs = (): number => clock.steady() + asleepMs;
  const marketClock: Clock = { ...clock, now: marketMs };
  const isWhole = random() < 0.5;
  const venue = createFakeVenue({
    clock: marketClock,
    instruments: [instrument],
    tape,
    quarters: random() < 0.8,
    fromMs: MONDAY,
    historyLagMs: pick(random, [0, 0, 2, 20, 300]) * SECOND,
    ...(isWhole && { longestDelayMs: 3000 }),
  });
  let throughMs = 0;
  const unsubscribe = context.bus.subscribe(closedTopic, (event) => {
    if (!event.symbols.includes(symbol)) return;
    throughMs = Math.max(throughMs, event.throughMs);
    if (event.throughMs > marketMs()) throughMs = Number.POSITIVE_INFINITY;
  });
  const start = (): SourceFeed => {
    const made = new SourceFeed({ context, connector: venue, clock });
    made.start();
    return made;
  };
  let feed = start();
  const live = (): Promise<void> =>
    until(`seed ${seed}: the feed is live`, () => {
      const { phase, connected } = feed.status();
      return phase === 'live' && connected;
    });
  const stage: Stage = {
    context,
    random,
    clock,
    marketMs,
    sleep: (ms) => {
      asleepMs += ms;
    },
    venue,
    isWhole,
    live,
    async restart() {
      await feed.stop();
      feed = start();
      await live();
    },
  };
  try {
    await live();
    for (let count = 1 + Math.floor(random() * 3); count > 0; count--) {
      const name = pick(random, Object.keys(FAULTS));
      faults.set(name, (faults.get(name) ?? 0) + 1);
      await passSome(stage, 90 * MINUTE);
      await FAULTS[name]?.(stage);
    }
    clock.set(marketMs() - clock.now());
    await pass(stage, 70 * MINUTE);
    const untilMs = Math.floor((marketMs() - 3 * SECOND) / HOUR) * HOUR;
    await until(`seed ${seed}: the last close`, async () => {
      if (throughMs < untilMs) await clock.advance(10 * SECOND);
      return throughMs >= untilMs;
    });
    await live();
    assert.ok(Number.isFinite(throughMs), `seed ${seed}: nothing closes before the market does`);
    await feed.stop();
    const base = oracleBars(tape, '60', false);
    let count = 0;
    for (const resolution of RESOLUTIONS) {
      const stored = await readStored(context, symbol, resolution);
      if (resolution === '15' && stored.length === 0) continue;
      const bars =
        resolution === '15' || resolution === '60'
          ? oracleBars(tape, resolution, false)
          : aggregate(base, '60', resolution, false);
      const closed = bars.filter((bar) => bucketEnd(resolution, bar.openTimeMs, false) <= untilMs);
      const wrong = closed.findIndex((bar, i) => !isDeepStrictEqual(bar, stored[i]));
      assert.deepEqual(
        stored[wrong],
        closed[wrong],
        `seed ${seed}: ${resolution}, bar ${wrong} of ${closed.length}, ${stored.length} stored`,
      );
      assert.ok(stored.length >= closed.length, `seed ${seed}: ${resolution}`);
      count += closed.length;
    }
    return count;
  } finally {
    unsubscribe();
    await feed.stop();
  }
}

/** Plays seeds from `firstSeed` on, several at the same time. Throws when a stored bar is not the market's. */
export async function surviveSteppedClocks(
  context: PartContext,
  options: { readonly firstSeed: number; readonly seeds: number; readonly width: number },
): Promise<SteppedClocks> {
  const { firstSeed, seeds, width } = options;
  const faults = new Map<string, number>();
  const failures: unknown[] = [];
  let next = firstSeed;
  let bars = 0;
  const work = async (): Promise<void> => {
    while (next < firstSeed + seeds && failures.length === 0) {
      const seed = next;
      next += 1;
      try {
        bars += await playSeed(context, seed, faults);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: width }, work));
  if (failures.length > 0) throw failures[0];
  return { seeds, bars, faults: Object.fromEntries(faults) };
}
