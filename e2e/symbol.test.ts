import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reply, ROUTES } from '@rasat/contract';
import {
  assertSound,
  counted,
  eventually,
  focused,
  settle,
  startBrowser,
  startVisit,
  type Visit,
} from './fixtures.ts';
import { readAs } from './sign-in.ts';
import { shareSite } from './site.ts';

type Seer = Reply<typeof ROUTES.seer>;
type Row = Reply<typeof ROUTES.recordRow>;

const SYMBOL = 'EURUSD';
const ADDRESS = `/dashboard/symbol/${SYMBOL}`;

const leg = { mean: 0.02, net: null, baseline: 0.01, difference: null };
const figures = {
  n: 200,
  tp1: 102,
  sl: 90,
  expired: 8,
  tp2: 60,
  matched: 200,
  quarters: 8,
  baseline: { tp1: 0.5, sl: 0.46, tp2: 0.3 },
  cost: 0.02,
  hits: { n: 200, share: 0.51, baseline: 0.5, difference: { value: 0.01, low: -0.04, high: 0.06 } },
  first: leg,
  second: leg,
  verdict: 'not-proven',
} as const;
/** Figures of both setups, as the record answers them. */
const RATES: Reply<typeof ROUTES.recordRates> = ['pivot', 'break'].map((setup) => ({
  kind: 'condition',
  setup,
  category: 'forex',
  world: 'simulated',
  origin: 'backfill',
  figures,
}));

const site = await shareSite();
const browser = await startBrowser();

async function visit(look = {}): Promise<Visit> {
  const made = await startVisit(browser, site, look);
  await made.open(ADDRESS);
  await settle(made.page);
  return made;
}

test('the symbol page has all its parts with what the engine says', async () => {
  const { page, context } = await visit();
  assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), SYMBOL);
  const headings = [
    'Tahminci analizi',
    'Haftalık seviyeler',
    'İşlem koşulu',
    'Döngü',
    'Seer',
    'Beş kutu',
    'Hayyam',
    '52',
    '144',
    '36',
    'Crystal',
  ];
  for (const name of headings) {
    await page.getByRole('heading', { name, exact: true }).waitFor();
  }
  const analysis = page.getByRole('region', { name: 'Tahminci analizi' });
  await analysis.getByText(/taban/i).first().waitFor();
  const sentences = (await analysis.locator('p').allInnerTexts()).join(' ').split('. ');
  assert.ok(sentences.length >= 4 && sentences.length <= 7, sentences.join(' / '));
  await analysis.getByRole('link', { name: 'Yöntem' }).waitFor();
  assert.match(await page.getByText('Simülasyon', { exact: true }).first().innerText(), /./);
  await page.getByRole('img', { name: /^Döngü [+−]?\d,\d\d/ }).waitFor();
  await page.getByRole('img', { name: /haftalık mumları/ }).waitFor();
  await context.close();
});

test('the symbol page shows a price that lives', async () => {
  const { page, context } = await visit();
  const price = page.locator('h1').locator('xpath=../following-sibling::div[1]//span[1]').first();
  const first = await price.innerText();
  await page.waitForFunction((before) => {
    const head = document.querySelector('h1')?.parentElement?.nextElementSibling;
    const now = head?.querySelector('span')?.textContent;
    return now !== undefined && now !== null && now !== before;
  }, first);
  await context.close();
});

test('the symbol page explains a weekly level down to its price, by keyboard, and gives the focus back', async () => {
  const { page, context, problems } = await visit();
  const cell = page.getByRole('region', { name: 'Alış seviyeleri' }).getByRole('button').nth(1);
  const price = (await cell.innerText()).match(/\d+,\d+/)?.[0];
  assert.ok(price);
  await cell.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Neden bu seviye' });
  await dialog.waitFor();
  const kin = dialog.getByRole('region', { name: 'Aynı tür sinyal' });
  await kin.getByText(/Taban/).first().waitFor();
  await kin.getByRole('link', { name: /^Yeniden hesapla: EURUSD haftalık seviyeleri/ }).waitFor();
  const arithmetic = await dialog.getByRole('region', { name: 'Hesap' }).innerText();
  assert.ok(arithmetic.trim().endsWith(price), `${arithmetic} ends with ${price}`);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await focused(cell);
  assert.deepEqual(problems, []);
  await context.close();
});

test('the symbol page shows one list or both, and everything as a table', async () => {
  const { page, context } = await visit();
  const buy = page.getByRole('region', { name: 'Alış seviyeleri' });
  const sell = page.getByRole('region', { name: 'Satış seviyeleri' });
  await page.getByRole('radio', { name: 'Alış', exact: true }).click();
  await sell.waitFor({ state: 'hidden' });
  await counted(buy.getByRole('button'), 6);
  await page.getByRole('radio', { name: 'Her ikisi' }).click();
  await sell.waitFor();
  await page.getByRole('button', { name: 'Tablo olarak göster' }).click();
  const bars = page.getByRole('table', { name: `${SYMBOL} son 50 haftalık mum` });
  await counted(bars.locator('tbody tr'), 50);
  const levels = page.getByRole('table', { name: `${SYMBOL} haftalık seviyeleri` });
  await counted(levels.locator('tbody tr'), 12);
  await context.close();
});

test('the symbol page reaches past weeks and past boxes with what came of them', async () => {
  const made = await visit();
  const { page } = made;
  await page.getByRole('button', { name: 'Geçmiş haftalar' }).click();
  const weeks = page.getByRole('dialog', { name: `${SYMBOL} geçmiş haftaları` });
  await weeks.getByRole('row').nth(10).waitFor();
  await assertSound(made);
  await page.keyboard.press('Escape');
  await weeks.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Hayyam kutusunun geçmişi' }).click();
  const boxes = page.getByRole('dialog', { name: `${SYMBOL} · Hayyam kutuları` });
  await boxes
    .getByText(/Zarar durdur|TP1 görüldü|TP2 görüldü|Süresi doldu/)
    .first()
    .waitFor();
  await boxes.getByRole('radio', { name: 'Uzun vade' }).click();
  await boxes.getByRole('row').nth(1).waitFor();
  await assertSound(made);
  await made.context.close();
});

test('the base rate stands with its interval, its baseline and its verdict, and says where it comes from', async () => {
  const made = await startVisit(browser, site);
  const { page, context } = made;
  await page.route(`**/api/record/rates/${SYMBOL}`, (route) => route.fulfill({ json: RATES }));
  await made.open(ADDRESS);
  await settle(page);
  const analysis = page.getByRole('region', { name: 'Tahminci analizi' });
  const rate = '%51,0';
  await analysis
    .getByText(`Benzer koşul: 200 örnek, TP1 ${rate} (%95 aralık %46,0–\u2060%56,0, taban %50,0)`)
    .waitFor();
  await analysis.getByText('Fark kanıtlanmamış', { exact: true }).waitFor();
  await analysis.getByText('Forex · Simülasyon · Geriye dönük').waitFor();
  assert.match(
    await analysis.innerText(),
    /TP1 isabet oranı %51,0 .*, rastgele girişte %50,0: fark kanıtlanmamış; bu koşulların fiyatları simülasyondur/,
  );
  await context.close();
});

test('without an answer of the record the symbol page is whole and says no rate', async () => {
  const made = await startVisit(browser, site);
  const { page, context } = made;
  await page.route(`**/api/record/rates/${SYMBOL}`, () => undefined);
  await made.open(ADDRESS);
  await settle(page);
  const analysis = page.getByRole('region', { name: 'Tahminci analizi' });
  await analysis.getByRole('link', { name: 'Yöntem' }).waitFor();
  assert.doesNotMatch(
    await analysis.innerText(),
    /Benzer koşul|TP1 isabet oranı|yeterli sonuçlanmış/,
  );
  await context.close();
});

test('the trade condition leads to its row of the record, and back', async () => {
  const { page, context } = await visit();
  const { tradeCondition: condition } = await readAs<Seer>(site, `/seer/${SYMBOL}`);
  assert.ok(condition, 'the symbol has a condition');
  await page
    .getByRole('region', { name: 'İşlem koşulu' })
    .getByRole('link', { name: /^Yeniden hesapla: EURUSD işlem koşulu/ })
    .click();
  await page.waitForURL(/\/record\/\d+$/);
  const seq = new URL(page.url()).pathname.split('/').at(-1);
  const { row } = await readAs<Row>(site, `/record/rows/${seq}`);
  assert.deepEqual(
    [row.symbol, row.kind, row.setup, row.barTime, row.price],
    [SYMBOL, 'condition', condition.setup, condition.datetime, condition.price],
  );
  await page.goBack();
  await page.waitForURL(`**${ADDRESS}`);
  await context.close();
});

test('the symbol page leads to its chart and to its row of the portfolio', async () => {
  const { page, context } = await visit();
  assert.equal(
    await page.getByRole('link', { name: 'Grafikte aç' }).getAttribute('href'),
    `/dashboard/chart?symbol=${SYMBOL}`,
  );
  assert.equal(
    await page.getByRole('link', { name: 'Portföyde gör' }).getAttribute('href'),
    `/dashboard/portfolio/forex?q=${SYMBOL}`,
  );
  await context.close();
});

test('the symbol page has one address, in capitals', async () => {
  const made = await startVisit(browser, site);
  await made.open('/dashboard/symbol/eurusd');
  await made.page.waitForURL(`**${ADDRESS}`);
  await made.context.close();
});

test('the symbol page keeps the rest of the page when one call fails, and asks again on a press', async () => {
  const made = await startVisit(browser, site);
  const { page, context } = made;
  let broken = true;
  await page.route(`**/api/cycle/${SYMBOL}`, (route) =>
    broken
      ? route.fulfill({ status: 500, json: { code: '500', requestId: 'req-1' } })
      : route.continue(),
  );
  await made.open(ADDRESS);
  const cycle = page.getByRole('region', { name: 'Döngü' });
  await cycle.getByText('Bir hata oluştu').first().waitFor();
  await cycle.getByText('req-1').waitFor();
  await page
    .getByRole('region', { name: 'Seer' })
    .getByText(/Destek|Direnç/)
    .first()
    .waitFor();
  broken = false;
  await cycle.getByRole('button', { name: 'Yeniden dene' }).click();
  await cycle.getByRole('img').waitFor();
  await context.close();
});

test('the symbol page reads again when the server says that the analysis changed', async () => {
  const made = await startVisit(browser, site);
  const { page, context } = made;
  const sockets: { send(frame: string): void }[] = [];
  const joined: string[] = [];
  await page.routeWebSocket('**/api/live', (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      joined.push(String(message));
      server.send(message);
    });
    server.onMessage((message) => socket.send(message));
    sockets.push(socket);
  });
  await made.open(ADDRESS);
  await settle(page);
  const again = ['/api/seer/', '/api/levels/', '/api/cycle/', '/api/historical/'].map((call) =>
    page.waitForResponse((response) => response.url().includes(`${call}${SYMBOL}`)),
  );
  await eventually(async () =>
    assert.ok(
      joined.some((frame) => frame.includes(`"join":"analysis:${SYMBOL}"`)),
      joined.join(' '),
    ),
  );
  for (const socket of sockets) socket.send(JSON.stringify({ analysis: SYMBOL }));
  await Promise.all(again);
  assert.equal(await page.getByRole('alert').count(), 0);
  await context.close();
});

test('the symbol page of a symbol with daily bars alone shows long boxes and says what needs hourly data', async () => {
  const made = await startVisit(browser, site, { language: 'en' });
  const { page, context } = made;
  await page.route('**/api/symbols', async (route) => {
    const reply = await route.fetch();
    const list = (await reply.json()) as { symbol: string; base: string }[];
    await route.fulfill({
      json: list.map((entry) => (entry.symbol === SYMBOL ? { ...entry, base: '1D' } : entry)),
    });
  });
  await page.route(`**/api/box/${SYMBOL}/chart/*`, (route) =>
    route.request().url().endsWith('/2') ? route.continue() : route.fulfill({ json: null }),
  );
  await page.route(`**/api/box/${SYMBOL}/trade`, (route) => route.fulfill({ json: [] }));
  await made.open(ADDRESS);
  await settle(page);
  const card = (name: string) => page.getByRole('region', { name, exact: true });
  await card('36').getByText('Needs hourly data').waitFor();
  await card('Hayyam')
    .getByRole('img', { name: /^Hayyam box, Long term/ })
    .waitFor();
  await card('52')
    .getByRole('img', { name: /^52 box, Short term/ })
    .waitFor();
  await page
    .getByText(/box(es)? needs? hourly data/)
    .first()
    .waitFor();
  await assertSound(made);
  await context.close();
});

test('the symbol page of a young symbol is whole without any value', async () => {
  const made = await startVisit(browser, site, { width: 390, height: 844, language: 'en' });
  const { page, context } = made;
  const none = { computedAt: null, engineVersion: null, inputHash: null, serverTime: site.now() };
  const empty: readonly (readonly [string, unknown])[] = [
    [
      `seer/${SYMBOL}`,
      {
        seer: null,
        closeSeer: null,
        reverseSeer: null,
        tradeCondition: null,
        crystalSeer: null,
        atr: null,
        ...none,
      },
    ],
    [`levels/${SYMBOL}`, { buy: [], sell: [], d: null, anchor: null, basis: null, ...none }],
    [`cycle/${SYMBOL}`, null],
    [`box/${SYMBOL}/chart/*`, null],
    [`box/${SYMBOL}/trade`, []],
    [`historical/${SYMBOL}/box`, { shortTerm: [], longTerm: [] }],
    [`historical/${SYMBOL}/levels`, []],
    [`historical/${SYMBOL}-1W*`, []],
  ];
  for (const [call, json] of empty) {
    await page.route(`**/api/${call}`, (route) => route.fulfill({ json }));
  }
  await made.open(ADDRESS);
  await settle(page);
  for (const text of [
    'There is no published condition right now.',
    'Weekly levels need 20 weeks of history.',
    'There are no weekly candles.',
    'There are not enough days for the cycle.',
    'EURUSD has no published trade condition.',
  ]) {
    await page.getByText(text).first().waitFor();
  }
  await counted(page.getByText('Not enough history', { exact: true }), 4);
  await counted(page.getByText('There is not enough history for this box yet.'), 5);
  await assertSound(made);
  await context.close();
});
