import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { CARDS, startBuyer } from './bank.ts';
import {
  eventually,
  inTurn,
  startBrowser,
  type Visit,
  waitForFocus,
  waitForPanels,
} from './fixtures.ts';
import { callSite, nextCode, signIn } from './sign-in.ts';
import { type Role, startSite } from './site.ts';

// With keys alone a person buys, finds a symbol, reads the reason of a level, adds the symbol to the favourites, draws
// on the chart and reads a message. No test step moves a pointer, clicks, or sets the focus by script.

const site = await startSite();
const browser = await startBrowser();

const MESSAGE = 'Haftalık seviyeler pazartesi sabahı yenilendi.';
/** More focus stops than any page has before an element. */
const MOST_STOPS = 200;

/** Asserts that the focused element lies on the screen. */
async function assertFocusShown(page: Page): Promise<void> {
  await eventually(async () => {
    const fault = await page.evaluate(() => {
      const own = document.activeElement;
      if (own === null || own === document.body) return null;
      // The label around a hidden form control is drawn instead of it.
      const shown = own.matches('input.sr-only, .sr-only input, .sr-only')
        ? own.parentElement
        : own;
      const { left, right, top, bottom, width, height } = (shown ?? own).getBoundingClientRect();
      if (width === 0 || height === 0) return null;
      const isOut = right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight;
      return isOut ? `${own.outerHTML.slice(0, 160)} has the focus outside of the screen` : null;
    });
    assert.equal(fault, null);
  });
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.first().waitFor();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    const there = await target
      .first()
      .evaluate((own) => own === document.activeElement || own.contains(document.activeElement));
    if (there) {
      await assertFocusShown(page);
      return;
    }
    await page.keyboard.press(key);
  }
  assert.fail(`${String(target)} is not reached by ${MOST_STOPS} presses of ${key}`);
}

async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Types into a field that Tab leads to. */
async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

/** Signs in on the sign-in page. */
async function enterAccount(page: Page, role: Role): Promise<void> {
  const { mail = '', password = '' } = site.accounts.find((one) => one.role === role) ?? {};
  await page.locator('altcha-widget input[type="checkbox"]').waitFor();
  await type(page, page.locator('[data-field="email"] input'), mail);
  await type(page, page.locator('[data-field="password"] input'), password);
  await press(page, page.locator('altcha-widget input[type="checkbox"]'), 'Space');
  await page.locator('altcha-widget [data-state="verified"]').waitFor();
  await press(page, page.locator('form button[type="submit"]'));
}

/** Accepts the agreement and pays at the bank. */
async function pay(page: Page): Promise<void> {
  await press(page, page.getByRole('checkbox'), 'Space');
  await press(page, page.locator('form[action^="/api/payment/"] button[type="submit"]'));
  await page.waitForURL((url) => url.origin !== site.origin);
  await type(page, page.locator('#holder'), 'ELİF KAYA');
  await type(page, page.locator('#number'), CARDS.good.replaceAll(' ', ''));
  await type(page, page.locator('#expiry'), '1230');
  await type(page, page.locator('#cvc'), '123');
  await page.keyboard.press('Enter');
  const code = await page.locator('output.code').innerText();
  await type(page, page.locator('#code'), code.trim());
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.origin === site.origin && url.pathname === '/account');
  await page.getByRole('heading', { name: 'Ödemeniz alındı' }).waitFor();
}

/** Opens a symbol by its name in the palette, from any page. */
async function openSymbol(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await waitForPanels(page);
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Sembol, komut veya sayfa' });
  await waitForFocus(box);
  await page.keyboard.type(name);
  await page
    .locator('[role="option"][data-highlighted]')
    .filter({ hasText: /^EURUSD/ })
    .waitFor();
  await page.keyboard.press('Enter');
}

/** Buys the course unless the role is a student, then six months. */
async function subscribe(page: Page, role: Role): Promise<void> {
  await openSymbol(page, 'eurusd');
  await page.waitForURL('**/account?selected=subscription&closed=**');
  if (role === 'person') {
    await page.getByText('Önce eğitim').waitFor();
    await press(page, page.locator('main a[href*="selected=education"]'));
    await page.waitForURL('**/account?selected=education');
    await pay(page);
    await press(page, page.getByRole('link', { name: 'Abonelik satın al' }));
    await page.waitForURL('**/account?selected=subscription**');
  }
  await pay(page);
}

/** Opens a box, then the reason of a weekly level and the record of such levels. */
async function explainLevel(page: Page): Promise<void> {
  const boxes = page.getByRole('region', { name: 'Beş kutu' });
  await press(page, boxes.getByRole('button').first());
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  const labels = page.getByRole('list', { name: 'Haftalık seviyeler' });
  await labels.getByText('Alış girişi').waitFor();
  const isDrawn = (await labels.getByRole('button').count()) > 0;
  if (!isDrawn) {
    // On a phone the labels are no buttons: the table has buttons.
    await tabTo(page, page.getByRole('button', { name: 'Tablo olarak göster' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
  }
  const level = isDrawn
    ? labels.getByRole('listitem').filter({ hasText: 'Alış girişi' })
    : page
        .getByRole('table', { name: 'EURUSD haftalık seviyeleri' })
        .getByRole('row', { name: /^Alış girişi/ });
  const cell = level.getByRole('button');
  await tabTo(page, cell, isDrawn ? 'Shift+Tab' : 'Tab');
  const price = /\d+,\d+/.exec(await level.innerText())?.[0] ?? '';
  await page.keyboard.press('Enter');
  const why = page.getByRole('dialog', { name: 'Neden bu seviye' });
  const sum = await why.getByRole('region', { name: 'Hesap' }).innerText();
  assert.ok(price !== '' && sum.trim().endsWith(price), `${sum} ends with ${price}`);
  await why.getByRole('region', { name: 'Aynı tür sinyal' }).getByText(/Taban/).first().waitFor();
  await page.keyboard.press('Escape');
  await waitForFocus(cell);
}

/** Draws a box on the chart, selects one of its lines and opens its reason. */
async function drawOnChart(page: Page): Promise<void> {
  await press(page, page.locator('main a[href^="/dashboard/chart"]'));
  await page.waitForURL('**/dashboard/chart?symbol=EURUSD');
  await tabTo(page, page.getByRole('application'));
  await page.keyboard.press('1');
  await page.getByRole('button', { name: 'Hayyam kutusu', exact: true, pressed: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const sum = page.getByRole('region', { name: 'Hesap' }).first();
  // On a phone a sheet shows only its first sentence at first.
  const more = page.getByRole('region', { name: 'Neden bu seviye' }).getByRole('button', {
    name: 'Neden bu seviye',
  });
  await sum.or(more).first().waitFor();
  if (await more.isVisible()) await press(page, more);
  await sum.waitFor();
  await page.keyboard.press('Escape');
}

async function useWithKeys({ page }: Visit, role: Role): Promise<void> {
  await page.goto('/auth/login');
  await enterAccount(page, role);
  await page.waitForURL('**/dashboard');
  await subscribe(page, role);
  await openSymbol(page, 'eur usd');
  await page.waitForURL('**/dashboard/symbol/EURUSD');
  await waitForPanels(page);
  await explainLevel(page);
  await page.keyboard.press('f');
  await page.getByText('EURUSD favorilere eklendi').first().waitFor();
  await drawOnChart(page);
  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await page.waitForURL('**/dashboard/messages');
  await page.getByText(MESSAGE).waitFor();
  await tabTo(page, page.getByRole('list', { name: 'Platform mesajları' }));
}

test('an administrator sends a message', async () => {
  const texts = { tr: MESSAGE, az: 'Həftəlik səviyyələr yeniləndi.', en: 'Weekly levels are new.' };
  const admin = await signIn(site, 'admin');
  const body = { list: 'platform', texts, link: null, at: null, code: await nextCode(site) };
  const answer = await callSite(site, 'POST', '/admin/messages', body, admin);
  assert.equal(answer.status, 200, await answer.clone().text());
});

for (const { width, height, theme, role } of inTurn([
  { width: 1440, height: 900, theme: 'dark', role: 'person' },
  { width: 390, height: 844, theme: 'light', role: 'student' },
] as const)) {
  test(`a ${role} subscribes, reads a symbol, adds it to the favourites, draws on its chart and reads a message with keys alone, at ${width}`, async () => {
    const visit = await startBuyer(browser, site, { width, height, theme, as: null });
    await useWithKeys(visit, role);
    assert.deepEqual(visit.problems, []);
    await visit.context.close();
  });
}
