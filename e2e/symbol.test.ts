import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES, type Language, type Reply, type ROUTES } from '@rasat/contract';
import type { Locator, Page } from 'playwright-core';
import { symbol as az } from '../web/src/i18n/az/symbol.ts';
import { why as azWhy } from '../web/src/i18n/az/why.ts';
import { symbol as en } from '../web/src/i18n/en/symbol.ts';
import { why as enWhy } from '../web/src/i18n/en/why.ts';
import { symbol as tr } from '../web/src/i18n/tr/symbol.ts';
import { why as trWhy } from '../web/src/i18n/tr/why.ts';
import { fill, TEXTS } from './catalogue.ts';
import {
  asSpoken,
  cellsOf,
  clockText,
  END_WORDS,
  expectedTexts,
  linesOf,
  namesOf,
  oneLine,
} from './expected-texts.ts';
import {
  assertSound,
  counted,
  eventually,
  focused,
  inTurn,
  settle,
  startBrowser,
  startVisit,
  type Visit,
} from './fixtures.ts';
import {
  type GeneratedAnalysis,
  generateAnalysis,
  MONDAY,
  serveAnalysis,
} from './generated-analysis.ts';
import {
  generateMarket,
  inDigits,
  MARKET_NOW,
  playStream,
  SEED,
  serveMarket,
} from './generated-market.ts';
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
  days: 300,
  chance: null,
  baseline: { tp1: 0.5, sl: 0.46, tp2: 0.3 },
  cost: 0.02,
  hits: { n: 200, share: 0.51, baseline: 0.5, difference: { value: 0.01, low: -0.04, high: 0.06 } },
  first: leg,
  second: leg,
  verdict: 'undecided',
} as const;
/** Figures of both setups, as the record answers them. */
const RATES: Reply<typeof ROUTES.recordRates> = ['pivot', 'break'].map((setup) => ({
  kind: 'condition',
  setup,
  category: 'forex',
  source: 'simulated',
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

const SYMBOL_TEXTS = { tr, az, en } as const;
const WHY_TEXTS = { tr: trWhy, az: azWhy, en: enWhy } as const;
const DAY_MS = 86_400_000;

/** What the parts of the page must say of an analysis, as a person reads them; `p` is the last price. */
function expectPage(made: GeneratedAnalysis, language: Language, p: number) {
  const say = expectedTexts(language);
  const { words, signal, boxes: boxNames } = TEXTS[language];
  const t = SYMBOL_TEXTS[language];
  const { entry, quote, seer, levels, cycle } = made;
  const { symbol, digits } = entry;
  const price = (value: number | null) => say.price(value, digits);
  const moment = (timeMs: number) => say.moment(timeMs, MARKET_NOW);
  const day = (timeMs: number) => say.day(timeMs, MARKET_NOW);
  const condition = seer.tradeCondition ?? assert.fail('a condition');
  const way = say.way(condition.way);
  const base = quote.previousClose;
  const change = base === null ? null : p - base;
  const end = condition.ended === null ? null : END_WORDS[language][condition.ended];
  const told = {
    way,
    stop: price(condition.sl),
    entry: price(condition.price),
    target1: price(condition.tp1),
    target2: price(condition.tp2),
    last: price(p),
    end: end ?? '',
  };
  // 0.37 of the way from entry to TP1, or a quarter of that from TP1 to TP2.
  const share = (Math.abs(p - condition.price) / condition.range) % 1;
  const place = fill(t.condition.placeOf[language === 'tr' ? 'towardTp1' : 'towardTp2'], {
    share: say.percent(share * 100, 1),
  });
  const invalid = condition.way ? t.condition.buyInvalid : t.condition.sellInvalid;
  const isNew = language === 'tr';
  const word = (bullish: boolean | null) =>
    bullish === null ? '—' : bullish ? t.boxes.bullish : t.boxes.bearish;
  return {
    head: [
      entry.name[language],
      words.category[entry.type],
      ...(entry.source === 'simulated' ? [words.simulated] : []),
    ],
    price: [
      price(p),
      words.dayChange,
      `${say.signed(change, digits)} (${say.change(change === null || base === null ? null : (change / base) * 100)})`,
    ],
    figures: [
      [t.dayHigh, price(Math.max(quote.dayHigh ?? 0, p))],
      [t.dayLow, price(Math.min(quote.dayLow ?? Infinity, p))],
      [t.weekOpen, price(quote.weekOpen)],
      [t.atr, price(seer.atr)],
    ],
    condition: [
      t.condition.title,
      end ?? t.condition.active,
      ...(condition.tp1Hit ? [t.condition.tp1Hit] : []),
      t.why,
      t.condition.title,
      way,
      told.entry,
      fill(t.condition.range, { range: price(condition.range) }),
      words.stop,
      told.stop,
      words.entry,
      told.entry,
      words.target1,
      told.target1,
      words.target2,
      told.target2,
      ...(condition.active ? [t.condition.place, place] : []),
      t.condition.time,
      isNew ? `${moment(condition.datetime)} ${words.new}` : moment(condition.datetime),
      t.condition.until,
      moment(condition.expiry),
      t.condition.setup,
      t.condition[condition.setup],
      t.condition.invalidation,
      condition.active ? fill(invalid, { price: told.stop }) : told.stop,
      signal.record,
      signal.recompute,
    ],
    ladder: asSpoken(fill(end === null ? words.ladder.known : words.ladder.ended, told)),
    recompute: asSpoken(
      fill(signal.recomputeOf, {
        signal: fill(signal.name.condition, { symbol, time: moment(condition.datetime) }),
      }),
    ),
    cycle: [
      t.cycle.title,
      day(cycle.date),
      cycle.warming ? t.cycle.warming : cycle.positive ? t.cycle.positive : t.cycle.negative,
      t.why,
      t.cycle.title,
      say.signed(-1, 0),
      say.signed(-0.5, 1),
      '0',
      say.signed(0.5, 1),
      say.signed(1, 0),
      `${t.cycle.value} ${say.signed(cycle.value)}`,
      `${t.cycle.percentage} ${say.percent(cycle.percentage, 1)} · ${fill(t.cycle.threshold, { value: say.percent(50, 0) })}`,
      ...(cycle.warming ? [t.cycle.warmingText] : []),
    ],
    gauge: asSpoken(
      fill(t.cycle.sentence, {
        value: say.signed(cycle.value),
        percentage: say.percent(cycle.percentage, 1),
        word: cycle.warming
          ? t.cycle.warming
          : cycle.positive
            ? t.cycle.positive
            : t.cycle.negative,
        threshold: say.percent(50, 0),
      }),
    ),
    seers: seerLines(made, language),
    week: fill(t.levels.week, {
      number: 47,
      from: day(MONDAY),
      // To Sunday where the market never closes, else to Friday.
      to: day(MONDAY + (entry.calendar === 'always' ? 6 : 4) * DAY_MS),
    }),
    weekly: asSpoken(
      fill(t.levels.summary, {
        symbol,
        price: price(quote.p),
        buy: price(levels.buy[0] ?? null),
        sell: price(levels.sell[0] ?? null),
      }),
    ),
    levels: (['buy', 'sell'] as const).map((side) =>
      levels[side].map((level, i) =>
        oneLine(
          `${i === 0 ? t.levels.entry : fill(t.levels.target, { index: i })} ${price(level)} ${t.whyLevel}`,
        ),
      ),
    ),
    boxes: made.boxes.map((box, i) => {
      const name = Object.values({ 0: boxNames.hayyam, 1: '52', 2: '144', 3: '36', 4: 'Crystal' })[
        i
      ];
      if (box === null) return [name, t.boxes.none, t.boxes.long, '—', t.boxes.short, '—'];
      const trade = made.trades.find((one) => one.t === i + 1) ?? null;
      const outcome = (['open', 'stopped', 'none', 'tp2'] as const)[i] ?? 'none';
      const long = i === 0 ? (made.longTerm[0] ?? null) : null;
      const longWord = long === null ? null : false;
      return [
        name,
        trade === null ? t.boxes.noWord : word(trade.way),
        t.boxes.start,
        day(box.d.start),
        t.boxes.end,
        day(box.d.end),
        t.boxes.status,
        t.boxes.outcome[outcome],
        ...(trade === null
          ? [
              t.boxes.upTrade,
              price(box.p.upTrade),
              t.boxes.downTrade,
              price(box.p.downTrade),
              t.boxes.waiting,
            ]
          : [
              words.entry,
              price(trade.p),
              words.stop,
              price(trade.sl),
              words.target1,
              price(trade.tp1),
              words.target2,
              price(trade.tp2),
              signal.recompute,
            ]),
        // Opened by the box before the one that is drawn.
        ...(i === 3 ? [t.boxes.earlier] : []),
        ...(long === null
          ? []
          : [
              fill(t.boxes.longOf, { resolution: t.resolution['1D'] }),
              fill(t.boxes.range, { bottom: price(long.p.bottom), top: price(long.p.top) }),
              `${day(long.d.start)} – ${day(long.d.end)}`,
            ]),
        t.boxes.long,
        word(longWord),
        t.boxes.short,
        word(trade?.way ?? null),
        t.why,
        name,
      ];
    }),
    sketches: made.boxes.flatMap((box, i) => {
      if (box === null) return [];
      const name = [boxNames.hayyam, '52', '144', '36'][i] ?? '';
      const sketch = (of: GeneratedAnalysis['longTerm'][number] | typeof box) =>
        asSpoken(
          fill(t.boxes.sketch, {
            box: name,
            term: of.term === 'long' ? t.boxes.long : t.boxes.short,
            bottom: price(of.p.bottom),
            top: price(of.p.top),
            from: day(of.d.start),
            to: day(of.d.end),
          }),
        );
      const trade = made.trades.find((one) => one.t === i + 1);
      const values = trade && {
        way: say.way(trade.way),
        stop: price(trade.sl),
        entry: price(trade.p),
        target1: price(trade.tp1),
        target2: price(trade.tp2),
        last: price(p),
        end: i === 1 ? t.boxes.outcome.stopped : t.boxes.outcome.tp2,
      };
      return [
        sketch(box),
        ...(values
          ? [asSpoken(fill(i === 0 ? words.ladder.known : words.ladder.ended, values))]
          : []),
        ...(i === 0 ? made.longTerm.map(sketch) : []),
      ];
    }),
  };
}

function seerLines({ entry, seer }: GeneratedAnalysis, language: Language): string[][] {
  const say = expectedTexts(language);
  const t = SYMBOL_TEXTS[language];
  const line = (name: string, one: { way: boolean; level: number } | null, note: string) =>
    one === null
      ? [name, t.seer.none]
      : [
          name,
          note,
          say.price(one.level, entry.digits),
          one.way ? t.seer.support : t.seer.resistance,
        ];
  const days = (count: number) => fill(t.seer.days_other, { count });
  const isMain = language !== 'az';
  return [
    line(isMain ? t.seer.main : t.seer.middle, seer.seer, days(isMain ? 118 : 20)),
    line(
      t.seer.close,
      seer.closeSeer,
      `${language === 'tr' ? t.seer.safe : t.seer.risky} · ${days(5)}`,
    ),
    line(t.seer.reverse, seer.reverseSeer, language === 'tr' ? t.seer.band : t.seer.opposite),
    line(t.seer.crystal, seer.crystalSeer, say.day(MONDAY, MARKET_NOW)),
  ];
}

/** The paragraphs of the analysis and its reasons, clause by clause. */
function expectAnalysis(
  { entry, quote, seer, levels, cycle, boxes }: GeneratedAnalysis,
  language: Language,
) {
  const say = expectedTexts(language);
  const t = SYMBOL_TEXTS[language];
  const names = TEXTS[language].boxes;
  const price = (value: number | null | undefined) => say.price(value ?? null, entry.digits);
  const condition = seer.tradeCondition ?? assert.fail('a condition');
  const p = quote.p ?? 0;
  const list = (first: string, last: string) => `${first} ${t.word.and} ${last}`;
  const of = {
    symbol: entry.symbol,
    time: say.moment(condition.datetime, MARKET_NOW),
    price: price(condition.price),
    way: condition.way ? t.word.buy : t.word.sell,
  };
  const targets = { tp1: price(condition.tp1), tp2: price(condition.tp2), sl: price(condition.sl) };
  const above = levels.buy[0] ?? 0;
  const below = boxes[1]?.p.bottom ?? 0;
  const away = (level: number) => say.number(Math.abs(level - p) / (seer.atr ?? 1), 2);
  const near = {
    above: { price: price(above), level: t.level.buyEntry, atr: away(above) },
    below: { price: price(below), level: fill(t.level.bottom, { box: '52' }), atr: away(below) },
  };
  const percentage = say.percent(cycle.percentage, 1);
  const level = price(seer.seer?.level);
  const closeLevel = price(seer.closeSeer?.level);
  const { support, resistance } = t.word;
  const { text } = t;
  const ofBoxes = [
    fill(text.boxes.bullish_other, { boxes: list(names.hayyam, '36') }),
    fill(text.boxes.bearish_one, { boxes: '52' }),
    fill(text.boxes.untraded_other, { boxes: list('144', 'Crystal') }),
  ];
  const rate = fill(text.rate.known, {
    n: say.count(1200),
    rate: say.percent(53, 1),
    low: say.percent(49.5, 1),
    high: say.percent(57.4, 1),
    baseline: say.percent(48.5, 1),
  });
  const backtest = fill(text.rate.backtest, { of: TEXTS[language].words.pricesOf.simulated });
  const paragraphs: Readonly<Record<Language, readonly (readonly (readonly string[])[])[]>> = {
    tr: [
      [[fill(text.condition.active, of)], [fill(text.targets.buy, targets)]],
      [
        [
          fill(text.seer.agrees, { age: t.word.main, seer: support, level }),
          fill(text.close.safe, { seer: support, level: closeLevel }),
        ],
        [...ofBoxes, fill(text.nearest.above, near.above), fill(text.nearest.below, near.below)],
      ],
      [[fill(text.cycle.positive, { percentage }), rate, backtest]],
    ],
    az: [
      [[fill(text.condition.stoppedTp1, of)], [fill(text.targets.ended, targets)]],
      [
        [
          fill(text.seer.agrees, { age: t.word.middle, seer: resistance, level }),
          fill(text.close.risky, { seer: support, level: closeLevel }),
        ],
        [
          ...ofBoxes,
          fill(text.nearest.abovePlain, near.above),
          fill(text.nearest.belowPlain, near.below),
        ],
      ],
      [[fill(text.cycle.negative, { percentage }), text.rate.none]],
    ],
    en: [
      [[fill(text.condition.activeTp1, of)], [fill(text.targets.sell, targets)]],
      [
        [fill(text.seer.differs, { age: t.word.main, seer: support, level }), text.close.none],
        [...ofBoxes, fill(text.nearest.above, near.above), fill(text.nearest.below, near.below)],
      ],
      [[fill(text.cycle.warming, { percentage }), text.rate.none]],
    ],
  };
  const reason = t.reason;
  const box = (name: string) => fill(reason.box, { box: name });
  const cycleName = fill(reason.cycle, { percentage });
  const { up, down, flat } = t.analysis;
  // By weight; what weighs the same in the order seers, weekly levels, cycle, boxes.
  const reasons: Readonly<Record<Language, readonly (readonly [string, string, number])[]>> = {
    tr: [
      [up, reason.main, 3],
      [up, reason.close, 2],
      [up, cycleName, 2],
      [up, box(names.hayyam), 2],
      [down, reason.crystal, 1],
      [up, box('36'), 1],
    ],
    az: [
      [down, reason.middle, 2],
      [down, cycleName, 2],
      [up, box(names.hayyam), 2],
      [up, reason.close, 1],
      [up, reason.crystal, 1],
      [up, box('36'), 1],
    ],
    en: [
      [up, reason.main, 3],
      [up, box(names.hayyam), 2],
      [down, reason.crystal, 1],
      [up, box('36'), 1],
      [flat, reason.weekly, 0],
      [flat, cycleName, 0],
    ],
  };
  const capital = (sentence: string) =>
    sentence.charAt(0).toLocaleUpperCase(language) + sentence.slice(1);
  return {
    computed: say.moment(seer.computedAt, MARKET_NOW),
    paragraphs: paragraphs[language].map((sentences) =>
      oneLine(sentences.map((clauses) => `${capital(clauses.join('; '))}.`).join(' ')),
    ),
    reasons: reasons[language].map(([way, name, pips]) => asSpoken(fill(way, { name, pips }))),
  };
}

for (const language of inTurn(LANGUAGES)) {
  test(`every price, way, time and sentence of the symbol page is that of the API (${language})`, async (t) => {
    t.diagnostic(`SEED=${SEED}`);
    const analysis = generateAnalysis(language, SEED);
    const { entry, quote } = analysis;
    const texts = SYMBOL_TEXTS[language];
    const { words } = TEXTS[language];
    const made = await startVisit(browser, site, { language });
    const { page, context } = made;
    const market = generateMarket(SEED);
    await serveMarket(page, {
      ...market,
      symbols: [...market.symbols, entry],
      quotes: { ...market.quotes, [entry.type]: [...market.quotes[entry.type], quote] },
    });
    await serveAnalysis(page, analysis);
    const stream = await playStream(page);
    await made.open(`/dashboard/symbol/${entry.symbol}`);
    await settle(page);
    const region = (name: string) => page.getByRole('region', { name, exact: true });
    const said = async (name: string) => linesOf(await region(name).innerText());
    const title = page.getByRole('heading', { level: 1 }).locator('xpath=..');
    const priceBlock = title.locator('xpath=following-sibling::div[1]');
    const readPage = async () => {
      const cards = region(texts.boxes.title).locator('section');
      const seers = region(texts.seer.title).locator('li');
      return {
        head: linesOf(await title.locator('p').innerText()),
        price: linesOf(await priceBlock.locator('> div').innerText()),
        figures: (await title.locator('xpath=following-sibling::dl[1]/div').allInnerTexts()).map(
          linesOf,
        ),
        condition: await said(texts.condition.title),
        ladder: (await namesOf(region(texts.condition.title), 'img'))[0],
        recompute: (await namesOf(region(texts.condition.title), 'link'))[0],
        cycle: await said(texts.cycle.title),
        gauge: (await namesOf(region(texts.cycle.title), 'img'))[0],
        seers: (await seers.allInnerTexts()).map(linesOf),
        week: oneLine(await region(texts.levels.title).locator('header .num').innerText()),
        weekly: (await namesOf(region(texts.levels.title), 'img'))[0],
        levels: await Promise.all(
          [texts.levels.buyList, texts.levels.sellList].map(async (name) =>
            (await region(name).getByRole('button').allInnerTexts()).map(oneLine),
          ),
        ),
        boxes: (await cards.allInnerTexts()).map(linesOf),
        sketches: await namesOf(region(texts.boxes.title), 'img'),
      };
    };
    const shows = (price: number) =>
      eventually(async () =>
        assert.deepEqual(await readPage(), expectPage(analysis, language, price)),
      );
    await shows(quote.p ?? 0);
    const panel = region(texts.analysis.title);
    assert.deepEqual(
      {
        computed: oneLine(await panel.locator('header .num').innerText()),
        paragraphs: (await panel.locator('p').allInnerTexts()).slice(0, 3).map(oneLine),
        reasons: await namesOf(panel, 'img'),
      },
      expectAnalysis(analysis, language),
    );
    await lookAtWhy(page, analysis, language);
    await lookAtTables(page, analysis, language);

    // A tick moves the price, its day, the ladders and its place among the lines.
    const condition = analysis.seer.tradeCondition ?? assert.fail('a condition');
    const ranges = (language === 'tr' ? 0.62 : -1.75) * condition.range;
    const p = inDigits(condition.price + ranges, entry.digits);
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
    const stateLine = async () => oneLine(await priceBlock.locator('> p').innerText());
    const expectState = (timeMs: number, state: 'live' | 'stale') =>
      `${expectedTexts(language).moment(timeMs, MARKET_NOW)}${clockText(timeMs).slice(5)} ${words.zone} · ${texts.state[state]}`;
    await eventually(async () =>
      assert.equal(await stateLine(), expectState(quote.d ?? 0, 'stale')),
    );
    for (const timeMs of [MARKET_NOW + 61_000, MARKET_NOW + 83_000]) {
      const ticked = timeMs === MARKET_NOW + 61_000 ? p : (quote.p ?? 0);
      stream.send([{ s: entry.symbol, d: timeMs, p: ticked }]);
      // The message comes by itself, its price is painted in the next frame of the page's time.
      await eventually(async () => {
        await page.clock.runFor(20);
        assert.equal(await stateLine(), expectState(timeMs, 'live'));
      });
      await shows(ticked);
      await page.clock.runFor(9_900);
      assert.equal(await stateLine(), expectState(timeMs, 'live'), 'after 9.9 seconds');
      await page.clock.runFor(200);
      assert.equal(await stateLine(), expectState(timeMs, 'stale'), 'after 10.1 seconds');
    }
    const reader = priceBlock.getByRole('button', { name: texts.reader.on });
    await reader.click();
    assert.equal(
      await priceBlock.getByRole('status').textContent(),
      `${entry.symbol} ${expectedTexts(language).price(quote.p, entry.digits)}`,
    );
    await context.close();
  });
}

/** The reason of the condition: what is explained, its price, and how far that is from the last one. */
async function lookAtWhy(page: Page, made: GeneratedAnalysis, language: Language): Promise<void> {
  const say = expectedTexts(language);
  const t = SYMBOL_TEXTS[language];
  const why = WHY_TEXTS[language];
  const { digits, symbol } = made.entry;
  const condition = made.seer.tradeCondition ?? assert.fail('a condition');
  const panel = page.getByRole('region', { name: t.condition.title });
  await panel.getByRole('button', { name: t.why }).click();
  const dialog = page.getByRole('dialog', { name: why.title });
  const parts = [
    ['entry', 'p', condition.price],
    ['sl', 'sl', condition.sl],
    ['tp1', 'tp1', condition.tp1],
    ['tp2', 'tp2', condition.tp2],
  ] as const;
  for (const [name, part, value] of parts) {
    await dialog.getByRole('radio', { name: t.whyParts[name], exact: true }).check();
    const away = Math.abs(value - (made.quote.p ?? 0));
    const { atr } = made.seer;
    const price = say.price(away, digits);
    assert.deepEqual(linesOf(await dialog.locator('section section').first().innerText()), [
      why.kind.condition[part],
      say.price(value, digits),
      atr === null
        ? fill(why.distanceNoAtr, { price })
        : fill(why.distance, { price, atr: say.number(away / atr, 2) }),
    ]);
  }
  const kin = dialog.getByRole('region', { name: why.baseRate });
  const { signal } = TEXTS[language];
  // Only the setup of the Turkish visit has signals enough; that of the Azerbaijani one has fourteen, the third none.
  const few = signal.verdict.few;
  const known = [
    say.percent(53, 1),
    asSpoken(fill(signal.rate.range, { low: say.percent(49.5, 1), high: say.percent(57.4, 1) })),
    say.percent(48.5, 1),
    say.count(1200),
  ];
  assert.deepEqual(
    (await kin.locator('dd').allInnerTexts()).map(asSpoken),
    language === 'tr' ? known : [few, few, few, language === 'az' ? '14' : few, few],
  );
  assert.deepEqual(await namesOf(kin, 'link').then((names) => names.slice(-1)), [
    asSpoken(
      fill(signal.recomputeOf, {
        signal: fill(signal.name.condition, {
          symbol,
          time: say.moment(condition.datetime, MARKET_NOW),
        }),
      }),
    ),
  ]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

/** The weekly levels and candles as tables, the weeks before, and the long boxes of a kind. */
async function lookAtTables(
  page: Page,
  made: GeneratedAnalysis,
  language: Language,
): Promise<void> {
  const say = expectedTexts(language);
  const t = SYMBOL_TEXTS[language];
  const { entry, levels, longTerm } = made;
  const { symbol } = entry;
  const price = (value: number | null | undefined) => say.price(value ?? null, entry.digits);
  const day = (timeMs: number) => say.day(timeMs, MARKET_NOW);
  const { words, signal } = TEXTS[language];
  const rowsOf = (inside: Locator) => cellsOf(inside.locator('thead tr, tbody tr'));
  const table = (name: string) => page.getByRole('table', { name });
  await page.getByRole('button', { name: t.levels.table }).click();
  const sideName = { buy: t.levels.buyTarget, sell: t.levels.sellTarget };
  assert.deepEqual(await rowsOf(table(fill(t.levels.levelsTitle, { symbol }))), [
    [t.levels.name, words.price],
    ...(['buy', 'sell'] as const).flatMap((side) =>
      levels[side].map((value, index) => [
        index === 0 ? t.levels[`${side}Entry`] : fill(sideName[side], { index }),
        price(value),
      ]),
    ),
  ]);
  assert.deepEqual(await rowsOf(table(fill(t.levels.barsTitle, { symbol }))), [
    [t.levels.pastWeek, t.levels.open, t.levels.high, t.levels.low, t.levels.close],
    ...made
      .barsOf('1W')
      .slice(10)
      .toReversed()
      .map(({ d, o, h, l, c }) => [day(d), price(o), price(h), price(l), price(c)]),
  ]);
  await page.getByRole('button', { name: t.levels.chart }).click();

  await page.getByRole('button', { name: t.levels.past }).click();
  const weeks = page.getByRole('dialog', { name: fill(t.levels.pastTitle, { symbol }) });
  await weeks.getByRole('row').nth(3).waitFor();
  const outcomes = [t.boxes.outcome.tp1, '', t.boxes.outcome.stopped];
  assert.deepEqual(await rowsOf(weeks), [
    [
      t.levels.pastWeek,
      t.levels.buyEntry,
      t.levels.sellEntry,
      words.way,
      words.price,
      t.levels.outcome,
      signal.record,
    ],
    ...made.pastWeeks.map(({ d, buy, sell, outcome }, i) => [
      `${46 - i} · ${day(d)}`,
      price(buy[0]),
      price(sell[0]),
      outcome === null ? t.levels.untouched : say.way(outcome.way),
      price(outcome?.p),
      outcomes[i],
      '',
    ]),
  ]);
  await page.keyboard.press('Escape');
  await weeks.waitFor({ state: 'detached' });

  const box = TEXTS[language].boxes.hayyam;
  await page.getByRole('button', { name: fill(t.boxes.past, { box }) }).click();
  const past = page.getByRole('dialog', { name: fill(t.boxes.pastTitle, { symbol, box }) });
  await past.getByRole('radio', { name: t.boxes.long, exact: true }).check();
  await past.getByRole('row').nth(1).waitFor();
  assert.deepEqual(await rowsOf(past), [
    [
      t.boxes.start,
      t.boxes.end,
      t.boxes.bottom,
      t.boxes.top,
      words.way,
      words.entry,
      t.boxes.exit,
      t.boxes.status,
      signal.record,
    ],
    ...longTerm.map(({ d, p, trade }) => [
      `${day(d.start)} · ${t.boxes.current}`,
      day(d.end),
      price(p.bottom),
      price(p.top),
      say.way(trade?.way ?? true),
      price(trade?.p),
      price(trade?.exit),
      t.boxes.outcome.open,
      '',
    ]),
  ]);
  await page.keyboard.press('Escape');
  await past.waitFor({ state: 'detached' });
}
