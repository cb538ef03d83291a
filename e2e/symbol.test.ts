import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertSound, LOOKS, settle, startBrowser, startVisit, type Visit } from './fixtures.ts';
import { startSite } from './site.ts';

const SYMBOL = 'EURUSD';
const ADDRESS = `/dashboard/symbol/${SYMBOL}`;

const site = await startSite();
const browser = await startBrowser();

async function visit(look = {}): Promise<Visit> {
  const made = await startVisit(browser, site, look);
  await made.open(ADDRESS);
  await settle(made.page);
  return made;
}

for (const look of LOOKS) {
  test(`the symbol page is sound: ${look.name}`, async () => {
    const made = await visit(look);
    await assertSound(made);
    await made.context.close();
  });
}

test('the symbol page has all its parts with what the engine says', async () => {
  const { page, context } = await visit();
  assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), SYMBOL);
  const headings = [
    'Tahminci analizi',
    'Haftalık seviyeler',
    'İşlem koşulu',
    'Döngü',
    'Seer',
    'Beş kutu',
    'Hayyam',
    '52',
    '144',
    '36',
    'Crystal',
  ];
  for (const name of headings) {
    await page.getByRole('heading', { name, exact: true }).waitFor();
  }
  const analysis = page.getByRole('region', { name: 'Tahminci analizi' });
  const sentences = (await analysis.locator('p').allInnerTexts()).join(' ').split('. ');
  assert.ok(sentences.length >= 4 && sentences.length <= 7, sentences.join(' / '));
  assert.match(await analysis.innerText(), /taban oranı için yeterli sonuçlanmış sinyal yok/);
  assert.match(await page.getByText('Simülasyon', { exact: true }).first().innerText(), /./);
  await page.getByRole('img', { name: /^Döngü [+−]?\d,\d\d/ }).waitFor();
  await page.getByRole('img', { name: /haftalık mumları/ }).waitFor();
  await context.close();
});

test('the symbol page shows a price that lives', async () => {
  const { page, context } = await visit();
  const price = page.locator('h1').locator('xpath=../following-sibling::div[1]//span[1]').first();
  const first = await price.innerText();
  await page.waitForFunction(
    (before) => {
      const head = document.querySelector('h1')?.parentElement?.nextElementSibling;
      const now = head?.querySelector('span')?.textContent;
      return now !== undefined && now !== null && now !== before;
    },
    first,
    { timeout: 60_000 },
  );
  await context.close();
});

test('the symbol page explains a weekly level down to its price, by keyboard, and gives the focus back', async () => {
  const { page, context, problems } = await visit();
  const cell = page.getByRole('region', { name: 'Alış seviyeleri' }).getByRole('button').nth(1);
  const price = (await cell.innerText()).match(/\d+,\d+/)?.[0];
  assert.ok(price);
  await cell.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Neden bu seviye' });
  await dialog.waitFor();
  assert.match(await dialog.innerText(), /hesaplanmadı/, 'the record does not exist yet');
  const arithmetic = await dialog.getByRole('region', { name: 'Hesap' }).innerText();
  assert.ok(arithmetic.trim().endsWith(price), `${arithmetic} ends with ${price}`);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(await cell.evaluate((element) => element === document.activeElement), true);
  assert.deepEqual(problems, []);
  await context.close();
});

test('the symbol page shows one list or both, and everything as a table', async () => {
  const { page, context } = await visit();
  const buy = page.getByRole('region', { name: 'Alış seviyeleri' });
  const sell = page.getByRole('region', { name: 'Satış seviyeleri' });
  await page.getByRole('radio', { name: 'Alış', exact: true }).click();
  await sell.waitFor({ state: 'hidden' });
  assert.equal(await buy.getByRole('button').count(), 6);
  await page.getByRole('radio', { name: 'İkisi' }).click();
  await sell.waitFor();
  await page.getByRole('button', { name: 'Tablo olarak göster' }).click();
  const bars = page.getByRole('table', { name: `${SYMBOL} son 50 haftalık mum` });
  assert.equal(await bars.locator('tbody tr').count(), 50);
  const levels = page.getByRole('table', { name: `${SYMBOL} haftalık seviyeleri` });
  assert.equal(await levels.locator('tbody tr').count(), 12);
  await context.close();
});

test('the symbol page reaches past weeks and past boxes with what came of them', async () => {
  const made = await visit();
  const { page } = made;
  await page.getByRole('button', { name: 'Geçmiş haftalar' }).click();
  const weeks = page.getByRole('dialog', { name: `${SYMBOL} geçmiş haftaları` });
  await weeks.getByRole('row').nth(10).waitFor();
  await assertSound(made);
  await page.keyboard.press('Escape');
  await weeks.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Hayyam kutusunun geçmişi' }).click();
  const boxes = page.getByRole('dialog', { name: `${SYMBOL} · Hayyam kutuları` });
  await boxes
    .getByText(/Zarar durdur|TP1 görüldü|TP2 görüldü|Süresi doldu/)
    .first()
    .waitFor();
  await boxes.getByRole('radio', { name: 'Uzun vade' }).click();
  await boxes.getByRole('row').nth(1).waitFor();
  await assertSound(made);
  await made.context.close();
});

test('the symbol page leads to its chart and to its row of the portfolio', async () => {
  const { page, context } = await visit();
  assert.equal(
    await page.getByRole('link', { name: 'Grafikte aç' }).getAttribute('href'),
    `/dashboard/chart?symbol=${SYMBOL}`,
  );
  assert.equal(
    await page.getByRole('link', { name: 'Portföyde gör' }).getAttribute('href'),
    `/dashboard/portfolio/forex?q=${SYMBOL}`,
  );
  await context.close();
});

test('the symbol page has one address, in capitals', async () => {
  const made = await startVisit(browser, site);
  await made.open('/dashboard/symbol/eurusd');
  await made.page.waitForURL(`**${ADDRESS}`);
  await made.context.close();
});

test('the symbol page says that a symbol does not exist and shows what was perhaps meant', async () => {
  const made = await startVisit(browser, site);
  await made.open('/dashboard/symbol/EURUDS');
  await made.page.getByRole('heading', { name: 'EURUDS adında bir sembol yok' }).waitFor();
  await assertSound(made);
  await made.page.getByRole('link', { name: SYMBOL }).click();
  await made.page.getByRole('heading', { level: 1, name: SYMBOL }).waitFor();
  await made.context.close();
});

test('the symbol page keeps the rest of the page when one call fails, and asks again on a press', async () => {
  const made = await startVisit(browser, site);
  const { page, context } = made;
  let broken = true;
  await page.route(`**/api/cycle/${SYMBOL}`, (route) =>
    broken
      ? route.fulfill({ status: 503, json: { code: 'unavailable-503', requestId: 'req-1' } })
      : route.continue(),
  );
  await made.open(ADDRESS);
  const cycle = page.getByRole('region', { name: 'Döngü' });
  await cycle.getByText('Sunucu şu anda yanıt veremiyor').waitFor();
  await cycle.getByText('req-1').waitFor();
  await page
    .getByRole('region', { name: 'Seer' })
    .getByText(/Destek|Direnç/)
    .first()
    .waitFor();
  broken = false;
  await cycle.getByRole('button', { name: 'Yeniden dene' }).click();
  await cycle.getByRole('img').waitFor();
  await context.close();
});
