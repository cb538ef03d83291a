import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { ErrorCode } from '@rasat/contract';
import type { Bar } from '@rasat/engine';
import type { Instrument, VenueTick } from '../../../connectors/connector.ts';
import { AppError } from '../../../platform/app-error.ts';
import { createManualClock } from '../../../platform/clock.ts';
import { type Db, inTransaction } from '../../../platform/db/pool.ts';
import { testContext } from '../../../platform/testing.ts';
import { plantSeries } from '../../../testing/market.ts';
import { barAt } from '../store/bar-columns.ts';
import { readAllBars } from '../store/read-bars.ts';
import { findSymbol, listChoices, listSeries } from '../store/symbol-store.ts';
import { createFakeVenue, type FakeTick, oracleBars } from '../testing/fake-venue.ts';
import { ticksTopic } from '../topics.ts';
import { startFeed } from '../worker.ts';
import { chooseSource, listFromSource, retireSymbol, type SourceSymbol } from './listing.ts';
import { chooseDigits, renameSymbol } from './new-history.ts';
import { underOwnNames } from './own-names.ts';

const HOUR = 3_600_000;
const MONDAY = Date.UTC(2024, 0, 1);
const clock = createManualClock(MONDAY + 5.5 * HOUR);
const context = await testContext({ after }, { clock });
const { db } = context;
const change = (work: (trx: Db) => Promise<void>): Promise<void> => inTransaction(db, work);
const refused = (code: ErrorCode, field: string) => (error: unknown) =>
  error instanceof AppError && error.code === code && error.field === field;

const instrument = (symbol: string, optional = true): Instrument => ({
  symbol,
  category: 'crypto',
  digits: 2,
  name: { tr: `${symbol} tr`, az: `${symbol} az`, en: `${symbol} en` },
  calendar: 'always',
  base: '60',
  optional,
});
/** Each pair has prices of its own hundred. */
const PRICES = { AAAUSD: 100, BBBUSD: 200, CCCUSD: 300, BASE: 400 };
const tapeOf = (symbol: string, from: number): FakeTick[] =>
  Array.from({ length: 1500 }, (_, i) => ({
    symbol,
    timeMs: MONDAY + i * 60_000,
    arrivesMs: MONDAY + i * 60_000,
    price: from + (i % 90) / 100,
    volume: 1,
  }));
const tape = Object.entries(PRICES).flatMap(([symbol, from]) => tapeOf(symbol, from));
const venue = createFakeVenue({
  clock,
  instruments: [
    instrument('AAAUSD'),
    instrument('BBBUSD'),
    instrument('CCCUSD'),
    instrument('BASE', false),
    { ...instrument('INDEX'), category: 'index' },
  ],
  tape,
  quarters: false,
  fromMs: MONDAY,
});
const add = (asked: Omit<SourceSymbol, 'source'>) =>
  change((trx) => listFromSource(trx, [venue], { source: 'fake', ...asked }, clock.now()));
const choose = (symbol: string, name: string) => {
  const chosen = { source: 'fake', instrument: name };
  return change((trx) => chooseSource(trx, [venue], symbol, chosen, clock.now()));
};

async function barsOf(seriesId: number): Promise<Bar[]> {
  const bars: Bar[] = [];
  for await (const part of readAllBars(db, seriesId, '60')) {
    for (let row = 0; row < part.length; row++) bars.push(barAt(part, row));
  }
  return bars;
}

/** Whole hours of a pair before the clock. */
const truthOf = (symbol: string): Bar[] =>
  oracleBars(
    tape.filter((tick) => tick.symbol === symbol),
    '60',
    false,
  ).filter(({ openTimeMs }) => openTimeMs + HOUR <= clock.now() - 10_000);

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const limit = performance.now() + 120_000;
  while (!(await holds())) {
    assert.ok(performance.now() < limit, what);
    await clock.advance(0);
    await pause(20);
  }
}

test('instruments have their own names in lists, calls and ticks, and the venue has its own', async () => {
  await plantSeries(db, { symbol: 'BBBUSD', sourceSymbol: 'AAAUSD', source: 'wire' });
  const asked: string[] = [];
  const delivered: VenueTick[] = [];
  let deliver: (ticks: readonly VenueTick[]) => void = () => {};
  const wired = underOwnNames(
    {
      ...venue,
      name: 'wire',
      available: async (symbol) => {
        asked.push(`available ${symbol}`);
        return [];
      },
      history(symbol) {
        asked.push(`history ${symbol}`);
        return (async function* () {})();
      },
      subscribe(symbols, onTicks) {
        asked.push(`subscribe ${symbols.map(({ symbol }) => symbol).join(' ')}`);
        deliver = onTicks;
        return venue.subscribe([], () => {});
      },
    },
    db,
  );
  await assert.rejects(wired.available('BBBUSD'), /wire does not feed BBBUSD/);
  assert.equal(await wired.find('BBBUSD'), null);
  assert.deepEqual(
    (await wired.instruments()).map(({ symbol, name }) => [symbol, name.en]),
    [
      ['BBBUSD', 'AAAUSD en'],
      ['CCCUSD', 'CCCUSD en'],
      ['BASE', 'BASE en'],
      ['INDEX', 'INDEX en'],
    ],
    'the pair whose name is taken is left out',
  );
  assert.deepEqual(
    [(await wired.find('BBBUSD'))?.symbol, (await wired.find('BBBUSD'))?.name.en],
    ['BBBUSD', 'AAAUSD en'],
  );
  assert.equal(await wired.find('AAAUSD'), null);
  await wired.available('BBBUSD');
  for await (const _ of wired.history('BBBUSD', '60', 0, 1)) assert.fail('it is empty');
  const wanted = ['BBBUSD', 'CCCUSD'].map((symbol) => ({ symbol, fromMs: 0 }));
  await wired.subscribe(wanted, (ticks) => delivered.push(...ticks)).stop();
  assert.deepEqual(asked, ['available AAAUSD', 'history AAAUSD', 'subscribe AAAUSD CCCUSD']);
  const tick = (symbol: string): VenueTick => ({ symbol, timeMs: 1, price: 2, volume: 3 });
  deliver(['AAAUSD', 'BBBUSD', 'CCCUSD', 'OTHER'].map(tick));
  assert.deepEqual(
    delivered,
    ['BBBUSD', 'CCCUSD', 'OTHER'].map(tick),
    'nothing that was not asked for comes under a name that was',
  );
});

test('actions are asked for under the names of the source, also of one that it no longer offers', async () => {
  await plantSeries(db, { symbol: 'TELL', sourceSymbol: 'GONE', source: 'telling' });
  const asked: [readonly string[], number][] = [];
  const told = (symbol: string) => ({ kind: 'rename', symbol, effectiveMs: 5, to: 'NEW' }) as const;
  const telling = (plan: 'told' | null) =>
    underOwnNames(
      {
        ...venue,
        name: 'telling',
        actions: async (symbols, fromMs) => {
          asked.push([symbols, fromMs]);
          return plan && ['GONE', 'OTHER', 'TELL'].map(told);
        },
      },
      db,
    );
  assert.deepEqual(await telling('told').actions?.(['TELL', 'UNKNOWN'], 3), [told('TELL')]);
  assert.deepEqual(asked, [[['GONE'], 3]]);
  assert.equal(await telling(null).actions?.(['TELL'], 3), null);
  assert.equal(underOwnNames(venue, db).actions, undefined, 'a source that tells none has none');
});

describe('an instrument under another name', () => {
  test('is filled and fed live under it, beside one that has the name of another', async () => {
    const feed = startFeed(context, { connectors: [venue], openBars: async () => [] as never });
    const live = new Map<string, Set<number>>();
    const off = context.bus.subscribe(ticksTopic, (ticks) => {
      for (const { s: symbol, p: price } of ticks) {
        const hundreds = live.get(symbol) ?? new Set();
        live.set(symbol, hundreds.add(Math.floor(price / 100) * 100));
      }
    });
    try {
      await until('the market is live', async () => feed.status().ready);
      const name = { tr: 'Bir', az: 'Bir', en: 'One' };
      await add({ symbol: 'ONE', instrument: 'AAAUSD', name });
      await add({ symbol: 'AAAUSD', instrument: 'BBBUSD' });
      await until('both are filled', async () => {
        const all = await Promise.all(['ONE', 'AAAUSD'].map((symbol) => findSymbol(db, symbol)));
        return all.every((one) => one?.resolutions.includes('60') === true);
      });
      await until('ticks of three have come', async () => {
        await clock.advance(60_000);
        return ['ONE', 'AAAUSD', 'BASE'].every((symbol) => live.has(symbol));
      });
      await clock.advance(2 * HOUR);
      await until('hours have closed', async () => {
        const one = await findSymbol(db, 'ONE');
        return (await barsOf(one?.series.id ?? 0)).length === truthOf('AAAUSD').length;
      });
      for (const [symbol, from] of [
        ['ONE', 'AAAUSD'],
        ['AAAUSD', 'BBBUSD'],
        ['BASE', 'BASE'],
      ] as const) {
        const found = await findSymbol(db, symbol);
        assert.equal(found?.series.sourceSymbol, from);
        assert.deepEqual(await barsOf(found?.series.id ?? 0), truthOf(from), symbol);
        assert.deepEqual([...(live.get(symbol) ?? [])], [PRICES[from]], `ticks of ${symbol}`);
      }
      const one = await findSymbol(db, 'ONE');
      assert.deepEqual([one?.name, one?.isKept], [name, true]);
      const two = await findSymbol(db, 'AAAUSD');
      assert.deepEqual([two?.name.en, two?.isKept], ['BBBUSD en', false]);

      const before = one?.series.id ?? 0;
      await choose('ONE', 'CCCUSD');
      await until('the other pair is filled', async () => {
        const listed = await findSymbol(db, 'ONE');
        return listed?.series.epoch === 2 && listed.resolutions.includes('60');
      });
      const after = (await findSymbol(db, 'ONE'))?.series;
      assert.deepEqual(await barsOf(after?.id ?? 0), truthOf('CCCUSD'));
      assert.deepEqual(await barsOf(before), truthOf('AAAUSD'), 'the first history stays');
      assert.deepEqual((await findSymbol(db, 'ONE'))?.name, name, 'and so do the chosen names');
      await clock.advance(HOUR);
      await until('its hour has closed', async () => {
        return (await barsOf(after?.id ?? 0)).length === truthOf('CCCUSD').length;
      });
      assert.deepEqual(await barsOf(after?.id ?? 0), truthOf('CCCUSD'));
      assert.deepEqual(
        (await listSeries(db)).flatMap(({ symbol, source, sourceSymbol, epoch }) =>
          symbol === 'ONE' ? [`${epoch} ${source} ${sourceSymbol}`] : [],
        ),
        ['1 fake AAAUSD', '2 fake CCCUSD'],
      );
    } finally {
      off();
      await feed.stop();
    }
  });

  test('is listed once, under a free name', async () => {
    for (const [asked, field] of [
      [{ symbol: 'TWO', instrument: 'CCCUSD' }, 'instrument'],
      [{ symbol: 'TWO', instrument: 'BASE' }, 'instrument'],
      [{ symbol: 'BASE', instrument: 'INDEX' }, 'symbol'],
      [{ symbol: 'TWO.R', instrument: 'INDEX' }, 'symbol'],
    ] as const) {
      await assert.rejects(add(asked), refused('conflict-409', field), JSON.stringify(asked));
    }
    await assert.rejects(
      add({ symbol: 'TWO', instrument: 'NOTHING' }),
      refused('not-found-404', 'instrument'),
    );
    await assert.rejects(choose('ONE', 'CCCUSD'), refused('conflict-409', 'instrument'));
    await assert.rejects(choose('ONE', 'BASE'), refused('conflict-409', 'instrument'));
    await assert.rejects(choose('ONE', 'INDEX'), refused('conflict-409', 'source'));
    await assert.rejects(choose('ONE', 'NOTHING'), refused('not-found-404', 'instrument'));
  });

  test('at the same moment is listed for one of two', async () => {
    const results = await Promise.allSettled(
      ['RACE1', 'RACE2'].map((symbol) => add({ symbol, instrument: 'INDEX' })),
    );
    assert.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    for (const result of results) {
      if (result.status === 'rejected')
        assert.ok(refused('conflict-409', 'instrument')(result.reason));
    }
  });

  test('keeps its instrument when its symbol is renamed or its decimals change', async () => {
    const sourceOf = async (symbol: string) => (await findSymbol(db, symbol))?.series.sourceSymbol;
    await change((trx) => renameSymbol(trx, [venue], 'ONE', 'UNO', clock.now()));
    assert.equal(await sourceOf('UNO'), 'CCCUSD');
    await change((trx) => chooseDigits(trx, [venue], 'UNO', 4, clock.now()));
    assert.equal(await sourceOf('UNO'), 'CCCUSD');
    await assert.rejects(
      change((trx) => chooseDigits(trx, [venue], 'UNO', 1, clock.now())),
      refused('conflict-409', 'digits'),
    );
    // The venue has renamed the pair as well.
    const renamed = instrument('NEWUSD');
    const later = {
      ...venue,
      find: async (symbol: string) => (symbol === 'NEWUSD' ? renamed : null),
    };
    await change((trx) => renameSymbol(trx, [later], 'UNO', 'NEWUSD', clock.now()));
    assert.equal(await sourceOf('NEWUSD'), 'NEWUSD');
    await change((trx) => retireSymbol(trx, 'NEWUSD', clock.now()));
  });

  test('does not come back under its own name when its symbol is retired', async () => {
    await change((trx) => retireSymbol(trx, 'BASE', clock.now()));
    await add({ symbol: 'MINE', instrument: 'BASE' });
    await change((trx) => retireSymbol(trx, 'MINE', clock.now()));
    assert.equal((await listChoices(db)).get('BASE'), null);
    const fresh = createFakeVenue({
      clock,
      instruments: [instrument('SELF', false)],
      tape: [],
      quarters: false,
      fromMs: MONDAY,
    });
    const chosen = { source: 'fake', instrument: 'SELF', symbol: 'ITS' };
    await change((trx) => listFromSource(trx, [fresh], chosen, clock.now()));
    await change((trx) => retireSymbol(trx, 'ITS', clock.now()));
    assert.equal((await listChoices(db)).get('SELF'), null, 'the source may not list it itself');
  });
});
