import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually, startBrowser, startVisit } from './fixtures.ts';
import { startVenueSite } from './venue-site.ts';

// Live prices of a venue: what a reader sees while they flow, when they stop, when they flow again, and where the venue
// was down.

const HOUR = 3_600_000;
/** Hours before the start between which the venue was down. */
const DOWN = [8, 5] as const;

const startHour = Math.floor(Date.now() / HOUR);
// Two trades of ETHUSDT a second, so that no price is stale by chance.
const site = await startVenueSite({ days: 40, denseDays: 0, perHour: 14_400, down: DOWN });
const browser = await startBrowser();
afterEach(() => site.tell('end'));

const says = (page: Page, words: RegExp): Promise<void> =>
  eventually(async () => assert.match(await page.locator('body').innerText(), words));
const saysNot = (page: Page, words: RegExp): Promise<void> =>
  eventually(async () => assert.doesNotMatch(await page.locator('body').innerText(), words));

/** Asserts that the texts which are cut in the dashboard's rows of a stale price are among these. */
const cutsAtMost = (page: Page, texts: readonly string[]): Promise<void> =>
  eventually(async () => {
    const cut = await page.locator('li a', { hasText: 'akmıyor' }).evaluateAll((rows) =>
      rows
        .filter((row) => row.checkVisibility())
        .map((row) =>
          [...row.querySelectorAll('span')]
            .filter((part) => getComputedStyle(part).overflowX === 'hidden')
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .map((part) => part.textContent),
        ),
    );
    assert.ok(cut.length > 0, 'a row has a stale price');
    assert.deepEqual(
      cut.flat().filter((text) => !texts.includes(text)),
      [],
    );
  });

test('prices flow, stop and flow again, and every page with prices says so', async () => {
  const visit = await startVisit(browser, site);
  const { page } = visit;
  await visit.open('/dashboard');
  await says(page, /Binance · gerçek zamanlı/);
  await says(page, /ETHUSDT/);
  await visit.open('/dashboard/symbol/ETHUSDT');
  await says(page, /Binance · gerçek zamanlı/);
  await says(page, /\d saniye önce/);
  await saysNot(page, /akmıyor|fiyat göndermiyor/);

  // The venue pings and sends no prices, and its calls fail: otherwise the missing trades would be fetched.
  site.tell('begin heartbeat-only');
  site.tell('begin http-503');
  await says(page, /akmıyor/);
  await says(page, /Binance fiyat göndermiyor, son fiyat \d\d:\d\d/);
  for (const address of [
    '/dashboard',
    '/dashboard/predictor/crypto',
    '/dashboard/portfolio/crypto',
  ]) {
    await visit.open(address);
    await says(page, /Binance fiyat göndermiyor/);
  }
  await visit.open('/dashboard');
  for (const [width, texts] of [
    [1440, []],
    // The rows are narrowest here: the word may be cut, since its title has it, and the name may not.
    [1280, ['akmıyor']],
    [390, []],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await cutsAtMost(page, texts);
  }

  site.tell('end');
  await saysNot(page, /fiyat göndermiyor/);
  await visit.open('/dashboard/symbol/ETHUSDT');
  await says(page, /\d saniye önce/);
  await saysNot(page, /akmıyor/);
  assert.deepEqual(visit.problems, []);
  await visit.context.close();
});

test('a connection that is lost comes back before a price is stale', async () => {
  const visit = await startVisit(browser, site, { width: 390, height: 844 });
  const { page } = visit;
  await visit.open('/dashboard/symbol/ETHUSDT');
  const secondsOf = async (): Promise<number> => {
    const text = await page.locator('body').innerText();
    return Number(/(\d+) saniye önce/.exec(text)?.[1] ?? Number.NaN);
  };
  await eventually(async () => assert.ok((await secondsOf()) < 5));
  site.tell('begin close');
  for (let look = 0; look < 20; look += 1) {
    await saysNot(page, /akmıyor|fiyat göndermiyor/);
    await page.waitForTimeout(250);
  }
  await eventually(async () => assert.ok((await secondsOf()) < 5));
  await visit.context.close();
});

test('hours in which the venue was down are a gap of the chart', async () => {
  const visit = await startVisit(browser, site);
  const { page } = visit;
  await visit.open('/dashboard/chart?symbol=ETHUSDT');
  const chart = page.getByRole('application');
  await chart.waitFor();
  await says(page, /Binance · gerçek zamanlı/);
  await page.getByRole('radio', { name: '1s' }).click();
  await page.getByRole('radio', { name: '1s', checked: true }).waitFor();
  await chart.focus();
  const said: string[] = [];
  const steps = Math.floor(Date.now() / HOUR) - startHour + DOWN[0] + 1;
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press('ArrowLeft');
    said.push((await page.getByRole('status').allInnerTexts()).join(' '));
  }
  const missing = said.filter((words) => words.includes('Mum yok')).length;
  assert.equal(missing, DOWN[0] - DOWN[1], said.join('\n'));
  assert.deepEqual(visit.problems, []);
  await visit.context.close();
});
