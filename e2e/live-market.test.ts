import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { LEGAL_TEXTS } from '@rasat/contract';
import type { Page } from 'playwright-core';
import { createBinanceStandIn } from '../server/src/connectors/binance/testing/stand-in.ts';
import { TAPE_MARKETS } from '../server/src/connectors/binance/testing/trade-tape.ts';
import { acceptTexts } from '../server/src/modules/accounts/index.ts';
import { createClock } from '../server/src/platform/clock.ts';
import { testConfig, testDatabase } from '../server/src/platform/testing.ts';
import { until } from '../server/src/testing/eventually.ts';
import { plantPerson } from '../server/src/testing/people.ts';
import { spawnServer } from '../server/src/testing/spawn-server.ts';
import { eventually, startBrowser, startVisit } from './fixtures.ts';
import type { Site } from './site.ts';

// A whole server with live prices of Binance, spoken by a stand-in on real sockets and the real clock: what a reader
// sees while prices flow, when they stop, when they flow again, and where the venue was down.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Trades of each pair in an hour: two a second, so that no price is ever stale by chance. */
const PER_HOUR = 7200;

const clock = createClock();
const nowHour = Math.floor(clock.now() / HOUR) * HOUR;
const standIn = await createBinanceStandIn({
  clock,
  seed: 3,
  markets: TAPE_MARKETS.slice(0, 2).map((market) => ({ ...market, perHour: PER_HOUR })),
  fromMs: nowHour - 40 * DAY,
  denseFromMs: nowHour,
  closures: [{ fromMs: nowHour - 8 * HOUR, toMs: nowHour - 5 * HOUR, jump: 1.02 }],
});
afterEach(() => standIn.faults.end());
// The server ends before its database and the venue.
const ends: (() => Promise<void> | void)[] = [() => standIn.stop()];
after(async () => {
  for (const end of ends.toReversed()) await end();
});
const { address, db } = await testDatabase({ after: (end) => void ends.push(end) });
const server = spawnServer(
  address,
  { kind: 'real' },
  {
    SOURCES: 'binance',
    BINANCE_SYMBOLS: 'BTCUSDT,ETHUSDT',
    BINANCE_URL: standIn.url,
    BINANCE_STREAM_URL: standIn.streamUrl,
  },
  true,
);
ends.push(() => server.stop());
const site: Site = {
  origin: await server.address,
  accounts: [],
  proxied: {},
  now: () => Date.now(),
  deliverAgain: () => Promise.reject(new Error('the stand-in does not deliver bars')),
};
const { id, cookie } = await plantPerson(
  { db, clock, config: testConfig() },
  { rights: ['subscription'] },
);
const { privacy, kvkk } = LEGAL_TEXTS;
const accepted = { privacy: privacy.version, kvkk: kvkk.version };
await acceptTexts(db, id, accepted, { ip: null, atMs: clock.now() });
await until('the server is ready', async () => {
  const health = await fetch(`${site.origin}/api/health`);
  return health.status === 200;
});
const browser = await startBrowser();

/** Opens a tab of the subscriber. */
async function visit(look: { readonly width?: number; readonly height?: number } = {}) {
  const one = await startVisit(browser, site, { ...look, as: null });
  const [name = '', value = ''] = cookie.split('=');
  await one.context.addCookies([{ name, value, url: site.origin, httpOnly: true }]);
  return one;
}

const main = (page: Page): Promise<string> => page.locator('#main, main').first().innerText();
const says = (page: Page, words: RegExp): Promise<void> =>
  eventually(async () => assert.match(await page.locator('body').innerText(), words));
const saysNot = (page: Page, words: RegExp): Promise<void> =>
  eventually(async () => assert.doesNotMatch(await page.locator('body').innerText(), words));

test('prices flow, stop and flow again, and every page says so', async () => {
  const { page, open, problems } = await visit();
  await open('/dashboard');
  await says(page, /Binance · gerçek zamanlı/);
  await eventually(async () => assert.match(await main(page), /BTCUSDT/));
  await open('/dashboard/symbol/BTCUSDT');
  await says(page, /Binance · gerçek zamanlı/);
  await says(page, /\d saniye önce/);
  await saysNot(page, /akmıyor|fiyat göndermiyor/);

  // The venue pings and sends no prices, and its calls fail: otherwise the missing trades would be fetched.
  standIn.faults.begin('heartbeat-only');
  standIn.faults.begin('http-503');
  await says(page, /akmıyor/);
  await says(page, /Binance fiyat göndermiyor, son fiyat \d\d:\d\d/);
  await open('/dashboard/predictor/crypto');
  await says(page, /Binance fiyat göndermiyor/);
  await open('/dashboard/portfolio/crypto');
  await says(page, /Binance fiyat göndermiyor/);

  standIn.faults.end();
  await saysNot(page, /fiyat göndermiyor/);
  await open('/dashboard/symbol/BTCUSDT');
  await says(page, /\d saniye önce/);
  await saysNot(page, /akmıyor/);
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('a connection that is lost comes back, and no price is missing afterwards', async () => {
  const { page, open } = await visit({ width: 390, height: 844 });
  await open('/dashboard/symbol/BTCUSDT');
  await says(page, /\d saniye önce/);
  const { opened } = standIn;
  standIn.faults.begin('close');
  await eventually(() => assert.ok(standIn.opened > opened, 'the source connects again'));
  await saysNot(page, /akmıyor|fiyat göndermiyor/);
  assert.deepEqual(standIn.breaches, []);
  await page.context().close();
});

test('hours in which the venue was down are a gap of the chart', async () => {
  const { page, open, problems } = await visit();
  await open('/dashboard/chart?symbol=BTCUSDT');
  const chart = page.getByRole('application');
  await chart.waitFor();
  await page.getByRole('radio', { name: '1s' }).click();
  await page.getByRole('radio', { name: '1s', checked: true }).waitFor();
  await says(page, /Binance · gerçek zamanlı/);
  await chart.focus();
  const said: string[] = [];
  const hoursBack = Math.floor(clock.now() / HOUR) - nowHour / HOUR + 9;
  for (let step = 0; step < hoursBack; step += 1) {
    await page.keyboard.press('ArrowLeft');
    const words = await page.locator('[aria-live="polite"], [role="status"]').allInnerTexts();
    said.push(words.join(' '));
  }
  assert.equal(said.filter((words) => /Mum yok/.test(words)).length, 3, said.join('\n'));
  assert.deepEqual(problems, []);
  await page.context().close();
});
