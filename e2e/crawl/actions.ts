import assert from 'node:assert/strict';
import type { PAGES } from '@rasat/contract';
import type { Page, Route } from 'playwright-core';
import { answerWith, makeAsked, makeHanded, makeLessons } from '../course.ts';
import { eventually } from '../fixtures.ts';
import type { Role } from '../site.ts';

/** Returns a text of the catalogue in the language of the page. */
export type Says = (key: string, values?: Readonly<Record<string, string>>) => string;

/** Server answers and steps by which a page reaches a state that its address alone does not show. */
export interface Action {
  readonly name: string;
  readonly path: (typeof PAGES)[number]['path'] | null;
  readonly address: string;
  /** Answers calls with data that the demonstration lacks; `nowMs` is the time of the server. */
  readonly answer?: (page: Page, nowMs: number) => Promise<unknown>;
  readonly act?: (page: Page, says: Says) => Promise<void>;
}

const json =
  (value: unknown) =>
  (route: Route): Promise<void> =>
    route.fulfill({ json: value });

const unavailable = (route: Route): Promise<void> =>
  route.fulfill({ status: 503, json: { code: 'unavailable-503', requestId: 'req-1' } });

const press = async (page: Page, name: string | RegExp): Promise<void> => {
  const exact = typeof name === 'string';
  await page.getByRole('button', { name, exact }).first().click();
};
async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('eur');
  await page.getByRole('option').first().waitFor();
}

async function draw(page: Page, places: readonly number[]): Promise<void> {
  await page.getByRole('application').locator('canvas').first().waitFor();
  const buttons = page.locator('button[aria-pressed]');
  for (const place of places) {
    const button = buttons.nth(place);
    await button.click();
    await button.and(page.locator('[aria-pressed="true"]')).waitFor();
  }
}

async function askWhy(page: Page): Promise<void> {
  await draw(page, [3]);
  const said = page.getByRole('status').last();
  const before = await said.textContent();
  await page.getByRole('application').focus();
  await eventually(async () => {
    await page.keyboard.press('ArrowUp');
    assert.notEqual(await said.textContent(), before, 'a level is chosen');
  });
  await page.keyboard.press('Enter');
}

const openMenu =
  (key: string) =>
  async (page: Page, says: Says): Promise<void> => {
    await page.getByRole('button', { name: new RegExp(says(key)) }).click();
    await page.getByRole('menu').waitFor();
  };

const SYMBOL = '/dashboard/symbol/EURUSD';
const CHART = '/dashboard/chart?symbol=EURUSD';
const symbolPage = { path: '/dashboard/symbol/:symbol', address: SYMBOL } as const;
const chartPage = { path: '/dashboard/chart', address: CHART } as const;
const dashboard = { path: '/dashboard', address: '/dashboard' } as const;
const account = (rest: string) =>
  ({ path: '/account', address: `/account?selected=${rest}` }) as const;

/** Answers with the list of symbols, one of them with daily bars only. */
const daily = async (route: Route): Promise<void> => {
  const reply = await route.fetch();
  const list = (await reply.json()) as { symbol: string; base: string }[];
  await route.fulfill({
    json: list.map((entry) => (entry.symbol === 'EURUSD' ? { ...entry, base: '1D' } : entry)),
  });
};

const INVOICES = ['3-months', 'lesson'].map((product, at) => ({
  index: at + 1,
  number: `RST2026${String(at + 1).padStart(9, '0')}`,
  kind: 'invoice',
  order: `RS-2026-00000${at + 1}`,
  product,
  date: Date.UTC(2026, 10, 12 + at, 9, 30),
  refersTo: null,
  amount: at === 0 ? 225_000 : 1_250_000,
}));

const GUEST: readonly Action[] = [
  {
    name: 'recomputed',
    path: '/record/:seq',
    address: '/record/:seq',
    act: async (page, says) => {
      await press(page, says('record.recompute.start'));
      const steps = page.locator('ol > li > details');
      await steps.nth(8).waitFor();
      await page.locator('[role="status"]', { hasText: /\d ?(sn|san|s) / }).waitFor();
      await steps.last().locator('summary').click();
    },
  },
  { name: 'no such page', path: null, address: '/nowhere' },
  {
    // The page leaves by itself when the server answers.
    name: 'server does not answer',
    path: '/offline',
    address: '/offline',
    answer: (page) => page.route('**/api/auth/info', unavailable),
  },
  {
    name: 'palette',
    path: '/dashboard/predictor/:type',
    address: '/dashboard/predictor/forex',
    act: openPalette,
  },
  {
    name: 'nothing entered',
    path: '/auth/login',
    address: '/auth/login',
    act: async (page) => page.locator('form button[type=submit]').first().click(),
  },
  {
    name: 'nothing entered',
    path: '/auth/register',
    address: '/auth/register',
    act: async (page) => {
      await page.locator('input[name=terms]').check();
      await page.locator('form button[type=submit]').first().click();
    },
  },
];

const PERSON: readonly Action[] = [
  { name: 'palette', ...dashboard, act: openPalette },
  {
    name: 'keys',
    ...dashboard,
    act: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'look', ...dashboard, act: openMenu('shell.appearance') },
  { name: 'languages', ...dashboard, act: openMenu('shell.language') },
  {
    name: 'own menu',
    ...dashboard,
    act: async (page, says) => {
      await page
        .getByRole('button', { name: new RegExp(says('shell.user.menu')) })
        .or(page.getByRole('banner').getByRole('link', { name: says('shell.user.account') }))
        .first()
        .click();
    },
  },
  {
    name: 'what drawings need',
    ...chartPage,
    act: async (page) => {
      await page.getByRole('application').locator('canvas').first().waitFor();
      await page.locator('button[aria-pressed]').nth(2).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'paid', ...account('subscription&state=success') },
  { name: 'not paid', ...account('subscription&state=error') },
  { name: 'course not paid', ...account('education&state=error') },
  {
    name: 'agreed',
    ...account('education'),
    act: async (page) => page.getByRole('checkbox').first().check(),
  },
];

const SUBSCRIBER: readonly Action[] = [
  {
    name: 'daily bars alone',
    ...symbolPage,
    answer: async (page) => {
      await page.route('**/api/symbols', daily);
      await page.route('**/api/box/EURUSD/chart/*', (route) =>
        route.request().url().endsWith('/2') ? route.fallback() : route.fulfill({ json: null }),
      );
      await page.route('**/api/box/EURUSD/trade', json([]));
    },
  },
  {
    name: 'why',
    ...symbolPage,
    act: async (page, says) => {
      // On a touch screen the labels beside the chart are no buttons; the table has buttons at every width.
      await press(page, says('symbol.levels.table'));
      await page
        .getByRole('table', { name: says('symbol.levels.levelsTitle', { symbol: 'EURUSD' }) })
        .getByRole('button')
        .nth(1)
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'past weeks',
    ...symbolPage,
    act: async (page, says) => {
      await press(page, says('symbol.levels.past'));
      await page.getByRole('dialog').getByRole('row').nth(3).waitFor();
    },
  },
  {
    name: 'past boxes',
    ...symbolPage,
    act: async (page, says) => {
      // The name of the box follows in the label.
      await press(page, new RegExp(`^${says('symbol.boxes.past')} .*Hayyam`));
      await page.getByRole('dialog').getByRole('row').nth(1).waitFor();
    },
  },
  {
    name: 'as a table',
    ...symbolPage,
    act: (page, says) => press(page, says('symbol.levels.table')),
  },
  { name: 'why', ...chartPage, act: askWhy },
  {
    name: 'everything drawn',
    ...chartPage,
    act: (page) => draw(page, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
  },
  {
    name: 'another symbol',
    ...chartPage,
    act: async (page) => {
      await page.locator('header button[aria-haspopup]').first().click();
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'invoices',
    ...account('invoices'),
    answer: (page) => page.route('**/api/account/invoice', json(INVOICES)),
  },
  {
    name: 'boxes to choose',
    path: '/dashboard/portfolio/:type',
    address: '/dashboard/portfolio/forex',
    act: async (page) => {
      await page.getByRole('combobox').first().click();
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'as a list',
    path: '/dashboard/portfolio/:type',
    address: '/dashboard/portfolio/forex',
    act: async (page) => {
      // A phone shows only the cards.
      const list = page.getByRole('radio').last();
      if ((await list.count()) > 0) await list.check({ force: true });
    },
  },
  {
    name: 'nothing found',
    path: '/dashboard/portfolio/:type',
    address: '/dashboard/portfolio/forex?q=NONE',
  },
  { name: 'no such symbol', path: null, address: '/dashboard/symbol/NONE' },
  {
    name: 'server does not answer',
    ...dashboard,
    answer: (page) => page.route('**/api/quotes/*', unavailable),
    // The page retries twice before it shows the failure.
    act: (page, says) => page.getByText(says('dashboard.quotesFailed')).first().waitFor(),
  },
];

/** Shows a section of a running course: lessons, a question with its answer, homework in each state. */
const course = (selected: string): Action => ({
  name: 'under way',
  ...account(selected),
  answer: (page, nowMs) =>
    answerWith(page, {
      education: { hasLesson: true, links: ['https://video.example/ders', ...Array(7).fill('')] },
      lessons: makeLessons(),
      question: makeAsked(nowMs, 86_400_000),
      homework: makeHanded(nowMs),
    }),
});

const STUDENT: readonly Action[] = [
  ...['education', 'videos', 'question', 'homework&slot=1', 'homework&slot=2'].map(course),
  { name: 'handed in', ...account('homework&slot=1') },
];

const ADMIN: readonly Action[] = [
  {
    name: 'new symbol',
    path: '/admin/symbols',
    address: '/admin/symbols',
    act: async (page, says) => {
      await press(page, says('adminMarket.symbols.add'));
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'new video',
    path: '/admin/lessons',
    address: '/admin/lessons',
    act: async (page, says) => {
      await press(page, says('adminLearning.videos.add'));
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'own menu', path: '/admin', address: '/admin', act: openMenu('shell.user.menu') },
];

/** The actions of each role. */
export const ACTIONS: Readonly<Record<Role | 'guest', readonly Action[]>> = {
  guest: GUEST,
  person: PERSON,
  student: STUDENT,
  subscriber: SUBSCRIBER,
  admin: ADMIN,
};
