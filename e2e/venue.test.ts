import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Reply, ROUTES } from '@rasat/contract';
import { assertSound, eventually, startBrowser, startVisit, waitForPanels } from './fixtures.ts';
import { nextCode, readAs } from './sign-in.ts';
import { startVenueSite } from './venue-site.ts';

// A pair of a venue is searched, listed under another name, and seen live under it. The venue is the stand-in for
// Binance in a process of its own; the server has it as its one source.

type Symbols = Reply<typeof ROUTES.adminSymbols>['symbols'];

/** Pairs that the stand-in lists besides its ten. */
const LISTED_ONLY = 1500;

const site = await startVenueSite({ days: 3, perHour: 3600, listedOnly: LISTED_ONLY });
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
  const dialog = page.getByRole('dialog', { name: 'Sembol ekle', exact: true });
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
  await visit.open('/dashboard/chart?symbol=BTC.OWN');
  await page.getByText('BTC.OWN').first().waitFor();
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
