/** The products: a subscription of three or six calendar months, and the education. */
export const PRODUCTS = ['3-months', '6-months', 'lesson'] as const;

/** A product. */
export type Product = (typeof PRODUCTS)[number];

/** The documents of a sale: an invoice, and the credit note that reverses it. */
export const INVOICE_KINDS = ['invoice', 'credit-note'] as const;
/** A document of a sale. */
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

/** The two purchases that a person may have open at a time, named like the account page's sections. */
export const PURCHASES = ['subscription', 'education'] as const;

/** One of the two purchases. */
export type Purchase = (typeof PURCHASES)[number];

/** Returns the purchase of a product. */
export function purchaseOf(product: Product): Purchase {
  return product === 'lesson' ? 'education' : 'subscription';
}

/**
 * The states of an order. `open`: it can be paid on a page of the provider. `unknown`: the provider gave no answer, and
 * the server asks again. `paid`: the money was captured. `failed`: the page ended without a payment. `expired`: nothing
 * was paid in time. `review`: the captured money does not fit the order, and a person decides. `refunding`: the refund
 * is not confirmed yet. `refunded`: the refund is done.
 */
export const ORDER_STATES = [
  'open',
  'unknown',
  'paid',
  'failed',
  'expired',
  'review',
  'refunding',
  'refunded',
] as const;

/** The state of an order. */
export type OrderState = (typeof ORDER_STATES)[number];

/**
 * Splits an amount with VAT into net and VAT, in whole kuruş: `net + vat` is the amount. The tax is rounded to the
 * nearest kuruş, halves upward. Throws RangeError for an invalid amount or rate.
 */
export function splitVat(
  amountKurus: number,
  vatRate: number,
): { readonly net: number; readonly vat: number } {
  if (!Number.isSafeInteger(amountKurus) || amountKurus < 0 || amountKurus > 1e12) {
    throw new RangeError('an amount is a whole number of kuruş');
  }
  if (!Number.isInteger(vatRate) || vatRate < 0 || vatRate > 100) {
    throw new RangeError('a rate is a whole number of per cent');
  }
  const vat = Math.floor((2 * amountKurus * vatRate + 100 + vatRate) / (2 * (100 + vatRate)));
  return { net: amountKurus - vat, vat };
}
