import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reply, ROUTES } from '@rasat/contract';
import type { Page } from 'playwright-core';
import {
  assertSound,
  eventually,
  inTurn,
  startBrowser,
  startVisit,
  waitForFocus,
} from './fixtures.ts';
import { assertLandingShown, assertSellerShown } from './landing-values.ts';
import { startDraw } from './random.ts';
import { callSite, readAs, signIn } from './sign-in.ts';
import { startSite } from './site.ts';

// The landing page, a separate document.

const site = await startSite();
const browser = await startBrowser();

const LOOKS = [
  { width: 1440, theme: 'dark', language: 'tr' },
  { width: 768, theme: 'light', language: 'az' },
  { width: 390, theme: 'dark', language: 'en' },
  { width: 390, theme: 'light', language: 'tr' },
] as const;

const SECTIONS = [
  'ne',
  'algoritma',
  'otomasyon',
  'sicil',
  'grafik',
  'kurs',
  'mobil',
  'ucretler',
  'videolar',
] as const;

/** The first heading and the word beside simulated prices. */
const WORDS = {
  tr: ['Piyasayı rasat edin.', 'Simülasyon'],
  az: ['Bazarı rəsəd edin.', 'Simulyasiya'],
  en: ['Observe the market.', 'Simulated'],
} as const;

for (const look of inTurn(LOOKS)) {
  test(`the landing page is sound and whole: ${look.width} ${look.theme} ${look.language}`, async () => {
    const visit = await startVisit(browser, site, { ...look, as: null });
    const { page } = visit;
    await visit.open('/');
    await page.locator('[data-chart="hero"] circle').waitFor();
    for (const id of SECTIONS)
      await page.locator(`#${id}`).getByRole('heading', { level: 2 }).waitFor();
    const [title, simulated] = WORDS[look.language];
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), look.language);
    const label = page.locator('[data-hero]').getByText(simulated, { exact: true });
    const place = await label.boundingBox();
    const height = page.viewportSize()?.height ?? 0;
    assert.ok(
      place && place.y + place.height < height,
      'the first view says that prices are simulated',
    );
    await page.locator('[data-hero]').locator('[data-fill="stop"]').waitFor();
    await assertSound(visit);
    await visit.context.close();
  });
}

test('the document itself holds the text of the page, and its script is small', async () => {
  const response = await fetch(`${site.origin}/`, { headers: { 'accept-language': 'tr' } });
  const html = await response.text();
  assert.match(html, /<h1[^>]*><span data-text="hero\.title">Piyasayı rasat edin\.<\/span><\/h1>/);
  for (const id of SECTIONS) assert.ok(html.includes(`id="${id}"`), id);
  assert.ok(!html.includes('modulepreload'), 'no framework');
  const { page, context } = await startVisit(browser, site, { as: null });
  await page.goto('/', { waitUntil: 'networkidle' });
  const bytes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  );
  assert.ok(bytes > 0 && bytes < 30 * 1024, `${bytes} bytes of script`);
  await context.close();
});

/** Returns the distance from the end of the sight line to the ring on the chart, in pixels. */
function missed(page: Page): Promise<number> {
  return page.evaluate(() => {
    const ring = document.querySelector('[data-chart="hero"] circle')?.getBoundingClientRect();
    const sight = document.querySelector('[data-sight]');
    const end = /L([\d.]+) ([\d.]+)$/.exec(sight?.children[1]?.getAttribute('d') ?? '');
    const hero = sight?.getBoundingClientRect();
    if (!ring || !hero || !end) return Number.POSITIVE_INFINITY;
    return Math.hypot(
      ring.x + ring.width / 2 - hero.x - Number(end[1]),
      ring.y + ring.height / 2 - hero.y - Number(end[2]),
    );
  });
}

test('the sight line ends at the level, at every width that shows it', async () => {
  const visit = await startVisit(browser, site, { as: null });
  const { page, context } = visit;
  await visit.open('/');
  for (const width of [1440, 1024, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await eventually(async () => assert.ok((await missed(page)) < 1.5, `${width}`));
  }
  await page.setViewportSize({ width: 800, height: 900 });
  assert.equal(await page.locator('[data-sight]').isVisible(), false);
  await context.close();
});

test('another language is chosen in the header, and kept', async () => {
  const visit = await startVisit(browser, site, { as: null });
  const { page, context } = visit;
  await visit.open('/');
  const header = page.getByRole('banner');
  await header.getByRole('link', { name: 'Giriş' }).waitFor();
  await header.getByRole('button', { name: 'EN' }).click();
  await header.getByRole('link', { name: 'Sign in' }).waitFor();
  await page.getByRole('heading', { level: 1, name: 'Observe the market.' }).waitFor();
  await page.getByRole('link', { name: /^Message us/ }).waitFor();
  await page.reload();
  await header.getByRole('button', { name: 'EN', pressed: true }).waitFor();
  await page.getByRole('heading', { level: 2, name: 'What you pay for' }).waitFor();
  await context.close();
});

test('a text that the owner wrote in Turkish only is shown in every language, marked as Turkish', async () => {
  const cookie = await signIn(site, 'admin');
  const write = (tr: string, en: string) =>
    callSite(
      site,
      'PUT',
      '/admin/site/texts',
      { name: 'hero.title', own: { tr, az: '', en } },
      cookie,
    );
  const titleIn = async (language: string) => {
    const html = await (
      await fetch(`${site.origin}/`, { headers: { cookie: `lang=${language}` } })
    ).text();
    return /<h1[^>]*><span data-text="hero\.title"([^>]*)>([^<]*)</.exec(html)?.slice(1);
  };
  try {
    assert.equal((await write('Gözünüz <b>piyasada</b>.', 'Eyes on it.')).status, 200);
    await eventually(async () =>
      assert.deepEqual(await titleIn('az'), [
        ' lang="tr" data-fallback',
        'Gözünüz &lt;b&gt;piyasada&lt;/b&gt;.',
      ]),
    );
    assert.deepEqual(await titleIn('en'), ['', 'Eyes on it.']);
    assert.deepEqual(await titleIn('tr'), ['', 'Gözünüz &lt;b&gt;piyasada&lt;/b&gt;.']);
  } finally {
    await write('', '');
  }
  await eventually(async () => assert.deepEqual(await titleIn('az'), ['', 'Bazarı rəsəd edin.']));
});

test('prices, figures, levels and the seller are those of the API, seen and heard', async (t) => {
  const draw = startDraw();
  t.diagnostic(draw.seed);
  const { page, context, problems } = await startVisit(browser, site, { as: null });
  const snapshot = await readAs<NonNullable<Reply<typeof ROUTES.snapshot>>>(site, '/snapshot');
  await assertLandingShown(page, snapshot, draw);
  await assertSellerShown(page, draw);
  assert.deepEqual(problems, []);
  await context.close();
});

test('prices are those of the offers, and each button opens the purchase of its product', async () => {
  const visit = await startVisit(browser, site, { as: null });
  const { page, context } = visit;
  await visit.open('/');
  const premium = page.locator('#ucretler');
  await page.locator('[data-hero]').getByText('20.300\u00a0TL').waitFor();
  for (const amount of ['12.500 TL', '3.900 TL', '16.400 TL', '20.300 TL']) {
    await premium.getByText(amount.replace(' ', '\u00a0'), { exact: true }).first().waitFor();
  }
  for (const type of ['3', '6']) {
    const link = premium.getByRole('link', { name: `${type} aylık satın al` });
    assert.equal(await link.getAttribute('href'), `/account?selected=subscription&type=${type}`);
  }
  await premium.getByRole('link', { name: '6 aylık satın al' }).click();
  await page.waitForURL((url) => url.pathname === '/auth/login');
  assert.equal(
    new URL(page.url()).searchParams.get('redirect'),
    '/account?selected=subscription&type=6',
  );
  await context.close();
});

test('a fresh machine shows every section: stores, contact, and three films that are small', async () => {
  const shown: unknown = await (await callSite(site, 'GET', '/site')).json();
  const { contact, stores, videos } = shown as {
    contact: string;
    stores: { ios: string; android: string };
    videos: readonly { url: string }[];
  };
  for (const address of [contact, stores.ios, stores.android]) assert.match(address, /^https:/);
  assert.equal(videos.length, 3);
  for (const { url } of videos) {
    const film = await fetch(`${site.origin}${url}`);
    const bytes = (await film.arrayBuffer()).byteLength;
    assert.ok(bytes > 50_000 && bytes <= 400_000, `${url}: ${bytes} bytes`);
  }
});

test('a signed-in person sees the page too, with a link to the dashboard', async () => {
  const visit = await startVisit(browser, site, { as: 'person' });
  const { page, context } = visit;
  await visit.open('/dashboard');
  await visit.open('/');
  await page.getByRole('banner').getByRole('link', { name: 'Panele git' }).click();
  await page.waitForURL('**/dashboard');
  await context.close();
});

test('a section that the operator leaves empty is absent; a video loads only on request', async () => {
  const cookie = await signIn(site, 'admin');
  const title = { tr: 'Kutular', az: 'Qutular', en: 'Boxes' };
  const kept: unknown = await (await callSite(site, 'GET', '/site')).json();
  const visit = await startVisit(browser, site, { as: null });
  const { page, context, problems } = visit;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  try {
    await callSite(
      site,
      'PUT',
      '/admin/site',
      {
        contact: '',
        stores: { ios: '', android: '' },
        videos: [{ title, url: '/tour/boxes.webm' }],
      },
      cookie,
    );
    await visit.open('/');
    const videos = page.locator('#videolar');
    await videos.getByRole('heading', { level: 3, name: 'Kutular' }).waitFor();
    assert.equal(await page.locator('#mobil').isVisible(), false);
    assert.equal(await page.locator('[data-contact]').isVisible(), false);
    assert.equal(await videos.getByRole('listitem').count(), 1);
    await videos.locator('img').waitFor();
    assert.ok(!asked.some((url) => url.includes('/tour/')), 'nothing of it was loaded');
    assert.deepEqual(problems, []);
    await videos.getByRole('link', { name: 'Kutular, oynat' }).press('Enter');
    const film = videos.locator('video[src="/tour/boxes.webm"]');
    await waitForFocus(film);
    // A browser without the codec says so instead of playing.
    await eventually(async () =>
      assert.ok(await film.evaluate((own: HTMLVideoElement) => own.duration > 5), 'it plays'),
    );
  } finally {
    await callSite(site, 'PUT', '/admin/site', kept, cookie);
  }
  await context.close();
});
