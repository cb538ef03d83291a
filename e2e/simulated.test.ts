import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually, startBrowser, startVisit } from './fixtures.ts';
import { readAs } from './sign-in.ts';
import { type Role, shareSite } from './site.ts';

// A visitor who sees a price sees without scrolling that it is simulated, on a wide screen and on a phone.

const site = await shareSite();
const browser = await startBrowser();

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** Whether a visible text with the word lies in the window, with its whole height. */
async function isInView(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const word = /simülasyon/i;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!word.test(node.textContent ?? '') || !parent) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { top, bottom, left, right, width } = range.getBoundingClientRect();
      const shown = parent.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      // A text for screen readers only is a pixel wide.
      if (!shown || width < 20 || top < 0 || bottom > innerHeight) continue;
      if (left < 0 || right > innerWidth) continue;
      // The legend of the chart lets the pointer through, and the chart's topmost canvas is transparent.
      const { pointerEvents } = parent.style;
      parent.style.pointerEvents = 'auto';
      const [first, second] = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2);
      const seen = first instanceof HTMLCanvasElement ? second : first;
      parent.style.pointerEvents = pointerEvents;
      if (seen && (parent.contains(seen) || seen.contains(parent))) return true;
    }
    return false;
  });
}

async function assertSaid(address: string, as: Role | null): Promise<void> {
  for (const size of SIZES) {
    const visit = await startVisit(browser, site, { ...size, as });
    await visit.open(address);
    // Before the chart is drawn nothing can cover its legend.
    if (address.includes('/chart')) await visit.page.locator('canvas').first().waitFor();
    await eventually(async () =>
      assert.ok(await isInView(visit.page), `${address} at ${size.width}: the word is in view`),
    );
    await visit.context.close();
  }
}

const symbol = '/dashboard/symbol/BTCUSD';
const PAGES: readonly (readonly [address: string, as: Role | null])[] = [
  ['/', null],
  ['/dashboard', 'subscriber'],
  [symbol, 'subscriber'],
  ['/dashboard/chart?symbol=BTCUSD', 'subscriber'],
  ['/dashboard/predictor/crypto', 'subscriber'],
  ['/dashboard/predictor/crypto', null],
  ['/dashboard/portfolio/crypto', 'subscriber'],
  ['/record', null],
  ['/admin/feeds', 'admin'],
];
for (const [address, as] of PAGES) {
  test(`the first view of ${address} says to ${as ?? 'a guest'} that prices are simulated`, () =>
    assertSaid(address, as));
}

test('the page of a row of the record says that prices are simulated', async () => {
  const { rows } = await readAs<{ rows: readonly { seq: number }[] }>(site, '/record/rows');
  assert.ok(rows[0]);
  await assertSaid(`/record/${rows[0].seq}`, null);
});

test('the palette says beside its prices that they are simulated', async () => {
  for (const size of SIZES) {
    // A page without prices, which does not say the word itself.
    const visit = await startVisit(browser, site, size);
    await visit.open('/dashboard/messages');
    await visit.page.keyboard.press('Control+k');
    await visit.page.getByRole('dialog').getByText('BTCUSD').first().waitFor();
    await eventually(async () => assert.ok(await isInView(visit.page), `at ${size.width}`));
    await visit.context.close();
  }
});
