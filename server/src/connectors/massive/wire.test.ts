import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod/mini';
import {
  aggregatesReply,
  authentication,
  type Channel,
  createReader,
  eventsReply,
  holidaysReply,
  splitsReply,
  subscription,
  tickersReply,
  toBar,
} from './wire.ts';

// The literals of replies are the examples of `src/openapi.json` of github.com/massive-com/client-js at ac59b97, those of
// frames the samples of massive.com/docs/websocket.

const read = (channel: Channel, text: string, isOpen = true) =>
  createReader(channel, () => isOpen)(text);
const INVALID = [{ kind: 'invalid' }];

const TRADE = {
  ev: 'T',
  sym: 'AAPL',
  x: 11,
  i: '5291',
  z: 3,
  p: 231.12,
  s: 40,
  c: [41],
  t: 1795188600123,
  q: 33210,
};
const MINUTE = {
  ev: 'AM',
  sym: 'AAPL',
  v: 4110.5,
  av: 9470157,
  op: 0.4372,
  vw: 0.4488,
  o: 0.4488,
  c: 0.4486,
  h: 0.4489,
  l: 0.4486,
  a: 0.4352,
  z: 685,
  s: 1610144640000,
  e: 1610144700000,
};
const VALUE = { ev: 'V', T: 'I:SPX', val: 6012.33, t: 1795188600500 };
const frame = (...events: object[]): string => JSON.stringify(events);

test('GetStocksAggregates and GetIndicesAggregates: bars by their openings, without volume for an index', () => {
  const shares = {
    adjusted: true,
    next_url:
      'https://api.massive.com/v2/aggs/ticker/AAPL/range/1/day/1578114000000/2020-01-10?cursor=bGltaXQ9MiZzb3J0PWFzYw',
    queryCount: 2,
    request_id: '6a7e466379af0a71039d60cc78e72282',
    results: [
      {
        c: 75.0875,
        h: 75.15,
        l: 73.7975,
        n: 1,
        o: 74.06,
        t: 1577941200000,
        v: 135647456,
        vw: 74.6099,
      },
    ],
    resultsCount: 2,
    status: 'OK',
    ticker: 'AAPL',
  };
  const parsed = z.parse(aggregatesReply, shares);
  assert.deepEqual(
    parsed.results?.map((row) => toBar(row, 4)),
    [
      {
        openTimeMs: 1577941200000,
        open: 74.06,
        high: 75.15,
        low: 73.7975,
        close: 75.0875,
        volume: 135647456,
      },
    ],
  );
  assert.match(parsed.next_url ?? '', /cursor=/);
  const index = {
    c: 11995.88235998666,
    h: 12340.44936267155,
    l: 11970.34221717375,
    o: 12230.83658266843,
    t: 1678341600000,
  };
  assert.deepEqual(
    z.parse(aggregatesReply, { results: [index] }).results?.map((row) => toBar(row, 2)),
    [
      {
        openTimeMs: 1678341600000,
        open: 12230.84,
        high: 12340.45,
        low: 11970.34,
        close: 11995.88,
        volume: 0,
      },
    ],
  );
  assert.deepEqual(z.parse(aggregatesReply, { status: 'OK', resultsCount: 0 }), {});
});

test('a row with an impossible price, a negative volume or a time that is no millisecond is refused', () => {
  const row = { t: 1795185000000, o: 231, h: 232, l: 230.5, c: 231.6, v: 1200345.5 };
  assert.ok(z.safeParse(aggregatesReply, { results: [row] }).success);
  for (const wrong of [
    { o: 0 },
    { h: -1 },
    { l: 'NaN' },
    { c: null },
    { v: -5 },
    { t: 1795185000 },
    { t: 1795185000000000 },
    { t: 1795185000000.5 },
  ])
    assert.ok(!z.safeParse(aggregatesReply, { results: [{ ...row, ...wrong }] }).success);
});

test('ListTickers, get_stocks_v1_splits, GetEvents', () => {
  const ticker = {
    active: true,
    cik: '0001090872',
    composite_figi: 'BBG000BWQYZ5',
    currency_name: 'usd',
    last_updated_utc: '2021-04-25T00:00:00Z',
    locale: 'us',
    market: 'stocks',
    name: 'Agilent Technologies Inc.',
    primary_exchange: 'XNYS',
    share_class_figi: 'BBG001SCTQY4',
    ticker: 'A',
    type: 'CS',
  };
  assert.deepEqual(z.parse(tickersReply, { count: 1, results: [ticker], status: 'OK' }).results, [
    { ticker: 'A', name: 'Agilent Technologies Inc.', locale: 'us' },
  ]);
  const split = {
    adjustment_type: 'forward_split',
    execution_date: '2005-02-28',
    historical_adjustment_factor: 0.017857,
    id: 'E90a77bdf742661741ed7c8fc086415f0457c2816c45899d73aaa88bdc8ff6025',
    split_from: 1,
    split_to: 2,
    ticker: 'AAPL',
  };
  assert.deepEqual(
    z.parse(splitsReply, { request_id: 1, results: [split], status: 'OK' }).results,
    [{ ticker: 'AAPL', execution_date: '2005-02-28', split_from: 1, split_to: 2 }],
  );
  const events = [
    { date: '2022-06-09', ticker_change: { ticker: 'META' }, type: 'ticker_change' },
    { date: '2012-05-18', ticker_change: { ticker: 'FB' }, type: 'ticker_change' },
  ];
  const results = { events, name: 'Meta Platforms, Inc. Class A Common Stock' };
  assert.deepEqual(z.parse(eventsReply, { results, status: 'OK' }).results.events, [
    { date: '2022-06-09', ticker_change: { ticker: 'META' } },
    { date: '2012-05-18', ticker_change: { ticker: 'FB' } },
  ]);
});

test('a closed day has no close, an early one has its moment', () => {
  const name = 'Thanksgiving';
  const closed = { date: '2020-11-26', exchange: 'NASDAQ', name, status: 'closed' };
  const early = {
    close: '2020-11-27T18:00:00.000Z',
    date: '2020-11-27',
    exchange: 'NASDAQ',
    name,
    open: '2020-11-27T14:30:00.000Z',
    status: 'early-close',
  };
  assert.deepEqual(z.parse(holidaysReply, [closed, early]), [
    { date: '2020-11-26', exchange: 'NASDAQ', status: 'closed' },
    {
      close: '2020-11-27T18:00:00.000Z',
      date: '2020-11-27',
      exchange: 'NASDAQ',
      status: 'early-close',
    },
  ]);
  assert.throws(() => z.parse(holidaysReply, [{ ...early, close: '13:00' }]));
});

test('what is sent: the key, and symbols on a channel', () => {
  assert.equal(authentication('KEY'), '{"action":"auth","params":"KEY"}');
  assert.equal(
    subscription('subscribe', 'T', ['AAPL', 'MSFT']),
    '{"action":"subscribe","params":"T.AAPL,T.MSFT"}',
  );
  assert.equal(
    subscription('unsubscribe', 'V', ['SPX']),
    '{"action":"unsubscribe","params":"V.I:SPX"}',
  );
});

test('statuses: connected, authenticated, refused, subscribed, another connection', () => {
  const status = (name: string, message?: string) =>
    read('T', frame({ ev: 'status', status: name, ...(message && { message }) }));
  assert.deepEqual(status('connected', 'Connected Successfully'), [{ kind: 'life' }]);
  assert.deepEqual(status('connected'), [{ kind: 'life' }]);
  assert.deepEqual(status('auth_success', 'authenticated'), [{ kind: 'ready' }]);
  assert.deepEqual(status('auth_failed', 'authentication failed'), [
    { kind: 'over', reason: 'the key is refused', status: 401 },
  ]);
  const ofPlan = "Your plan doesn't include websocket access. Visit https://massive.com/pricing";
  assert.deepEqual(status('auth_failed', ofPlan), [
    { kind: 'over', reason: 'the plan does not include this stream', status: 402 },
  ]);
  assert.partialDeepStrictEqual(status('auth_timeout'), [{ kind: 'over' }]);
  assert.deepEqual(status('max_connections', 'Maximum number of connections exceeded.'), [
    { kind: 'over', reason: 'another connection of this key takes its place' },
  ]);
  assert.deepEqual(status('success', 'subscribed to: T.AAPL'), [
    { kind: 'subscribed', symbols: ['AAPL'] },
  ]);
  assert.deepEqual(status('success', 'subscribed to: V.I:SPX,V.I:NDX'), [
    { kind: 'subscribed', symbols: ['SPX', 'NDX'] },
  ]);
  assert.deepEqual(status('success', 'unsubscribed from: T.AAPL'), [{ kind: 'life' }]);
  assert.deepEqual(status('of_tomorrow'), [{ kind: 'unknown' }]);
  const two = ['T.AAPL', 'T.BRK.A'].map((name) => ({
    ev: 'status',
    status: 'success',
    message: `subscribed to: ${name}`,
  }));
  assert.deepEqual(read('T', frame(...two)), [
    { kind: 'subscribed', symbols: ['AAPL'] },
    { kind: 'subscribed', symbols: ['BRK.A'] },
  ]);
});

test('a trade: price, time and size of its frame, several in one', () => {
  const tick = { symbol: 'AAPL', timeMs: 1795188600123, price: 231.12, volume: 40 };
  assert.deepEqual(read('T', frame(TRADE)), [{ kind: 'ticks', ticks: [tick] }]);
  const { c: _, ...withoutConditions } = TRADE;
  const half = { ...withoutConditions, s: 0.5, p: 231.1225 };
  assert.deepEqual(read('T', frame(TRADE, half)), [
    { kind: 'ticks', ticks: [tick] },
    { kind: 'ticks', ticks: [{ ...tick, price: 231.1225, volume: 0.5 }] },
  ]);
});

test('a trade whose condition sets neither high nor low is not handed over', () => {
  for (const condition of [2, 7, 12, 13, 15, 16, 20, 21, 29, 37, 38, 52, 53])
    assert.deepEqual(read('T', frame({ ...TRADE, c: [14, condition] })), [], String(condition));
  for (const condition of [0, 1, 8, 9, 10, 14, 22, 32, 41])
    assert.equal(read('T', frame({ ...TRADE, c: [condition] })).length, 1, String(condition));
});

test('what is outside of the session is left out', () => {
  assert.deepEqual(read('T', frame(TRADE), false), []);
  assert.deepEqual(read('AM', frame(MINUTE), false), []);
  assert.deepEqual(read('V', frame(VALUE), false), []);
});

test('a minute: its start, its prices and a volume that may be fractional', () => {
  const bar = {
    openTimeMs: 1610144640000,
    open: 0.4488,
    high: 0.4489,
    low: 0.4486,
    close: 0.4486,
    volume: 4110.5,
  };
  assert.deepEqual(read('AM', frame(MINUTE)), [{ kind: 'bars', bars: [{ symbol: 'AAPL', bar }] }]);
});

test('a value of an index is rounded, as a number and as a text', () => {
  for (const val of [6012.33, 6012.33412345678, '6012.33', '6012.33412345678'])
    assert.deepEqual(read('V', frame({ ...VALUE, val })), [
      {
        kind: 'ticks',
        ticks: [{ symbol: 'SPX', timeMs: 1795188600500, price: 6012.33, volume: 0 }],
      },
    ]);
});

test('each fault of a frame is invalid or unknown, and never a price', () => {
  for (const text of ['', '{', 'null', '"T"', '{"ev":"T"}', frame(TRADE).slice(0, 50)])
    assert.deepEqual(read('T', text), INVALID, text);
  assert.deepEqual(read('T', '[{}]'), INVALID);
  assert.deepEqual(read('T', '[7]'), INVALID);
  assert.deepEqual(read('T', '[]'), []);
  assert.deepEqual(read('T', frame({ ev: 'LULD', T: 'AAPL' })), [{ kind: 'unknown' }]);
  assert.deepEqual(read('T', frame(MINUTE)), [{ kind: 'unknown' }]);
  const wrongPrices = ['NaN', 0, -1, null, '231'];
  const wrongTimes = [1795188600, 1795188600123000, 1795188600123.5, '1795188600123', null];
  for (const p of [...wrongPrices, 231.12345])
    assert.deepEqual(read('T', frame({ ...TRADE, p })), INVALID, String(p));
  const infinite = frame(TRADE).replace('231.12', '1e400');
  assert.deepEqual(read('T', infinite), INVALID);
  for (const t of wrongTimes) {
    assert.deepEqual(read('T', frame({ ...TRADE, t })), INVALID, String(t));
    assert.deepEqual(read('V', frame({ ...VALUE, t })), INVALID, String(t));
  }
  for (const s of [-1, '40', null]) assert.deepEqual(read('T', frame({ ...TRADE, s })), INVALID);
  for (const val of ['NaN', 0, -1, null, '1e5', '', 0.001])
    assert.deepEqual(read('V', frame({ ...VALUE, val })), INVALID, String(val));
  for (const wrong of [
    { o: 0 },
    { h: 0.4 },
    { l: 0.5 },
    { c: 'NaN' },
    { v: -1 },
    { s: 1610144640001 },
    { e: 1610144640000 },
    { s: 1610144640, e: 1610144700 },
  ])
    assert.deepEqual(read('AM', frame({ ...MINUTE, ...wrong })), INVALID, JSON.stringify(wrong));
});
