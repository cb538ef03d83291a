import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reply, ROUTES } from '@rasat/contract';
import type { Page } from 'playwright-core';
import { readPdfText } from '../server/src/testing/pdf-text.ts';
import { CARDS, confirmCard, enterCard, leaveForBank, payButton, startBuyer } from './bank.ts';
import {
  assertCoursePricesShown,
  assertInvoicesShown,
  assertOutcomesShown,
  assertPlansShown,
} from './buying-values.ts';
import { assertSound, startBrowser, startVisit, type Visit, waitForPanels } from './fixtures.ts';
import { startDraw } from './random.ts';
import { readAs, signIn } from './sign-in.ts';
import { startSite } from './site.ts';

// A person buys the course and a subscription at the demo bank, is refused once, and reads the invoices.

const site = await startSite();
const browser = await startBrowser();

/** A visit without the console message of the bank's reply 400 to a refused card. */
const afterRefusal = (visit: Visit): Visit => ({
  ...visit,
  problems: visit.problems.filter((one) => !one.includes('status of 400')),
});

/** Ticks the agreement, without which there is no pay button, and goes to the bank. Returns the order's number. */
async function order(page: Page, amount: string): Promise<string> {
  await page.getByRole('checkbox').waitFor();
  assert.equal(await payButton(page).count(), 0, 'no button before the tick');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: `${amount} öde` }).waitFor();
  await leaveForBank(page, site);
  const [number] = /RS-\d{4}-\d{6}/.exec(await page.locator('main').innerText()) ?? [];
  assert.ok(number, 'the bank names the order');
  return number;
}

test('prices, totals and outcomes of orders are those of the API, seen and heard, in each language', async (t) => {
  const draw = startDraw();
  t.diagnostic(draw.seed);
  const student = await startVisit(browser, site, { as: 'student' });
  await assertPlansShown(student.page, draw);
  await assertOutcomesShown(student.page, draw);
  await assertInvoicesShown(student.page, draw);
  assert.deepEqual(student.problems, []);
  await student.context.close();
  const person = await startVisit(browser, site, { as: 'person' });
  await assertCoursePricesShown(person.page, draw);
  assert.deepEqual(person.problems, []);
  await person.context.close();
});

test('the course is bought first, and a refused card can be replaced by another', async () => {
  const visit = await startBuyer(browser, site);
  const { page, context } = visit;

  await visit.open('/account?selected=subscription');
  await page.getByText('Önce eğitim').waitFor();
  assert.equal(await payButton(page).count(), 0);

  await visit.open('/account?selected=education');
  await waitForPanels(page);
  await assertSound(visit);
  await order(page, '12.500,00 TL');
  await enterCard(page, CARDS.good);
  await confirmCard(page, site);
  await page.getByRole('heading', { name: 'Ödemeniz alındı' }).waitFor();
  await assertSound(visit);

  await page.getByRole('link', { name: 'Abonelik satın al' }).click();
  await page.getByText('Eğitim kaydınız var').waitFor();
  assert.ok(await page.getByRole('radio', { name: /6 ay/ }).isChecked(), 'six months at first');
  const refused = await order(page, '3.900,00 TL');
  await enterCard(page, CARDS.expired);
  await page.getByText('card-date-400').first().waitFor();
  await enterCard(page, CARDS.noFunds);
  await page.getByText('card-bad-fields-400').first().waitFor();
  await page.getByRole('link', { name: 'Vazgeç ve siteye dön' }).click();
  await page.getByRole('heading', { name: 'Ödeme tamamlanamadı' }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('state'), 'error');
  await page.getByText(/^Bankanız ödemeyi onaylamadı/).waitFor();
  await page.getByText('card-bad-fields-400').waitFor();
  await page.getByRole('link', { name: /Bize ulaşın|Satıcının bilgileri/ }).waitFor();
  await assertSound(afterRefusal(visit));

  await page.getByRole('link', { name: 'Yeniden dene' }).click();
  assert.equal(await order(page, '3.900,00 TL'), refused, 'the same order');
  await enterCard(page, CARDS.good);
  await confirmCard(page, site);
  await page.getByRole('heading', { name: 'Ödemeniz alındı' }).waitFor();
  await page.getByRole('link', { name: 'Aboneliği gör' }).click();
  const term = page.getByRole('region', { name: 'Aboneliğiniz' });
  await term.getByText('Abonelik bitiş gününde kendiliğinden sona erer').waitFor();
  assert.equal(await payButton(page).count(), 0, 'nothing to buy while it runs');
  await visit.open('/dashboard/symbol/EURUSD');
  assert.equal(new URL(page.url()).pathname, '/dashboard/symbol/EURUSD');
  await context.close();
});

for (const look of [
  { width: 1440, theme: 'light', language: 'en', amounts: ['TRY 3,900.00', 'TRY 12,500.00'] },
  { width: 390, theme: 'dark', language: 'az', amounts: ['3.900,00 TL', '12.500,00 TL'] },
] as const) {
  test(`both invoices are listed on an accessible page: ${look.width} ${look.theme} ${look.language}`, async () => {
    const visit = await startBuyer(browser, site, look);
    await visit.open('/account?selected=invoices');
    for (const amount of look.amounts) await visit.page.getByText(amount).first().waitFor();
    await assertSound(visit);
    await visit.context.close();
  });
}

test('an invoice opens as a PDF that says who bought what, for its buyer alone', async () => {
  const visit = await startBuyer(browser, site);
  const { page, context } = visit;
  const list = await readAs<Reply<typeof ROUTES.invoices>>(site, '/account/invoice', 'person');
  assert.deepEqual(
    list.map(({ index, product, kind }) => [index, product, kind]),
    [
      [1, 'lesson', 'invoice'],
      [2, '6-months', 'invoice'],
    ],
  );
  const { number = '', order: paid = '' } = list[1] ?? {};
  await visit.open('/account?selected=invoices');
  const opened = context.waitForEvent('request', (request) => /\/invoices\//.test(request.url()));
  await page.getByRole('button', { name: `${number} numaralı belge, PDF` }).click();
  const address = (await opened).url();
  const file = await page.request.get(address);
  assert.equal(file.status(), 200);
  assert.equal(file.headers()['content-type'], 'application/pdf');
  const bytes = await file.body();
  assert.equal(bytes.subarray(0, 5).toString(), '%PDF-');
  const text = readPdfText(bytes).join('\n');
  for (const words of [
    'Fatura',
    number,
    paid,
    'Demo Üye',
    'person@demo.rasat',
    'Rasat platform aboneliği, 6 ay',
    'KDV (%20)',
    '3.250,00 TL',
    '3.900,00 TL',
  ]) {
    assert.ok(text.includes(words), `${words}\n\n${text}`);
  }
  const cookie = await signIn(site, 'student');
  const other = await fetch(address, { headers: { cookie } });
  assert.ok([403, 404].includes(other.status), `${other.status} for another person`);
  await context.close();
});
