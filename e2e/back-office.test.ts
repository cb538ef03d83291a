import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { PAGES, type Reply, type ROUTES } from '@rasat/contract';
import { assertBackOfficeShown } from './admin-values.ts';
import { CARDS, confirmCard, enterCard, leaveForBank, payButton, startBuyer } from './bank.ts';
import { assertSound, startBrowser, startVisit, waitForFocus, waitForPanels } from './fixtures.ts';
import { drawPng } from './png.ts';
import { startDraw } from './random.ts';
import { callSite, nextCode, readAs, signIn } from './sign-in.ts';
import { type Role, startSite } from './site.ts';

// The work of an administrator: prices, a refund that ends the bought right, and pages closed to all others.

const site = await startSite();
const browser = await startBrowser();

const ADMIN_PAGES = PAGES.filter(({ access }) => access === 'admin').map(({ path }) => path);

test('only an administrator sees the back office', async () => {
  const guest = await startVisit(browser, site, { as: null });
  await guest.page.goto('/admin/people');
  await guest.page.waitForURL('**/auth/login?redirect=%2Fadmin%2Fpeople');
  await guest.context.close();
  const visit = await startVisit(browser, site, { as: 'subscriber', language: 'en' });
  const { page } = visit;
  const refused = await page.goto('/admin/people');
  assert.equal(refused?.status(), 403);
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.equal(await page.getByRole('navigation', { name: 'Back office sections' }).count(), 0);
  assert.equal(await page.getByRole('link', { name: 'Members' }).count(), 0);
  await visit.context.close();
  for (const role of ['person', 'student', 'subscriber'] satisfies Role[]) {
    const cookie = await signIn(site, role);
    for (const path of ADMIN_PAGES) {
      const address = path.replace(':uid', '123456789012').replace(':number', 'RS-2026-000001');
      const { status } = await fetch(`${site.origin}${address}`, {
        headers: { cookie, 'sec-fetch-dest': 'document', accept: 'text/html' },
        redirect: 'manual',
      });
      assert.equal(status, 403, `${address} for ${role}`);
    }
    const call = await callSite(site, 'GET', '/admin/people', undefined, cookie);
    assert.equal(call.status, 403, role);
  }
});

test('every page shows the counts, amounts, states, names and times of the API, seen and heard, in each language', async (t) => {
  const draw = startDraw();
  t.diagnostic(draw.seed);
  const { page, context, problems } = await startVisit(browser, site, { as: 'admin' });
  await page.route('**/api/images/**', (route) =>
    route.fulfill({ body: drawPng(64, 40), contentType: 'image/png' }),
  );
  await assertBackOfficeShown(page, draw);
  assert.deepEqual(problems, []);
  await context.close();
});

test('a new price needs a fresh code and is then the price that buyers see', async () => {
  const admin = await startVisit(browser, site, { as: 'admin', language: 'az', theme: 'light' });
  const { page } = admin;
  await admin.open('/admin/prices');
  const field = page.getByLabel('Təlim, yeni qiymət (TL, ƏDV daxil)');
  await field.fill('abc');
  await page.getByRole('button', { name: 'Yadda saxla' }).click();
  await page.getByText('Məsələn, 3.900,50 yazın; 1,00 ilə 1.000.000,00 arasında').waitFor();
  await field.fill('13.250,50');
  await page.getByText('1 dəyişiklik').waitFor();
  await page.getByRole('button', { name: 'Yadda saxla' }).click();
  const dialog = page.getByRole('dialog', { name: '1 qiymət dəyişdirilsin?' });
  await dialog.getByText('12.500,00 TL → 13.250,50 TL').waitFor();
  await waitForPanels(page);
  await assertSound(admin);
  const code = dialog.getByLabel('Təsdiq kodu');
  await code.fill(await nextCode(site));
  await dialog.getByRole('button', { name: 'Dəyişdir' }).click();
  await page.getByText('Qiymətlər yadda saxlanıldı').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('12.500,00 → 13.250,50').waitFor();
  await assertSound(admin);
  await admin.open('/admin/audit');
  await page.getByRole('cell', { name: 'Qiymət dəyişdirildi' }).waitFor();
  await admin.context.close();

  const buyer = await startVisit(browser, site, { as: 'person', language: 'en', width: 390 });
  await buyer.open('/account?selected=education');
  await buyer.page.getByText('TRY 13,250.50').first().waitFor();
  await buyer.page.getByRole('checkbox').check();
  assert.match(await payButton(buyer.page).innerText(), /^Pay TRY\s13,250\.50$/);
  await assertSound(buyer);
  await buyer.context.close();
});

test('in the back office a key reaches the search of a list, the help shows the keys, and a menu signs out', async () => {
  const admin = await startVisit(browser, site, { as: 'admin', language: 'tr' });
  const { page } = admin;
  for (const [section, search] of [
    ['symbols', 'Sembol veya ad ara'],
    ['audit', /^Konu/],
  ] as const) {
    await admin.open(`/admin/${section}`);
    await waitForPanels(page);
    await page.keyboard.press('/');
    await waitForFocus(page.getByRole('searchbox', { name: search }));
  }
  await page.getByRole('searchbox').blur();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Yardım ve kısayollar' });
  await help.getByText('Ödevi onayla').waitFor();
  assert.equal(await help.getByText('Gann tayfı').count(), 0);
  await assertSound(admin);
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /Hesap menüsü$/ }).click();
  await page.getByRole('menuitem', { name: 'Çıkış yap' }).waitFor();
  await admin.context.close();
});

/** Buys the product of a section of the account and pays at the demonstration bank. */
async function buy(visit: Awaited<ReturnType<typeof startBuyer>>, section: string): Promise<void> {
  const { page } = visit;
  await visit.open(`/account?selected=${section}`);
  await leaveForBank(page, site);
  await enterCard(page, CARDS.good);
  await confirmCard(page, site);
  await page.getByRole('heading', { name: 'Ödemeniz alındı' }).waitFor();
}

test('a refund ends the right on the page that the buyer has open, and adds a credit note', async () => {
  const buyer = await startBuyer(browser, site);
  await buy(buyer, 'education');
  await buy(buyer, 'subscription');
  // A minute then passes on the buyer's page without waiting.
  await buyer.page.clock.install();
  await buyer.open('/dashboard/symbol/EURUSD');
  await waitForPanels(buyer.page);
  const invoices = () => readAs<Reply<typeof ROUTES.invoices>>(site, '/account/invoice', 'person');
  const order = (await invoices()).find(({ product }) => product === '6-months')?.order ?? '';

  const admin = await startVisit(browser, site, { as: 'admin', language: 'tr' });
  const { page } = admin;
  await admin.open('/admin/orders');
  await page.getByLabel('Sipariş, ad, e-posta, telefon').fill('demo üye');
  await page.waitForURL('**/admin/orders?search=*');
  await waitForPanels(page);
  await page.getByRole('row').filter({ hasText: order }).getByRole('link', { name: order }).click();
  await page.getByRole('heading', { level: 1, name: order }).waitFor();
  await page.getByRole('button', { name: 'İade et' }).click();
  const dialog = page.getByRole('dialog', { name: '3.900,00 TL iade edilsin mi?' });
  const act = dialog.getByRole('button', { name: '3.900,00 TL iade et' });
  const code = dialog.getByLabel('Doğrulama kodu');
  await act.click();
  await dialog.getByLabel('Gerekçe').fill('Alıcı cayma hakkını kullandı.');
  await code.fill('000000');
  await act.click();
  await dialog.getByText('Kod doğru değil veya daha önce kullanıldı.').waitFor();
  await waitForPanels(page);
  await assertSound({
    ...admin,
    problems: admin.problems.filter((one) => !one.includes('status of 400')),
  });
  await code.fill(await nextCode(site));
  await act.click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('İade edildi', { exact: true }).first().waitFor();
  await page.getByText('Alıcı cayma hakkını kullandı.').first().waitFor();
  await page.getByText('İade tamamlandı').waitFor();
  assert.equal(await page.getByRole('button', { name: 'İade et' }).count(), 0, 'nothing more');
  await page.getByRole('link', { name: 'İşlem kaydı' }).click();
  await page
    .getByRole('row')
    .filter({ hasText: `order:${order}` })
    .getByText('İade başlatıldı')
    .waitFor();

  // The page closes within a minute without an action of the buyer.
  await buyer.page.clock.fastForward(60_000);
  await buyer.page.waitForURL('**/account?selected=subscription&closed=**');
  await buyer.page.getByRole('radio', { name: /6 ay/ }).waitFor();
  await buyer.page.getByRole('link', { name: 'Faturalar' }).click();
  await buyer.page.getByText('İade belgesi', { exact: true }).waitFor();
  await buyer.page.getByText('-3.900,00').or(buyer.page.getByText('−3.900,00')).waitFor();
  assert.deepEqual(
    (await invoices()).map(({ kind, product }) => `${kind} ${product}`),
    ['invoice lesson', 'invoice 6-months', 'credit-note 6-months'],
  );
  await assertSound(buyer);
  await buyer.context.close();
  await admin.context.close();
});

test('the list of members is downloaded with a fresh code, and refused with a wrong one', async () => {
  const admin = await startVisit(browser, site, { as: 'admin', language: 'az', width: 390 });
  const { page } = admin;
  await admin.open('/admin/people?search=person');
  await page.getByRole('button', { name: 'Siyahını CSV kimi endir' }).click();
  const dialog = page.getByRole('dialog', { name: 'Üzvlərin siyahısı endirilsin?' });
  const code = dialog.getByLabel('Təsdiq kodu');
  const act = dialog.getByRole('button', { name: 'Endir' });
  await code.fill('000000');
  await act.click();
  await dialog.getByText('Kod düzgün deyil və ya artıq istifadə olunub.').waitFor();
  await waitForPanels(page);
  await assertSound({
    ...admin,
    problems: admin.problems.filter((one) => !one.includes('status of 400')),
  });
  const coming = page.waitForEvent('download');
  await code.fill(await nextCode(site));
  await act.click();
  const file = await coming;
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Fayl endirildi').first().waitFor();
  assert.match(file.suggestedFilename(), /^rasat-\d{4}-\d{2}-\d{2}\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  assert.ok(text.startsWith('\ufeff"UID";"'), 'a spreadsheet reads it as UTF-8');
  assert.match(text, /"person@[^"]+"/);
  assert.ok(!text.includes('student@'), 'the list as it is narrowed');
  await admin.context.close();
});
