import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import {
  type CardCode,
  type HostedPage,
  type OpenAttempt,
  type PaymentProvider,
  type PaymentRequest,
  type PaymentState,
  ProviderUnavailable,
  type RefundRequest,
} from './payment-provider.ts';

/** A notice as the product receives it. */
export interface ReceivedNotice {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
}

/** A provider under test, with the other side of its wire. */
export interface ProviderUnderTest {
  readonly provider: PaymentProvider;
  /** Completes the payment on a page like a person. */
  readonly pay: (page: HostedPage) => Promise<void>;
  /** Tries a card that its bank refuses and returns the code of the refusal. */
  readonly decline: (page: HostedPage) => Promise<CardCode>;
  /** Advances the clocks of the provider and of the product by an hour. */
  readonly passHour: () => Promise<void>;
  /** Returns the notices so far. */
  readonly notices: () => Promise<readonly ReceivedNotice[]>;
  /** Returns the refunded amount of a payment, in kuruş. */
  readonly paidBackKurus: (paymentId: string) => Promise<number>;
  /** Makes the provider accept calls without answering them. */
  readonly hang: () => void;
  readonly stop: () => Promise<void>;
}

let orders = 0;

/** Creates an order for a payment; its Turkish and Azerbaijani letters are part of the signed text. */
export function paymentRequest(changes: Partial<PaymentRequest> = {}): PaymentRequest {
  orders += 1;
  return {
    attemptId: randomUUID(),
    orderNumber: `RS-2026-${String(orders).padStart(6, '0')}`,
    title: 'Platform üyeliği, 6 ay',
    amountKurus: 390_000,
    currency: 'TRY',
    buyer: {
      id: 'K7Q2M9',
      name: 'Çağla Gülşən',
      surname: 'İşık Öztürk',
      mail: 'cagla@ornek.example',
      gsm: '+905321234567',
      identity: '10000000146',
      address: 'Moda Cad. 12/3 Kadıköy',
      city: 'İstanbul',
      country: 'TR',
      ip: '203.0.113.7',
      language: 'tr',
    },
    returnUrl: 'http://localhost:3000/api/payment/return/provider',
    ...changes,
  };
}

/** Opens a page for a payment; fails the test when the provider refuses. */
export async function openAttempt(
  provider: PaymentProvider,
  request: PaymentRequest,
): Promise<HostedPage & OpenAttempt> {
  const page = await provider.open(request);
  assert.ok('token' in page, 'the page was opened');
  return { ...page, attemptId: request.attemptId };
}

type Captured = Extract<PaymentState, { status: 'captured' }>;

/** Reads the state of an attempt; fails the test unless it is captured. */
export async function lookUpCaptured(
  provider: PaymentProvider,
  attempt: OpenAttempt,
): Promise<Captured> {
  const state = await provider.lookUp(attempt);
  assert.equal(state.status, 'captured');
  return state as Captured;
}

/** Creates the refund of a whole payment. */
export function refundOf(paid: Captured): RefundRequest {
  const { paymentId, transactionId, amountKurus } = paid;
  const refundId = randomUUID();
  return { refundId, paymentId, transactionId, amountKurus, currency: 'TRY', ip: '203.0.113.7' };
}

/** Registers the tests that every provider passes: the promises of the port that orders rely on. */
export function testPaymentProviderContract(
  name: string,
  open: () => Promise<ProviderUnderTest>,
): void {
  const within = (body: (under: ProviderUnderTest) => Promise<void>) => async (): Promise<void> => {
    const under = await open();
    try {
      await body(under);
    } finally {
      await under.stop();
    }
  };

  describe(`${name} keeps the contract of a payment provider`, () => {
    test('a page is opened on one of its origins, for a while', within(checkPage));
    test('an unpaid attempt is pending, and fails when its page has expired', within(checkOver));
    test('what was paid is captured, and stays so however often it is read', within(checkPaid));
    test('a refused card leaves the page open for another one', within(checkDecline));
    test('a refusal is remembered when the page has run out', within(checkDeclinedOver));
    test('a refund that is asked for twice is paid back once', within(checkRefund));
    test('what was never captured is not paid back, nor more than was', within(checkNoRefund));
    test(
      'what was taken and what went back stands in the list of its day, each once',
      within(checkList),
    );
    test('a payment is found by its name', within(checkFind));
    test('a notice is believed as it was signed and in no other form', within(checkNotice));
    test('a browser brings the token back', within(checkReturn));
    test('a provider that does not answer is unavailable', within(checkUnavailable));
  });
}

async function checkPage({ provider }: ProviderUnderTest): Promise<void> {
  const first = await openAttempt(provider, paymentRequest());
  const second = await openAttempt(provider, paymentRequest({ amountKurus: 1 }));
  assert.notEqual(first.token, second.token);
  for (const { url, token, expiresAtMs } of [first, second]) {
    assert.ok(provider.origins.includes(new URL(url).origin), url);
    assert.match(token, /^[\w-]{16,200}$/);
    assert.ok(Number.isSafeInteger(expiresAtMs) && expiresAtMs > 0);
  }
}

async function checkOver({ provider, passHour }: ProviderUnderTest): Promise<void> {
  const attempt = await openAttempt(provider, paymentRequest());
  assert.deepEqual(await provider.lookUp(attempt), { status: 'pending', refused: null });
  await passHour();
  assert.deepEqual(await provider.lookUp(attempt), {
    status: 'failed',
    code: 'card-bad-fields-400',
  });
  const stranger = { ...attempt, token: randomUUID() };
  assert.equal((await provider.lookUp(stranger)).status, 'failed', 'a token that was never issued');
}

async function checkPaid({ provider, pay, passHour }: ProviderUnderTest): Promise<void> {
  const request = paymentRequest({ amountKurus: 1_250_010 });
  const attempt = await openAttempt(provider, request);
  const other = await openAttempt(provider, paymentRequest());
  await pay(attempt);
  const state = await lookUpCaptured(provider, attempt);
  assert.equal(state.attemptId, request.attemptId);
  assert.equal(state.orderNumber, request.orderNumber);
  assert.equal(state.amountKurus, 1_250_010);
  assert.equal(state.currency, 'TRY');
  assert.equal((await provider.lookUp(other)).status, 'pending');
  await pay(other);
  assert.notEqual((await lookUpCaptured(provider, other)).paymentId, state.paymentId);
  await passHour();
  assert.deepEqual(await provider.lookUp(attempt), state);
}

async function checkDecline({ provider, decline, pay }: ProviderUnderTest): Promise<void> {
  const attempt = await openAttempt(provider, paymentRequest());
  const refused = await decline(attempt);
  assert.deepEqual(await provider.lookUp(attempt), { status: 'pending', refused });
  await pay(attempt);
  await lookUpCaptured(provider, attempt);
}

async function checkDeclinedOver(under: ProviderUnderTest): Promise<void> {
  const { provider, decline, passHour } = under;
  const attempt = await openAttempt(provider, paymentRequest());
  const code = await decline(attempt);
  await passHour();
  assert.deepEqual(await provider.lookUp(attempt), { status: 'failed', code });
}

async function checkRefund({ provider, pay, paidBackKurus }: ProviderUnderTest): Promise<void> {
  const attempt = await openAttempt(provider, paymentRequest());
  await pay(attempt);
  const paid = await lookUpCaptured(provider, attempt);
  const request = refundOf(paid);
  assert.deepEqual(await provider.refund(request), { status: 'done' });
  assert.deepEqual(await provider.refund(request), { status: 'done' });
  assert.equal(await paidBackKurus(paid.paymentId), paid.amountKurus);
  assert.equal((await provider.lookUp(attempt)).status, 'captured', 'what was captured stays so');
}

async function checkNoRefund({ provider, pay, paidBackKurus }: ProviderUnderTest): Promise<void> {
  const attempt = await openAttempt(provider, paymentRequest());
  await pay(attempt);
  const paid = await lookUpCaptured(provider, attempt);
  const unknown = { ...refundOf(paid), paymentId: '99999999', transactionId: '99999999' };
  const tooMuch = { ...refundOf(paid), amountKurus: paid.amountKurus + 1 };
  for (const request of [unknown, tooMuch]) {
    const result = await provider.refund(request);
    assert.equal(result.status, 'refused');
    assert.ok('reason' in result && result.reason !== '');
  }
  assert.equal(await paidBackKurus(paid.paymentId), 0);
}

/** Istanbul day on which the tests begin; both providers are started on it. */
const DAY = '2026-11-25';

async function checkList({ provider, pay, passHour }: ProviderUnderTest): Promise<void> {
  const list = (day: string) => provider.listMovements({ day, page: 1 });
  assert.deepEqual((await list(DAY)).movements, []);
  const request = paymentRequest();
  const attempt = await openAttempt(provider, request);
  await pay(attempt);
  const paid = await lookUpCaptured(provider, attempt);
  await passHour();
  await provider.refund(refundOf(paid));
  const { movements, pages } = await list(DAY);
  assert.equal(pages, 1);
  const about = { paymentId: paid.paymentId, amountKurus: 390_000, currency: 'TRY' };
  assert.deepEqual(
    movements.map(({ kind, paymentId, amountKurus, currency }) => ({
      kind,
      paymentId,
      amountKurus,
      currency,
    })),
    [
      { kind: 'charge', ...about },
      { kind: 'refund', ...about },
    ],
  );
  assert.equal(movements[0]?.attemptId, request.attemptId);
  assert.equal(new Set(movements.map(({ id }) => id)).size, 2);
  assert.deepEqual(await list(DAY), { movements, pages }, 'reading it changes nothing');
  assert.deepEqual((await list('2026-11-24')).movements, []);
  assert.deepEqual((await provider.listMovements({ day: DAY, page: 2 })).movements, []);
}

async function checkFind({ provider, pay }: ProviderUnderTest): Promise<void> {
  const attempt = await openAttempt(provider, paymentRequest());
  await pay(attempt);
  const paid = await lookUpCaptured(provider, attempt);
  assert.deepEqual(await provider.findPayment(paid.paymentId), paid);
  assert.deepEqual(await provider.findPayment('99999999'), { status: 'none' });
}

async function checkNotice({ provider, pay, notices }: ProviderUnderTest): Promise<void> {
  const attempt = await openAttempt(provider, paymentRequest());
  await pay(attempt);
  const notice = (await notices()).at(-1);
  assert.ok(notice, 'a notice came');
  const { headers, body } = notice;
  const read = provider.readNotice(headers, body);
  assert.equal(read?.token, attempt.token);
  assert.notEqual(read?.kind, '');
  const paid = await lookUpCaptured(provider, attempt);
  assert.deepEqual([read?.paymentId, read?.attemptId], [paid.paymentId, attempt.attemptId]);

  assert.equal(provider.readNotice({}, body), null, 'without a signature');
  for (const [name, value] of Object.entries(headers)) {
    if (!name.includes('signature')) continue;
    const flipped = String(value).replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    assert.equal(provider.readNotice({ ...headers, [name]: flipped }, body), null);
    assert.equal(provider.readNotice({ ...headers, [name]: `${String(value)}0` }, body), null);
  }
  const text = body.toString('utf8');
  const other = text.replace(attempt.token, randomUUID());
  for (const bytes of [other, text.slice(0, -1), '', 'null', '[]', '{}']) {
    assert.equal(provider.readNotice(headers, Buffer.from(bytes)), null, bytes);
  }
}

async function checkReturn({ provider }: ProviderUnderTest): Promise<void> {
  const { token } = await openAttempt(provider, paymentRequest());
  assert.equal(provider.readReturn({ token }), token);
  assert.equal(provider.readReturn({ token, status: 'success' }), token);
  for (const fields of [{}, { token: '' }, { token: 'x'.repeat(201) }, { token: 'a b' }]) {
    assert.equal(provider.readReturn(fields), null);
  }
}

async function checkUnavailable({ provider, pay, hang }: ProviderUnderTest): Promise<void> {
  const attempt = await openAttempt(provider, paymentRequest());
  await pay(attempt);
  const paid = await lookUpCaptured(provider, attempt);
  hang();
  await Promise.all([
    assert.rejects(provider.open(paymentRequest()), ProviderUnavailable),
    assert.rejects(provider.lookUp(attempt), ProviderUnavailable),
    assert.rejects(provider.refund(refundOf(paid)), ProviderUnavailable),
    assert.rejects(provider.findPayment(paid.paymentId), ProviderUnavailable),
    assert.rejects(provider.listMovements({ day: DAY, page: 1 }), ProviderUnavailable),
  ]);
}
