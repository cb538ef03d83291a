import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Reply, ROUTES } from '@rasat/contract';
import { assertSound, eventually, startBrowser, startVisit, waitForPanels } from './fixtures.ts';
import { nextCode, readAs } from './sign-in.ts';
import type { Site } from './site.ts';

// A pair of a venue is searched, listed under another name, and seen live under it. The venue is the stand-in for
// Binance in a process of its own; the server is a fresh installation of the settings `SOURCES=binance`.

type Symbols = Reply<typeof ROUTES.adminSymbols>['symbols'];

const SERVER = path.join(import.meta.dirname, '../server/src');
const STAND_IN = path.join(SERVER, 'connectors/binance/testing/stand-in-process.ts');
/** Pairs that the stand-in lists besides its ten. */
const LISTED_ONLY = 1500;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a program that ends with the file; resolves with its first line that `reads` takes. */
async function start<T>(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  reads: (line: string) => T | null,
): Promise<{ readonly child: ChildProcess; readonly read: T }> {
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  after(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    const read = reads(line);
    if (read === null) continue;
    child.stdout.resume();
    return { child, read };
  }
  throw new Error(`${args[0]} ended before it was ready`);
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'rasat-venue-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const options = { days: 3, perHour: 3600, listedOnly: LISTED_ONLY };
const venue = await start([STAND_IN, JSON.stringify(options)], process.env, (line) =>
  line.startsWith('{') ? (JSON.parse(line) as { url: string; streamUrl: string }) : null,
);
const [port, operatorPort, bankPort] = [await freePort(), await freePort(), await freePort()];
await start(
  [path.join(SERVER, 'main.ts')],
  {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: String(port),
    OPERATOR_PORT: String(operatorPort),
    DEMO_BANK_PORT: String(bankPort),
    RASAT_DATA: folder,
    SOURCES: 'binance',
    BINANCE_SYMBOLS: 'ETHUSDT',
    BINANCE_URL: venue.read.url,
    BINANCE_STREAM_URL: venue.read.streamUrl,
    LOG_LEVEL: 'error',
  },
  // The last demo account is printed once all of them are made.
  (line) => (line.trim().startsWith('admin ') ? line : null),
);
const accounts = JSON.parse(
  readFileSync(path.join(folder, 'demo-accounts.json'), 'utf8'),
) as Site['accounts'];
const site: Site = {
  origin: `http://localhost:${port}`,
  accounts,
  proxied: {},
  now: () => Date.now(),
  deliverAgain: () => Promise.reject(new Error('the venue delivers each bar once')),
};
const browser = await startBrowser();
/** Returns a listed symbol; asked for a few times a second, within the limit of an administrator's calls. */
async function findSymbol(symbol: string): Promise<Symbols[number] | undefined> {
  await pause(250);
  const { symbols } = await readAs<{ symbols: Symbols }>(site, '/admin/symbols', 'admin');
  return symbols.find((one) => one.symbol === symbol);
}

test('a pair of the venue is found, listed under another name, and live under it', async () => {
  const visit = await startVisit(browser, site, { as: 'admin', language: 'tr' });
  const { page } = visit;
  await visit.open('/admin/symbols');
  await waitForPanels(page);
  await page.getByRole('button', { name: 'Sembol ekle' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sembol ekle' });
  await dialog.getByText(`Bulunan: 1.510. İlk 50 gösteriliyor; aramayı daraltın.`).waitFor();
  const search = dialog.getByRole('searchbox', { name: 'Kaynaklarda ara, örneğin BTC' });
  // Of the letters of the keyboard in Istanbul.
  await search.fill('BİTCOIN');
  await dialog.getByText('Bulunan: 1', { exact: true }).waitFor();
  await assertSound(visit);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const symbol = dialog.getByLabel('Sembol', { exact: true });
  assert.equal(await symbol.inputValue(), 'BTCUSDT');
  await symbol.fill('ethusdt');
  await dialog.getByRole('button', { name: 'Sembol ekle' }).click();
  await dialog.getByText('Bu sembol zaten listede.').waitFor();
  await symbol.fill('btc.own');
  await dialog.getByLabel('Türkçe ad').fill('Bizim Bitcoin');
  await assertSound(visit);
  await dialog.getByRole('button', { name: 'Sembol ekle' }).click();
  await dialog.waitFor({ state: 'detached' });
  const row = page.getByRole('row', { name: /^BTC\.OWN Bizim Bitcoin/ });
  await row.getByText('BTCUSDT').waitFor();

  // The price moves, and its chart has the hours of the venue, under the name of the operator.
  await eventually(async () => {
    const listed = await findSymbol('BTC.OWN');
    assert.ok((listed?.bars ?? 0) >= 72, `${listed?.bars} bars`);
  });
  await visit.open('/dashboard/symbol/BTC.OWN');
  await page.getByText('Bizim Bitcoin').first().waitFor();
  const priced = page
    .getByRole('main')
    .getByText(/^\d{2,3}\.\d{3},\d{2}$/)
    .first();
  await priced.waitFor();
  const first = await priced.innerText();
  await eventually(async () => assert.notEqual(await priced.innerText(), first));
  await visit.open('/chart?symbol=BTC.OWN');
  await page.locator('canvas').first().waitFor();
  await waitForPanels(page);
  await visit.context.close();
});

test('the pair of a listed symbol is changed for another, and both histories stay', async () => {
  const visit = await startVisit(browser, site, { as: 'admin', language: 'en', width: 390 });
  const { page } = visit;
  await visit.open('/admin/symbols');
  await waitForPanels(page);
  await page.getByRole('button', { name: 'Actions for BTC.OWN' }).click();
  await page.getByRole('menuitem', { name: 'Change source' }).click();
  const dialog = page.getByRole('dialog', { name: 'BTC.OWN · Change source' });
  await dialog.getByText('Listed as BTC.OWN').waitFor();
  await dialog.getByText(/end without a result|no open signals/).waitFor();
  await dialog.getByRole('searchbox').fill('sol usdt');
  await dialog.getByRole('button', { name: /^SOLUSDT/ }).click();
  await assertSound(visit);
  await dialog
    .getByRole('textbox')
    .last()
    .fill(await nextCode(site));
  await dialog.getByRole('button', { name: 'Change source' }).click();
  await dialog.waitFor({ state: 'detached' });
  await eventually(async () => {
    const listed = await findSymbol('BTC.OWN');
    assert.deepEqual([listed?.sourceSymbol, listed?.epoch], ['SOLUSDT', 2]);
    assert.ok((listed?.bars ?? 0) >= 72, `${listed?.bars} bars`);
  });
  await visit.context.close();
});
