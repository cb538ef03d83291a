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
  expectedTexts,
  linesOf,
  namesOf,
  oneLine,
} from './expected-texts.ts';
import {
  assertSound,
  eventually,
  inTurn,
  startBrowser,
  startVisit,
  type Visit,
  waitForCount,
  waitForFocus,
  waitForPanels,
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
  VISITOR_AHEAD_MS,
} from './generated-market.ts';
import { readAs } from './sign-in.ts';
import { shareSite } from './site.ts';
import { CHANCE_TEXTS, expectTouch, linesOfChance } from './touch-values.ts';

type Seer = Reply<typeof ROUTES.seer>;
type Row = Reply<typeof ROUTES.recordRow>;

const SYMBOL = 'EURUSD';
const ADDRESS = `/dashboard/symbol/${SYMBOL}`;

const leg = {
  mean: 0.02,
  net: null,
  baseline: 0.01,
  difference: null,
  netBaseline: 0,
  netDifference: null,
};
const figures = {
  n: 200,
  tp1: 102,
  sl: 90,
  expired: 8,
  tp2: 60,
  voided: 0,
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
/** Figures of both setups in the answer of the record. */
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
  await waitForPanels(made.page);
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
  // First the condition, then the reasons by weight, then the base rate, once.
  assert.match(await analysis.locator('p').first().innerText(), /^(Etkin|EURUSD için henüz)/);
  const pips = await namesOf(analysis, 'img');
  const weights = pips.map((name) => Number(/\d$/.exec(name)?.[0]));
  assert.ok(weights.length > 0);
  assert.deepEqual(
    weights,
    weights.toSorted((a, b) => b - a),
  );
  await waitForCount(analysis.getByText(/eşlenmiş girişlerde|yeterli sonuçlanmış/), 1);
  await analysis.getByRole('link', { name: 'Yöntem' }).waitFor();
  assert.match(await page.getByText('Simülasyon', { exact: true }).first().innerText(), /./);
  await page.getByRole('img', { name: /^Döngü [+−]?\d,\d\d/ }).waitFor();
  await page.getByRole('img', { name: /günlük mumları ve \d+\. haftanın seviyeleri/ }).waitFor();
  await context.close();
});

test('the symbol page shows a price that follows the ticks', async () => {
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
  const labels = page.getByRole('list', { name: 'Haftalık seviyeler' });
  const cell = labels.getByRole('button', { name: /^Alış TP1/ });
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
  await waitForFocus(cell);
  assert.deepEqual(problems, []);
  await context.close();
});

test('the symbol page shows one list or both, and everything as a table', async () => {
  const { page, context } = await visit();
  const labels = page.getByRole('list', { name: 'Haftalık seviyeler' });
  await waitForCount(labels.getByRole('button'), 12);
  await page.getByRole('radio', { name: 'Alış', exact: true }).click();
  await waitForCount(labels.getByRole('button'), 6);
  await waitForCount(labels.getByRole('button', { name: /^Satış/ }), 0);
  await page.getByRole('radio', { name: 'Her ikisi' }).click();
  await waitForCount(labels.getByRole('button'), 12);
  await page.getByRole('button', { name: 'Tablo olarak göster' }).click();
  const bars = page.getByRole('table', { name: `${SYMBOL} son 50 günlük mum` });
  await waitForCount(bars.locator('tbody tr'), 50);
  const levels = page.getByRole('table', { name: `${SYMBOL} haftalık seviyeleri` });
  await waitForCount(levels.locator('tbody tr'), 12);
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
  await page.getByRole('button', { name: 'Geçmiş Hayyam' }).click();
  const boxes = page.getByRole('dialog', { name: `${SYMBOL} · Hayyam kutuları` });
  await boxes
    .getByText(/Zarar durdur görüldü|[12]\. hedef görüldü|Süresi doldu/)
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
  await waitForPanels(page);
  const analysis = page.getByRole('region', { name: 'Tahminci analizi' });
  await analysis
    .getByText(
      'Benzer 200 koşulda önce TP1 görülme oranı %51,0 (aralık %46,0–\u2060%56,0); eşlenmiş girişlerde %50,0. Geriye dönük test: simülasyon fiyatları.',
    )
    .waitFor();
  const text = await analysis.innerText();
  assert.doesNotMatch(text, /kanıtlanmamış|ayrışıyor/, 'nothing follows from a backtest');
  assert.equal(text.split('%51,0').length, 2, 'the rate stands once');
  await context.close();
});

test('without an answer of the record the symbol page is complete and shows no rate', async () => {
  const made = await startVisit(browser, site);
  const { page, context } = made;
  await page.route(`**/api/record/rates/${SYMBOL}`, () => undefined);
  await made.open(ADDRESS);
  await waitForPanels(page);
  const analysis = page.getByRole('region', { name: 'Tahminci analizi' });
  await analysis.getByRole('link', { name: 'Yöntem' }).waitFor();
  assert.doesNotMatch(await analysis.innerText(), /önce TP1 görülme oranı|yeterli sonuçlanmış/);
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

test('the symbol page keeps the rest of the page when one call fails, and repeats the call on request', async () => {
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
  await waitForPanels(page);
  const again = [
    '/api/seer/',
    '/api/levels/',
    '/api/touch/',
    '/api/cycle/',
    '/api/historical/',
  ].map((call) => page.waitForResponse((response) => response.url().includes(`${call}${SYMBOL}`)));
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
  await waitForPanels(page);
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

test('the symbol page of a young symbol is complete without any value', async () => {
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
    [`touch/${SYMBOL}`, null],
    [`cycle/${SYMBOL}`, null],
    [`box/${SYMBOL}/chart/*`, null],
    [`box/${SYMBOL}/trade`, []],
    [`historical/${SYMBOL}/box`, { shortTerm: [], longTerm: [] }],
    [`historical/${SYMBOL}/levels`, []],
    [`historical/${SYMBOL}-1D*`, []],
  ];
  for (const [call, json] of empty) {
    await page.route(`**/api/${call}`, (route) => route.fulfill({ json }));
  }
  await made.open(ADDRESS);
  await waitForPanels(page);
  for (const text of [
    'There is no published condition right now.',
    'Weekly levels need 20 weeks of history.',
    'There are not enough days for the cycle.',
    'This symbol has too little history for a trade condition.',
  ]) {
    await page.getByText(text).first().waitFor();
  }
  await waitForCount(page.getByText('Not enough history', { exact: true }), 4);
  await waitForCount(page.getByText('No box yet', { exact: true }), 5);
  await assertSound(made);
  await context.close();
});

const SYMBOL_TEXTS = { tr, az, en } as const;
const WHY_TEXTS = { tr: trWhy, az: azWhy, en: enWhy } as const;
const DAY_MS = 86_400_000;

/** Time left of the generated week: forex closes on Friday 22:00 UTC, New York 21:00, crypto on Monday 00:00. */
const LEFT = {
  tr: { days: 2, hours: 8 },
  az: { days: 2, hours: 7 },
  en: { days: 4, hours: 10 },
} as const;

/** Returns the texts that the page must show of an analysis; `p` is the last price. */
function expectPage(made: GeneratedAnalysis, language: Language, p: number) {
  const say = expectedTexts(language);
  const { words, signal } = TEXTS[language];
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
  // Only the condition of the Azerbaijani visit has ended, by its stop.
  const isOver = condition.ended !== null;
  const side = condition.way ? 1 : -1;
  const values = {
    way,
    stop: price(condition.sl),
    entry: price(condition.price),
    target1: price(condition.tp1),
    target2: price(condition.tp2),
    last: price(p),
    end: t.condition.ended.stop,
    exit: price(condition.sl),
  };
  const chances = expectTouch(language, digits, made.touch);
  /** The chance of a label, without the time at which its level was reached. */
  const labelChance = (level: number): string => {
    const { seen = '', said = '' } = chances.week.of(level) ?? {};
    const { short } = CHANCE_TEXTS[language];
    const isReached = made.touch.levels?.levels.some(
      (one) => one.level === level && one.first !== null,
    );
    return `${isReached ? short.reached : seen} ${said}`;
  };
  const isNew = language === 'tr';
  const until = {
    tr: moment(condition.expiry),
    // An ended condition has no validity.
    az: '',
    en: moment(condition.expiry),
  }[language];
  const [buy] = levels.buy;
  const [sell] = levels.sell;
  return {
    head: [
      entry.name[language],
      words.category[entry.type],
      entry.source === 'simulated'
        ? words.simulated
        : `${entry.source} · ${words.delay['real-time']}`,
    ],
    price: [
      price(p),
      words.dayChange,
      `${say.signed(change, digits)} (${say.change(change === null || base === null ? null : (change / base) * 100)})`,
    ],
    figures: [
      [t.dayHigh, price(Math.max(quote.dayHigh ?? 0, p))],
      [t.dayLow, price(Math.min(quote.dayLow ?? Infinity, p))],
      [fill(t.weekOpenOf, { number: 47 }), price(quote.weekOpen)],
      [t.atr, price(seer.atr)],
    ],
    condition: [
      t.condition.title,
      t.why,
      t.condition.title,
      isOver ? t.condition.noneActive : t.condition.active,
      ...(isOver ? [t.condition.last, t.condition.ended.stop] : []),
      way,
      values.entry,
      fill(t.condition.range, { range: price(condition.range) }),
      ...(condition.tp1Hit ? [t.condition.tp1Hit] : []),
      `${say.signed(isOver ? -1 : (side * (p - condition.price)) / condition.range)} R`,
      words.stop,
      values.stop,
      words.entry,
      values.entry,
      words.target1,
      values.target1,
      words.target2,
      values.target2,
      ...(isOver || condition.tp1Hit ? [] : [CHANCE_TEXTS[language].equal]),
      t.condition.time,
      isNew ? `${moment(condition.datetime)} ${words.new}` : moment(condition.datetime),
      ...(isOver
        ? [t.condition.over, `${moment(condition.endedAt ?? 0)} · ${values.stop}`]
        : [
            t.condition.until,
            until,
            t.condition.endsIf,
            fill(t.condition.ifReached, { price: values.stop }),
          ]),
      t.condition.setup,
      t.condition[condition.setup],
      signal.record,
      signal.recompute,
    ],
    ladder: asSpoken(fill(isOver ? t.trade.ladderEnded : words.ladder.known, values)),
    recompute: asSpoken(
      fill(signal.recomputeOf, {
        signal: fill(signal.name.condition, { symbol, time: moment(condition.datetime) }),
      }),
    ),
    cycle: [
      t.cycle.title,
      day(cycle.date),
      t.why,
      t.cycle.title,
      cycle.warming ? t.cycle.warming : cycle.positive ? t.cycle.positive : t.cycle.negative,
      say.signed(cycle.value),
      say.signed(-1, 0),
      '0',
      say.signed(1, 0),
      cycle.warming
        ? t.cycle.warmingText
        : fill(cycle.value < 0 ? t.cycle.place.low : t.cycle.place.high, {
            percentage: say.percent(cycle.percentage, 1),
            threshold: say.percent(50, 0),
          }),
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
    // Until Sunday when the market never closes, else until Friday.
    chances: [chances.week.caption, ...(language === 'az' ? [] : chances.mark)],
    week: oneLine(
      `${t.levels.thisWeek} ${fill(t.levels.weekName, { number: 47 })} · 16 – ${day(
        MONDAY + (entry.calendar === 'always' ? 6 : 4) * DAY_MS,
      )} ${fill(t.levels.leftDays, LEFT[language])} ${fill(t.levels.toBefore, { number: 46 })}`,
    ),
    weekly: asSpoken(
      fill(t.levels.summary, {
        symbol,
        number: 47,
        price: price(p),
        buy: price(buy ?? null),
        buyLast: price(levels.buy[5] ?? null),
        sell: price(sell ?? null),
        sellLast: price(levels.sell[5] ?? null),
      }),
    ),
    // From the highest price to the lowest, with the live price among them.
    levels: [
      ...levels.buy.map((level, i) => ({
        level,
        text: `${i === 0 ? t.levels.buyEntry : fill(t.levels.buyTarget, { index: i })} ${labelChance(level)} ${price(level)} ${t.whyLevel}`,
      })),
      { level: p, text: `${words.price} ${price(p)}` },
      ...levels.sell.map((level, i) => ({
        level,
        text: `${i === 0 ? t.levels.sellEntry : fill(t.levels.sellTarget, { index: i })} ${labelChance(level)} ${price(level)} ${t.whyLevel}`,
      })),
    ]
      .toSorted((one, other) => other.level - one.level)
      .map(({ text }) => oneLine(text)),
    boxes: made.boxes.map((_, i) => expectCard(made, language, i)),
    drawings: made.boxes.flatMap((box, i) =>
      box === null ? [] : expectDrawings(made, language, i, p),
    ),
  };
}

const BOX_NAMES = { 1: '52', 2: '144', 3: '36', 4: 'Crystal' } as const;

/**
 * Returns the texts of a card: head, present box, trade of the box before. The first card has an open trade and a long
 * term, the second a stopped trade, the third no trade, the fourth a trade of the box before, the last no box.
 */
function expectCard(made: GeneratedAnalysis, language: Language, i: number) {
  const say = expectedTexts(language);
  const { words, boxes: names } = TEXTS[language];
  const t = SYMBOL_TEXTS[language].boxes;
  const price = (value: number | null) => say.price(value, made.entry.digits);
  const day = (timeMs: number) => say.day(timeMs, MARKET_NOW);
  const box = made.boxes[i] ?? null;
  const chances = expectTouch(language, made.entry.digits, made.touch);
  const name = i === 0 ? names.hayyam : BOX_NAMES[i as 1 | 2 | 3 | 4];
  if (box === null) {
    return {
      head: [name, t.noWord],
      now: [t.now, t.noneYet, t.missing, t.missingCrystal],
      last: [t.last, t.noLast],
    };
  }
  const trade = made.trades.find((one) => one.t === i + 1) ?? null;
  const own = i < 2 ? trade : null;
  const last = i === 3 ? trade : null;
  // 30.5 days after the box was made, which was three days and a few hours ago.
  const left = fill(t.leftDays_other, { count: 27 });
  const tp1 = made.trades[0]?.tp1 ?? 0;
  const { atr } = made.seer;
  const toTarget =
    atr === null
      ? left
      : fill(t.toTarget, { atr: say.number(Math.abs(tp1 - (made.quote.p ?? 0)) / atr, 2) });
  const values = { way: say.way(own?.way ?? true), price: price(own?.p ?? null) };
  const state = own
    ? i === 0
      ? [fill(t.tradeOpen, values), toTarget]
      : [fill(t.tradeOver, { ...values, outcome: t.outcome.stopped }), left]
    : [t.noTradeYet, left];
  return {
    head: [name, trade === null ? t.noWord : trade.way ? t.bullish : t.bearish],
    now: [
      t.now,
      `${day(box.d.start)} – ${day(box.d.end)}`,
      ...state,
      ...(own
        ? [words.stopLong, price(own.sl), t.target1, price(own.tp1), t.target2, price(own.tp2)]
        : [t.upTrade, price(box.p.upTrade), t.downTrade, price(box.p.downTrade)]),
      ...(own && i === 0 ? [CHANCE_TEXTS[language].equal] : []),
      chances.box.caption(i),
      ...(i < 2 ? [...chances.mark, t.chanceEnd] : []),
      ...(['top', 'bottom'] as const).flatMap((edge) => {
        const chance = chances.box.of(i, edge, box.p[edge]);
        return chance ? [t[edge], price(box.p[edge]), chance.seen, chance.pressed] : [];
      }),
    ],
    last: last
      ? [
          t.last,
          t.inPrevious,
          say.way(last.way),
          price(last.p),
          `${say.signed(2)} R`,
          `${t.outcome.tp2} ${price(last.tp2)}`,
          fill(t.opened, { day: day(last.d) }),
        ]
      : [t.last, t.noLast],
  };
}

/** Returns the accessible names of the drawings of a card. */
function expectDrawings(made: GeneratedAnalysis, language: Language, i: number, p: number) {
  const say = expectedTexts(language);
  const { words, boxes: names } = TEXTS[language];
  const t = SYMBOL_TEXTS[language];
  const price = (value: number | null) => say.price(value, made.entry.digits);
  const day = (timeMs: number) => say.day(timeMs, MARKET_NOW);
  const box = made.boxes[i] ?? assert.fail('a box');
  const sketch = fill(t.boxes.sketch, {
    box: i === 0 ? names.hayyam : BOX_NAMES[i as 1 | 2 | 3 | 4],
    term: t.boxes.short,
    bottom: price(box.p.bottom),
    top: price(box.p.top),
    from: day(box.d.start),
    to: day(box.d.end),
  });
  const trade = made.trades.find((one) => one.t === i + 1);
  if (!trade) return [asSpoken(sketch)];
  const values = {
    way: say.way(trade.way),
    stop: price(trade.sl),
    entry: price(trade.p),
    target1: price(trade.tp1),
    target2: price(trade.tp2),
    last: price(p),
    end: i === 1 ? t.boxes.outcome.stopped : t.boxes.outcome.tp2,
    exit: price(i === 1 ? trade.sl : trade.tp2),
  };
  const ladder = fill(i === 0 ? words.ladder.known : t.trade.ladderEnded, values);
  return [asSpoken(sketch), asSpoken(ladder)];
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

/** Returns the texts of the analysis, from its first sentence to the base rate. */
function expectAnalysis(made: GeneratedAnalysis, language: Language) {
  const { entry, quote, seer, levels, cycle, boxes } = made;
  const say = expectedTexts(language);
  const t = SYMBOL_TEXTS[language];
  const { signal, words, boxes: names } = TEXTS[language];
  const price = (value: number | null | undefined) => say.price(value ?? null, entry.digits);
  const condition = seer.tradeCondition ?? assert.fail('a condition');
  const p = quote.p ?? 0;
  const chances = expectTouch(language, entry.digits, made.touch);
  const { text } = t;
  const atr = seer.atr ?? 1;
  const of = {
    price: price(condition.price),
    way: condition.way ? t.word.buy : t.word.sell,
    tp1: price(condition.tp1),
    tp2: price(condition.tp2),
    sl: price(condition.sl),
    day: say.day(condition.endedAt ?? 0, MARKET_NOW).replaceAll(' ', '\u00a0'),
    share: say.percent(37, 0),
    atr: say.number(Math.abs(condition.tp2 - p) / atr, 2),
  };
  const level = (way: boolean | undefined, at: number | undefined) => ({
    seer: way ? t.word.support : t.word.resistance,
    level: price(at),
  });
  const main = level(seer.seer?.way, seer.seer?.level);
  const close = level(seer.closeSeer?.way, seer.closeSeer?.level);
  const crystal = level(seer.crystalSeer?.way, seer.crystalSeer?.level);
  const cycleOf = {
    value: say.signed(cycle.value),
    percentage: say.percent(cycle.percentage, 1),
    threshold: say.percent(50, 0),
  };
  const { title, detail } = text;
  const box = (template: string, name: string) => fill(template, { boxes: name });
  const hayyam = [box(title.box.bullish, names.hayyam), detail.box.open] as const;
  const b36 = [box(title.box.bullish, '36'), detail.box.reached] as const;
  const crystalLines = [fill(title.crystal, crystal), detail.crystal] as const;
  const days = (template: string, count: number) => fill(template, { count });
  const { up, down, flat } = t.analysis;
  // By weight; at equal weight in the order seers, weekly levels, cycle, boxes.
  const reasons: Readonly<
    Record<Language, readonly (readonly [string, string, string, number])[]>
  > = {
    tr: [
      [fill(title.main, main), `${days(detail.seer.up_other, 118)} ${detail.agrees}`, up, 3],
      [fill(title.close, close), days(detail.close.safe_other, 5), up, 2],
      [title.cycle.positive, fill(detail.cycle.above, cycleOf), up, 2],
      [...hayyam, up, 2],
      [...crystalLines, down, 1],
      [...b36, up, 1],
    ],
    az: [
      [fill(title.middle, main), days(detail.seer.down_other, 20), down, 2],
      [title.cycle.negative, fill(detail.cycle.below, cycleOf), down, 2],
      [...hayyam, up, 2],
      [fill(title.close, close), days(detail.close.risky_other, 5), up, 1],
      [...crystalLines, up, 1],
      [...b36, up, 1],
    ],
    en: [
      [fill(title.main, main), `${days(detail.seer.up_other, 118)} ${detail.differs}`, up, 3],
      [...hayyam, up, 2],
      [...crystalLines, down, 1],
      [...b36, up, 1],
      [title.weekly.flat, detail.weekly.flat, flat, 0],
      [title.cycle.warming, detail.cycle.warming, flat, 0],
    ],
  };
  const lead = { tr: text.lead.towardTp1, az: text.lead.stoppedTp1, en: text.lead.activeTp1 };
  const second = { tr: text.second.targets, az: text.second.between, en: text.second.next };
  const counts = {
    tr: { up: 5, down: 1 },
    az: { up: 4, down: 2 },
    en: { up: 3, down: 1 },
  }[language];
  const bearish = box(title.box.bearish, '52');
  const untraded = fill(text.other.untraded_other, {
    boxes: `144 ${t.word.and} Crystal`,
  });
  const others = {
    tr: [title.weekly.flat, bearish, untraded],
    az: [title.weekly.flat, bearish, untraded],
    en: [bearish, text.other.noClose, untraded],
  }[language];
  const rate = fill(signal.rate.known.condition, {
    n: say.count(1200),
    rate: say.percent(53, 1),
    low: say.percent(49.5, 1),
    high: say.percent(57.4, 1),
    baseline: say.percent(48.5, 1),
  });
  const origin = fill(signal.rate.backtest, { prices: words.pricesOf.simulated });
  const known = `${rate} ${origin} ${signal.method}`;
  const above = levels.buy[0] ?? 0;
  const below = boxes[1]?.p.bottom ?? 0;
  const distanceText = (at: number) => {
    const share = say.change((at / p - 1) * 100);
    return seer.atr === null ? share : `${share} · ${say.number(Math.abs(at - p) / atr, 2)} ATR`;
  };
  const capital = (name: string) => name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
  return {
    paragraphs: [
      fill(lead[language], of),
      `${fill(second[language], of)} ${fill(text.second.reasons, counts)}`,
      `${t.analysis.others} ${others.join(' · ')}`,
      language === 'tr' ? known : `${t.analysis.rateNone} ${signal.method}`,
    ].map(oneLine),
    nearest: [
      t.analysis.above,
      price(above),
      capital(t.level.buyEntry),
      distanceText(above),
      ...chances.week.near(above ?? 0),
      ...linesOfChance(chances.week.of(above ?? 0)),
      t.analysis.below,
      price(below),
      capital(fill(t.level.bottom, { box: '52' })),
      distanceText(below),
      chances.box.caption(1),
      ...chances.mark,
      ...linesOfChance(chances.box.of(1, 'bottom', below ?? 0)),
    ].map(oneLine),
    reasons: reasons[language].map(([name, behind]) => [oneLine(name), oneLine(behind)]),
    weights: reasons[language].map(([, , way, pips]) => asSpoken(fill(way, { pips }))),
  };
}

for (const language of inTurn(LANGUAGES)) {
  test(`every price, direction, time and sentence of the symbol page is that of the API (${language})`, async (t) => {
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
    await waitForPanels(page);
    const region = (name: string) => page.getByRole('region', { name, exact: true });
    const said = async (name: string) => linesOf(await region(name).innerText());
    const title = page.getByRole('heading', { level: 1 }).locator('xpath=..');
    const priceBlock = title.locator('xpath=following-sibling::div[1]');
    const parts = async (card: Locator) => {
      const part = async (name: string) =>
        linesOf(
          await card
            .getByRole('heading', { name, exact: true, level: 4 })
            .locator('xpath=../..')
            .innerText(),
        );
      return {
        head: linesOf(await card.locator('header').innerText()),
        now: await part(texts.boxes.now),
        last: await part(texts.boxes.last),
      };
    };
    const readPage = async () => {
      const cards = region(texts.boxes.title).locator('section');
      const seers = region(texts.seer.title).locator('li');
      const weekly = region(texts.levels.title);
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
        week: oneLine(
          await weekly
            .getByText(texts.levels.thisWeek, { exact: true })
            .locator('xpath=..')
            .innerText(),
        ),
        chances: linesOf(await weekly.locator('p').first().innerText()),
        weekly: (await namesOf(weekly, 'img'))[0],
        levels: (await weekly.getByRole('listitem').allInnerTexts()).map(oneLine),
        boxes: await Promise.all((await cards.all()).map(parts)),
        drawings: await namesOf(region(texts.boxes.title), 'img'),
      };
    };
    // The distance to the first target follows the price every ten seconds, not with every tick.
    const ticking = <T extends { boxes: { now: string[] }[] }>(shown: T): T => ({
      ...shown,
      boxes: shown.boxes.map((card, i) =>
        i === 0 ? { ...card, now: card.now.toSpliced(3, 1) } : card,
      ),
    });
    const shows = (
      price: number,
      part: <T extends { boxes: { now: string[] }[] }>(shown: T) => T,
    ) =>
      eventually(async () =>
        assert.deepEqual(part(await readPage()), part(expectPage(analysis, language, price))),
      );
    await shows(quote.p ?? 0, (shown) => shown);
    const panel = region(texts.analysis.title);
    assert.deepEqual(
      {
        paragraphs: (await panel.locator('p:not(li p)').allInnerTexts()).map(oneLine),
        nearest: linesOf(await panel.locator('dl').innerText()),
        reasons: (await panel.locator('li').allInnerTexts()).map(linesOf),
        weights: await namesOf(panel, 'img'),
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
    const AGE = / ?(\d+) \S+ (?:önce|əvvəl|ago)$/;
    const wholeLine = async () => oneLine(await priceBlock.locator('> p').innerText());
    // Without the age, which changes every second.
    const stateLine = async () => (await wholeLine()).replace(AGE, '');
    const paintedAge = async () => Number(AGE.exec(await wholeLine())?.[1]);
    const expectState = (timeMs: number, state: 'live' | 'stale') =>
      `${expectedTexts(language).moment(timeMs, MARKET_NOW)}${clockText(timeMs).slice(5)} ${words.zone} · ${texts.state[state]}`;
    // At 16:20 in Istanbul NASDAQ has not opened yet, so no price of it can be stale.
    const aged = language === 'az' ? 'live' : 'stale';
    await page.clock.runFor(1000);
    await eventually(async () => assert.equal(await stateLine(), expectState(quote.d ?? 0, aged)));
    const limitMs = entry.type === 'crypto' ? 15_000 : 60_000;
    for (const ticked of [p, quote.p ?? 0]) {
      const timeMs = (await page.evaluate(() => Date.now())) - VISITOR_AHEAD_MS;
      stream.send([{ s: entry.symbol, d: timeMs, p: ticked }]);
      // The tick arrives at once; its price is painted in the next frame, which needs the clock.
      await eventually(async () => {
        await page.clock.runFor(20);
        assert.equal(await stateLine(), expectState(timeMs, 'live'));
      });
      await shows(ticked, ticking);
      // The page paints an age some time after its clock ran. It is less than two seconds behind, since both clocks of
      // the page count whole seconds.
      await page.clock.runFor(limitMs - 5000);
      await eventually(async () => assert.ok((await paintedAge()) >= limitMs / 1000 - 7));
      assert.equal(await stateLine(), expectState(timeMs, 'live'), 'before the limit');
      await page.clock.runFor(7000);
      await eventually(async () =>
        assert.equal(await stateLine(), expectState(timeMs, aged), 'after the limit'),
      );
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

/** Compares the reason of the condition: its parts, their prices, and their distances from the last price. */
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
    const distance = Math.abs(value - (made.quote.p ?? 0));
    const { atr } = made.seer;
    const price = say.price(distance, digits);
    assert.deepEqual(linesOf(await dialog.locator('section section').first().innerText()), [
      why.kind.condition[part],
      say.price(value, digits),
      atr === null
        ? fill(why.distanceNoAtr, { price })
        : fill(why.distance, { price, atr: say.number(distance / atr, 2) }),
    ]);
  }
  const kin = dialog.getByRole('region', { name: why.baseRate });
  const { signal } = TEXTS[language];
  // Only the setup of the Turkish visit has enough signals; that of the Azerbaijani one has fourteen, the third none.
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

/** Compares the tables of weekly levels and candles, the past weeks, and the long boxes of a kind. */
async function lookAtTables(
  page: Page,
  made: GeneratedAnalysis,
  language: Language,
): Promise<void> {
  const say = expectedTexts(language);
  const t = SYMBOL_TEXTS[language];
  const { entry, levels, longTerm } = made;
  const chances = expectTouch(language, entry.digits, made.touch);
  const { symbol } = entry;
  const price = (value: number | null | undefined) => say.price(value ?? null, entry.digits);
  const day = (timeMs: number) => say.day(timeMs, MARKET_NOW);
  const { words, signal } = TEXTS[language];
  const rowsOf = (inside: Locator) => cellsOf(inside.locator('thead tr, tbody tr'));
  const table = (name: string) => page.getByRole('table', { name });
  await page.getByRole('button', { name: t.levels.table }).click();
  const sideName = { buy: t.levels.buyTarget, sell: t.levels.sellTarget };
  assert.deepEqual(await rowsOf(table(fill(t.levels.levelsTitle, { symbol }))), [
    [t.levels.name, words.price, ...(language === 'az' ? [] : [chances.week.column]), t.why],
    ...(['buy', 'sell'] as const).flatMap((side) =>
      levels[side].map((value, index) => [
        index === 0 ? t.levels[`${side}Entry`] : fill(sideName[side], { index }),
        price(value),
        ...(language === 'az' ? [] : [linesOfChance(chances.week.of(value)).join(' ')]),
        oneLine(
          `${t.why} ${index === 0 ? t.levels[`${side}Entry`] : fill(sideName[side], { index })}`,
        ),
      ]),
    ),
  ]);
  assert.deepEqual(await rowsOf(table(fill(t.levels.barsTitle, { symbol }))), [
    [t.levels.day, t.levels.open, t.levels.high, t.levels.low, t.levels.close],
    ...made
      .barsOf('1D')
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
  await page.getByRole('button', { name: `${t.boxes.past} ${box}` }).click();
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
