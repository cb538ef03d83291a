import { parseArgs } from 'node:util';
import { createIyzico } from '../connectors/iyzico/iyzico.ts';
import {
  findSeller,
  issueCreditNote,
  issueInvoice,
  registerInvoiceRoutes,
} from '../modules/invoices/index.ts';
import {
  type PaymentOptions,
  registerPaymentRoutes,
  seedPrices,
  setCourseSale,
  startPayments,
} from '../modules/payments/index.ts';
import { createGuard } from '../modules/rights/index.ts';
import { createClock } from '../platform/clock.ts';
import { openPool } from '../platform/db/pool.ts';
import { loadKeys } from '../platform/keys.ts';
import { startTestServer, testContext } from '../platform/testing.ts';

// Serves the calls of payments and invoices as a process, over an existing database and iyzico server:
//   node server/src/testing/payment-process.ts --host SOCKET_FOLDER --database NAME --keys FILE
//     --iyzico URL --key K --secret S [--offset MS] [--timeout MS]
// Prints `{"address"}` in one line when it listens. Ends when its parent process ends.

const { values } = parseArgs({
  options: {
    host: { type: 'string', default: '' },
    database: { type: 'string', default: '' },
    keys: { type: 'string', default: '' },
    iyzico: { type: 'string', default: '' },
    key: { type: 'string', default: '' },
    secret: { type: 'string', default: '' },
    offset: { type: 'string', default: '0' },
    timeout: { type: 'string', default: '10000' },
  },
});
const { host, database, keys: keysFile, iyzico: url, key: apiKey, secret: secretKey } = values;
const address = { host, user: 'rasat', database };
const db = openPool(address, { maxConnections: 10 });
const t = { after: () => {} };
const clock = createClock({ kind: 'shifted', offsetMs: Number(values.offset) });
const made = await testContext(t, {
  clock,
  database: { address, db },
  env: { KEYS_FILE: keysFile },
});
const context = { ...made, keys: await loadKeys(made.config) };
await seedPrices(db, context.config, context.clock.now());
await setCourseSale(db, { onSale: true, by: null }, context.clock.now());
const options: PaymentOptions = {
  provider: createIyzico({
    url,
    apiKey,
    secretKey,
    clock,
    timeoutMs: Number(values.timeout),
    reportPauseMs: 20,
  }),
  seller: findSeller(context.config),
  tell: async () => true,
  onPaid: (trx, paid) => issueInvoice(trx, paid, context),
  onRefunded: (trx, refund) => issueCreditNote(trx, refund, context),
};
const server = await startTestServer(t, {
  context,
  guard: createGuard(context),
  routes: (web) => {
    registerPaymentRoutes(web, options);
    registerInvoiceRoutes(web);
  },
});
startPayments(context, options);
process.stdout.write(`${JSON.stringify({ address: server.origin })}\n`);
process.stdin.on('end', () => process.exit(0)).resume();
