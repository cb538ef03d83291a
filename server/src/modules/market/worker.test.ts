import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { aggregate, type Bar, type Resolution } from '@rasat/engine';
import { sql } from 'kysely';
import type { BarRow, Instrument } from '../../connectors/connector.ts';
import { createManualClock, delayClock } from '../../platform/clock.ts';
import { notify } from '../../platform/db/notify.ts';
import { testContext } from '../../platform/testing.ts';
import { until } from '../../testing/eventually.ts';
import { importBars } from './listing/import.ts';
import { barAt } from './store/bar-columns.ts';
import { listHeads, readAllBars } from './store/read-bars.ts';
import { insertRefusedTicks } from './store/refused-tick-store.ts';
import { findReplay, insertReplay, type Replay, updateReplay } from './store/replay-store.ts';
import { findSymbol, listSeries } from './store/symbol-store.ts';
import { addTickCounts, countTicks } from './store/tick-count-store.ts';
import type { ReplayOptions } from './tables.ts';
import { createFakeVenue } from './testing/fake-venue.ts';
import { closedTopic, REPLAY_CHANNEL, symbolsTopic, ticksTopic } from './topics.ts';
import { marketJobs, startFeed } from './worker.ts';

const HOUR = 3_600_000;
const MONDAY = Date.UTC(2020, 0, 6);
const clock = createManualClock(MONDAY + 5.5 * HOUR);
const context = await testContext({ after }, { clock });
const { db, bus } = context;
const name = { tr: 'Bir', az: 'Bir', en: 'One' };
const instrument: Instrument = {
  symbol: 'FEDUSD',
  category: 'crypto',
  digits: 2,
  name,
  calendar: 'always',
  base: '60',
};
const ticks = Array.from({ length: 600 }, (_, i) => ({
  symbol: 'FEDUSD',
  timeMs: MONDAY + i * 60_000,
  arrivesMs: MONDAY + i * 60_000,
  price: (10_000 + (i % 90)) / 100,
  volume: 1,
}));

/** A file of hours with jumps that a real market may have, and volumes. */
const FILE: readonly Bar[] = Array.from({ length: 300 }, (_, i) => {
  const level = i % 40 < 20 ? 100 : 62;
  return {
    openTimeMs: MONDAY + i * HOUR,
    open: level + (i % 7),
    high: level + 30,
    low: level - 20,
    close: level + (i % 5),
    volume: i / 10,
  };
});

/** Quarter-hours of three weeks, and of a few days a month later. */
const QUARTERS: readonly Bar[] = Array.from({ length: 2000 }, (_, i) => ({
  ...(FILE[i % FILE.length] as Bar),
  volume: i % 7,
  openTimeMs: MONDAY + ((i < 1600 ? i : i + 2880) * HOUR) / 4,
}));

async function* rowsOf(bars: readonly Bar[]): AsyncGenerator<BarRow> {
  for (const [i, bar] of bars.entries()) {
    await Promise.resolve();
    yield { line: i + 2, bar };
  }
}

function start() {
  return startFeed(context, {
    connectors: [
      createFakeVenue({
        clock: context.clock,
        instruments: [instrument],
        tape: ticks,
        quarters: false,
        fromMs: MONDAY,
      }),
    ],
    openBars: async (path) => {
      if (path === '/missing') throw new Error('/missing cannot be read.');
      return rowsOf(path === '/empty' ? [] : path === '/quarters' ? QUARTERS : FILE);
    },
  });
}

async function stored(symbol: string, resolution: Resolution): Promise<Bar[]> {
  const found = await findSymbol(db, symbol);
  const bars: Bar[] = [];
  if (!found) return bars;
  for await (const part of readAllBars(db, found.series.id, resolution)) {
    for (let i = 0; i < part.length; i++) bars.push(barAt(part, i));
  }
  return bars;
}

test('a delayed source runs on its own clock: its newest ticks are shown one by one', async (t) => {
  const DELAY = 15 * 60_000;
  const clock = createManualClock(MONDAY + 3 * HOUR);
  const one = { ...instrument, symbol: 'LATE' };
  // A tick every three seconds, three of them together.
  const tape = Array.from({ length: 3700 }, (_, i) => ({
    symbol: one.symbol,
    timeMs: MONDAY + i * 3000,
    arrivesMs: MONDAY + Math.ceil((i + 1) / 3) * 9000,
    price: 100,
    volume: 1,
  }));
  const venue = createFakeVenue({
    clock: delayClock(clock, DELAY),
    instruments: [one],
    tape,
    quarters: true,
    fromMs: MONDAY,
    delay: { class: 'delayed', ms: DELAY },
  });
  const shown: number[] = [];
  t.after(
    bus.subscribe(ticksTopic, (some) => {
      for (const { s, d } of some) if (s === one.symbol) shown.push(d);
    }),
  );
  const part = startFeed(
    { ...context, clock },
    { connectors: [venue], openBars: () => Promise.reject(new Error('none')) },
  );
  t.after(() => part.stop());
  await until('it is live', () => part.status().ready);
  shown.length = 0;
  await clock.advance(60_000);
  const beganMs = MONDAY + 3 * HOUR - DELAY;
  assert.deepEqual(
    shown,
    Array.from({ length: 18 }, (_, i) => beganMs + i * 3000),
  );
  assert.deepEqual(part.sources()[0]?.refused, {});
});

const OPTIONS: ReplayOptions = {
  category: 'crypto',
  digits: 2,
  resolution: '60',
  timeZone: null,
  format: null,
};

async function ask(
  symbol: string,
  file: string,
  speed: number,
  resolution: ReplayOptions['resolution'] = '60',
): Promise<() => Promise<Replay>> {
  const options = { ...OPTIONS, resolution };
  const id = await insertReplay(db, { symbol, file, options, speed });
  await notify(db, REPLAY_CHANNEL);
  return async () => {
    // The caller waits, however long it takes.
    await updateReplay(db, id, 'watched');
    const row = await findReplay(db, id);
    assert.ok(row);
    // A feed that has only just begun may not have been listening yet.
    if (row.state === 'asked') await notify(db, REPLAY_CHANNEL);
    return row;
  };
}

test('a replayed file becomes a temporary symbol whose bars are those of the file', async () => {
  const feed = start();
  await until('the feed', () => feed.status().ready);
  const row = await ask('BTCUSD.R', '/file', 400_000);
  await until('the end of the replay', async () => (await row()).state === 'done');
  assert.equal((await row()).played, 300);
  assert.deepEqual(await stored('BTCUSD.R', '60'), FILE);
  const days = await stored('BTCUSD.R', '1D');
  assert.deepEqual(days.slice(0, 12), aggregate(FILE.slice(0, 288), '60', '1D', false));
  assert.equal((await findSymbol(db, 'BTCUSD.R'))?.series.source, 'replay');
  await feed.stop();

  const next = start();
  await until('the next start', () => next.status().ready);
  assert.equal(await findSymbol(db, 'BTCUSD.R'), undefined, 'a restart takes it off the list');
  const series = (await listSeries(db)).find((one) => one.symbol === 'BTCUSD.R');
  assert.notEqual(series?.archivedAtMs, null);
  await next.stop();
});

test('a replay ends when its command says so, and another of the name begins anew', async () => {
  const feed = start();
  await until('the feed', () => feed.status().ready);
  const row = await ask('BTCUSD.R', '/file', 20_000);
  await until('some bars', async () => (await row()).played > 3);
  await updateReplay(db, (await row()).id, { state: 'ended' });
  await until('stored bars', async () => (await stored('BTCUSD.R', '60')).length > 3);
  const played = async (): Promise<number> => (await stored('BTCUSD.R', '60')).length;
  await until('nothing is played any more', async () => {
    const before = await played();
    await pause(1000);
    return (await played()) === before;
  });
  assert.ok((await played()) < FILE.length, 'it ended before the end');
  const again = await ask('BTCUSD.R', '/file', 400_000);
  await until('the second replay', async () => (await again()).state === 'done');
  assert.deepEqual(await stored('BTCUSD.R', '60'), FILE);
  await feed.stop();
});

test('a replay that is over leaves the list after an hour, one that began since stays', async (t) => {
  const heard: string[] = [];
  const { mock: timers } = t.mock.method(clock, 'setTimeout');
  const feed = start();
  await until('the feed', () => feed.status().ready);
  for (const symbol of ['OLD.R', 'NEW.R']) {
    const row = await ask(symbol, '/file', 400_000);
    await until('the end of the replay', async () => (await row()).state === 'done');
  }
  const hours = () => timers.calls.filter(({ arguments: [, ms] }) => ms === HOUR).length;
  await until('the hour of both begins', () => hours() === 2);
  await clock.advance(HOUR / 2);
  const row = await ask('NEW.R', '/file', 400_000);
  await until('the second replay', async () => (await row()).state === 'done');
  const end = bus.subscribe(symbolsTopic, ({ symbols }) => heard.push(...(symbols ?? [])));
  assert.ok(await findSymbol(db, 'OLD.R'));
  await clock.advance(HOUR / 2);
  await until('the end of the hour', async () => !(await findSymbol(db, 'OLD.R')));
  await until('the changed list', () => heard.includes('OLD.R'));
  assert.ok(await findSymbol(db, 'NEW.R'));
  assert.deepEqual(await stored('NEW.R', '60'), FILE);
  end();
  await feed.stop();
});

test('a replay that is asked to be faster than the server slows down and loses no hour', async () => {
  const feed = start();
  await until('the feed', () => feed.status().ready);
  for (const speed of [4_000_000, 1e9]) {
    const row = await ask('FAST.R', '/quarters', speed, '15');
    await until('the end of the replay', async () => (await row()).state === 'done');
    assert.deepEqual(await stored('FAST.R', '15'), QUARTERS, `${speed}`);
    assert.deepEqual(await stored('FAST.R', '60'), aggregate(QUARTERS, '15', '60', false));
    assert.equal((await row()).played, QUARTERS.length);
    assert.match((await row()).detail ?? '', /^from 2020-01-06 to 2020-02-25, /);
  }
  await feed.stop();
});

test('a replay that cannot be played says why', async () => {
  const feed = start();
  await until('the feed', () => feed.status().ready);
  for (const [symbol, file, reason] of [
    ['X.R', '/missing', /cannot be read/],
    ['X.R', '/empty', /no bar/],
    ['FEDUSD', '/file', /source "fake"/],
  ] as const) {
    const row = await ask(symbol, file, 1000);
    await until('the failure', async () => (await row()).state === 'failed');
    assert.match((await row()).detail ?? '', reason);
  }
  await feed.stop();
});

test('a replay that was playing when the server ended is over', async () => {
  const id = await insertReplay(db, {
    symbol: 'Y.R',
    file: '/file',
    options: OPTIONS,
    speed: 1,
  });
  await updateReplay(db, id, { state: 'playing' });
  const feed = start();
  await until('the feed', () => feed.status().ready);
  assert.equal((await findReplay(db, id))?.state, 'ended');
  await feed.stop();
});

test('an import by another process is told, and a symbol that it replaced is fed no more', async () => {
  const heard: string[] = [];
  const ends = [
    bus.subscribe(symbolsTopic, ({ symbols }) => heard.push(...(symbols ?? ['all']))),
    bus.subscribe(closedTopic, ({ symbols, throughMs }) => {
      if (symbols.includes('FEDUSD')) heard.push(`through ${(throughMs - MONDAY) / HOUR}`);
    }),
  ];
  const feed = start();
  await until('the feed', () => feed.status().ready);
  assert.equal(heard[0], 'all', 'what was imported before it could hear is told');
  heard.length = 0;
  const request = { ...instrument, resolution: '60', replace: true } as const;
  await importBars(db, request, rowsOf(FILE.slice(0, 40)), MONDAY + 400 * HOUR);
  await until('the closed bars', () => heard.includes('through 40'));
  assert.deepEqual(heard, ['FEDUSD', 'through 40']);
  const { clock } = context;
  await (clock as ReturnType<typeof createManualClock>).advance(3 * HOUR);
  await pause(200);
  assert.deepEqual(await stored('FEDUSD', '60'), FILE.slice(0, 40));
  assert.equal(feed.status().ready, true);
  for (const end of ends) end();
  await feed.stop();

  const next = start();
  await until('the next start', () => next.status().ready);
  assert.equal((await findSymbol(db, 'FEDUSD'))?.series.source, 'file', 'its source stays');
  await next.stop();
});

test('the daily jobs forget old refused ticks, and the bars of replays that are over', async () => {
  const { clock } = context;
  const day = 24 * HOUR;
  const tick = { symbol: 'OLD', timeMs: 1, price: Number.NaN, volume: 0, reason: 'not-finite' };
  // In two days the one is a millisecond older than fourteen days, the other is not.
  await insertRefusedTicks(db, 'fake', [tick], clock.now() - 12 * day - 1);
  await insertRefusedTicks(db, 'fake', [{ ...tick, symbol: 'NEW' }], clock.now() - 12 * day);
  const hour = Math.floor(clock.now() / HOUR) * HOUR;
  await addTickCounts(db, 'past', new Map([['jump', 1]]), hour - 12 * day - 1);
  await addTickCounts(db, 'past', new Map([['late', 1]]), hour - 12 * day + HOUR);
  const kept = await listSeries(db);
  const replays = kept.filter((one) => one.source === 'replay');
  await (clock as ReturnType<typeof createManualClock>).advance(2 * day);
  for (const job of marketJobs) await job.run(context);
  for (const job of marketJobs) await job.run(context);
  const { rows } = await sql<{ symbol: string }>`
    select symbol from refused_print where symbol in ('OLD', 'NEW')`.execute(db);
  assert.deepEqual(rows, [{ symbol: 'NEW' }]);
  const counts = (await countTicks(db, 0)).filter(({ source }) => source === 'past');
  assert.deepEqual(
    counts.map(({ outcome }) => outcome),
    ['late'],
  );
  const heads = await listHeads(
    db,
    kept.map((one) => one.id),
  );
  assert.ok(replays.length > 1);
  assert.ok(!heads.some((head) => replays.some((one) => one.id === head.seriesId)));
  assert.ok(heads.length > 0, 'other bars stay');
});
