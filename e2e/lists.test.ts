import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BOXES, CATEGORIES, type Reply, type ROUTES } from '@rasat/contract';
import { counted, eventually, settle, startBrowser, startVisit, type Visit } from './fixtures.ts';
import { readAs } from './sign-in.ts';
import { shareSite } from './site.ts';

const HOUR_MS = 3_600_000;

const site = await shareSite();
const browser = await startBrowser();

type Symbols = Reply<typeof ROUTES.symbols>;
type Predictor = Reply<typeof ROUTES.predictor>;
type Portfolio = Reply<typeof ROUTES.portfolio>;

const read = <T>(path: string) => readAs<T>(site, path);

async function visit(address: string, look = {}): Promise<Visit> {
  const made = await startVisit(browser, site, look);
  await made.open(address);
  await settle(made.page);
  return made;
}

/** The category whose portfolio has most symbols, so that filters have something to do. */
async function fullest(): Promise<{ category: string; items: Portfolio }> {
  let best: { category: string; items: Portfolio } = { category: 'forex', items: [] };
  for (const category of CATEGORIES) {
    const items = await read<Portfolio>(`/portfolio/${category}?for=overview`);
    if (items.length > best.items.length) best = { category, items };
  }
  assert.ok(best.items.length > 0, 'some symbol has an open trade');
  return best;
}

test('the predictor lists every condition, newest first, with its prices in the digits of its symbol', async () => {
  const rows = await read<Predictor>('/predictor/forex');
  const digits = new Map((await read<Symbols>('/symbols')).map((e) => [e.symbol, e.digits]));
  const { page, context } = await visit('/dashboard/predictor/forex');
  const shown = page.locator('tbody tr');
  await counted(shown, rows.length);
  for (const [i, { tradeCondition: condition }] of rows.entries()) {
    const text = await shown.nth(i).innerText();
    assert.ok(text.startsWith(condition.symbol), `${i}: ${text}`);
    const price = new Intl.NumberFormat('tr-TR', {
      minimumFractionDigits: digits.get(condition.symbol) ?? 5,
    });
    for (const value of [condition.price, condition.sl, condition.tp1, condition.tp2]) {
      assert.ok(text.includes(price.format(value)), `${condition.symbol}: ${value} in ${text}`);
    }
    assert.ok(text.includes(condition.way ? 'Alış' : 'Satış'));
    const isNew = Math.floor(condition.datetime / HOUR_MS) === Math.floor(site.now() / HOUR_MS);
    assert.equal(/\bYeni\b/.test(text), isNew, condition.symbol);
  }
  await context.close();
});

test('a guest opens the row of a prediction in a tab of its own, and nothing lies behind it there', async () => {
  const { page, context } = await visit('/dashboard/predictor/forex', { as: null });
  const link = page.getByRole('link', { name: /^Yeniden hesapla: / }).first();
  const symbol = (await link.getAttribute('aria-label'))?.match(/: (\S+)/)?.[1];
  const opened = context.waitForEvent('page');
  await link.click({ button: 'middle' });
  const tab = await opened;
  await tab.waitForURL(/\/record\/\d+$/);
  await tab
    .getByText(symbol ?? '', { exact: true })
    .first()
    .waitFor();
  assert.equal(await tab.evaluate(() => history.length), 1);
  await context.close();
});

test('a signal without a row says that it has none yet', async () => {
  const { page, context } = await startVisit(browser, site, { as: null });
  await page.goto('/record/find?symbol=EURUSD&kind=condition&setup=pivot&time=1');
  await page.getByRole('heading', { name: 'Bu sinyalin sicilde satırı henüz yok' }).waitFor();
  await page.getByRole('button', { name: 'Yeniden dene' }).waitFor();
  await page.goto('/record/find?symbol=EURUSD');
  await page.getByRole('heading', { name: 'Bu adres bir sinyalin adı değil' }).waitFor();
  await context.close();
});

test('the predictor is filtered by symbol and by direction, and says when nothing is left', async () => {
  const rows = await read<Predictor>('/predictor/forex');
  const { page, context } = await visit('/dashboard/predictor/forex');
  await page.getByLabel('Sembol süz').fill('usd');
  const usd = rows.filter(({ tradeCondition }) => tradeCondition.symbol.includes('USD'));
  await counted(page.locator('tbody tr'), usd.length);
  await page.getByRole('radio', { name: 'Alış' }).check();
  const buys = usd.filter(({ tradeCondition }) => tradeCondition.way);
  await counted(page.locator('tbody tr'), buys.length);
  await page.getByLabel('Sembol süz').fill('nothing');
  await page.getByText('Bu süzgeçte kayıt yok').waitFor();
  await page.getByRole('button', { name: 'Süzgeci temizle' }).click();
  await counted(page.locator('tbody tr'), rows.length);
  await context.close();
});

test('on a phone the predictor is a list of ladders', async () => {
  const rows = await read<Predictor>('/predictor/crypto');
  const { page, context } = await visit('/dashboard/predictor/crypto', { width: 390, height: 844 });
  assert.equal(await page.locator('table').count(), 0);
  const ladders = page.getByRole('main').getByRole('img', { name: /koşulu/ });
  await counted(ladders, rows.length);
  await context.close();
});

test('the portfolio shows each symbol once with all its open boxes', async () => {
  const { category, items } = await fullest();
  const symbols = [...new Set(items.map(({ s }) => s))];
  const { page, context } = await visit(`/dashboard/portfolio/${category}`);
  const cards = page.getByRole('list', { name: /portföyü/ }).getByRole('listitem');
  await counted(cards, symbols.length);
  for (const [i, symbol] of symbols.entries()) {
    const text = await cards.nth(i).innerText();
    assert.ok(text.startsWith(symbol), `${i}: ${text}`);
    for (const { t } of items.filter(({ s }) => s === symbol)) {
      const kind = BOXES.find(({ type }) => type === t)?.kind ?? '';
      const name = kind === 'hayyam' ? 'Hayyam' : kind === 'crystal' ? 'Crystal' : kind;
      assert.ok(text.includes(name), `${symbol}: ${name}`);
    }
  }
  const newest = items.filter(
    ({ d }) => Math.floor(d / HOUR_MS) === Math.floor(site.now() / HOUR_MS),
  ).length;
  await page.getByText(`${newest} yeni`, { exact: true }).waitFor();
  await context.close();
});

test('the portfolio is filtered by boxes and by a search in capitals, and the address keeps it', async () => {
  const { category, items } = await fullest();
  const type = items[0]?.t ?? 1;
  const kind = BOXES.find((box) => box.type === type)?.kind ?? 'hayyam';
  const name = kind === 'hayyam' ? 'Hayyam' : kind === 'crystal' ? 'Crystal' : kind;
  const own = new Set(items.filter(({ t }) => t === type).map(({ s }) => s));
  const { page, context } = await visit(`/dashboard/portfolio/${category}`);
  const cards = page.getByRole('list', { name: /portföyü/ }).getByRole('listitem');
  await page.getByRole('combobox', { name: 'Kutuya göre süz' }).click();
  const option = page.getByRole('option', { name: new RegExp(`^${name}\\b`) });
  await eventually(async () =>
    assert.equal(Number((await option.innerText()).trim().split(/\s+/).at(-1)), own.size),
  );
  await option.click();
  await page.keyboard.press('Escape');
  await counted(cards, own.size);
  const symbol = [...own][0] ?? '';
  await page.getByLabel('Sembol ara').fill(symbol.toLowerCase());
  await eventually(async () =>
    assert.equal(await page.getByLabel('Sembol ara').inputValue(), symbol),
  );
  const found = [...own].filter((s) => s.includes(symbol)).length;
  await counted(cards, found);
  await page.waitForURL(new RegExp(`box=${type}.*q=${symbol}`));
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await settle(page);
  await counted(cards, found, 'the address keeps the filter');
  await page.getByRole('button', { name: 'Süzgeci temizle' }).click();
  await counted(cards, new Set(items.map(({ s }) => s)).size);
  await page.getByRole('radio', { name: 'Liste' }).check();
  await counted(page.locator('tbody tr'), new Set(items.map(({ s }) => s)).size);
  await context.close();
});

test('while a list is on its way its skeleton stands in its place', async () => {
  const { page, context } = await startVisit(browser, site);
  const seen = Promise.withResolvers<void>();
  await page.route('**/api/portfolio/bist', async (route) => {
    await seen.promise;
    await route.continue();
  });
  await page.goto('/dashboard/portfolio/bist');
  await page.locator('[aria-busy="true"] .skel').first().waitFor();
  seen.resolve();
  await settle(page);
  await counted(page.locator('.skel'), 0);
  await context.close();
});

test('a category that does not exist is said so, inside the frame', async () => {
  const { page, context } = await startVisit(browser, site);
  await page.goto('/dashboard/predictor/gold');
  await page.getByRole('heading', { name: 'Bu adreste sayfa yok' }).waitFor();
  await page.getByRole('navigation', { name: 'Ana menü' }).waitFor();
  await context.close();
});
