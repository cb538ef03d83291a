import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertSound, eventually, startBrowser, startVisit, waitForPrefetch } from './fixtures.ts';
import { shareSite } from './site.ts';

// Unknown addresses, a lost connection, and visits before the markets are filled.

const site = await shareSite();
const browser = await startBrowser();

/** Opens an address inside the running app, as a link does. */
async function turnTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, address);
}

for (const width of [1440, 390]) {
  test(`the page of an unknown symbol says so and links to similar symbols (${width})`, async () => {
    const made = await startVisit(browser, site, { width });
    const { page, context } = made;
    await made.open('/dashboard');
    await turnTo(page, '/dashboard/symbol/EURUDS');
    await page.getByRole('heading', { level: 1, name: 'EURUDS adında bir sembol yok' }).waitFor();
    assert.equal(await page.title(), 'EURUDS adında bir sembol yok · Rasat');
    await assertSound(made);
    await page.getByRole('link', { name: 'EURUSD' }).click();
    await page.getByRole('heading', { level: 1, name: 'EURUSD' }).waitFor();
    await context.close();
  });
}

test('an address that names nothing has status 404', async () => {
  const { page, context } = await startVisit(browser, site);
  for (const [address, heading] of [
    ['/dashboard/symbol/EURUDS', 'EURUDS adında bir sembol yok'],
    ['/dashboard/predictor/bonds', 'Bu adreste sayfa yok'],
    ['/dashboard/portfolio/bonds', 'Bu adreste sayfa yok'],
    ['/record/4000000000', 'Sicilde bu numarada satır yok'],
    ['/record/first', 'Bu adreste sayfa yok'],
  ] as const) {
    const response = await page.goto(address);
    assert.equal(response?.status(), 404, address);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  }
  const response = await page.goto('/dashboard/symbol/EURUSD');
  assert.equal(response?.status(), 200);
  await context.close();
});

test('a guest at an unknown address reads so in their language, before and after the app starts, and gets links on', async () => {
  const made = await startVisit(browser, site, { as: null, language: 'en', width: 390 });
  const { page, context } = made;
  const title = 'There is no page at this address';
  const response = await page.goto('/info/nowhere');
  assert.equal(response?.status(), 404);
  const html = (await response?.text()) ?? '';
  assert.ok(html.includes('<html lang="en"'), 'the language');
  assert.ok(html.includes(`<title data-served>${title} · Rasat</title>`), 'the title');
  assert.match(html, /name="robots" content="noindex"/);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  assert.equal(await page.title(), `${title} · Rasat`);
  await page
    .getByRole('navigation', { name: 'Where you can go' })
    .getByRole('link', { name: 'Record' })
    .click();
  await page.waitForURL('**/record');
  await page.getByRole('heading', { level: 1 }).waitFor();
  // The landing page is a separate document.
  await page.getByRole('banner').getByRole('link', { name: 'Rasat, home page' }).click();
  await page.getByRole('heading', { level: 1, name: 'Observe the market.' }).waitFor();
  await page.goBack();
  await page.waitForURL('**/record');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await context.close();
});

test('the notice of a document about its page goes when the app opens another page', async () => {
  const made = await startVisit(browser, site);
  const { page, context } = made;
  await made.open('/record');
  assert.equal(await page.locator('link[rel="canonical"]').count(), 1);
  await page.getByRole('link', { name: 'Tahminci', exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Tahminci' }).waitFor();
  assert.equal(await page.locator('link[rel="canonical"]').count(), 0);
  assert.equal(await page.locator('title').count(), 1);
  await context.close();
});

test('the chart of an unknown symbol gives links on, and the next visit does not open with it', async () => {
  const { page, context } = await startVisit(browser, site);
  await page.goto('/dashboard/chart?symbol=EURUDS');
  await page.getByRole('heading', { level: 2, name: 'EURUDS adında bir sembol yok' }).waitFor();
  const kept = (await context.cookies()).find(({ name }) => name === 'chart')?.value ?? '';
  assert.ok(!kept.includes('EURUDS'), kept);
  await page.getByRole('link', { name: 'EURUSD' }).click();
  await page.waitForURL('**/dashboard/chart?symbol=EURUSD');
  await page.getByRole('application').waitFor();
  await context.close();
});

test('pages with simulated prices say so, and other pages do not', async () => {
  const made = await startVisit(browser, site);
  const { page, context } = made;
  await page.route('**/api/symbols', async (route) => {
    const response = await route.fetch();
    const list: { symbol: string; source: string }[] = await response.json();
    await route.fulfill({
      json: list.map((one) => (one.symbol === 'EURUSD' ? { ...one, source: 'file' } : one)),
    });
  });
  const footer = page.getByRole('contentinfo');
  await made.open('/dashboard/symbol/EURUSD');
  await footer.getByText('Buradaki hiçbir veri yatırım tavsiyesi değildir.').waitFor();
  assert.doesNotMatch(await footer.innerText(), /simülasyon/);
  await page.keyboard.press('Control+k');
  await page
    .getByRole('dialog')
    .getByText('Gösterilen sembollerin bir kısmının fiyatı simülasyondur.')
    .waitFor();
  await eventually(async () =>
    assert.match(await page.getByRole('option').first().innerText(), /^EURUSD/),
  );
  await assertSound(made);
  await page.keyboard.press('Escape');
  await made.open('/dashboard/symbol/BTCUSD');
  await footer.getByText(/^Fiyatlar simülasyondur/).waitFor();
  await made.open('/dashboard/predictor/forex');
  await footer.getByText('Gösterilen sembollerin bir kısmının fiyatı simülasyondur.').waitFor();
  await context.close();
});

test('without a connection a visitor can still open another page', async () => {
  const made = await startVisit(browser, site);
  const { page, context } = made;
  await made.open('/dashboard');
  await waitForPrefetch(page);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Portföy', exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Portföy' }).waitFor();
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Tahminci', exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Tahminci' }).waitFor();
  await context.close();
});

test('while the markets are filled a visitor sees the progress, and then the markets without a reload', async () => {
  const { page, context } = await startVisit(browser, site);
  let filling = true;
  await page.route('**/api/health', async (route) => {
    const response = await route.fetch();
    if (!filling) return route.fulfill({ response });
    const health = await response.json();
    return route.fulfill({
      status: 503,
      json: { ...health, ready: false, behind: true, filled: 0.418 },
    });
  });
  await page.route('**/api/symbols', async (route) => {
    const response = await route.fetch();
    const list: object[] = await response.json();
    const json = filling ? list.map((one) => ({ ...one, resolutions: [] })) : list;
    await route.fulfill({ json });
  });
  await page.route('**/api/historical/*', (route) =>
    filling ? route.fulfill({ json: [] }) : route.continue(),
  );
  await page.goto('/dashboard');
  await page.getByText('Piyasalar hazırlanıyor: %41').waitFor();
  await page.goto('/dashboard/chart?symbol=EURUSD');
  await page.getByRole('heading', { name: 'Piyasalar hazırlanıyor: %41' }).waitFor();
  filling = false;
  await page.getByRole('application').waitFor();
  await page.getByRole('radio', { name: '1s' }).waitFor();
  await context.close();
});
