import { HOUR_MS, LEGAL_TEXTS, LIMITS, type Product } from '@rasat/contract';
import type { Buyer } from '../../connectors/payment-provider.ts';
import { AppError } from '../../platform/app-error.ts';
import { takeAttempt } from '../../platform/attempts.ts';
import type { Web } from '../../platform/http/web.ts';
import { acceptSale, findPerson } from '../accounts/index.ts';
import { buy } from './buy.ts';
import { isCourseOnSale } from './course-sale.ts';
import { productName } from './mails.ts';
import type { AgreedText } from './order-machine.ts';
import { openPath, type PaymentContext, type PaymentOptions } from './payments.ts';
import { readPrices } from './prices.ts';

const LIMIT = { most: LIMITS.purchasesPerHour, windowMs: HOUR_MS };

/** Buyer and their IP address. */
interface Shopper {
  readonly personId: number;
  readonly ip: string;
}

/** Throws `bad-fields-400` when the buyer was shown another version of the agreement than the present one. */
export function assertVersion(agreement: string): void {
  if (agreement !== LEGAL_TEXTS.agreement.version) {
    throw new AppError('bad-fields-400', { field: 'agreement' });
  }
}

function agreed(text: 'agreement' | 'refund'): AgreedText {
  const { version, sha256 } = LEGAL_TEXTS[text];
  return { version, sha256 };
}

/**
 * Orders a product at its present price under the texts in force, to which the buyer agreed, and returns the page on
 * which the order is paid. Throws what `buy` throws, `rate-429`, and `conflict-409` for a course that is not on sale.
 */
export async function orderProduct(
  { context, address }: Pick<Web, 'context' | 'address'>,
  options: PaymentOptions,
  product: Product,
  { personId, ip }: Shopper,
): Promise<{ url: string }> {
  const { db, clock, config } = context;
  const path = openPath(context, options);
  const nowMs = clock.now();
  await takeAttempt(db, `payment.buy ${personId}`, LIMIT, nowMs);
  if (product === 'lesson' && !(await isCourseOnSale(db))) throw new AppError('conflict-409');
  const buyer = await readBuyer(context, personId, ip);
  const prices = await readPrices(db, nowMs);
  await acceptSale(db, personId, { ip, atMs: nowMs });
  const { url } = await buy(path, {
    personId,
    buyer,
    title: `Rasat: ${productName(product, buyer.language)}`,
    returnUrl: `${address()}/api/payment/return/${path.provider.name}`,
    terms: {
      product,
      amountKurus: prices[product],
      vatRate: config.vatRate,
      currency: 'TRY',
      provider: path.provider.name,
      agreement: agreed('agreement'),
      refund: agreed('refund'),
    },
  });
  return { url };
}

async function readBuyer(
  { db, keys }: PaymentContext,
  personId: number,
  ip: string,
): Promise<Buyer> {
  const person = await findPerson(db, personId);
  if (!person) throw new AppError('unauthorized-401');
  const { public_id: id, name, surname, mail, gsm, city, country, language } = person;
  return {
    id,
    name,
    surname,
    mail,
    gsm,
    city,
    country,
    language,
    ip,
    identity: keys.decrypt(person.identity, 'person.identity'),
    address: keys.decrypt(person.address, 'person.address'),
  };
}
