import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { ErrorCode } from '@rasat/contract';
import { aggregate, type Bar } from '@rasat/engine';
import { sliceColumns } from '@rasat/ledger';
import type { Connector, Instrument } from '../../../connectors/connector.ts';
import { AppError } from '../../../platform/app-error.ts';
import { createManualClock } from '../../../platform/clock.ts';
import { type Db, inTransaction } from '../../../platform/db/pool.ts';
import { testContext } from '../../../platform/testing.ts';
import { makeBars } from '../../../testing/bars.ts';
import { plantBars, plantOlderBars, plantSeries } from '../../../testing/market.ts';
import { plantPerson } from '../../../testing/people.ts';
import { barAt, columnsOf } from '../store/bar-columns.ts';
import { insertFavorite, listFavorites, listPeopleWithFavorite } from '../store/favorite-store.ts';
import { readAllBars } from '../store/read-bars.ts';
import { listSplits } from '../store/split-store.ts';
import { findRenamed, findSymbol, listEnds, listSeries } from '../store/symbol-store.ts';
import { createFakeVenue } from '../testing/fake-venue.ts';
import { startFeed } from '../worker.ts';
import {
  chooseNames,
  chooseSource,
  listForFiles,
  listFromSource,
  retireSymbol,
} from './listing.ts';
import { chooseDigits, renameSymbol, splitSymbol } from './new-history.ts';
import { listOwnSymbols } from './source-symbols.ts';
import { underSplits } from './under-splits.ts';

const HOUR = 3_600_000;
const MONDAY = Date.UTC(2024, 0, 1);
const clock = createManualClock(MONDAY + 5.5 * HOUR);
const context = await testContext({ after }, { clock });
const { db } = context;
const name = { tr: 'Bir', az: 'Bir', en: 'One' };
const instrument = (symbol: string, optional = false): Instrument => ({
  symbol,
  category: 'crypto',
  digits: 2,
  name,
  calendar: 'always',
  base: '60',
  optional,
});
const venue = createFakeVenue({
  clock,
  instruments: [instrument('FEDUSD'), instrument('EXTUSD', true)],
  tape: ['FEDUSD', 'EXTUSD'].flatMap((symbol) =>
    Array.from({ length: 900 }, (_, i) => ({
      symbol,
      timeMs: MONDAY + i * 60_000,
      arrivesMs: MONDAY + i * 60_000,
      price: (10_000 + (i % 90)) / 100,
      volume: 1,
    })),
  ),
  quarters: false,
  fromMs: MONDAY,
});
const change = (work: (trx: Db) => Promise<void>): Promise<void> => inTransaction(db, work);
const refused = (code: ErrorCode) => (error: unknown) =>
  error instanceof AppError && error.code === code;

async function barsOf(seriesId: number, resolution: '60' | '1D'): Promise<Bar[]> {
  const bars: Bar[] = [];
  for await (const part of readAllBars(db, seriesId, resolution)) {
    for (let row = 0; row < part.length; row++) bars.push(barAt(part, row));
  }
  return bars;
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const limit = performance.now() + 120_000;
  while (!(await holds())) {
    assert.ok(performance.now() < limit, what);
    await clock.advance(0);
    await pause(20);
  }
}

describe('a split', () => {
  test('begins a new history in which the bars before it are divided, and keeps the old one', async () => {
    const before = await plantSeries(db, { symbol: 'SPLT', category: 'nasdaq', digits: 5 });
    await plantBars(db, before, makeBars({ seed: 4, fromMs: MONDAY - 200 * HOUR, bars: 150 }));
    const old = await barsOf(before.id, '60');
    const atMs = old[100]?.openTimeMs ?? 0;
    await change((trx) => splitSymbol(trx, 'SPLT', { factor: 2, atMs }, clock.now()));
    const now = await findSymbol(db, 'SPLT');
    assert.equal(now?.series.epoch, 2);
    const bars = await barsOf(now?.series.id ?? 0, '60');
    assert.equal(bars.length, 150);
    for (const [i, bar] of bars.entries()) {
      const was = old[i];
      const factor = i < 100 ? 2 : 1;
      assert.equal(bar.openTimeMs, was?.openTimeMs);
      assert.ok(Math.abs(bar.close - (was?.close ?? 0) / factor) <= 0.00000501, `bar ${i}`);
      assert.ok(
        bar.low <= Math.min(bar.open, bar.close) && bar.high >= Math.max(bar.open, bar.close),
      );
    }
    const days = await barsOf(now?.series.id ?? 0, '1D');
    assert.deepEqual(days, aggregate(bars, '60', '1D', false).slice(0, days.length));
    assert.ok(days.length > 3);
    assert.deepEqual(await barsOf(before.id, '60'), old, 'what was, is still there');
    assert.ok((await listSeries(db)).find(({ id }) => id === before.id)?.archivedAtMs);
  });

  test('needs a bar before it, and a moment that has come', async () => {
    const split = (atMs: number) =>
      change((trx) => splitSymbol(trx, 'SPLT', { factor: 2, atMs }, clock.now()));
    await assert.rejects(split(MONDAY - 1000 * HOUR), refused('conflict-409'));
    await assert.rejects(split(clock.now() + 1), refused('conflict-409'));
    await assert.rejects(
      change((trx) => splitSymbol(trx, 'NOPE', { factor: 2, atMs: MONDAY }, clock.now())),
      refused('not-found-404'),
    );
    assert.equal((await findSymbol(db, 'SPLT'))?.series.epoch, 2);
  });
});

test('older bars that are still to come when a symbol is split follow in the new history', async () => {
  const planted = { symbol: 'YOUNG', category: 'nasdaq', digits: 5, whole: false } as const;
  const series = await plantSeries(db, planted);
  const bars = makeBars({ seed: 9, fromMs: MONDAY - 200 * HOUR, bars: 150 });
  await plantBars(db, series, sliceColumns(bars, 100, 150));
  const atMs = bars.openTimeMs[120] ?? 0;
  await change((trx) => splitSymbol(trx, 'YOUNG', { factor: 2, atMs }, clock.now()));
  const now = (await findSymbol(db, 'YOUNG'))?.series;
  assert.ok(now);
  assert.deepEqual([now.epoch, now.isWhole], [2, false]);
  assert.deepEqual(await listSplits(db, now.id), [{ effectiveMs: atMs, factor: 2 }]);
  const source: Connector = {
    ...venue,
    name: series.source,
    async *history() {
      yield Array.from({ length: 150 }, (_, at) => barAt(bars, at));
    },
  };
  const told: Bar[] = [];
  const history = underSplits(source, db).history('YOUNG', '60', 0, clock.now());
  for await (const some of history) told.push(...some);
  const younger = await barsOf(now.id, '60');
  assert.deepEqual(younger, told.slice(100), 'stored bars and those of the source agree');
  await plantOlderBars(db, now, columnsOf(told.slice(0, 100)));
  const closes = (await barsOf(now.id, '60')).map(({ close }) => close);
  for (const at of [0, 119]) {
    assert.ok(Math.abs((closes[at] ?? 0) - (bars.close[at] ?? 0) / 2) <= 0.00000501, `bar ${at}`);
  }
  assert.equal(closes[120], bars.close[120]);
});

describe('another name', () => {
  const rename = (symbol: string, to: string) =>
    change((trx) => renameSymbol(trx, [], symbol, to, clock.now()));
  const favoritesOf = async (symbol: string): Promise<number[]> =>
    listPeopleWithFavorite(db, symbol);

  test('begins a new history with the same bars, and favourites and earlier names follow', async () => {
    const before = await plantSeries(db, { symbol: 'FB', category: 'nasdaq', source: 'file' });
    await plantBars(db, before, makeBars({ seed: 7, fromMs: MONDAY - 200 * HOUR, bars: 90 }));
    await plantSeries(db, { symbol: 'OTHER', source: 'file' });
    const one = await plantPerson(context);
    const both = await plantPerson(context);
    for (const [person, symbol, at] of [
      [one, 'FB', 5],
      [both, 'FB', 3],
      [both, 'META', 4],
      [both, 'OTHER', 1],
    ] as const) {
      await insertFavorite(db, person.id, symbol, at);
    }
    await rename('FB', 'META');
    assert.equal(await findSymbol(db, 'FB'), undefined);
    const now = await findSymbol(db, 'META');
    assert.deepEqual(
      [now?.name, now?.series.calendar, now?.series.source, now?.series.epoch],
      [{ tr: 'META', az: 'META', en: 'META' }, before.calendar, 'file', 1],
    );
    assert.deepEqual(await barsOf(now?.series.id ?? 0, '60'), await barsOf(before.id, '60'));
    assert.deepEqual(await favoritesOf('FB'), []);
    assert.deepEqual(await favoritesOf('META'), [one.id, both.id]);
    assert.deepEqual(await listFavorites(db, both.id), ['OTHER', 'META'], 'the earlier time stays');
    const [end] = await listEnds(db, before.id);
    assert.deepEqual(
      [end?.reason, end?.to],
      ['rename', { symbol: 'META', seriesId: now?.series.id }],
    );
    assert.equal(await findRenamed(db, 'FB'), 'META');

    await rename('META', 'META2');
    assert.deepEqual(
      [await findRenamed(db, 'FB'), await findRenamed(db, 'META'), await findRenamed(db, 'META2')],
      ['META2', 'META2', undefined],
    );
    await rename('META2', 'FB');
    assert.equal(await findRenamed(db, 'FB'), undefined, 'the first name is the present one again');
    assert.equal(await findRenamed(db, 'META2'), 'FB');
  });

  test('is refused when a symbol with it is listed, and for an unknown symbol', async () => {
    for (const [symbol, to, code] of [
      ['FB', 'OTHER', 'conflict-409'],
      ['FB', 'FB', 'conflict-409'],
      ['FB', 'FB.R', 'conflict-409'],
      ['NOPE', 'NEW', 'not-found-404'],
    ] as const) {
      await assert.rejects(rename(symbol, to), refused(code), `${symbol} to ${to}`);
    }
  });
});

describe('decimals', () => {
  const choose = (symbol: string, digits: number) =>
    change((trx) => chooseDigits(trx, [venue], symbol, digits, clock.now()));

  test('more of them change nothing in the bars', async () => {
    const before = await findSymbol(db, 'SPLT');
    await choose('SPLT', 7);
    const after = await findSymbol(db, 'SPLT');
    assert.equal(after?.series.digits, 7);
    assert.deepEqual(
      await barsOf(after?.series.id ?? 0, '60'),
      await barsOf(before?.series.id ?? 0, '60'),
    );
  });

  test('fewer than the prices have are refused, and nothing is left of the attempt', async () => {
    await assert.rejects(choose('SPLT', 0), refused('conflict-409'));
    await assert.rejects(choose('SPLT', 7), refused('conflict-409'));
    assert.equal((await findSymbol(db, 'SPLT'))?.series.digits, 7);
  });
});

test('a symbol for files is empty, and is listed once', async () => {
  const list = () =>
    change((trx) =>
      listForFiles(
        trx,
        { symbol: 'NEWFILE', category: 'bist', digits: 2, base: '1D', name, calendar: 'bist-2' },
        clock.now(),
      ),
    );
  await list();
  const listed = await findSymbol(db, 'NEWFILE');
  assert.equal(listed?.series.source, 'file');
  assert.deepEqual(listed?.resolutions, []);
  await assert.rejects(list(), refused('conflict-409'));
});

test('a new history keeps its calendar with its bars, and gets the newest version with other bars', async () => {
  const calendarsOf = async (wanted: string) =>
    (await listSeries(db)).flatMap(({ symbol, epoch, calendar }) =>
      symbol === wanted ? [`${epoch} ${calendar}`] : [],
    );
  const series = await plantSeries(db, { symbol: 'SHARE', category: 'bist', calendar: 'bist' });
  await plantBars(db, series, makeBars({ seed: 8, fromMs: MONDAY - 100 * HOUR, bars: 50 }));
  await change((trx) =>
    splitSymbol(trx, 'SHARE', { factor: 2, atMs: MONDAY - 60 * HOUR }, clock.now()),
  );
  await change((trx) => chooseDigits(trx, [], 'SHARE', 6, clock.now()));
  assert.deepEqual(await calendarsOf('SHARE'), ['1 bist', '2 bist', '3 bist']);
  await change((trx) => chooseSource(trx, [], 'SHARE', 'file', clock.now()));
  assert.deepEqual((await calendarsOf('SHARE')).at(-1), '4 bist-2');
});

test('listing from a source that is away is unavailable', async () => {
  const away = async (): Promise<never> => {
    throw new Error('the venue is away');
  };
  const gone = { ...venue, name: 'gone', instruments: away, find: away };
  const asked = { symbol: 'EXTUSD', source: 'gone', instrument: 'EXTUSD' };
  await assert.rejects(
    change((trx) => listFromSource(trx, [gone, venue], asked, clock.now())),
    { code: 'unavailable-503', field: 'instrument' },
  );
});

test('a source that names another version later changes no history', async () => {
  const one: Instrument = { ...instrument('VERSION'), category: 'bist', calendar: 'bist' };
  const first = createFakeVenue({
    clock,
    instruments: [one],
    tape: [],
    quarters: false,
    fromMs: MONDAY,
  });
  const named: Instrument = { ...one, name: { ...name, en: 'Later' }, calendar: 'bist-2' };
  const later = { ...first, instruments: async () => [named], find: async () => named };
  await listOwnSymbols(context, first, { nowMs: clock.now() });
  const [listed] = await listOwnSymbols(context, later, { nowMs: clock.now() });
  assert.deepEqual([listed?.series.calendar, listed?.name.en], ['bist', 'Later']);
  await change((trx) => retireSymbol(trx, 'VERSION', clock.now()));
  const again = { symbol: 'VERSION', source: later.name, instrument: 'VERSION' };
  await change((trx) => listFromSource(trx, [later], again, clock.now()));
  const found = (await findSymbol(db, 'VERSION'))?.series;
  assert.deepEqual([found?.epoch, found?.calendar], [2, 'bist-2']);
  await change((trx) => retireSymbol(trx, 'VERSION', clock.now()));
});

describe('a source of daily rates leaves new symbols to the other sources', () => {
  const named = (source: string, own: readonly Instrument[], isDaily: boolean): Connector => ({
    ...createFakeVenue({ clock, instruments: own, tape: [], quarters: false, fromMs: MONDAY }),
    name: source,
    delay: { class: isDaily ? 'reference' : 'real-time', ms: 0 },
  });
  const rates = named('bank', [instrument('RATEA'), instrument('RATEB')], true);
  const sourceOf = async (symbol: string) => (await findSymbol(db, symbol))?.series.source;
  const list = (connector: Connector, others: readonly Connector[], later?: () => void) =>
    listOwnSymbols(context, connector, {
      nowMs: clock.now(),
      others,
      ...(later && { later }),
    });

  test('whichever is first: what another source lists is its, what it only offers is not', async () => {
    const live = named('live', [instrument('RATEA'), instrument('RATEB', true)], false);
    const fed = await list(rates, [live]);
    assert.deepEqual(
      fed.map(({ symbol }) => symbol),
      ['RATEB'],
    );
    assert.equal(await sourceOf('RATEA'), undefined);
    await list(live, [rates]);
    assert.deepEqual([await sourceOf('RATEA'), await sourceOf('RATEB')], ['live', 'bank']);
  });

  test('a source that comes later takes nothing from it, and an operator changes the source', async () => {
    const live = named('live', [instrument('RATEA'), instrument('RATEB')], false);
    await list(live, [rates]);
    assert.equal(await sourceOf('RATEB'), 'bank');
    const chosen = { source: 'live', instrument: 'RATEB' };
    await change((trx) => chooseSource(trx, [live, rates], 'RATEB', chosen, clock.now()));
    await list(rates, [live]);
    const found = (await findSymbol(db, 'RATEB'))?.series;
    assert.deepEqual([found?.source, found?.epoch], ['live', 2]);
  });

  test('while another source is unavailable, new symbols wait and known ones do not', async () => {
    const more = named('bank', [instrument('RATEC')], true);
    const live = named('live', [instrument('RATEC', true)], false);
    const away = {
      ...live,
      instruments: async (): Promise<never> => {
        throw new Error('the venue is away');
      },
    };
    let waits = 0;
    const later = (): void => {
      waits += 1;
    };
    assert.deepEqual(await list(more, [away], later), []);
    assert.equal(waits, 1);
    assert.equal(await sourceOf('RATEC'), undefined);
    assert.equal((await list(more, [live], later)).length, 1);
    assert.equal((await list(more, [away], later)).length, 1, 'it is known');
    assert.equal(waits, 1);
  });

  test('another source of daily rates is no reason to wait', async () => {
    const one = named('bank', [instrument('RATED')], true);
    const other = named('other-bank', [instrument('RATED')], true);
    assert.equal((await list(one, [other])).length, 1);
    assert.equal((await list(other, [one])).length, 0);
    assert.equal(await sourceOf('RATED'), 'bank');
  });
});

test('the running feed follows: what is retired is left alone, what is listed is filled', async () => {
  const feed = startFeed(context, {
    connectors: [venue],
    openBars: async () => {
      throw new Error('nothing is replayed here');
    },
  });
  try {
    await until('the market is live', async () => feed.status().ready);
    assert.equal(await findSymbol(db, 'EXTUSD'), undefined, 'what is optional is only offered');

    const add = (symbol: string) => {
      const chosen = { symbol, source: 'fake', instrument: symbol };
      return change((trx) => listFromSource(trx, [venue], chosen, clock.now()));
    };
    await assert.rejects(add('NOTHING'), refused('not-found-404'));
    await assert.rejects(add('FEDUSD'), refused('conflict-409'));
    await add('EXTUSD');
    await until('its history is filled', async () => {
      const listed = await findSymbol(db, 'EXTUSD');
      return (listed?.resolutions ?? []).includes('60');
    });

    await change((trx) => chooseNames(trx, 'FEDUSD', { ...name, tr: 'Ad' }));
    await change((trx) => retireSymbol(trx, 'FEDUSD', clock.now()));
    await until('two are not fed', async () => feed.sources()[0]?.symbols === 1);
    assert.equal(await findSymbol(db, 'FEDUSD'), undefined);

    await add('FEDUSD');
    await until('it is fed again, in a new history', async () => {
      const listed = await findSymbol(db, 'FEDUSD');
      return listed?.series.epoch === 2 && listed.resolutions.includes('60');
    });
    await change((trx) => chooseSource(trx, [venue], 'FEDUSD', 'file', clock.now()));
    await until('files have taken it over', async () => feed.sources()[0]?.symbols === 1);
    assert.equal((await findSymbol(db, 'FEDUSD'))?.series.source, 'file');
    const back = { source: 'fake', instrument: 'FEDUSD' };
    await change((trx) => chooseSource(trx, [venue], 'FEDUSD', back, clock.now()));
    await until('the source has it back', async () => feed.sources()[0]?.symbols === 2);
  } finally {
    await feed.stop();
  }
});

test('names that were chosen here outlive the next start of the source', async () => {
  await change((trx) => chooseNames(trx, 'EXTUSD', { ...name, tr: 'Seçilmiş' }));
  const feed = startFeed(context, { connectors: [venue], openBars: async () => [] as never });
  try {
    await until('the market is live', async () => feed.status().ready);
    assert.equal((await findSymbol(db, 'EXTUSD'))?.name.tr, 'Seçilmiş');
  } finally {
    await feed.stop();
  }
});
