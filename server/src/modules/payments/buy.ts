import { purchaseOf } from '@rasat/contract';
import { type Buyer, ProviderUnavailable } from '../../connectors/payment-provider.ts';
import { AppError } from '../../platform/app-error.ts';
import type { LedgerTransaction, Order, Standing } from './ledger.ts';
import {
  type AttemptView,
  getAttempt,
  hasSameTerms,
  type OrderTerms,
  presentAttempt,
} from './order-machine.ts';
import type { PaymentPath } from './payment-path.ts';
import { settle } from './settle.ts';

/** Purchase that a person requests. */
export interface PurchaseRequest {
  readonly personId: number;
  readonly terms: OrderTerms;
  /** Name of the product, as the provider's page shows it. */
  readonly title: string;
  readonly buyer: Buyer;
  /** Address to which the provider returns the browser. */
  readonly returnUrl: string;
}

/** Age in milliseconds after which an opening counts as lost; calls to a provider time out earlier. */
export const OPENING_LIMIT_MS = 30_000;
/** Milliseconds for which the provider's last answer counts as current when the buyer asks again. */
const FRESH_MS = 30_000;
/** Least milliseconds until a page expires for the page to be returned. */
const LEAST_TIME_MS = 60_000;
const PAUSE_MS = 100;
/** Rounds of `PAUSE_MS` to wait for an opening page; longer than a provider takes to open one. */
const MOST_ROUNDS = 150;
const RETRY_SECONDS = 30;

type Plan =
  | { readonly kind: 'page'; readonly url: string }
  | { readonly kind: 'open'; readonly order: Order; readonly attempt: AttemptView }
  | { readonly kind: 'ask'; readonly order: Order; readonly attempt: AttemptView }
  | { readonly kind: 'wait' };

/**
 * Creates the order and returns the page on which it is paid. While an order of the purchase is open, the same page is
 * returned; another page is opened only after the provider has answered that the previous page cannot be paid. Throws
 * `subscribed-403`, `has-lesson-403`, a card code when the provider refuses to open a page, and `unavailable-503` while
 * the provider does not answer.
 */
export async function buy(
  path: PaymentPath,
  request: PurchaseRequest,
): Promise<{ readonly url: string }> {
  const asked = new Set<string>();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const plan = await path.ledger.transact({ personId: request.personId }, (tx) =>
      planPurchase(path, tx, request, asked),
    );
    if (plan.kind === 'page') return plan;
    if (plan.kind === 'wait') {
      await path.pause(PAUSE_MS);
    } else if (plan.kind === 'ask') {
      asked.add(plan.attempt.id);
      await settle(path, plan.order.id, plan.attempt.id);
    } else {
      const url = await openPage(path, plan.order, plan.attempt.id, request);
      if (url !== null) return { url };
    }
  }
  throw tryLater();
}

function tryLater(cause?: unknown): AppError {
  return new AppError('unavailable-503', { retryAfterSeconds: RETRY_SECONDS, cause });
}

function assertMayBuy(standing: Standing | null, { product }: OrderTerms): void {
  if (!standing) throw new AppError('unauthorized-401');
  const { student, subscriber } = standing;
  if (purchaseOf(product) === 'education') {
    if (student) throw new AppError('subscribed-403');
    return;
  }
  if (subscriber) throw new AppError('subscribed-403');
  if (!student) throw new AppError('has-lesson-403');
}

/**
 * Returns the next step of a purchase, with the person's purchases locked; `asked` holds the ids of attempts that this
 * call has already looked up.
 */
async function planPurchase(
  path: PaymentPath,
  tx: LedgerTransaction,
  { personId, terms }: PurchaseRequest,
  asked: ReadonlySet<string>,
): Promise<Plan> {
  const nowMs = path.clock.now();
  assertMayBuy(await tx.findStanding(personId, nowMs), terms);
  const create = (): Promise<Order> => tx.createOrder(personId, terms, nowMs);
  const begin = async (order: Order): Promise<Plan> => {
    const attemptId = path.newId();
    const begun = await tx.append(order, { kind: 'attempt-begun', atMs: nowMs, attemptId });
    return { kind: 'open', order: begun, attempt: getAttempt(begun.view, attemptId) };
  };

  let order = await tx.findOpenOrder(personId, purchaseOf(terms.product));
  if (!order) return begin(await create());
  const attempt = presentAttempt(order.view);
  const fits = hasSameTerms(order, terms);
  // A provider that is no longer configured cannot be asked.
  const isOurs = order.provider === path.provider.name;
  if (attempt?.state === 'opening') {
    if (nowMs - attempt.beganAtMs < OPENING_LIMIT_MS) return { kind: 'wait' };
    order = await tx.append(order, { kind: 'open-lost', atMs: nowMs, attemptId: attempt.id });
  } else if (isOurs && attempt?.page && (attempt.state !== 'dead' || attempt.hints.length > 0)) {
    const isFresh = attempt.state === 'live' && nowMs - attempt.seenAtMs < FRESH_MS;
    if (!isFresh && !asked.has(attempt.id)) return { kind: 'ask', order, attempt };
    // The page may have taken money: no other page is opened before the provider has answered.
    if (attempt.state === 'dead') throw tryLater();
    if (fits && attempt.page.expiresAtMs - nowMs >= LEAST_TIME_MS) {
      return { kind: 'page', url: attempt.page.url };
    }
    // The page may have taken money: the buyer must not pay a second time.
    if (fits || attempt.state === 'unknown') throw tryLater();
  }
  if (fits) return begin(order);
  await tx.append(order, { kind: 'given-up', atMs: nowMs });
  return begin(await create());
}

/** Asks the provider for the page and returns its address; null when the attempt was given up in the meantime. */
async function openPage(
  path: PaymentPath,
  order: Order,
  attemptId: string,
  { title, buyer, returnUrl }: PurchaseRequest,
): Promise<string | null> {
  const { number: orderNumber, amountKurus, currency } = order;
  const request = { attemptId, orderNumber, title, amountKurus, currency, buyer, returnUrl };
  const opened = await path.provider.open(request).catch((error: unknown) => {
    if (error instanceof ProviderUnavailable) return error;
    throw error;
  });
  const isTaken = await path.ledger.transact({ orderId: order.id }, async (tx) => {
    const now = await tx.getOrder(order.id);
    if (getAttempt(now.view, attemptId).state !== 'opening') return false;
    const about = { atMs: path.clock.now(), attemptId };
    if (opened instanceof ProviderUnavailable)
      await tx.append(now, { kind: 'open-lost', ...about });
    else if ('refused' in opened) {
      await tx.append(now, { kind: 'open-refused', code: opened.refused, ...about });
    } else {
      const { token, url, expiresAtMs } = opened;
      const page = { token, url, expiresAtMs };
      await tx.append(now, { kind: 'page-opened', page, ...about });
    }
    return true;
  });
  if (opened instanceof ProviderUnavailable) throw tryLater(opened);
  if ('refused' in opened) throw new AppError(opened.refused);
  return isTaken ? opened.url : null;
}
