import { parseArgs } from 'node:util';
import { startDemoBank } from '../connectors/demo-bank/demo-bank.ts';
import { createClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';

// Runs a demo bank as a process that tests can kill:
//   node server/src/testing/demo-bank-process.ts --data FOLDER --secret HEX
// Prints `{"origin"}` in one line when it listens. Ends when its parent process ends.

const { values } = parseArgs({
  options: { data: { type: 'string' }, secret: { type: 'string' } },
});
const { data = '', secret = '' } = values;
const bank = await startDemoBank({
  ports: [0],
  host: '127.0.0.1',
  hostname: '127.0.0.1',
  dataDir: data,
  secret: Buffer.from(secret, 'hex'),
  noticeUrl: () => 'http://127.0.0.1:9/',
  clock: createClock(),
  log: createLog('error'),
});
process.stdout.write(`${JSON.stringify({ origin: bank.origin })}\n`);
process.stdin.on('end', () => process.exit(0)).resume();
