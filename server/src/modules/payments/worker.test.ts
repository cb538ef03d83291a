import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { sql } from 'kysely';
import { type PaymentProvider, ProviderUnavailable } from '../../connectors/payment-provider.ts';
import { createLog } from '../../platform/log.ts';
import { until } from '../../testing/eventually.ts';
import { SHOP_NOON_MS, startShop } from '../../testing/shop.ts';
import { grantRight } from '../rights/index.ts';
import { beginReconciliation, listReconciliations } from './reconciliations.ts';
import { paymentJobs, startPayments } from './worker.ts';

const ORDERS = 10;

test('a server that stops while its provider is unavailable does not wait for every order', async (t) => {
  let asked = 0;
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const provider: PaymentProvider = {
    name: 'iyzico',
    origins: [],
    open: async ({ attemptId }) => ({
      token: attemptId,
      url: `https://cpp.example/?token=${attemptId}`,
      expiresAtMs: shop.clock.now() + 1_800_000,
    }),
    async lookUp() {
      asked += 1;
      await answered;
      throw new ProviderUnavailable('no answer');
    },
    refund: () => Promise.reject(new ProviderUnavailable('no answer')),
    findPayment: () => Promise.reject(new ProviderUnavailable('no answer')),
    listMovements: () => Promise.reject(new ProviderUnavailable('no answer')),
    readReturn: () => null,
    readNotice: () => null,
  };
  const shop = await startShop(t, { provider });
  for (let buyer = 0; buyer < ORDERS; buyer += 1) await shop.order(await shop.person());
  const part = startPayments(shop.context, shop.options);
  await until('the first order is looked up', () => asked === 1);
  const stopped = part.stop();
  answer();
  await stopped;
  assert.equal(asked, 1, 'it ends after the order that it is at');
});

/** A shop whose log lines are kept. */
async function startLogged(t: TestContext) {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const shop = await startShop(t, { log });
  lines.length = 0;
  return { ...shop, lines };
}

test('orders are reconciled every five minutes and people reminded every hour, and the log says what came of it', async (t) => {
  const { context, options, lines, ...shop } = await startLogged(t);
  const jobs = paymentJobs(options);
  assert.deepEqual(
    jobs.map(({ name, cron }) => [name, cron]),
    [
      ['payments.reconcile', '*/5 * * * *'],
      ['payments.compare', '20 4 * * *'],
      ['payments.remind', '17 * * * *'],
    ],
  );
  const alone = paymentJobs({ ...options, provider: null });
  assert.deepEqual(
    alone.map(({ name }) => name),
    ['payments.remind'],
  );
  const run = async (): Promise<unknown[]> => {
    lines.length = 0;
    for (const job of jobs) await job.run(context);
    return lines.map(({ msg, looked, changed, failed, count }) => ({
      msg,
      ...(count === undefined ? { looked, changed, failed } : { count }),
    }));
  };
  assert.deepEqual(await run(), [], 'nothing to say');
  const buyer = await shop.person(['lesson']);
  const token = await shop.order(buyer, 6);
  assert.deepEqual(await run(), []);
  shop.iyzico.pay(token);
  for (const language of ['tr', 'en'] as const) {
    const { id: personId } = await shop.person([], language);
    const grant = { personId, right: 'subscription', startsAt: 1, origin: 'test' } as const;
    await grantRight(context.db, { ...grant, endsAt: SHOP_NOON_MS + 1000 }, SHOP_NOON_MS);
  }
  assert.deepEqual(await run(), [
    { msg: 'orders reconciled with the provider', looked: 1, changed: 1, failed: 0 },
    { msg: 'people reminded of the end of a subscription', count: 2 },
  ]);
  assert.equal((await shop.rows('purchase_head'))[0]?.state, 'paid');
  // While another run is under way the job leaves it alone.
  const other = await beginReconciliation(context.db, shop.clock.now());
  const before = (await listReconciliations(context.db, 100)).length;
  await jobs[0]?.run(context);
  assert.equal((await listReconciliations(context.db, 100)).length, before);
  await other?.release();
});

test('an order that cannot be looked up is logged with its number in the tables, and the others are looked up', async (t) => {
  const { context, options, lines, ...shop } = await startLogged(t);
  const [first, second] = [await shop.person(), await shop.person()];
  await shop.order(first);
  const token = await shop.order(second);
  shop.iyzico.pay(token);
  const { provider } = options;
  assert.ok(provider);
  let asked = 0;
  const failing: PaymentProvider = {
    ...provider,
    lookUp: (attempt) => {
      asked += 1;
      return asked === 1 ? Promise.reject(new TypeError('broken')) : provider.lookUp(attempt);
    },
  };
  // A run of another server does not hold up the first one of this one.
  const other = await beginReconciliation(context.db, shop.clock.now());
  const part = startPayments(context, { ...options, provider: failing });
  await until('both were looked up', () => lines.length === 2);
  await other?.release();
  assert.deepEqual(part.status(), { ready: true });
  await part.stop();
  const said = lines.map(({ level, msg, order, err, looked, changed, failed }) =>
    level === 'error'
      ? [msg, order, (err as { message?: string }).message]
      : [msg, looked, changed, failed],
  );
  assert.deepEqual(said, [
    ['an order could not be looked up', 1, 'broken'],
    ['orders reconciled with the provider', 2, 1, 1],
  ]);
});

test('a first reconciliation that fails is reported by the part and the log, and the server keeps running', async (t) => {
  const { context, options, lines } = await startLogged(t);
  const idle = startPayments(context, { ...options, provider: null });
  assert.deepEqual(idle.status(), { ready: true });
  await idle.stop();
  await sql`alter table reconciliation rename to gone`.execute(context.db);
  const part = startPayments(context, options);
  await part.stop();
  const detail = 'the first reconciliation failed; the next one comes by itself';
  assert.deepEqual(part.status(), { ready: true, detail });
  assert.deepEqual(
    lines.map(({ level, msg }) => [level, msg]),
    [['error', detail]],
  );
  assert.match(JSON.stringify(lines[0]?.err), /reconciliation.*does not exist/);
});
