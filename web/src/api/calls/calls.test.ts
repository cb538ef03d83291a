import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  again,
  assertCalls,
  assertHolds,
  FOREVER,
  holds,
  MINUTE,
  SECOND,
  startServer,
} from '../../testing/queries.ts';
import { sessionQuery } from '../session/session.ts';
import * as analysis from './analysis.ts';
import { calibrationQuery } from './calibration.ts';
import { favoritesQuery } from './favorites.ts';
import { healthQuery } from './health.ts';
import { historyQuery, quotesQuery, symbolsQuery } from './market.ts';
import { messagesQuery, unreadQuery } from './messages.ts';
import { offersQuery } from './offers.ts';
import { ratesQuery } from './rates.ts';
import { portfolioQuery, predictorQuery } from './signals.ts';

test('each query makes its own call', async (t) => {
  await assertCalls(t, [
    [analysis.levelsQuery('EURUSD'), 'GET /levels/EURUSD'],
    [analysis.touchQuery('EURUSD'), 'GET /touch/EURUSD'],
    [analysis.pastLevelsQuery('EURUSD'), 'GET /historical/EURUSD/levels'],
    [analysis.pastBoxesQuery('EURUSD'), 'GET /historical/EURUSD/box'],
    [analysis.cycleQuery('EURUSD'), 'GET /cycle/EURUSD'],
    [analysis.seerQuery('EURUSD'), 'GET /seer/EURUSD'],
    [analysis.boxChartQuery('EURUSD', 3), 'GET /box/EURUSD/chart/3'],
    [analysis.boxTradesQuery('EURUSD'), 'GET /box/EURUSD/trade'],
    [analysis.boxTradeQuery('EURUSD', 2), 'GET /box/EURUSD/trade/2'],
    [analysis.gannQuery('EURUSD'), 'GET /box/EURUSD/gann'],
    [analysis.gannBasisQuery('EURUSD'), 'GET /why/EURUSD/gann'],
    [analysis.crystalBoxQuery('EURUSD'), 'GET /box/EURUSD/crystalBox'],
    [favoritesQuery(), 'GET /account/favorites'],
    [symbolsQuery(), 'GET /symbols'],
    [quotesQuery('bist'), 'GET /quotes/bist'],
    [historyQuery('EURUSD', '1D'), 'GET /historical/EURUSD-1D'],
    [
      historyQuery('EURUSD', '240', { toMs: 9, limit: 20 }),
      'GET /historical/EURUSD-240?to=9&limit=20',
    ],
    [unreadQuery(), 'GET /account/messages/unread'],
    [messagesQuery('platform'), 'GET /account/platformMessages'],
    [messagesQuery('class'), 'GET /account/classMessages'],
    [offersQuery(), 'GET /payment/offers'],
    [sessionQuery(), 'POST /auth/info'],
    [ratesQuery('EURUSD'), 'GET /record/rates/EURUSD'],
    [
      calibrationQuery({ source: 'simulated', origin: 'backfill', scope: 'trial' }),
      'GET /record/calibration?source=simulated&origin=backfill&scope=trial',
    ],
    [predictorQuery('bist'), 'GET /predictor/bist'],
    [predictorQuery('bist', 'overview'), 'GET /predictor/bist?for=overview'],
    [portfolioQuery('bist'), 'GET /portfolio/bist'],
    [portfolioQuery('bist', 'overview'), 'GET /portfolio/bist?for=overview'],
  ]);
});

test('each query stays fresh for a time of its own', () => {
  assertHolds(0, messagesQuery('class'));
  assertHolds(MINUTE, offersQuery());
  assertHolds(
    5 * MINUTE,
    favoritesQuery(),
    calibrationQuery({ source: 'iex', origin: 'live', scope: 'main' }),
  );
  assertHolds(10 * MINUTE, symbolsQuery());
  assertHolds(FOREVER, sessionQuery());
  assert.equal(sessionQuery().refetchOnWindowFocus, false);
});

test('the session is retried until it is answered; a query that is polled often is not retried', () => {
  assert.equal(sessionQuery().retry, true);
  assert.equal(unreadQuery().retry, false);
  assert.equal(healthQuery().retry, false);
});

test('rates are read once a visit; while there are none they are requested again after five minutes', () => {
  assert.equal(holds(ratesQuery('A')), 5 * MINUTE);
  assert.equal(holds(ratesQuery('A'), []), 5 * MINUTE);
  assert.equal(holds(ratesQuery('A'), [{ n: 1 }]), FOREVER);
});

test('each query that polls has its interval', () => {
  assert.equal(again(quotesQuery('bist')), MINUTE);
  assert.equal(again(unreadQuery()), MINUTE);
  assert.equal(again(messagesQuery('class')), MINUTE);
  assert.equal(again(predictorQuery('bist')), MINUTE);
  assert.equal(again(portfolioQuery('bist')), MINUTE);
});

test('chances of touch are read again some seconds after the next close, and only when there are chances', () => {
  const HOUR = 60 * MINUTE;
  const wait = (data?: unknown) => again(analysis.touchQuery('A'), data) as number;
  const around = (got: number, wanted: number) =>
    assert.ok(got >= wanted + 20 * SECOND && got < wanted + 80 * SECOND, `${got} around ${wanted}`);
  assert.equal(wait(), false);
  assert.equal(wait(null), false);
  assert.equal(wait({ serverTime: 9 * HOUR, now: null }), false);
  around(
    wait({ serverTime: 9 * HOUR + 50 * MINUTE, base: '60', now: { at: 9 * HOUR } }),
    10 * MINUTE,
  );
  around(wait({ serverTime: 9 * HOUR, base: '60', now: { at: 9 * HOUR } }), HOUR);
  // On a weekend the newest close is long ago.
  around(wait({ serverTime: 40 * HOUR + MINUTE, base: '60', now: { at: 9 * HOUR } }), 59 * MINUTE);
  around(wait({ serverTime: 30 * HOUR, base: '1D', now: { at: 24 * HOUR } }), 18 * HOUR);
});

test('health is polled every two seconds while the markets fill, then every five minutes', () => {
  assert.equal(again(healthQuery()), 2 * SECOND);
  assert.equal(again(healthQuery(), { behind: true }), 2 * SECOND);
  assert.equal(again(healthQuery(), { behind: false }), 5 * MINUTE);
});

test('a new analysis of a symbol marks the queries of this symbol as stale, and no others', async (t) => {
  const { client } = startServer(t);
  await client.fetchQuery(analysis.levelsQuery('EURUSD'));
  await client.fetchQuery(analysis.levelsQuery('GBPUSD'));
  await client.fetchQuery(analysis.touchQuery('EURUSD'));
  await analysis.refreshAnalysis(client, 'EURUSD');
  const isOld = ({ queryKey }: { readonly queryKey: readonly unknown[] }) =>
    client.getQueryState(queryKey)?.isInvalidated;
  assert.deepEqual(
    [
      analysis.levelsQuery('EURUSD'),
      analysis.touchQuery('EURUSD'),
      analysis.levelsQuery('GBPUSD'),
    ].map(isOld),
    [true, true, false],
  );
});
