import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod/mini';
import {
  aggTradesReply,
  decimalsOf,
  exchangeInfoReply,
  klinesReply,
  readFrame,
  refusalReply,
  timeReply,
  toBar,
  toTrade,
} from './wire.ts';

// The literals are the examples of github.com/binance/binance-spot-api-docs at a5e0bc3, with the heading under which
// each stands; comments of the examples are left out.

test('web-socket-streams.md, “Aggregate Trade Streams”', () => {
  const data = {
    e: 'aggTrade',
    E: 1672515782136,
    s: 'BNBBTC',
    a: 12345,
    p: '0.001',
    q: '100',
    f: 100,
    l: 105,
    T: 1672515782136,
    m: true,
    M: true,
  };
  assert.deepEqual(readFrame(JSON.stringify({ stream: 'bnbbtc@aggTrade', data })), {
    kind: 'trade',
    symbol: 'BNBBTC',
    eventMs: 1672515782136,
    trade: {
      id: 12345,
      lastFill: 105,
      timeMs: 1672515782136,
      price: 0.001,
      decimals: 3,
      volume: 100,
    },
  });
});

test('web-socket-streams.md, “Kline/Candlestick Streams for UTC”, with the interval that we ask for', () => {
  const k = {
    t: 1672515780000,
    T: 1672515839999,
    s: 'BNBBTC',
    i: '1m',
    f: 100,
    L: 200,
    o: '0.0010',
    c: '0.0020',
    h: '0.0025',
    l: '0.0015',
    v: '1000',
    n: 100,
    x: false,
    q: '1.0000',
    V: '500',
    Q: '0.500',
    B: '123456',
  };
  const frame = (own: object) => {
    const data = { e: 'kline', E: 1672515782136, s: 'BNBBTC', k: { ...k, ...own } };
    return readFrame(JSON.stringify({ stream: 'bnbbtc@kline_1m', data }));
  };
  assert.deepEqual(frame({}), { kind: 'unknown' }, 'a minute is none of ours');
  assert.deepEqual(frame({ i: '15m', x: true }), {
    kind: 'kline',
    symbol: 'BNBBTC',
    eventMs: 1672515782136,
    endMs: 1672515840000,
    lastFill: 200,
    isClosed: true,
  });
  assert.partialDeepStrictEqual(frame({ i: '15m', f: -1, L: -1, n: 0 }), { lastFill: -1 });
});

test('web-socket-streams.md, “Server Shutdown”, “Subscribe to a stream”, “Error Messages”', () => {
  const shutdown = '{"stream":"!serverShutdown","data":{"e":"serverShutdown","E":1770123456789}}';
  assert.deepEqual(readFrame(shutdown), { kind: 'shutdown' });
  assert.deepEqual(readFrame('{"result": null, "id": 1}'), { kind: 'reply', id: 1 });
  const refusal = '{"code": 2, "msg": "Invalid request: too many parameters"}';
  assert.deepEqual(readFrame(refusal), {
    kind: 'refusal',
    text: '2 Invalid request: too many parameters',
  });
});

test('rest-api.md, “Check server time”, “Exchange information”, “Error Codes”', () => {
  assert.equal(z.parse(timeReply, { serverTime: 1499827319559 }).serverTime, 1499827319559);
  const symbol = {
    symbol: 'ETHBTC',
    status: 'TRADING',
    baseAsset: 'ETH',
    baseAssetPrecision: 8,
    quoteAsset: 'BTC',
    quotePrecision: 8,
    isSpotTradingAllowed: true,
    // filters.md, “PRICE_FILTER”.
    filters: [
      {
        filterType: 'PRICE_FILTER',
        minPrice: '0.00000100',
        maxPrice: '100000.00000000',
        tickSize: '0.00000100',
      },
    ],
    permissions: [],
    permissionSets: [['SPOT', 'MARGIN']],
  };
  const [read] = z.parse(exchangeInfoReply, { timezone: 'UTC', symbols: [symbol] }).symbols;
  assert.equal(read?.symbol, 'ETHBTC');
  assert.equal(decimalsOf(read?.filters[0]?.tickSize ?? ''), 6);
  const refusal = z.parse(refusalReply, { code: -1121, msg: 'Invalid symbol.' });
  assert.equal(refusal.code, -1121);
});

test('rest-api.md, “Compressed/Aggregate trades list”', () => {
  const reply = [
    {
      a: 26129,
      p: '0.01633102',
      q: '4.70443515',
      f: 27781,
      l: 27781,
      T: 1498793709153,
      m: true,
      M: true,
    },
  ];
  assert.deepEqual(z.parse(aggTradesReply, reply).map(toTrade), [
    {
      id: 26129,
      lastFill: 27781,
      timeMs: 1498793709153,
      price: 0.01633102,
      decimals: 8,
      volume: 4.70443515,
    },
  ]);
  const [one] = reply;
  assert.equal(z.safeParse(aggTradesReply, [one, { ...one, a: 26131 }]).success, false, 'a gap');
});

test('rest-api.md, “Kline/Candlestick data”', () => {
  const reply = [
    [
      1499040000000,
      '0.01634790',
      '0.80000000',
      '0.01575800',
      '0.01577100',
      '148976.11427815',
      1499644799999,
      '2434.19055334',
      308,
      '1756.87402397',
      '28.46694368',
      '0',
    ],
  ];
  assert.deepEqual(z.parse(klinesReply, reply).map(toBar), [
    {
      openTimeMs: 1499040000000,
      open: 0.0163479,
      high: 0.8,
      low: 0.015758,
      close: 0.015771,
      volume: 148976.11427815,
    },
  ]);
});

const TRADE = { e: 'aggTrade', E: 1795341600061, s: 'BTCUSDT', a: 902, p: '97000.20', q: '0.01' };
const frameWith = (own: object): string => {
  const data = { ...TRADE, f: 1503, l: 1503, T: 1795341600058, ...own };
  return JSON.stringify({ stream: 'btcusdt@aggTrade', data });
};

test('an impossible value makes a frame invalid', () => {
  assert.equal(readFrame(frameWith({})).kind, 'trade');
  for (const p of ['NaN', '0', '0.000', '-1', '1e400', '1e5', 'Infinity', '', ' 1', '1,5', 5, null])
    assert.deepEqual(readFrame(frameWith({ p })), { kind: 'invalid' }, `price ${p}`);
  for (const own of [
    { T: 1795341600058000 },
    { E: 1795341600061000 },
    { T: 1795341600058.5 },
    { T: -1 },
    { T: '1795341600058' },
    { a: -1 },
    { a: 1.5 },
    { q: '0' },
    { s: null },
  ])
    assert.deepEqual(readFrame(frameWith(own)), { kind: 'invalid' }, JSON.stringify(own));
});

test('what is no frame is invalid, and what we did not ask for is unknown', () => {
  for (const text of [null, '', '{', frameWith({}).slice(0, 90)])
    assert.deepEqual(readFrame(text), { kind: 'invalid' });
  for (const text of ['null', '[]', '{"stream":"x"}', '{"stream":"x","data":{"e":"news"}}'])
    assert.deepEqual(readFrame(text), { kind: 'unknown' }, text);
});
