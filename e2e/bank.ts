import type { Browser, Page } from 'playwright-core';
import { type Look, startVisit, type Visit } from './fixtures.ts';
import type { Site } from './site.ts';

/** Cards of the demonstration's bank: one that is paid, one without funds, and one that has expired. */
export const CARDS = {
  good: '5528 7900 0000 0008',
  noFunds: '4111 1111 1111 1129',
  expired: '4125 1111 1111 1115',
} as const;

/** Starts a visit that may open the bank, another site. The visitor is a person without any right by default. */
export function startBuyer(browser: Browser, site: Site, look: Look = {}): Promise<Visit> {
  return startVisit(browser, site, { as: 'person', bank: true, ...look });
}

/** Returns the button that leads to the bank; it appears when the agreement is ticked. */
export const payButton = (page: Page) =>
  page.locator('form[action^="/api/payment/"] button[type="submit"]');

/** Ticks the agreement and goes to the bank. */
export async function leaveForBank(page: Page, site: Site): Promise<void> {
  await page.getByRole('checkbox').check();
  await payButton(page).click();
  await page.waitForURL((url) => url.origin !== site.origin);
  await page.locator('#number').waitFor();
}

/** Fills in the bank's form and sends it. */
export async function enterCard(page: Page, number: string): Promise<void> {
  await page.locator('#holder').fill('ELİF KAYA');
  await page.locator('#number').fill(number);
  await page.locator('#expiry').fill('12 / 30');
  await page.locator('#cvc').fill('123');
  await page.locator('form button[type="submit"]').click();
}

/** Enters the one-time code that the bank shows, and waits until the browser is back in the account. */
export async function confirmCard(page: Page, site: Site): Promise<void> {
  const code = await page.locator('output.code').innerText();
  await page.locator('#code').fill(code.trim());
  await page.locator('form[action$="/code"] button').click();
  await page.waitForURL((url) => url.origin === site.origin && url.pathname === '/account');
}
