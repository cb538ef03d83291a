import { LIMITS, ROUTES } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import type { Web } from '../../platform/http/web.ts';
import { findOrderId, listReconciliations, type Payments } from '../payments/index.ts';
import { readCursor, splitRows } from './cursor.ts';
import { readOrder, readOrders } from './orders.ts';
import { readPriceList, setPrices } from './prices.ts';
import { registerAdminRoute } from './register-admin-route.ts';

/** Serves orders, refunds, the reconciliation and prices. */
export function registerMoneyRoutes(web: Web, payments: Payments): void {
  registerOrderRoutes(web, payments);
  registerReconciliationRoutes(web, payments);

  registerAdminRoute(web, ROUTES.adminPrices, ({ query, trx, nowMs }) =>
    readPriceList(trx, query.after, nowMs),
  );

  registerAdminRoute(web, ROUTES.adminSetPrices, async ({ body, trx, person, nowMs, audit }) => {
    for (const { product, ...change } of await setPrices(trx, body, person.publicId, nowMs)) {
      await audit('price.set', `price:${product}`, change);
    }
    return {};
  });
}

function registerOrderRoutes(web: Web, payments: Payments): void {
  const { log } = web.context;

  registerAdminRoute(web, ROUTES.adminOrders, ({ query, trx }) => readOrders(trx, query));
  registerAdminRoute(web, ROUTES.adminOrder, ({ params, trx }) => readOrder(trx, params.number));

  registerAdminRoute(web, ROUTES.adminRefund, async (call) => {
    const { params, body, trx, person, audit, afterwards } = call;
    const orderId = await findOrderId(trx, params.number);
    if (orderId === undefined) throw new AppError('not-found-404');
    const { reason } = body;
    const state = await payments.beginRefund(trx, { orderId, reason, by: person.publicId });
    await audit('order.refund', `order:${params.number}`, { reason });
    afterwards(async () => {
      try {
        return { state: await payments.finishRefund(orderId) };
      } catch (error) {
        // What was begun stands, and the reconciliation goes on with it.
        log.error({ err: error, order: orderId }, 'a refund could not be finished at once');
        return undefined;
      }
    });
    return { state };
  });
}

function registerReconciliationRoutes(web: Web, payments: Payments): void {
  const { log } = web.context;

  registerAdminRoute(web, ROUTES.adminReconciliations, async ({ query, trx }) => {
    const most = LIMITS.adminRows;
    const found = await listReconciliations(trx, most + 1, readCursor(query.after));
    const { rows, next } = splitRows(found, most);
    return {
      runs: rows.map(({ id, startedAtMs, endedAtMs, looked, changed, failed }) => ({
        id,
        started: startedAtMs,
        finished: endedAtMs,
        checked: looked,
        changed,
        unanswered: failed,
      })),
      next,
    };
  });

  registerAdminRoute(web, ROUTES.adminReconcile, async ({ audit }) => {
    await audit('reconciliation.start', 'reconciliation');
    const run = await payments.reconcile();
    if (!run) throw new AppError('conflict-409');
    run.done.catch((error: unknown) => log.error({ err: error }, 'a reconciliation failed'));
    return {};
  });
}
