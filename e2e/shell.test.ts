import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import {
  assertSound,
  eventually,
  holdTimers,
  startBrowser,
  startVisit,
  timeoutMs,
  type Visit,
  waitForFocus,
  waitForPanels,
} from './fixtures.ts';
import { shareSite } from './site.ts';

const site = await shareSite();
const browser = await startBrowser();

async function visit(address = '/dashboard', look = {}): Promise<Visit> {
  const made = await startVisit(browser, site, look);
  await made.open(address);
  await waitForPanels(made.page);
  return made;
}

const palette = (page: Page) => page.getByRole('combobox', { name: 'Sembol, komut veya sayfa' });
const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);

/** Timers that wait longer belong to work that a page does after seconds without input. */
const QUIET_MS = 2500;

/** Milliseconds that the loop for measuring the speed of a machine takes on one of 2024. */
const MEASURE_MS = 22;

/** Waits until the page has the theme. */
async function waitForTheme(page: Page, wanted: 'dark' | 'light'): Promise<void> {
  await page.locator(`html[data-theme="${wanted}"]`).waitFor();
}

test('the palette finds a symbol in any case and spelling, and opens its page', async () => {
  const made = await visit();
  const { page, context } = made;
  await page.keyboard.press('Control+k');
  await palette(page).fill('thyao');
  await page
    .getByRole('option', { name: /^THYAO/ })
    .first()
    .waitFor();
  await palette(page).fill('TÜRK HAVA');
  await page
    .getByRole('option', { name: /^THYAO/ })
    .first()
    .waitFor();
  await palette(page).fill('sıse');
  const first = page.getByRole('option').first();
  await eventually(async () => {
    assert.match(await first.innerText(), /^SISE/);
    assert.match(await first.innerText(), /\d,\d/, 'with its price');
  });
  await assertSound(made);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard/symbol/SISE');
  await context.close();
});

test('the palette runs commands on the chosen symbol', async () => {
  const { page, context } = await visit();
  await page.keyboard.press('/');
  await palette(page).fill('eurusd');
  await page.getByRole('option', { name: 'EURUSD grafiğini aç' }).click();
  await page.waitForURL('**/dashboard/chart?symbol=EURUSD');
  await context.close();
});

test('the palette is closed by Escape, and focus goes back to where it was', async () => {
  const { page, context } = await visit();
  const opener = page.getByRole('button', { name: /^Sembol veya komut ara/ });
  await opener.click();
  await palette(page).waitFor();
  await page.keyboard.press('Escape');
  await palette(page).waitFor({ state: 'detached' });
  await waitForFocus(opener);
  await context.close();
});

test('a key press in the palette takes the page less than 50 ms at the median', async (t) => {
  const { page, context } = await visit();
  const client = await context.newCDPSession(page);
  // Measures the CPU time of the page, which does not depend on other processes.
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  /** Returns the cost of an act up to the frame that shows it. */
  const costMs = async (act: () => Promise<void>): Promise<number> => {
    const worked = async (): Promise<number> => {
      const { metrics } = await client.send('Performance.getMetrics');
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
    };
    const before = await worked();
    await act();
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
    );
    return (await worked()) - before;
  };
  const median = (times: readonly number[]): number =>
    times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
  await page.keyboard.press('Control+k');
  await page.getByRole('option').first().waitFor();
  const presses: number[] = [];
  const pauses: number[] = [];
  for (const text of ['usd', 'btc', 'eur']) {
    await palette(page).fill('');
    for (const letter of text) {
      pauses.push(await costMs(async () => {}));
      presses.push(await costMs(() => page.keyboard.press(letter)));
    }
    assert.equal(await palette(page).inputValue(), text);
  }
  const measureMs = await costMs(() =>
    page.evaluate(() => {
      let value = 1;
      for (let i = 0; i < 2e7; i += 1) value = Math.imul(value ^ i, 0x9e3779b1);
      document.body.dataset.value = String(value);
    }),
  );
  const slowness = Math.max(1, measureMs / MEASURE_MS);
  const takenMs = median(presses) - median(pauses);
  t.diagnostic(`${takenMs.toFixed(1)} ms of work, machine ${slowness.toFixed(1)} times as slow`);
  assert.ok(takenMs > 0, 'work was measured');
  assert.ok(takenMs < 50 * slowness, `${takenMs.toFixed(1)} ms`);
  await context.close();
});

test('g and a second key lead to a page, and single keys are letters while typing', async () => {
  const { page, context } = await visit();
  // The second key must follow soon after the first, which a busy machine may miss.
  await eventually(async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await page.waitForURL('**/dashboard/portfolio/*', { timeout: 5000 }).catch(() => undefined);
    assert.match(page.url(), /\/dashboard\/portfolio\//);
  });
  await waitForPanels(page);
  await page.getByLabel('Sembol ara').pressSequentially('gt');
  await eventually(async () =>
    assert.equal(await page.getByLabel('Sembol ara').inputValue(), 'GT'),
  );
  assert.match(page.url(), /portfolio/);
  assert.equal(await theme(page), 'dark');
  await page.getByLabel('Sembol ara').blur();
  await page.keyboard.press('t');
  await waitForTheme(page, 'light');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Yardım ve kısayollar' }).waitFor();
  await context.close();
});

test('single keys can be switched off; Ctrl K stays', async () => {
  const { page, context } = await visit();
  await page.getByRole('button', { name: 'Görünüm' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Tek tuşlu kısayollar' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('t');
  assert.equal(await theme(page), 'dark');
  await page.keyboard.press('Control+k');
  await palette(page).waitFor();
  await context.close();
});

test('theme and price colours are stored, and applied before the first paint', async () => {
  const { page, context } = await visit();
  await page.getByRole('button', { name: 'Görünüm' }).click();
  await page.getByRole('menuitemradio', { name: 'Açık', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'Mavi ve turuncu' }).click();
  const seen: string[] = [];
  await page.exposeFunction('saw', (what: string) => seen.push(what));
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.body) {
        const { theme, price } = document.documentElement.dataset;
        void Reflect.get(window, 'saw')(`${theme} ${price}`);
      }
    }).observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  await waitForPanels(page);
  assert.deepEqual([...new Set(seen)], ['light blue-orange'], 'from the first element on');
  await context.close();
});

test('a second choice right after the first is not lost when the page is left', async () => {
  const { page, context } = await visit();
  const release = Promise.withResolvers<void>();
  const first = async (route: Route): Promise<void> => {
    await release.promise;
    await route.continue();
  };
  await page.route('**/api/account/settings', first, { times: 1 });
  const asked = page.waitForRequest('**/api/account/settings');
  const answered = page.waitForResponse('**/api/account/settings');
  await page.getByRole('button', { name: 'Görünüm' }).click();
  await page.getByRole('menuitemradio', { name: 'Açık', exact: true }).click();
  await asked;
  // The second choice is sent only after the reply to the first, and the page is left before.
  await page.evaluate(() => Object.assign(window, { setTimeout: () => 0 }));
  await page.getByRole('menuitemradio', { name: 'Mavi ve turuncu' }).click();
  await page.locator('html[data-price="blue-orange"]').waitFor();
  release.resolve();
  await (await answered).finished();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await page.reload();
  await waitForPanels(page);
  const shown = await page.evaluate(() => {
    const { theme, price } = document.documentElement.dataset;
    return [theme, price];
  });
  assert.deepEqual(shown, ['light', 'blue-orange']);
  await context.close();
});

test('the language is switched in place, stored for a year, and at first that of the browser', async () => {
  const { page, context } = await visit();
  await page.getByRole('button', { name: /Dil: Türkçe/ }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  const cookie = (await context.cookies()).find(({ name }) => name === 'lang');
  assert.equal(cookie?.value, 'en');
  assert.ok((cookie?.expires ?? 0) - Date.now() / 1000 > 360 * 86_400);
  await context.close();

  const first = await browser.newContext({ locale: 'az-AZ', baseURL: site.origin });
  first.setDefaultTimeout(timeoutMs());
  const fresh = await first.newPage();
  await fresh.goto('/dashboard/predictor/forex');
  await fresh.getByRole('link', { name: 'Qrafik', exact: true }).first().waitFor();
  await first.close();
});

test('the first Tab stop is a link past the header', async () => {
  const { page, context } = await visit();
  await page.keyboard.press('Tab');
  await waitForFocus(page.getByRole('link', { name: 'İçeriğe geç' }));
  await page.keyboard.press('Enter');
  await waitForFocus(page.locator('main'));
  await context.close();
});

test('an unknown address has status 404 and a page with a link back', async () => {
  const made = await startVisit(browser, site);
  const { page, context } = made;
  const response = await page.goto('/dashboard/nowhere');
  assert.equal(response?.status(), 404);
  await page.getByRole('heading', { name: 'Bu adreste sayfa yok' }).waitFor();
  await page.getByRole('link', { name: 'Panele dön' }).last().click();
  await page.waitForURL('**/dashboard');
  await context.close();
});

for (const address of ['/dashboard', '/dashboard/predictor/forex', '/dashboard/portfolio/bist']) {
  test(`${address} loads at most 190 KB of script before the visitor acts`, async () => {
    const { page, context } = await startVisit(browser, site);
    const client = await context.newCDPSession(page);
    await client.send('Network.enable');
    const scripts = new Set<string>();
    let bytes = 0;
    client.on('Network.responseReceived', ({ requestId, response }) => {
      if (/javascript/.test(response.mimeType)) scripts.add(requestId);
    });
    // The bodies of the scripts, without their headers.
    client.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) bytes += encodedDataLength;
    });
    await page.setExtraHTTPHeaders({ 'accept-encoding': 'gzip' });
    // Fetches after seconds without input do not count, however slow the machine is.
    await holdTimers(context, QUIET_MS, Number.MAX_SAFE_INTEGER);
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await waitForPanels(page);
    assert.ok(bytes > 50_000, 'scripts were measured');
    assert.ok(bytes < 190 * 1024, `${(bytes / 1024).toFixed(1)} KB`);
    await context.close();
  });
}

test('a page requests its own files before the app has started, the chart library only for a chart', async () => {
  for (const [address, texts, hasChart] of [
    ['/dashboard/symbol/EURUSD', ['tr', 'symbol', 'why', 'chance', 'chart', 'favorites'], false],
    ['/dashboard/chart?symbol=EURUSD', ['tr', 'chart'], true],
  ] as const) {
    const { page, context } = await startVisit(browser, site);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    // The app never starts, so every request is one of the document itself.
    await page.route('**/assets/entry.client-*.js', () => undefined);
    await page.goto(address, { waitUntil: 'commit' });
    const isRequested = (name: string): boolean =>
      requested.some((path) => new RegExp(`^/assets/${name}-[\\w-]{8}\\.js$`).test(path));
    await eventually(async () => {
      for (const name of texts) {
        assert.ok(isRequested(name), `${address}: ${name} in ${requested.join(' ')}`);
      }
      assert.equal(isRequested('chart-host'), hasChart, `${address}: chart library`);
    });
    await context.close();
  }
});
