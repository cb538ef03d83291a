import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { PaymentState } from '../payment-provider.ts';
import type { Bank, Payment } from './bank.ts';
import { order } from './events.ts';
import { isSigned, SIGNATURE_HEADER, sign } from './signing.ts';

// The shop's calls to the bank; requests and replies are signed.

/** Paths of the calls. */
export const CALLS = {
  open: '/shop/payments',
  lookUp: '/shop/payments/state',
  refund: '/shop/refunds',
  find: '/shop/payments/find',
  list: '/shop/movements',
} as const;

/** Reply to opening a payment. */
export const openedReply = z.object({ token: z.string(), url: z.string(), expiresAtMs: z.int() });
/** Reply to a refund. */
export const refundReply = z.object({
  result: z.enum(['done', 'unknown-payment', 'too-much', 'not-refundable']),
});

const lookUpBody = z.strictObject({ token: z.string() });
const refundBody = z.strictObject({
  refundId: z.string().check(z.minLength(1)),
  paymentId: z.string(),
  amountKurus: z.int().check(z.positive()),
});

const findBody = z.strictObject({ paymentId: z.string() });
const listBody = z.strictObject({
  day: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)),
  page: z.int().check(z.positive()),
});
/** Lines in a page of the list. */
const PAGE_LINES = 100;

/** Dependencies of the calls. */
export interface ShopCallsOptions {
  readonly bank: Bank;
  readonly secret: Buffer;
  readonly origin: () => string;
  /** Resolves when the bank answers again about a silent payment. */
  readonly silence: (token: string) => Promise<void>;
}

const CARD_CODE_OF_NOTHING = 'card-bad-fields-400';

/** Serves the calls of the shop. */
export function serveShopCalls(app: FastifyInstance, options: ShopCallsOptions): void {
  const { bank, secret, origin, silence } = options;

  const serve = <S extends z.ZodMiniType>(
    path: string,
    schema: S,
    answer: (body: z.infer<S>) => Promise<object>,
  ): void => {
    app.post(path, async (request, reply) => {
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      if (!isSigned(secret, 'call', path, bytes, request.headers[SIGNATURE_HEADER])) {
        return reply.code(401).send();
      }
      const body = z.safeParse(schema, parseJson(bytes));
      if (!body.success) return reply.code(400).send();
      const text = JSON.stringify(await answer(body.data));
      return reply
        .header('content-type', 'application/json')
        .header(SIGNATURE_HEADER, sign(secret, 'reply', path, text))
        .send(text);
    });
  };

  serve(CALLS.open, order, async (body) => {
    const { token, expiresAtMs } = await bank.open(body);
    return { token, url: `${origin()}/pay/${token}`, expiresAtMs };
  });
  serve(CALLS.lookUp, lookUpBody, async ({ token }) => {
    await silence(token);
    const payment = await bank.find(token);
    return payment ? stateOf(payment, bank) : { status: 'failed', code: CARD_CODE_OF_NOTHING };
  });
  serve(CALLS.refund, refundBody, async (body) => ({ result: await bank.refund(body) }));
  serve(CALLS.find, findBody, async ({ paymentId }) => {
    const payment = await bank.findPayment(paymentId);
    return payment ? stateOf(payment, bank) : { status: 'none' };
  });
  serve(CALLS.list, listBody, async ({ day, page }) => {
    const movements = await bank.listMovements(day);
    return {
      movements: movements.slice((page - 1) * PAGE_LINES, page * PAGE_LINES),
      pages: Math.ceil(movements.length / PAGE_LINES),
    };
  });
}

function stateOf(payment: Payment, bank: Bank): PaymentState {
  const { capture, refused, attemptId, orderNumber, amountKurus, currency } = payment;
  if (capture) {
    const { paymentId } = capture;
    const transactionId = `${paymentId}-1`;
    return {
      status: 'captured',
      paymentId,
      transactionId,
      attemptId,
      orderNumber,
      amountKurus,
      currency,
    };
  }
  return bank.isOver(payment)
    ? { status: 'failed', code: refused ?? CARD_CODE_OF_NOTHING }
    : { status: 'pending', refused };
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
