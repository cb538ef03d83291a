import { parseArgs } from 'node:util';
import { startApp } from '../app.ts';
import { ADAPTER_SETTINGS } from '../connectors/register.ts';
import { testConfig } from '../platform/testing.ts';

// Runs a whole server as a process, on an existing database and a clock that may be shifted or faster:
//   node server/src/testing/killable-process.ts --host SOCKET_FOLDER --database NAME --clock JSON [--settings JSON]
// Prints `{"address","operator"}` in one line when it listens. Ends on SIGTERM, and
// when its parent process ends.

const { values } = parseArgs({
  options: {
    host: { type: 'string' },
    database: { type: 'string' },
    clock: { type: 'string' },
    settings: { type: 'string' },
  },
});
const { host = '', database = '', clock = '{"kind":"real"}', settings = '{}' } = values;
const env = { LOG_LEVEL: 'error', ...(JSON.parse(settings) as Record<string, string>) };
const app = await startApp(testConfig(env, ADAPTER_SETTINGS), {
  database: { host, user: 'rasat', database },
  clock: JSON.parse(clock),
  site: null,
  // Other tests on the machine may delay the server without a fault.
  stallLimitMs: Number.POSITIVE_INFINITY,
});
process.stdout.write(`${JSON.stringify({ address: app.address, operator: app.operator })}\n`);

let stopping = false;
const stop = (): void => {
  if (stopping) return;
  stopping = true;
  app.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
};
process.on('SIGTERM', stop);
process.stdin.on('end', stop).resume();
