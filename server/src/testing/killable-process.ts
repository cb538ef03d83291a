import { parseArgs } from 'node:util';
import { startApp } from '../app.ts';
import { ADAPTER_SETTINGS } from '../connectors/register.ts';
import { testConfig } from '../platform/testing.ts';

// A whole server as a process, on a database that is there already and on a clock that may be elsewhere or faster:
//   node server/src/testing/killable-process.ts --host SOCKET_FOLDER --database NAME --clock JSON [--seed N]
// Says `{"address","operator"}` in one line when it listens. Ends on SIGTERM, and when the process that started it is gone.

const { values } = parseArgs({
  options: {
    host: { type: 'string' },
    database: { type: 'string' },
    clock: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
const { host = '', database = '', clock = '{"kind":"real"}', seed } = values;
const env = { SIMULATION_SEED: seed, LOG_LEVEL: 'error' };
const app = await startApp(testConfig(env, ADAPTER_SETTINGS), {
  database: { host, user: 'rasat', database },
  clock: JSON.parse(clock),
  site: null,
  // A machine that runs other tests as well may be late without being in trouble.
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
