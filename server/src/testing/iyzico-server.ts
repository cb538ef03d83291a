import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Tidy } from '../platform/testing.ts';

/** Field of a look-up's answer. */
export type DetailField =
  | 'paymentId'
  | 'currency'
  | 'basketId'
  | 'conversationId'
  | 'paidPrice'
  | 'price'
  | 'token';

/** Faults of the server; may be changed at any time. */
export interface IyzicoFaults {
  /**
   * `hang`: accepts a call and never answers. `cut`: accepts a call and closes the connection. `act-and-hang`,
   * `act-and-cut`: the same after executing the call. `5xx`: answers that it is out of order. `wrong-signature`: signs
   * its answers with other keys. Applies to the calls whose path contains `only`, or to all.
   */
  answers: 'well' | 'hang' | 'cut' | 'act-and-hang' | 'act-and-cut' | '5xx' | 'wrong-signature';
  only: string;
  /** Format of amounts: `3900`, `3900.00000000` or the text `"3900.00"`; the signature always covers `3900`. */
  prices: 'short' | 'long' | 'text';
  /** Delivery of notices: posted at once, never, five times, or kept for `deliver`. */
  notices: 'send' | 'drop' | 'repeat' | 'hold';
  /** Kuruş added to the captured amount. */
  amountOffKurus: number;
  currency: string;
  /** Fields that replace the true ones of a payment, and are signed like them; amounts are lira, such as `3899.99`. */
  detail: Partial<Readonly<Record<DetailField, string>>>;
  /** Fraud status: 1 approved, 0 under review, -1 declined. */
  fraudStatus: number;
  /** Number of requests before a report contains a new refund. */
  reportLag: number;
  /** Lines on a page of a day's list. */
  pageLines: number;
}

/** Captured payment. */
export interface CapturedMoney {
  readonly paymentId: string;
  readonly transactionId: string;
  readonly token: string;
  readonly attemptId: string;
  readonly orderNumber: string;
  readonly amountKurus: number;
  readonly atMs: number;
}

/** Line of a day's list before it is formatted. */
export interface ListedMoney {
  readonly type: 'PAYMENT' | 'REFUND' | 'CANCEL' | 'CHARGEBACK';
  readonly id: string;
  /** `YYYY-MM-DD` by the clock of Istanbul. */
  readonly day: string;
  readonly paymentId: string;
  readonly conversationId: string;
  /** Text in place of the amount, to make it unreadable. */
  readonly written?: string;
  readonly amountKurus: number;
  readonly currency: string;
}

/** Actions of the merchant's people and of cardholders' banks outside this product. */
export interface IyzicoPanel {
  /** Refunds a part or all of a payment; returns the line's id. */
  refund(this: void, paymentId: string, amountKurus?: number): string;
  chargeback(this: void, paymentId: string, amountKurus?: number): string;
  /** Charges by a payment link or a till of the same merchant; returns the payment's id. */
  charge(this: void, amountKurus: number): string;
  /** Charges a paid page a second time, and sends a notice. */
  payAgain(this: void, token: string): CapturedMoney;
  /** Charges an expired page, as a slow bank does, and sends a notice; returns the notice. */
  chargeLate(this: void, token: string): IyzicoNotice;
  /** Removes a line from the list, or changes its amount. */
  spoil(this: void, id: string, change: 'lost' | { readonly written: string }): void;
}

/** Refunded payment. */
export interface RefundedMoney {
  readonly paymentId: string;
  readonly refundId: string;
  readonly amountKurus: number;
}

/** Notice as sent. */
export interface IyzicoNotice {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Result of pressing the page's button. */
export type PageOutcome =
  /** The browser posts these fields to `returnUrl`. */
  | {
      readonly kind: 'back';
      readonly returnUrl: string;
      readonly fields: { readonly token: string };
    }
  /** The page shows the reason, and accepts another card. */
  | { readonly kind: 'shown'; readonly errorCode: string }
  /** The page has expired, or was paid already. */
  | { readonly kind: 'over' };

/** Server that implements iyzico's checkout form and checks the signature of every request. */
export interface IyzicoServer {
  /** Value for `IYZICO_URL`. */
  readonly url: string;
  readonly apiKey: string;
  readonly secretKey: string;
  readonly faults: IyzicoFaults;
  /** Its ledger, with which a test compares the product's. */
  readonly captured: readonly CapturedMoney[];
  readonly refunded: readonly RefundedMoney[];
  /** All lines of the days' lists, in order. */
  readonly listed: readonly ListedMoney[];
  readonly panel: IyzicoPanel;
  /** Returns a notice about any page and any payment, signed as iyzico signs it. */
  makeNotice(this: void, token: string, paymentId: string, attemptId?: string): IyzicoNotice;
  /** Replaces fields in the look-ups of a page, signed like the true ones. */
  misstate(this: void, token: string, said: IyzicoFaults['detail']): void;
  /** Makes a page answer with the payment of another page. */
  confuse(this: void, token: string, withToken: string): void;
  /** Bodies of the calls with a valid signature, in order. */
  readonly calls: readonly { readonly path: string; readonly body: unknown }[];
  /** Returns the number of calls without a valid signature. */
  refusedCalls(): number;
  /** Returns the token of the newest page of an attempt. */
  tokenOf(attemptId: string): string;
  /** Pays on a page as a person does. */
  pay(token: string, card?: string): PageOutcome;
  /** Notices, in order; `deliver` posts one to the merchant and returns the status. */
  readonly notices: readonly IyzicoNotice[];
  deliver(notice: IyzicoNotice): Promise<number>;
  /** Resolves when every notice that was posted has been answered. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** Action of the server: it opened a page, captured a payment, or sent a notice. */
export type IyzicoAction = 'page' | 'captured' | 'told';

/** Options of the server. */
export interface IyzicoServerOptions {
  /** Called synchronously after each action. */
  readonly watch?: (action: IyzicoAction) => void;
  /** Returns the merchant's address for notices; without it none is posted. */
  readonly noticeUrl?: () => string;
  readonly now?: () => number;
  readonly port?: number;
}

/** Cards, with the outcome that iyzico's sandbox gives them: group and code, or a failed 3-D Secure. */
export const IYZICO_CARDS = {
  good: '5528790000000008',
  noFunds: '4111111111111129',
  expired: '4125111111111115',
  cvc: '4124111111111116',
  fraud: '4121111111111119',
  general: '4130111111111118',
  mdStatus0: '4131111111111117',
  mdStatus4: '4141111111111115',
  noThreeDs: '4151111111111112',
  notRefundable: '5406670000000009',
} as const;

const REFUSALS: Readonly<Record<string, readonly [code: string, group: string]>> = {
  [IYZICO_CARDS.noFunds]: ['10051', 'NOT_SUFFICIENT_FUNDS'],
  [IYZICO_CARDS.expired]: ['10054', 'EXPIRED_CARD'],
  [IYZICO_CARDS.cvc]: ['10084', 'INVALID_CVC2'],
  [IYZICO_CARDS.fraud]: ['10034', 'FRAUD_SUSPECT'],
  [IYZICO_CARDS.general]: ['10204', 'UNKNOWN'],
  [IYZICO_CARDS.noThreeDs]: ['10228', 'THREE_DS_INITIALIZE_FAILED'],
};
/** 3-D Secure statuses of cards; a failure sends the browser back. */
const MD_STATUS = new Map<string, number>([
  [IYZICO_CARDS.mdStatus0, 0],
  [IYZICO_CARDS.mdStatus4, 4],
]);

const API_KEY = 'api-key-of-the-tests';
const SECRET_KEY = 'secret-key-of-the-tests';
const TOKEN_LIFE_SECONDS = 1800;

const DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Istanbul' });

type Fields = Record<string, unknown>;

interface Page {
  readonly token: string;
  readonly conversationId: string;
  readonly basketId: string;
  readonly amountKurus: number;
  readonly currency: string;
  readonly callbackUrl: string;
  readonly expiresAtMs: number;
  refusal: readonly [code: string, group: string] | null;
  money: CapturedMoney | null;
}

interface Answer {
  readonly status: number;
  readonly body: Fields;
}

const hmac = (text: string, key = SECRET_KEY): string =>
  createHmac('sha256', key).update(text).digest('hex');

/** Formats lira as iyzico signs them. */
function plain(amountKurus: number): string {
  return String(amountKurus / 100);
}

function failure(errorCode: string, errorMessage: string, errorGroup?: string): Answer {
  const body = { status: 'failure', errorCode, errorMessage, locale: 'tr' };
  return { status: 200, body: errorGroup === undefined ? body : { ...body, errorGroup } };
}

/** Returns whether a call is signed correctly; iyzico answers any other with `1000`. */
function isSigned(request: IncomingMessage, path: string, body: string): boolean {
  const [scheme, coded = ''] = (request.headers.authorization ?? '').split(' ');
  const random = request.headers['x-iyzi-rnd'];
  const signature = hmac(`${String(random)}${path}${body}`);
  const expected = `apiKey:${API_KEY}&randomKey:${String(random)}&signature:${signature}`;
  return scheme === 'IYZWSv2' && Buffer.from(coded, 'base64').toString('utf8') === expected;
}

/** Fields that iyzico requires for opening a page. */
const REQUIRED: readonly (readonly [path: string, code: string])[] = [
  ['callbackUrl', '23'],
  ['basketId', '24'],
  ['buyer.id', '24'],
  ['buyer.name', '24'],
  ['buyer.surname', '24'],
  ['buyer.email', '3'],
  ['buyer.identityNumber', '8'],
  ['buyer.registrationAddress', '24'],
  ['buyer.city', '24'],
  ['buyer.country', '24'],
  ['buyer.ip', '24'],
  ['billingAddress.contactName', '24'],
  ['billingAddress.address', '24'],
  ['billingAddress.city', '24'],
  ['billingAddress.country', '24'],
  ['basketItems.0.id', '24'],
  ['basketItems.0.name', '24'],
  ['basketItems.0.category1', '24'],
  ['basketItems.0.itemType', '24'],
];

function fieldAt(body: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (value as Fields | undefined)?.[key], body);
}

/** Starts the server, stopped when the test ends. */
export async function startIyzicoServer(
  t: Tidy,
  options: IyzicoServerOptions = {},
): Promise<IyzicoServer> {
  const now = options.now ?? Date.now;
  const pages = new Map<string, Page>();
  const captured: CapturedMoney[] = [];
  const refunded: RefundedMoney[] = [];
  const unrefundable = new Set<string>();
  const reportsDue = new Map<string, number>();
  const notices: IyzicoNotice[] = [];
  const calls: { path: string; body: unknown }[] = [];
  const posting = new Set<Promise<unknown>>();
  let refusedCalls = 0;
  let nextId = 22_416_000;
  const faults: IyzicoFaults = {
    answers: 'well',
    only: '',
    prices: 'short',
    notices: 'send',
    amountOffKurus: 0,
    currency: 'TRY',
    detail: {},
    fraudStatus: 1,
    reportLag: 0,
    pageLines: 100,
  };
  const listed: ListedMoney[] = [];
  const foreign: CapturedMoney[] = [];
  const confused = new Map<string, string>();
  const misstated = new Map<string, IyzicoFaults['detail']>();
  const list = (
    type: ListedMoney['type'],
    id: string,
    { paymentId, attemptId = '' }: { readonly paymentId: string; readonly attemptId?: string },
    amountKurus: number,
  ): void => {
    const day = DAY.format(now());
    const conversationId = attemptId;
    listed.push({ type, id, day, paymentId, conversationId, amountKurus, currency: 'TRY' });
  };

  const written = (lira: string): string => {
    if (!/^[\d.]+$/.test(lira)) return lira;
    if (faults.prices === 'text') return Number(lira).toFixed(2);
    // The quotes are removed below: JSON.stringify cannot write numbers with such zeros.
    return `@@${faults.prices === 'long' ? Number(lira).toFixed(8) : lira}@@`;
  };
  const price = (amountKurus: number): string => written(plain(amountKurus));

  const initialize = (body: Fields): Answer => {
    const missing = REQUIRED.find(([path]) => !fieldAt(body, path));
    if (missing) return failure(missing[1], `${missing[0]} gönderilmesi zorunludur`);
    const items = body.basketItems as readonly Fields[];
    const sum = items.reduce((total, item) => total + Math.round(Number(item.price) * 100), 0);
    const amountKurus = Math.round(Number(body.paidPrice) * 100);
    if (sum !== Math.round(Number(body.price) * 100) || !(amountKurus > 0)) {
      return failure('5006', 'Gönderilen tutar tüm kırılımların toplam tutarına eşit olmalıdır');
    }
    const token = randomUUID();
    const conversationId = String(body.conversationId);
    pages.set(token, {
      token,
      conversationId,
      basketId: String(body.basketId),
      amountKurus,
      currency: String(body.currency),
      callbackUrl: String(body.callbackUrl),
      expiresAtMs: now() + TOKEN_LIFE_SECONDS * 1000,
      refusal: null,
      money: null,
    });
    return {
      status: 200,
      body: {
        status: 'success',
        locale: body.locale,
        systemTime: now(),
        conversationId,
        token,
        checkoutFormContent: '<script></script>',
        tokenExpireTime: TOKEN_LIFE_SECONDS,
        paymentPageUrl: `${url()}/?token=${token}&lang=${String(body.locale)}`,
        signature: hmac(`${conversationId}:${token}`),
      },
    };
  };

  const detail = ({ token, conversationId }: Fields): Answer => {
    const page = pages.get(String(token));
    if (!page) return failure('5118', 'Token bulunamadı');
    const other = pages.get(confused.get(page.token) ?? '')?.money;
    if (other) return answerOf({ ...page, money: other }, conversationId);
    if (!page.money && !page.refusal) return failure('5122', 'Ödeme işlemi bulunamadı');
    return answerOf(page, conversationId);
  };

  const answerOf = (page: Page, conversationId: unknown): Answer => {
    const { money, refusal } = page;
    const takenKurus = page.amountKurus + faults.amountOffKurus;
    const paymentStatus = money ? 'SUCCESS' : 'FAILURE';
    const said: Readonly<Record<DetailField, string>> = {
      paymentId: money?.paymentId ?? '',
      currency: faults.currency,
      basketId: page.basketId,
      conversationId: String(conversationId),
      paidPrice: plain(takenKurus),
      price: plain(takenKurus),
      token: page.token,
      ...(money && { ...faults.detail, ...misstated.get(page.token) }),
    };
    const signed = [
      paymentStatus,
      said.paymentId,
      said.currency,
      said.basketId,
      said.conversationId,
      said.paidPrice,
      said.price,
      said.token,
    ];
    return {
      status: 200,
      body: {
        status: money ? 'success' : 'failure',
        locale: 'tr',
        systemTime: now(),
        conversationId: said.conversationId,
        price: written(said.price),
        paidPrice: written(said.paidPrice),
        installment: 1,
        paymentId: money ? said.paymentId : undefined,
        ...(refusal &&
          !money && { errorCode: refusal[0], errorGroup: refusal[1], errorMessage: 'Reddedildi' }),
        fraudStatus: money ? faults.fraudStatus : undefined,
        basketId: said.basketId,
        currency: said.currency,
        itemTransactions: money
          ? [{ itemId: page.basketId, paymentTransactionId: money.transactionId }]
          : undefined,
        token: said.token,
        callbackUrl: page.callbackUrl,
        paymentStatus,
        signature: hmac(signed.join(':')),
      },
    };
  };

  const refund = (body: Fields): Answer => {
    const money = captured.find(({ paymentId }) => paymentId === body.paymentId);
    if (!money) return failure('5062', 'Ödeme bulunamadı');
    const amountKurus = Math.round(Number(body.price) * 100);
    const backKurus = refunded
      .filter(({ paymentId }) => paymentId === money.paymentId)
      .reduce((sum, one) => sum + one.amountKurus, 0);
    if (amountKurus > money.amountKurus - backKurus) {
      return failure('5093', 'İade edilmek istenen tutar, kalan tutardan büyük olamaz');
    }
    if (unrefundable.has(money.paymentId)) {
      return failure('10246', 'İade edilemedi', 'REFUND_DECLINE');
    }
    refunded.push({
      paymentId: money.paymentId,
      refundId: String(body.conversationId),
      amountKurus,
    });
    reportsDue.set(money.paymentId, faults.reportLag);
    nextId += 2;
    list(
      'REFUND',
      String(nextId),
      { paymentId: money.paymentId, attemptId: String(body.conversationId) },
      amountKurus,
    );
    const signed = [money.paymentId, plain(amountKurus), 'TRY', String(body.conversationId)];
    return {
      status: 200,
      body: {
        status: 'success',
        locale: 'tr',
        systemTime: now(),
        conversationId: body.conversationId,
        paymentId: money.paymentId,
        price: price(amountKurus),
        currency: 'TRY',
        signature: hmac(signed.join(':')),
      },
    };
  };

  const report = (paymentId: string): Answer => {
    const money = [...captured, ...foreign].find((one) => one.paymentId === paymentId);
    const due = reportsDue.get(paymentId) ?? 0;
    if (due > 0) reportsDue.set(paymentId, due - 1);
    const back = due > 0 ? [] : refunded.filter((one) => one.paymentId === paymentId);
    const backKurus = back.reduce((sum, one) => sum + one.amountKurus, 0);
    const state = backKurus === 0 ? 'NOT_REFUNDED' : 'PARTIALLY_REFUNDED';
    const payment = money && {
      paymentId: Number(paymentId),
      paymentStatus: 1,
      paymentRefundStatus: backKurus === money.amountKurus ? 'TOTALLY_REFUNDED' : state,
      price: price(money.amountKurus),
      paidPrice: price(money.amountKurus),
      paymentConversationId: money.attemptId,
      fraudStatus: 1,
      basketId: money.orderNumber,
      currency: 'TRY',
      itemTransactions: [{ paymentTransactionId: Number(money.transactionId) }],
      cancels: [],
    };
    return { status: 200, body: { status: 'success', payments: payment ? [payment] : [] } };
  };

  const readList = (day: string, page: number): Answer => {
    const lines = listed.filter((one) => one.day === day);
    const shown = lines.slice((page - 1) * faults.pageLines, page * faults.pageLines);
    const transactions = shown.map((one) => ({
      transactionType: one.type,
      transactionDate: `${day} 12:00:00`,
      transactionId: Number(one.id),
      transactionStatus: 1,
      afterSettlement: 0,
      paymentTxId: Number(one.id),
      paymentId: Number(one.paymentId),
      conversationId: one.conversationId,
      paymentPhase: 'AUTH',
      price: one.written ?? price(one.amountKurus),
      paidPrice: one.written ?? price(one.amountKurus),
      transactionCurrency: one.currency,
      installment: 1,
      threeDS: 1,
    }));
    const totalPageCount = Math.ceil(lines.length / faults.pageLines);
    const body = { status: 'success', locale: 'tr', systemTime: now(), currentPage: page };
    return { status: 200, body: { ...body, totalPageCount, transactions } };
  };

  const answer = (path: string, query: URLSearchParams, body: Fields): Answer => {
    switch (path) {
      case '/payment/iyzipos/checkoutform/initialize/auth/ecom':
        return initialize(body);
      case '/payment/iyzipos/checkoutform/auth/ecom/detail':
        return detail(body);
      case '/v2/payment/refund':
        return refund(body);
      case '/v2/reporting/payment/details':
        return report(query.get('paymentId') ?? '');
      case '/v2/reporting/payment/transactions':
        return readList(query.get('transactionDate') ?? '', Number(query.get('page')));
      default:
        return { status: 404, body: { status: 'failure', errorCode: '1' } };
    }
  };

  const send = (response: ServerResponse, { status, body }: Answer): void => {
    const signature = typeof body.signature === 'string' ? hmac(body.signature, 'other') : '';
    const shown = faults.answers === 'wrong-signature' && signature ? { ...body, signature } : body;
    response.writeHead(status, { 'content-type': 'application/json;charset=UTF-8' });
    response.end(JSON.stringify(shown).replaceAll(/"@@([\d.]+)@@"/g, '$1'));
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://iyzico');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const hit = pathname.includes(faults.only) ? faults.answers : 'well';
    if (hit === '5xx') return void response.writeHead(503).end('<html>Service Unavailable</html>');
    if (hit === 'hang') return;
    if (hit === 'cut') return void response.destroy();
    if (!isSigned(request, pathname, text)) {
      refusedCalls += 1;
      return send(response, failure('1000', 'Geçersiz imza'));
    }
    const body = text === '' ? {} : (JSON.parse(text) as Fields);
    calls.push({ path: pathname, body });
    const answered = answer(pathname, searchParams, body);
    if (hit === 'act-and-cut') response.destroy();
    else if (hit !== 'act-and-hang') send(response, answered);
    if (pathname.includes('/initialize/')) options.watch?.('page');
    else if (answered.body.paymentStatus === 'SUCCESS') options.watch?.('told');
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const url = (): string => `http://127.0.0.1:${port}`;

  const deliver = async ({ headers, body }: IyzicoNotice): Promise<number> => {
    if (!options.noticeUrl) throw new RangeError('there is no address for notices');
    const response = await fetch(options.noticeUrl(), { method: 'POST', headers, body });
    await response.arrayBuffer();
    return response.status;
  };

  const writeNotice = (
    token: string,
    paymentConversationId: string,
    status: 'SUCCESS' | 'FAILURE',
    paymentId: string,
  ): IyzicoNotice => {
    const fields = {
      paymentConversationId,
      merchantId: 375_4129,
      token,
      status,
      iyziReferenceCode: randomUUID(),
      iyziEventType: 'CHECKOUT_FORM_AUTH',
      iyziEventTime: now(),
      iyziPaymentId: Number(paymentId),
    };
    const { iyziEventType, iyziPaymentId } = fields;
    const key = `${SECRET_KEY}${iyziEventType}${iyziPaymentId}${token}${paymentConversationId}${status}`;
    return {
      headers: { 'content-type': 'application/json', 'x-iyz-signature-v3': hmac(key) },
      body: JSON.stringify(fields),
    };
  };

  const notify = (page: Page, status: 'SUCCESS' | 'FAILURE', money = page.money): IyzicoNotice => {
    const notice = writeNotice(page.token, page.conversationId, status, money?.paymentId ?? '0');
    notices.push(notice);
    if (!options.noticeUrl) return notice;
    const times = { send: 1, drop: 0, repeat: 5, hold: 0 }[faults.notices];
    for (let time = 0; time < times; time += 1) {
      const post = deliver(notice)
        .catch(() => 0)
        .finally(() => posting.delete(post));
      posting.add(post);
    }
    return notice;
  };

  const take = (page: Page): CapturedMoney => {
    nextId += 2;
    const money = {
      paymentId: String(nextId),
      transactionId: String(nextId + 1),
      token: page.token,
      attemptId: page.conversationId,
      orderNumber: page.basketId,
      amountKurus: page.amountKurus,
      atMs: now(),
    };
    captured.push(money);
    list('PAYMENT', money.transactionId, money, money.amountKurus + faults.amountOffKurus);
    return money;
  };

  const amountOf = (paymentId: string): number =>
    [...captured, ...foreign].find((one) => one.paymentId === paymentId)?.amountKurus ?? 0;
  const panel: IyzicoPanel = {
    refund(paymentId, amountKurus = amountOf(paymentId)) {
      nextId += 2;
      refunded.push({ paymentId, refundId: `panel-${nextId}`, amountKurus });
      list('REFUND', String(nextId), { paymentId }, amountKurus);
      return String(nextId);
    },
    chargeback(paymentId, amountKurus = amountOf(paymentId)) {
      nextId += 2;
      list('CHARGEBACK', String(nextId), { paymentId }, amountKurus);
      return String(nextId);
    },
    charge(amountKurus) {
      nextId += 2;
      const [paymentId, transactionId] = [String(nextId), String(nextId + 1)];
      foreign.push({
        paymentId,
        transactionId,
        token: '',
        attemptId: 'till-7',
        orderNumber: 'TILL-7',
        amountKurus,
        atMs: now(),
      });
      list('PAYMENT', transactionId, { paymentId, attemptId: 'till-7' }, amountKurus);
      return paymentId;
    },
    payAgain(token) {
      const page = pages.get(token);
      if (!page?.money) throw new RangeError('the page was not paid');
      const money = take(page);
      notify(page, 'SUCCESS', money);
      return money;
    },
    chargeLate(token) {
      const page = pages.get(token);
      if (!page || page.money) throw new RangeError('nothing can be taken on the page');
      page.refusal = null;
      page.money = take(page);
      return notify(page, 'SUCCESS');
    },
    spoil(id, change) {
      const at = listed.findIndex((one) => one.id === id);
      const line = listed[at];
      if (!line) throw new RangeError('there is no such line');
      listed.splice(at, 1, ...(change === 'lost' ? [] : [{ ...line, ...change }]));
    },
  };

  const pay = (token: string, card: string = IYZICO_CARDS.good): PageOutcome => {
    const page = pages.get(token);
    if (!page) throw new RangeError('there is no such page');
    if (page.money || now() >= page.expiresAtMs) return { kind: 'over' };
    const back = { kind: 'back', returnUrl: page.callbackUrl, fields: { token } } as const;
    const refusal = REFUSALS[card];
    const mdStatus = MD_STATUS.get(card);
    if (refusal || mdStatus !== undefined) {
      page.refusal = refusal ?? ['10210', 'INVALID_CAVV'];
      notify(page, 'FAILURE');
      return refusal ? { kind: 'shown', errorCode: refusal[0] } : back;
    }
    page.refusal = null;
    page.money = take(page);
    options.watch?.('captured');
    if (card === IYZICO_CARDS.notRefundable) unrefundable.add(page.money.paymentId);
    notify(page, 'SUCCESS');
    return back;
  };

  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  t.after(stop);
  return {
    url: url(),
    apiKey: API_KEY,
    secretKey: SECRET_KEY,
    faults,
    captured,
    refunded,
    listed,
    panel,
    makeNotice: (token, paymentId, attemptId = '') =>
      writeNotice(token, attemptId, 'SUCCESS', paymentId),
    misstate: (token, said) => void misstated.set(token, said),
    confuse: (token, withToken) => void confused.set(token, withToken),
    calls,
    notices,
    refusedCalls: () => refusedCalls,
    tokenOf: (attemptId) =>
      [...pages.values()].findLast((page) => page.conversationId === attemptId)?.token ?? '',
    pay,
    deliver,
    settled: async () => {
      while (posting.size > 0) await Promise.all(posting);
    },
    stop,
  };
}
