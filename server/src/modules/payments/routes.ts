import {
  LEGAL_TEXTS,
  PRODUCTS,
  type Product,
  type Purchase,
  type Reply,
  ROUTES,
  splitVat,
} from '@rasat/contract';
import type { AppError } from '../../platform/app-error.ts';
import { type Call, Redirect, registerRoute } from '../../platform/http/route.ts';
import type { Web } from '../../platform/http/web.ts';
import { listCourse } from '../education/index.ts';
import { findSubscriptionPeriod } from '../rights/index.ts';
import { answerOnce } from './answer-once.ts';
import { isCourseOnSale } from './course-sale.ts';
import { endIfPaidAt } from './entitled-period.ts';
import { assertVersion, orderProduct } from './order-product.ts';
import { findLatestOrderId, findOrder } from './order-store.ts';
import { outcomePage } from './outcome.ts';
import type { PaymentOptions } from './payments.ts';
import { readPrices } from './prices.ts';
import { registerProviderRoutes } from './provider-routes.ts';

/** Serves purchases, their orders, and the provider's calls. */
export function registerPaymentRoutes(web: Web, options: PaymentOptions): void {
  const { db, clock } = web.context;
  registerReadRoutes(web, options);
  registerProviderRoutes(web, options);

  const buyOnce = (call: string, product: Product, { body, person, ip, headers }: BuyCall) => {
    assertVersion(body.agreement);
    const keyed = { personId: person.id, key: headers['idempotency-key'], call, body };
    return answerOnce(db, keyed, clock.now(), () =>
      orderProduct(web, options, product, { personId: person.id, ip }),
    );
  };
  registerRoute(web, ROUTES.buySubscription, (call) =>
    buyOnce('subscribe', call.body.type === 3 ? '3-months' : '6-months', call),
  );
  registerRoute(web, ROUTES.buyLesson, (call) => buyOnce('education', 'lesson', call));

  const buyByForm = async (product: Product, { body, person, ip }: BuyCall) => {
    assertVersion(body.agreement);
    const { url } = await orderProduct(web, options, product, { personId: person.id, ip });
    return new Redirect(url);
  };
  registerRoute(
    web,
    ROUTES.buySubscriptionForm,
    (call) => buyByForm(call.body.type === '3' ? '3-months' : '6-months', call),
    { onRefusal: (refusal) => redirectBack(refusal, 'subscription') },
  );
  registerRoute(web, ROUTES.buyLessonForm, (call) => buyByForm('lesson', call), {
    onRefusal: (refusal) => redirectBack(refusal, 'education'),
  });
}

/** Parts of a call that buying uses. */
interface BuyCall extends Pick<Call<typeof ROUTES.buyLesson>, 'person' | 'ip' | 'headers'> {
  readonly body: { readonly agreement: string };
}

/**
 * Returns where a browser goes after a refused form: to the sign-in, or back to the section; null when the refusal
 * itself is the answer. A course that is no longer on sale is reported on its own page.
 */
function redirectBack({ code }: AppError, purchase: Purchase): Redirect | null {
  if (code === 'unauthorized-401') {
    const back = `/account?selected=${purchase}`;
    return new Redirect(`/auth/login?redirect=${encodeURIComponent(back)}`);
  }
  if (code === 'conflict-409') return new Redirect(`/account?selected=${purchase}`);
  const isRight = code === 'subscribed-403' || code === 'has-lesson-403';
  const isRefused = code === 'forbidden-403' || code === 'rate-429' || code === 'media-type-415';
  return isRight || isRefused ? null : new Redirect(outcomePage(purchase, 'error'));
}

function registerReadRoutes(web: Web, { provider }: PaymentOptions): void {
  const { db, clock, config } = web.context;

  registerRoute(web, ROUTES.offers, async () => {
    const nowMs = clock.now();
    const { vatRate } = config;
    const [prices, onSale, lessons] = await Promise.all([
      readPrices(db, nowMs),
      isCourseOnSale(db),
      listCourse(db),
    ]);
    return {
      products: PRODUCTS.map((product) => ({
        product,
        amount: prices[product],
        ...splitVat(prices[product], vatRate),
        end: endIfPaidAt(product, nowMs),
      })),
      course: { onSale, lessons },
      currency: 'TRY' as const,
      vatRate,
      agreement: LEGAL_TEXTS.agreement.version,
      refund: LEGAL_TEXTS.refund.version,
      provider: provider?.name ?? null,
    };
  });

  registerRoute(web, ROUTES.subscription, async ({ person }) => {
    const period = await findSubscriptionPeriod(db, person.id, clock.now());
    return { start: period?.startMs ?? null, end: period?.endMs ?? null };
  });

  registerRoute(web, ROUTES.latestOrder, async ({ person, query }) => {
    const orderId = await findLatestOrderId(db, person.id, query.product);
    return orderId === undefined ? null : showOrder(await findOrder(db, orderId));
  });
}

function showOrder(found: Awaited<ReturnType<typeof findOrder>>): Reply<typeof ROUTES.latestOrder> {
  if (!found) return null;
  const { number, product, amountKurus: amount, currency, createdAtMs, view } = found;
  return {
    number,
    product,
    amount,
    currency,
    state: view.state,
    code: view.code,
    created: createdAtMs,
    paid: view.paidAtMs,
    start: view.grant?.startsAtMs ?? null,
    end: view.grant?.endsAtMs ?? null,
  };
}
