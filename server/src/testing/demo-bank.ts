import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createDemoBankClient } from '../connectors/demo-bank/client.ts';
import {
  type DemoBank,
  type DemoBankOptions,
  startDemoBank,
} from '../connectors/demo-bank/demo-bank.ts';
import { CALLS } from '../connectors/demo-bank/shop-calls.ts';
import { SIGNATURE_HEADER, sign } from '../connectors/demo-bank/signing.ts';
import type { PaymentProvider } from '../connectors/payment-provider.ts';
import { createClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import type { Tidy } from '../platform/testing.ts';

/** Cards of the demo bank. */
export const DEMO_CARDS = {
  good: '5528790000000008',
  expired: '4125111111111115',
  unconfirmed: '4131111111111117',
  notRefundable: '5406670000000009',
  silent: '4161111111111110',
  repeated: '4162111111111119',
  lost: '4163111111111118',
} as const;

/** Creates a temporary folder, deleted when the test ends. */
export function temporaryFolder(t: Tidy): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rasat-bank-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a bank on a free port with a folder and a secret of its own, stopped when the test ends. */
export async function startTestBank(
  t: Tidy,
  options: Partial<DemoBankOptions> = {},
): Promise<DemoBank> {
  const bank = await startDemoBank({
    ports: [0],
    host: '127.0.0.1',
    hostname: '127.0.0.1',
    dataDir: options.dataDir ?? temporaryFolder(t),
    secret: randomBytes(32),
    noticeUrl: () => 'http://127.0.0.1:9/',
    clock: createClock(),
    log: createLog('silent'),
    ...options,
  });
  t.after(() => bank.stop());
  return bank;
}

/** Notice that a shop received. */
export interface ShopNotice {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Shop that receives notices. */
export interface TestShop {
  readonly url: string;
  readonly notices: ShopNotice[];
  /** Status that the shop returns; 200 unless changed. */
  status: number;
}

/** Starts a shop, stopped when the test ends. */
export async function startTestShop(t: Tidy): Promise<TestShop> {
  const notices: ShopNotice[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      notices.push({ headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(shop.status).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const shop: TestShop = { url: `http://127.0.0.1:${port}/notice`, notices, status: 200 };
  return shop;
}

/** Result of a form on a page of the bank, after all redirects. */
export interface BankAnswer {
  readonly status: number;
  readonly text: string;
}

/** Fills in the card page as a browser without scripts does. */
export function enterCard(
  pageUrl: string,
  number: string,
  changes: Readonly<Record<string, string>> = {},
): Promise<BankAnswer> {
  const fields = { holder: 'ELİF KAYA', number, expiry: '12/40', cvc: '123', ...changes };
  return postForm(pageUrl, fields);
}

/** Reads the code from the page and confirms with it, or with `code`. */
export async function confirmCode(pageUrl: string, code?: string): Promise<BankAnswer> {
  const page = await (await fetch(pageUrl)).text();
  const [, shown = ''] = /<output[^>]*>(\d{6})</.exec(page) ?? [];
  return postForm(`${pageUrl}/code`, { code: code ?? shown });
}

/** Pays to the end; returns the last page. */
export async function payOnBankPage(
  pageUrl: string,
  number: string = DEMO_CARDS.good,
): Promise<BankAnswer> {
  await enterCard(pageUrl, number);
  return confirmCode(pageUrl);
}

async function postForm(url: string, fields: Record<string, string>): Promise<BankAnswer> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
  return { status: response.status, text: await response.text() };
}

/** Bank with the demo bank's protocol: every order is paid at its first look-up, with the changes that a test sets. */
export interface WireBank {
  readonly provider: PaymentProvider;
  /** Fields that replace those of the order in an answer, and are signed like them. */
  change: Readonly<Record<string, unknown>>;
  newestToken(this: void): string;
  /** Returns the headers of a notice. */
  signNotice(this: void, body: string): Readonly<Record<string, string>>;
}

/** Starts the bank, stopped when the test ends. */
export async function startWireBank(t: Tidy, expiresAtMs: number): Promise<WireBank> {
  const secret = randomBytes(32);
  const orders = new Map<string, Record<string, unknown>>();
  const answer = (path: string, body: Record<string, unknown>): object => {
    if (path === CALLS.open) {
      const token = `token-${orders.size + 1}`;
      orders.set(token, body);
      return { token, url: `http://bank.example/pay/${token}`, expiresAtMs };
    }
    const { token } = body as { token: string };
    const { attemptId, orderNumber, amountKurus, currency } = orders.get(token) ?? {};
    const ids = { paymentId: `P-${token}`, transactionId: `T-${token}` };
    const paid = { attemptId, orderNumber, amountKurus, currency };
    return { status: 'captured', ...ids, ...paid, ...bank.change };
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const call = request.url ?? '';
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
      const text = JSON.stringify(answer(call, body));
      response.setHeader(SIGNATURE_HEADER, sign(secret, 'reply', call, text));
      response.end(text);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const bank: WireBank = {
    provider: createDemoBankClient({ url: () => url, origin: url, secret }),
    change: {},
    newestToken: () => `token-${orders.size}`,
    signNotice: (body) => ({ [SIGNATURE_HEADER]: sign(secret, 'notice', '', body) }),
  };
  return bank;
}
