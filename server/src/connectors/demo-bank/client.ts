import * as z from 'zod/mini';
import {
  type HostedPage,
  type OpenAttempt,
  type PaymentProvider,
  type PaymentRequest,
  type PaymentState,
  type ProviderNotice,
  ProviderUnavailable,
  type RefundRequest,
  type RefundResult,
} from '../payment-provider.ts';
import { cardCode } from './events.ts';
import { CALLS, openedReply, refundReply } from './shop-calls.ts';
import { isSigned, SIGNATURE_HEADER, sign } from './signing.ts';

/** Options for reaching the bank from the shop. */
export interface ClientOptions {
  /** Returns the address on which the bank listens. */
  readonly url: () => string;
  /** Origin of the bank's pages. */
  readonly origin: string;
  readonly secret: Buffer;
  /** Time-out of a call. Default ten seconds. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;

const captured = z.object({
  status: z.literal('captured'),
  paymentId: z.string(),
  transactionId: z.string(),
  attemptId: z.string(),
  orderNumber: z.string(),
  /** Every value but a whole number from 0 on counts as unreadable. */
  amountKurus: z.unknown(),
  currency: z.string(),
});
const stateReply = z.discriminatedUnion('status', [
  z.object({ status: z.literal('pending'), refused: z.nullable(cardCode) }),
  z.object({ status: z.literal('failed'), code: cardCode }),
  captured,
]);
const foundReply = z.discriminatedUnion('status', [
  z.object({ status: z.literal('none') }),
  captured,
]);
const listReply = z.object({
  movements: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['charge', 'refund', 'chargeback', 'other']),
      paymentId: z.string(),
      attemptId: z.string(),
      amountKurus: z.nullable(z.int()),
      currency: z.string(),
      word: z.string(),
    }),
  ),
  pages: z.int().check(z.nonnegative()),
});
const noticeBody = z.object({
  event: z.string(),
  token: z.string(),
  paymentId: z.optional(z.string()),
  attemptId: z.optional(z.string()),
});

/** Creates the product's client of the bank, which uses the bank's wire only. */
export function createDemoBankClient(options: ClientOptions): PaymentProvider {
  return {
    name: 'demo-bank',
    origins: [options.origin],
    open: (request) => openPage(options, request),
    lookUp: (attempt) => lookUp(options, attempt),
    refund: (request) => refund(options, request),
    findPayment: async (paymentId) =>
      readState(await call(options, CALLS.find, { paymentId }, foundReply)),
    listMovements: (part) => call(options, CALLS.list, part, listReply),
    readReturn: ({ token }) => (token !== undefined && /^[\w-]{1,200}$/.test(token) ? token : null),
    readNotice: (headers, body) => readNotice(options.secret, headers, body),
  };
}

async function openPage(options: ClientOptions, request: PaymentRequest): Promise<HostedPage> {
  const { attemptId, orderNumber, title, amountKurus, currency, buyer, returnUrl } = request;
  const { language } = buyer;
  const order = { attemptId, orderNumber, title, amountKurus, currency, language, returnUrl };
  return call(options, CALLS.open, order, openedReply);
}

async function lookUp(options: ClientOptions, attempt: OpenAttempt): Promise<PaymentState> {
  const { token, attemptId } = attempt;
  const state = readState(await call(options, CALLS.lookUp, { token }, stateReply));
  if (state.status === 'captured' && state.attemptId !== attemptId) {
    throw new ProviderUnavailable('look-up: an answer about something else');
  }
  return state;
}

const MOST_WORD = 100;

/** Reads a state; a captured payment has its amount, or the unreadable text that was sent in its place. */
function readState<R extends { readonly status: string }>(
  reply: R | z.infer<typeof captured>,
): Exclude<R, { readonly status: 'captured' }> | Extract<PaymentState, { status: 'captured' }> {
  if (!isCaptured(reply)) return reply as Exclude<R, { readonly status: 'captured' }>;
  const { amountKurus } = reply;
  if (Number.isSafeInteger(amountKurus) && Number(amountKurus) >= 0) {
    return { ...reply, amountKurus: Number(amountKurus) };
  }
  const unreadable = (JSON.stringify(amountKurus) ?? '').slice(0, MOST_WORD);
  return { ...reply, amountKurus: 0, unreadable };
}

function isCaptured(reply: { readonly status: string }): reply is z.infer<typeof captured> {
  return reply.status === 'captured';
}

async function refund(options: ClientOptions, request: RefundRequest): Promise<RefundResult> {
  const { refundId, paymentId, amountKurus } = request;
  const body = { refundId, paymentId, amountKurus };
  const { result } = await call(options, CALLS.refund, body, refundReply);
  return result === 'done' ? { status: 'done' } : { status: 'refused', reason: result };
}

async function call<S extends z.ZodMiniType>(
  { url, secret, timeoutMs = TIMEOUT_MS }: ClientOptions,
  path: string,
  content: object,
  schema: S,
): Promise<z.infer<S>> {
  const body = JSON.stringify(content);
  let status: number;
  let bytes: Buffer;
  let signature: string | null;
  try {
    const response = await fetch(new URL(path, url()), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [SIGNATURE_HEADER]: sign(secret, 'call', path, body),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    ({ status } = response);
    bytes = Buffer.from(await response.arrayBuffer());
    signature = response.headers.get(SIGNATURE_HEADER);
  } catch (error) {
    throw new ProviderUnavailable(`${path}: no answer (${(error as Error).name})`);
  }
  if (status !== 200) throw new ProviderUnavailable(`${path}: status ${status}`);
  if (!isSigned(secret, 'reply', path, bytes, signature)) {
    throw new ProviderUnavailable(`${path}: a wrong signature`);
  }
  const reply = z.safeParse(schema, JSON.parse(bytes.toString('utf8')));
  if (!reply.success) throw new ProviderUnavailable(`${path}: an answer of another form`);
  return reply.data;
}

function readNotice(
  secret: Buffer,
  headers: Parameters<PaymentProvider['readNotice']>[0],
  body: Buffer,
): ProviderNotice | null {
  if (!isSigned(secret, 'notice', '', body, headers[SIGNATURE_HEADER])) return null;
  const notice = z.safeParse(noticeBody, JSON.parse(body.toString('utf8')));
  if (!notice.success) return null;
  const { token, event: kind, paymentId = null, attemptId = '' } = notice.data;
  return { token, kind, paymentId, attemptId };
}
