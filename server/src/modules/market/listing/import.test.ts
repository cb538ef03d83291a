import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { aggregate, type Bar, type Resolution } from '@rasat/engine';
import { sql } from 'kysely';
import type { BarRow } from '../../../connectors/connector.ts';
import { inTransaction } from '../../../platform/db/pool.ts';
import { testContext } from '../../../platform/testing.ts';
import { until } from '../../../testing/eventually.ts';
import { barAt } from '../store/bar-columns.ts';
import { readAllBars } from '../store/read-bars.ts';
import { findSymbol, insertSeries, listSeries } from '../store/symbol-store.ts';
import { MARKET_CHANNEL } from '../topics.ts';
import { importBars } from './import.ts';
import type { ImportRefused, ImportRequest } from './import-rows.ts';

const HOUR = 3_600_000;
const MONDAY = Date.UTC(2026, 0, 5);
/** When the imports are made. */
const NOW = Date.UTC(2026, 10, 23);
const { db, listen } = await testContext({ after });
let count = 0;

function request(change: Partial<ImportRequest> = {}): ImportRequest {
  count += 1;
  return {
    symbol: `I${count}`,
    resolution: '60',
    category: 'crypto',
    digits: 2,
    replace: false,
    ...change,
  };
}

const bar = (i: number, change: Partial<Bar> = {}): Bar => ({
  openTimeMs: MONDAY + i * HOUR,
  open: 10 + (i % 7),
  high: 20,
  low: 5,
  close: 11 + (i % 5),
  volume: i,
  ...change,
});

async function* rows(bars: readonly (Bar | string)[]): AsyncGenerator<BarRow> {
  for (const [i, one] of bars.entries()) {
    await Promise.resolve();
    const line = i + 2;
    yield typeof one === 'string' ? { line, refusal: 'number', text: one } : { line, bar: one };
  }
}

const hours = (from: number, to: number): Bar[] =>
  Array.from({ length: to - from }, (_, i) => bar(from + i));

async function stored(symbol: string, resolution: Resolution): Promise<Bar[]> {
  const found = await findSymbol(db, symbol);
  const bars: Bar[] = [];
  if (!found) return bars;
  for await (const part of readAllBars(db, found.series.id, resolution)) {
    for (let i = 0; i < part.length; i++) bars.push(barAt(part, i));
  }
  return bars;
}

const refusal = (pattern: RegExp) => (error: Error) =>
  (error as ImportRefused).name === 'ImportRefused' && pattern.test(error.message);

test('a new symbol is listed with its bars, and its higher bars are made', async () => {
  const one = request({ name: { tr: 'Bir', az: 'Bir', en: 'One' } });
  const report = await importBars(db, one, rows(hours(0, 2500)), NOW);
  assert.deepEqual([report.stored, report.alreadyThere, report.refused], [2500, 0, []]);
  const found = await findSymbol(db, one.symbol);
  assert.equal(found?.series.source, 'file');
  assert.deepEqual(found?.name, one.name);
  assert.deepEqual(found?.resolutions, ['60', '240', '1D', '1W']);
  assert.deepEqual(await stored(one.symbol, '60'), hours(0, 2500));
  assert.deepEqual(await stored(one.symbol, '1D'), aggregate(hours(0, 2496), '60', '1D', false));
});

test('importing twice changes nothing', async () => {
  const one = request();
  await importBars(db, one, rows(hours(0, 1500)), NOW);
  const again = await importBars(db, one, rows(hours(0, 1500)), NOW);
  assert.deepEqual([again.stored, again.alreadyThere, again.refused], [0, 1500, []]);
  assert.deepEqual(await stored(one.symbol, '60'), hours(0, 1500));
  assert.equal((await findSymbol(db, one.symbol))?.series.epoch, 1);
});

test('a longer file adds what is new, in one step or in several', async () => {
  const one = request();
  for (const end of [10, 999, 1001, 2600]) {
    await importBars(db, one, rows(hours(0, end)), NOW);
  }
  assert.deepEqual(await stored(one.symbol, '60'), hours(0, 2600));
  assert.deepEqual(await stored(one.symbol, '1W'), aggregate(hours(0, 2520), '60', '1W', false));
});

test('rows that are none are reported by line while the rest is stored', async () => {
  const one = request();
  const list = [
    bar(0),
    'rubbish',
    bar(1, { low: 0 }),
    bar(2, { high: 1 }),
    bar(3, { openTimeMs: MONDAY + 3 * HOUR + 1 }),
    bar(4, { close: 11.005 }),
    bar(5),
    bar(4),
    bar(6, { high: 1e15, close: 1e15 }),
    bar(7, { volume: -0 }),
  ];
  const report = await importBars(db, one, rows(list), NOW);
  assert.equal(report.stored, 3);
  assert.deepEqual(
    report.refused.map(({ line, reason }) => `${line} ${reason}`),
    [
      '3 number',
      '4 not-positive',
      '5 range',
      '6 misaligned',
      '7 digits',
      '9 out-of-order',
      '10 digits',
    ],
  );
  assert.equal(report.refused[0]?.text, 'rubbish');
});

test('other values for a stored time, and times before the last stored one, are refused and noted', async () => {
  const one = request();
  await importBars(db, one, rows([...hours(0, 5), ...hours(6, 10)]), NOW);
  const list = [bar(0), bar(1, { close: 12.5 }), bar(5), bar(10)];
  for (const expected of [1, 0]) {
    const report = await importBars(db, one, rows(list), NOW);
    assert.deepEqual(
      report.refused.map(({ line, reason }) => `${line} ${reason}`),
      ['3 differs', '4 late'],
    );
    assert.equal(report.stored, expected);
  }
  assert.deepEqual(await stored(one.symbol, '60'), [...hours(0, 5), ...hours(6, 11)]);
  const series = await findSymbol(db, one.symbol);
  const { rows: noted } = await sql<{ reason: string; t: number }>`
    select reason, t from correction where series_id = ${series?.series.id} order by t`.execute(db);
  assert.deepEqual(noted, [
    { reason: 'differs', t: MONDAY + HOUR },
    { reason: 'late', t: MONDAY + 5 * HOUR },
  ]);
});

test('a symbol of another source is refused; --replace archives it and begins a new epoch', async () => {
  const one = request();
  const { symbol } = one;
  const name = { tr: 'Avro', az: 'Avro', en: 'Euro' };
  const simulated = await inTransaction(db, (trx) =>
    insertSeries(
      trx,
      { symbol, source: 'simulated', category: 'forex', digits: 5, base: '60', calendar: 'forex' },
      name,
      1,
    ),
  );
  await assert.rejects(
    importBars(db, one, rows(hours(0, 3)), NOW),
    refusal(/"simulated".*--replace/),
  );
  assert.equal((await findSymbol(db, symbol))?.series.id, simulated.id);
  const report = await importBars(db, { ...one, replace: true }, rows(hours(0, 3)), NOW);
  assert.deepEqual([report.epoch, report.stored], [2, 3]);
  const found = await findSymbol(db, symbol);
  assert.deepEqual(found?.name, name, 'the name stays');
  assert.deepEqual(
    (await listSeries(db))
      .filter((series) => series.symbol === symbol)
      .map(({ epoch, source, archivedAtMs }) => [epoch, source, archivedAtMs]),
    [
      [1, 'simulated', NOW],
      [2, 'file', null],
    ],
  );
});

test('what contradicts the stored symbol is refused with a sentence and changes nothing', async () => {
  const hourly = request();
  const daily = request({ resolution: '1D' });
  const day = (i: number) => bar(i * 24);
  await importBars(db, hourly, rows(hours(0, 3)), NOW);
  await importBars(db, daily, rows([day(0), day(1)]), NOW);
  const cases: readonly [ImportRequest, RegExp][] = [
    [{ ...hourly, digits: 3 }, /2 digits/],
    [{ ...hourly, category: 'forex' }, /crypto/],
    [{ ...hourly, resolution: '1D' }, /made/],
    [{ ...daily, resolution: '60' }, /--replace/],
    [request({ resolution: '15' }), /--resolution 60/],
  ];
  for (const [wrong, sentence] of cases) {
    await assert.rejects(
      importBars(db, wrong, rows([day(0), day(1), day(2)]), NOW),
      refusal(sentence),
    );
  }
  assert.equal((await stored(hourly.symbol, '60')).length, 3);
  assert.deepEqual(await stored(daily.symbol, '1D'), [day(0), day(1)]);
});

test('15-minute bars come beside hourly ones', async () => {
  const one = request();
  await importBars(db, one, rows(hours(0, 3)), NOW);
  const quarters = Array.from({ length: 8 }, (_, i) =>
    bar(0, { openTimeMs: MONDAY + (i * HOUR) / 4 }),
  );
  const report = await importBars(db, { ...one, resolution: '15' }, rows(quarters), NOW);
  assert.equal(report.stored, 8);
  assert.deepEqual(await stored(one.symbol, '15'), quarters);
  assert.deepEqual((await findSymbol(db, one.symbol))?.resolutions, ['15', '60']);
});

test('a file without one good bar lists nothing', async () => {
  const one = request();
  await assert.rejects(importBars(db, one, rows(['a', 'b']), NOW), refusal(/no bar.*2 refused/));
  assert.equal(await findSymbol(db, one.symbol), undefined);
});

test('an import that is broken off leaves nothing', async () => {
  const one = request();
  const stop = new AbortController();
  async function* slow(): AsyncGenerator<BarRow> {
    yield* rows(hours(0, 100));
    stop.abort(new Error('stopped'));
    yield* rows([bar(101)]);
  }
  await assert.rejects(importBars(db, one, slow(), NOW, stop.signal), /stopped/);
  assert.equal(await findSymbol(db, one.symbol), undefined);
});

test('the running server hears of an import when it can be read', async () => {
  const one = request();
  const heard: (string | null)[] = [];
  const end = listen(MARKET_CHANNEL, (payload) => heard.push(payload));
  await until('it hears', () => heard.includes(null));
  await importBars(db, one, rows(hours(0, 3)), NOW);
  await until('the import is heard', () => heard.includes(one.symbol));
  end();
});

test('two imports of one symbol at once are one after the other', async () => {
  const one = request();
  const reports = await Promise.all([
    importBars(db, one, rows(hours(0, 1200)), NOW),
    importBars(db, one, rows(hours(0, 1300)), NOW),
  ]);
  assert.equal(
    reports.reduce((sum, report) => sum + report.stored, 0),
    1300,
  );
  assert.deepEqual(await stored(one.symbol, '60'), hours(0, 1300));
});

test('rows that open more than one bar after the present are refused, and what comes later is taken', async () => {
  const one = request();
  const nowMs = MONDAY + 3.5 * HOUR;
  const list = [...hours(0, 4), bar(4), bar(5), bar(24 * 366 * 30)];
  const report = await importBars(db, one, rows(list), nowMs);
  assert.deepEqual(
    report.refused.map(({ line, reason }) => `${line} ${reason}`),
    ['7 future', '8 future'],
  );
  assert.equal((await importBars(db, one, rows(hours(0, 9)), MONDAY + 10 * HOUR)).stored, 4);
  assert.deepEqual(await stored(one.symbol, '60'), hours(0, 9));
});

/** Rows behind a break of the file's rhythm, as the reader of files marks them. */
async function* broken(bars: readonly Bar[], at: number, afterMs: number): AsyncGenerator<BarRow> {
  let i = 0;
  for await (const row of rows(bars)) {
    yield i === at ? { ...row, afterMs } : row;
    i += 1;
  }
}

async function* withRefusals(
  bars: readonly Bar[],
  refusal: 'doubled' | 'number' | 'no-values',
  count: number,
): AsyncGenerator<BarRow> {
  yield* rows(bars);
  for (let line = 1000; line < 1000 + count; line++) {
    await Promise.resolve();
    yield { line, refusal, text: '' };
  }
}

test('an implausible file is told and stops, unless it is forced', async () => {
  const flat = hours(0, 60).map((one) => ({ ...one, open: 9, high: 9, low: 9, close: 9 }));
  const split = hours(0, 60).map((one, i) =>
    i < 40 ? one : { ...one, open: 1, high: 2, low: 1, close: 1 },
  );
  const cases: readonly [() => AsyncGenerator<BarRow>, RegExp][] = [
    [
      () => broken([...hours(0, 30), bar(24 * 300)], 30, MONDAY + 29 * HOUR),
      /^Line 32 is of 2026-11-01, and the row before it of 2026-01-06; too few rows/,
    ],
    [() => withRefusals(hours(0, 30), 'doubled', 2), /^2 rows have the time .* line 1000\./],
    [() => withRefusals(hours(0, 70), 'number', 20), /^20 of 90 rows cannot be taken/],
    [
      () => rows(split),
      /^1 row is more than 3 times off the price before.*: line 42 goes from 15 to 1\./,
    ],
    [() => rows(flat), /^60 of 60 bars have one price alone\./],
  ];
  for (const [read, sentence] of cases) {
    const one = request();
    await assert.rejects(importBars(db, one, read(), NOW), refusal(sentence));
    await assert.rejects(
      importBars(db, one, read(), NOW),
      refusal(/Nothing was imported; --force/),
    );
    assert.equal(await findSymbol(db, one.symbol), undefined);
    const { stored } = await importBars(db, { ...one, force: true }, read(), NOW);
    assert.ok(stored >= 30);
  }
  // What a vendor leaves empty says nothing against a file.
  await importBars(db, request(), withRefusals(hours(0, 30), 'no-values', 40), NOW);
});

test('a file that does not fit the stored bars is told and stops, unless it is forced', async () => {
  const tenTimes = (list: readonly Bar[]): Bar[] =>
    list.map(({ openTimeMs, open, high, low, close, volume }) => ({
      openTimeMs,
      open: open * 10,
      high: high * 10,
      low: low * 10,
      close: close * 10,
      volume,
    }));
  const cases: readonly [Bar[], RegExp][] = [
    [tenTimes(hours(60, 90)), /^Line 2 opens at 140, and the last stored price is 15\./],
    [
      [...tenTimes(hours(30, 60)), bar(60)],
      /^30 of the 30 bars that are stored already have other/,
    ],
    [[bar(24 * 300)], /^Line 2 is of 2026-11-01, and the last stored bar of 2026-01-07/],
  ];
  for (const [list, sentence] of cases) {
    const one = request();
    await importBars(db, one, rows(hours(0, 60)), NOW);
    const wrong = refusal(sentence);
    if (list.length > 30) {
      await assert.rejects(importBars(db, one, rows(list.slice(0, 30)), NOW), wrong);
    } else await assert.rejects(importBars(db, one, rows(list), NOW), wrong);
    assert.deepEqual(await stored(one.symbol, '60'), hours(0, 60));
    await importBars(db, { ...one, force: true }, rows(list), NOW);
  }
});

test('hours outside those of the market stop an import that does not name its zone', async () => {
  const asked: string[] = [];
  const findWrongHours = (openTimeMs: Float64Array, calendar: string): string | null => {
    asked.push(`${openTimeMs.length} ${calendar}`);
    return calendar === 'bist-2' ? 'Read in the wrong zone.' : null;
  };
  const bist = request({ category: 'bist', findWrongHours });
  await assert.rejects(
    importBars(db, bist, rows(hours(0, 30)), NOW),
    refusal(/^Read in the wrong zone\. Nothing was imported\.$/),
  );
  await importBars(db, { ...bist, calendar: 'always' }, rows(hours(0, 30)), NOW);
  // Its calendar is known by now, and an index has none unless it is given one.
  await importBars(db, bist, rows(hours(0, 40)), NOW);
  await importBars(db, request({ category: 'index', findWrongHours }), rows(hours(0, 30)), NOW);
  assert.deepEqual(asked, ['30 bist-2', '30 always', '40 always']);
});

test('a history keeps its calendar; one that --replace begins gets the newest version of the market', async () => {
  const one = request({ category: 'bist', calendar: 'bist' });
  const calendarsOf = async () =>
    (await listSeries(db)).flatMap(({ symbol, epoch, calendar }) =>
      symbol === one.symbol ? [`${epoch} ${calendar}`] : [],
    );
  await importBars(db, one, rows(hours(0, 30)), NOW);
  // The market of the history is right in any version, and another market is refused.
  await importBars(db, { ...one, calendar: 'bist-2' }, rows(hours(0, 40)), NOW);
  await assert.rejects(
    importBars(db, { ...one, calendar: 'xetra' }, rows(hours(0, 50)), NOW),
    refusal(/has the calendar "bist", and a history keeps its calendar; use it, or --replace\.$/),
  );
  assert.deepEqual(await stored(one.symbol, '60'), hours(0, 40));
  assert.deepEqual(await calendarsOf(), ['1 bist']);
  const { calendar: _, ...again } = { ...one, replace: true };
  await importBars(db, again, rows(hours(0, 30)), NOW);
  assert.deepEqual(await calendarsOf(), ['1 bist', '2 bist-2']);
  await importBars(db, { ...again, calendar: 'xetra' }, rows(hours(0, 30)), NOW);
  assert.deepEqual(await calendarsOf(), ['1 bist', '2 bist-2', '3 xetra']);
});
