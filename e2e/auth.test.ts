import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES, type Language } from '@rasat/contract';
import type { Page } from 'playwright-core';
import { STEP_MS, totpCode } from './authenticator.ts';
import {
  assertSound,
  eventually,
  inTurn,
  startBrowser,
  startVisit,
  type Visit,
  waitForCount,
  waitForFocus,
  waitForPanels,
} from './fixtures.ts';
import { callSite, type KeptMail, readKeptMails } from './sign-in.ts';
import { shareSite } from './site.ts';

const site = await shareSite();
const browser = await startBrowser();

const PASSWORD = 'Uzun ince 1 yol';
const CHANGED_PASSWORD = 'sabah akşam 3';
const NEW_PASSWORD = 'gündüz gece 2';
/** A new address for each run, so that the tests can run again on the same server. */
const RUN = Date.now().toString(36);

/** Words that only one language has, where no field or button identifies it. */
const WORDS: Readonly<
  Record<Language, { readonly changed: string; readonly member: string; readonly wrong: string }>
> = {
  tr: {
    changed: 'Güncellendi',
    member: 'Üyeliğiniz başarıyla oluşturuldu',
    wrong: 'Şifreniz yanlış',
  },
  az: { changed: 'Yeniləndi', member: 'Üzvlüyünüz uğurla yaradıldı', wrong: 'Şifrəniz yanlışdır' },
  en: {
    changed: 'Updated',
    member: 'Your membership has been successfully created',
    wrong: 'Your password is incorrect',
  },
};

const field = (page: Page, name: string) =>
  page.locator(`[data-field="${name}"]`).locator('input, textarea').first();
const submit = (page: Page) => page.locator('form button[type="submit"]');
const banner = (page: Page) => page.locator('form [role="alert"], form fieldset > [role="status"]');

async function asGuest(address: string, look = {}): Promise<Visit> {
  const made = await startVisit(browser, site, { as: null, ...look });
  await made.open(address);
  await settleForm(made.page);
  return made;
}

/** Waits for the human check, so that the form does not move while it is filled in. */
async function settleForm(page: Page): Promise<void> {
  await page.locator('altcha-widget input[type="checkbox"]').waitFor();
  await waitForPanels(page);
}

async function proveHuman(page: Page): Promise<void> {
  const box = page.locator('altcha-widget input[type="checkbox"]');
  await box.click();
  await page.locator('altcha-widget [data-state="verified"]').waitFor();
}

async function pick(page: Page, name: string, search: string): Promise<void> {
  await page.locator(`[data-field="${name}"] button[role="combobox"]`).click();
  await page
    .locator('[role="dialog"] input, [role="combobox"][aria-expanded="true"]')
    .last()
    .fill(search);
  await page.getByRole('option').first().click();
  await page.getByRole('option').first().waitFor({ state: 'detached' });
}

async function fillRegistration(page: Page, mail: string): Promise<void> {
  await field(page, 'email').fill(mail);
  await field(page, 'password').fill(PASSWORD);
  await field(page, 'name').fill('Elif');
  await field(page, 'surname').fill('Kaya');
  await field(page, 'identity').fill('12345678950');
  await page.locator('input[name="gsm"]').fill('532 123 45 67');
  await pick(page, 'city', 'istanbul');
  await pick(page, 'district', 'uskudar');
  await field(page, 'address').fill('Mimar Sinan Mah. Selmanipak Cad. No: 12 D: 5');
}

async function waitForMail(to: string, at = 0): Promise<KeptMail> {
  for (let tries = 0; tries < 50; tries += 1) {
    const mails = await readKeptMails(site);
    const found = mails.filter((mail) => mail.to === to).toReversed()[at];
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return assert.fail(`mail ${at} to ${to}`);
}

async function logIn(page: Page, mail: string, password: string): Promise<void> {
  await field(page, 'email').fill(mail);
  await field(page, 'password').fill(password);
  await proveHuman(page);
  await submit(page).click();
}

async function logOut(page: Page): Promise<void> {
  await page.locator('header button[aria-haspopup="menu"]').last().click();
  await page.getByRole('menuitem').last().click();
  await page.waitForURL('**/auth/login**');
}

for (const language of inTurn(LANGUAGES)) {
  test(`a visitor registers, signs in, changes the password, forgets it and comes back: ${language}`, async () => {
    const mail = `elif.${language}.${RUN}@ornek.example`;
    const made = await asGuest('/auth/register?redirect=%2Fdashboard%3Fday%3D1', {
      language,
      ...(language === 'az' && { width: 390, height: 844 }),
      ...(language === 'en' && { theme: 'light' }),
    });
    const { page, context } = made;
    await fillRegistration(page, mail);
    assert.equal(await submit(page).count(), 0, 'no button before the texts are accepted');
    await field(page, 'terms').check();
    await submit(page).waitFor();
    await proveHuman(page);
    await assertSound(made);
    await submit(page).click();
    await page.getByText(WORDS[language].member).waitFor();
    await waitForFocus(banner(page));
    assert.equal(await field(page, 'email').isDisabled(), true, 'the form is done');
    await assertSound(made);
    const welcome = await waitForMail(mail);
    assert.match(welcome.text, /Elif/);

    await banner(page).getByRole('link').click();
    await page.waitForURL('**/auth/login?redirect=**');
    await settleForm(page);
    assert.equal(await field(page, 'email').inputValue(), mail, 'it is not typed twice');
    await assertSound(made);
    await logIn(page, mail, PASSWORD);
    await page.waitForURL('**/dashboard?day=1');
    await eventually(async () => {
      const id = (await context.cookies()).find(({ name }) => name === 'id');
      assert.ok((id?.expires ?? 0) - Date.now() / 1000 > 604_000, 'the id cookie lasts seven days');
    });
    await waitForPanels(page);

    await made.open('/account?selected=security');
    await settleForm(page);
    await field(page, 'oldPassword').fill(PASSWORD);
    await field(page, 'newPassword').fill(CHANGED_PASSWORD);
    await proveHuman(page);
    await assertSound(made);
    await submit(page).first().click();
    await page.getByRole('status').getByText(WORDS[language].changed).waitFor();
    await logOut(page);
    // Removed when the session that the new page asks for is a guest's.
    await page.waitForFunction(() => !/(?:^|; )id=/.test(document.cookie));

    await page.locator('a[href^="/auth/forgot"]').click();
    await page.waitForURL('**/auth/forgot**');
    await settleForm(page);
    await field(page, 'email').fill(mail);
    await proveHuman(page);
    await assertSound(made);
    await submit(page).click();
    await field(page, 'token').waitFor();
    const { text } = await waitForMail(mail, (await countMails(mail)) - 1);
    const code = /\b[2-9A-HJ-NP-Z]{8}\b/.exec(text)?.[0] ?? '';
    assert.equal(code.length, 8, text);
    await assertSound(made);
    await waitForFocus(field(page, 'token'));
    // Pasted from a mail with the text around it.
    await page.keyboard.insertText(` ${code.slice(0, 4)} ${code.slice(4)}. `.toLowerCase());
    assert.equal(await field(page, 'token').inputValue(), code);
    await submit(page).click();
    await field(page, 'password').waitFor();
    await assertSound(made);
    await field(page, 'password').fill(NEW_PASSWORD);
    await submit(page).click();
    await page.waitForURL('**/auth/login**');
    await settleForm(page);

    await logIn(page, mail, CHANGED_PASSWORD);
    await page.getByText(WORDS[language].wrong).first().waitFor();
    await page.locator('altcha-widget [data-state="unverified"]').waitFor();
    await waitForFocus(field(page, 'password'));
    await assertSound({ ...made, problems: made.problems.filter((one) => !one.includes('401')) });
    await logIn(page, mail, NEW_PASSWORD);
    await page.waitForURL('**/account?selected=security');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await waitForPanels(page);
    await logOut(page);
    await context.close();
  });
}

async function countMails(to: string): Promise<number> {
  const mails = await readKeptMails(site);
  return mails.filter((mail) => mail.to === to).length;
}

test('after a failed request for a code the visitor solves a new check', async () => {
  const { page, context } = await asGuest('/auth/forgot');
  await page.route('**/api/auth/forgot/request', (route) => route.abort());
  await field(page, 'email').fill('elif@ornek.example');
  await proveHuman(page);
  await submit(page).click();
  await banner(page).getByText('error.network').waitFor();
  await page.locator('altcha-widget [data-state="unverified"]').waitFor();
  await context.close();
});

test('a sign-out that does not reach the server leaves the person signed in, without a message', async () => {
  const made = await startVisit(browser, site, { as: 'subscriber' });
  const { page, context } = made;
  await made.open('/dashboard/messages');
  await waitForPanels(page);
  await page.route('**/api/auth/logout', (route) => route.abort());
  const tried = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith('/api/auth/logout'),
  );
  await page.getByRole('button', { name: /Hesap menüsü/ }).click();
  await page.getByRole('menuitem', { name: 'Çıkış yap' }).click();
  await tried;
  await page.waitForTimeout(500);
  assert.equal(new URL(page.url()).pathname, '/dashboard/messages');
  assert.equal(await page.getByRole('alert').count(), 0);
  assert.ok((await context.cookies()).some(({ name }) => name === 'id'));
  await context.close();
});

test('the first failing field alone is reported, scrolled to and focused', async () => {
  const made = await asGuest('/auth/register', { width: 390, height: 700 });
  const { page, context } = made;
  await field(page, 'terms').check();
  await submit(page).click();
  const faults = page.locator('[data-field] [aria-invalid="true"]');
  await banner(page).getByText('error.bad-fields-400').waitFor();
  await waitForCount(faults, 1);
  await waitForFocus(field(page, 'email'));
  const box = await field(page, 'email').boundingBox();
  assert.ok(box && box.y >= 0 && box.y < 700, 'it is on the screen');
  await field(page, 'email').fill('elif@ornek.example');
  await field(page, 'password').fill('12345');
  await submit(page).click();
  await banner(page).getByText('error.password-field-400').waitFor();
  await waitForFocus(field(page, 'password'));
  await waitForCount(faults, 1);
  await assertSound(made);
  await field(page, 'password').fill('123456');
  await waitForCount(faults, 0, 'it is looked at with every letter');
  await context.close();
});

test('an invalid phone number is refused, and a number with a country code selects its country', async () => {
  const { page, context } = await asGuest('/auth/register');
  const gsm = page.locator('input[name="gsm"]');
  const country = page.locator('[data-field="gsm-country"] button[role="combobox"]');
  await page.waitForFunction(() => document.querySelector('[data-field="gsm-country"]') !== null);
  await gsm.fill('532 000 00 0');
  await gsm.blur();
  await page.getByText('Geçerli bir telefon numarası girin').waitFor();
  await gsm.fill('+994 50 123 45 67');
  await waitForCount(page.locator('[data-field] [aria-invalid="true"]'), 0, 'mended while typing');
  await page.getByText('AZ +994').waitFor();
  await gsm.blur();
  await eventually(async () => assert.equal(await gsm.inputValue(), '050 123 45 67'));
  await country.click();
  await page.getByRole('option', { name: /Türkiye/ }).click();
  await page.getByText('TR +90').waitFor();
  await context.close();
});

test('cities and districts are picked for Türkiye and Azerbaijan, and typed elsewhere', async () => {
  const made = await asGuest('/auth/register');
  const { page, context } = made;
  await pick(page, 'city', 'istan');
  await pick(page, 'district', 'kadikoy');
  await page.getByRole('combobox', { name: 'İlçe Kadıköy' }).waitFor();
  await pick(page, 'country', 'azerbaycan');
  await pick(page, 'city', 'bakı');
  await pick(page, 'country', 'almanya');
  await page.locator('input[name="city"]').fill('Köln');
  await page.locator('input[name="district"]').fill('Ehrenfeld');
  await page.getByText('Kimlik veya pasaport numarası').waitFor();
  await assertSound(made);
  await context.close();
});

test('a guest is redirected to sign in and back, never to another site', async () => {
  const { page, context } = await startVisit(browser, site, { as: null });
  await page.goto('/dashboard/chart?symbol=EURUSD');
  await page.waitForURL('**/auth/login?redirect=**');
  assert.equal(new URL(page.url()).searchParams.get('redirect'), '/dashboard/chart?symbol=EURUSD');
  for (const way of ['/auth/forgot', '/auth/register'])
    await page.locator(`a[href^="${way}"]`).first().waitFor();
  await waitForCount(page.getByRole('navigation'), 0, 'a layout without menus, with both ways on');
  await page.goto('/auth/login?redirect=%2F%5Cevil.test');
  await settleForm(page);
  const { mail = '', password = '' } = site.accounts.find(({ role }) => role === 'person') ?? {};
  const ways: string[] = [];
  page.on('framenavigated', (frame) => ways.push(frame.url()));
  await logIn(page, mail, password);
  await page.getByRole('link', { name: 'Adımlar ve ücretler' }).waitFor();
  assert.deepEqual(ways, [`${site.origin}/dashboard`], 'the way leads on once');
  await page.goto('/auth/register');
  await page.waitForURL(`${site.origin}/dashboard`);
  await page.getByRole('link', { name: 'Adımlar ve ücretler' }).waitFor();
  await page.locator('a[href="/dashboard/symbol/EURUSD"]').first().click();
  await page.waitForURL('**/account?selected=subscription&closed=**');
  await page.getByText('EURUSD sembol sayfası aboneliğe dahildir').waitFor();
  await page.getByText('Ücretlere KDV dahildir').waitFor();
  await page.getByRole('link', { name: 'EURUSD grafiğini aç' }).waitFor();
  await page.goto('/dashboard/symbol/THYAO');
  await page.getByText('THYAO sembol sayfası aboneliğe dahildir').waitFor();
  await context.close();
});

test('a guest who follows a link to a page of subscribers is redirected to sign in', async () => {
  const made = await startVisit(browser, site, { as: null });
  const { page, context } = made;
  await made.open('/dashboard/predictor/forex');
  await waitForPanels(page);
  await page.getByRole('link', { name: 'Portföy', exact: true }).first().click();
  await page.waitForURL('**/auth/login?redirect=%2Fdashboard%2Fportfolio%2Fforex');
  await context.close();
});

test('nothing protected is painted before the session is known', async () => {
  const { page, context } = await startVisit(browser, site);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/auth/info', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/dashboard');
  await page.waitForTimeout(1500);
  assert.equal(await page.locator('h1').count(), 0);
  assert.doesNotMatch(await page.locator('body').innerText(), /EURUSD|Panel/);
  release();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await context.close();
});

test('when a session is ended elsewhere its open page closes at once', async () => {
  const { page, context } = await startVisit(browser, site, { as: null });
  let isLive = false;
  page.on('websocket', (socket) => {
    socket.on('framereceived', () => {
      isLive = true;
    });
  });
  await page.goto('/auth/login');
  await settleForm(page);
  const { mail = '', password = '' } = site.accounts.find(({ role }) => role === 'student') ?? {};
  await logIn(page, mail, password);
  await page.waitForURL(`${site.origin}/dashboard`);
  await waitForPanels(page);
  await eventually(async () => assert.ok(isLive, 'the page hears of the server'));
  // The same person signs out with the same cookie, as another tab would.
  const [sid] = (await context.cookies()).filter(({ httpOnly }) => httpOnly);
  await callSite(site, 'POST', '/auth/logout', undefined, `${sid?.name}=${sid?.value}`);
  // Without a notice the page would check within a minute.
  await page.waitForURL('**/auth/login?redirect=%2Fdashboard', { timeout: 20_000 });
  await context.close();
});

test('when a right ends its pages close within a minute', async () => {
  const { page, context, ...made } = await startVisit(browser, site);
  await page.clock.install();
  let subscribed = true;
  await page.route('**/api/auth/info', async (route) => {
    const response = await route.fetch();
    const info = (await response.json()) as Record<string, unknown>;
    await route.fulfill({ response, json: { ...info, subscribed } });
  });
  await made.open('/dashboard/symbol/EURUSD');
  await page.clock.fastForward(50_000);
  await waitForPanels(page);
  assert.match(page.url(), /symbol\/EURUSD$/);
  subscribed = false;
  await page.clock.fastForward(60_000);
  await page.waitForURL('**/account?selected=subscription&closed=**');
  await context.close();
});

test('language and theme that are chosen in one browser apply in another', async () => {
  const first = await startVisit(browser, site, { as: 'student' });
  await first.open('/dashboard');
  await waitForPanels(first.page);
  const saved = first.page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/account/settings') &&
      (response.request().postData()?.includes('"en"') ?? false),
  );
  await first.page.keyboard.press('t');
  await first.page.getByRole('button', { name: /Dil: Türkçe/ }).click();
  await first.page.getByRole('menuitemradio', { name: 'English' }).click();
  await saved;
  await first.context.close();

  const { page, context } = await startVisit(browser, site, { as: null });
  await page.goto('/auth/login');
  await settleForm(page);
  const { mail = '', password = '' } = site.accounts.find(({ role }) => role === 'student') ?? {};
  await logIn(page, mail, password);
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'light');
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  await context.close();
});

test('a language chosen on the landing page wins at sign-in and becomes the setting of the account', async () => {
  const { page, context } = await startVisit(browser, site, { as: null });
  const { mail = '', password = '' } = site.accounts.find(({ role }) => role === 'student') ?? {};
  await page.goto('/');
  await page.locator('button[data-language="az"]').first().click();
  await page.goto('/auth/login');
  await settleForm(page);
  const saved = page.waitForRequest((request) => request.url().endsWith('/api/account/settings'));
  await logIn(page, mail, password);
  assert.match((await saved).postData() ?? '', /"language":"az"/);
  await page.getByRole('heading', { name: 'Panel', level: 1 }).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'az');
  await context.close();
});

test('after a change of the legal texts a person accepts them before anything else', async () => {
  const made = await startVisit(browser, site, { as: 'subscriber' });
  const { page, context } = made;
  let accepted = false;
  await page.route('**/api/auth/info', async (route) => {
    const response = await route.fetch();
    const info = (await response.json()) as Record<string, unknown>;
    await route.fulfill({ response, json: accepted ? info : { ...info, texts: ['kvkk'] } });
  });
  await page.route('**/api/account/texts', async (route) => {
    accepted = true;
    await route.continue();
  });
  await made.open('/dashboard');
  const dialog = page.getByRole('dialog', { name: 'Metinlerimiz değişti' });
  await dialog.waitFor();
  await waitForPanels(page);
  await page.keyboard.press('Escape');
  await assertSound(made);
  const accept = dialog.getByRole('button', { name: 'Kabul et' });
  assert.equal(await accept.isDisabled(), true);
  await dialog.getByRole('checkbox').check();
  await accept.click();
  await dialog.waitFor({ state: 'detached' });
  await context.close();
});

test('an administrator connects an authenticator at the first sign-in and enters its code from then on', async () => {
  const made = await asGuest('/auth/login');
  const { page, context } = made;
  const { mail = '', password = '' } = site.accounts.find(({ role }) => role === 'admin') ?? {};
  await logIn(page, mail, password);
  await page.getByRole('img', { name: 'Doğrulama uygulaması için karekod' }).waitFor();
  const secret = (await page.locator('main code').first().innerText()).replaceAll(' ', '');
  await assertSound(made);
  await page.goto('/dashboard');
  await page.waitForURL('**/auth/login**');
  await field(page, 'code').waitFor();
  await field(page, 'code').fill('000000');
  await submit(page).click();
  await banner(page).getByText('token-not-match-400').waitFor();
  await field(page, 'code').fill(totpCode(secret, site.now()));
  await submit(page).click();
  await page.waitForURL('**/dashboard');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await waitForPanels(page);
  await logOut(page);
  await settleForm(page);
  await logIn(page, mail, password);
  await field(page, 'code').waitFor();
  assert.equal(await page.getByRole('img').count(), 0, 'the secret is not shown again');
  const next = totpCode(secret, site.now() + STEP_MS);
  await field(page, 'code').fill(`${next.slice(0, 3)} ${next.slice(3)}`);
  await submit(page).click();
  await page.waitForURL('**/dashboard');
  await context.close();
});
