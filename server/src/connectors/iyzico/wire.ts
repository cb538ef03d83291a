import * as z from 'zod/mini';

// The fields that we read of iyzico's replies. Identifiers and amounts arrive as numbers or as texts.

const text = z.nullish(z.string());
const word = z.nullish(z.union([z.string(), z.number()]));

const fault = {
  status: text,
  errorCode: word,
  errorGroup: text,
};

/** Paths of the endpoints, as they are signed. */
export const PATHS = {
  initialize: '/payment/iyzipos/checkoutform/initialize/auth/ecom',
  detail: '/payment/iyzipos/checkoutform/auth/ecom/detail',
  refund: '/v2/payment/refund',
  report: '/v2/reporting/payment/details',
  day: '/v2/reporting/payment/transactions',
} as const;

/** Reply to opening a page. */
export const openedReply = z.object({
  ...fault,
  conversationId: word,
  token: text,
  tokenExpireTime: z.nullish(z.number()),
  paymentPageUrl: text,
  signature: text,
});

/** Reply with the state of a page. */
export const detailReply = z.object({
  ...fault,
  conversationId: word,
  token: text,
  paymentStatus: text,
  paymentId: word,
  currency: text,
  basketId: word,
  price: word,
  paidPrice: word,
  /** 1 approved, 0 under review, -1 declined. */
  fraudStatus: z.nullish(z.number()),
  itemTransactions: z.nullish(z.array(z.object({ paymentTransactionId: word }))),
  signature: text,
});
/** A parsed `detailReply`. */
export type DetailReply = z.infer<typeof detailReply>;

/** Reply to a refund. */
export const refundReply = z.object({
  ...fault,
  conversationId: word,
  paymentId: word,
  price: word,
  currency: text,
  signature: text,
});
/** A parsed `refundReply`. */
export type RefundReply = z.infer<typeof refundReply>;

/** Report on a payment (https://docs.iyzico.com/en/advanced/reporting-service). */
export const reportReply = z.object({
  ...fault,
  payments: z.nullish(
    z.array(
      z.object({
        paymentId: word,
        /** `NOT_REFUNDED`, `PARTIALLY_REFUNDED` or `TOTALLY_REFUNDED`. */
        paymentRefundStatus: text,
        cancels: z.nullish(z.array(z.unknown())),
        /** 1: the money was captured. */
        paymentStatus: word,
        /** 1 approved, 0 under review, -1 declined. */
        fraudStatus: z.nullish(z.number()),
        paidPrice: word,
        currency: text,
        basketId: word,
        paymentConversationId: word,
        itemTransactions: z.nullish(z.array(z.object({ paymentTransactionId: word }))),
      }),
    ),
  ),
});
/** Payments and refunds of a day, in pages (https://docs.iyzico.com/en/advanced/reporting-service). */
export const dayReply = z.object({
  ...fault,
  totalPageCount: z.nullish(z.number()),
  transactions: z.nullish(
    z.array(
      z.object({
        /** `PAYMENT`, `REFUND` or `CANCEL`. */
        transactionType: text,
        transactionId: word,
        /** For a payment: 0 under review, -1 declined; any other value means captured. */
        transactionStatus: word,
        paymentId: word,
        /** Id of the call that created the line: for a payment the attempt's, for a refund the refund's. */
        conversationId: word,
        price: word,
        paidPrice: word,
        transactionCurrency: text,
      }),
    ),
  ),
});
/** A parsed `dayReply`. */
export type DayReply = z.infer<typeof dayReply>;

/** Notice that iyzico posts about a hosted page. */
export const noticeBody = z.object({
  iyziEventType: z.string(),
  iyziPaymentId: word,
  token: z.string().check(z.minLength(1), z.maxLength(200)),
  paymentConversationId: word,
  status: z.string(),
});

/** Returns a field as signatures contain it; a missing field is empty. */
export function textOf(value: string | number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}

/** Converts an amount of lira with at most two decimals to kuruş; null when the text is no such amount. */
export function kurusOf(amount: string | number | null | undefined): number | null {
  const [, lira, decimals = ''] = /^(\d{1,10})(?:\.(\d{1,2})0*)?$/.exec(textOf(amount)) ?? [];
  return lira === undefined ? null : Number(lira) * 100 + Number(decimals.padEnd(2, '0'));
}

/** Formats kuruş as an amount of lira with two decimals. */
export function liraOf(amountKurus: number): string {
  const digits = String(amountKurus).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
