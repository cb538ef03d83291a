import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reply, ROUTES } from '@rasat/contract';
import type { Page } from 'playwright-core';
import { assertSound, settle, startBrowser, startVisit, type Visit } from './fixtures.ts';
import { callSite, signIn } from './sign-in.ts';
import { startSite } from './site.ts';

// Somebody buys the course and a subscription at the demo bank, is refused once, and reads the invoices.

const site = await startSite();
const browser = await startBrowser();

const GOOD = '5528 7900 0000 0008';
const EXPIRED = '4125 1111 1111 1115';

/** A visit that may go to the bank, which is another site. */
async function startBuyer(look: { width?: number; theme?: 'light' | 'dark' } = {}): Promise<Visit> {
  const visit = await startVisit(browser, site, { ...look, as: 'person' });
  const own = new URL(site.origin).host;
  await visit.context.route(
    (url) => /^(localhost|127\.0\.0\.1)$/.test(url.hostname) && url.host !== own,
    (route) => route.continue(),
  );
  return visit;
}

const payButton = (page: Page) => page.getByRole('button', { name: / öde$/ });

/** The bank answers a refused card with 400, which its page's console says, too. */
const afterRefusal = (visit: Visit): Visit => ({
  ...visit,
  problems: visit.problems.filter((one) => !one.includes('status of 400')),
});

/** Ticks the agreement, before which there is nothing to press, and goes to the bank. */
async function order(page: Page, amount: string): Promise<void> {
  await page.getByRole('checkbox').waitFor();
  assert.equal(await payButton(page).count(), 0, 'no button before the tick');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: `${amount} öde` }).click();
  await page.waitForURL((url) => url.origin !== site.origin);
}

async function enterCard(page: Page, number: string): Promise<void> {
  await page.locator('#holder').fill('ELİF KAYA');
  await page.locator('#number').fill(number);
  await page.locator('#expiry').fill('12 / 30');
  await page.locator('#cvc').fill('123');
  await payButton(page).click();
}

async function confirm(page: Page): Promise<void> {
  const code = await page.locator('output.code').innerText();
  await page.locator('#code').fill(code.trim());
  await page.locator('form[action$="/code"] button').click();
  await page.waitForURL((url) => url.origin === site.origin && url.pathname === '/account');
}

async function readAsBuyer<T>(path: string): Promise<T> {
  const answer = await callSite(site, 'GET', path, undefined, await signIn(site, 'person'));
  assert.equal(answer.status, 200, path);
  return (await answer.json()) as T;
}

test('the course is bought first, and a refused card leads to another try', async () => {
  const visit = await startBuyer();
  const { page, context } = visit;

  await visit.open('/account?selected=subscription');
  await page.getByText('Önce eğitim').waitFor();
  assert.equal(await payButton(page).count(), 0);

  await visit.open('/account?selected=education');
  await settle(page);
  await assertSound(visit);
  await order(page, '12.500,00 TL');
  await enterCard(page, GOOD);
  await confirm(page);
  await page.getByRole('heading', { name: 'Ödemeniz alındı' }).waitFor();
  await assertSound(visit);

  await page.getByRole('link', { name: 'Abonelik satın al' }).click();
  await page.getByText('Eğitim kaydınız var').waitFor();
  assert.ok(await page.getByRole('radio', { name: /6 ay/ }).isChecked(), 'six months at first');
  await order(page, '3.900,00 TL');
  await enterCard(page, EXPIRED);
  await page.getByText('card-date-400').first().waitFor();
  await page.getByRole('link', { name: 'Vazgeç ve siteye dön' }).click();
  await page.getByRole('heading', { name: 'Ödeme tamamlanamadı' }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('state'), 'error');
  await page.getByText('Kartın son kullanma tarihini kontrol edin').waitFor();
  await page.getByRole('link', { name: /Bize ulaşın|Satıcının bilgileri/ }).waitFor();
  await assertSound(afterRefusal(visit));

  await page.getByRole('link', { name: 'Yeniden dene' }).click();
  await order(page, '3.900,00 TL');
  await enterCard(page, GOOD);
  await confirm(page);
  await page.getByRole('heading', { name: 'Ödemeniz alındı' }).waitFor();
  await page.getByRole('link', { name: 'Aboneliği gör' }).click();
  const term = page.getByRole('region', { name: 'Aboneliğiniz' });
  await term.getByText('Abonelik bitiş gününde kendiliğinden sona erer').waitFor();
  assert.equal(await payButton(page).count(), 0, 'nothing to buy while it runs');
  await visit.open('/dashboard/symbol/EURUSD');
  assert.equal(new URL(page.url()).pathname, '/dashboard/symbol/EURUSD');
  await context.close();
});

for (const { width, theme } of [
  { width: 1440, theme: 'light' },
  { width: 390, theme: 'dark' },
] as const) {
  test(`both invoices are listed and open as PDF: ${width} ${theme}`, async () => {
    const visit = await startBuyer({ width, theme });
    const { page, context } = visit;
    await visit.open('/account?selected=invoices');
    await page.getByText('3.900,00').first().waitFor();
    await page.getByText('12.500,00').first().waitFor();
    await assertSound(visit);
    const list = await readAsBuyer<Reply<typeof ROUTES.invoices>>('/account/invoice');
    assert.deepEqual(
      list.map(({ index, product, kind }) => [index, product, kind]),
      [
        [1, 'lesson', 'invoice'],
        [2, '6-months', 'invoice'],
      ],
    );
    const { url } = await readAsBuyer<{ url: string }>('/account/invoice/1');
    const file = await page.request.get(url);
    assert.equal(file.headers()['content-type'], 'application/pdf');
    assert.equal((await file.body()).subarray(0, 5).toString(), '%PDF-');
    await context.close();
  });
}
