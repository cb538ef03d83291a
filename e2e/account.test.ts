import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { LEGAL_TEXTS, type Reply, type ROUTES } from '@rasat/contract';
import type { Page } from 'playwright-core';
import { assertAccountShown } from './account-values.ts';
import {
  assertSound,
  eventually,
  holdTimers,
  startBrowser,
  startVisit,
  type Visit,
  waitForCount,
  waitForFocus,
  waitForPanels,
} from './fixtures.ts';
import { startDraw } from './random.ts';
import { callSite, readKeptMails, signIn, solveChallenge } from './sign-in.ts';
import { shareSite } from './site.ts';

const site = await shareSite();
const browser = await startBrowser();

type Info = Reply<typeof ROUTES.authInfo>;

/** The sections that this file tests; the sections of the course have their own file. */
const SECTIONS = [
  'subscription',
  'security',
  'favorites',
  'invoices',
  'telegram',
  'settings',
] as const;
const ALL_SECTIONS = SECTIONS.length + 4;
const PASSWORD = 'Uzun ince 1 yol';
/** A new address for each run, so that the tests can run again on the same server. */
const RUN = Date.now().toString(36);

/** Registers a new account that one test may change or erase. Returns its mail address. */
async function register(name: string): Promise<string> {
  const email = `${name}.${RUN}@ornek.example`;
  const answer = await callSite(site, 'PUT', '/auth/register', {
    email,
    password: PASSWORD,
    name: 'Elif',
    surname: 'Kaya',
    identity: '10000000146',
    gsm: '+905321234567',
    country: 'TR',
    city: 'İstanbul',
    district: 'Üsküdar',
    address: 'Deneme Sokak 1',
    terms: true,
    texts: { privacy: LEGAL_TEXTS.privacy.version, kvkk: LEGAL_TEXTS.kvkk.version },
    language: 'tr',
    challenge: await solveChallenge(site, 'register'),
  });
  assert.equal(answer.status, 200, await answer.text());
  return email;
}

let shared: Promise<string> | null = null;

/** Returns the mail of an account that several tests share: the server limits registrations per hour. */
function sharedAccount(): Promise<string> {
  shared ??= register('biri');
  return shared;
}

async function openSession(email: string, password = PASSWORD): Promise<string> {
  const challenge = await solveChallenge(site, 'login');
  const answer = await callSite(site, 'POST', '/auth/login', { email, password, challenge });
  assert.equal(answer.status, 200, await answer.text());
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

async function isLogged(cookie: string): Promise<boolean> {
  const answer = await callSite(site, 'POST', '/auth/info', undefined, cookie);
  return ((await answer.json()) as Info).logged;
}

async function visitWith(cookie: string, look = {}): Promise<Visit> {
  const made = await startVisit(browser, site, { as: null, ...look });
  const [name = '', value = ''] = cookie.split('=');
  await made.context.addCookies([{ name, value, url: site.origin, httpOnly: true }]);
  return made;
}

const field = (page: Page, name: string) =>
  page.locator(`[data-field="${name}"]`).locator('input').first();
const panel = (page: Page, name: string) => page.getByRole('region', { name });

async function proveHuman(page: Page): Promise<void> {
  await page.locator('altcha-widget input[type="checkbox"]').click();
  await page.locator('altcha-widget [data-state="verified"]').waitFor();
}

/** A visit without the console messages of a refused call, which are no fault of the page. */
const soundAfterRefusal = (made: Visit): Visit => ({
  ...made,
  problems: made.problems.filter((one) => !/status of (4|5)\d\d/.test(one)),
});

test('sections are chosen by keyboard; the heading has the focus, anything unknown is the subscription', async () => {
  const made = await startVisit(browser, site, { as: 'person' });
  const { page, context } = made;
  await made.open('/account?selected=nothing');
  await page.getByRole('heading', { name: 'Platform aboneliği', level: 1 }).waitFor();
  const menu = page.getByRole('navigation', { name: 'Hesap bölümleri' });
  assert.equal(await menu.getByRole('link').count(), ALL_SECTIONS);
  await menu.getByRole('link', { name: 'Güvenlik' }).focus();
  await page.keyboard.press('Enter');
  await waitForFocus(page.getByRole('heading', { name: 'Güvenlik', level: 1 }));
  assert.equal(await menu.locator('[aria-current="page"]').innerText(), 'Güvenlik');
  assert.equal(await page.title(), 'Güvenlik · Rasat');
  await page.goBack();
  await waitForFocus(page.getByRole('heading', { name: 'Platform aboneliği', level: 1 }));
  assert.doesNotMatch(await page.locator('main').innerText(), /yakında/i);
  await context.close();
});

test('each section shows the dates, counts, prices and states of the API, seen and heard, in each language', async (t) => {
  const draw = startDraw();
  t.diagnostic(draw.seed);
  const { page, context, problems } = await startVisit(browser, site);
  await assertAccountShown(page, draw);
  assert.deepEqual(problems, []);
  await context.close();
});

test('a new password ends the other sessions and keeps this one', async () => {
  const mail = await register('sifre');
  const [own, other] = [await openSession(mail), await openSession(mail)];
  const made = await visitWith(own);
  const { page, context } = made;
  await made.open('/account?selected=security');
  const sessions = panel(page, 'Açık oturumlar');
  await waitForCount(sessions.getByRole('row'), 3, 'a head and two sessions');
  assert.equal(await sessions.getByText('bu oturum').count(), 1);

  await field(page, 'oldPassword').fill('Baska bir sey 1');
  await field(page, 'newPassword').fill('gündüz gece 2');
  await proveHuman(page);
  await page.getByRole('button', { name: 'Şifreyi değiştir' }).click();
  await page.getByRole('alert').getByText('password-not-match').waitFor();
  await waitForFocus(field(page, 'oldPassword'));
  await page.locator('altcha-widget [data-state="unverified"]').waitFor();
  assert.equal(
    await field(page, 'newPassword').inputValue(),
    'gündüz gece 2',
    'what was typed stays',
  );
  await waitForPanels(page);
  await assertSound(soundAfterRefusal(made));

  await field(page, 'oldPassword').fill(PASSWORD);
  await proveHuman(page);
  await page.getByRole('button', { name: 'Şifreyi değiştir' }).click();
  await page.getByRole('status').getByText('Güncellendi').waitFor();
  assert.equal(await field(page, 'oldPassword').isDisabled(), true, 'the form is done');
  await waitForCount(sessions.getByRole('row'), 2);
  assert.equal(await isLogged(other), false);
  assert.equal(await isLogged(own), false, 'the old token is worth nothing');
  await waitForPanels(page);
  await assertSound(soundAfterRefusal(made));
  await page.reload();
  await page.getByRole('heading', { name: 'Güvenlik', level: 1 }).waitFor();
  await openSession(mail, 'gündüz gece 2');
  await context.close();
});

test('a common password is refused at its field', async () => {
  const made = await visitWith(await openSession(await sharedAccount()));
  const { page, context } = made;
  await made.open('/account?selected=security');
  await field(page, 'oldPassword').fill(PASSWORD);
  await field(page, 'newPassword').fill('12345');
  await page.getByRole('button', { name: 'Şifreyi değiştir' }).click();
  await page.getByText('6 ile 32 karakter arasında olmalı').first().waitFor();
  await waitForFocus(field(page, 'newPassword'));
  await field(page, 'newPassword').fill(PASSWORD);
  await proveHuman(page);
  await page.getByRole('button', { name: 'Şifreyi değiştir' }).click();
  await page.getByText('Bu şifre kullanılamaz').waitFor();
  await page.locator('altcha-widget [data-state="unverified"]').waitFor();
  await context.close();
});

test('one other session is ended, or all of them', async () => {
  const mail = await register('oturum');
  const [own, second, third, fourth] = [
    await openSession(mail),
    await openSession(mail),
    await openSession(mail),
    await openSession(mail),
  ];
  const made = await visitWith(own);
  const { page, context } = made;
  await made.open('/account?selected=security');
  const sessions = panel(page, 'Açık oturumlar');
  await waitForCount(sessions.getByRole('row'), 5);
  await sessions
    .getByRole('button', { name: /^Oturumu kapat/ })
    .first()
    .click();
  await page.getByText('Oturum kapatıldı').first().waitFor();
  await waitForCount(sessions.getByRole('row'), 4);
  const left = await Promise.all([second, third, fourth].map(isLogged));
  assert.equal(left.filter(Boolean).length, 2);

  await sessions.getByRole('button', { name: 'Diğerlerini kapat' }).click();
  const dialog = page.getByRole('dialog');
  await waitForFocus(dialog.getByRole('button', { name: 'Vazgeç' }));
  await dialog.getByRole('button', { name: '2 oturumu kapat' }).click();
  await page.getByText('Diğer oturumlar kapatıldı').first().waitFor();
  await waitForCount(sessions.getByRole('row'), 2);
  assert.deepEqual(await Promise.all([own, second, third, fourth].map(isLogged)), [
    true,
    false,
    false,
    false,
  ]);
  await context.close();
});

test('a panel whose data cannot be loaded says so and loads them again on request', async () => {
  const made = await startVisit(browser, site, { as: 'person' });
  const { page, context } = made;
  let broken = true;
  await page.route('**/api/account/sessions', (route) =>
    broken
      ? route.fulfill({ status: 403, json: { code: 'forbidden-403', requestId: 'deneme' } })
      : route.continue(),
  );
  await made.open('/account?selected=security');
  await page.getByText('Oturumlar yüklenemedi').waitFor();
  await page.getByRole('button', { name: 'Şifreyi değiştir' }).waitFor();
  broken = false;
  await page.getByRole('button', { name: 'Yeniden dene' }).click();
  await page.getByText('bu oturum').waitFor();
  await context.close();
});

/** A subscriber without favourites. */
async function clearFavorites(): Promise<void> {
  const cookie = await signIn(site, 'subscriber');
  const answer = await callSite(site, 'GET', '/account/favorites', undefined, cookie);
  for (const symbol of (await answer.json()) as string[]) {
    await callSite(site, 'POST', '/account/favorites', { symbol }, cookie);
  }
}

/** Keeps notices open: their timer of five seconds never ends. */
const holdNotices = ({ context }: Visit): Promise<void> => holdTimers(context, 4000, 5000);

test('a star adds a favourite everywhere at once, and is undone when the server does not save it', async () => {
  await clearFavorites();
  const made = await startVisit(browser, site);
  const { page, context } = made;
  await holdNotices(made);
  const star = (symbol: string, on: boolean) =>
    page.getByRole('button', {
      name: `${symbol} sembolünü ${on ? 'favorilerden çıkar' : 'favorilere ekle'}`,
    });
  await made.open('/account?selected=favorites');
  await page.getByText('Henüz favoriniz yok').waitFor();

  await made.open('/dashboard/symbol/EURUSD');
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/account/favorites', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await star('EURUSD', false).click();
  await star('EURUSD', true).waitFor();
  release();
  await page.getByText('EURUSD favorilere eklendi').first().waitFor();
  await waitForPanels(page);
  await assertSound(made);
  await page.unroute('**/api/account/favorites');

  await made.open('/dashboard/symbol/THYAO');
  await waitForPanels(page);
  await page.locator('main').click({ position: { x: 2, y: 2 } });
  await page.keyboard.press('f');
  await page.getByText('THYAO favorilere eklendi').first().waitFor();
  await made.open('/account?selected=favorites');
  const rows = page.getByRole('table').getByRole('row');
  await waitForCount(rows, 3);
  await rows
    .nth(1)
    .getByText(/^[+−]?%\d/)
    .waitFor();
  assert.match(await rows.nth(1).innerText(), /EURUSD\s+Forex\s+1,\d{5}\s+[+−]?%/);
  await assertSound(made);

  await page.route('**/api/account/favorites', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await star('EURUSD', true).click();
  await page.getByText('Favori kaydedilemedi').first().waitFor();
  await waitForCount(rows, 3);
  await page.unroute('**/api/account/favorites');

  await star('EURUSD', true).click();
  await waitForCount(rows, 2);
  await waitForFocus(star('THYAO', true));
  await page.getByText('EURUSD favorilerden çıkarıldı').first().waitFor();
  await page.getByRole('button', { name: 'Geri al' }).last().click();
  await waitForCount(rows, 3);
  // The page shows the choice before it sends it; leaving now would lose it.
  await page.getByText('EURUSD favorilere eklendi').first().waitFor();

  await made.open('/dashboard');
  await page.getByRole('heading', { name: 'Favoriler' }).scrollIntoViewIfNeeded();
  const list = panel(page, 'Favoriler');
  await waitForCount(list.getByRole('listitem'), 2);
  await page.keyboard.press('/');
  await page.getByRole('combobox').fill('thyao');
  await page.getByRole('option', { name: 'THYAO sembolünü favorilerden çıkar' }).click();
  await waitForCount(list.getByRole('listitem'), 1);
  await context.close();
});

test('a notice is accessible and closes by keyboard, alone or stacked, with or without the focus', async () => {
  await clearFavorites();
  const made = await startVisit(browser, site);
  const { page, context } = made;
  await holdNotices(made);
  await made.open('/dashboard/symbol/EURUSD');
  await waitForPanels(page);
  const notices = page.getByRole('region', { name: 'Bildirimler' });
  const closing = notices.getByRole('button', { name: 'Kapat' });
  const star = page.getByRole('button', { name: /^EURUSD sembolünü favori/ });
  await star.click();
  await notices.getByText('EURUSD favorilere eklendi').waitFor();
  await waitForCount(closing, 1);
  await assertSound(made);
  await star.click();
  await notices.getByText('EURUSD favorilerden çıkarıldı').waitFor();
  await waitForCount(closing, 2);
  await assertSound(made);
  await closing.first().focus();
  await waitForFocus(closing.first());
  await assertSound(made);
  await closing.first().blur();
  await waitForCount(closing, 2);
  await assertSound(made);

  await page.route('**/api/account/favorites', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await star.click();
  const failed = notices.getByRole('alert').getByText('Favori kaydedilemedi');
  await failed.waitFor();
  await waitForCount(closing, 3);
  await assertSound({ ...made, problems: made.problems.filter((one) => !/ERR_FAILED/.test(one)) });
  for (let left = 2; left >= 0; left -= 1) {
    await closing.first().focus();
    await page.keyboard.press('Enter');
    await waitForCount(closing, left);
  }
  await context.close();
});

test('without a subscription stars, drawings and the section say what one adds; prices are there', async () => {
  const made = await startVisit(browser, site, { as: 'person' });
  const { page, context } = made;
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/(box|levels|seer|cycle|account\/favorites)/.test(request.url())) {
      asked.push(request.url());
    }
  });
  await made.open('/dashboard');
  await page
    .getByRole('link', { name: /EURUSD/ })
    .first()
    .waitFor();
  await page.keyboard.press('/');
  await page.getByRole('combobox').fill('eurusd');
  await page.getByRole('option', { name: 'EURUSD sembolünü favorilere ekle' }).click();
  const dialog = page.getByRole('dialog', { name: 'Favoriler aboneliğe dahildir' });
  await dialog.waitFor();
  await waitForPanels(page);
  await assertSound(made);
  await dialog.getByRole('link', { name: 'Abonelik sayfasını aç' }).click();
  await page.getByText('Etkin bir aboneliğiniz yok.').waitFor();

  await made.open('/dashboard/chart?symbol=EURUSD');
  await page.getByRole('application').locator('canvas').first().waitFor();
  await eventually(async () => assert.match(await page.locator('body').innerText(), /1,1\d{4}/));
  const box = page.getByRole('button', { name: 'Hayyam kutusu' });
  await box.click();
  const offer = page.getByRole('dialog', { name: 'Çizimler aboneliğe dahildir' });
  await offer.getByText('Videolar bekleniyor: bugün 8 dersin hiçbirinde video yok.').waitFor();
  await assertSound(made);
  await page.keyboard.press('Escape');
  await offer.waitFor({ state: 'detached' });
  assert.equal(await box.getAttribute('aria-pressed'), 'false');
  await waitForFocus(box);

  await made.open('/dashboard');
  await page
    .getByRole('link', { name: /EURUSD/ })
    .first()
    .click();
  await page.waitForURL('**/account?selected=subscription&closed=**');
  assert.deepEqual(asked, [], 'nothing is asked for that would be refused');
  await context.close();
});

test('settings that are saved on one device apply on the next one', async () => {
  const cookie = await openSession(await register('ayar'));
  const first = await visitWith(cookie);
  await first.open('/account?selected=settings');
  const { page } = first;
  await waitForPanels(page);
  const root = page.locator('html');
  await page.getByRole('radio', { name: 'Açık' }).check();
  assert.equal(await root.getAttribute('data-theme'), 'light');
  await page.getByRole('radio', { name: 'Mavi ve turuncu' }).check();
  assert.equal(await root.getAttribute('data-price'), 'blue-orange');
  await page.getByRole('checkbox', { name: 'Tek tuşlu kısayollar' }).uncheck();
  const saved = page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/account/settings') &&
      (response.request().postData()?.includes('"en"') ?? false),
  );
  await page.getByRole('radio', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  assert.equal((await saved).status(), 200);
  await assertSound(first);
  await first.context.close();

  const second = await visitWith(cookie, { theme: 'dark' });
  await second.open('/account?selected=settings');
  await second.page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  const there = second.page.locator('html');
  assert.equal(await there.getAttribute('lang'), 'en');
  assert.equal(await there.getAttribute('data-theme'), 'light');
  assert.equal(await there.getAttribute('data-price'), 'blue-orange');
  assert.equal(
    await second.page.getByRole('checkbox', { name: 'Single-key shortcuts' }).isChecked(),
    false,
  );
  await second.context.close();
});

test('a person downloads all their data as one file', async () => {
  const mail = await sharedAccount();
  const made = await visitWith(await openSession(mail));
  const { page, context } = made;
  await made.open('/account?selected=settings');
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Verilerimi indir' }).click();
  const download = await coming;
  assert.match(download.suggestedFilename(), /^rasat-\w+-\d{4}-\d{2}-\d{2}\.json$/);
  const text = await readFile(await download.path(), 'utf8');
  const data = JSON.parse(text) as Record<string, unknown>;
  assert.equal(data.product, 'Rasat');
  assert.ok(text.includes(mail) && text.includes('Üsküdar'));
  await page.getByText('Dosya indirildi').first().waitFor();

  await page.route('**/api/account/data', (route) =>
    route.fulfill({ status: 429, json: { code: 'rate-429' } }),
  );
  await page.getByRole('button', { name: 'Verilerimi indir' }).click();
  await page.getByRole('alert').getByText('rate-429').waitFor();
  await context.close();
});

test('a request to erase the account shows the date, and cancelling it keeps the account', async () => {
  const mail = await sharedAccount();
  const made = await visitWith(await openSession(mail), { width: 390, height: 844 });
  const { page, context } = made;
  await made.open('/account?selected=settings');
  await page.getByRole('button', { name: 'Hesabımı sil' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hesabınız silinsin mi?' });
  await waitForFocus(dialog.getByRole('button', { name: 'Vazgeç' }));
  assert.match(await dialog.innerText(), /14 gün sonra/);
  await waitForPanels(page);
  await assertSound(made);
  await dialog.locator('input[type="password"]').fill('yanlis sifre');
  await dialog.getByRole('button', { name: 'Silme isteğini gönder' }).click();
  await dialog.getByText('password-not-match').waitFor();
  await dialog.locator('input[type="password"]').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Silme isteğini gönder' }).click();
  await dialog.waitFor({ state: 'detached' });
  // With the year when it is not the year of the visitor's clock.
  await page.getByText(/Hesabınız 4 Ara( 2024)? \d\d:\d\d \(TSİ\) tarihinde silinecek/).waitFor();
  await waitForPanels(page);
  await assertSound(soundAfterRefusal(made));
  await eventually(async () => {
    const mails = await readKeptMails(site);
    const asked = mails.find(({ to, subject }) => to === mail && subject.includes('silinecek'));
    assert.match(asked?.text ?? '', /selected=settings/);
  });

  await page.getByRole('button', { name: 'İsteği geri al' }).click();
  const back = page.getByRole('dialog', { name: 'Silme isteği geri alınsın mı?' });
  await back.locator('input[type="password"]').fill(PASSWORD);
  await back.getByRole('button', { name: 'İsteği geri al' }).click();
  await page.getByRole('button', { name: 'Hesabımı sil' }).waitFor();
  await back.waitFor({ state: 'detached' });
  await context.close();
});

test('Telegram: without a bot it says so; with one it waits for the chat and shows it', async () => {
  const made = await startVisit(browser, site);
  const { page, context } = made;
  await made.open('/account?selected=telegram');
  await page.getByText('Site işletmecisi bir Telegram botu bağlamamış').waitFor();
  await assertSound(made);

  let active = false;
  let signals = false;
  let messages = true;
  const looks: string[] = [];
  const posted: unknown[] = [];
  await page.route('**/api/account/telegram*', async (route) => {
    const request = route.request();
    if (request.method() === 'POST') {
      const body = request.postDataJSON() as {
        signals?: boolean;
        messages?: boolean;
        linked?: false;
      };
      posted.push(body);
      if (body.signals !== undefined) signals = body.signals;
      if (body.messages !== undefined) messages = body.messages;
      if (body.linked === false) active = false;
      return route.fulfill({ json: {} });
    }
    const state = request.url().endsWith('?for=state');
    looks.push(state ? 'state' : 'link');
    const start = active || state ? '' : '?start=deneme';
    return route.fulfill({
      json: { UID: 'RS8F4219C7', active, link: `https://t.me/rasatbot${start}`, signals, messages },
    });
  });
  await page.reload();
  const open = page.getByRole('link', { name: /Telegram’da aç/ });
  await open.waitFor();
  assert.equal(await open.getAttribute('href'), 'https://t.me/rasatbot?start=deneme');
  assert.equal(await open.getAttribute('rel'), 'noopener noreferrer');
  await page.getByText('Bağlantı bekleniyor').waitFor();
  await eventually(async () => assert.ok(looks.filter((one) => one === 'state').length > 1));
  assert.equal(looks.filter((one) => one === 'link').length, 1, 'looking makes no other link');
  await waitForPanels(page);
  await assertSound(made);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Kimliği kopyala' }).click();
  await page.getByText('Kopyalandı').first().waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'RS8F4219C7');

  active = true;
  await page.getByText('Hesabınıza bağlı').waitFor();
  const choice = page.getByRole('checkbox', { name: /yeni tahminci kayıtlarını/ });
  await choice.click();
  await eventually(async () => assert.equal(await choice.isChecked(), true));
  const notices = page.getByRole('checkbox', { name: 'Platform ve sınıf mesajlarını gönder' });
  assert.equal(await notices.isChecked(), true, 'on when a chat is linked');
  await notices.click();
  await eventually(async () => assert.equal(await notices.isChecked(), false));
  await waitForPanels(page);
  await assertSound(made);
  await page.getByRole('button', { name: 'Bağlantıyı kes' }).click();
  await page.getByText('Bağlantı bekleniyor').waitFor();
  assert.deepEqual(posted, [{ signals: true }, { messages: false }, { linked: false }]);
  await context.close();
});
