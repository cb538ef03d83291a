import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as z from 'zod/mini';
import {
  appliedSplits,
  daysReply,
  minutesReply,
  readDate,
  readFrame,
  renamesReply,
  splitsReply,
  symbolsReply,
  toDay,
  toMinute,
  toSplit,
} from './wire.ts';

// Pinned vectors, copied from the vendor's documentation (github.com/EodHistoricalData/eodhd-claude-skills at ab3034f,
// references/endpoints) where a test names its page; the other values are ours.

const digitsOf = (symbol: string): number | null =>
  ({ AUDUSD: 5, EURUSD: 5, USDJPY: 3 })[symbol] ?? null;
const read = (text: string) => readFrame(text, digitsOf);

describe('frames of the stream', () => {
  test('a quote of websockets-realtime.md is the middle of ask and bid, rounded', () => {
    const frame =
      '{"s":"AUDUSD","a":0.70743161,"b":0.70722341,"dc":"0.552","dd":"0.0039","ppms":false,"t":1770759992063}';
    // (0.70743161 + 0.70722341) / 2 = 0.70732751
    const tick = { symbol: 'AUDUSD', timeMs: 1_770_759_992_063, price: 0.70733, volume: 0 };
    assert.deepEqual(read(frame), [{ kind: 'ticks', ticks: [tick] }]);
  });

  test('its changes may be numbers as well', () => {
    const frame =
      '{"s":"EURUSD","a":1.08675,"b":1.08665,"dc":0.21,"dd":0.0023,"ppms":false,"t":1725198451165}';
    const tick = { symbol: 'EURUSD', timeMs: 1_725_198_451_165, price: 1.0867, volume: 0 };
    assert.deepEqual(read(frame), [{ kind: 'ticks', ticks: [tick] }]);
  });

  test('a pair of the yen has three digits', () => {
    const [event] = read('{"s":"USDJPY","a":151.23491,"b":151.23311,"t":1725198451165}');
    assert.ok(event?.kind === 'ticks');
    assert.equal(event.ticks[0]?.price, 151.234);
  });

  for (const [what, text, expected] of [
    ['the token is known', '{"status_code":200,"message":"Authorized"}', { kind: 'ready' }],
    ['too many symbols', '{"status_code":422,"message":"Symbols limit reached"}', { kind: 'full' }],
    // The other name of the status in websockets-realtime.md.
    ['a wrong symbol', '{"status":422,"message":"Invalid symbol format"}', { kind: 'full' }],
    [
      'too many subscriptions',
      '{"status":429,"message":"Too many subscription requests"}',
      { kind: 'over', reason: 'status 429', status: 429 },
    ],
    [
      'an unknown token',
      '{"status_code":401,"message":"Unauthorized"}',
      { kind: 'over', reason: 'status 401', status: 401 },
    ],
    ['another object', '{"news":"of tomorrow"}', { kind: 'unknown' }],
  ] as const) {
    test(what, () => assert.deepEqual(read(text), [expected]));
  }

  for (const [what, text] of [
    ['half of a frame', '{"s":"EURUSD","a":1.08675,"b":1.0'],
    ['no object', '[1]'],
    ['an ask that is a text', '{"s":"EURUSD","a":"NaN","b":1.08665,"t":1725198451165}'],
    ['a bid of zero', '{"s":"EURUSD","a":1.08675,"b":0,"t":1725198451165}'],
    ['a negative bid', '{"s":"EURUSD","a":1.08675,"b":-1,"t":1725198451165}'],
    ['an ask beyond all numbers', '{"s":"EURUSD","a":1e400,"b":1.08665,"t":1725198451165}'],
    ['a time in seconds', '{"s":"EURUSD","a":1.08675,"b":1.08665,"t":1725198451}'],
    ['a time that is absent', '{"s":"EURUSD","a":1.08675,"b":1.08665}'],
    ['a symbol that is not ours', '{"s":"EURSEK","a":11.1,"b":11,"t":1725198451165}'],
    ['a price that rounds to zero', '{"s":"EURUSD","a":1e-9,"b":1e-9,"t":1725198451165}'],
  ] as const) {
    test(`${what} is refused`, () => assert.deepEqual(read(text), [{ kind: 'invalid' }]));
  }
});

describe('replies', () => {
  test('a minute of intraday-historical-data.md opens at its timestamp, without the noise of its numbers', () => {
    const [row] = z.parse(minutesReply, [
      {
        timestamp: 1627911000,
        gmtoffset: 0,
        datetime: '2021-08-02 13:30:00',
        open: 146.36,
        high: 146.949996,
        low: 146.089996,
        close: 146.419998,
        volume: 3930530,
      },
    ]);
    assert.ok(row);
    assert.deepEqual(toMinute(row, 4), {
      openTimeMs: Date.UTC(2021, 7, 2, 13, 30),
      open: 146.36,
      high: 146.95,
      low: 146.09,
      close: 146.42,
      volume: 3_930_530,
    });
  });

  test('a day of historical-stock-prices.md is its date', () => {
    const [row] = z.parse(daysReply, [
      {
        date: '2025-01-02',
        open: 182.15,
        high: 185.6,
        low: 181.5,
        close: 184.25,
        adjusted_close: 184.25,
        volume: 45678900,
      },
    ]);
    assert.ok(row);
    assert.deepEqual(toDay(row, 2, []), {
      openTimeMs: Date.UTC(2025, 0, 2),
      open: 182.15,
      high: 185.6,
      low: 181.5,
      close: 184.25,
      volume: 45_678_900,
    });
  });

  test('a volume is that of its day: it is divided by the splits after it alone', () => {
    const row = { date: '2020-08-28', open: 504.05, high: 505.77, low: 498.31, close: 499.23 };
    const splits = [
      { date: '2020-08-31', split: '4.000000/1.000000' },
      { date: '2021-06-01', split: '1.000000/10.000000' },
      { date: '2014-06-09', split: '7.000000/1.000000' },
      { date: '2020-08-28', split: '2.000000/1.000000' },
    ].map(toSplit);
    // 187,630,000 of today's shares were 187,630,000 / 4 * 10 on the day.
    assert.equal(toDay({ ...row, volume: 187_630_000 }, 2, splits)?.volume, 469_075_000);
  });

  test('a split of these days is in the volumes once the adjusted close of the day before has it', () => {
    const splits = [{ dayMs: Date.UTC(2020, 7, 31), factor: 4 }];
    // Apple closed at 499.23 on the Friday before its split on Monday, 31 August 2020.
    const rows = (adjusted: number | null) => [
      { date: '2020-08-28', close: 499.23, adjusted_close: adjusted, volume: 46_907_479 },
      { date: '2020-08-27', close: 500.04, adjusted_close: adjusted && adjusted * 1.001 },
    ];
    const monday = Date.UTC(2020, 7, 31, 6);
    const isApplied = (adjusted: number | null, atMs: number) =>
      appliedSplits(rows(adjusted), splits, atMs).length === 1;
    assert.equal(isApplied(499.23, monday), false);
    assert.equal(isApplied(124.81, monday), true);
    // A dividend of a dollar does not look like a split.
    assert.equal(isApplied(498.2, monday), false);
    assert.equal(isApplied(null, monday), true);
    assert.equal(isApplied(124.81, Date.UTC(2020, 7, 30, 23)), false, 'it is announced');
    assert.equal(isApplied(499.23, Date.UTC(2020, 8, 10)), true, 'it is ten days old');
  });

  test('a split is its new shares for its old ones', () => {
    const [first, second] = z.parse(splitsReply, [
      { date: '2020-08-31', split: '4.000000/1.000000' },
      { date: '2021-06-01', split: '1.000000/10.000000' },
    ]);
    assert.ok(first && second);
    assert.deepEqual(toSplit(first), { dayMs: Date.UTC(2020, 7, 31), factor: 4 });
    assert.equal(toSplit(second).factor, 0.1);
  });

  test('a rename of symbol-change-history.md, and a symbol of exchange-tickers.md', () => {
    const rename = {
      exchange: 'US',
      old_symbol: 'CBTX',
      new_symbol: 'STEL',
      company_name: 'Stellar Bancorp, Inc. Common Stock',
      effective: '2022-10-03',
    };
    assert.deepEqual(z.parse(renamesReply, [rename]), [
      { old_symbol: 'CBTX', new_symbol: 'STEL', effective: '2022-10-03' },
    ]);
    assert.equal(readDate(rename.effective), Date.UTC(2022, 9, 3));
    const apple = {
      Code: 'AAPL',
      Name: 'Apple Inc',
      Country: 'USA',
      Exchange: 'NASDAQ',
      Currency: 'USD',
      Type: 'Common Stock',
      Isin: 'US0378331005',
    };
    assert.deepEqual(z.parse(symbolsReply, [apple]), [
      { Code: 'AAPL', Name: 'Apple Inc', Exchange: 'NASDAQ', Type: 'Common Stock' },
    ]);
  });

  const minute = { timestamp: 1627911000, open: 1, high: 1, low: 1, close: 1, volume: 0 };

  test('a row without prices is no bar, one without a volume has 0', () => {
    const none = { open: null, high: null, low: null, close: null, volume: null };
    assert.equal(toMinute({ ...minute, ...none }, 4), null);
    assert.equal(toDay({ date: '2025-01-02', ...none }, 2, []), null);
    assert.equal(toMinute({ ...minute, volume: null }, 4)?.volume, 0);
    assert.equal(toMinute({ ...minute, timestamp: 1627911001 }, 4), null);
  });

  for (const [field, value] of [
    ['open', 'NaN'],
    ['high', 0],
    ['low', -1],
    ['close', Number.POSITIVE_INFINITY],
    ['volume', -5],
    ['timestamp', 1627911000000],
  ] as const) {
    test(`a minute whose ${field} is ${value} is another form`, () => {
      assert.equal(z.safeParse(minutesReply, [{ ...minute, [field]: value }]).success, false);
    });
  }
});
