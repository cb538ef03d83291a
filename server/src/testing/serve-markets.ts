import assert from 'node:assert/strict';
import { createInterface } from 'node:readline';
import { DAY_MS, HOUR_MS } from '@rasat/engine';
import { startApp } from '../app.ts';
import { createBinanceStandIn } from '../connectors/binance/testing/stand-in.ts';
import { TAPE_MARKETS } from '../connectors/binance/testing/trade-tape.ts';
import {
  createLaplaceStandIn,
  KEY as LAPLACE_KEY,
  LAPLACE_MARKETS,
} from '../connectors/laplace/testing/stand-in.ts';
import { createMassiveStandIn, MASSIVE_MARKETS } from '../connectors/massive/testing/stand-in.ts';
import { KEY as MASSIVE_KEY } from '../connectors/massive/testing/stand-in-replies.ts';
import { ADAPTER_SETTINGS } from '../connectors/register.ts';
import {
  createTwelveDataStandIn,
  KEY as TWELVEDATA_KEY,
  TWELVEDATA_MARKETS,
} from '../connectors/twelvedata/testing/stand-in.ts';
import { COMMON_FAULTS, type CommonFault } from '../connectors/vendor-wire/testing/fault-switch.ts';
import {
  type SwitchedFaults,
  switchFault,
} from '../connectors/vendor-wire/testing/serve-stand-in.ts';
import { type ClockSettings, createClock } from '../platform/clock.ts';
import { testConfig, testDatabase } from '../platform/testing.ts';
import { eventually } from './eventually.ts';

// `node server/src/testing/serve-markets.ts 2026-11-18T14:50:00Z [DAYS]`: runs a whole server for the browser tests on a
// free port, with an empty database, on a clock that starts at that moment. Each category has another vendor, played by
// its stand-in: crypto Binance, currencies Twelve Data, shares of Nasdaq and indices Massive, Borsa İstanbul Laplace.
// Prints `{"origin","accounts","aheadMs"}` once every part is ready, and ends when its input ends. A line `VENDOR begin
// NAME` or `VENDOR end` switches a fault that every stand-in has.

/** Time within which a busy machine fills and analyses the symbols. */
const READY_MS = 240_000;
const CREDITS = 600;
/** Trades of each market in an hour. */
const PER_HOUR = 3600;

const [at = '', days = '12'] = process.argv.slice(2);
const atMs = Date.parse(at);
if (!Number.isFinite(atMs)) throw new RangeError(`not a moment: ${at}`);

const aheadMs = atMs - Date.now();
const shifted: ClockSettings = { kind: 'shifted', offsetMs: aheadMs };
const clock = createClock(shifted);
const hourMs = Math.floor(atMs / HOUR_MS) * HOUR_MS;
const tape = {
  clock,
  seed: 1,
  fromMs: hourMs - Number(days) * DAY_MS,
  denseFromMs: hourMs - DAY_MS,
};
const often = <M extends { readonly symbol: string }>(markets: readonly M[], ...names: string[]) =>
  markets
    .filter(({ symbol }) => names.includes(symbol))
    .map((market) => ({ ...market, perHour: PER_HOUR }));
const binance = await createBinanceStandIn({
  ...tape,
  markets: often(TAPE_MARKETS, 'BTCUSDT', 'ETHUSDT'),
});
const twelvedata = await createTwelveDataStandIn({
  ...tape,
  credits: CREDITS,
  markets: often(TWELVEDATA_MARKETS, 'EURUSD'),
});
const massive = await createMassiveStandIn({
  ...tape,
  markets: often(MASSIVE_MARKETS, 'AAPL', 'MSFT', 'SPX'),
});
const laplace = await createLaplaceStandIn({
  ...tape,
  feed: 'delayed',
  stream: 'websocket',
  markets: often(LAPLACE_MARKETS, 'THYAO', 'GARAN'),
});
const faults: Readonly<Record<string, SwitchedFaults<CommonFault>>> = {
  binance: binance.faults,
  twelvedata: twelvedata.faults,
  massive: massive.faults,
  laplace: laplace.faults,
};

const ends: (() => unknown)[] = [];
const { address: database } = await testDatabase({ after: (end) => void ends.push(end) });
const settings = {
  SOURCES: 'binance,twelvedata,massive,massive-index,laplace',
  BINANCE_SYMBOLS: 'BTCUSDT,ETHUSDT',
  BINANCE_URL: binance.url,
  BINANCE_STREAM_URL: binance.streamUrl,
  TWELVEDATA_KEY,
  TWELVEDATA_MODE: 'stream',
  TWELVEDATA_SYMBOLS: 'EURUSD',
  TWELVEDATA_CREDITS: String(CREDITS),
  TWELVEDATA_URL: twelvedata.url,
  TWELVEDATA_STREAM_URL: twelvedata.streamUrl,
  MASSIVE_KEY,
  MASSIVE_SYMBOLS: 'AAPL,MSFT',
  MASSIVE_INDICES: 'SPX',
  MASSIVE_FEED: 'live',
  MASSIVE_REQUESTS: String(CREDITS),
  MASSIVE_URL: massive.url,
  MASSIVE_STREAM_URL: massive.streamUrl,
  LAPLACE_KEY,
  LAPLACE_SYMBOLS: 'THYAO,GARAN',
  LAPLACE_URL: laplace.url,
};
const app = await startApp(testConfig(settings, ADAPTER_SETTINGS), {
  database,
  demoAccounts: true,
  clock: shifted,
  // Browsers and tests on the machine may delay the server without a fault.
  stallLimitMs: Number.POSITIVE_INFINITY,
});
await eventually(() => {
  const waiting = Object.entries(app.parts()).filter(([, { ready }]) => !ready);
  assert.deepEqual(waiting, []);
  assert.equal(app.filled(), 1);
}, READY_MS);
const accounts = app.demoAccounts?.accounts ?? [];
console.log(JSON.stringify({ origin: app.address, accounts, aheadMs }));

const lines = createInterface({ input: process.stdin });
process.once('SIGTERM', () => lines.close());
for await (const line of lines) {
  const [vendor = '', ...words] = line.split(' ');
  const own = faults[vendor];
  if (own) switchFault(words.join(' '), own, COMMON_FAULTS);
}
await app.stop();
await Promise.all([binance, twelvedata, massive, laplace].map((one) => one.stop()));
for (const end of ends.toReversed()) await end();
process.stdin.destroy();
