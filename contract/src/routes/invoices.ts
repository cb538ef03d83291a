import * as z from 'zod/mini';
import { INVOICE_KINDS, PRODUCTS } from '../products.ts';
import { route } from '../route.ts';
import { time } from '../wire.ts';
import { noQuery, wholeNumber } from './parameters.ts';

/** An invoice or a credit note in the list of the account page. */
export const invoiceEntry = z.object({
  /** Its place among the person's documents: 1 is the oldest. It never changes. */
  index: z.int(),
  date: time,
  /** Such as `RST2026000000001`. */
  number: z.string(),
  /** A credit note reverses an invoice. */
  kind: z.enum(INVOICE_KINDS),
  /** Number of the invoice that a credit note reverses; null for an invoice. */
  refersTo: z.nullable(z.string()),
  product: z.enum(PRODUCTS),
  /** Kuruş, VAT included. */
  amount: z.int(),
  /** The number of the order, such as `RS-2026-000123`. */
  order: z.string(),
});

/** A document's number in an address: digits without sign, blanks or exponent. */
const plainNumber = z.string().check(z.regex(/^[1-9][0-9]{0,14}$/));

/** The person's invoices and their files, and the seller. */
export const invoiceRoutes = {
  seller: route({
    method: 'GET',
    path: '/seller',
    access: 'guest',
    summary:
      'The seller, as the agreement, the purchase and every invoice name it; null without one',
    query: noQuery,
    reply: z.nullable(
      z.object({
        title: z.string(),
        taxOffice: z.string(),
        taxNumber: z.string(),
        address: z.string(),
        /** Whether this is a demonstration, in which nothing is sold. */
        demonstration: z.boolean(),
      }),
    ),
    codes: ['bad-fields-400'],
  }),
  invoices: route({
    method: 'GET',
    path: '/account/invoice',
    access: 'user',
    money: true,
    summary: "The person's invoices and credit notes, the oldest first",
    query: noQuery,
    reply: z.array(invoiceEntry),
    codes: ['bad-fields-400', 'unauthorized-401'],
  }),
  invoice: route({
    method: 'GET',
    path: '/account/invoice/:id',
    access: 'user',
    money: true,
    summary:
      'The address of one document as PDF, by its index; valid for its owner and ten minutes',
    params: z.strictObject({ id: plainNumber }),
    query: noQuery,
    reply: z.object({
      /** A path on this origin that begins with `/api/`. */
      url: z.string(),
    }),
    codes: ['bad-fields-400', 'unauthorized-401', 'not-found-404'],
  }),
  invoiceFile: route({
    method: 'GET',
    path: '/invoices/:id/file',
    access: 'user',
    money: true,
    summary: 'A PDF, at the address that `/account/invoice/{id}` returned to its owner',
    params: z.strictObject({ id: plainNumber }),
    query: z.strictObject({
      expires: wholeNumber,
      signature: z.string().check(z.regex(/^[\w-]{43}$/)),
    }),
    /** The bytes of the PDF. */
    reply: z.unknown(),
    rawReply: true,
    codes: ['bad-fields-400', 'unauthorized-401', 'forbidden-403', 'not-found-404'],
  }),
} as const;
