import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { createClock, createManualClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import type { Tidy } from '../../platform/testing.ts';
import {
  confirmCode,
  DEMO_CARDS,
  enterCard,
  payOnBankPage,
  startTestBank,
  startTestShop,
  type TestShop,
  temporaryFolder,
} from '../../testing/demo-bank.ts';
import { until } from '../../testing/eventually.ts';
import { ProviderUnavailable } from '../payment-provider.ts';
import {
  lookUpCaptured,
  openAttempt,
  paymentRequest,
  refundOf,
  testPaymentProviderContract,
} from '../payment-provider-contract.ts';
import { createDemoBankClient } from './client.ts';
import { type DemoBank, startDemoBank } from './demo-bank.ts';
import { TEXTS } from './texts.ts';

const START_MS = Date.UTC(2026, 10, 25, 9, 0);

/** Takes connections and says nothing. */
async function startDeadServer(t: Tidy): Promise<string> {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  t.after(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Ends of a test that is not the runner's. */
function collectEnds(): Tidy & { end: () => Promise<void> } {
  const ends: (() => Promise<void> | void)[] = [];
  return {
    after: (fn) => void ends.unshift(fn),
    end: async () => {
      for (const end of ends) await end();
    },
  };
}

testPaymentProviderContract('demo-bank', async () => {
  const tidy = collectEnds();
  const clock = createManualClock(START_MS);
  const shop = await startTestShop(tidy);
  const dataDir = temporaryFolder(tidy);
  const secret = randomBytes(32);
  const bank = await startTestBank(tidy, { clock, dataDir, secret, noticeUrl: () => shop.url });
  const dead = await startDeadServer(tidy);
  let url = bank.origin;
  return {
    provider: createDemoBankClient({
      url: () => url,
      origin: bank.origin,
      secret,
      // Longer than a busy machine needs for any call, and no longer: one test hangs.
      timeoutMs: 2500,
    }),
    pay: async (page) => {
      const { text } = await payOnBankPage(page.url);
      assert.match(text, /Ödeme alındı/);
    },
    decline: async (page) => {
      assert.equal((await enterCard(page.url, DEMO_CARDS.expired)).status, 400);
      return 'card-date-400';
    },
    passHour: () => clock.advance(3_600_000),
    notices: async () => {
      await until('a notice came', () => shop.notices.length > 0);
      return shop.notices;
    },
    paidBackKurus: async (paymentId) =>
      readJournal(dataDir)
        .filter((event) => event.type === 'refunded' && event.paymentId === paymentId)
        .reduce((sum, event) => sum + Number(event.amountKurus), 0),
    hang: () => {
      url = dead;
    },
    stop: tidy.end,
  };
});

function readJournal(dataDir: string): Record<string, unknown>[] {
  const text = readFileSync(path.join(dataDir, 'demo-bank.journal'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line.slice(9)) as Record<string, unknown>);
}

interface Scene {
  readonly bank: DemoBank;
  readonly shop: TestShop;
  readonly dataDir: string;
}

async function startScene(t: TestContext): Promise<Scene> {
  const shop = await startTestShop(t);
  const dataDir = temporaryFolder(t);
  const bank = await startTestBank(t, { dataDir, noticeUrl: () => shop.url });
  return { bank, shop, dataDir };
}

/** A field of the page that is said to be wrong, with what is said of it. */
function faultyFields(html: string): string[] {
  return [...html.matchAll(/<input class="inp" id="(\w+)"[^>]*aria-invalid="true"/g)].map(
    ([, id]) => id ?? '',
  );
}

test('Y23 to Y26: each faulty detail of a card is 400, named by its code, and has the focus', async (t) => {
  const { bank } = await startScene(t);
  const { buyer } = paymentRequest();
  const rows = [
    ['Y23', { number: '4111111111111112' }, 'number', 'card-number-400'],
    ['Y24', { expiry: '13/30' }, 'expiry', 'card-date-400'],
    ['Y24', { expiry: '01/20' }, 'expiry', 'card-date-400'],
    ['Y25', { cvc: '12' }, 'cvc', 'card-cvc-400'],
    ['Y25', { cvc: '12345' }, 'cvc', 'card-cvc-400'],
    ['Y26', { holder: '' }, 'holder', 'card-holder-400'],
  ] as const;
  for (const language of ['tr', 'az', 'en'] as const) {
    const request = paymentRequest({ buyer: { ...buyer, language } });
    const page = await openAttempt(bank.provider, request);
    for (const [row, change, field, code] of rows) {
      const { status, text } = await enterCard(page.url, DEMO_CARDS.good, change);
      assert.equal(status, 400, row);
      assert.deepEqual(faultyFields(text), [field], row);
      assert.match(text, new RegExp(`id="${field}"[^>]* autofocus`), row);
      assert.match(text, new RegExp(`id="${field}-note">.*<code>${code}</code>`), row);
      assert.ok(text.includes(TEXTS[language].codes[code]), `${row} ${language}`);
      assert.match(text, new RegExp(`<html lang="${language}">`));
    }
    assert.deepEqual(await bank.provider.lookUp(page), { status: 'pending', refused: null });
  }
  assert.equal(TEXTS.en.codes['card-number-400'], 'Check that card detail');
});

test('several faults are shown at once and the first has the focus', async (t) => {
  const { bank } = await startScene(t);
  const page = await openAttempt(bank.provider, paymentRequest());
  const { status, text } = await enterCard(page.url, '', { holder: '', expiry: '', cvc: '' });
  assert.equal(status, 400);
  assert.deepEqual(faultyFields(text), ['holder', 'number', 'expiry', 'cvc']);
  assert.equal(text.match(/ autofocus/g)?.length, 1);
  assert.match(text, /id="holder"[^>]* autofocus/);
});

test('what was entered comes back but the security code, and nothing of it is markup', async (t) => {
  const { bank } = await startScene(t);
  const page = await openAttempt(bank.provider, paymentRequest());
  const { text } = await enterCard(page.url, '4111111111111112', {
    holder: '"><script>alert(1)</script>',
    cvc: '987',
  });
  assert.match(text, /value="4111111111111112"/);
  assert.match(text, /value="&quot;&gt;&lt;script&gt;alert/);
  assert.doesNotMatch(text, /<script>alert|987/);
});

test('a page says what is bought for how much, and stands on its own', async (t) => {
  const { bank } = await startScene(t);
  const request = paymentRequest({ amountKurus: 1_250_005, title: 'Eğitim <8 ders>' });
  const page = await openAttempt(bank.provider, request);
  const response = await fetch(page.url);
  const text = await response.text();
  assert.equal(response.status, 200);
  assert.ok(text.includes('12.500,05 TL öde'));
  assert.ok(text.includes('Eğitim &lt;8 ders&gt;'));
  assert.ok(text.includes(request.orderNumber));
  assert.doesNotMatch(text, /<style|style=|onclick|<script>/);
  const policy = response.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'.*form-action 'self' http:\/\/localhost:3000;/);
  assert.doesNotMatch(policy, /unsafe/);
  assert.equal(response.headers.get('cache-control'), 'no-store');
  for (const [, file = ''] of text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)) {
    assert.equal((await fetch(new URL(file, page.url))).status, 200, file);
  }
  for (const font of ['archivo-latin.woff2', 'archivo-latin-ext.woff2']) {
    assert.equal((await fetch(`${bank.origin}/assets/${font}`)).status, 200);
  }
  const cancel = /<a class="btn" href="([^"]+)"/.exec(text)?.[1];
  assert.equal(cancel, `${request.returnUrl}?token=${page.token}`);
});

test('a wrong code is a refusal, and another try may be paid', async (t) => {
  const { bank } = await startScene(t);
  const page = await openAttempt(bank.provider, paymentRequest());
  await enterCard(page.url, DEMO_CARDS.good);
  const answer = await confirmCode(page.url, '12345x');
  assert.equal(answer.status, 400);
  assert.match(answer.text, /Ödeme doğrulanamadı/);
  const refused = 'card-bad-fields-400';
  assert.deepEqual(await bank.provider.lookUp(page), { status: 'pending', refused });
  await payOnBankPage(page.url);
  await lookUpCaptured(bank.provider, page);
});

test('a card that cannot be confirmed is refused for every code', async (t) => {
  const { bank } = await startScene(t);
  const page = await openAttempt(bank.provider, paymentRequest());
  const { status } = await payOnBankPage(page.url, DEMO_CARDS.unconfirmed);
  assert.equal(status, 400);
  assert.equal((await bank.provider.lookUp(page)).status, 'pending');
});

test('after ten refusals the page is closed for good', async (t) => {
  const { bank } = await startScene(t);
  const page = await openAttempt(bank.provider, paymentRequest());
  for (let tries = 1; tries < 10; tries += 1) {
    assert.equal((await enterCard(page.url, DEMO_CARDS.expired)).status, 400);
  }
  assert.equal((await enterCard(page.url, DEMO_CARDS.expired)).status, 410);
  assert.equal((await payOnBankPage(page.url)).status, 410);
  const state = await bank.provider.lookUp(page);
  assert.deepEqual(state, { status: 'failed', code: 'card-date-400' });
});

test('twenty confirmations at once capture once', async (t) => {
  const { bank, dataDir } = await startScene(t);
  const page = await openAttempt(bank.provider, paymentRequest());
  await enterCard(page.url, DEMO_CARDS.good);
  const [, code = ''] = /<output[^>]*>(\d{6})</.exec(await (await fetch(page.url)).text()) ?? [];
  const answers = await Promise.all(Array.from({ length: 20 }, () => confirmCode(page.url, code)));
  for (const { text } of answers) assert.match(text, /Ödeme alındı/);
  assert.equal(readJournal(dataDir).filter(({ type }) => type === 'captured').length, 1);
});

test('the way back posts the token to the shop, by a script of its own or by the button', async (t) => {
  const { bank } = await startScene(t);
  const request = paymentRequest();
  const page = await openAttempt(bank.provider, request);
  const { text } = await payOnBankPage(page.url);
  assert.match(text, new RegExp(`<form method="post" action="${request.returnUrl}" data-hurry>`));
  assert.match(text, new RegExp(`name="token" value="${page.token}"`));
  assert.match(text, /<script src="\/assets\/return.js" defer><\/script>/);
  assert.match(await (await fetch(page.url)).text(), /data-hurry/, 'also when it is read again');
});

test('a notice is told again until the shop has taken it', async (t) => {
  const { bank, shop } = await startScene(t);
  shop.status = 503;
  const page = await openAttempt(bank.provider, paymentRequest());
  await payOnBankPage(page.url);
  await until('the shop was told', () => shop.notices.length === 1);
  shop.status = 200;
  await until('the shop was told again', () => shop.notices.length === 2);
  const [first, second] = shop.notices;
  assert.equal(bank.provider.readNotice(first!.headers, first!.body)?.token, page.token);
  assert.equal(bank.provider.readNotice(second!.headers, second!.body)?.token, page.token);
});

test('Y14: a notice whose body was changed by one space is refused', async (t) => {
  const { bank, shop } = await startScene(t);
  const page = await openAttempt(bank.provider, paymentRequest());
  await payOnBankPage(page.url);
  await until('the shop was told', () => shop.notices.length === 1);
  const { headers, body } = shop.notices[0]!;
  assert.notEqual(bank.provider.readNotice(headers, body), null);
  for (const changed of [
    `${body.toString()} `,
    ` ${body.toString()}`,
    body.toString().replace(':', ': '),
  ]) {
    assert.equal(bank.provider.readNotice(headers, Buffer.from(changed)), null);
  }
});

test('a card can have the shop told five times, or not at all', async (t) => {
  const { bank, shop } = await startScene(t);
  const often = await openAttempt(bank.provider, paymentRequest());
  await payOnBankPage(often.url, DEMO_CARDS.repeated);
  await until('the shop was told', () => shop.notices.length === 5);
  const lost = await openAttempt(bank.provider, paymentRequest());
  const { text } = await payOnBankPage(lost.url, DEMO_CARDS.lost);
  assert.doesNotMatch(text, new RegExp(lost.token), 'nothing leads back with the token');
  await lookUpCaptured(bank.provider, lost);
  assert.equal(shop.notices.length, 5);
});

test('a silent bank has taken the money, says nothing for half a minute, and then the truth', async (t) => {
  const shop = await startTestShop(t);
  const clock = createManualClock(START_MS);
  const dataDir = temporaryFolder(t);
  const secret = randomBytes(32);
  const bank = await startTestBank(t, { clock, dataDir, secret, noticeUrl: () => shop.url });
  const { origin } = bank;
  const hurried = createDemoBankClient({ url: () => origin, origin, secret, timeoutMs: 200 });
  const page = await openAttempt(bank.provider, paymentRequest());
  await enterCard(page.url, DEMO_CARDS.silent);
  const waiting = confirmCode(page.url);
  await until('the money is taken', () =>
    readJournal(dataDir).some(({ type }) => type === 'captured'),
  );
  const isSilent = (): Promise<boolean> =>
    hurried.lookUp(page).then(
      () => false,
      (error: unknown) => error instanceof ProviderUnavailable,
    );
  await until('the bank is silent', isSilent);
  await assert.rejects(hurried.lookUp(page), ProviderUnavailable);
  await clock.advance(30_000);
  const { status, text } = await waiting;
  assert.equal(status, 504);
  assert.match(text, /Yeniden ödemeyin/);
  await lookUpCaptured(bank.provider, page);
  assert.equal(shop.notices.length, 0);
});

test('a refund that the bank will not make is refused in a word', async (t) => {
  const { bank } = await startScene(t);
  const page = await openAttempt(bank.provider, paymentRequest());
  await payOnBankPage(page.url, DEMO_CARDS.notRefundable);
  const paid = await lookUpCaptured(bank.provider, page);
  const result = await bank.provider.refund(refundOf(paid));
  assert.deepEqual(result, { status: 'refused', reason: 'not-refundable' });
});

test('calls that are not signed by the shop are refused, and so are replies that are not by the bank', async (t) => {
  const { bank } = await startScene(t);
  const page = await openAttempt(bank.provider, paymentRequest());
  for (const path of ['/shop/payments', '/shop/payments/state', '/shop/refunds']) {
    const body = JSON.stringify({ token: page.token });
    const headers = { 'content-type': 'application/json', 'x-demo-bank-signature': '0'.repeat(64) };
    const response = await fetch(bank.origin + path, { method: 'POST', headers, body });
    assert.equal(response.status, 401, path);
  }
  const { origin } = bank;
  const stranger = createDemoBankClient({ url: () => origin, origin, secret: randomBytes(32) });
  await assert.rejects(stranger.lookUp(page), ProviderUnavailable);
});

test('the same attempt is the same page, and an address that is none says so', async (t) => {
  const { bank } = await startScene(t);
  const request = paymentRequest();
  const first = await openAttempt(bank.provider, request);
  assert.deepEqual(await openAttempt(bank.provider, request), first);
  const none = await fetch(`${bank.origin}/pay/none`, { headers: { 'accept-language': 'en-GB' } });
  assert.equal(none.status, 404);
  assert.match(await none.text(), /There is no such payment page/);
});

test('what was answered is known after a restart, and an undelivered notice is told then', async (t) => {
  const shop = await startTestShop(t);
  shop.status = 500;
  const options = {
    dataDir: temporaryFolder(t),
    secret: randomBytes(32),
    noticeUrl: () => shop.url,
  };
  const before = await startTestBank(t, options);
  const paid = await openAttempt(before.provider, paymentRequest());
  const open = await openAttempt(before.provider, paymentRequest());
  const back = await openAttempt(before.provider, paymentRequest());
  await payOnBankPage(paid.url);
  await payOnBankPage(back.url);
  await enterCard(open.url, DEMO_CARDS.expired);
  const refund = refundOf(await lookUpCaptured(before.provider, back));
  await before.provider.refund(refund);
  const state = await before.provider.lookUp(paid);
  await before.stop();
  shop.status = 200;
  shop.notices.length = 0;
  const after = await startTestBank(t, options);
  assert.deepEqual(await after.provider.lookUp(paid), state);
  assert.deepEqual(await after.provider.lookUp(open), {
    status: 'pending',
    refused: 'card-date-400',
  });
  assert.deepEqual(await after.provider.refund(refund), { status: 'done' });
  await until('the shop was told of both', () => shop.notices.length === 2);
  assert.equal(readJournal(options.dataDir).filter(({ type }) => type === 'refunded').length, 1);
});

test('nothing of a card reaches the journal, the log or any other file', async (t) => {
  const dataDir = temporaryFolder(t);
  const lines: string[] = [];
  const log = createLog('trace', { write: (line: string) => void lines.push(line) });
  const bank = await startTestBank(t, { dataDir, log, noticeUrl: () => 'http://127.0.0.1:9/' });
  const page = await openAttempt(bank.provider, paymentRequest());
  const canary = { holder: 'KANARYA SARI', expiry: '07/39', cvc: '739' };
  await enterCard(page.url, '4111111111111112', canary);
  await enterCard(page.url, DEMO_CARDS.expired, canary);
  await enterCard(page.url, DEMO_CARDS.good, canary);
  await confirmCode(page.url, '000000');
  await enterCard(page.url, DEMO_CARDS.good, canary);
  await confirmCode(page.url);
  await fetch(page.url, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: DEMO_CARDS.good,
  });
  await bank.stop();
  const files = readdirSync(dataDir).map((file) => readFileSync(path.join(dataDir, file), 'utf8'));
  assert.ok(files.join('').includes(page.token), 'the journal was found');
  const kept = files.join('').replaceAll(page.token, '') + lines.join('');
  for (const secret of [
    '4111111111111112',
    DEMO_CARDS.good,
    DEMO_CARDS.expired,
    'KANARYA',
    '07/39',
    '"739"',
  ]) {
    assert.ok(!kept.includes(secret), secret);
  }
});

test('the next port is taken when one is in use, and none is a reason not to start', async (t) => {
  const taken = createServer();
  await new Promise<void>((resolve) => {
    taken.listen(0, '127.0.0.1', resolve);
  });
  t.after(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  const bank = await startTestBank(t, { ports: [port, 0] });
  assert.notEqual(new URL(bank.origin).port, String(port));
  assert.equal((await fetch(`${bank.origin}/pay/none`)).status, 404);
  assert.deepEqual(bank.status(), { ready: true });
  const alone = {
    ports: [port],
    host: '127.0.0.1',
    hostname: '127.0.0.1',
    dataDir: temporaryFolder(t),
    secret: randomBytes(32),
    noticeUrl: () => 'http://127.0.0.1:9/',
    clock: createClock(),
    log: createLog('silent'),
  };
  await assert.rejects(startDemoBank(alone), /DEMO_BANK_PORT/);
});
