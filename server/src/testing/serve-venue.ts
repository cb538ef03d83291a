import assert from 'node:assert/strict';
import { startApp } from '../app.ts';
import { ADAPTER_SETTINGS } from '../connectors/register.ts';
import { testConfig, testDatabase } from '../platform/testing.ts';
import { eventually } from './eventually.ts';

// `node server/src/testing/serve-venue.ts URL STREAM_URL`: runs a whole server for the browser tests on a free port, with
// an empty database, on the machine's clock. Its one source is the Binance at these addresses, of which it lists
// ETHUSDT. Prints `{"origin","accounts"}` once every part is ready, and ends when its input ends.

/** Time within which an idle machine fills and analyses one pair. */
const READY_MS = 120_000;

const [url = '', streamUrl = ''] = process.argv.slice(2);
const ends: (() => unknown)[] = [];
const { address: database } = await testDatabase({ after: (end) => void ends.push(end) });
const config = testConfig(
  {
    SOURCES: 'binance',
    BINANCE_SYMBOLS: 'ETHUSDT',
    BINANCE_URL: url,
    BINANCE_STREAM_URL: streamUrl,
  },
  ADAPTER_SETTINGS,
);
const app = await startApp(config, {
  database,
  demoAccounts: true,
  // Browsers and tests on the machine may delay the server without a fault.
  stallLimitMs: Number.POSITIVE_INFINITY,
});
await eventually(() => {
  const waiting = Object.entries(app.parts()).filter(([, { ready }]) => !ready);
  assert.deepEqual(waiting, []);
}, READY_MS);
const accounts = app.demoAccounts?.accounts ?? [];
console.log(JSON.stringify({ origin: app.address, accounts }));
await new Promise<void>((resolve) => {
  process.stdin.once('end', resolve).resume();
  process.once('SIGTERM', resolve);
});
await app.stop();
for (const end of ends.toReversed()) await end();
process.stdin.destroy();
