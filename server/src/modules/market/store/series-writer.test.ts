import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  aggregate,
  type Bar,
  barEnd,
  bucketEnd,
  createEngine,
  type Resolution,
} from '@rasat/engine';
import fc from 'fast-check';
import { inTransaction } from '../../../platform/db/pool.ts';
import { testDatabase } from '../../../platform/testing.ts';
import { higherResolutions, type Series } from '../symbol.ts';
import { appendBars } from './append-bars.ts';
import { barAt } from './bar-columns.ts';
import { readAllBars } from './read-bars.ts';
import { openWriters, SeriesWriter } from './series-writer.ts';
import { insertSeries } from './symbol-store.ts';

const { db } = await testDatabase({ after });
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
// A Thursday, so that weekends and week ends come early.
const T = Date.UTC(2026, 0, 1);
let count = 0;

async function newSeries(category: 'crypto' | 'forex', base: '60' | '1D'): Promise<Series> {
  count += 1;
  const name = { tr: 'a', az: 'b', en: 'c' };
  return inTransaction(db, (trx) =>
    insertSeries(
      trx,
      { symbol: `W${count}`, source: 'x', category, digits: 2, base, calendar: 'always' },
      name,
      1,
    ),
  );
}

/** Hours of a market with pauses; `fx` closes on Saturdays, as the engine's buckets expect. */
const market = fc
  .record({
    fx: fc.boolean(),
    steps: fc.array(
      fc.record({
        gap: fc.oneof({ weight: 20, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 90 })),
        price: fc.integer({ min: 100, max: 200 }),
        volume: fc.integer({ min: 0, max: 9 }).map((n) => n / 10),
        advance: fc.boolean(),
        restart: fc.integer({ min: 0, max: 11 }),
      }),
      { minLength: 1, maxLength: 250 },
    ),
  })
  .map(({ fx, steps }) => {
    let t = T;
    const bars = steps.map(({ gap, price, volume, advance, restart }) => {
      t += gap * HOUR;
      if (fx && new Date(t).getUTCDay() === 6) t += DAY;
      const bar: Bar = {
        openTimeMs: t,
        open: price / 100,
        high: (price + 5) / 100,
        low: (price - 5) / 100,
        close: (price + 1) / 100,
        volume,
      };
      return { bar, advance, restart: restart === 0 };
    });
    return { fx, bars };
  });

async function stored(id: number, resolution: Resolution): Promise<Bar[]> {
  const bars: Bar[] = [];
  for await (const part of readAllBars(db, id, resolution)) {
    for (let i = 0; i < part.length; i++) bars.push(barAt(part, i));
  }
  return bars;
}

test('stored 240, 1D and 1W bars are those of aggregate(), through time closes and restarts', async () => {
  await fc.assert(
    fc.asyncProperty(market, async ({ fx, bars }) => {
      const series = await newSeries(fx ? 'forex' : 'crypto', '60');
      let writer = new SeriesWriter(series, new Map(), null);
      let nowMs = 0;
      for (const { bar, advance, restart } of bars) {
        if (advance) writer.closeThrough(bar.openTimeMs);
        writer.addBase(bar);
        nowMs = barEnd('60', bar.openTimeMs, fx);
        if (!restart) continue;
        await appendBars(db, writer.takePending());
        writer = (await openWriters(db, [series])).get(series.id)!;
      }
      await appendBars(db, writer.takePending());
      const base = bars.map(({ bar }) => bar);
      assert.deepEqual(await stored(series.id, '60'), base);
      for (const resolution of higherResolutions('60')) {
        const all = aggregate(base, '60', resolution, fx);
        const closed = all.filter((bar) => bucketEnd(resolution, bar.openTimeMs, fx) <= nowMs);
        assert.deepEqual(await stored(series.id, resolution), closed, resolution);
        assert.deepEqual(writer.openHigher([])[resolution] ?? [], all.slice(closed.length));
      }
    }),
    { numRuns: 60 },
  );
});

test('daily bars make weeks alone', async () => {
  const series = await newSeries('forex', '1D');
  const writer = new SeriesWriter(series, new Map(), null);
  const monday = Date.UTC(2026, 0, 5);
  for (let day = 0; day < 5; day++) {
    writer.addBase({
      openTimeMs: monday + day * DAY,
      open: 1,
      high: 2,
      low: 1,
      close: 1.5,
      volume: 1,
    });
  }
  assert.deepEqual(
    writer.takePending().map(({ resolution, bars }) => [resolution, bars.length]),
    [['1D', 5]],
  );
  writer.closeThrough(monday + 6 * DAY - 1);
  assert.equal(writer.pendingBars, 0);
  writer.closeThrough(monday + 6 * DAY);
  const [week] = writer.takePending();
  assert.equal(week?.resolution, '1W');
  assert.equal(week?.bars.volume[0], 5);
});

test('open base bars count in the higher bars in the making', async () => {
  const series = await newSeries('crypto', '60');
  const writer = new SeriesWriter(series, new Map(), null);
  const bar = (hour: number, close: number): Bar => ({
    openTimeMs: T + hour * HOUR,
    open: close,
    high: close,
    low: close,
    close,
    volume: 1,
  });
  writer.addBase(bar(2, 5));
  const open = writer.openHigher([bar(3, 7), bar(4, 3)]);
  assert.deepEqual(open['240'], [{ ...bar(0, 5), high: 7, close: 7, volume: 2 }, bar(4, 3)]);
  assert.deepEqual(open['1D'], [{ ...bar(0, 5), high: 7, low: 3, close: 3, volume: 3 }]);
});

test('a base bar that does not follow the last one is refused', async () => {
  const series = await newSeries('crypto', '60');
  const bar: Bar = { openTimeMs: T, open: 1, high: 1, low: 1, close: 1, volume: 0 };
  const writer = new SeriesWriter(series, new Map(), null);
  writer.addBase(bar);
  assert.throws(() => writer.addBase(bar), RangeError);
  await appendBars(db, writer.takePending());
  const reopened = (await openWriters(db, [series])).get(series.id)!;
  assert.equal(reopened.lastBase?.openTimeMs, T);
  assert.throws(() => reopened.addBase(bar), RangeError);
});

test('a base bar of a time that is closed without it is handed over as a late one', async () => {
  const series = await newSeries('crypto', '60');
  const hour = (n: number): Bar => ({
    openTimeMs: T + n * HOUR,
    open: 1,
    high: 1,
    low: 1,
    close: 1,
    volume: n,
  });
  const writer = new SeriesWriter(series, new Map(), null);
  assert.equal(writer.closedThroughMs, null);
  assert.equal(writer.addBase(hour(2)), true);
  assert.equal(writer.closedThroughMs, T + 3 * HOUR);
  writer.closeThrough(T + 4 * HOUR);
  assert.equal(writer.closedThroughMs, T + 4 * HOUR, 'the 240 bar is closed');
  await appendBars(db, writer.takePending());
  const reopened = (await openWriters(db, [series])).get(series.id);
  for (const one of [writer, reopened]) {
    assert.ok(one);
    assert.equal(one.addBase(hour(3)), false);
    assert.deepEqual(barAt(one.takeLate(), 0), hour(3));
    assert.equal(one.takeLate().length, 0);
    assert.deepEqual(one.takePending(), []);
    // The next 240 bar is open, though time has passed over its first hour.
    one.closeThrough(T + 5 * HOUR);
    assert.equal(one.addBase(hour(4)), true);
  }
});

test('late is what the engine calls late, however bars and time come', () => {
  const steps = fc.array(
    fc.record({
      // Hours from the last bar to the next, and how far time has gone on before it.
      gap: fc.oneof({ weight: 5, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 200 })),
      ahead: fc.integer({ min: 0, max: 240 }),
    }),
    { minLength: 1, maxLength: 60 },
  );
  let late = 0;
  let behind = 0;
  fc.assert(
    fc.property(fc.constantFrom<'60' | '1D'>('60', '1D'), fc.boolean(), steps, (base, fx, all) => {
      const stepMs = base === '60' ? HOUR : DAY;
      const series: Series = {
        id: 1,
        symbol: 'W',
        epoch: 1,
        source: 'x',
        sourceSymbol: 'W',
        audience: 'anyone',
        delay: null,
        category: fx ? 'forex' : 'crypto',
        digits: 2,
        base,
        calendar: fx ? 'forex' : 'always',
        fx,
        isWhole: true,
        archivedAtMs: null,
      };
      const writer = new SeriesWriter(series, new Map(), null);
      const engine = createEngine({ base, fx, digits: 2 });
      let lastMs = T - stepMs;
      let throughMs = T;
      for (const { gap, ahead } of all) {
        throughMs = Math.max(throughMs, lastMs + stepMs + ahead * HOUR);
        writer.closeThrough(throughMs);
        engine.advanceTo(throughMs, []);
        let openTimeMs = lastMs + gap * stepMs;
        const day = new Date(openTimeMs).getUTCDay();
        if (fx && day === 6) openTimeMs += DAY;
        if (fx && base === '1D' && new Date(openTimeMs).getUTCDay() === 0) openTimeMs += DAY;
        const bar: Bar = { openTimeMs, open: 1, high: 1, low: 1, close: 1, volume: 0 };
        const isTaken = writer.addBase(bar);
        const refusal = engine.step(openTimeMs, 1, 1, 1, 1, 0, []);
        assert.equal(refusal, isTaken ? null : 'late');
        if (!isTaken) late += 1;
        else if (openTimeMs < throughMs) behind += 1;
        if (isTaken) {
          lastMs = openTimeMs;
          throughMs = Math.max(throughMs, openTimeMs + stepMs);
        }
      }
    }),
    { numRuns: 300 },
  );
  assert.ok(late > 100 && behind > 100, `${late} late, ${behind} behind`);
});
