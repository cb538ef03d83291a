import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { createManualClock } from '../../platform/clock.ts';
import { IYZICO_CARDS, type IyzicoServer, startIyzicoServer } from '../../testing/iyzico-server.ts';
import { type PaymentProvider, ProviderAway } from '../payment-provider.ts';
import {
  lookUpCaptured,
  openAttempt,
  paymentRequest,
  refundOf,
  testPaymentProviderContract,
} from '../payment-provider-contract.ts';
import { cardCodeOf } from './fault-codes.ts';
import { createIyzico } from './iyzico.ts';

const START_MS = Date.UTC(2026, 10, 25, 9, 0);
/** Short, so that the test of what hangs is; longer than a busy machine needs for any call. */
const PATIENCE_MS = 2500;

interface Pair {
  readonly server: IyzicoServer;
  readonly provider: PaymentProvider;
  readonly clock: ReturnType<typeof createManualClock>;
}

async function startPair(t: Pick<TestContext, 'after'>, patienceMs = 10_000): Promise<Pair> {
  const clock = createManualClock(START_MS);
  const server = await startIyzicoServer(t, { now: () => clock.now() });
  const { url, apiKey, secretKey } = server;
  return {
    server,
    clock,
    provider: createIyzico({ url, apiKey, secretKey, clock, patienceMs, reportPauseMs: 20 }),
  };
}

testPaymentProviderContract('iyzico', async () => {
  const ends: (() => Promise<void> | void)[] = [];
  const { server, provider, clock } = await startPair(
    { after: (fn) => void ends.push(fn as () => void) },
    PATIENCE_MS,
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
  await assert.rejects(provider.open(paymentRequest()), ProviderAway);
  const attempt = { attemptId: 'a', token: 'b', expiresAtMs: 0 };
  await assert.rejects(provider.lookUp(attempt), ProviderAway);
  assert.equal(server.refusedCalls(), 2);
});

test('a page is not opened for somebody whose data iyzico refuses', async (t) => {
  const { provider } = await startPair(t);
  const request = paymentRequest();
  const refused = await provider.open({ ...request, buyer: { ...request.buyer, identity: '' } });
  assert.deepEqual(refused, { refused: 'card-bad-fields-400' });
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
    await assert.rejects(provider.open(paymentRequest()), ProviderAway, answers);
    await assert.rejects(provider.lookUp(attempt), ProviderAway, answers);
    await assert.rejects(provider.refund(refundOf(paid)), ProviderAway, answers);
  }
  await server.stop();
  await assert.rejects(provider.lookUp(attempt), ProviderAway, 'nobody there');
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
    await assert.rejects(provider.refund(request), ProviderAway);
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
