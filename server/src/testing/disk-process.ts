import { mkdirSync } from 'node:fs';
import { startApp } from '../app.ts';
import type { ClockSettings } from '../platform/clock.ts';
import { openDatabase } from '../platform/db/database.ts';
import { createLog } from '../platform/log.ts';
import { testConfig } from '../platform/testing.ts';

// A whole server with its own PostgreSQL in a folder, on a clock that is given as JSON of its settings:
// `node disk-process.ts FOLDER CLOCK`. Says `{"address","operator"}` in one line when it listens.
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
