import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CATEGORIES,
  type Category,
  LANGUAGES,
  type Language,
  type Reply,
  type ROUTES,
} from '@rasat/contract';
import type { Locator } from 'playwright-core';
import { fill, TEXTS } from './catalogue.ts';
import {
  asSpoken,
  clockText,
  END_WORDS,
  expectedTexts,
  hourText,
  linesOf,
  namesOf,
  oneLine,
} from './expected-texts.ts';
import {
  assertSound,
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
  MESSAGES,
  playStream,
  type Quote,
  SEED,
  serveMarket,
  type Tick,
} from './generated-market.ts';
import { chooseLanguage } from './shown.ts';
import { readAs } from './sign-in.ts';
import { shareSite } from './site.ts';

const site = await shareSite();
const browser = await startBrowser();

type Symbols = Reply<typeof ROUTES.symbols>;
type Predictor = Reply<typeof ROUTES.predictor>;
type Views = Reply<typeof ROUTES.portfolioViews>;

const read = <T>(path: string) => readAs<T>(site, path);

async function visit(look = {}): Promise<Visit> {
  const made = await startVisit(browser, site, look);
  await made.open('/dashboard');
  await waitForPanels(made.page);
  return made;
}

const NAMES: Record<Category, string> = {
  crypto: 'Kripto',
  forex: 'Forex',
  bist: 'BIST',
  nasdaq: 'NASDAQ',
  index: 'Endeks',
};

test('every category has its symbols with price and day change', async () => {
  const { page, context } = await visit();
  const symbols = await read<Symbols>('/symbols');
  for (const category of CATEGORIES) {
    const own = symbols.filter(({ type }) => type === category);
    const card = page.getByRole('region', { name: NAMES[category], exact: true });
    const rows = card.locator('ul > li');
    await waitForCount(rows, Math.min(10, own.length), category);
    await eventually(async () => {
      for (const text of await rows.allInnerTexts()) {
        assert.match(text, /\d[\d.]*,\d+\s+[+−]?%\d+,\d\d/, text);
      }
    });
    const links = await card
      .locator('a')
      .evaluateAll((all) => all.map((a) => a.getAttribute('href')));
    const shown = (
      await rows.locator('a').evaluateAll((all) => all.map((a) => a.getAttribute('href')))
    ).filter((href) => href?.startsWith('/dashboard/symbol/'));
    assert.equal(shown.length, Math.min(10, own.length), `${category}: a row leads to its symbol`);
    for (const page of [`predictor/${category}`, `portfolio/${category}`, 'chart'])
      assert.ok(
        links.some((href) => href?.startsWith(`/dashboard/${page}`)),
        `the card of ${category} leads to its predictor, its portfolio and the chart`,
      );
    if (own.length > 10) {
      await card.getByRole('button', { name: /^Bütün / }).click();
      await waitForCount(rows, own.length, category);
    }
  }
  await context.close();
});

test('open conditions are counted, and stand before their symbols', async () => {
  const { page, context } = await visit();
  const active = [];
  for (const category of CATEGORIES) {
    const rows = await read<Predictor>(`/predictor/${category}?for=overview`);
    active.push(...rows.filter(({ tradeCondition }) => tradeCondition.active));
  }
  const buys = active.filter(({ tradeCondition }) => tradeCondition.way).length;
  await page.getByText(`${buys} açık alış koşulu`).waitFor();
  await page.getByText(`${active.length - buys} açık satış koşulu`).waitFor();
  await context.close();
});

test('the newest entries are shown as ladders, each with a sentence for a screen reader', async () => {
  const { page, context } = await visit();
  const latest = page.getByRole('region', { name: 'Son tahminci kayıtları' });
  const ladders = latest.getByRole('img', { name: /koşulu.*Zarar durdur/ });
  await waitForCount(ladders, 4);
  await context.close();
});

test('favourites, messages and views share the last row, and panels are aligned on a tablet', async () => {
  const { page, context } = await visit({ height: 1100 });
  const places: Locator[] = [];
  for (const name of ['Favoriler', 'Mesajlar', 'Görüntülenme, bu hafta']) {
    const panel = page.getByRole('region', { name, exact: true });
    await panel.waitFor();
    places.push(panel);
  }
  await eventually(async () => {
    const boxes = await Promise.all(places.map((panel) => panel.boundingBox()));
    const [first, second, third] = boxes.map((box) => box ?? assert.fail('a place on the screen'));
    assert.deepEqual([second?.y, third?.y], [first?.y, first?.y]);
    assert.deepEqual([second?.height, third?.height], [first?.height, first?.height]);
    assert.ok((first?.x ?? 0) < (second?.x ?? 0) && (second?.x ?? 0) < (third?.x ?? 0));
  });
  await page.setViewportSize({ width: 768, height: 1024 });
  const left = async (of: Locator) => Math.round((await of.boundingBox())?.x ?? 0);
  const heading = await left(page.getByRole('heading', { level: 1 }));
  assert.equal(await left(page.getByRole('banner').getByRole('link').first()), heading);
  assert.equal(await left(page.getByRole('contentinfo').locator('span').first()), heading);
  await context.close();
});

test('forced colours of the operating system keep the marks of ladders and rows visible', async () => {
  const { page, context } = await startVisit(browser, site);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/dashboard');
  await page.locator('main .tri-up, main .tri-down').first().waitFor();
  await page
    .getByRole('img', { name: /Zarar durdur/ })
    .first()
    .waitFor();
  const unseen = await page.evaluate(() => {
    const under = getComputedStyle(document.body).backgroundColor;
    const marks = document.querySelectorAll('main .tri-up, main .tri-down, [role=img] .w-0\\.5');
    const shown = [...marks].map((mark) => getComputedStyle(mark).backgroundColor);
    return shown.length === 0 ? 'no marks' : shown.filter((colour) => colour === under).length;
  });
  assert.equal(unseen, 0);
  await context.close();
});

test('a price changes by itself when a tick arrives', async () => {
  const { page, context } = await visit();
  const card = page.getByRole('region', { name: 'Kripto', exact: true });
  const before = await card.locator('ul').innerText();
  await page.waitForFunction(
    ([text]) =>
      [...document.querySelectorAll('section')].some(
        (section) =>
          section.querySelector('h2')?.textContent === 'Kripto' &&
          section.querySelector('ul')?.innerText !== text,
      ),
    [before] as const,
  );
  await context.close();
});

test('the dashboard says that its prices are simulated, and that nothing is advice', async () => {
  const { page, context } = await visit();
  const foot = page.getByRole('contentinfo');
  assert.match(await foot.innerText(), /yatırım tavsiyesi değildir/);
  assert.match(await foot.innerText(), /simülasyon/);
  await context.close();
});

test('opening the dashboard counts as no view of a list, opening a list as one', async () => {
  const before = new Map((await read<Views>('/portfolio/views')).map((v) => [v.type, v.views]));
  const { page, context } = await visit();
  const same = new Map((await read<Views>('/portfolio/views')).map((v) => [v.type, v.views]));
  assert.deepEqual(same, before);
  const listed = page.waitForResponse((reply) => reply.url().endsWith('/api/portfolio/bist'));
  await page.getByRole('region', { name: 'BIST', exact: true }).getByText('Portföy').click();
  await page.waitForURL('**/dashboard/portfolio/bist');
  await listed;
  await eventually(async () => {
    const after = new Map((await read<Views>('/portfolio/views')).map((v) => [v.type, v.views]));
    assert.ok((after.get('bist') ?? 0) >= 1);
  });
  await context.close();
});

test('on a phone one category is shown at a time, chosen by its chip', async () => {
  const { page, context } = await visit({ width: 390, height: 844 });
  await page.getByRole('heading', { name: 'Kripto', exact: true }).waitFor();
  assert.equal(await page.getByRole('heading', { name: 'BIST', exact: true }).isVisible(), false);
  await page.getByRole('button', { name: 'BIST', exact: true }).click();
  await page.getByRole('heading', { name: 'BIST', exact: true }).waitFor();
  assert.equal(await page.getByRole('heading', { name: 'Kripto', exact: true }).isVisible(), false);
  await page.getByRole('navigation', { name: 'Alt menü' }).getByText('Tahminci').click();
  await page.waitForURL('**/dashboard/predictor/*');
  await context.close();
});

test('a panel whose data cannot be loaded shows the request id and loads them again on request', async () => {
  const { page, context } = await startVisit(browser, site);
  let broken = true;
  await page.route('**/api/quotes/forex', (route) =>
    broken
      ? route.fulfill({ status: 500, json: { code: '500', requestId: 'test-7f3a' } })
      : route.continue(),
  );
  await page.goto('/dashboard');
  const card = page.getByRole('region', { name: 'Forex', exact: true });
  await card.getByText('Fiyatlar yüklenemedi').waitFor();
  await card.getByText('test-7f3a').waitFor();
  // The other panels have loaded.
  await page.getByRole('region', { name: 'Kripto', exact: true }).locator('li').first().waitFor();
  broken = false;
  await card.getByRole('button', { name: 'Yeniden dene' }).click();
  await card.locator('ul > li').first().waitFor();
  await context.close();
});

test('a lost stream is announced and connected again', async () => {
  const { page, context } = await startVisit(browser, site);
  let open = true;
  const sockets: { close: () => Promise<void> }[] = [];
  await page.routeWebSocket('**/api/live', (socket) => {
    if (!open) {
      void socket.close();
      return;
    }
    socket.connectToServer();
    sockets.push(socket);
  });
  await page.goto('/dashboard');
  await waitForPanels(page);
  open = false;
  for (const socket of sockets) await socket.close();
  await page.getByText('Yeniden bağlanıyor').first().waitFor();
  // The count of retries beside the button moves it, so the press is dispatched to the element.
  await page.getByRole('button', { name: 'Şimdi dene' }).focus();
  open = true;
  await page.keyboard.press('Enter');
  await page.getByText('Yeniden bağlanıyor').first().waitFor({ state: 'detached' });
  await context.close();
});

/** The prices that rows show: of the loaded quotes, or of later ticks. */
type Prices = ReadonlyMap<string, { readonly p: number; readonly d: number }>;

/** Returns the texts that the dashboard must show of a market in a language, seen and heard. */
function expectDashboard(market: GeneratedMarket, language: Language, ticked: Prices) {
  const say = expectedTexts(language);
  const { words, dashboard } = TEXTS[language];
  const entryOf = new Map(market.symbols.map((entry) => [entry.symbol, entry]));
  const quoteOf = new Map(CATEGORIES.flatMap((type) => market.quotes[type]).map((q) => [q.s, q]));
  const figures = (symbol: string): string[] => {
    const quote = quoteOf.get(symbol);
    const price = ticked.get(symbol)?.p ?? quote?.p ?? null;
    const base = quote?.previousClose ?? null;
    const change = price === null || base === null ? null : (price / base - 1) * 100;
    return [say.price(price, entryOf.get(symbol)?.digits ?? 5), say.change(change)];
  };
  const conditions = CATEGORIES.flatMap((type) => market.predictor[type]);
  const open = conditions.filter(({ tradeCondition }) => tradeCondition.ended === null);
  const openWay = new Map(open.map(({ tradeCondition: c }) => [c.symbol, c.way]));
  const walls = CATEGORIES.map((type) => {
    const own = market.symbols.filter((entry) => entry.type === type);
    const isOwn = (symbol: string) => entryOf.get(symbol)?.type === type;
    const rows = own.slice(0, 10);
    return {
      head: [words.category[type], say.count(own.length)],
      counts: [
        say.count([...openWay.keys()].filter(isOwn).length),
        say.count(new Set(market.portfolio[type].map(({ s }) => s)).size),
      ],
      titles: rows.map(({ name }) => name[language]),
      shown: rows.map(({ symbol }) => [symbol, ...figures(symbol)]),
      spoken: rows.map(({ symbol }) => {
        const way = openWay.get(symbol);
        const sign = way === undefined ? [] : [way ? dashboard.openBuy : dashboard.openSell];
        return asSpoken([...sign, symbol, ...figures(symbol)].join(' '));
      }),
    };
  });
  const newest = conditions
    .toSorted((a, b) => b.tradeCondition.datetime - a.tradeCondition.datetime)
    .slice(0, 4)
    .map(({ tradeCondition: c, last }, place) => {
      const price = (value: number) => say.price(value, entryOf.get(c.symbol)?.digits ?? 5);
      const now = ticked.get(c.symbol)?.p ?? last?.p ?? null;
      const end = c.ended === null ? [] : [END_WORDS[language][c.ended]];
      const values = {
        way: say.way(c.way),
        stop: price(c.sl),
        entry: price(c.price),
        target1: price(c.tp1),
        target2: price(c.tp2),
      };
      return {
        shown: [
          c.symbol,
          say.way(c.way),
          ...(c.datetime >= HOUR_START ? [words.new] : []),
          ...end,
          // The fourth entry is of yesterday in Istanbul, the first three are of today.
          place < 3 ? hourText(c.datetime) : say.moment(c.datetime, MARKET_NOW),
          words.stop,
          values.stop,
          words.entry,
          values.entry,
          words.target1,
          values.target1,
          words.target2,
          values.target2,
        ],
        spoken: asSpoken(
          c.ended !== null
            ? fill(words.ladder.ended, { ...values, end: end[0] ?? '' })
            : now === null
              ? fill(words.ladder.unknown, values)
              : fill(words.ladder.known, { ...values, last: price(now) }),
        ),
      };
    });
  const buys = open.filter(({ tradeCondition }) => tradeCondition.way).length;
  const many = (count: number) => (count === 1 ? 'one' : 'other');
  const sells = open.length - buys;
  return {
    walls,
    newest,
    openConditions: [
      fill(dashboard[`openBuys_${many(buys)}`], { count: buys }),
      fill(dashboard[`openSells_${many(sells)}`], { count: sells }),
    ],
    favorites: market.favorites.map((symbol) => asSpoken([symbol, ...figures(symbol)].join(' '))),
    views: market.views.map(({ type, views }) => [words.category[type], say.count(views)]),
    messages: MESSAGES.slice(0, 3).map(({ message, datetime, unread }) => [
      message,
      say.moment(datetime, MARKET_NOW),
      ...(unread ? [words.new] : []),
    ]),
  };
}

/** Reads from the page what `expectDashboard` returns. */
async function readDashboard({ page }: Visit, language: Language) {
  const { words, dashboard } = TEXTS[language];
  const region = (name: string) => page.getByRole('region', { name, exact: true });
  const readWall = async (type: Category) => {
    const card = region(words.category[type]);
    const list = card.locator('ul');
    return {
      head: linesOf(await card.locator('header').innerText()),
      counts: (await card.locator('header + div a').allInnerTexts()).map(
        (text) => linesOf(text)[1],
      ),
      titles: await list
        .locator('a')
        .evaluateAll((all) => all.map((a) => (a as HTMLElement).title)),
      shown: (await list.locator('li').allInnerTexts()).map(linesOf),
      spoken: await namesOf(list, 'link'),
    };
  };
  const walls = await Promise.all(CATEGORIES.map(readWall));
  const latest = region(dashboard.latest).locator('li');
  const spoken = await namesOf(region(dashboard.latest), 'img');
  const views = region(dashboard.views).locator('li');
  return {
    walls,
    newest: (await latest.allInnerTexts()).map((text, i) => ({
      shown: linesOf(text),
      spoken: spoken[i],
    })),
    openConditions: linesOf(await page.locator('div:has(> h1) ~ span').innerText()),
    favorites: await namesOf(region(TEXTS_OF_FAVORITES[language]).locator('ul'), 'link'),
    views: (await views.allInnerTexts()).map(linesOf),
    messages: (await region(MESSAGE_TITLES[language]).locator('li').allInnerTexts()).map(linesOf),
  };
}

const MESSAGE_TITLES = { tr: 'Mesajlar', az: 'Mesajlar', en: 'Messages' } as const;

const TEXTS_OF_FAVORITES = { tr: 'Favoriler', az: 'Seçilmişlər', en: 'Favourites' } as const;

test('every figure, direction, time and word of the dashboard is that of the API, in each language, after ticks, and after ten silent seconds', async (t) => {
  t.diagnostic(`SEED=${SEED}`);
  const market = generateMarket(SEED);
  const made = await startVisit(browser, site, { height: 1500 });
  const { page, context } = made;
  await serveMarket(page, market);
  const stream = await playStream(page);
  await made.open('/dashboard');
  await waitForPanels(page);
  for (const language of LANGUAGES) {
    await chooseLanguage(page, language);
    const expected = expectDashboard(market, language, new Map());
    await page
      .getByRole('region', { name: TEXTS_OF_FAVORITES[language] })
      .locator('li')
      .first()
      .waitFor();
    assert.deepEqual(await readDashboard(made, language), expected);
  }
  const note = page.getByRole('contentinfo').getByText(TEXTS.en.shell.simulatedSome);
  assert.equal(await note.count(), 1, 'half of the symbols are simulated');

  // A tick changes every price of its symbol, and nothing else.
  const priced = (symbol: string) => market.quotes.crypto.find(({ s }) => s === symbol)?.p ?? null;
  const running = market.predictor.crypto.find(({ tradeCondition: c }) => c.ended === null);
  const symbols = [running?.tradeCondition.symbol, ...market.favorites.slice(0, 2)];
  const ticks = symbols.map((s = ''): Tick => {
    const p = inDigits((priced(s) ?? 100) * 1.07 + 1, digitsOf(market, s));
    return { s, d: MARKET_NOW + 30_000, p };
  });
  const ticked = new Map(ticks.map((tick) => [tick.s, tick]));
  await eventually(async () => {
    assert.ok(stream.send(ticks));
    assert.deepEqual(await readDashboard(made, 'en'), expectDashboard(market, 'en', ticked));
  });

  await page.keyboard.press('/');
  const palette = page.getByRole('dialog', { name: TEXTS.en.palette.title });
  await palette.getByRole('option').first().waitFor();
  const say = expectedTexts('en');
  const found = market.symbols.slice(0, 8).map(({ symbol, digits, name }) => {
    const price = say.price(ticked.get(symbol)?.p ?? priced(symbol), digits);
    return `${symbol} ${name.en} ${price}`;
  });
  const offered = (await palette.getByRole('option').allInnerTexts()).slice(0, 8).map(oneLine);
  assert.deepEqual(
    offered.map((text) => text.replace(/ Enter$/, '')),
    found,
  );
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });

  // From here on the test advances the clock of the page.
  const row = (symbol: string) =>
    page
      .getByRole('main')
      .locator(`a[href="/dashboard/symbol/${symbol}"] [translate="no"].num`)
      .first();
  const kindOf = (kind: (quote: Quote) => boolean) =>
    market.quotes.index.find(kind)?.s ?? assert.fail('a quote of the kind');
  const lively = kindOf(({ p, open, stale }) => p !== null && open && !stale);
  const closed = kindOf(({ p, open }) => p !== null && !open);
  const stale = market.quotes.index.find((quote) => quote.stale) ?? assert.fail('an old quote');
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  const asked = [lively, closed, stale.s];
  const titles = () => Promise.all(asked.map((symbol) => row(symbol).getAttribute('title')));
  const colours = () =>
    Promise.all(
      asked.map((symbol) =>
        row(symbol).evaluate((cell) => {
          for (const flash of cell.getAnimations()) flash.finish();
          return getComputedStyle(cell).color;
        }),
      ),
    );
  const since = (timeMs: number) => `Last price ${clockText(timeMs)}`;
  const first = market.quotes.index.find(({ s }) => s === lively)?.d ?? 0;
  assert.deepEqual(await titles(), [since(first), null, since(stale.d ?? 0)]);
  const [quiet, ink] = await colours();
  assert.notEqual(quiet, ink);
  for (const [round, timeMs] of [MARKET_NOW + 61_000, MARKET_NOW + 83_000].entries()) {
    const prices = asked.map((s) => inDigits(4000 + 1000 * round, digitsOf(market, s)));
    stream.send(asked.map((s, i) => ({ s, d: timeMs, p: prices[i] ?? 0 })));
    // The tick arrives at once; its price is painted in the next frame, which needs the clock.
    await eventually(async () => {
      await page.clock.runFor(20);
      const shown = await Promise.all(asked.map((symbol) => row(symbol).innerText()));
      assert.deepEqual(
        shown,
        asked.map((symbol, i) => say.price(prices[i] ?? 0, digitsOf(market, symbol))),
      );
    });
    assert.deepEqual(await titles(), [null, null, null], 'a new price is no old one');
    await page.clock.runFor(9_900);
    assert.deepEqual(await titles(), [null, null, null], 'after 9.9 seconds');
    assert.deepEqual(await colours(), [ink, ink, ink]);
    await page.clock.runFor(200);
    await eventually(async () => {
      assert.deepEqual(await titles(), [since(timeMs), null, since(timeMs)], 'after 10.1 seconds');
      assert.deepEqual(await colours(), [quiet, ink, quiet]);
    });
  }
  await context.close();
});

for (const look of [
  { width: 1440, theme: 'dark', language: 'tr', skip: 'Turu atla' },
  { width: 390, theme: 'light', language: 'az', skip: 'Turu ötür' },
] as const) {
  test(`the tour shows three places at the first visit only: ${look.width} ${look.language}`, async () => {
    const visit = await startVisit(browser, site, { ...look, tour: true });
    const { page } = visit;
    await visit.open('/dashboard');
    const tour = page.getByRole('dialog');
    await tour.getByText('1 / 3').waitFor();
    for (const step of ['symbol', 'ladder', 'ask']) {
      await tour.getByText(`${['symbol', 'ladder', 'ask'].indexOf(step) + 1} / 3`).waitFor();
      await waitForPanels(page);
      const boxes = await page.evaluate((name) => {
        const shown = [...document.querySelectorAll(`[data-tour=${name}]`)].find(
          (one) => one.getClientRects().length > 0,
        );
        const card = document.querySelector('[role=dialog]')?.getBoundingClientRect();
        const place = shown?.getBoundingClientRect();
        const ring = document.querySelector('.outline-brass')?.getBoundingClientRect();
        return { card: card?.toJSON(), place: place?.toJSON(), ring: ring?.toJSON() };
      }, step);
      assert.ok(
        boxes.card.left >= 0 && boxes.card.right <= look.width,
        `${step}: ${boxes.card.left}`,
      );
      assert.ok(
        boxes.card.top >= 0 && boxes.card.bottom <= (look.width < 600 ? 844 : 900) + 56,
        step,
      );
      // The ring around a mark in a line of text is narrower.
      const gap = step === 'ask' ? 3 : 8;
      assert.ok(
        Math.abs(boxes.ring.top - Math.max(2, boxes.place.top - gap)) <= 1,
        `${step}: ring`,
      );
      assert.ok(boxes.place.top >= 0 && boxes.place.top < boxes.ring.bottom, `${step} is in view`);
      if (step === 'symbol') await assertSound(visit);
      if (step !== 'ask') await page.keyboard.press('ArrowRight');
    }
    await page.keyboard.press('Escape');
    await tour.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await waitForPanels(page);
    assert.equal(await tour.count(), 0, 'never again');
    if (look.width === 1440) {
      await page.keyboard.press('?');
      await tour.getByRole('button', { name: TEXTS[look.language].shell.help.tour }).click();
      await tour.getByText('1 / 3').waitFor();
      await tour.getByRole('button', { name: look.skip }).click();
      await tour.waitFor({ state: 'detached' });
    }
    await visit.context.close();
  });
}
