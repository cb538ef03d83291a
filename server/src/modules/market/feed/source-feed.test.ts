import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Category, WireTick } from '@rasat/contract';
import { aggregate, type Bar, bucketEnd, type Resolution } from '@rasat/engine';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { Connector, Instrument } from '../../../connectors/connector.ts';
import { createManualClock, type ManualClock } from '../../../platform/clock.ts';
import { openPool } from '../../../platform/db/pool.ts';
import type { PartContext } from '../../../platform/part.ts';
import { testContext } from '../../../platform/testing.ts';
import { until } from '../../../testing/eventually.ts';
import { barAt } from '../store/bar-columns.ts';
import { listNewestCorrections } from '../store/newest-corrections.ts';
import { readAllBars } from '../store/read-bars.ts';
import { findSymbol } from '../store/symbol-store.ts';
import { createFakeVenue, type FakeTick, oracleBars } from '../testing/fake-venue.ts';
import {
  closedTopic,
  formingTopic,
  type SilenceEvent,
  silenceTopic,
  storedTopic,
  ticksTopic,
} from '../topics.ts';
import { SourceFeed } from './source-feed.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MONDAY = Date.UTC(2026, 0, 5);
const context = await testContext({ after });
let symbols = 0;

function instrument(category: Category = 'crypto'): Instrument {
  symbols += 1;
  const name = { tr: 'Deneme', az: 'Sınaq', en: 'Test' };
  return { symbol: `F${symbols}`, category, digits: 2, name, calendar: 'always', base: '60' };
}

/** A tick every `stepMs`, its price a function of its number. */
function tape(symbol: string, fromMs: number, toMs: number, stepMs: number): FakeTick[] {
  return Array.from({ length: Math.ceil((toMs - fromMs) / stepMs) }, (_, i) => ({
    symbol,
    timeMs: fromMs + i * stepMs,
    arrivesMs: fromMs + i * stepMs,
    price: (10_000 + ((i * 7919) % 201)) / 100,
    volume: (i % 8) / 8,
  }));
}

async function stored(symbol: string, resolution: Resolution): Promise<Bar[]> {
  const found = await findSymbol(context.db, symbol);
  const bars: Bar[] = [];
  if (!found) return bars;
  for await (const part of readAllBars(context.db, found.series.id, resolution)) {
    for (let i = 0; i < part.length; i++) bars.push(barAt(part, i));
  }
  return bars;
}

/** The bars that are closed at `nowMs`, from the tape alone. */
function expected(ticks: readonly FakeTick[], resolution: Resolution, nowMs: number): Bar[] {
  const isBuilt = resolution === '15' || resolution === '60';
  const bars = isBuilt
    ? oracleBars(ticks, resolution, false)
    : aggregate(oracleBars(ticks, '60', false), '60', resolution, false);
  return bars.filter((bar) => bucketEnd(resolution, bar.openTimeMs, false) <= nowMs);
}

/** A feed over a tape at `startMs`, with what it said on the bus. */
function startFeed(
  options: {
    clock: ManualClock;
    instruments: Instrument[];
    ticks: FakeTick[];
    truth?: FakeTick[];
    daily?: Bar;
    fromMs: number;
    sampled?: boolean;
  },
  over: PartContext = context,
) {
  const { clock, instruments, ticks, truth = ticks, daily, fromMs, sampled } = options;
  const tape = { tape: ticks, truth, quarters: true, ...(daily && { daily }) };
  const kind = sampled ? ('sampled' as const) : ('complete' as const);
  const venue = createFakeVenue({ clock, instruments, ...tape, fromMs, ticks: kind });
  const names = new Set(instruments.map((one) => one.symbol));
  const through = new Map<string, number>();
  const published: WireTick[] = [];
  const silences: SilenceEvent[] = [];
  const unsubscribe = [
    over.bus.subscribe(silenceTopic, (event) => {
      silences.push(event);
    }),
    over.bus.subscribe(closedTopic, (event) => {
      for (const name of event.symbols) if (names.has(name)) through.set(name, event.throughMs);
    }),
    over.bus.subscribe(ticksTopic, (some) => {
      published.push(...some.filter((tick) => names.has(tick.s)));
    }),
  ];
  const feed = new SourceFeed({ context: over, connector: venue, clock });
  feed.start();
  return {
    venue,
    feed,
    published,
    silences,
    through,
    isLive: () => feed.status().phase === 'live',
    closedThrough: (ms: number) => instruments.every((one) => (through.get(one.symbol) ?? 0) >= ms),
    async end() {
      for (const one of unsubscribe) one();
      await feed.stop();
    },
  };
}

test('bars of a source that sends a selection of its trades are those of its history', async () => {
  const one = instrument();
  const endMs = MONDAY + 30 * HOUR;
  const truth = tape(one.symbol, MONDAY, endMs, 3 * 60_000);
  const ticks = truth.filter((_, i) => i % 4 === 0);
  const clock = createManualClock(MONDAY + 26 * HOUR + 90_000);
  const run = startFeed({
    clock,
    instruments: [one],
    ticks,
    truth,
    fromMs: MONDAY,
    sampled: true,
  });
  await until('the fill', run.isLive);
  for (let i = 0; i < 13; i++) await clock.advance(15 * 60_000);
  await until('the last close', async () => {
    await clock.advance(1000);
    return run.closedThrough(MONDAY + 29 * HOUR);
  });
  await run.end();
  for (const resolution of ['15', '60'] as const) {
    const bars = expected(truth, resolution, MONDAY + 29 * HOUR);
    assert.deepEqual(
      (await stored(one.symbol, resolution)).slice(0, bars.length),
      bars,
      resolution,
    );
  }
});

test('history is filled, then live ticks close bars of every resolution', async () => {
  const one = instrument();
  const two = instrument('forex');
  const endMs = MONDAY + 8 * DAY + 5 * HOUR;
  const ticks = [one, two].flatMap(({ symbol }) => tape(symbol, MONDAY, endMs, 7 * 60_000));
  const clock = createManualClock(MONDAY + 6 * DAY + 90 * 60_000);
  const run = startFeed({ clock, instruments: [one, two], ticks, fromMs: MONDAY });
  await until('the fill', run.isLive);
  assert.equal(run.feed.status().filled, 1);
  await clock.advance(2 * DAY + 4 * HOUR);
  await until('the last close', () => run.closedThrough(MONDAY + 8 * DAY + 5 * HOUR));
  await run.end();
  for (const resolution of ['15', '60', '240', '1D', '1W'] as const) {
    assert.deepEqual(
      await stored(one.symbol, resolution),
      expected(
        ticks.filter((tick) => tick.symbol === one.symbol),
        resolution,
        clock.now() - 3000,
      ),
      resolution,
    );
  }
  const fx = await stored(two.symbol, '1D');
  const base = oracleBars(
    ticks.filter((tick) => tick.symbol === two.symbol),
    '60',
    true,
  );
  assert.deepEqual(
    fx,
    aggregate(base, '60', '1D', true).filter(
      (bar) => bucketEnd('1D', bar.openTimeMs, true) <= clock.now(),
    ),
  );
});

test('an hour without a next tick is closed by the clock some seconds after its end', async () => {
  const one = instrument();
  const ticks = tape(one.symbol, MONDAY, MONDAY + 3 * HOUR, 60_000);
  const clock = createManualClock(MONDAY + 2.5 * HOUR);
  const run = startFeed({ clock, instruments: [one], ticks, fromMs: MONDAY });
  await until('the fill', run.isLive);
  await clock.advance(0.5 * HOUR + 2999);
  await pause(50);
  assert.equal((await stored(one.symbol, '60')).length, 2);
  await clock.advance(1);
  await until('the close', () => run.closedThrough(MONDAY + 3 * HOUR));
  assert.deepEqual(await stored(one.symbol, '60'), expected(ticks, '60', MONDAY + 3 * HOUR));
  await run.end();
});

test('higher bars of a market that pauses close by time, without any bar', async () => {
  const one = instrument();
  const ticks = tape(one.symbol, MONDAY, MONDAY + 5 * HOUR, 600_000);
  const clock = createManualClock(MONDAY + 5.5 * HOUR);
  const run = startFeed({ clock, instruments: [one], ticks, fromMs: MONDAY });
  await until('the fill', run.isLive);
  await clock.advance(18 * HOUR);
  await pause(50);
  assert.equal((await stored(one.symbol, '1D')).length, 0);
  await clock.advance(HOUR);
  await until('the day', () => run.closedThrough(MONDAY + DAY));
  assert.deepEqual(await stored(one.symbol, '1D'), expected(ticks, '1D', MONDAY + DAY));
  await run.end();
});

test('bars of a time in which a source was silent are those of its history', async () => {
  const one = instrument();
  const truth = tape(one.symbol, MONDAY, MONDAY + 6 * HOUR, 10_000);
  // The venue stays connected and says nothing for two hours, from the middle of one to the middle of another.
  const ticks = truth.filter(
    ({ timeMs }) => timeMs < MONDAY + 2.5 * HOUR || timeMs >= MONDAY + 4.5 * HOUR,
  );
  const clock = createManualClock(MONDAY + 1.5 * HOUR);
  const run = startFeed({ clock, instruments: [one], ticks, truth, fromMs: MONDAY });
  await until('the fill', run.isLive);
  await clock.advance(4 * HOUR);
  await until('the last hour', async () => {
    await clock.advance(1000);
    return run.closedThrough(MONDAY + 5 * HOUR);
  });
  await run.end();
  for (const resolution of ['15', '60'] as const) {
    const bars = expected(truth, resolution, MONDAY + 5 * HOUR);
    assert.deepEqual(
      (await stored(one.symbol, resolution)).slice(0, bars.length),
      bars,
      resolution,
    );
  }
});

test('an hour that a closed bar lacks is not stored when a history brings it after all', async (t) => {
  const one = instrument();
  const truth = tape(one.symbol, MONDAY, MONDAY + 9 * HOUR, 600_000);
  // The venue says nothing of the last hour of a 240 bar, and of one in the middle of the next, but trades another symbol.
  const other = instrument();
  const silent = [3, 5].map((hour) => MONDAY + hour * HOUR);
  const isHeard = ({ timeMs }: FakeTick) =>
    !silent.some((fromMs) => timeMs >= fromMs && timeMs < fromMs + HOUR);
  const heard = tape(other.symbol, MONDAY, MONDAY + 9 * HOUR, 10_000);
  const ticks = [...truth.filter(isHeard), ...heard];
  const clock = createManualClock(MONDAY + 2.5 * HOUR);
  const instruments = [one, other];
  const setup = { clock, instruments, ticks, truth: [...truth, ...heard], fromMs: MONDAY };
  const first = startFeed(setup);
  t.after(() => first.end());
  await until('the fill', first.isLive);
  await clock.advance(1.5 * HOUR + 10_000);
  await until('the silent hour', () => first.closedThrough(MONDAY + 4 * HOUR));
  await first.end();
  const hours = async () =>
    (await stored(one.symbol, '60')).map((bar) => (bar.openTimeMs - MONDAY) / HOUR);
  assert.deepEqual(await hours(), [0, 1, 2]);

  const second = startFeed(setup);
  t.after(() => second.end());
  await until('the fill after the restart', second.isLive);
  assert.deepEqual(await hours(), [0, 1, 2], 'the hour is over');
  await clock.advance(2 * HOUR);
  await until('the other silent hour', () => second.closedThrough(MONDAY + 6 * HOUR));
  await second.end();
  assert.deepEqual(await hours(), [0, 1, 2, 4]);

  const third = startFeed(setup);
  t.after(() => third.end());
  await until('the last fill', third.isLive);
  assert.deepEqual(await hours(), [0, 1, 2, 4, 5], 'the 240 bar of this hour is open');
  await clock.advance(2 * HOUR);
  await until('the end', () => third.closedThrough(MONDAY + 8 * HOUR));
  await third.end();
  const base = await stored(one.symbol, '60');
  assert.deepEqual(
    await stored(one.symbol, '240'),
    aggregate(base, '60', '240', false),
    '240 bars are of the hours that are stored',
  );
  const noted = (await listNewestCorrections(context.db, 10)).filter(
    ({ symbol }) => symbol === one.symbol,
  );
  const [late] = expected(truth, '60', MONDAY + 4 * HOUR).slice(3);
  assert.deepEqual(
    noted.map(({ openTimeMs, reason, offered }) => ({ openTimeMs, reason, close: offered[3] })),
    [{ openTimeMs: MONDAY + 3 * HOUR, reason: 'late', close: late?.close }],
  );
});

test('a close is published after its bars can be read', async () => {
  const one = instrument();
  const ticks = tape(one.symbol, MONDAY, MONDAY + 4 * HOUR, 60_000);
  const clock = createManualClock(MONDAY + 1.5 * HOUR);
  const seen: Promise<number>[] = [];
  const stop = context.bus.subscribe(storedTopic, (events) => {
    for (const { symbol, resolution, bars } of events) {
      if (symbol !== one.symbol || resolution !== '60') continue;
      const last = bars?.at(-1)?.openTimeMs;
      seen.push(
        stored(symbol, '60').then((all) => Number(all.some((bar) => bar.openTimeMs === last))),
      );
    }
  });
  const run = startFeed({ clock, instruments: [one], ticks, fromMs: MONDAY });
  await until('the fill', run.isLive);
  await clock.advance(2 * HOUR);
  await until('two closes', () => run.closedThrough(MONDAY + 3 * HOUR));
  assert.ok(seen.length >= 2);
  assert.ok((await Promise.all(seen)).every((found) => found === 1));
  await run.end();
  stop();
});

test('forming bars are told, the new one beside the old while that may still change', async () => {
  const one = instrument();
  const ticks = tape(one.symbol, MONDAY, MONDAY + 2 * HOUR, 60_000);
  const clock = createManualClock(MONDAY + 0.5 * HOUR);
  const forming: string[] = [];
  const stop = context.bus.subscribe(formingTopic, (events) => {
    for (const { symbol, bars } of events) {
      if (symbol !== one.symbol) continue;
      forming.push((bars['60'] ?? []).map((bar) => (bar.openTimeMs - MONDAY) / HOUR).join('+'));
      assert.equal(bars['1D']?.at(-1)?.close, bars['60']?.at(-1)?.close);
    }
  });
  const run = startFeed({ clock, instruments: [one], ticks, fromMs: MONDAY });
  await until('the fill', run.isLive);
  await clock.advance(0.5 * HOUR + 1000);
  await until('both bars', () => forming.includes('0+1'));
  await clock.advance(10_000);
  await until('the new bar alone', () => forming.at(-1) === '1');
  await run.end();
  stop();
});

test('bars that wait for the history of their source are told, so that a chart has no hole', async () => {
  const one = instrument();
  const ticks = tape(one.symbol, MONDAY, MONDAY + 30 * HOUR, 3 * 60_000);
  const knownMs = MONDAY + 26 * HOUR;
  const clock = createManualClock(knownMs + 90_000);
  let told: Readonly<Partial<Record<string, readonly Bar[]>>> = {};
  const stop = context.bus.subscribe(formingTopic, (events) => {
    told = events.find(({ symbol }) => symbol === one.symbol)?.bars ?? told;
  });
  const truth = ticks.filter(({ timeMs }) => timeMs < knownMs);
  const run = startFeed({ clock, instruments: [one], ticks, truth, fromMs: MONDAY, sampled: true });
  await until('the fill', run.isLive);
  for (let i = 0; i < 13; i++) await clock.advance(15 * 60_000);
  const opens = (resolution: string) => told[resolution]?.map(({ openTimeMs }) => openTimeMs) ?? [];
  await until('the newest quarter', () => opens('15').at(-1) === knownMs + 13 * 15 * 60_000);
  assert.deepEqual(
    opens('15'),
    Array.from({ length: 14 }, (_, i) => knownMs + i * 15 * 60_000),
  );
  assert.deepEqual(
    opens('60'),
    Array.from({ length: 4 }, (_, i) => knownMs + i * HOUR),
  );
  await run.end();
  stop();
});

test('a venue that refuses a subscription while others are filled is asked again', async () => {
  const [one, two] = [instrument(), instrument()];
  const late = tape(two.symbol, MONDAY, MONDAY + 2 * HOUR, 60_000);
  const ticks = [...tape(one.symbol, MONDAY, MONDAY + 2 * HOUR, 60_000), ...late];
  const clock = createManualClock(MONDAY + 1.5 * HOUR);
  const venue = createFakeVenue({
    clock,
    instruments: [one, two],
    tape: ticks,
    quarters: true,
    fromMs: MONDAY,
  });
  let asked = 0;
  const connector: Connector = {
    ...venue,
    async *history(symbol, ...rest) {
      // The first symbol is subscribed to meanwhile.
      if (symbol === two.symbol) await pause(600);
      yield* venue.history(symbol, ...rest);
    },
    subscribe(symbols, onTicks) {
      asked += 1;
      if (asked === 1) throw new Error('the venue is away');
      return venue.subscribe(symbols, onTicks);
    },
  };
  const feed = new SourceFeed({ context, connector, clock });
  feed.start();
  await until('the second try', () => feed.status().phase === 'live' && feed.status().connected);
  await feed.stop();
  assert.deepEqual(await stored(two.symbol, '60'), expected(late, '60', MONDAY + HOUR));
});

test('after a crash at any moment, the bars are those of a feed that ran through', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          runMs: fc.integer({ min: 1, max: 5 * HOUR }),
          downMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3 * HOUR })),
        }),
        { minLength: 1, maxLength: 6 },
      ),
      fc.integer({ min: 0, max: 10_000 }),
      async (lives, seed) => {
        const one = instrument();
        const startMs = MONDAY + DAY + 20 * HOUR + 123_456;
        const clock = createManualClock(startMs);
        const ticks = tape(one.symbol, MONDAY, MONDAY + 5 * DAY, 97_531).map((tick, i) => ({
          ...tick,
          arrivesMs: tick.timeMs + ((i * 31 + seed) % 2900),
        }));
        const twice = ticks.flatMap((tick, i) =>
          (i + seed) % 9 === 0 ? [tick, { ...tick, arrivesMs: tick.arrivesMs + 50 }] : [tick],
        );
        const setup = { clock, instruments: [one], ticks: twice, fromMs: MONDAY };
        for (const { runMs, downMs } of lives) {
          const db = openPool(context.address, { maxConnections: 3 });
          const run = startFeed(setup, { ...context, db });
          await until('the fill of a life', run.isLive);
          await clock.advance(runMs);
          // A killed process hears nothing more and writes nothing more.
          run.venue.cut();
          await db.destroy();
          await run.end();
          await clock.advance(downMs);
        }
        const run = startFeed(setup);
        await until('the last fill', run.isLive);
        await clock.advance(10 * HOUR);
        // A bar closes when the venue is known to be past it, by as much after its end as its ticks are under way.
        if (clock.now() % (HOUR / 4) < 10_000) await clock.advance(10_000);
        const throughMs = Math.floor((clock.now() - 3000) / HOUR) * HOUR;
        await until('the end', () => run.closedThrough(throughMs));
        await run.end();
        for (const resolution of ['15', '60', '240', '1D'] as const) {
          assert.deepEqual(
            await stored(one.symbol, resolution),
            expected(ticks, resolution, resolution === '15' ? clock.now() - 3000 : throughMs),
            resolution,
          );
        }
        assert.equal(run.feed.status().refused.late ?? 0, 0);
      },
    ),
    { numRuns: Number(process.env.RASAT_SOAK ?? 0) > 0 ? 200 : 25 },
  );
});

test('a database that breaks its connections again and again loses no close', async () => {
  const one = instrument();
  const ticks = tape(one.symbol, MONDAY, MONDAY + 40 * HOUR, 300_000);
  const clock = createManualClock(MONDAY + 1.5 * HOUR);
  const db = openPool(context.address, { maxConnections: 3, name: 'flaky feed' });
  const run = startFeed({ clock, instruments: [one], ticks, fromMs: MONDAY }, { ...context, db });
  await until('the fill', run.isLive);
  let isOver = false;
  const breaking = (async () => {
    while (!isOver) {
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'flaky feed'`.execute(context.db);
      await pause(7);
    }
  })();
  for (let hour = 0; hour < 20; hour++) {
    await clock.advance(HOUR);
    await pause(15);
  }
  isOver = true;
  await breaking;
  await until('the closes', () => run.closedThrough(MONDAY + 21 * HOUR));
  await run.end();
  await db.destroy();
  assert.deepEqual(await stored(one.symbol, '60'), expected(ticks, '60', MONDAY + 21 * HOUR));
});

test('an unavailable source closes nothing; what it missed comes in when it is back', async () => {
  const one = instrument();
  const ticks = tape(one.symbol, MONDAY, MONDAY + 6 * HOUR, 60_000);
  const clock = createManualClock(MONDAY + 1.5 * HOUR);
  const run = startFeed({ clock, instruments: [one], ticks, fromMs: MONDAY });
  await until('the fill', run.isLive);
  run.venue.online = false;
  await clock.advance(0.75 * HOUR);
  assert.equal(run.feed.status().connected, false);
  assert.equal((await stored(one.symbol, '60')).length, 1);
  run.venue.online = true;
  await clock.advance(2 * HOUR);
  await until('the closes', () => run.closedThrough(MONDAY + 4 * HOUR));
  assert.deepEqual(await stored(one.symbol, '60'), expected(ticks, '60', clock.now() - 3000));
  await run.end();
});

test('garbage among the ticks is counted and sampled, and no bar knows of it', async () => {
  const one = instrument();
  const good = tape(one.symbol, MONDAY, MONDAY + 3 * HOUR, 60_000);
  const bad = good.flatMap((tick, i): FakeTick[] => {
    const garbage = [
      { price: Number.NaN },
      { price: Number.POSITIVE_INFINITY },
      { price: -5 },
      { price: 0 },
      { price: tick.price * 1000 },
      { price: 1.234567 },
      { timeMs: tick.timeMs + HOUR },
      { timeMs: Number.NaN },
      { symbol: 'NOBODY' },
      { volume: -1 },
    ][i % 10];
    return [tick, { ...tick, timeMs: tick.timeMs + 1, ...garbage }];
  });
  const clock = createManualClock(MONDAY + 0.5 * HOUR);
  const run = startFeed({ clock, instruments: [one], ticks: bad, truth: good, fromMs: MONDAY });
  // The fake venue makes its history of the same tape, which has no closed hour yet.
  await until('the fill', run.isLive);
  await clock.advance(3 * HOUR);
  await until('the closes', () => run.closedThrough(MONDAY + 3 * HOUR));
  const { refused } = run.feed.status();
  await run.end();
  assert.deepEqual(await stored(one.symbol, '60'), expected(good, '60', clock.now()));
  for (const reason of [
    'not-finite',
    'not-positive',
    'digits',
    'jump',
    'future',
    'unknown-symbol',
  ]) {
    assert.ok((refused[reason] ?? 0) > 5, `${reason}: ${refused[reason]}`);
  }
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from refused_print where symbol = ${one.symbol}`.execute(context.db);
  assert.ok((rows[0]?.n ?? 0) > 20);
});

test('a venue whose clock runs ahead raises the alarm and makes no bar of the future', async () => {
  const one = instrument();
  const ticks = tape(one.symbol, MONDAY, MONDAY + 3 * HOUR, 1000).map((tick) => ({
    ...tick,
    timeMs: tick.timeMs + HOUR,
  }));
  const clock = createManualClock(MONDAY + 0.2 * HOUR);
  const run = startFeed({ clock, instruments: [one], ticks, fromMs: MONDAY });
  await until('the fill', run.isLive);
  await clock.advance(5000);
  assert.equal(run.feed.status().clockAlarm, true);
  assert.equal(run.published.length, 0);
  await run.end();
});

test('a source that is silent as a whole says so, and while its markets are closed it does not', async () => {
  const one = { ...instrument('forex'), calendar: 'forex' as const };
  const two = { ...instrument('forex'), calendar: 'forex' as const };
  // Forex closes on Friday at 22:00 UTC.
  const endMs = MONDAY + 4 * DAY + 21 * HOUR;
  const ticks = [one, two].flatMap(({ symbol }) => tape(symbol, endMs - 3 * HOUR, endMs, 30_000));
  const clock = createManualClock(endMs - 0.5 * HOUR);
  const run = startFeed({ clock, instruments: [one, two], ticks, fromMs: endMs - 3 * HOUR });
  await until('the fill', run.isLive);
  await clock.advance(0.5 * HOUR + 20_000);
  assert.equal(run.feed.status().silentSinceMs, null);
  await clock.advance(11_000);
  const sinceMs = run.feed.status().silentSinceMs;
  assert.equal(sinceMs, endMs - 30_000, 'a minute after its last tick');
  assert.deepEqual(run.silences, [{ source: 'fake', sinceMs }]);
  await clock.advance(HOUR);
  assert.equal(run.feed.status().silentSinceMs, null, 'after the closing of the week');
  assert.deepEqual(run.silences[1], { source: 'fake', sinceMs: null });
  await run.end();
});

test('the first tick of a symbol without a history is measured by its last daily close', async () => {
  const one = instrument();
  const startMs = MONDAY + 0.2 * HOUR;
  const ticks = tape(one.symbol, startMs, MONDAY + 2 * HOUR, 60_000);
  const wrong = {
    symbol: one.symbol,
    timeMs: startMs - 1,
    arrivesMs: startMs,
    price: 1,
    volume: 9,
  };
  const clock = createManualClock(startMs - 2);
  const daily: Bar = {
    openTimeMs: MONDAY - DAY,
    open: 99,
    high: 103,
    low: 97,
    close: 100,
    volume: 5,
  };
  const run = startFeed({
    clock,
    instruments: [one],
    ticks: [wrong, ...ticks],
    truth: ticks,
    daily,
    fromMs: MONDAY,
  });
  await until('the fill', run.isLive);
  await clock.advance(2 * HOUR);
  await until('the close', () => run.closedThrough(MONDAY + 2 * HOUR));
  assert.equal(run.feed.status().refused.jump, 1);
  assert.deepEqual(await stored(one.symbol, '60'), expected(ticks, '60', MONDAY + 2 * HOUR));
  await run.end();
});

test('live prices are published in order of time', async () => {
  const one = instrument();
  const ticks = tape(one.symbol, MONDAY, MONDAY + HOUR, 1000).map((tick, i) => ({
    ...tick,
    arrivesMs: tick.timeMs + (i % 5) * 700,
  }));
  const clock = createManualClock(MONDAY + 600_000);
  const run = startFeed({ clock, instruments: [one], ticks, fromMs: MONDAY });
  await until('the fill', run.isLive);
  await clock.advance(60_000);
  await run.end();
  const times = run.published.map((tick) => tick.d);
  assert.ok(times.length > 20);
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  );
});

test('what several subscriptions close at a boundary is one close; one that hangs is not waited for', async (t) => {
  const instruments = [instrument(), instrument(), instrument()];
  const late = instruments.slice(1).map(({ symbol }) => {
    return { symbol, ...Promise.withResolvers<void>() };
  });
  const clock = createManualClock(MONDAY + 10 * 60_000);
  const groups: { symbols: string[]; deliver(timeMs: number): void }[] = [];
  const feed = new SourceFeed({
    context,
    clock,
    connector: {
      name: 'told',
      audience: 'anyone',
      delay: { class: 'real-time', ms: 0 },
      ticks: 'complete',
      fillOrder: 'oldest-first',
      instruments: async () => instruments,
      find: async (symbol) => instruments.find((one) => one.symbol === symbol) ?? null,
      available: async () => [{ resolution: '60', fromMs: MONDAY - DAY }],
      async *history(symbol) {
        await late.find((one) => one.symbol === symbol)?.promise;
        yield [];
      },
      subscribe(wanted, onTicks) {
        const names = wanted.map(({ symbol }) => symbol);
        let throughMs = wanted[0]?.fromMs ?? 0;
        groups.push({
          symbols: names,
          deliver(timeMs) {
            throughMs = timeMs;
            onTicks(names.map((symbol) => ({ symbol, timeMs, price: 5, volume: 1 })));
          },
        });
        return {
          state: () => ({ connected: true, lastTickMs: null, throughMs }),
          stop: async () => {},
        };
      },
    },
  });
  const closes: string[][] = [];
  const names = new Set(instruments.map(({ symbol }) => symbol));
  t.after(
    context.bus.subscribe(storedTopic, (events) => {
      const own = events.filter(
        ({ symbol, resolution }) => names.has(symbol) && resolution === '60',
      );
      if (own.length > 0) closes.push(own.map(({ symbol }) => symbol).toSorted());
    }),
  );
  let gaps = 0;
  t.after(
    context.bus.subscribe(formingTopic, (events) => {
      const [own] = events.filter(({ symbol }) => symbol === instruments[0]?.symbol);
      const opens = own?.bars['60']?.map(({ openTimeMs }) => openTimeMs) ?? [];
      // The hour before the open one has closed, and is neither open nor stored.
      if (closes.length === 1 && opens[0] === MONDAY + 2 * HOUR) gaps += 1;
    }),
  );
  t.after(() => feed.stop());
  feed.start();
  for (const [i, one] of [...late, null].entries()) {
    await until('a subscription', () => groups.length === i + 1);
    one?.resolve();
  }
  await until('live', () => feed.status().phase === 'live');
  assert.deepEqual(
    groups.map(({ symbols }) => symbols),
    instruments.map(({ symbol }) => [symbol]),
  );
  const [first, second, third] = groups;
  const pass = async (timeMs: number, turns: readonly (typeof first)[]): Promise<void> => {
    await clock.advance(timeMs - clock.now());
    for (const group of turns) {
      group?.deliver(timeMs);
      await pause(20);
    }
  };
  await pass(MONDAY + 20 * 60_000, [first, second, third]);
  await pass(MONDAY + HOUR + 1, [first, second, third]);
  await until('the close', () => closes.length > 0);
  await pass(MONDAY + HOUR + 60_000, [first, second, third]);
  await pass(MONDAY + 2 * HOUR + 1, [first, third]);
  await until('the close without the second', () => closes.length > 1);
  assert.equal(gaps, 0, 'open bars wait until the closed ones before them are stored');
  assert.deepEqual(closes, [
    instruments.map(({ symbol }) => symbol).toSorted(),
    [0, 2].map((i) => instruments[i]?.symbol ?? '').toSorted(),
  ]);
});
