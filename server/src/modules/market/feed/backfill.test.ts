import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { aggregate, type Bar, bucketEnd, bucketStart, type Resolution } from '@rasat/engine';
import type { Connector, Instrument } from '../../../connectors/connector.ts';
import { createManualClock, type ManualClock } from '../../../platform/clock.ts';
import { testContext } from '../../../platform/testing.ts';
import { until } from '../../../testing/eventually.ts';
import { barAt } from '../store/bar-columns.ts';
import { readAllBars } from '../store/read-bars.ts';
import { findSymbol } from '../store/symbol-store.ts';
import { createFakeVenue, type FakeTick, oracleBars } from '../testing/fake-venue.ts';
import { symbolsTopic, ticksTopic } from '../topics.ts';
import { SourceFeed } from './source-feed.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
// A Wednesday.
const NOW = Date.UTC(2026, 0, 7, 10, 20);
const FIRST = Date.UTC(2022, 0, 3, 5);
/** Beginning of the recent hours and quarters: the weeks of 366 and 28 days before. */
const RECENT = Date.UTC(2025, 0, 6);
const RECENT_QUARTERS = Date.UTC(2025, 11, 8);
const context = await testContext({ after });
let symbols = 0;

function instrument(): Instrument {
  symbols += 1;
  const name = { tr: 'Eski', az: 'Köhnə', en: 'Old' };
  const symbol = `B${symbols}`;
  return { symbol, category: 'crypto', digits: 2, name, calendar: 'always', base: '60' };
}

/** A tick in every hour from `fromMs` to `toMs`, except in a month in which the venue was down. */
function ticksOf(symbol: string, fromMs = FIRST, toMs = NOW + DAY): FakeTick[] {
  const ticks: FakeTick[] = [];
  for (let at = fromMs, i = 0; at < toMs; at += HOUR, i += 1) {
    if (at >= Date.UTC(2023, 4, 1) && at < Date.UTC(2023, 5, 1)) continue;
    const timeMs = at + ((i * 7919) % 3000) * 1000;
    const price = (10_000 + ((i * 7919) % 201)) / 100;
    ticks.push({ symbol, timeMs, arrivesMs: timeMs, price, volume: (i % 8) / 8 });
  }
  return ticks;
}

/** Request for history. */
interface Asked {
  readonly symbol: string;
  readonly resolution: Resolution;
  readonly fromMs: number;
  readonly toMs: number;
}

/** A venue whose older history waits for `release`, with the requests for it. */
function venueOf(clock: ManualClock, tapes: readonly (readonly FakeTick[])[]) {
  const instruments = tapes.map(() => instrument());
  const tape = tapes.flatMap((ticks, i) =>
    ticks.map((tick) => ({ ...tick, symbol: instruments[i]?.symbol ?? '' })),
  );
  const fromMs = Math.min(...tape.map(({ timeMs }) => bucketStart('60', timeMs, false)));
  const venue = createFakeVenue({
    clock,
    instruments,
    tape,
    quarters: true,
    fromMs,
    fillOrder: 'newest-first',
  });
  const older: Asked[] = [];
  let allowed = 0;
  let allow = Promise.withResolvers<void>();
  const faults = new Map<number, () => Error>();
  const connector: Connector = {
    ...venue,
    async *history(symbol, resolution, from, to, signal) {
      const isOlder = from < (resolution === '15' ? RECENT_QUARTERS : RECENT);
      const batches = venue.history(symbol, resolution, from, to, signal);
      if (!isOlder) {
        yield* batches;
        return;
      }
      older.push({ symbol, resolution, fromMs: from, toMs: to });
      const number = older.length;
      let isFirst = true;
      for await (const batch of batches) {
        if (!isFirst) yield batch;
        // A venue that is told to stop ends in the middle of a page.
        while (allowed < number && isFirst) {
          const stopped = new Promise<void>((resolve) => {
            signal?.addEventListener('abort', () => resolve(), { once: true });
          });
          await Promise.race([allow.promise, stopped]);
          if (signal?.aborted) {
            yield batch;
            return;
          }
        }
        if (isFirst) yield batch;
        isFirst = false;
        const fault = faults.get(number)?.();
        if (fault) throw fault;
      }
    },
  };
  return {
    connector,
    instruments,
    older,
    faults,
    ticksOf: (symbol: string) => tape.filter((tick) => tick.symbol === symbol),
    release(pages = Number.POSITIVE_INFINITY) {
      allowed += pages;
      allow.resolve();
      allow = Promise.withResolvers<void>();
    },
    wake: () => venue.wake(),
  };
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

const isWhole = async (symbol: string): Promise<boolean> =>
  (await findSymbol(context.db, symbol))?.series.isWhole === true;

/** First difference between the stored bars of a symbol and those of its ticks; null without one. */
async function differenceFrom(
  symbol: string,
  ticks: readonly FakeTick[],
  nowMs = NOW,
): Promise<string | null> {
  const hours = oracleBars(ticks, '60', false);
  const yearAgo = bucketStart('1D', NOW - 366 * DAY, false);
  for (const resolution of ['15', '60', '240', '1D', '1W'] as const) {
    const all =
      resolution === '15'
        ? oracleBars(ticks, '15', false).filter(({ openTimeMs }) => openTimeMs >= yearAgo)
        : resolution === '60'
          ? hours
          : aggregate(hours, '60', resolution, false);
    const wanted = all.filter((bar) => bucketEnd(resolution, bar.openTimeMs, false) <= nowMs);
    const found = await stored(symbol, resolution);
    const at = wanted.findIndex((bar, i) => JSON.stringify(bar) !== JSON.stringify(found[i]));
    if (at >= 0) {
      return `${resolution} ${at}: ${JSON.stringify(found[at])} instead of ${JSON.stringify(wanted[at])}`;
    }
    if (found.length !== wanted.length) return `${resolution}: ${found.length} bars`;
  }
  return null;
}

test('a symbol is live before its older history, which comes newest first', async (t) => {
  const clock = createManualClock(NOW);
  const venue = venueOf(clock, [ticksOf('', FIRST, NOW + DAY)]);
  const symbol = venue.instruments[0]?.symbol ?? '';
  const ticks = venue.ticksOf(symbol);
  const lists: (readonly string[] | null)[] = [];
  const shown: number[] = [];
  const off = [
    context.bus.subscribe(symbolsTopic, (event) => {
      lists.push(event.symbols);
    }),
    context.bus.subscribe(ticksTopic, (some) => {
      shown.push(...some.filter(({ s }) => s === symbol).map(({ d }) => d));
    }),
  ];
  const feed = new SourceFeed({ context, connector: venue.connector, clock });
  t.after(() => feed.stop());
  feed.start();
  await until('the first older page', () => venue.older.length === 1);
  assert.equal(feed.status().phase, 'live');
  assert.equal((await stored(symbol, '60'))[0]?.openTimeMs, RECENT);
  assert.equal((await stored(symbol, '15'))[0]?.openTimeMs, RECENT_QUARTERS + 45 * 60_000);
  assert.equal(await isWhole(symbol), false);
  const { filled } = feed.status();
  assert.ok(filled > 0.1 && filled < 0.3, `a year of four, and a month of a year: ${filled}`);
  await clock.advance(HOUR);
  venue.wake();
  await until('a live tick', () => shown.some((timeMs) => timeMs > NOW));

  const before = lists.length;
  venue.release();
  await until('the whole history', () => isWhole(symbol));
  assert.deepEqual(lists.slice(before), [[symbol]]);
  assert.equal(await differenceFrom(symbol, ticks, NOW + HOUR), null);
  const times = venue.older.map(({ toMs }) => toMs);
  assert.deepEqual(
    times,
    times.toSorted((a, b) => b - a),
  );
  assert.deepEqual(
    [venue.older[0]?.resolution, venue.older.at(-1)?.resolution, venue.older.at(-1)?.fromMs],
    ['15', '60', FIRST],
  );
  await until('the share of a whole history', () => feed.status().filled === 1);
  for (const end of off) end();
});

test('a page that fails is asked for again, and the other symbols go on', async (t) => {
  const clock = createManualClock(NOW);
  const venue = venueOf(clock, [ticksOf(''), ticksOf('')]);
  const [one = '', other = ''] = venue.instruments.map(({ symbol }) => symbol);
  venue.faults.set(3, () => new Error('the venue is busy'));
  venue.release();
  const feed = new SourceFeed({ context, connector: venue.connector, clock });
  t.after(() => feed.stop());
  feed.start();
  await until('both histories', async () => (await isWhole(one)) && (await isWhole(other)));
  const failed = venue.older[2];
  const isAgain = ({ symbol, resolution, toMs }: Asked): boolean =>
    symbol === failed?.symbol && resolution === failed.resolution && toMs > failed.fromMs;
  assert.ok(venue.older.slice(3).some(isAgain));
  for (const symbol of [one, other]) {
    assert.equal(await differenceFrom(symbol, venue.ticksOf(symbol)), null, symbol);
  }
});

test('a stop in the middle of a page stores nothing of it, and the next start goes on there', async (t) => {
  const clock = createManualClock(NOW);
  const venue = venueOf(clock, [ticksOf('')]);
  const symbol = venue.instruments[0]?.symbol ?? '';
  const first = new SourceFeed({ context, connector: venue.connector, clock });
  t.after(() => first.stop());
  venue.release(11);
  first.start();
  await until('the twelfth page', () => venue.older.length === 12);
  const stoppedIn = venue.older[11];
  await first.stop();
  const [oldest] = await stored(symbol, stoppedIn?.resolution ?? '60');
  assert.equal(oldest?.openTimeMs, stoppedIn?.toMs);
  assert.equal(await isWhole(symbol), false);

  venue.release();
  const second = new SourceFeed({ context, connector: venue.connector, clock });
  t.after(() => second.stop());
  second.start();
  await until('the whole history', () => isWhole(symbol));
  assert.deepEqual(
    venue.older.slice(12).find(({ resolution }) => resolution === stoppedIn?.resolution),
    stoppedIn,
  );
  assert.equal(await differenceFrom(symbol, venue.ticksOf(symbol)), null);
});

test('a history that the recent part contains is whole at once', async (t) => {
  const clock = createManualClock(NOW);
  const venue = venueOf(clock, [ticksOf('', NOW - 20 * DAY)]);
  const symbol = venue.instruments[0]?.symbol ?? '';
  const feed = new SourceFeed({ context, connector: venue.connector, clock });
  t.after(() => feed.stop());
  feed.start();
  await until('the whole history', () => isWhole(symbol));
  assert.deepEqual(venue.older, []);
  assert.equal(await differenceFrom(symbol, venue.ticksOf(symbol)), null);
  await until('the share of a whole history', () => feed.status().filled === 1);
});

test('a history without recent bars is filled from its beginning', async (t) => {
  const clock = createManualClock(NOW);
  const venue = venueOf(clock, [ticksOf('', FIRST, Date.UTC(2023, 11, 20))]);
  const symbol = venue.instruments[0]?.symbol ?? '';
  venue.release();
  const feed = new SourceFeed({ context, connector: venue.connector, clock });
  t.after(() => feed.stop());
  feed.start();
  await until('the whole history', () => isWhole(symbol));
  await until('the closes of the last higher bars', async () => {
    await clock.advance(15 * 60_000);
    return (await differenceFrom(symbol, venue.ticksOf(symbol))) === null;
  });
});
