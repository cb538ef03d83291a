import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES, type Language } from '@rasat/contract';
import type { Locator, Page } from 'playwright-core';
import { chart as az } from '../web/src/i18n/az/chart.ts';
import { why as azWhy } from '../web/src/i18n/az/why.ts';
import { words as azWords } from '../web/src/i18n/az/words.ts';
import { chart as en } from '../web/src/i18n/en/chart.ts';
import { why as enWhy } from '../web/src/i18n/en/why.ts';
import { words as enWords } from '../web/src/i18n/en/words.ts';
import { chart as tr } from '../web/src/i18n/tr/chart.ts';
import { why as trWhy } from '../web/src/i18n/tr/why.ts';
import { words as trWords } from '../web/src/i18n/tr/words.ts';
import { fill } from './catalogue.ts';
import { cellsOf, clockText, expectedTexts, linesOf } from './expected-texts.ts';
import {
  eventually,
  inTurn,
  startBrowser,
  startVisit,
  type Visit,
  waitForCount,
  waitForFocus,
} from './fixtures.ts';
import { generateAnalysis, serveAnalysis } from './generated-analysis.ts';
import {
  generateMarket,
  HOUR_START,
  inDigits,
  MARKET_NOW,
  playStream,
  SEED,
  serveMarket,
} from './generated-market.ts';
import { shareSite } from './site.ts';

const ADDRESS = '/dashboard/chart?symbol=EURUSD';

const site = await shareSite();
const browser = await startBrowser();

const canvas = (page: Page): Locator => page.getByRole('application');
const toggle = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true });
const isOn = async (button: Locator): Promise<boolean> =>
  (await button.getAttribute('aria-pressed')) === 'true';

/** Returns the time of the server, UTC epoch milliseconds. */
async function serverNowMs(): Promise<number> {
  const health: unknown = await (await fetch(`${site.origin}/api/health`)).json();
  assert.ok(typeof health === 'object' && health !== null && 'serverTime' in health);
  return Number(health.serverTime);
}

/** Waits until a button is on or off. */
async function waitForToggle(button: Locator, on: boolean): Promise<void> {
  await button.and(button.page().locator(`[aria-pressed="${on}"]`)).waitFor();
}

async function visit(look = {}, address = ADDRESS): Promise<Visit> {
  const made = await startVisit(browser, site, look);
  await made.open(address);
  await canvas(made.page).locator('canvas').first().waitFor();
  return made;
}

/** Selects the next level by keyboard and waits for its announcement. */
async function chooseLevel(page: Page): Promise<void> {
  const said = page.getByRole('status').last();
  const before = await said.textContent();
  await canvas(page).focus();
  // The canvas shows a drawing a moment after its button is on.
  await eventually(async () => {
    await page.keyboard.press('ArrowUp');
    assert.notEqual(await said.textContent(), before, 'a level is chosen');
  });
}

/** Returns a list that collects the frames that the page sends on its live sockets. */
function listenToSockets(page: Page): string[] {
  const sent: string[] = [];
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => sent.push(String(payload)));
  });
  return sent;
}

/** Waits until the page has sent a frame with that text. */
async function waitForFrame(sent: readonly string[], text: string): Promise<void> {
  await eventually(async () =>
    assert.ok(
      sent.some((frame) => frame.includes(text)),
      `${text} in ${sent.join(' ')}`,
    ),
  );
}

/** Returns a promise and the function that resolves it. */
function hold(): { readonly held: Promise<void>; readonly release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { held: promise, release: resolve };
}

test('without a symbol the chart opens EURUSD by the day and keeps what was looked at for seven days', async () => {
  const { page, context } = await visit({}, '/dashboard/chart');
  await page.waitForURL(/symbol=EURUSD/);
  await page.getByRole('radio', { name: '1G', checked: true }).waitFor();
  await page.getByRole('radio', { name: '4s' }).click();
  await page.waitForFunction(() => document.cookie.includes('240'));
  const kept = (await context.cookies()).find((cookie) => cookie.name === 'chart');
  assert.deepEqual(JSON.parse(decodeURIComponent(kept?.value ?? '')), {
    symbol: 'EURUSD',
    resolution: '240',
  });
  const days = ((kept?.expires ?? 0) - Date.now() / 1000) / 86_400;
  assert.ok(days > 6.9 && days < 7.1, `${days} days`);
  await page.goto('/dashboard/chart');
  await page.getByRole('radio', { name: '4s', checked: true }).waitFor();
  await context.close();
});

test('an address in lower case leads to the same symbol in capitals', async () => {
  const { page, context } = await visit({}, '/dashboard/chart?symbol=btcusd');
  await page.waitForURL(/symbol=BTCUSD/);
  for (const href of ['/dashboard', '/dashboard/symbol/BTCUSD'])
    await waitForCount(
      page.locator(`header a[href="${href}"]`),
      1,
      'the header leads to the dashboard and to the page of its symbol',
    );
  await context.close();
});

test('every button draws and removes its drawing', async () => {
  const { page, context, problems } = await visit();
  const buttons = page.locator('header button[aria-pressed]');
  const count = await buttons.count();
  assert.equal(count, 13);
  for (let i = 0; i < count; i += 1) {
    const button = buttons.nth(i);
    await button.click();
    await waitForToggle(button, true);
  }
  await page.getByText(`${count} çizim açık`).waitFor();
  for (let i = 0; i < count; i += 1) {
    await buttons.nth(i).click();
    await waitForToggle(buttons.nth(i), false);
  }
  await page.getByText('0 çizim açık').waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

test('one drawing at a time: a press while another is drawn is ignored', async () => {
  const { page, context } = await visit();
  const { held, release } = hold();
  await page.route('**/api/box/EURUSD/chart/3', async (route) => {
    await held;
    await route.continue();
  });
  const box = toggle(page, '144 kutusu');
  const gann = toggle(page, 'Gann tayfı');
  await box.click();
  await page.locator('header button[aria-busy="true"]').waitFor();
  await gann.click();
  assert.equal(await isOn(gann), false);
  release();
  await waitForToggle(box, true);
  assert.equal(await isOn(gann), false, 'the ignored press is not made up for');
  await gann.click();
  await waitForToggle(gann, true);
  await context.close();
});

test('a drawing that fails switches its button off without a message', async () => {
  const { page, context } = await visit();
  const { held, release } = hold();
  await page.route('**/api/box/EURUSD/chart/1', async (route) => {
    await held;
    await route.fulfill({ status: 500, json: { code: '500', requestId: 'r' } });
  });
  const box = toggle(page, 'Hayyam kutusu');
  // The state of the stream changes once, when it is connected; its value depends on the day.
  await page
    .getByRole('status')
    .filter({ hasText: /^(Canlı|Piyasa kapalı)$/ })
    .waitFor();
  const before = await page.locator('body').innerText();
  await box.click();
  await page.locator('header button[aria-busy="true"]').waitFor();
  release();
  await page.waitForFunction(() => document.querySelector('header [aria-busy="true"]') === null);
  assert.equal(await isOn(box), false);
  assert.equal(await page.getByRole('alert').count(), 0);
  const words = (text: string): string => text.replace(/[\d.,:%+−-]+/g, '');
  assert.equal(words(await page.locator('body').innerText()), words(before));
  await context.close();
});

test('drawings hide with their symbol and come back with it', async () => {
  const { page, context } = await visit();
  await toggle(page, '144 kutusu').click();
  await waitForToggle(toggle(page, '144 kutusu'), true);
  const pick = async (symbol: string): Promise<void> => {
    await page.getByRole('button', { name: /^Sembol seç/ }).click();
    await page.getByRole('combobox', { name: 'Sembol ara' }).fill(symbol.toLowerCase());
    await eventually(async () =>
      assert.equal(
        await page.getByRole('combobox').inputValue(),
        symbol,
        'the search is in capitals',
      ),
    );
    await page.keyboard.press('Enter');
    await page.getByRole('application', { name: new RegExp(`^${symbol} `) }).waitFor();
  };
  await pick('GBPUSD');
  await waitForToggle(toggle(page, '144 kutusu'), false);
  await pick('EURUSD');
  await waitForToggle(toggle(page, '144 kutusu'), true);
  await context.close();
});

test('a level is chosen and explained by keyboard, down to its price, and Escape gives the focus back', async () => {
  const { page, context } = await visit();
  await page.keyboard.press('3');
  await waitForToggle(toggle(page, '144 kutusu'), true);
  await chooseLevel(page);
  assert.equal(await page.getByRole('complementary').count(), 0, 'choosing alone opens nothing');
  await page.keyboard.press('Enter');
  const pane = page.getByRole('complementary', { name: 'Neden bu seviye' });
  await pane.waitFor();
  const price = (await pane.locator('[translate="no"]').first().innerText()).trim();
  assert.match(price, /^\d+,\d{5}$/);
  const arithmetic = await pane.getByRole('region', { name: 'Hesap' }).innerText();
  assert.ok(arithmetic.trim().endsWith(price), `${arithmetic} ends with ${price}`);
  for (const heading of ['Girdiler', 'Bu seviyenin geçmişi, son 60 gün', 'Aynı tür sinyal']) {
    await pane.getByRole('heading', { name: heading }).waitFor();
  }
  const kin = pane.getByRole('region', { name: 'Aynı tür sinyal' });
  await kin.getByRole('link', { name: 'Yöntem' }).waitFor();
  assert.match(await kin.innerText(), /Geriye dönük test/);
  await page.keyboard.press('Escape');
  await pane.waitFor({ state: 'hidden' });
  await waitForFocus(canvas(page));
  await context.close();
});

test('keys draw, change the resolution, and are plain letters in a text field', async () => {
  const { page, context } = await visit();
  await page.keyboard.press('n');
  await waitForToggle(toggle(page, 'Gann tayfı'), true);
  await page.keyboard.press('Shift+Digit2');
  await waitForToggle(toggle(page, '52 seviyeleri'), true);
  await page.keyboard.press('.');
  await page.getByRole('radio', { name: '1H', checked: true }).waitFor();
  await page.keyboard.press(',');
  await page.getByRole('radio', { name: '1G', checked: true }).waitFor();
  await page.getByRole('button', { name: /^Sembol seç/ }).click();
  await page.getByRole('combobox', { name: 'Sembol ara' }).pressSequentially('n1');
  assert.equal(await isOn(toggle(page, 'Hayyam kutusu')), false);
  await context.close();
});

test('keys move the crosshair, and a screen reader hears its candle', async () => {
  const { page, context } = await visit();
  await canvas(page).focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByText(/Açılış \d,\d{5}, en yüksek \d,\d{5}, en düşük \d,\d{5}, kapanış/).waitFor({
    state: 'attached',
  });
  for (let i = 0; i < 4; i += 1) await page.keyboard.press('ArrowRight');
  await page.getByText(/Henüz oluşmamış mum/).waitFor({ state: 'attached' });
  await context.close();
});

test('the last bar follows the price, and opening another symbol leaves the stream of the first', async () => {
  const made = await startVisit(browser, site);
  const { page, context } = made;
  const sent = listenToSockets(page);
  await made.open('/dashboard/chart?symbol=BTCUSD');
  const close = page.getByTitle('Kapanış');
  const first = await close.innerText();
  await page.waitForFunction(
    (before) => (document.querySelector('[title="Kapanış"]') as HTMLElement).innerText !== before,
    first,
  );
  await waitForFrame(sent, '"join":"tick:BTCUSD"');
  await page.getByRole('button', { name: /^Sembol seç/ }).click();
  await page.getByRole('combobox').fill('ETHUSD');
  await page.keyboard.press('Enter');
  await page.waitForURL(/symbol=ETHUSD/);
  await waitForFrame(sent, '"leave":"tick:BTCUSD"');
  await waitForFrame(sent, '"join":"tick:ETHUSD"');
  await context.close();
});

test('a tick of a symbol that is not on the chart makes the page leave its stream, and changes nothing', async () => {
  const made = await startVisit(browser, site);
  const { page, context, problems } = made;
  const sent: string[] = [];
  const nowMs = await serverNowMs();
  await page.routeWebSocket(/\/api\/live$/, (socket) => {
    socket.onMessage((message) => {
      sent.push(String(message));
      if (String(message).includes('"join":"tick:')) {
        socket.send(JSON.stringify([{ s: 'GBPUSD', d: nowMs, p: 9.99999 }]));
      }
    });
  });
  await made.open(ADDRESS);
  await canvas(page).locator('canvas').first().waitFor();
  await waitForFrame(sent, '"leave":"tick:GBPUSD"');
  assert.ok(!(await page.getByTitle('Kapanış').innerText()).includes('9,99999'));
  assert.deepEqual(problems, []);
  await context.close();
});

test('the chart survives ten thousand shuffled, repeated, late and malformed ticks', async () => {
  const made = await startVisit(browser, site);
  const { page, context, problems } = made;
  const kept = encodeURIComponent('{"symbol":"EURUSD","resolution":"15"}');
  await context.addCookies([{ name: 'chart', value: kept, url: site.origin }]);
  const nowMs = await serverNowMs();
  const batches = Array.from({ length: 100 }, (_, batch) =>
    Array.from({ length: 100 }, (_, i) => {
      const seed = (batch * 7919 + i * 104_729) % 10_007;
      const price = seed % 40 === 0 ? [0, -1, null][seed % 3] : 1 + seed / 100_000;
      return { s: 'EURUSD', d: nowMs + ((seed * 31) % 900_000) - 300_000, p: price };
    }),
  );
  const sockets: { send(frame: string): void }[] = [];
  await page.routeWebSocket(/\/api\/live$/, (socket) => {
    socket.onMessage(() => undefined);
    sockets.push(socket);
  });
  await made.open('/dashboard/chart?symbol=EURUSD');
  await canvas(page).locator('canvas').first().waitFor();
  const close = page.getByTitle('Kapanış');
  await eventually(async () => assert.ok(sockets.length > 0, 'the page listens'));
  const tell = async (ticks: unknown): Promise<void> => {
    for (const socket of sockets) socket.send(JSON.stringify(ticks));
    await new Promise((resolve) => setTimeout(resolve, 50));
  };
  for (const batch of batches) await tell(batch);
  await eventually(async () => {
    await tell([{ s: 'EURUSD', d: nowMs + 1_000_000, p: 1.23456 }]);
    assert.match(await close.innerText(), /1,23456/);
  });
  assert.deepEqual(problems, []);
  await context.close();
});

test('scrolling back in time loads older candles', async () => {
  const { page, context } = await visit();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const hours = page.getByRole('application', { name: /^EURUSD saatlik/ });
  await page.getByRole('radio', { name: '1s' }).click();
  await hours.locator('canvas').first().waitFor();
  await page.mouse.move(400, 450);
  const latest = page.getByRole('button', { name: 'Son muma dön' });
  await eventually(async () => {
    for (let i = 0; i < 5; i += 1) await page.mouse.wheel(0, 600);
    for (let i = 0; i < 5; i += 1) await page.mouse.wheel(-2000, 0);
    assert.ok(
      asked.some((url) => /historical\/EURUSD-60\?.*to=\d+/.test(url)),
      asked.join(' '),
    );
    assert.ok(await latest.isVisible());
  });
  await latest.click();
  await latest.waitFor({ state: 'hidden' });
  await context.close();
});

test('the chart has a theme of its own, which is kept', async () => {
  const { page, context } = await visit();
  const background = (): Promise<string> =>
    canvas(page).evaluate((element) => getComputedStyle(element).backgroundColor);
  const dark = await background();
  await page.getByRole('button', { name: 'Grafik teması: uygulamayla aynı' }).click();
  await eventually(async () => assert.notEqual(await background(), dark));
  assert.equal(await page.evaluate(() => localStorage.getItem('rasat.chartTheme')), 'light');
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
  await page.reload();
  await canvas(page).waitFor();
  await eventually(async () => assert.notEqual(await background(), dark));
  await context.close();
});

test('full screen by its button and by its key, with the candles over all of it, and back again', async () => {
  const { page, context, problems } = await visit();
  const isFull = (full: boolean) =>
    page.waitForFunction((wanted) => (document.fullscreenElement !== null) === wanted, full);
  const plotWidth = async (): Promise<number> => (await canvas(page).boundingBox())?.width ?? 0;
  await page.getByRole('button', { name: 'Tam ekran', exact: true }).click();
  await isFull(true);
  const leave = page.getByRole('button', { name: 'Tam ekrandan çık' });
  await leave.waitFor();
  await eventually(async () => {
    assert.equal(await plotWidth(), await page.evaluate(() => innerWidth));
    const drawn = await canvas(page).locator('canvas').first().boundingBox();
    assert.ok((drawn?.width ?? 0) > (await plotWidth()) * 0.9, 'the candles fill the new width');
  });
  await leave.click();
  await isFull(false);
  await page.keyboard.press('Shift+KeyF');
  await isFull(true);
  await page.keyboard.press('Shift+KeyF');
  await isFull(false);
  await page.getByRole('button', { name: 'Tam ekran', exact: true }).waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

test('the next candle is counted down by the clock of the server, not of the visitor', async () => {
  const { page, context } = await startVisit(browser, site);
  await page.clock.install({ time: '2031-03-09T04:05:06Z' });
  await page.goto(ADDRESS);
  await canvas(page).locator('canvas').first().waitFor();
  await page.waitForFunction(() =>
    document.querySelector('footer time')?.getAttribute('datetime')?.startsWith('2024'),
  );
  const shown = await page.locator('footer time').getAttribute('datetime');
  const aheadMs = Date.parse(shown ?? '') - (await serverNowMs());
  assert.ok(Math.abs(aheadMs) < 60_000, `${aheadMs} ms`);
  await context.close();
});

test('stored settings of a charting library are removed from the browser', async () => {
  const made = await startVisit(browser, site);
  await made.context.addInitScript(() => {
    localStorage.setItem('tradingview.chartproperties', '{}');
    localStorage.setItem('rasat.chartTheme', 'dark');
  });
  await made.open(ADDRESS);
  await made.page.waitForFunction(
    () => localStorage.getItem('tradingview.chartproperties') === null,
  );
  assert.equal(await made.page.evaluate(() => localStorage.getItem('rasat.chartTheme')), 'dark');
  await made.context.close();
});

test('a table shows the drawn levels with their reasons and the last fifty candles', async () => {
  const { page, context } = await visit();
  await page.keyboard.press('h');
  await waitForToggle(toggle(page, 'TP seviyeleri'), true);
  await page.getByRole('button', { name: 'Tablo olarak göster' }).click();
  const levels = page.getByRole('table', { name: 'Çizilmiş seviyeler' });
  await levels.locator('tbody tr').nth(9).waitFor();
  await waitForCount(page.getByRole('table', { name: 'Son 50 mum' }).locator('tbody tr'), 50);
  await levels.getByRole('button', { name: 'Neden' }).first().click();
  await page.getByRole('complementary', { name: 'Neden bu seviye' }).waitFor();
  await context.close();
});

test('a phone shows the buttons in a strip and the reason in a sheet, and touch moves the candles', async () => {
  const { page, context, problems } = await visit({ width: 390, height: 844 });
  const box = toggle(page, '144 kutusu');
  assert.ok(((await box.boundingBox())?.height ?? 0) >= 44);
  await box.click();
  await waitForToggle(box, true);
  const plot = await canvas(page).boundingBox();
  assert.ok(plot);
  await chooseLevel(page);
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('region', { name: 'Neden bu seviye' });
  await sheet.waitFor();
  await sheet.getByRole('button', { name: 'Neden bu seviye' }).click();
  await sheet.getByRole('heading', { name: 'Girdiler' }).waitFor();
  await sheet.getByRole('button', { name: 'Paneli kapat' }).click();
  await sheet.waitFor({ state: 'hidden' });

  const hand = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...xs: readonly number[]) =>
    hand.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: xs.map((x, id) => ({ x, y: plot.y + 200, id })),
    });
  const latest = page.getByRole('button', { name: 'Son muma dön' });
  // A finger that rests for a quarter of a second reads candles instead of moving them. On a busy machine a moving
  // finger may seem to rest; a short tap ends that mode.
  await eventually(async () => {
    const down = touch('touchStart', 60);
    const moves = Array.from({ length: 21 }, (_, i) => touch('touchMove', 60 + 12 * i));
    await Promise.all([down, ...moves, touch('touchEnd')]);
    if (await latest.isVisible()) return;
    await Promise.all([touch('touchStart', 60), touch('touchEnd')]);
    assert.ok(await latest.isVisible());
  });
  await latest.click();
  await latest.waitFor({ state: 'hidden' });
  // A resting finger shows the candle under it instead of the last one.
  const legend = page.getByTitle('Açılış', { exact: true });
  const last = await legend.innerText();
  await touch('touchStart', 60);
  await eventually(async () => assert.notEqual(await legend.innerText(), last));
  await touch('touchEnd');
  assert.deepEqual(problems, []);
  await context.close();
});

test('the notice of the chart library leads to its maker in a new tab', async () => {
  const { page, context } = await visit();
  const notice = page.getByRole('link', { name: /TradingView Lightweight Charts/ });
  assert.equal(await notice.first().getAttribute('href'), 'https://www.tradingview.com/');
  assert.equal(await notice.first().getAttribute('rel'), 'noopener noreferrer');
  await context.close();
});

const CHART_TEXTS = { tr, az, en } as const;
const WORDS = { tr: trWords, az: azWords, en: enWords };
const WHY_TEXTS = { tr: trWhy, az: azWhy, en: enWhy } as const;
/** Each language tests its own resolution. */
const LOOKED_AT = { tr: '60', az: '1D', en: '1W' } as const satisfies Record<Language, string>;

/** Records the texts drawn on the canvases. The returned function lists those drawn since its last call. */
async function recordCanvas(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const write = Reflect.get(
      CanvasRenderingContext2D.prototype,
      'fillText',
    ) as CanvasRenderingContext2D['fillText'];
    Object.assign(window, { written: new Set<string>() });
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
      (Reflect.get(window, 'written') as Set<string>).add(text);
      return write.call(this, text, ...place);
    };
  });
  return () =>
    page.evaluate(() => {
      const written = Reflect.get(window, 'written') as Set<string>;
      const texts = [...written];
      written.clear();
      return texts;
    });
}

for (const language of inTurn(LANGUAGES)) {
  test(`the chart shows and reads out the prices, times and directions of the API, and follows the tick (${language})`, async (t) => {
    t.diagnostic(`SEED=${SEED}`);
    const analysis = generateAnalysis(language, SEED);
    const { entry, levels, seer } = analysis;
    const { symbol, digits } = entry;
    const resolution = LOOKED_AT[language];
    const bars = analysis.barsOf(resolution);
    const texts = CHART_TEXTS[language];
    const say = expectedTexts(language);
    const price = (value: number | undefined) => say.price(value ?? null, digits);
    const moment = (timeMs: number) => say.moment(timeMs, MARKET_NOW);
    const made = await startVisit(browser, site, { language });
    const { page, context } = made;
    const kept = encodeURIComponent(JSON.stringify({ symbol, resolution }));
    await context.addCookies([{ name: 'chart', value: kept, url: site.origin }]);
    const market = generateMarket(SEED);
    await serveMarket(page, { ...market, symbols: [...market.symbols, entry] });
    // The line of the chance at the crosshair has tests of its own.
    await serveAnalysis(page, { ...analysis, touch: null });
    const stream = await playStream(page);
    const written = await recordCanvas(page);
    await made.open(`/dashboard/chart?symbol=${symbol}`);
    await canvas(page).locator('canvas').first().waitFor();

    const legend = page.getByTitle(texts.openLong, { exact: true }).locator('xpath=..');
    const source =
      entry.source === 'simulated'
        ? texts.sources.simulated
        : `${entry.source} · ${WORDS[language].delay['real-time']}`;
    const expectLegend = (bar: Bar | undefined, before: Bar | undefined) => [
      symbol,
      `${texts.resolutions[resolution]} · ${source}`,
      `${texts.open} ${price(bar?.o)}`,
      `${texts.high} ${price(bar?.h)}`,
      `${texts.low} ${price(bar?.l)}`,
      `${texts.close} ${price(bar?.c)}`,
      say.change(((bar?.c ?? 0) / (before?.c ?? 1) - 1) * 100),
    ];
    const readLegend = async () => linesOf(await legend.innerText());
    await eventually(async () =>
      assert.deepEqual(await readLegend(), expectLegend(bars[59], bars[58])),
    );
    const summary = (close: number | undefined, drawings: string) =>
      fill(texts.summary, {
        symbol,
        resolution: texts.resolutionsLong[resolution],
        price: price(close),
        drawings,
      });
    const name = () => canvas(page).getAttribute('aria-label');
    assert.equal(await name(), summary(bars[59]?.c, texts.noDrawings));
    assert.ok((await written()).includes(price(bars[59]?.c)), 'the tag of the last price');
    const foot = page.getByRole('contentinfo');
    const live = foot.getByRole('status');
    // At 16:20 in Istanbul NASDAQ has not opened yet.
    const state = language === 'az' ? texts.status.closed : texts.status.live;
    await eventually(async () => assert.equal(await live.innerText(), state));

    const said = page.getByRole('status').last();
    await canvas(page).focus();
    await page.keyboard.press('ArrowLeft');
    const { d = 0, o, h, l, c } = bars[58] ?? {};
    const values = { open: price(o), high: price(h), low: price(l), close: price(c) };
    await eventually(async () =>
      assert.equal(await said.textContent(), fill(texts.bar, { time: moment(d), ...values })),
    );
    await eventually(async () =>
      assert.deepEqual(await readLegend(), expectLegend(bars[58], bars[57])),
    );
    await page.keyboard.press('Escape');
    await eventually(async () =>
      assert.deepEqual(await readLegend(), expectLegend(bars[59], bars[58])),
    );

    // The moving candle takes the tick at once, and the text about the chart within ten seconds.
    const forming = bars[59] ?? assert.fail('a moving candle');
    const p = inDigits(forming.h * 1.001 + 10 ** -digits, digits);
    const moved = { ...forming, h: p, c: p };
    await eventually(async () => {
      assert.ok(stream.send([{ s: symbol, d: MARKET_NOW + 5000, p }]));
      assert.deepEqual(await readLegend(), expectLegend(moved, bars[58]));
    });
    await page.clock.fastForward(10_000);
    await eventually(async () => assert.equal(await name(), summary(p, texts.noDrawings)));
    await eventually(async () => assert.ok((await written()).includes(price(p))));

    const press = async (drawing: string): Promise<void> => {
      await toggle(page, drawing).click();
      await waitForToggle(toggle(page, drawing), true);
      await eventually(async () =>
        assert.equal(await said.textContent(), fill(texts.drawn, { name: drawing })),
      );
    };
    const targets = texts.toggles.targetsLong;
    const box = fill(texts.toggles.box, { name: '52' });
    const trade = fill(texts.toggles.level, { name: '52' });
    for (const drawing of [targets, box, trade]) await press(drawing);
    await eventually(async () =>
      assert.equal(await name(), summary(p, [targets, box, trade].join(', '))),
    );
    await foot.getByText(fill(texts.status.drawings_other, { count: 3 })).waitFor();

    const { kind } = WHY_TEXTS[language];
    await page.getByRole('button', { name: texts.table }).click();
    const table = (caption: string) => page.getByRole('table', { name: caption });
    const condition = seer.tradeCondition?.active === true ? seer.tradeCondition : null;
    const line = (of: string, what: string, value: string) => [`${of}: ${what}`, value];
    const week = (prices: readonly number[]) =>
      prices.map((value, index) =>
        line(
          targets,
          index === 0 ? kind.levels.entry : fill(kind.levels.target, { index }),
          price(value),
        ),
      );
    const drawn = analysis.boxes[1] ?? assert.fail('a box');
    const ofTrade = analysis.trades[1] ?? assert.fail('its trade');
    const boxed = (what: string, value: string) => line(box, `52 ${what}`, value);
    const expectedLevels = [
      ...week(levels.buy),
      ...week(levels.sell),
      ...(condition
        ? [
            line(targets, kind.condition.sl, price(condition.sl)),
            line(targets, kind.condition.tp1, price(condition.tp1)),
            line(targets, kind.condition.tp2, price(condition.tp2)),
          ]
        : []),
      ...(
        ['upTrade', 'downTrade', 'top', 'bottom', 'middle', 'middleUp', 'middleDown'] as const
      ).map((part) => boxed(kind.box[part], price(drawn.p[part]))),
      ...(['start', 'fQuarter', 'fHalf', 'middle', 'lHalf', 'lQuarter', 'end'] as const).map(
        (part) => boxed(kind.time[part], moment(drawn.d[part])),
      ),
      ...(['p', 'sl', 'tp1', 'tp2'] as const).map((part) =>
        line(trade, `52 ${kind.trade[part]}`, price(ofTrade[part])),
      ),
    ];
    const rowsOf = (caption: string) => cellsOf(table(caption).locator('thead tr, tbody tr'));
    const { level, value, why } = texts.tableView;
    const [heads, ...shownLevels] = await rowsOf(texts.tableView.levels);
    assert.deepEqual(heads, [level, value, why]);
    assert.deepEqual(
      shownLevels.map((cells) => cells.slice(0, 2)),
      expectedLevels,
    );
    const time = (ms: number) => (resolution === '60' ? moment(ms) : say.day(ms, MARKET_NOW));
    assert.deepEqual(await rowsOf(texts.tableView.bars), [
      [texts.tableView.time, texts.openLong, texts.highLong, texts.lowLong, texts.closeLong],
      ...[...bars.slice(10, 59), moved]
        .toReversed()
        .map((bar) => [time(bar.d), price(bar.o), price(bar.h), price(bar.l), price(bar.c)]),
    ]);
    await page.getByRole('button', { name: texts.tableView.chart }).click();
    // The first level selected by keyboard is the one nearest to the price.
    const distance = (at: number) => Math.abs(at - p);
    const nearest = levels.buy
      .concat(
        levels.sell,
        condition?.sl ?? [],
        condition?.tp1 ?? [],
        condition?.tp2 ?? [],
        Object.values(drawn.p),
        ofTrade.p,
        ofTrade.sl,
        ofTrade.tp1,
        ofTrade.tp2,
      )
      .toSorted((a, b) => distance(a) - distance(b))[0];
    // Levels of several drawings may have the same price.
    const names = expectedLevels
      .filter(([, value]) => value === price(nearest))
      .map(([what = '']) => what.replace(/: (52 )?/, ', '));
    await chooseLevel(page);
    const spoken = (await said.textContent()) ?? '';
    assert.ok(
      names.some((name) => spoken === fill(texts.level, { name, value: price(nearest) })),
      `${spoken}, of ${names.join('; ')}`,
    );
    const labels = await written();
    for (const text of [
      // Labels and axis both show the price.
      ...[levels.buy, levels.sell].map(([at]) => price(at)),
      `${texts.labels.buy} ${price(levels.buy[0])}`,
      `${texts.labels.sell} ${price(levels.sell[0])}`,
    ])
      assert.ok(labels.includes(text), `${text} is written on the chart`);

    // Clock and countdown stand still while the test reads them.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
    const shownMs = Date.parse((await foot.locator('time').getAttribute('datetime')) ?? '');
    const footer = await foot.innerText();
    assert.ok(footer.includes(fill(texts.status.clock, { time: clockText(shownMs) })), footer);
    if (resolution === '60') {
      // `clockText` shows the remaining time as a time of 1 January 1970 in Istanbul, two hours ahead of UTC.
      const left = clockText(HOUR_START + 3_600_000 - shownMs - 2 * 3_600_000);
      assert.ok(footer.includes(fill(texts.status.nextBar, { time: left })), `${left}: ${footer}`);
    }
    await context.close();
  });
}

type Bar = ReturnType<ReturnType<typeof generateAnalysis>['barsOf']>[number];
