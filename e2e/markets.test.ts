import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertSound, eventually, startBrowser, startVisit, waitForPanels } from './fixtures.ts';
import { startMarketsSite } from './venue-site.ts';

// All five categories live at once, each from another vendor, on a Wednesday on which Istanbul and New York are open.

const site = await startMarketsSite('2026-11-18T14:50:00Z');
const browser = await startBrowser();

/** What the card of each category says of its source, and a symbol of it with the form of its price. */
const CARDS = [
  ['Kripto', 'Binance · gerçek zamanlı', 'BTCUSDT', /\d{2,3}\.\d{3},\d\d/],
  ['Forex', 'Twelve Data · gerçek zamanlı', 'EURUSD', /\d,\d{5}/],
  ['BIST', 'Laplace · 15 dk gecikmeli', 'THYAO', /\d{3},\d\d/],
  ['NASDAQ', 'Massive · gerçek zamanlı', 'AAPL', /\d{3},\d{4}/],
  ['Endeks', 'Massive · gerçek zamanlı', 'SPX', /\d\.\d{3},\d\d/],
] as const;

test('each category moves under the name and the age of its vendor, and the silent one is stale', async () => {
  const visit = await startVisit(browser, site, { language: 'tr' });
  const { page } = visit;
  await visit.open('/dashboard');
  await waitForPanels(page);
  const cardOf = (name: string) =>
    page.getByRole('region', { name: new RegExp(`^${name}`) }).filter({ hasText: 'Tahminci' });
  for (const [name, source, symbol, price] of CARDS) {
    const card = cardOf(name);
    await card.getByText(source).first().waitFor();
    await card.getByText('Piyasa açık').waitFor();
    const row = card.getByRole('link', { name: new RegExp(`^${symbol}`) }).first();
    const shown = async (): Promise<string> => (price.exec(await row.innerText()) ?? [''])[0];
    const first = await shown();
    assert.match(first, price, `${symbol} ${await row.innerText()}`);
    await eventually(async () => assert.notEqual(await shown(), first, `${symbol} moves`));
  }
  const credit = page.getByRole('link', { name: 'Data provided by Twelve Data' });
  assert.equal(await credit.getAttribute('href'), 'https://twelvedata.com');
  await assertSound(visit);

  // Connected and without a price: nothing else fetches one, unlike the missed trades of Binance.
  site.tell('twelvedata begin heartbeat-only');
  await cardOf('Forex').getByText('akmıyor').first().waitFor();
  assert.equal(await cardOf('NASDAQ').getByText('akmıyor').count(), 0);
  site.tell('twelvedata end');
  await cardOf('Forex').getByText('akmıyor').first().waitFor({ state: 'detached' });
  await visit.context.close();
});

test('a delayed price says its age on the page of its symbol and on the phone', async () => {
  for (const width of [1440, 390]) {
    const visit = await startVisit(browser, site, { language: 'en', width });
    const { page } = visit;
    await visit.open('/dashboard/symbol/THYAO');
    await waitForPanels(page);
    await page.getByText('Laplace · 15 min delayed').first().waitFor();
    await visit.open('/dashboard/chart?symbol=THYAO');
    await waitForPanels(page);
    await page.locator('canvas').first().waitFor();
    await page
      .getByText(/15 min/)
      .first()
      .waitFor();
    await visit.context.close();
  }
});
