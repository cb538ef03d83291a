import { HOUR_MS, type OrderState, type ProviderName, purchaseOf, ROUTES } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import { countAttempt } from '../../platform/attempts.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { Redirect, registerRoute } from '../../platform/http/route.ts';
import type { Web } from '../../platform/http/web.ts';
import type { AttemptOwner, Order } from './ledger.ts';
import { isHinted, presentAttempt } from './order-machine.ts';
import { insertStray } from './order-store.ts';
import { outcomePage } from './outcome.ts';
import type { PaymentPath } from './payment-path.ts';
import { openPath, type PaymentOptions } from './payments.ts';
import { shareSettling } from './shared-settling.ts';

const RETRY_SECONDS = 30;
/** Limit on the returns of one attempt: each asks the provider and stores an event. */
const RETURNS = { most: 30, windowMs: HOUR_MS };

/** Serves browsers that return from a payment page, and the provider's notices. */
export function registerProviderRoutes(web: Web, options: PaymentOptions): void {
  const { context } = web;
  const settle = shareSettling();

  /** Finds the order after a look-up; after too many returns, without a look-up. */
  const findReturned = async (
    path: PaymentPath,
    { orderId, attemptId }: AttemptOwner,
  ): Promise<Order | undefined> => {
    const { db, clock } = context;
    const waitSeconds = await countAttempt(db, `payment.return ${attemptId}`, RETURNS, clock.now());
    if (waitSeconds > 0) return path.ledger.findOrder(orderId);
    return settle(path, orderId, attemptId, { kind: 'returned' });
  };

  const takeReturn = async (
    provider: ProviderName,
    fields: Readonly<Record<string, string>>,
  ): Promise<Redirect> => {
    const path = openPath(context, options);
    if (provider !== path.provider.name) throw new AppError('not-found-404');
    const token = path.provider.readReturn(fields);
    const found = token === null ? undefined : await path.ledger.findAttempt(provider, token);
    // A made-up token reveals nothing and stores nothing.
    if (!found) return new Redirect(outcomePage('subscription', 'error'));
    const order = await findReturned(path, found);
    if (!order) throw new AppError('not-found-404');
    return new Redirect(outcomePage(purchaseOf(order.product), outcomeOf(order, found)));
  };

  registerRoute(
    web,
    ROUTES.paymentReturn,
    ({ params, query }) => takeReturn(params.provider, query),
    { onRefusal: redirectToPending },
  );
  registerRoute(
    web,
    ROUTES.paymentReturnForm,
    ({ params, query, body }) => takeReturn(params.provider, { ...query, ...body }),
    { onRefusal: redirectToPending },
  );

  registerRoute(
    web,
    ROUTES.paymentWebhook,
    async ({ params, headers, bytes }) => {
      const path = openPath(context, options);
      if (params.provider !== path.provider.name) throw new AppError('not-found-404');
      const notice = path.provider.readNotice(headers, bytes);
      if (!notice) throw new AppError('unauthorized-401');
      const { token, kind: word, paymentId } = notice;
      const provider = path.provider.name;
      const found = await path.ledger.findAttempt(provider, token);
      if (!found) {
        await inTransaction(context.db, (trx) =>
          insertStray(trx, { ...notice, provider }, context.clock.now()),
        );
        throw new AppError('not-found-404');
      }
      const { orderId, attemptId } = found;
      const named = paymentId === null ? {} : { paymentId };
      const order = await settle(path, orderId, attemptId, { kind: 'noticed', word, ...named });
      // Not acknowledged while the outcome is unknown: the provider repeats the notice.
      if (order.view.state === 'unknown' || isHinted(order.view, attemptId)) {
        throw new AppError('unavailable-503', { retryAfterSeconds: RETRY_SECONDS });
      }
      return {};
    },
    { unlimited: true },
  );
}

/**
 * Returns the page on which a browser waits while the provider or the database is unavailable; null for other errors.
 */
function redirectToPending({ code }: AppError): Redirect | null {
  return code === 'unavailable-503' ? new Redirect(outcomePage('subscription', 'pending')) : null;
}

const DECIDED: Readonly<Record<OrderState, 'success' | 'error' | 'pending'>> = {
  open: 'pending',
  unknown: 'pending',
  paid: 'success',
  failed: 'error',
  expired: 'error',
  review: 'error',
  refunding: 'error',
  refunded: 'error',
};

/**
 * Returns the outcome of a payment, as the page shows it. A refused card is an error, even when its page accepts
 * another card.
 */
function outcomeOf({ view }: Order, { attemptId }: AttemptOwner): 'success' | 'error' | 'pending' {
  const isUndecided = view.state === 'expired' || view.state === 'failed';
  if (isUndecided && isHinted(view, attemptId)) return 'pending';
  const isRefused = view.state === 'open' && (presentAttempt(view)?.code ?? null) !== null;
  return isRefused ? 'error' : DECIDED[view.state];
}
