import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { forEachLanguage } from '@rasat/contract';
import type { Connector, Instrument } from '../../../connectors/connector.ts';
import { createManualClock } from '../../../platform/clock.ts';
import { testContext } from '../../../platform/testing.ts';
import { plantSeries } from '../../../testing/market.ts';
import { createFakeVenue } from '../testing/fake-venue.ts';
import { type CatalogueAnswer, Catalogues } from './catalogues.ts';

const MINUTE = 60_000;
const clock = createManualClock(Date.UTC(2024, 0, 1));
const { db } = await testContext({ after }, { clock });

const pair = (base: string, quote: string, coin = base): Instrument => ({
  symbol: `${base}${quote}`,
  category: 'crypto',
  digits: 2,
  name: { ...forEachLanguage(() => `${coin} / ${quote}`), az: `${coin} / ${quote} (az)` },
  calendar: 'always',
  base: '60',
  optional: true,
});
const PAIRS = [
  pair('ETH', 'BTC', 'Ethereum'),
  pair('WBTC', 'USDT'),
  pair('BTC', 'FDUSD', 'Bitcoin'),
  pair('BTC', 'TRY', 'Bitcoin'),
  pair('BTC', 'USDT', 'Bitcoin'),
  pair('FIL', 'TRY', 'Filecoin'),
  pair('AVAX', 'USDT', 'Avalanş'),
];
const GOLD: Instrument = { ...pair('XAU', 'USD', 'Altın'), category: 'forex', calendar: 'forex' };

/** A source whose list is counted, and may fail or hang. */
function createSource(name: string, instruments: readonly Instrument[]) {
  const venue = createFakeVenue({ clock, instruments, tape: [], quarters: false, fromMs: 0 });
  const state = { reads: 0, answer: async (): Promise<readonly Instrument[]> => instruments };
  const source: Connector = {
    ...venue,
    name,
    instruments: () => {
      state.reads += 1;
      return state.answer();
    },
  };
  return { state, source };
}
const namesOf = ({ found }: CatalogueAnswer) => found.map(({ instrument }) => instrument.symbol);

describe('a search', () => {
  const { source } = createSource('binance', PAIRS);
  const other = createSource('simulated', [GOLD]);
  const catalogues = new Catalogues({ sources: [source, other.source], clock });
  const find = async (text: string) => namesOf(await catalogues.search(db, { text }));

  test('finds a symbol, an asset on either side, a coin, and words in any order', async () => {
    assert.deepEqual(await find('BTCUSDT'), ['BTCUSDT', 'WBTCUSDT']);
    assert.deepEqual(await find('btc'), ['BTCTRY', 'BTCUSDT', 'BTCFDUSD', 'ETHBTC', 'WBTCUSDT']);
    assert.deepEqual(await find('try'), ['BTCTRY', 'FILTRY']);
    assert.deepEqual(await find('btc/usdt'), ['BTCUSDT', 'WBTCUSDT']);
    assert.deepEqual(await find(' usdt  bitcoin '), ['BTCUSDT']);
    assert.deepEqual(await find('solana'), []);
  });

  test('takes the letters of Turkish and Azerbaijani for Latin ones', async () => {
    assert.deepEqual(await find('bıtcoın'), await find('Bitcoin'));
    assert.deepEqual(await find('FİL'), ['FILTRY']);
    assert.deepEqual(await find('FILECOIN'), ['FILTRY']);
    assert.deepEqual(await find('fılecoın'), ['FILTRY']);
    assert.deepEqual(await find('avalans'), ['AVAXUSDT']);
    assert.deepEqual(await find('altin'), ['XAUUSD']);
  });

  test('is narrowed to a source and a category', async () => {
    assert.deepEqual(namesOf(await catalogues.search(db, { source: 'simulated' })), ['XAUUSD']);
    assert.deepEqual(namesOf(await catalogues.search(db, { category: 'forex' })), ['XAUUSD']);
    assert.deepEqual(await catalogues.search(db, { source: 'nobody' }), {
      sources: [],
      total: 0,
      found: [],
    });
  });

  test('names the symbol that an instrument feeds, under its own name or another', async () => {
    const planted = { source: 'binance', category: 'crypto' } as const;
    await plantSeries(db, { symbol: 'BTC', sourceSymbol: 'BTCUSDT', ...planted });
    await plantSeries(db, { symbol: 'FILTRY', ...planted });
    // Another source may feed a symbol with that name.
    await plantSeries(db, { symbol: 'ETHBTC', category: 'crypto', source: 'other' });
    const { found } = await catalogues.search(db, { source: 'binance' });
    assert.deepEqual(
      found.flatMap(({ instrument, listed }) => (listed ? [[instrument.symbol, listed]] : [])),
      [
        ['BTCUSDT', 'BTC'],
        ['FILTRY', 'FILTRY'],
      ],
    );
  });
});

test('the best 50 of a whole venue are returned with the number of all, within milliseconds', async () => {
  const many = Array.from({ length: 1500 }, (_, i) => pair(`C${i}`, i % 3 === 0 ? 'TRY' : 'USDT'));
  const { source, state } = createSource('big', many);
  const catalogues = new Catalogues({ sources: [source], clock });
  await catalogues.search(db, {});
  const begun = performance.now();
  const answer = await catalogues.search(db, { text: 'usdt' });
  const ms = performance.now() - begun;
  assert.deepEqual([answer.total, answer.found.length, state.reads], [1000, 50, 1]);
  assert.equal(answer.found[0]?.instrument.symbol, 'C1USDT');
  assert.ok(ms < 500, `${ms} ms`);
});

describe('a catalogue', () => {
  test('is read once for searches at the same time, kept for five minutes, and read again', async () => {
    const { source, state } = createSource('kept', PAIRS);
    const catalogues = new Catalogues({ sources: [source], clock });
    await Promise.all([1, 2, 3].map(() => catalogues.search(db, {})));
    await clock.advance(5 * MINUTE - 1);
    await catalogues.search(db, {});
    assert.equal(state.reads, 1);
    await clock.advance(1);
    await catalogues.search(db, {});
    assert.equal(state.reads, 2);
  });

  test('of a source that is away is not available, beside the others, and is asked for again', async () => {
    const gone = createSource('gone', PAIRS);
    const there = createSource('there', [GOLD]);
    const catalogues = new Catalogues({ sources: [gone.source, there.source], clock });
    const { answer } = gone.state;
    gone.state.answer = () => Promise.reject(new Error('the venue is away'));
    const away = await catalogues.search(db, {});
    assert.deepEqual(away.sources, [
      { source: 'gone', available: false },
      { source: 'there', available: true },
    ]);
    assert.deepEqual(namesOf(away), ['XAUUSD']);
    gone.state.answer = answer;
    assert.equal((await catalogues.search(db, {})).total, PAIRS.length + 1);
    assert.deepEqual([gone.state.reads, there.state.reads], [2, 1]);
  });

  test('of a source that hangs is not waited for, and is shown once it has come', async () => {
    const { source, state } = createSource('slow', PAIRS);
    const catalogues = new Catalogues({ sources: [source], clock, answerMs: 20 });
    const come = Promise.withResolvers<readonly Instrument[]>();
    state.answer = () => come.promise;
    for (let i = 0; i < 2; i += 1) {
      assert.deepEqual((await catalogues.search(db, {})).sources, [
        { source: 'slow', available: false },
      ]);
    }
    come.resolve(PAIRS);
    await pause(0);
    assert.equal((await catalogues.search(db, {})).total, PAIRS.length);
    assert.equal(state.reads, 1, 'the venue is not asked again while it has not answered');
  });
});
