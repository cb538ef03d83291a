import { parseArgs } from 'node:util';
import { createMemoryBus } from '../../bus/memory.ts';
import { createClock } from '../../clock.ts';
import { openListener } from '../../db/notify.ts';
import { openPool } from '../../db/pool.ts';
import { createKeys } from '../../keys.ts';
import { createLog } from '../../log.ts';
import { testConfig } from '../../testing.ts';
import { startMailer } from '../mailer.ts';

// A mailer as a process that can be killed:
// node mailer-process.ts --host SOCKET_FOLDER --database NAME --smtp URL --key BASE64
// It ends when the process that started it has ended.

const { values } = parseArgs({
  options: {
    host: { type: 'string', default: '' },
    database: { type: 'string', default: '' },
    smtp: { type: 'string', default: '' },
    key: { type: 'string', default: '' },
  },
});
const address = { host: values.host, user: 'rasat', database: values.database };
const log = createLog('silent');
const { listen, hears } = await openListener(address, log);
startMailer({
  db: openPool(address, { maxConnections: 5 }),
  bus: createMemoryBus(() => {}),
  clock: createClock(),
  log,
  config: testConfig({ SMTP_URL: values.smtp, MAIL_FROM: 'Rasat <noreply@rasat.example>' }),
  listen,
  hears,
  keys: createKeys('00000000', new Map([['00000000', Buffer.from(values.key, 'base64')]])),
});
process.stdin.on('end', () => process.exit(0)).resume();
