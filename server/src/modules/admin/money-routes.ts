import { type AdminReview, ROUTES } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Web } from '../../platform/http/web.ts';
import { listCourse } from '../education/index.ts';
import {
  closeReview,
  findOrderId,
  isCourseOnSale,
  type ListedReview,
  listReconciliations,
  listReviews,
  type Payments,
  setCourseSale,
} from '../payments/index.ts';
import { readPage } from './cursor.ts';
import { readOrder, readOrders } from './orders.ts';
import { readPriceList, setPrices } from './prices.ts';
import { registerAdminRoute } from './register-admin-route.ts';

/** Serves orders, refunds, the reconciliation and prices. */
export function registerMoneyRoutes(web: Web, payments: Payments): void {
  registerOrderRoutes(web, payments);
  registerReviewRoutes(web, payments);
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

  registerAdminRoute(web, ROUTES.adminSetCourseSale, async (call) => {
    const { body, trx, person, nowMs, audit } = call;
    const { onSale } = body;
    if ((await isCourseOnSale(trx)) === onSale) throw new AppError('conflict-409');
    await setCourseSale(trx, { onSale, by: person.publicId }, nowMs);
    const lessons = await listCourse(trx);
    const videos = lessons.filter(({ hasVideo }) => hasVideo).length;
    await audit('course.sale', 'course', { onSale, videos, lessons: lessons.length });
    return {};
  });
}

function registerOrderRoutes(web: Web, payments: Payments): void {
  const { log } = web.context;

  registerAdminRoute(web, ROUTES.adminOrders, ({ query, trx }) => readOrders(trx, query));
  registerAdminRoute(web, ROUTES.adminOrder, ({ params, trx }) =>
    readOrder(trx, params.number, payments.provider),
  );

  registerAdminRoute(web, ROUTES.adminRefund, async (call) => {
    const { params, body, trx, person, audit, afterwards } = call;
    const orderId = await getOrderId(trx, params.number);
    const { reason } = body;
    const state = await payments.beginRefund(trx, { orderId, reason, by: person.publicId });
    await audit('order.refund', `order:${params.number}`, { reason });
    afterwards(async () => {
      try {
        return { state: await payments.finishRefund(orderId) };
      } catch (error) {
        // The started refund is committed, and the reconciliation continues it.
        log.error({ err: error, order: orderId }, 'a refund could not be finished at once');
        return undefined;
      }
    });
    return { state };
  });
}

function registerReviewRoutes(web: Web, payments: Payments): void {
  registerAdminRoute(web, ROUTES.adminReturnOrder, async (call) => {
    const { params, body, trx, person, audit } = call;
    const orderId = await getOrderId(trx, params.number);
    const { reason } = body;
    const state = await payments.refundByHand(trx, { orderId, reason, by: person.publicId });
    await audit('order.return', `order:${params.number}`, { reason });
    return { state };
  });

  registerAdminRoute(web, ROUTES.adminCloseOrder, async (call) => {
    const { params, body, trx, person, audit } = call;
    const orderId = await getOrderId(trx, params.number);
    const { reason: note } = body;
    const state = await payments.closeContest(trx, { orderId, note, by: person.publicId });
    await audit('order.close', `order:${params.number}`, { note });
    return { state };
  });

  registerAdminRoute(web, ROUTES.adminReviews, async ({ query, trx }) => {
    const isOpen = query.which !== 'closed';
    const { rows, next } = await readPage(query.after, (beforeId, most) =>
      listReviews(trx, isOpen, beforeId, most),
    );
    return { reviews: rows.map(showReview), next };
  });

  registerAdminRoute(web, ROUTES.adminCloseReview, async (call) => {
    const { params, body, trx, person, nowMs, audit } = call;
    const id = Number(params.id);
    const { reason: note } = body;
    const { isKnown, kind } = await closeReview(trx, id, { note, by: person.publicId, nowMs });
    if (!isKnown) throw new AppError('not-found-404');
    if (kind === null) throw new AppError('conflict-409');
    await audit('review.close', `review:${id}`, { kind, note });
    return {};
  });
}

async function getOrderId(trx: Db, number: string): Promise<number> {
  const orderId = await findOrderId(trx, number);
  if (orderId === undefined) throw new AppError('not-found-404');
  return orderId;
}

function showReview(row: ListedReview): AdminReview {
  const { detail, closedAtMs, closedBy, note } = row;
  const { word, token, day, ours } = detail as Partial<Record<string, string | number>>;
  return {
    id: row.id,
    kind: row.kind,
    provider: row.provider,
    found: row.foundAtMs,
    order: row.orderNumber,
    payment: row.paymentId,
    amount: row.amountKurus,
    currency: row.currency,
    ours: typeof ours === 'number' ? ours : null,
    word: typeof word === 'string' ? word : null,
    token: typeof token === 'string' ? token : null,
    day: typeof day === 'string' ? day : null,
    closed:
      closedAtMs === null || closedBy === null || note === null
        ? null
        : { at: closedAtMs, by: closedBy, note },
  };
}

function registerReconciliationRoutes(web: Web, payments: Payments): void {
  const { log } = web.context;

  registerAdminRoute(web, ROUTES.adminReconciliations, async ({ query, trx }) => {
    const { rows, next } = await readPage(query.after, (beforeId, most) =>
      listReconciliations(trx, most, beforeId),
    );
    return {
      runs: rows.map((run) => ({
        id: run.id,
        started: run.startedAtMs,
        finished: run.endedAtMs,
        running: run.isRunning,
        checked: run.looked,
        changed: run.changed,
        unanswered: run.failed,
        compared: run.compared,
        listFailed: run.isListFailed,
      })),
      next,
    };
  });

  registerAdminRoute(web, ROUTES.adminReconcile, async ({ audit }) => {
    await audit('reconciliation.start', 'reconciliation');
    const run = await payments.reconcile({ compares: true });
    if (!run) throw new AppError('conflict-409');
    run.done.catch((error: unknown) => log.error({ err: error }, 'a reconciliation failed'));
    return {};
  });
}
