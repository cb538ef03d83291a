import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BOXES,
  CATEGORIES,
  LANGUAGES,
  type Language,
  type Reply,
  type ROUTES,
} from '@rasat/contract';
import type { Page } from 'playwright-core';
import { fill, TEXTS } from './catalogue.ts';
import {
  asSpoken,
  cellsOf,
  clockText,
  END_WORDS,
  expectedTexts,
  isoText,
  linesOf,
  namesOf,
  oneLine,
} from './expected-texts.ts';
import {
  eventually,
  startBrowser,
  startVisit,
  type Visit,
  waitForCount,
  waitForPanels,
} from './fixtures.ts';
import {
  digitsOf,
  type GeneratedMarket,
  generateMarket,
  HOUR_START,
  inDigits,
  MARKET_NOW,
  playStream,
  SEED,
  serveMarket,
  VISITOR_AHEAD_MS,
} from './generated-market.ts';
import { chooseLanguage } from './shown.ts';
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
  await waitForPanels(made.page);
  return made;
}

/** Reads the portfolio with the most symbols, so that filters have an effect. */
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
  await waitForCount(shown, rows.length);
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

test('a guest opens the row of a prediction in a new tab, which has no page to go back to', async () => {
  const { page, context } = await visit('/dashboard/predictor/forex', { as: null });
  const link = page.getByRole('link', { name: /^Yeniden hesapla: / }).first();
  const symbol = (await link.getAttribute('aria-label'))?.match(/: (\S+)/)?.[1];
  const opened = context.waitForEvent('page');
  await link.click({ button: 'middle' });
  const tab = await opened;
  await tab.waitForURL(/\/record\/\d+$/);
  // The driver's own wait may mistake the present page for the next one.
  const name = tab.getByText(symbol ?? '', { exact: true }).first();
  await eventually(async () => assert.ok(await name.isVisible(), symbol));
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
  await waitForCount(page.locator('tbody tr'), usd.length);
  await page.getByRole('radio', { name: 'Alış' }).check();
  const buys = usd.filter(({ tradeCondition }) => tradeCondition.way);
  await waitForCount(page.locator('tbody tr'), buys.length);
  await page.getByLabel('Sembol süz').fill('nothing');
  await page.getByText('Bu süzgeçte kayıt yok').waitFor();
  await page.getByRole('button', { name: 'Süzgeci temizle' }).click();
  await waitForCount(page.locator('tbody tr'), rows.length);
  await context.close();
});

test('on a phone the predictor is a list of ladders', async () => {
  const rows = await read<Predictor>('/predictor/crypto');
  const { page, context } = await visit('/dashboard/predictor/crypto', { width: 390, height: 844 });
  assert.equal(await page.locator('table').count(), 0);
  const ladders = page.getByRole('main').getByRole('img', { name: /koşulu/ });
  await waitForCount(ladders, rows.length);
  await context.close();
});

test('the portfolio shows each symbol once with all its open boxes', async () => {
  const { category, items } = await fullest();
  const symbols = [...new Set(items.map(({ s }) => s))];
  const { page, context } = await visit(`/dashboard/portfolio/${category}`);
  const cards = page.getByRole('list', { name: /portföyü/ }).locator(':scope > li');
  await waitForCount(cards, symbols.length);
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

test('the portfolio is filtered by boxes and by a search in capitals, and the address holds the filter', async () => {
  const { category, items } = await fullest();
  const type = items[0]?.t ?? 1;
  const kind = BOXES.find((box) => box.type === type)?.kind ?? 'hayyam';
  const name = kind === 'hayyam' ? 'Hayyam' : kind === 'crystal' ? 'Crystal' : kind;
  const own = new Set(items.filter(({ t }) => t === type).map(({ s }) => s));
  const { page, context } = await visit(`/dashboard/portfolio/${category}`);
  const cards = page.getByRole('list', { name: /portföyü/ }).locator(':scope > li');
  await page.getByRole('combobox', { name: 'Kutuya göre süz' }).click();
  const option = page.getByRole('option', { name: new RegExp(`^${name}\\b`) });
  await eventually(async () =>
    assert.equal(Number((await option.innerText()).trim().split(/\s+/).at(-1)), own.size),
  );
  await option.click();
  await page.keyboard.press('Escape');
  await waitForCount(cards, own.size);
  const symbol = [...own][0] ?? '';
  await page.getByLabel('Sembol ara').fill(symbol.toLowerCase());
  await eventually(async () =>
    assert.equal(await page.getByLabel('Sembol ara').inputValue(), symbol),
  );
  const found = [...own].filter((s) => s.includes(symbol)).length;
  await waitForCount(cards, found);
  await page.waitForURL(new RegExp(`box=${type}.*q=${symbol}`));
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await waitForPanels(page);
  await waitForCount(cards, found, 'the address keeps the filter');
  await page.getByRole('button', { name: 'Süzgeci temizle' }).click();
  await waitForCount(cards, new Set(items.map(({ s }) => s)).size);
  await page.getByRole('radio', { name: 'Liste' }).check();
  await waitForCount(page.locator('tbody tr'), new Set(items.map(({ s }) => s)).size);
  await context.close();
});

test('while a list is loading its skeleton is shown', async () => {
  const { page, context } = await startVisit(browser, site);
  const seen = Promise.withResolvers<void>();
  await page.route('**/api/portfolio/bist', async (route) => {
    await seen.promise;
    await route.continue();
  });
  await page.goto('/dashboard/portfolio/bist');
  await page.locator('[aria-busy="true"] .skel').first().waitFor();
  seen.resolve();
  await waitForPanels(page);
  await waitForCount(page.locator('.skel'), 0);
  await context.close();
});

test('the page of an unknown category says so inside the frame of the app', async () => {
  const { page, context } = await startVisit(browser, site);
  await page.goto('/dashboard/predictor/gold');
  await page.getByRole('heading', { name: 'Bu adreste sayfa yok' }).waitFor();
  await page.getByRole('navigation', { name: 'Ana menü' }).waitFor();
  await context.close();
});

/** Returns the rows of the predictor in a language, seen and heard. */
function expectPredictor(
  market: GeneratedMarket,
  language: Language,
  ticked: ReadonlyMap<string, number>,
) {
  const say = expectedTexts(language);
  const { words, signal } = TEXTS[language];
  return market.predictor.crypto.map(({ tradeCondition: c, last }) => {
    const digits = market.symbols.find(({ symbol }) => symbol === c.symbol)?.digits ?? 5;
    const price = (value: number | null) => say.price(value, digits);
    const time = say.moment(c.datetime, MARKET_NOW);
    const now = ticked.get(c.symbol) ?? last?.p ?? null;
    const end = c.ended === null ? '' : END_WORDS[language][c.ended];
    const values = {
      way: say.way(c.way),
      stop: price(c.sl),
      entry: price(c.price),
      target1: price(c.tp1),
      target2: price(c.tp2),
      last: price(now),
      end,
    };
    const ladder = c.ended !== null ? 'ended' : now === null ? 'unknown' : 'known';
    const name = fill(signal.name.condition, { symbol: c.symbol, time });
    return {
      cells: [
        c.datetime >= HOUR_START ? `${c.symbol} ${words.new}` : c.symbol,
        end === '' ? values.way : `${values.way} ${end}`,
        c.setup === undefined ? '' : signal.setup[c.setup],
        values.entry,
        values.stop,
        values.target1,
        values.target2,
        values.last,
        '',
        time,
        '',
      ],
      spoken: asSpoken(fill(words.ladder[ladder], values)),
      links: [
        c.symbol,
        asSpoken(fill(signal.recomputeOf, { signal: name })),
        fill(words.chartOf, { symbol: c.symbol }),
      ],
      time: isoText(c.datetime),
    };
  });
}

/** Returns rows in the form in which a table is read: cells row by row, names one after another. */
function asTable(rows: ReturnType<typeof expectPredictor>) {
  return {
    cells: rows.map(({ cells }) => cells),
    spoken: rows.map(({ spoken }) => spoken),
    links: rows.flatMap(({ links }) => links),
    times: rows.map(({ time }) => time),
  };
}

async function readPredictor(page: Page): Promise<ReturnType<typeof asTable>> {
  const body = page.locator('tbody');
  return {
    cells: await cellsOf(body.locator('tr')),
    spoken: await namesOf(body, 'img'),
    links: await namesOf(body, 'link'),
    times: await body
      .locator('time')
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).title)),
  };
}

/** Returns the same entries as tiles of a phone, each with its ladder. */
function expectTiles(rows: ReturnType<typeof expectPredictor>, language: Language) {
  const { words } = TEXTS[language];
  return rows.map(({ cells, spoken }) => {
    const [symbol = '', way = '', setup, price, stop, target1, target2, , , time] = cells;
    const [name, isNew] = symbol.split(` ${words.new}`);
    const [direction, end] = way.split(/ (.*)/);
    return {
      shown: [
        name,
        direction,
        ...(end === undefined ? [] : [end]),
        ...(isNew === undefined ? [] : [words.new]),
        `${setup} · ${time}`,
        words.stop,
        stop,
        words.entry,
        price,
        words.target1,
        target1,
        words.target2,
        target2,
      ],
      spoken,
    };
  });
}

test('the predictor shows every price, direction, end and time of the API in each language, and follows a tick', async (t) => {
  t.diagnostic(`SEED=${SEED}`);
  const market = generateMarket(SEED);
  // The first millisecond of the hour is of this hour, too, the one before it is not.
  const crypto = market.predictor.crypto.map((item, i) => {
    const datetime = [HOUR_START, HOUR_START - 1][i - 1] ?? item.tradeCondition.datetime;
    return { ...item, tradeCondition: { ...item.tradeCondition, datetime } };
  });
  const served = { ...market, predictor: { ...market.predictor, crypto } };
  const made = await startVisit(browser, site);
  const { page, context } = made;
  await serveMarket(page, served);
  const stream = await playStream(page);
  await made.open('/dashboard/predictor/crypto');
  await waitForPanels(page);
  for (const language of LANGUAGES) {
    await chooseLanguage(page, language);
    assert.deepEqual(
      await readPredictor(page),
      asTable(expectPredictor(served, language, new Map())),
    );
    const { words, predictor, signal } = TEXTS[language];
    assert.deepEqual((await page.locator('thead th').allInnerTexts()).map(oneLine), [
      words.symbol,
      words.way,
      signal.setupTitle,
      words.price,
      words.stop,
      words.target1,
      words.target2,
      words.last,
      words.path,
      predictor.dateZone,
      `${signal.record}, ${words.chart}`,
    ]);
    const legend = page.getByRole('status').filter({ hasText: '8' });
    assert.equal(
      oneLine(await legend.innerText()),
      `${fill(predictor.entries_other, { count: 8 })}, ${fill(predictor.newest_other, { count: 2 })}`,
    );
    const say = expectedTexts(language);
    const rates = page.getByRole('region', { name: signal.record });
    const known = fill(signal.rate.known.condition, {
      rate: say.percent(53, 1),
      low: say.percent(49.5, 1),
      high: say.percent(57.4, 1),
      baseline: say.percent(48.5, 1),
      n: say.count(1200),
    });
    const prices = words.pricesOf.simulated;
    const source = `${fill(signal.rate.backtest, { prices })} ${words.category.crypto}`;
    const setups = [
      signal.setup.pivot,
      `${known} ${source}`,
      signal.setup.break,
      `${fill(signal.rate.few, { n: '14' })} ${signal.verdict.few} ${signal.allCategories}`,
    ];
    assert.deepEqual(
      (await rates.locator('dt, dd').allInnerTexts()).map(oneLine),
      // One symbol has simulated prices, one real prices.
      [...setups, ...setups].map(oneLine),
    );
  }
  const running = crypto.find(({ tradeCondition, last }) => tradeCondition.ended === null && last);
  assert.ok(running?.last);
  const { symbol } = running.tradeCondition;
  const price = inDigits(running.last.p * 1.01 + 1, digitsOf(served, symbol));
  const ticked = new Map([[symbol, price]]);
  await eventually(async () => {
    assert.ok(stream.send([{ s: symbol, d: MARKET_NOW + 60_000, p: price }]));
    assert.deepEqual(await readPredictor(page), asTable(expectPredictor(served, 'en', ticked)));
  });

  // A lost stream is announced after two seconds, and in a strip after ten, when every price is marked as old.
  const shell = TEXTS.en.shell;
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  const lostMs = await page.evaluate(() => Date.now());
  await stream.close();
  const tag = page.getByRole('banner').getByRole('status');
  const strip = page.getByText(fill(shell.live.awaySince, { time: '' }).slice(0, 20));
  const livePrices = page.locator('tbody [translate="no"].num');
  const old = () =>
    livePrices.evaluateAll((all) => all.filter((one) => (one as HTMLElement).title !== '').length);
  await page.clock.runFor(1_000);
  assert.deepEqual([await tag.count(), await strip.count(), await old()], [0, 0, 0]);
  await page.clock.runFor(2_000);
  await tag.waitFor();
  const [, sentence = '', ...rest] = linesOf(await tag.innerText());
  const [time = ''] = /\d\d:\d\d:\d\d/.exec(sentence) ?? [];
  const [attempt = ''] = /\d+(?=\.$)/.exec(sentence) ?? [];
  assert.deepEqual(
    [sentence, ...rest],
    [fill(shell.live.lost, { time, attempt }), shell.live.retry],
  );
  // The clock of the server, which the page knows up to the travel time of a reply.
  const near = Array.from({ length: 61 }, (_, i) =>
    clockText(lostMs - VISITOR_AHEAD_MS + (i - 30) * 1000),
  );
  assert.ok(near.includes(time), `${time} is near ${near[30]}`);
  await page.clock.runFor(6_000);
  assert.deepEqual([await strip.count(), await old()], [0, 0], 'after nine seconds');
  await page.clock.runFor(2_000);
  assert.equal(await strip.innerText(), fill(shell.live.awaySince, { time }));
  // Two symbols have no price yet.
  await eventually(async () =>
    assert.equal(await old(), crypto.filter(({ last }) => last !== null).length),
  );
  stream.open();
  await tag.waitFor({ state: 'detached' });
  await strip.waitFor({ state: 'detached' });
  await eventually(async () => assert.equal(await old(), 0));
  await page.setViewportSize({ width: 390, height: 844 });
  const tiles = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('img') });
  await waitForCount(tiles, crypto.length);
  const spoken = await namesOf(page.getByRole('main'), 'img');
  assert.deepEqual(
    (await tiles.allInnerTexts()).map((text, i) => ({ shown: linesOf(text), spoken: spoken[i] })),
    expectTiles(expectPredictor(served, 'en', ticked), 'en'),
  );
  await context.close();
});

const BOX_NAMES = ['', 'Hayyam', '52', '144', '36', 'Crystal'];

/** Returns the texts that the portfolio of crypto must show in a language: counts, cards and list. */
function expectPortfolio(
  market: GeneratedMarket,
  language: Language,
  ticked: ReadonlyMap<string, number>,
) {
  const say = expectedTexts(language);
  const { words, signal, portfolio } = TEXTS[language];
  const items = market.portfolio.crypto;
  const isNew = (d: number) => d >= HOUR_START;
  const symbols = [...new Set(items.map(({ s }) => s))];
  const newest = items.filter(({ d }) => isNew(d)).length;
  const total = market.symbols.filter(({ type }) => type === 'crypto').length;
  const counts = [
    fill(portfolio[`newest_${newest === 1 ? 'one' : 'other'}`], { count: newest }),
    fill(portfolio.shown, { shown: symbols.length, total }),
  ];
  const rows = symbols.map((symbol) => {
    const quote = market.quotes.crypto.find(({ s }) => s === symbol);
    const price = ticked.get(symbol) ?? quote?.p ?? null;
    const base = quote?.previousClose ?? null;
    const change = say.change(price === null || base === null ? null : (price / base - 1) * 100);
    const boxes = items.filter(({ s }) => s === symbol).toSorted((a, b) => a.t - b.t);
    // The API lists the newest trade of a symbol first.
    const openedMs = items.find(({ s }) => s === symbol)?.d ?? 0;
    const name = market.symbols.find((entry) => entry.symbol === symbol)?.name[language];
    return {
      symbol,
      isNew: isNew(openedMs),
      price: say.price(price, digitsOf(market, symbol)),
      trades: boxes.map(({ t, way, p, sl, d }) => ({
        name: BOX_NAMES[t] ?? '',
        way: words[way ? 'buy' : 'sell'],
        entry: say.price(p, digitsOf(market, symbol)),
        // The distance from the entry in the trade's direction, divided by the distance to the stop loss.
        result:
          price === null
            ? say.price(null, 2)
            : fill(portfolio.r, { value: say.signed((price - p) / (p - sl)) }),
        isNew: isNew(d),
        openedMs: d,
      })),
      change,
      name,
      links: boxes.map(({ t, d }) =>
        asSpoken(
          fill(signal.recomputeOf, {
            signal: fill(signal.name.box, {
              symbol,
              box: BOX_NAMES[t] ?? '',
              term: signal.term.short,
              time: say.moment(d, MARKET_NOW),
            }),
          }),
        ),
      ),
    };
  });
  const fresh = (row: { readonly isNew: boolean }) => (row.isNew ? [words.new] : []);
  const trades = rows
    .flatMap((row) => row.trades.map((trade, i) => ({ row, trade, link: row.links[i] ?? '' })))
    .toSorted((a, b) => b.trade.openedMs - a.trade.openedMs);
  return {
    counts,
    cards: rows.map((row) => [
      row.symbol,
      ...fresh(row),
      row.change,
      row.price,
      ...row.trades.flatMap(({ name, way, entry, result }) => [
        name,
        `${way}, ${words.entry}`,
        entry,
        result,
      ]),
    ]),
    list: trades.map(({ row, trade }) => [
      [row.symbol, ...fresh(trade), row.name].join(' '),
      trade.name,
      trade.way,
      trade.entry,
      row.price,
      trade.result,
      row.change,
      say.moment(trade.openedMs, MARKET_NOW),
    ]),
    links: rows.flatMap((row) => [row.symbol, ...row.links]),
    listLinks: trades.flatMap(({ row, link }) => [row.symbol, link]),
  };
}

test('the portfolio shows every price, trade, result and time of the API in each language, and follows a tick', async (t) => {
  t.diagnostic(`SEED=${SEED}`);
  const market = generateMarket(SEED);
  const made = await startVisit(browser, site);
  const { page, context } = made;
  await serveMarket(page, market);
  const stream = await playStream(page);
  await made.open('/dashboard/portfolio/crypto');
  await waitForPanels(page);
  const look = async (language: Language, ticked: ReadonlyMap<string, number>) => {
    const { portfolio } = TEXTS[language];
    const view = (name: string) => page.getByRole('radio', { name, exact: true });
    await view(portfolio.cards).check();
    const cards = page.getByRole('main').locator('ul:not(ul ul) > li');
    const shown = {
      counts: linesOf(await page.getByRole('main').getByRole('status').innerText()).filter(
        (line) => line !== '·',
      ),
      cards: (await cards.allInnerTexts()).map(linesOf),
      links: await namesOf(cards.locator('xpath=..').first(), 'link'),
    };
    await view(portfolio.list).check();
    const list = await cellsOf(page.locator('tbody tr'));
    const listLinks = await namesOf(page.locator('tbody'), 'link');
    assert.deepEqual({ ...shown, list, listLinks }, expectPortfolio(market, language, ticked));
  };
  for (const language of LANGUAGES) {
    await chooseLanguage(page, language);
    await look(language, new Map());
  }
  const { s: symbol } = market.portfolio.crypto[0] ?? assert.fail('an open box');
  const price = inDigits(7654.321, digitsOf(market, symbol));
  await eventually(async () => {
    assert.ok(stream.send([{ s: symbol, d: MARKET_NOW + 60_000, p: price }]));
    await look('en', new Map([[symbol, price]]));
  });
  await context.close();
});
