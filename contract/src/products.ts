/** What is sold: a subscription of three or six calendar months, and the education. */
export const PRODUCTS = ['3-months', '6-months', 'lesson'] as const;

/** Something that is sold. */
export type Product = (typeof PRODUCTS)[number];

/** The documents of a sale: an invoice, and the credit note that takes one back. */
export const INVOICE_KINDS = ['invoice', 'credit-note'] as const;
/** A document of a sale. */
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

/** The two purchases that a person may have open at a time, as the account page's sections are called. */
export const PURCHASES = ['subscription', 'education'] as const;

/** One of the two purchases. */
export type Purchase = (typeof PURCHASES)[number];

/** Which purchase a product belongs to. */
export function purchaseOf(product: Product): Purchase {
  return product === 'lesson' ? 'education' : 'subscription';
}

/**
 * How an order stands. `open`: it may be paid on a page of the provider. `unknown`: the provider gave no answer; it is
 * asked again. `paid`: the money was taken. `failed`: the page ended without money. `expired`: nothing was paid in time.
 * `review`: money was taken that does not fit the order; a person decides. `refunding`: it is being paid back.
 * `refunded`: it was paid back.
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

/** How an order stands. */
export type OrderState = (typeof ORDER_STATES)[number];

/**
 * Splits an amount with VAT into its two parts, in whole kuruş: `net + vat` is the amount. The tax is rounded to the
 * nearest kuruş, half of one upwards. Throws `RangeError` for what is no amount or no rate.
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
