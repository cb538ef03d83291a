import type { Locator, Page } from 'playwright-core';
import type { Hand } from './tour-hand.ts';

/** Film: its first screen, and the actions that follow. */
export interface Tour {
  readonly name: 'boxes' | 'levels' | 'cycle';
  /** Moment of the film that the poster shows. */
  readonly poster: 'begin' | 'end';
  open(page: Page, hand: Hand): Promise<void>;
  play(page: Page, hand: Hand): Promise<void>;
}

const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true });
const region = (page: Page, name: string): Locator => page.getByRole('region', { name });

/** Opens a page and waits until it is loaded. */
async function open(page: Page, hand: Hand, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator('canvas').first().waitFor();
  await page.waitForFunction('document.querySelector(\'[aria-busy="true"]\') === null');
  await page.waitForTimeout(1500);
  await hand.show();
}

const boxes: Tour = {
  name: 'boxes',
  poster: 'end',
  async open(page, hand) {
    await open(page, hand, '/dashboard/chart?symbol=EURUSD');
  },
  async play(page, hand) {
    await hand.rest(0.8);
    for (const name of ['144', '52', 'Hayyam']) {
      await hand.press(button(page, `${name} kutusu`));
      await button(page, `${name} kutusu`).and(page.locator('[aria-pressed="true"]')).waitFor();
      await hand.rest(1.1);
    }
    const chart = page.getByRole('application');
    await hand.moveTo(chart, { x: 0.7, y: 0.42 });
    await chart.focus();
    await hand.rest(0.6);
    for (let level = 0; level < 3; level++) {
      await page.keyboard.press('ArrowUp');
      await hand.rest(0.7);
    }
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Neden bu seviye' }).waitFor();
    await hand.rest(1);
    await hand.moveTo(page.getByRole('complementary', { name: 'Neden bu seviye' }), {
      x: 0.5,
      y: 0.6,
    });
    await hand.rest(1.2);
    await hand.scroll(360);
    await hand.rest(2);
  },
};

const levels: Tour = {
  name: 'levels',
  poster: 'end',
  async open(page, hand) {
    await open(page, hand, '/dashboard/symbol/EURUSD');
    await page.evaluate('window.scrollTo(0, 260)');
    await hand.rest(0.5);
  },
  async play(page, hand) {
    await hand.rest(0.8);
    for (const name of ['Alış', 'Satış', 'İkisi']) {
      await hand.press(page.getByRole('radio', { name, exact: true }));
      await hand.rest(0.9);
    }
    const condition = region(page, 'İşlem koşulu');
    await hand.moveTo(condition, { x: 0.5, y: 0.85 });
    await hand.rest(1);
    await hand.press(region(page, 'Alış seviyeleri').getByRole('button').nth(1));
    const dialog = page.getByRole('dialog', { name: 'Neden bu seviye' });
    await dialog.waitFor();
    await hand.rest(1.2);
    await hand.moveTo(dialog, { x: 0.5, y: 0.7 });
    await hand.rest(0.8);
    await hand.scroll(420);
    await hand.rest(2);
  },
};

const cycle: Tour = {
  name: 'cycle',
  poster: 'begin',
  async open(page, hand) {
    await open(page, hand, '/dashboard/symbol/EURUSD');
    await page.evaluate('window.scrollTo(0, 130)');
    await hand.rest(0.5);
  },
  async play(page, hand) {
    await hand.rest(0.6);
    await hand.moveTo(region(page, 'Döngü'), { x: 0.5, y: 0.6 });
    await hand.rest(1.4);
    await hand.moveTo(region(page, 'Seer'), { x: 0.4, y: 0.4 });
    await hand.rest(1);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    await hand.rest(0.5);
    await hand.type('xau');
    await hand.rest(0.9);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/XAUUSD');
    await region(page, 'Döngü').getByRole('img').waitFor();
    await hand.rest(1);
    await hand.scroll(130);
    await hand.rest(0.6);
    await hand.press(region(page, 'Döngü').getByRole('button', { name: /Neden/ }));
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await hand.rest(1.2);
    await hand.moveTo(dialog, { x: 0.5, y: 0.6 });
    await hand.scroll(300);
    await hand.rest(2);
  },
};

/** Films of the landing page. */
export const TOURS: readonly Tour[] = [boxes, levels, cycle];
