import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Bar, createAggregator } from '@rasat/engine';
import { BarFileError, type BarFileOptions } from './formats.ts';
import { openBarFile } from './open-bar-file.ts';

// Real files of many vendors lie outside the repository on the machines where it is built.
const data = join(import.meta.dirname, '../../../../../shared/data');
const rawPath = (name: string): string => join(data, 'raw', name);

function marketBars(name: string): Bar[] {
  const rows = readFileSync(join(data, 'market', `${name}.csv`), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  return rows.map((row) => {
    const [openTimeMs = 0, open = 0, high = 0, low = 0, close = 0, volume = 0] = row
      .split(',')
      .map(Number);
    return { openTimeMs, open, high, low, close, volume };
  });
}

async function rawBars(
  name: string,
  options: BarFileOptions,
): Promise<{ bars: Bar[]; refused: string[] }> {
  const bars: Bar[] = [];
  const refused: string[] = [];
  const file = await openBarFile(rawPath(name), options);
  for await (const row of file.rows) {
    if ('bar' in row) bars.push(row.bar);
    else refused.push(row.refusal);
  }
  return { bars, refused };
}

const show = ({ openTimeMs, open, high, low, close, volume }: Bar): string =>
  [new Date(openTimeMs).toISOString(), open, high, low, close, volume].join(' ');

/**
 * The same bars, volumes to the six significant figures that the compared file keeps. `tick` allows for other ways to
 * round a half.
 */
function assertSameBars(
  actual: readonly Bar[],
  expected: readonly Bar[],
  name: string,
  tick = 0,
): void {
  assert.equal(actual.length, expected.length, `${name}: number of bars`);
  actual.forEach((bar, i) => {
    const other = expected[i]!;
    const near = (a: number, b: number): boolean => a === b || Math.abs(a - b) < tick * 1.01;
    const same =
      bar.openTimeMs === other.openTimeMs &&
      near(bar.open, other.open) &&
      near(bar.high, other.high) &&
      near(bar.low, other.low) &&
      near(bar.close, other.close) &&
      Math.abs(bar.volume - other.volume) <= 1e-5 * other.volume + 0.001;
    if (!same) assert.equal(show(bar), show(other), name);
  });
}

interface Pair {
  readonly raw: string;
  readonly market: string;
  readonly options?: BarFileOptions;
  /** Refusals of the raw file, by code. */
  readonly refused?: Readonly<Record<string, number>>;
}

const factorFile = rawPath('lean/equity/usa/factor_files/aapl.csv');
const forming = { 'still-forming': 1 };
const PAIRS: readonly Pair[] = [
  { raw: 'lean/forex/oanda/hour/eurusd.zip', market: 'forex/EURUSD/60', options: { digits: 5 } },
  { raw: 'lean/forex/oanda/daily/eurusd.zip', market: 'forex/EURUSD/1D', options: { digits: 5 } },
  { raw: 'lean/cfd/oanda/daily/xauusd.zip', market: 'forex/XAUUSD/1D', options: { digits: 3 } },
  {
    raw: 'lean/crypto/coinbase/daily/btcusd_trade.zip',
    market: 'crypto/BTCUSD/1D',
    options: { digits: 2 },
  },
  {
    raw: 'lean/equity/usa/hour/aapl.zip',
    market: 'nasdaq/AAPL/60',
    options: { digits: 4, factorFile },
  },
  {
    raw: 'lean/equity/usa/daily/aapl.zip',
    market: 'nasdaq/AAPL/1D',
    options: { digits: 4, factorFile },
  },
  { raw: 'metatrader/komo-GBPUSDd1.csv', market: 'forex/GBPUSD/1D', options: { digits: 5 } },
  { raw: 'metatrader/bagherani-GBPUSD15.csv', market: 'forex/GBPUSD/15', options: { digits: 5 } },
  { raw: 'yahoo/MSFT.csv', market: 'nasdaq/MSFT/1D', options: { digits: 2 } },
  {
    raw: 'yahoo/THYAO.IS.csv',
    market: 'bist/THYAO/1D',
    options: { digits: 4 },
    refused: { filler: 40 },
  },
  {
    raw: 'yahoo/GDAXI.csv',
    market: 'index/DAX/1D',
    options: { digits: 2 },
    refused: { 'no-values': 168 },
  },
  { raw: 'freqtrade/BTC_USDT-15m.json', market: 'crypto/BTCUSDT/15', options: { digits: 2 } },
  {
    raw: 'exchange/misrori-APTUSDT_1h.csv',
    market: 'crypto/APTUSDT/60',
    options: { digits: 4 },
    refused: forming,
  },
  {
    raw: 'exchange/bybit-BTCUSDT_1w.csv',
    market: 'crypto/BTCUSDT/1W',
    options: { digits: 2 },
    refused: forming,
  },
  { raw: 'backtrader/2006-week-001.txt', market: 'index/STOXX50/1W', options: { digits: 2 } },
];

const isThere = (pair: Pair): boolean => existsSync(rawPath(pair.raw));

function countOf(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

test('vendors files give the bars that were made of them by other hands', async (t: TestContext) => {
  const present = PAIRS.filter(isThere);
  for (const { raw, market, options = {}, refused = {} } of present) {
    const read = await rawBars(raw, options);
    assert.deepEqual(countOf(read.refused), refused, raw);
    assertSameBars(read.bars, marketBars(market), raw, options.factorFile ? 0.0001 : 0);
  }
  t.diagnostic(`${present.length} of ${PAIRS.length} pairs of files compared`);
});

test('rows whose high does not hold the close are refused, the rest is equal', async (t) => {
  const raw = 'yahoo/XU100.csv';
  if (!existsSync(rawPath(raw))) return t.diagnostic('0 of 1 files compared');
  const { bars, refused } = await rawBars(raw, { digits: 2 });
  assert.deepEqual(countOf(refused), { range: 4 });
  const kept = new Set(bars.map((bar) => bar.openTimeMs));
  assertSameBars(
    bars,
    marketBars('index/XU100/1D').filter((bar) => kept.has(bar.openTimeMs)),
    raw,
  );
  t.diagnostic('1 of 1 files compared');
});

test('a broker whose clock changed is right where its present zone holds', async (t) => {
  const raw = 'metatrader/komo-GBPUSDh4.csv';
  if (!existsSync(rawPath(raw))) return t.diagnostic('0 of 1 files compared');
  const { bars } = await rawBars(raw, { digits: 5 });
  // Before 24 November 2014 the server ran on the clock of Berlin; one week of 2017 is off any rule.
  const inRule = ({ openTimeMs }: Bar): boolean =>
    openTimeMs >= Date.UTC(2014, 10, 24) &&
    (openTimeMs < Date.UTC(2017, 9, 29) || openTimeMs >= Date.UTC(2017, 10, 5));
  const expected = marketBars('forex/GBPUSD/240').filter(inRule);
  assert.ok(expected.length > 11_000);
  assertSameBars(bars.filter(inRule), expected, raw);
  t.diagnostic('1 of 1 files compared');
});

test('minutes labelled by their end make the quarter hours', async (t) => {
  const raw = 'backtrader/2006-01-02-volume-min-001.txt';
  if (!existsSync(rawPath(raw))) return t.diagnostic('0 of 1 files compared');
  const { bars } = await rawBars(raw, { digits: 2, timeZone: 'Europe/Berlin' });
  const quarters: Bar[] = [];
  const aggregator = createAggregator('15', '15', false);
  for (const bar of bars) {
    const finished = aggregator.push(bar);
    if (finished) quarters.push(finished);
  }
  quarters.push(aggregator.current()!);
  assertSameBars(quarters, marketBars('index/FESX/15'), raw);
  t.diagnostic('1 of 1 files compared');
});

test('every real file is read or refused for its reason', async (t) => {
  const files: Readonly<Record<string, string>> = {
    'histdata/DAT_ASCII_EURUSD_M1_201801.csv': 'histdata 32066',
    'metatrader/EURUSD15.hst': 'metatrader-hst 10388',
    'metatrader/mt5-python-EURUSD15.csv': 'metatrader 10388',
    'yahoo/GSPC-3-header.csv': 'yahoo 1510',
    'yahoo/nvda-1999-2014.txt': 'yahoo 4012',
    'freqtrade/XRP_USDT_USDT-1h-futures.json.gz': 'freqtrade 100',
    'exchange/bybit-BTCUSDT_15m.csv': 'klines-csv 999',
    'backtrader/2006-day-001.txt': 'backtrader 255',
    'backtrader/2006-min-005.txt': 'backtrader 2142',
    'lean/forex/oanda/minute/eurusd/20140504_quote.zip': 'lean 157',
    'lean/equity/usa/minute/aapl/20140609_trade.zip': 'lean 834',
    'lean/crypto/coinbase/minute/btcusd/20180404_trade.zip': 'lean 1007',
    'lean/equity/usa/factor_files/aapl.csv': 'unknown',
    'lean/equity/usa/map_files/aapl.csv': 'unknown',
    'freqtrade/ADA_BTC-5m.feather': 'not-supported',
    'parquet/EURUSD_M15_3000.parquet': 'not-supported',
    'backtrader/ticksample.csv': 'irregular',
    'dirty/GSPC_15m.csv': 'irregular',
    'dirty/NASDAQ_15m.csv': 'irregular',
    'dirty/CLF_15m-header-only.csv': 'no-rows',
  };
  const present = Object.entries(files).filter(([name]) => existsSync(rawPath(name)));
  for (const [name, expected] of present) {
    try {
      const { format } = await openBarFile(rawPath(name));
      const { bars, refused } = await rawBars(name, {});
      const open = refused.every((code) => code === 'still-forming');
      assert.ok(open, `${name}: ${refused.join(' ')}`);
      assert.equal(`${format} ${bars.length}`, expected, name);
    } catch (error) {
      if (!(error instanceof BarFileError)) throw error;
      assert.equal(error.code, expected, name);
    }
  }
  t.diagnostic(`${present.length} of ${Object.keys(files).length} files read`);
});
