import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import { aggregate, type Bar, bucketEnd, type CalendarName, type Resolution } from '@rasat/engine';
import type { Connector, Instrument } from '../../../connectors/connector.ts';
import { createManualClock, type ManualClock } from '../../../platform/clock.ts';
import { testContext } from '../../../platform/testing.ts';
import { until } from '../../../testing/eventually.ts';
import { SourceFeed } from '../feed/source-feed.ts';
import { barAt } from '../store/bar-columns.ts';
import { countCorrections } from '../store/correction-store.ts';
import { listGaps } from '../store/gap-store.ts';
import { readAllBars } from '../store/read-bars.ts';
import { listReviews } from '../store/review-store.ts';
import { findSymbol } from '../store/symbol-store.ts';
import { createFakeVenue, type FakeTick, oracleBars } from '../testing/fake-venue.ts';
import { repairedTopic } from '../topics.ts';
import type { Publication, Release } from './publication.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONDAY = Date.UTC(2026, 0, 5);
const context = await testContext({ after });
let symbols = 0;

function tape(symbol: string, toMs: number, isOpen = (_timeMs: number): boolean => true) {
  const ticks: FakeTick[] = [];
  for (let i = 0, timeMs = MONDAY; timeMs < toMs; i += 1, timeMs += 5 * MINUTE) {
    const price = (10_000 + ((i * 7919) % 201)) / 100;
    if (isOpen(timeMs)) ticks.push({ symbol, timeMs, arrivesMs: timeMs, price, volume: i % 8 });
  }
  return ticks;
}

/** What a test decides about a venue and about what is made of its bars. */
interface Control {
  /** Base bars that the history leaves out, with their quarters. */
  readonly hidden: Set<number>;
  /** Changes a bar of the history. */
  change: (bar: Bar) => Bar;
  release: Release;
  /** Calls of the history since the feed was live. */
  readonly asked: { readonly resolution: string; readonly fromMs: number }[];
  /** Holds the next call of the history back, until it is aborted. */
  holds: boolean;
}

/** A feed over a tape of one symbol, 50 hours after its beginning. */
function startFeed(
  t: TestContext,
  {
    calendar = 'always',
    nowMs = MONDAY + 50 * HOUR + 20 * MINUTE,
    isOpen,
    hidden = [],
    silent = [],
    settledMs = 0,
  }: {
    calendar?: CalendarName;
    nowMs?: number;
    isOpen?: (timeMs: number) => boolean;
    hidden?: readonly number[];
    /** Hours in which no live tick comes. */
    silent?: readonly number[];
    /** Time after its end after which the history has a bar. */
    settledMs?: number;
  } = {},
) {
  symbols += 1;
  const symbol = `G${symbols}`;
  const category = calendar === 'forex' ? 'forex' : 'crypto';
  const name = { tr: symbol, az: symbol, en: symbol };
  const instrument: Instrument = { symbol, category, digits: 2, name, calendar, base: '60' };
  const clock = createManualClock(nowMs);
  const ticks = tape(symbol, nowMs + 2 * DAY, isOpen);
  const isHeard = ({ timeMs }: FakeTick) => !silent.includes(Math.floor((timeMs - MONDAY) / HOUR));
  const venue = createFakeVenue({
    clock,
    instruments: [instrument],
    tape: ticks.filter(isHeard),
    truth: ticks,
    quarters: true,
    fromMs: MONDAY,
  });
  const control: Control = {
    hidden: new Set(hidden.map((hour) => MONDAY + hour * HOUR)),
    change: (bar) => bar,
    release: 'unread',
    asked: [],
    holds: false,
  };
  const connector: Connector = {
    ...venue,
    name: `fake-${symbols}`,
    settledMs,
    async *history(of, resolution, fromMs, toMs, signal) {
      control.asked.push({ resolution, fromMs });
      if (control.holds) {
        await new Promise((_, refuse) =>
          signal?.addEventListener('abort', () => refuse(signal.reason), { once: true }),
        );
      }
      for await (const bars of venue.history(of, resolution, fromMs, toMs, signal)) {
        yield bars
          .filter(({ openTimeMs }) => !control.hidden.has(Math.floor(openTimeMs / HOUR) * HOUR))
          .map((bar) => control.change(bar));
      }
    },
  };
  const publication: Publication = {
    release: async () => control.release,
    countRows: async () => 7,
  };
  const own = { ...context, clock };
  const start = () => {
    const feed = new SourceFeed({ context: own, connector, clock, publication });
    feed.start();
    t.after(() => feed.stop());
    return feed;
  };
  return { symbol, clock, ticks, control, source: connector.name, start };
}

type Run = ReturnType<typeof startFeed>;

/** Waits until a feed is live and its repair has ended. */
async function settled(feed: SourceFeed): Promise<void> {
  await until('live', () => feed.status().phase === 'live');
  await until('the repair', () => feed.repair()?.running === false);
}

const gapsOf = async ({ symbol }: Run) =>
  (await listGaps(context.db, 0, 100))
    .filter((gap) => gap.symbol === symbol)
    .map(({ resolution, from, to, state, expected, inserted, rows }) => ({
      of: `${resolution}: ${(from - MONDAY) / HOUR} to ${(to - MONDAY) / HOUR}`,
      state,
      expected,
      inserted,
      rows,
    }));

async function stored({ symbol }: Run, resolution: Resolution): Promise<Bar[]> {
  const found = await findSymbol(context.db, symbol);
  const bars: Bar[] = [];
  if (!found) return bars;
  for await (const part of readAllBars(context.db, found.series.id, resolution)) {
    for (let i = 0; i < part.length; i++) bars.push(barAt(part, i));
  }
  return bars;
}

/** Holds the stored bars of every resolution against the tape. */
async function assertWhole(run: Run, clock: ManualClock): Promise<void> {
  for (const resolution of ['15', '60', '240', '1D', '1W'] as const) {
    const isBuilt = resolution === '15' || resolution === '60';
    const bars = isBuilt
      ? oracleBars(run.ticks, resolution, false)
      : aggregate(oracleBars(run.ticks, '60', false), '60', resolution, false);
    const nowMs = clock.now() - 3000;
    const due = bars.filter((bar) => bucketEnd(resolution, bar.openTimeMs, false) <= nowMs);
    assert.deepEqual(await stored(run, resolution), due, resolution);
  }
}

test('a gap is empty while the venue has no bars, is not asked for again hourly, and is filled on request', async (t) => {
  const run = startFeed(t, { hidden: [10, 11, 12] });
  const repaired: string[] = [];
  t.after(context.bus.subscribe(repairedTopic, (event) => void repaired.push(...event.symbols)));
  const feed = run.start();
  await settled(feed);
  const found = { inserted: 0, rows: 0, state: 'empty' };
  assert.deepEqual(await gapsOf(run), [
    { of: '15: 10 to 13', expected: 12, ...found },
    { of: '60: 10 to 13', expected: 3, ...found },
  ]);

  run.control.hidden.clear();
  run.control.asked.length = 0;
  await run.clock.advance(HOUR + MINUTE);
  await settled(feed);
  const again = run.control.asked.filter(({ fromMs }) => fromMs <= MONDAY + 10 * HOUR);
  assert.deepEqual(again, [], 'the next hour does not ask again');

  feed.fillGaps();
  await settled(feed);
  assert.deepEqual(await gapsOf(run), [
    { of: '15: 10 to 13', state: 'filled', expected: 12, inserted: 12, rows: 0 },
    { of: '60: 10 to 13', state: 'filled', expected: 3, inserted: 3, rows: 0 },
  ]);
  assert.deepEqual(repaired, [run.symbol]);
  // The day and the week were open: they go on with the inserted bars.
  await run.clock.advance(30 * HOUR);
  await until('the last close', async () => (await stored(run, '60')).length >= 81);
  await feed.stop();
  await assertWhole(run, run.clock);
});

test('closed hours of a calendar are no gap', async (t) => {
  // Forex, winter: open until Friday 22:00 UTC and from Sunday 22:00 on.
  const isOpen = (timeMs: number): boolean => {
    const hour = (timeMs - MONDAY) / HOUR;
    return hour < 4 * 24 + 22 || hour >= 6 * 24 + 22;
  };
  const nowMs = MONDAY + 7 * DAY + 2 * HOUR + 20 * MINUTE;
  const run = startFeed(t, { calendar: 'forex', nowMs, isOpen });
  const feed = run.start();
  await settled(feed);
  assert.equal((await stored(run, '60')).length, 4 * 24 + 22 + 4);
  assert.deepEqual(await gapsOf(run), []);
});

test('bars that a source has three hours later are no gap before', async (t) => {
  const hours = [47, 48, 49];
  const run = startFeed(t, { hidden: hours, silent: hours, settledMs: 3 * HOUR });
  const feed = run.start();
  await settled(feed);
  assert.equal((await stored(run, '60')).length, 47);
  assert.deepEqual(await gapsOf(run), []);
});

test('bars on which something was published are corrections, and its rows are counted', async (t) => {
  const run = startFeed(t, { hidden: [20] });
  const feed = run.start();
  await settled(feed);
  run.control.hidden.clear();
  run.control.release = 'published';
  feed.fillGaps();
  await settled(feed);
  assert.deepEqual(await gapsOf(run), [
    { of: '15: 20 to 21', state: 'filled', expected: 4, inserted: 4, rows: 0 },
    { of: '60: 20 to 21', state: 'filled', expected: 1, inserted: 0, rows: 7 },
  ]);
  assert.equal((await stored(run, '60')).length, 49);
  const corrections = (await countCorrections(context.db, 0)).filter(
    ({ symbol }) => symbol === run.symbol,
  );
  assert.deepEqual(
    corrections.map(({ reason, count }) => ({ reason, count })),
    [{ reason: 'late', count: 1 }],
  );
});

test('a gap whose bars may be read just now is filled in the next hour', async (t) => {
  const run = startFeed(t, { hidden: [20] });
  const feed = run.start();
  await settled(feed);
  run.control.hidden.clear();
  run.control.release = 'busy';
  feed.fillGaps();
  await settled(feed);
  const base = async () => (await gapsOf(run)).find(({ of }) => of.startsWith('60'));
  assert.equal((await base())?.state, 'open');
  run.control.release = 'set-back';
  await run.clock.advance(HOUR);
  await settled(feed);
  assert.equal((await base())?.state, 'filled');
});

test('a repair that is stopped leaves its gaps open, and a restart goes on with them', async (t) => {
  const run = startFeed(t, { hidden: [5, 20] });
  const first = run.start();
  await settled(first);
  run.control.hidden.clear();
  run.control.holds = true;
  run.control.asked.length = 0;
  first.fillGaps();
  await until('the first request', () => run.control.asked.length === 1);
  assert.deepEqual(first.repair(), { source: run.source, running: true, done: 0, all: 4 });
  await first.stopFillingGaps();
  assert.equal(first.repair()?.running, false);
  const states = async () => (await gapsOf(run)).map(({ state }) => state);
  assert.deepEqual(await states(), ['open', 'open', 'open', 'open']);

  first.fillGaps();
  await until('the next request', () => run.control.asked.length === 2);
  await first.stop();
  run.control.holds = false;
  const second = run.start();
  await settled(second);
  assert.deepEqual(await states(), ['filled', 'filled', 'filled', 'filled']);
  await second.stop();
  await assertWhole(run, run.clock);
});

test('a review counts bars with other values, keeps the stored ones, and stores corrections once', async (t) => {
  const run = startFeed(t);
  const feed = run.start();
  await settled(feed);
  const review = async () => {
    assert.equal(await feed.review(), true);
    const found = (await listReviews(context.db)).find(({ source }) => source === run.source);
    return found && { compared: found.compared, differs: found.differs, late: found.late };
  };
  // 50 hours and 201 quarters.
  assert.deepEqual(await review(), { compared: 251, differs: 0, late: 0 });
  const changed = new Set([3, 4, 40].map((hour) => MONDAY + hour * HOUR));
  run.control.change = (bar) =>
    changed.has(bar.openTimeMs) ? { ...bar, volume: bar.volume + 1 } : bar;
  const before = await stored(run, '60');
  assert.deepEqual(await review(), { compared: 251, differs: 6, late: 0 });
  assert.deepEqual(await review(), { compared: 251, differs: 6, late: 0 });
  assert.deepEqual(await stored(run, '60'), before);
  const [row] = (await countCorrections(context.db, 0)).filter(
    ({ symbol }) => symbol === run.symbol,
  );
  assert.deepEqual({ reason: row?.reason, count: row?.count }, { reason: 'differs', count: 6 });
});

test('a review asks again for the gaps of the last days', async (t) => {
  const run = startFeed(t, { hidden: [30] });
  const feed = run.start();
  await settled(feed);
  run.control.hidden.clear();
  assert.equal(await feed.review(), true);
  const states = (await gapsOf(run)).map(({ state, inserted }) => `${state} ${inserted}`);
  assert.deepEqual(states, ['filled 4', 'filled 1']);
  await feed.stop();
  assert.equal(await feed.review(), false, 'not without a session');
});

test('bars that lack at the end are appended when the venue has them', async (t) => {
  const run = startFeed(t, { hidden: [48, 49], silent: [48, 49] });
  const feed = run.start();
  await settled(feed);
  const base = async () => (await gapsOf(run)).filter(({ of }) => of.startsWith('60'));
  assert.deepEqual(await base(), [
    { of: '60: 48 to 50', state: 'empty', expected: 2, inserted: 0, rows: 0 },
  ]);
  run.control.hidden.clear();
  feed.fillGaps();
  await settled(feed);
  const [gap] = await base();
  assert.equal(gap?.state, 'filled');
  await run.clock.advance(10 * HOUR);
  await until('the last close', async () => (await stored(run, '60')).length >= 60);
  await feed.stop();
  await assertWhole(run, run.clock);
});
