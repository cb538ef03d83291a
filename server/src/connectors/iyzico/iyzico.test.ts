import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { createManualClock } from '../../platform/clock.ts';
import { IYZICO_CARDS, type IyzicoServer, startIyzicoServer } from '../../testing/iyzico-server.ts';
import { type PaymentProvider, ProviderUnavailable } from '../payment-provider.ts';
import {
  lookUpCaptured,
  openAttempt,
  paymentRequest,
  refundOf,
  testPaymentProviderContract,
} from '../payment-provider-contract.ts';
import { cardCodeOf } from './fault-codes.ts';
import { createIyzico } from './iyzico.ts';
import { signNotice, signReply } from './signing.ts';

const START_MS = Date.UTC(2026, 10, 25, 9, 0);
/** Short, so that the test of what hangs is; longer than a busy machine needs for any call. */
const TIMEOUT_MS = 2500;

interface Pair {
  readonly server: IyzicoServer;
  readonly provider: PaymentProvider;
  readonly clock: ReturnType<typeof createManualClock>;
}

async function startPair(t: Pick<TestContext, 'after'>, timeoutMs = 10_000): Promise<Pair> {
  const clock = createManualClock(START_MS);
  const server = await startIyzicoServer(t, { now: () => clock.now() });
  const { url, apiKey, secretKey } = server;
  return {
    server,
    clock,
    provider: createIyzico({ url, apiKey, secretKey, clock, timeoutMs, reportPauseMs: 20 }),
  };
}

testPaymentProviderContract('iyzico', async () => {
  const ends: (() => Promise<void> | void)[] = [];
  const { server, provider, clock } = await startPair(
    { after: (fn) => void ends.push(fn as () => void) },
    TIMEOUT_MS,
  );
  return {
    provider,
    pay: async ({ token }) => void server.pay(token),
    decline: async ({ token }) => {
      server.pay(token, IYZICO_CARDS.expired);
      return 'card-date-400';
    },
    passHour: () => clock.advance(3_600_000),
    notices: async () =>
      server.notices.map(({ headers, body }) => ({ headers, body: Buffer.from(body) })),
    paidBackKurus: async (paymentId) =>
      server.refunded
        .filter((one) => one.paymentId === paymentId)
        .reduce((sum, one) => sum + one.amountKurus, 0),
    hang: () => {
      server.faults.answers = 'hang';
    },
    stop: async () => {
      for (const end of ends) await end();
    },
  };
});

test('every call is signed as the server asks, and says who pays for what', async (t) => {
  const { server, provider } = await startPair(t);
  const request = paymentRequest({ amountKurus: 1_250_005 });
  const attempt = await openAttempt(provider, request);
  server.pay(attempt.token);
  const paid = await lookUpCaptured(provider, attempt);
  await provider.refund(refundOf(paid));
  assert.equal(server.refusedCalls(), 0);
  const body = server.calls[0]?.body as Record<string, unknown>;
  assert.equal(body.conversationId, request.attemptId);
  assert.equal(body.basketId, request.orderNumber);
  assert.equal(body.price, '12500.05');
  assert.equal(body.paidPrice, '12500.05');
  assert.deepEqual(body.enabledInstallments, [1]);
  assert.equal(body.callbackUrl, request.returnUrl);
  assert.equal((body.buyer as Record<string, unknown>).surname, 'İşık Öztürk');
  assert.doesNotMatch(JSON.stringify(server.calls), /cardNumber|cvc|expire/i);
});

test('wrong keys are no answer about a payment', async (t) => {
  const { server, clock } = await startPair(t);
  const provider = createIyzico({ ...server, secretKey: 'another', clock });
  await assert.rejects(provider.open(paymentRequest()), ProviderUnavailable);
  const attempt = { attemptId: 'a', token: 'b', expiresAtMs: 0 };
  await assert.rejects(provider.lookUp(attempt), ProviderUnavailable);
  assert.equal(server.refusedCalls(), 2);
});

test('a page is not opened for a buyer whose data iyzico refuses', async (t) => {
  const { provider } = await startPair(t);
  const request = paymentRequest();
  const refused = await provider.open({ ...request, buyer: { ...request.buyer, identity: '' } });
  assert.deepEqual(refused, { refused: 'card-bad-fields-400' });
});

test('a person without address and country, as the command line makes accounts, is refused by iyzico and not by an error', async (t) => {
  const { provider } = await startPair(t);
  const request = paymentRequest();
  const unknown = { identity: '', address: '', city: '', country: '', gsm: '' };
  for (const change of [unknown, { country: '' }, { country: 'x' }, { address: '' }]) {
    const refused = await provider.open({ ...request, buyer: { ...request.buyer, ...change } });
    if (change.country !== 'x') assert.deepEqual(refused, { refused: 'card-bad-fields-400' });
  }
});

test('a line of the list is read as what it is', async (t) => {
  const { provider, replies } = script(t);
  const line = {
    transactionType: 'PAYMENT',
    transactionId: 5,
    transactionStatus: 1,
    paymentId: 7,
    conversationId: 'a',
    price: 39.5,
    paidPrice: 39.5,
    transactionCurrency: 'TRY',
  };
  const charge = {
    id: 'PAYMENT 5',
    kind: 'charge',
    paymentId: '7',
    attemptId: 'a',
    amountKurus: 3950,
    currency: 'TRY',
    word: 'PAYMENT 39.5',
  };
  const list = () => provider.listMovements({ day: '2026-11-25', page: 1 });
  for (const [change, read] of [
    [{}, charge],
    // Under review and declined: nothing was taken.
    [{ transactionStatus: 0 }, null],
    [{ transactionStatus: -1 }, null],
    [{ paidPrice: '39,5' }, { ...charge, amountKurus: null, word: 'PAYMENT 39,5' }],
    [
      { transactionType: 'REFUND', paidPrice: -39.5 },
      { ...charge, id: 'REFUND 5', kind: 'refund', attemptId: '', word: 'REFUND -39.5' },
    ],
    [
      { transactionType: 'CANCEL', paidPrice: null },
      { ...charge, id: 'CANCEL 5', kind: 'refund', attemptId: '', word: 'CANCEL 39.5' },
    ],
    [
      { transactionType: 'CHARGEBACK' },
      { ...charge, id: 'CHARGEBACK 5', kind: 'chargeback', attemptId: '', word: 'CHARGEBACK 39.5' },
    ],
    [
      { transactionType: 'GIFT' },
      { ...charge, id: 'GIFT 5', kind: 'other', attemptId: '', word: 'GIFT 39.5' },
    ],
  ] as const) {
    replies.report = {
      status: 'success',
      totalPageCount: 3,
      transactions: [{ ...line, ...change }],
    };
    assert.deepEqual(await list(), { pages: 3, movements: read === null ? [] : [read] });
  }
  replies.report = { status: 'success' };
  assert.deepEqual(await list(), { pages: 1, movements: [] });
  for (const [reply, message] of [
    [{ status: 'failure', errorCode: '11' }, /^list: error 11$/],
    [{ status: 'success', totalPageCount: -1 }, /^list: no number of pages$/],
    [
      { status: 'success', transactions: [{ ...line, transactionId: null }] },
      /^list: a line without a name$/,
    ],
  ] as const) {
    replies.report = reply;
    await assert.rejects(list(), unavailable(message));
  }
});

test('amounts are read in every form that iyzico writes them in', async (t) => {
  const { server, provider } = await startPair(t);
  for (const prices of ['short', 'long', 'text'] as const) {
    for (const amountKurus of [390_000, 390_050, 390_005, 1]) {
      server.faults.prices = prices;
      const attempt = await openAttempt(provider, paymentRequest({ amountKurus }));
      server.pay(attempt.token);
      const paid = await lookUpCaptured(provider, attempt);
      assert.equal(paid.amountKurus, amountKurus);
      assert.deepEqual(await provider.refund(refundOf(paid)), { status: 'done' });
    }
  }
});

test('what the sandbox does with its cards becomes a code that a person can use', async (t) => {
  const { server, provider } = await startPair(t);
  const expected = {
    [IYZICO_CARDS.noFunds]: 'card-bad-fields-400',
    [IYZICO_CARDS.expired]: 'card-date-400',
    [IYZICO_CARDS.cvc]: 'card-cvc-400',
    [IYZICO_CARDS.fraud]: 'card-bad-fields-400',
    [IYZICO_CARDS.general]: 'card-bad-fields-400',
    [IYZICO_CARDS.mdStatus0]: 'card-bad-fields-400',
    [IYZICO_CARDS.mdStatus4]: 'card-bad-fields-400',
    [IYZICO_CARDS.noThreeDs]: 'card-bad-fields-400',
  };
  const attempt = await openAttempt(provider, paymentRequest());
  for (const [card, refused] of Object.entries(expected)) {
    server.pay(attempt.token, card);
    assert.deepEqual(await provider.lookUp(attempt), { status: 'pending', refused }, card);
  }
});

test('the group of a refusal counts before its code', () => {
  const groups = [
    ['INVALID_CARD_NUMBER', 'card-number-400'],
    ['BIN_NOT_FOUND', 'card-number-400'],
    ['NO_SUCH_ISSUER', 'card-number-400'],
    ['EXPIRED_CARD', 'card-date-400'],
    ['INVALID_CVC2', 'card-cvc-400'],
    ['INVALID_CVC2_LENGTH', 'card-cvc-400'],
    ['FRAUD_SUSPECT', 'card-bad-fields-400'],
  ] as const;
  for (const [errorGroup, code] of groups) {
    assert.equal(cardCodeOf({ errorGroup, errorCode: '10999' }), code);
  }
  assert.equal(cardCodeOf({ errorGroup: 'EXPIRED_CARD', errorCode: '12' }), 'card-date-400');
  const codes = {
    12: 'number',
    13: 'date',
    14: 'date',
    15: 'cvc',
    16: 'holder',
    17: 'date',
    19: 'holder',
  };
  for (const [errorCode, field] of Object.entries(codes)) {
    assert.equal(cardCodeOf({ errorCode }), `card-${field}-400`);
  }
  assert.equal(cardCodeOf({}), 'card-bad-fields-400');
});

test('a wrong signature and a broken server are never believed', async (t) => {
  const { server, provider } = await startPair(t);
  const attempt = await openAttempt(provider, paymentRequest());
  server.pay(attempt.token);
  const paid = await lookUpCaptured(provider, attempt);
  for (const answers of ['wrong-signature', '5xx'] as const) {
    server.faults.answers = answers;
    await assert.rejects(provider.open(paymentRequest()), ProviderUnavailable, answers);
    await assert.rejects(provider.lookUp(attempt), ProviderUnavailable, answers);
    await assert.rejects(provider.refund(refundOf(paid)), ProviderUnavailable, answers);
  }
  await server.stop();
  await assert.rejects(provider.lookUp(attempt), ProviderUnavailable, 'no server there');
});

test('a card that is under review is pending, and one that was declined afterwards fails', async (t) => {
  const { server, provider } = await startPair(t);
  const attempt = await openAttempt(provider, paymentRequest());
  server.pay(attempt.token);
  server.faults.fraudStatus = 0;
  assert.deepEqual(await provider.lookUp(attempt), { status: 'pending', refused: null });
  server.faults.fraudStatus = -1;
  assert.equal((await provider.lookUp(attempt)).status, 'failed');
});

test('an amount and a currency that were not asked for are told as they are', async (t) => {
  const { server, provider } = await startPair(t);
  const attempt = await openAttempt(provider, paymentRequest());
  server.pay(attempt.token);
  server.faults.amountOffKurus = -1;
  server.faults.currency = 'USD';
  const { amountKurus, currency } = await lookUpCaptured(provider, attempt);
  assert.deepEqual([amountKurus, currency], [389_999, 'USD']);
});

test('a page that has just run out may still have been paid', async (t) => {
  const { server, provider, clock } = await startPair(t);
  const attempt = await openAttempt(provider, paymentRequest());
  await clock.advance(attempt.expiresAtMs - clock.now() + 60_000);
  assert.equal((await provider.lookUp(attempt)).status, 'pending');
  await clock.advance(10 * 60_000);
  assert.equal((await provider.lookUp(attempt)).status, 'failed');
  assert.deepEqual(server.pay(attempt.token), { kind: 'over' });
});

test('a refund whose answer was lost counts as done, even when the report is late', async (t) => {
  const { server, provider } = await startPair(t);
  for (const reportLag of [0, 2]) {
    server.faults.answers = 'well';
    const attempt = await openAttempt(provider, paymentRequest());
    server.pay(attempt.token);
    const request = refundOf(await lookUpCaptured(provider, attempt));
    server.faults.reportLag = reportLag;
    server.faults.answers = 'act-and-cut';
    server.faults.only = '/v2/payment/refund';
    await assert.rejects(provider.refund(request), ProviderUnavailable);
    server.faults.answers = 'well';
    assert.deepEqual(await provider.refund(request), { status: 'done' });
    const back = server.refunded.filter(({ paymentId }) => paymentId === request.paymentId);
    assert.equal(back.length, 1);
  }
});

test("a refund that a bank refuses is refused in the bank's words", async (t) => {
  const { server, provider } = await startPair(t);
  const attempt = await openAttempt(provider, paymentRequest());
  server.pay(attempt.token, IYZICO_CARDS.notRefundable);
  const paid = await lookUpCaptured(provider, attempt);
  const result = await provider.refund(refundOf(paid));
  assert.deepEqual(result, { status: 'refused', reason: '10246 REFUND_DECLINE' });
});

test('people are sent to the pages of the interface that is used', () => {
  const of = (url: string) =>
    createIyzico({ url, apiKey: 'a', secretKey: 'b', clock: createManualClock(0) }).origins;
  assert.deepEqual(of('https://api.iyzipay.com'), ['https://cpp.iyzipay.com']);
  assert.deepEqual(of('https://sandbox-api.iyzipay.com/'), ['https://sandbox-cpp.iyzipay.com']);
  assert.deepEqual(of('http://127.0.0.1:4100'), ['http://127.0.0.1:4100']);
});

const KEYS = { apiKey: 'key', secretKey: 'secret' };
const LIVE = 'https://api.iyzipay.com';

type Said = Record<string, unknown>;

/** An iyzico whose replies a test writes, by what their path contains; `calls` are the paths that were asked. */
function script(t: TestContext, url = LIVE, reportPauseMs = 0) {
  const replies: Record<string, Said> = {};
  const calls: string[] = [];
  const times: number[] = [];
  const bodies: Said[] = [];
  t.mock.method(globalThis, 'fetch', async (address: URL, { body }: RequestInit) => {
    const name = /initialize|detail$|refund|report/.exec(address.pathname)?.[0] ?? '?';
    calls.push(name);
    times.push(performance.now());
    if (typeof body === 'string') bodies.push(JSON.parse(body) as Said);
    return Response.json(replies[name] ?? {});
  });
  const clock = createManualClock(START_MS);
  const provider = createIyzico({ url, ...KEYS, clock, reportPauseMs });
  return { provider, replies, calls, times, bodies, clock };
}

const unavailable = (message: RegExp) => (error: unknown) =>
  error instanceof ProviderUnavailable && message.test(error.message);

test('a page is opened only where the reply is signed, about this attempt, and on a host of iyzico', async (t) => {
  const { provider, replies } = script(t);
  const request = paymentRequest({ attemptId: 'attempt-1' });
  const opened = (change: Said = {}): Said => {
    const said: Said = {
      status: 'success',
      conversationId: 'attempt-1',
      token: 'token-1',
      tokenExpireTime: 900,
      paymentPageUrl: 'https://cpp.iyzipay.com/?token=token-1',
      ...change,
    };
    const signature = signReply('secret', [String(said.conversationId), String(said.token)]);
    return { signature, ...said };
  };
  replies.initialize = opened();
  assert.deepEqual(await provider.open(request), {
    token: 'token-1',
    url: 'https://cpp.iyzipay.com/?token=token-1',
    expiresAtMs: START_MS + 900_000,
  });
  // Half an hour where iyzico does not say.
  replies.initialize = opened({ tokenExpireTime: null });
  const page = await provider.open(request);
  assert.equal('expiresAtMs' in page && page.expiresAtMs, START_MS + 1_800_000);

  for (const paymentPageUrl of ['https://pay.iyzipay.com/1', 'https://www.iyzico.com/1']) {
    replies.initialize = opened({ paymentPageUrl });
    assert.ok('url' in (await provider.open(request)), paymentPageUrl);
  }
  for (const paymentPageUrl of [
    'http://pay.iyzipay.com/1',
    'http://cpp.iyzipay.com/1',
    'https://eviliyzipay.com/1',
    'https://cpp.iyzipay.com.evil.test/1',
  ]) {
    replies.initialize = opened({ paymentPageUrl });
    await assert.rejects(
      provider.open(request),
      unavailable(/^opening: a page on /),
      paymentPageUrl,
    );
  }
  for (const change of [{ conversationId: 'attempt-2' }, { token: '' }, { paymentPageUrl: 'x' }]) {
    replies.initialize = opened(change);
    await assert.rejects(
      provider.open(request),
      unavailable(/^opening: an answer without a page of this attempt$/),
      JSON.stringify(change),
    );
  }
  for (const signature of [null, 'f'.repeat(64)]) {
    replies.initialize = opened({ signature });
    await assert.rejects(provider.open(request), unavailable(/^opening: a wrong signature$/));
  }
  replies.initialize = { status: 'failure', errorCode: '11' };
  await assert.rejects(provider.open(request), unavailable(/^opening: error 11$/));
  replies.initialize = { status: 'perhaps', errorCode: '12' };
  await assert.rejects(provider.open(request), unavailable(/^opening: error 12$/));
  replies.initialize = { status: 'failure', errorCode: '12' };
  assert.deepEqual(await provider.open(request), { refused: 'card-number-400' });
});

test('away from the live interface a page has to be on its own origin', async (t) => {
  const { provider, replies } = script(t, 'https://bank.test');
  const opened = (paymentPageUrl: string): Said => {
    const signature = signReply('secret', ['a', 'b']);
    return { status: 'success', conversationId: 'a', token: 'b', paymentPageUrl, signature };
  };
  const request = paymentRequest({ attemptId: 'a' });
  replies.initialize = opened('https://bank.test/page');
  assert.ok('url' in (await provider.open(request)));
  replies.initialize = opened('https://cpp.iyzipay.com/page');
  await assert.rejects(provider.open(request), unavailable(/a page on https:\/\/cpp.iyzipay.com$/));
});

test('the page is English for those who read English and Turkish for the others, in one payment', async (t) => {
  const { provider, replies, bodies } = script(t);
  replies.initialize = { status: 'failure', errorCode: '12' };
  const request = paymentRequest();
  for (const language of ['tr', 'az', 'en'] as const) {
    await provider.open({ ...request, buyer: { ...request.buyer, language } });
  }
  assert.deepEqual(
    bodies.map(({ locale }) => locale),
    ['tr', 'tr', 'en'],
  );
  const [body] = bodies;
  assert.deepEqual(body?.billingAddress, {
    contactName: 'Çağla Gülşən İşık Öztürk',
    city: 'İstanbul',
    country: 'Türkiye',
    address: 'Moda Cad. 12/3 Kadıköy',
  });
  assert.deepEqual(body?.enabledInstallments, [1]);
});

test('a look-up is believed where it is signed, or refuses something of the payment', async (t) => {
  const { provider, replies, clock } = script(t);
  const attempt = { attemptId: 'a', token: 'k', expiresAtMs: START_MS };
  const look = () => provider.lookUp(attempt);
  const detail = (change: Said = {}): Said => {
    const said: Said = {
      status: 'success',
      paymentStatus: 'SUCCESS',
      paymentId: 7,
      currency: 'TRY',
      basketId: 'RS-1',
      conversationId: 'a',
      paidPrice: 39.5,
      price: 39.5,
      token: 'k',
      fraudStatus: 1,
      ...change,
    };
    const text = (name: string): string => {
      const value = said[name];
      return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    };
    const fields = ['paymentStatus', 'paymentId', 'currency', 'basketId', 'conversationId'];
    const amounts = [text('paidPrice'), text('price')];
    const signature = signReply('secret', [...fields.map(text), ...amounts, text('token')]);
    return { signature, ...said };
  };
  const captured = {
    status: 'captured',
    paymentId: '7',
    attemptId: 'a',
    orderNumber: 'RS-1',
    amountKurus: 3950,
    currency: 'TRY',
  };
  replies.detail = detail();
  // Without a line of its own a payment is paid back by its own id.
  assert.deepEqual(await look(), { ...captured, transactionId: '7' });
  replies.detail = detail({ itemTransactions: [{ paymentTransactionId: 9 }] });
  assert.deepEqual(await look(), { ...captured, transactionId: '9' });
  for (const change of [{ token: 'other' }, { conversationId: 'other' }, { paymentId: null }]) {
    replies.detail = detail(change);
    const message = /^look-up: an answer about something else$/;
    await assert.rejects(look(), unavailable(message), JSON.stringify(change));
  }
  for (const written of ['1,5', '', '39.505', '-39.5']) {
    replies.detail = detail({ paidPrice: written });
    const { amountKurus: _, ...rest } = captured;
    const unreadable = { amountKurus: 0, unreadable: written, transactionId: '7' };
    assert.deepEqual(await look(), { ...rest, ...unreadable }, `the amount '${written}'`);
  }
  for (const status of ['success', 'failure']) {
    replies.detail = detail({ status, signature: 'f'.repeat(64) });
    await assert.rejects(look(), unavailable(/^look-up: a wrong signature$/), status);
  }
  replies.detail = detail({ signature: null });
  await assert.rejects(look(), unavailable(/a wrong signature/));

  const pending = (refused: string | null) => ({ status: 'pending', refused });
  // Ten minutes after its end nothing can be paid on a page any more.
  await clock.advance(599_999);
  replies.detail = detail({ status: 'failure' });
  assert.deepEqual(await look(), pending(null), 'both words are needed');
  replies.detail = detail({ paymentStatus: 'INIT_THREEDS' });
  assert.deepEqual(await look(), pending(null));
  replies.detail = detail({ paymentStatus: 'FAILURE' });
  assert.deepEqual(await look(), pending('card-bad-fields-400'));
  replies.detail = { status: 'failure', errorCode: '5122' };
  assert.deepEqual(await look(), pending(null));
  replies.detail = { status: 'failure', errorCode: '10054' };
  assert.deepEqual(await look(), pending('card-date-400'));
  for (const reply of [{ status: 'failure', errorCode: '11' }, { errorCode: '5122' }]) {
    replies.detail = reply;
    await assert.rejects(look(), unavailable(/^look-up: error (11|5122)$/));
  }
  await clock.advance(1);
  replies.detail = { status: 'failure', errorCode: '5122' };
  assert.deepEqual(await look(), { status: 'failed', code: 'card-bad-fields-400' });
  replies.detail = { status: 'failure', errorCode: '10054' };
  assert.deepEqual(await look(), { status: 'failed', code: 'card-date-400' });
});

test('whether a payment went back is read from its report, before it is asked for and after it was refused', async (t) => {
  const { provider, replies, calls } = script(t);
  const request = {
    refundId: 'r',
    paymentId: '7',
    transactionId: '9',
    amountKurus: 3950,
    currency: 'TRY',
    ip: '127.0.0.1',
  } as const;
  const ask = async () => {
    calls.length = 0;
    return provider.refund(request);
  };
  const report = (payment: Said): Said => ({ status: 'success', payments: [payment] });
  const refunds = () => calls.filter((name) => name === 'refund').length;
  const reports = () => calls.filter((name) => name === 'report').length;

  for (const payment of [
    { paymentId: 7, paymentRefundStatus: 'TOTALLY_REFUNDED' },
    { paymentId: '7', paymentRefundStatus: 'NOT_REFUNDED', cancels: [{}] },
  ]) {
    replies.report = report(payment);
    assert.deepEqual(await ask(), { status: 'done' });
    assert.deepEqual(calls, ['report'], 'nothing is asked for a second time');
  }
  const signature = signReply('secret', ['7', '39.5', 'TRY', 'r']);
  const done = { status: 'success', conversationId: 'r', paymentId: '7', price: 39.5, signature };
  replies.refund = { ...done, currency: 'TRY' };
  for (const reply of [
    report({ paymentId: 7, paymentRefundStatus: 'NOT_REFUNDED' }),
    report({ paymentId: 7, paymentRefundStatus: 'PARTIALLY_REFUNDED', cancels: [] }),
    report({ paymentId: 8, paymentRefundStatus: 'TOTALLY_REFUNDED' }),
    { status: 'success' },
    { status: 'failure' },
  ]) {
    replies.report = reply;
    assert.deepEqual(await ask(), { status: 'done' });
    assert.deepEqual(calls, ['report', 'refund']);
  }
  replies.refund = { ...done, currency: 'TRY', signature: 'f'.repeat(64) };
  await assert.rejects(ask(), unavailable(/^refund: a wrong signature$/));

  replies.report = report({ paymentId: 7, paymentRefundStatus: 'NOT_REFUNDED' });
  replies.refund = { status: 'failure', errorCode: '5093' };
  assert.deepEqual(await ask(), { status: 'refused', reason: '5093' });
  assert.deepEqual(
    [refunds(), reports()],
    [1, 4],
    'the report may come late: it is read three times',
  );
  replies.refund = { status: 'failure', errorCode: 10_246, errorGroup: 'REFUND_DECLINE' };
  assert.deepEqual(await ask(), { status: 'refused', reason: '10246 REFUND_DECLINE' });
  replies.report = { status: 'failure' };
  await assert.rejects(ask(), unavailable(/^refund: no report$/));
  assert.deepEqual([refunds(), reports()], [1, 4]);
  for (const reply of [{ status: 'failure', errorCode: '100001' }, { errorCode: '5093' }]) {
    replies.refund = reply;
    await assert.rejects(ask(), unavailable(/^refund: error (100001|5093)$/));
    assert.equal(reports(), 1);
  }
});

test('each promise is kept within ten seconds, unless the installation says otherwise', async (t) => {
  const said: number[] = [];
  t.mock.method(AbortSignal, 'timeout', (ms: number) => {
    said.push(ms);
    return AbortSignal.abort();
  });
  const clock = createManualClock(START_MS);
  const of = (timeoutMs?: number) =>
    createIyzico({ url: LIVE, ...KEYS, clock, ...(timeoutMs && { timeoutMs }) });
  await assert.rejects(of().open(paymentRequest()), unavailable(/no answer/));
  await assert.rejects(of(5).open(paymentRequest()), unavailable(/no answer/));
  assert.deepEqual(said, [10_000, 5]);
});

test('the report of a refund that was refused is given time before it is read again', async (t) => {
  const { provider, replies, times } = script(t, LIVE, 30);
  replies.report = { status: 'success', payments: [] };
  replies.refund = { status: 'failure', errorCode: '5093' };
  const request = { refundId: 'r', paymentId: '7', transactionId: '9', amountKurus: 1 } as const;
  await provider.refund({ ...request, currency: 'TRY', ip: '127.0.0.1' });
  // The report, the refund, and the report three times.
  const [, , first = 0, second = 0, third = 0] = times;
  // A timer may fire within the millisecond before.
  assert.ok(second - first >= 29 && third - second >= 29, String(times));
});

test('a notice is read whose token has at most 200 characters and whose fields are there', () => {
  const clock = createManualClock(START_MS);
  const provider = createIyzico({ url: LIVE, ...KEYS, clock });
  const read = (change: Said) => {
    const fields = {
      iyziEventType: 'CHECKOUT_FORM_AUTH',
      iyziPaymentId: 7,
      token: 'k',
      paymentConversationId: 'a',
      status: 'SUCCESS',
      ...change,
    };
    const signature = signNotice('secret', { ...fields, iyziPaymentId: '7' });
    // Digits of either case are the same signature.
    const headers = { 'x-iyz-signature-v3': signature.toUpperCase() };
    return provider.readNotice(headers, Buffer.from(JSON.stringify(fields)));
  };
  const kind = 'CHECKOUT_FORM_AUTH SUCCESS';
  const about = { kind, paymentId: '7', attemptId: 'a' };
  assert.deepEqual(read({}), { token: 'k', ...about });
  const longest = 'k'.repeat(200);
  assert.deepEqual(read({ token: longest }), { token: longest, ...about });
  const failed = {
    token: 'k',
    kind: 'CHECKOUT_FORM_AUTH FAILURE',
    paymentId: null,
    attemptId: 'a',
  };
  assert.deepEqual(read({ status: 'FAILURE' }), failed, 'no money is named by a refusal');
  for (const change of [{ token: `${longest}k` }, { token: '' }, { status: 1 }]) {
    assert.equal(read(change), null, JSON.stringify(change));
  }
});
