import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { aggregate, type Bar, type Resolution } from '@rasat/engine';
import { type BarColumns, sliceColumns } from '@rasat/ledger';
import fc from 'fast-check';
import { sql } from 'kysely';
import { createMemoryBus } from '../../../platform/bus/memory.ts';
import { inTransaction } from '../../../platform/db/pool.ts';
import { testDatabase } from '../../../platform/testing.ts';
import { createHistory } from '../read/history.ts';
import { higherResolutions, type Series } from '../symbol.ts';
import { type StoredEvent, storedTopic } from '../topics.ts';
import { AppendRefused, appendBars } from './append-bars.ts';
import { barAt, columnsOf, joinColumns } from './bar-columns.ts';
import { insertBars, publishInserted } from './insert-bars.ts';
import { listHeads, readAllBars } from './read-bars.ts';
import { openWriters, SeriesWriter } from './series-writer.ts';
import { insertSeries, removeSymbol } from './symbol-store.ts';

const { db } = await testDatabase({ after });
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
// A Thursday.
const T = Date.UTC(2026, 0, 1);
let symbols = 0;

async function newSeries(category: 'crypto' | 'forex' = 'crypto'): Promise<Series> {
  symbols += 1;
  const name = { tr: 'a', az: 'b', en: 'c' };
  const symbol = `I${symbols}`;
  return inTransaction(db, (trx) =>
    insertSeries(
      trx,
      { symbol, source: 'x', category, digits: 2, base: '60', calendar: 'always' },
      name,
      1,
    ),
  );
}

/** Hour number `i` of an endless market that the number alone decides; none on Saturdays with `fx`. */
function hour(i: number): Bar {
  const close = 1000 + ((i * 7919) % 500);
  return {
    openTimeMs: T + i * HOUR,
    open: (close + 2) / 100,
    high: (close + 9) / 100,
    low: (close - 9) / 100,
    close: close / 100,
    volume: i % 10,
  };
}

const hours = (from: number, to: number): Bar[] =>
  Array.from({ length: to - from }, (_, i) => hour(from + i));

/** Stores base bars and their higher bars, as a feed does; time closes the buckets that have ended. */
async function feed(series: Series, bars: readonly Bar[]): Promise<void> {
  const writer =
    (await openWriters(db, [series])).get(series.id) ?? new SeriesWriter(series, new Map(), null);
  for (const bar of bars) writer.addBase(bar);
  await appendBars(db, writer.takePending());
}

async function stored(series: Series, resolution: Resolution): Promise<BarColumns> {
  const parts: BarColumns[] = [];
  for await (const part of readAllBars(db, series.id, resolution)) parts.push(part);
  return joinColumns(parts.length > 0 ? parts : [columnsOf([])]);
}

/** First difference between a series and the bars that it should have, in any resolution; null without one. */
async function differenceFrom(series: Series, base: readonly Bar[]): Promise<string | null> {
  const heads = new Map((await listHeads(db, [series.id])).map((one) => [one.resolution, one]));
  for (const resolution of ['60', ...higherResolutions('60')] as const) {
    const wanted = columnsOf(
      resolution === '60' ? base : aggregate(base, '60', resolution, series.fx),
    );
    const found = await stored(series, resolution);
    // The newest bucket may still be open.
    const open = resolution === '60' ? 0 : wanted.length - found.length;
    if (open !== 0 && open !== 1) return `${resolution}: ${found.length} of ${wanted.length} bars`;
    for (let row = 0; row < found.length; row++) {
      const [one, other] = [barAt(found, row), barAt(wanted, row)];
      if (JSON.stringify(one) !== JSON.stringify(other)) {
        return `${resolution} ${row}: ${JSON.stringify(one)} instead of ${JSON.stringify(other)}`;
      }
    }
    const head = heads.get(resolution);
    if (found.length === 0) continue;
    const extent = [head?.length, head?.firstOpenTimeMs, head?.lastOpenTimeMs].join();
    const real = [found.length, found.openTimeMs[0], found.openTimeMs[found.length - 1]].join();
    if (extent !== real) return `head of ${resolution}: ${extent} instead of ${real}`;
  }
  return null;
}

/** Lengths of the chunks and of the tail of a series' base bars. */
async function layout(series: Series): Promise<string> {
  const { rows } = await sql<{ chunks: string | null; tail: number }>`
    select (select string_agg(chunk_no || ':' || n, ' ' order by chunk_no) from bar_chunk
        where series_id = ${series.id} and resolution = '60') as chunks,
      (select count(*)::int from bar_tail
        where series_id = ${series.id} and resolution = '60') as tail`.execute(db);
  return `${rows[0]?.chunks ?? ''} + ${rows[0]?.tail}`;
}

const insert = (series: Series, bars: readonly Bar[], resolution: '15' | '60' = '60') =>
  inTransaction(db, (trx) => insertBars(trx, series, resolution, columnsOf(bars)));

test('bars are inserted before the first one, over several chunks', async () => {
  const series = await newSeries();
  await feed(series, hours(5000, 6700));
  const added = await insert(series, hours(0, 5000));
  assert.equal(added.length, 5000);
  assert.equal(await differenceFrom(series, hours(0, 6700)), null);
  assert.equal(await layout(series), '0:1000 1:1000 2:1000 3:1000 4:1000 5:1000 + 700');
});

test('bars are inserted in the middle, in a bucket that others have closed and in one that no bar had', async () => {
  const series = await newSeries();
  await feed(series, [...hours(0, 500), ...hours(530, 3200)]);
  assert.equal((await insert(series, hours(490, 530))).length, 30);
  assert.equal(await differenceFrom(series, hours(0, 3200)), null);
  assert.equal(await layout(series), '0:1000 1:1000 2:1000 + 200');
});

test('bars are inserted into the tail, and a full tail becomes a chunk', async () => {
  const series = await newSeries();
  await feed(series, [...hours(0, 400), ...hours(410, 1009)]);
  assert.equal(await layout(series), ' + 999');
  assert.equal((await insert(series, hours(400, 410))).length, 10);
  assert.equal(await layout(series), '0:1000 + 9');
  await feed(series, hours(1009, 1100));
  assert.equal(await differenceFrom(series, hours(0, 1100)), null);
});

test('stored bars stay, bars after the last one and bars of an empty series are left out', async () => {
  const series = await newSeries();
  assert.equal((await insert(series, hours(0, 10))).length, 0);
  assert.equal((await insert(series, [])).length, 0);
  await feed(series, [...hours(0, 100), ...hours(120, 200)]);
  const other = hours(90, 250).map((bar) => ({ ...bar, volume: 99 }));
  const added = await insert(series, other);
  assert.deepEqual(
    [added.length, added.openTimeMs[0], added.openTimeMs[19]],
    [20, T + 100 * HOUR, T + 119 * HOUR],
  );
  const wanted = hours(0, 200).map((bar, i) =>
    i >= 100 && i < 120 ? { ...bar, volume: 99 } : bar,
  );
  assert.equal(await differenceFrom(series, wanted), null);
  assert.equal((await insert(series, other)).length, 0);
});

test('a forex Sunday belongs to the buckets of Monday', async () => {
  const isOpen = (bar: Bar): boolean => new Date(bar.openTimeMs).getUTCDay() !== 6;
  const monday = Date.UTC(2026, 2, 2);
  const isBefore = (bar: Bar): boolean => bar.openTimeMs < monday;
  const open = hours(0, 3000).filter(isOpen);
  // The first chunk ends with Sunday.
  const all = [...open.filter(isBefore).slice(-1000), ...open.filter((bar) => !isBefore(bar))];
  for (const [fromMs, toMs] of [
    [monday + 2 * HOUR, monday + 10 * HOUR],
    [monday - 8 * DAY + 20 * HOUR, monday - 7 * DAY + 4 * HOUR],
  ] as const) {
    const series = await newSeries('forex');
    const isMissing = (bar: Bar): boolean => bar.openTimeMs >= fromMs && bar.openTimeMs < toMs;
    await feed(
      series,
      all.filter((bar) => !isMissing(bar)),
    );
    const missing = all.filter(isMissing);
    assert.equal((await insert(series, missing)).length, missing.length);
    assert.equal(await differenceFrom(series, all), null);
  }
});

test('15-minute bars are inserted alone', async () => {
  const series = await newSeries();
  await feed(series, hours(0, 50));
  const quarters = Array.from({ length: 60 }, (_, i) => ({
    ...hour(i),
    openTimeMs: T + i * 15 * 60_000,
  }));
  const append = { seriesId: series.id, resolution: '15', digits: 2 } as const;
  await appendBars(db, [{ ...append, bars: columnsOf(quarters.slice(30)) }]);
  assert.equal((await insert(series, quarters.slice(0, 30), '15')).length, 30);
  assert.equal((await stored(series, '15')).length, 60);
  assert.equal(await differenceFrom(series, hours(0, 50)), null);
});

test('an archived series takes no bars', async () => {
  const series = await newSeries();
  await feed(series, hours(100, 150));
  await inTransaction(db, (trx) => removeSymbol(trx, series.symbol, 2));
  await assert.rejects(insert(series, hours(0, 100)), AppendRefused);
  assert.equal(await differenceFrom(series, hours(100, 150)), null);
});

test('bars out of order, and bars that cannot be stored exactly, leave nothing behind', async () => {
  const series = await newSeries();
  await feed(series, hours(100, 1500));
  await assert.rejects(insert(series, hours(0, 50).toReversed()), RangeError);
  await assert.rejects(insert(series, [{ ...hour(0), close: 9.999 }]), RangeError);
  assert.equal(await differenceFrom(series, hours(100, 1500)), null);
});

test('any bars that are inserted in any order make the series of all of them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(fc.record({ length: fc.integer({ min: 1, max: 400 }), later: fc.nat({ max: 3 }) }), {
        minLength: 2,
        maxLength: 9,
      }),
      async (fx, spans) => {
        const series = await newSeries(fx ? 'forex' : 'crypto');
        const rounds: Bar[][] = [[], [], [], []];
        let at = 0;
        for (const { length, later } of spans) {
          const some = hours(at, at + length).filter(
            (bar) => !fx || new Date(bar.openTimeMs).getUTCDay() !== 6,
          );
          rounds[later]?.push(...some);
          at += length;
        }
        const [first = [], ...others] = rounds;
        // The last bar is live: everything else is inserted before it.
        const newest = { ...hour(at), openTimeMs: T + at * HOUR + 7 * DAY };
        if (fx && new Date(newest.openTimeMs).getUTCDay() === 6) newest.openTimeMs += DAY;
        await feed(series, [...first, newest]);
        for (const round of others) {
          assert.equal((await insert(series, round)).length, round.length);
        }
        const all = [...rounds.flat(), newest].toSorted((a, b) => a.openTimeMs - b.openTimeMs);
        assert.equal(await differenceFrom(series, all), null);
      },
    ),
    { numRuns: 30 },
  );
});

test('insertions beside appends lose nothing', async () => {
  const series = await newSeries();
  await feed(series, hours(3000, 3990));
  const appending = (async () => {
    for (let at = 3990; at < 4200; at += 3) await feed(series, hours(at, at + 3));
  })();
  for (let to = 3000; to > 0; to -= 300) {
    assert.equal((await insert(series, hours(to - 300, to))).length, 300);
  }
  await appending;
  assert.equal(await differenceFrom(series, hours(0, 4200)), null);
});

test('a reader beside insertions always sees a whole history', async () => {
  const series = await newSeries();
  await feed(series, hours(4000, 5500));
  let written = 4000;
  const inserting = (async () => {
    for (; written > 0; written -= 400) await insert(series, hours(written - 400, written));
  })();
  while (written > 0) {
    const known = written;
    const bars = await stored(series, '60');
    assert.ok(bars.length >= 5500 - known && (bars.length - 1500) % 400 === 0, `${bars.length}`);
    const firstMs = bars.openTimeMs[0] ?? 0;
    assert.equal(bars.openTimeMs[bars.length - 1], firstMs + (bars.length - 1) * HOUR);
  }
  await inserting;
});

test('after the announcement no cached window shows the bars of before', async () => {
  const series = await newSeries();
  await feed(series, [...hours(0, 100), ...hours(110, 1500)]);
  const history = createHistory(db);
  const bus = createMemoryBus(() => {});
  bus.subscribe(storedTopic, (events: readonly StoredEvent[]) => {
    for (const { seriesId, resolution, bars } of events) {
      history.forget(seriesId, resolution, { past: bars === null });
    }
  });
  const windows = [null, T + 200 * HOUR].map((toMs) => ({
    series,
    resolution: '60' as const,
    toMs,
    limit: 1500,
  }));
  const lengths = async (): Promise<number[]> => {
    const replies = await Promise.all(windows.map((window) => history.json(window, [])));
    return replies.map((reply) => (JSON.parse(reply.toString()) as unknown[]).length);
  };
  await lengths();
  assert.deepEqual(await lengths(), [1490, 190]);
  await insert(series, hours(100, 110));
  publishInserted(bus, series, '60');
  assert.deepEqual(await lengths(), [1500, 200]);
});

test('the columns of an insertion are independent of the given ones', async () => {
  const series = await newSeries();
  await feed(series, hours(10, 20));
  const given = columnsOf(hours(0, 10));
  const added = await inTransaction(db, (trx) => insertBars(trx, series, '60', given));
  assert.deepEqual(added, sliceColumns(given, 0, 10));
});
