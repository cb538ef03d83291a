import { type OrderState, purchaseOf, ROUTES } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import { countAttempt } from '../../platform/attempts.ts';
import { Redirect, registerRoute } from '../../platform/http/route.ts';
import type { Web } from '../../platform/http/web.ts';
import type { Order } from './ledger.ts';
import { presentAttempt } from './order-machine.ts';
import { insertStray } from './order-store.ts';
import { outcomePage } from './outcome.ts';
import type { PaymentPath } from './payment-path.ts';
import { openPath, type PaymentOptions } from './payments.ts';
import { shareSettling } from './shared-settling.ts';

const RETRY_SECONDS = 30;
/** Who pays comes back a few times; each time the provider is asked and something is kept for ever. */
const RETURNS = { most: 30, windowMs: 3_600_000 };

/** Serves browsers that come back from a page, and what the provider says by itself. */
export function registerProviderRoutes(web: Web, options: PaymentOptions): void {
  const { context } = web;
  const settle = shareSettling();

  /** The order after a look-up; as it is known without one when its page was come back from too often. */
  const findReturned = async (
    path: PaymentPath,
    { orderId, attemptId }: { readonly orderId: number; readonly attemptId: string },
  ): Promise<Order | undefined> => {
    const { db, clock } = context;
    const waitSeconds = await countAttempt(db, `payment.return ${attemptId}`, RETURNS, clock.now());
    if (waitSeconds > 0) return path.ledger.findOrder(orderId);
    return settle(path, orderId, attemptId, { kind: 'returned' });
  };

  const takeReturn = async (
    provider: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<Redirect> => {
    const path = openPath(context, options);
    if (provider !== path.provider.name) throw new AppError('not-found-404');
    const token = path.provider.readReturn(fields);
    const found = token === null ? undefined : await path.ledger.findAttempt(provider, token);
    // Whoever makes a token up learns nothing and leaves nothing behind.
    if (!found) return new Redirect(outcomePage('subscription', 'error'));
    const order = await findReturned(path, found);
    if (!order) throw new AppError('not-found-404');
    return new Redirect(outcomePage(purchaseOf(order.product), outcomeOf(order)));
  };

  registerRoute(
    web,
    ROUTES.paymentReturn,
    ({ params, query }) => takeReturn(params.provider, query),
    { onRefusal: waitHere },
  );
  registerRoute(
    web,
    ROUTES.paymentReturnForm,
    ({ params, query, body }) => takeReturn(params.provider, { ...query, ...body }),
    { onRefusal: waitHere },
  );

  registerRoute(
    web,
    ROUTES.paymentWebhook,
    async ({ params, headers, bytes }) => {
      const path = openPath(context, options);
      if (params.provider !== path.provider.name) throw new AppError('not-found-404');
      const notice = path.provider.readNotice(headers, bytes);
      if (!notice) throw new AppError('unauthorized-401');
      const { token, kind: word } = notice;
      const found = await path.ledger.findAttempt(path.provider.name, token);
      if (!found) {
        const stray = { provider: path.provider.name, token, kind: word };
        await insertStray(context.db, stray, context.clock.now());
        throw new AppError('not-found-404');
      }
      const { orderId, attemptId } = found;
      const order = await settle(path, orderId, attemptId, { kind: 'noticed', word });
      // Not acknowledged while nobody knows what is true: the provider says it again.
      if (order.view.state === 'unknown') {
        throw new AppError('unavailable-503', { retryAfterSeconds: RETRY_SECONDS });
      }
      return {};
    },
    { unlimited: true },
  );
}

/** Where a browser waits when nothing can be looked up or written just now. */
function waitHere({ code }: AppError): Redirect | null {
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

/** How a payment came out, as the page says it; a card that was refused is an error, though its page may take another. */
function outcomeOf({ view }: Order): 'success' | 'error' | 'pending' {
  const isRefused = view.state === 'open' && (presentAttempt(view)?.code ?? null) !== null;
  return isRefused ? 'error' : DECIDED[view.state];
}
