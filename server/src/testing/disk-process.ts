import { mkdirSync } from 'node:fs';
import { startApp } from '../app.ts';
import type { ClockSettings } from '../platform/clock.ts';
import { openDatabase } from '../platform/db/database.ts';
import { createLog } from '../platform/log.ts';
import { testConfig } from '../platform/testing.ts';

// Runs a whole server with its own PostgreSQL in a folder, on a clock given by its settings as JSON: `node
// disk-process.ts FOLDER CLOCK`. Prints `{"address","operator"}` in one line when it listens.
const [folder = '', clock = ''] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const config = testConfig({ RASAT_DATA: folder, LOG_LEVEL: 'warn' });
const database = await openDatabase(config, createLog(config.logLevel));
const app = await startApp(config, {
  database: database.address,
  clock: JSON.parse(clock) as ClockSettings,
  site: null,
  stallLimitMs: Number.POSITIVE_INFINITY,
  disk: { folder, ballast: true },
});
process.stdout.write(`${JSON.stringify({ address: app.address, operator: app.operator })}\n`);
const stop = (): void => {
  void app
    .stop()
    .then(() => database.stop())
    .then(() => process.exit(0));
};
process.once('SIGTERM', stop);
process.stdin.on('end', stop).resume();
