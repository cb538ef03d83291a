import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import {
  type FoundPayment,
  type HostedPage,
  type Movement,
  type MovementPage,
  type OpenAttempt,
  type PaymentProvider,
  type PaymentRequest,
  type PaymentState,
  type ProviderNotice,
  ProviderUnavailable,
  type RefundRequest,
  type RefundResult,
} from '../payment-provider.ts';
import { callIyzico, type IyzicoAccess } from './client.ts';
import { cardCodeOf, isAboutCard, isAboutRequest, isSystemFault } from './fault-codes.ts';
import { isSameSignature, signedAmount, signNotice, signReply } from './signing.ts';
import {
  type DayReply,
  type DetailReply,
  dayReply,
  detailReply,
  kurusOf,
  liraOf,
  noticeBody,
  openedReply,
  PATHS,
  type RefundReply,
  refundReply,
  reportReply,
  textOf,
} from './wire.ts';

/** Options of the iyzico provider. */
export interface IyzicoOptions extends IyzicoAccess {
  readonly clock: Clock;
  /** Time-out of one promise of the port. Default ten seconds. */
  readonly timeoutMs?: number;
  /** Pause before the report of a refund is read again. Default a second and a half. */
  readonly reportPauseMs?: number;
}

const TIMEOUT_MS = 10_000;
/** A bank's page that was open when the token expired may still end with a payment. */
const LATE_MS = 10 * 60_000;
/** Lifetime of a token when iyzico sends none (it has always sent half an hour). */
const TOKEN_LIFE_SECONDS = 1800;
/** The report of a refund is available some seconds after it. */
const REPORT_TRIES = 3;
const REPORT_PAUSE_MS = 1500;
const NOTICE_HEADER = 'x-iyz-signature-v3';

/**
 * Creates the provider of iyzico's checkout form
 * (https://docs.iyzico.com/en/payment-methods/direct-charge/checkoutform): its page takes the card, ours never receives
 * one. Only a signed reply yields `captured`. Stores nothing and logs nothing.
 */
export function createIyzico(options: IyzicoOptions): PaymentProvider {
  const timeout = (): AbortSignal => AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  return {
    name: 'iyzico',
    origins: pageOrigins(options.url),
    open: (request) => openPage(options, request, timeout()),
    lookUp: (attempt) => lookUp(options, attempt, timeout()),
    refund: (request) => refund(options, request, timeout()),
    findPayment: (paymentId) => findPayment(options, paymentId, timeout()),
    listMovements: (part) => listMovements(options, part, timeout()),
    readReturn: ({ token }) => (token !== undefined && /^[\w-]{1,200}$/.test(token) ? token : null),
    readNotice: (headers, body) => readNotice(options.secretKey, headers, body),
  };
}

/**
 * Returns the origins of the payment pages. The live and the sandbox interface have their pages on a host of their own;
 * any other interface serves them itself.
 */
function pageOrigins(url: string): readonly string[] {
  const { origin, hostname } = new URL(url);
  const [, prefix] = /^(sandbox-)?api\.iyzipay\.com$/.exec(hostname) ?? [null, null];
  return prefix === null ? [origin] : [`https://${prefix ?? ''}cpp.iyzipay.com`];
}

/** Returns whether people may be sent to an address: one of the pages' origins, or another host of iyzico. */
function isPage(url: URL, origins: readonly string[]): boolean {
  const ofIyzico = url.protocol === 'https:' && /(^|\.)iyzi(pay|co)\.com$/.test(url.hostname);
  const live = origins.some((origin) => origin.endsWith('.iyzipay.com'));
  return origins.includes(url.origin) || (live && ofIyzico);
}

async function openPage(
  options: IyzicoOptions,
  request: PaymentRequest,
  signal: AbortSignal,
): Promise<HostedPage | { readonly refused: ReturnType<typeof cardCodeOf> }> {
  const body = initializeBody(request);
  const reply = await callIyzico(options, { path: PATHS.initialize, body, signal }, openedReply);
  if (reply.status !== 'success') {
    if (reply.status !== 'failure' || isSystemFault(reply)) {
      throw new ProviderUnavailable(`opening: error ${textOf(reply.errorCode)}`);
    }
    return { refused: cardCodeOf(reply) };
  }
  const token = textOf(reply.token);
  const fields = [textOf(reply.conversationId), token];
  assertSigned(options.secretKey, reply.signature, fields, 'opening');
  const url = URL.parse(textOf(reply.paymentPageUrl));
  if (token === '' || fields[0] !== request.attemptId || url === null) {
    throw new ProviderUnavailable('opening: an answer without a page of this attempt');
  }
  if (!isPage(url, pageOrigins(options.url))) {
    throw new ProviderUnavailable(`opening: a page on ${url.origin}`);
  }
  const lifeSeconds = reply.tokenExpireTime ?? TOKEN_LIFE_SECONDS;
  return { token, url: url.href, expiresAtMs: options.clock.now() + lifeSeconds * 1000 };
}

function initializeBody(request: PaymentRequest): object {
  const { buyer } = request;
  const amount = liraOf(request.amountKurus);
  const contactName = `${buyer.name} ${buyer.surname}`;
  const place = { city: buyer.city, country: countryName(buyer.country) };
  const address = { contactName, ...place, address: buyer.address };
  return {
    // iyzico's pages are Turkish or English; a reader of Azerbaijani understands Turkish more easily.
    locale: buyer.language === 'en' ? 'en' : 'tr',
    conversationId: request.attemptId,
    price: amount,
    paidPrice: amount,
    currency: request.currency,
    basketId: request.orderNumber,
    paymentGroup: 'PRODUCT',
    callbackUrl: request.returnUrl,
    enabledInstallments: [1],
    buyer: {
      id: buyer.id,
      name: buyer.name,
      surname: buyer.surname,
      identityNumber: buyer.identity,
      email: buyer.mail,
      gsmNumber: buyer.gsm,
      registrationAddress: buyer.address,
      ...place,
      ip: buyer.ip,
    },
    shippingAddress: address,
    billingAddress: address,
    basketItems: [
      {
        id: request.orderNumber,
        name: request.title,
        category1: 'Dijital hizmet',
        itemType: 'VIRTUAL',
        price: amount,
      },
    ],
  };
}

/**
 * Returns the English name of a country. An account created on the command line has no country, which iyzico refuses.
 */
function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  return new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code;
}

async function lookUp(
  options: IyzicoOptions,
  attempt: OpenAttempt,
  signal: AbortSignal,
): Promise<PaymentState> {
  const { attemptId, token, expiresAtMs } = attempt;
  const body = { locale: 'tr', conversationId: attemptId, token };
  const reply = await callIyzico(options, { path: PATHS.detail, body, signal }, detailReply);
  const paid = reply.status === 'success' && reply.paymentStatus === 'SUCCESS';
  if (reply.status === 'success' || textOf(reply.signature) !== '') {
    assertSigned(options.secretKey, reply.signature, detailFields(reply), 'look-up');
  } else if (reply.status !== 'failure' || isAboutRequest(reply)) {
    throw new ProviderUnavailable(`look-up: error ${textOf(reply.errorCode)}`);
  }
  if (paid && reply.fraudStatus === -1) return { status: 'failed', code: 'card-bad-fields-400' };
  if (paid && reply.fraudStatus === 0) return { status: 'pending', refused: null };
  if (paid) return readCapture(attempt, reply);
  const refused =
    reply.paymentStatus === 'FAILURE' || isAboutCard(reply) ? cardCodeOf(reply) : null;
  // On the form a refused card may be followed by another one until the token has expired.
  const over = options.clock.now() >= expiresAtMs + LATE_MS;
  return over
    ? { status: 'failed', code: refused ?? 'card-bad-fields-400' }
    : { status: 'pending', refused };
}

function detailFields(reply: DetailReply): string[] {
  return [
    textOf(reply.paymentStatus),
    textOf(reply.paymentId),
    textOf(reply.currency),
    textOf(reply.basketId),
    textOf(reply.conversationId),
    signedAmount(textOf(reply.paidPrice)),
    signedAmount(textOf(reply.price)),
    textOf(reply.token),
  ];
}

function readCapture(attempt: OpenAttempt, reply: DetailReply): PaymentState {
  const paymentId = textOf(reply.paymentId);
  const ours = reply.token === attempt.token && reply.conversationId === attempt.attemptId;
  if (!ours || paymentId === '')
    throw new ProviderUnavailable('look-up: an answer about something else');
  return {
    status: 'captured',
    paymentId,
    transactionId: textOf(reply.itemTransactions?.[0]?.paymentTransactionId) || paymentId,
    attemptId: attempt.attemptId,
    orderNumber: textOf(reply.basketId),
    ...amountOf(reply.paidPrice),
    currency: textOf(reply.currency),
  };
}

/** Returns a captured amount; an unreadable one is returned as written. */
function amountOf(paidPrice: DetailReply['paidPrice']): {
  readonly amountKurus: number;
  readonly unreadable?: string;
} {
  const amountKurus = kurusOf(paidPrice);
  return amountKurus === null
    ? { amountKurus: 0, unreadable: textOf(paidPrice).slice(0, MOST_WORD) }
    : { amountKurus };
}

/**
 * Refunds by the id of the payment (Refund V2, for baskets of one line). iyzico refunds no more than the rest of a
 * payment, so that a whole payment is refunded at most once. The report shows whether it was.
 */
async function refund(
  options: IyzicoOptions,
  request: RefundRequest,
  signal: AbortSignal,
): Promise<RefundResult> {
  if ((await isPaidBack(options, request.paymentId, signal)) === true) return { status: 'done' };
  const body = {
    locale: 'tr',
    conversationId: request.refundId,
    paymentId: request.paymentId,
    price: liraOf(request.amountKurus),
    currency: request.currency,
    ip: request.ip,
  };
  const reply = await callIyzico(options, { path: PATHS.refund, body, signal }, refundReply);
  if (reply.status === 'success') {
    assertSigned(options.secretKey, reply.signature, refundFields(reply), 'refund');
    return { status: 'done' };
  }
  if (reply.status !== 'failure' || isSystemFault(reply)) {
    throw new ProviderUnavailable(`refund: error ${textOf(reply.errorCode)}`);
  }
  // The refund may have been refused because an earlier call, whose answer was lost, had already done it.
  for (let tried = 1; ; tried += 1) {
    const paidBack = await isPaidBack(options, request.paymentId, signal);
    if (paidBack === true) return { status: 'done' };
    if (tried === REPORT_TRIES && paidBack === null)
      throw new ProviderUnavailable('refund: no report');
    if (tried === REPORT_TRIES) break;
    await wait(options.reportPauseMs ?? REPORT_PAUSE_MS);
  }
  const reason = [textOf(reply.errorCode), textOf(reply.errorGroup)].filter((part) => part !== '');
  return { status: 'refused', reason: reason.join(' ') };
}

function refundFields(reply: RefundReply): string[] {
  return [
    textOf(reply.paymentId),
    signedAmount(textOf(reply.price)),
    textOf(reply.currency),
    textOf(reply.conversationId),
  ];
}

/**
 * Returns whether a payment was refunded in full, by a refund or by a cancel in iyzico's panel; null when it is
 * unknown.
 */
async function isPaidBack(
  options: IyzicoOptions,
  paymentId: string,
  signal: AbortSignal,
): Promise<boolean | null> {
  const payment = await readReport(options, paymentId, signal);
  if (!payment) return payment === undefined ? false : null;
  return payment.paymentRefundStatus === 'TOTALLY_REFUNDED' || (payment.cancels?.length ?? 0) > 0;
}

/** Reads a payment from the report: undefined when the report does not hold it, null when there is no report. */
async function readReport(options: IyzicoOptions, paymentId: string, signal: AbortSignal) {
  const query = { locale: 'tr', paymentId };
  const reply = await callIyzico(options, { path: PATHS.report, query, signal }, reportReply);
  if (reply.status !== 'success') return null;
  return reply.payments?.find((one) => textOf(one.paymentId) === paymentId);
}

/** Looks up a payment in the report. Reports are not signed, so a report alone grants nothing. */
async function findPayment(
  options: IyzicoOptions,
  paymentId: string,
  signal: AbortSignal,
): Promise<FoundPayment> {
  const payment = await readReport(options, paymentId, signal);
  if (payment === null) throw new ProviderUnavailable('payment: no report');
  // A payment under review is not decided yet.
  if (payment?.fraudStatus === 0) throw new ProviderUnavailable('payment: under review');
  const isTaken = textOf(payment?.paymentStatus) === '1' && payment?.fraudStatus !== -1;
  if (!payment || !isTaken) return { status: 'none' };
  return {
    status: 'captured',
    paymentId,
    transactionId: textOf(payment.itemTransactions?.[0]?.paymentTransactionId) || paymentId,
    attemptId: textOf(payment.paymentConversationId),
    orderNumber: textOf(payment.basketId),
    ...amountOf(payment.paidPrice),
    currency: textOf(payment.currency),
  };
}

const MOVEMENT_KINDS: Readonly<Record<string, Movement['kind']>> = {
  PAYMENT: 'charge',
  REFUND: 'refund',
  CANCEL: 'refund',
  CHARGEBACK: 'chargeback',
};
/** Longest text of the provider that is stored. */
const MOST_WORD = 100;
/** A day has fewer pages than this. */
const MOST_PAGES = 10_000;

async function listMovements(
  options: IyzicoOptions,
  { day, page }: { readonly day: string; readonly page: number },
  signal: AbortSignal,
): Promise<MovementPage> {
  const query = { locale: 'tr', transactionDate: day, page: String(page) };
  const reply = await callIyzico(options, { path: PATHS.day, query, signal }, dayReply);
  if (reply.status !== 'success')
    throw new ProviderUnavailable(`list: error ${textOf(reply.errorCode)}`);
  const pages = reply.totalPageCount ?? 1;
  if (!Number.isInteger(pages) || pages < 0 || pages > MOST_PAGES) {
    throw new ProviderUnavailable('list: no number of pages');
  }
  return { pages, movements: (reply.transactions ?? []).flatMap(toMovement) };
}

/** Converts a line of the list; empty for a payment that was declined or is still under review. */
function toMovement(row: NonNullable<DayReply['transactions']>[number]): readonly Movement[] {
  const type = textOf(row.transactionType);
  const id = textOf(row.transactionId);
  if (type === '' || id === '') throw new ProviderUnavailable('list: a line without a name');
  const kind = MOVEMENT_KINDS[type] ?? 'other';
  if (kind === 'charge' && ['0', '-1'].includes(textOf(row.transactionStatus))) return [];
  const written = textOf(row.paidPrice) || textOf(row.price);
  return [
    {
      id: `${type} ${id}`,
      kind,
      paymentId: textOf(row.paymentId),
      attemptId: kind === 'charge' ? textOf(row.conversationId) : '',
      // A refund may be written as a negative amount.
      amountKurus: kurusOf(kind === 'charge' ? written : written.replace(/^-/, '')),
      currency: textOf(row.transactionCurrency),
      word: `${type} ${written}`.slice(0, MOST_WORD),
    },
  ];
}

function readNotice(
  secretKey: string,
  headers: Parameters<PaymentProvider['readNotice']>[0],
  body: Buffer,
): ProviderNotice | null {
  const given = headers[NOTICE_HEADER];
  if (typeof given !== 'string') return null;
  let content: unknown;
  try {
    content = JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
  const notice = z.safeParse(noticeBody, content);
  if (!notice.success) return null;
  const { iyziEventType, token, status } = notice.data;
  const expected = signNotice(secretKey, {
    iyziEventType,
    iyziPaymentId: textOf(notice.data.iyziPaymentId),
    token,
    paymentConversationId: textOf(notice.data.paymentConversationId),
    status,
  });
  if (!isSameSignature(given.toLowerCase(), expected)) return null;
  const paymentId = textOf(notice.data.iyziPaymentId);
  return {
    token,
    kind: `${iyziEventType} ${status}`,
    // A notice about a refused card may also name a payment.
    paymentId: status === 'SUCCESS' && !['', '0'].includes(paymentId) ? paymentId : null,
    attemptId: textOf(notice.data.paymentConversationId),
  };
}

function assertSigned(
  secretKey: string,
  given: string | null | undefined,
  fields: readonly string[],
  what: string,
): void {
  if (!isSameSignature(textOf(given), signReply(secretKey, fields))) {
    throw new ProviderUnavailable(`${what}: a wrong signature`);
  }
}
