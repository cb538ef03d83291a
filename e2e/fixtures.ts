import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, afterEach } from 'node:test';
import type { Language } from '@rasat/contract';
import type axe from 'axe-core';
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core';
import { withTimeSpent } from '../server/src/platform/time-spent.ts';
import { eventually, readSlowdown, wasInVain } from '../server/src/testing/eventually.ts';
import { openContext } from './contexts.ts';
import { callSite, signIn } from './sign-in.ts';
import type { Role, Site } from './site.ts';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** Time-out of a wait on an idle machine. */
const TIMEOUT_MS = 60_000;
/** Time-out once a test of the file has failed, so that a failing run ends soon. */
const SHORT_TIMEOUT_MS = 10_000;
const MOST_SLOWDOWN = 4;
/** Arguments of a browser that reaches this machine only. */
const ARGUMENTS = [
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The script of axe, minified because every page loads it. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export { eventually } from '../server/src/testing/eventually.ts';

/** Browser, settings and role of a visit. */
export interface Look {
  readonly width?: number;
  readonly height?: number;
  readonly language?: Language;
  readonly theme?: 'dark' | 'light';
  readonly prices?: 'teal-red' | 'blue-orange';
  /** Role of the visitor; null for a guest. Default a subscriber. */
  readonly as?: Role | null;
  /** Whether the service worker may run. Default no, since a test answers calls itself. */
  readonly worker?: boolean;
  /** Whether animations run. Default no: painting them would take most of the time. */
  readonly motion?: boolean;
  /** Whether the tour of the dashboard starts. Default no, since it covers the page. */
  readonly tour?: boolean;
  /** Whether the visit may open the bank, another site of this machine. Default no. */
  readonly bank?: boolean;
}

/** A visitor's tab and its faults. */
export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of the console, exceptions, and requests to other machines. */
  readonly problems: readonly string[];
  /** Opens a page of the site and waits for its heading. */
  open(address: string): Promise<void>;
}

let hasFailed = false;

/** Returns the time-out of a wait; it grows with the load of the machine. */
export function timeoutMs(): number {
  if (hasFailed || wasInVain()) return SHORT_TIMEOUT_MS;
  return TIMEOUT_MS * Math.min(MOST_SLOWDOWN, readSlowdown());
}

/** Starts a browser that ends with the file. Call it at the top of the file. */
export async function startBrowser(): Promise<Browser> {
  const browser = await withTimeSpent('browser starts', () =>
    chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS, timeout: 2 * timeoutMs() }),
  );
  after(() => browser.close());
  afterEach(async (t) => {
    if (!('passed' in t) || t.passed) return;
    hasFailed = true;
    const pages = browser.contexts().flatMap((context) => context.pages());
    for (const page of pages) t.diagnostic(await describePage(page));
  });
  return browser;
}

/** Describes a tab for the report of a failure: address, beginning of the text, loading panels. */
async function describePage(page: Page): Promise<string> {
  const text = await page
    .locator('body')
    .innerText({ timeout: SHORT_TIMEOUT_MS })
    .catch((error: unknown) => String(error));
  const busy = await page
    .locator('[aria-busy="true"]')
    .evaluateAll((parts) => parts.map(({ outerHTML }) => outerHTML.slice(0, 120)))
    .catch(() => []);
  const loading = busy.length > 0 ? `; it still loads ${busy.join(', ')}` : '';
  return `${page.url()} says: ${text.replaceAll(/\s+/g, ' ').slice(0, 600)}${loading}`;
}

/** Opens a tab without cookies or settings of other visits; the width of a phone makes it a touch screen. */
export async function startVisit(browser: Browser, site: Site, look: Look = {}): Promise<Visit> {
  const { width = 1440, height = 900, language = 'tr', theme = 'dark', prices } = look;
  const { as: role = 'subscriber', worker = false, bank = false, motion = false } = look;
  const { tour = false } = look;
  const phone = width < 600;
  const { context, page } = await openContext(browser, {
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: motion ? 'no-preference' : 'reduce',
    isMobile: phone,
    hasTouch: phone,
    baseURL: site.origin,
    serviceWorkers: worker ? 'allow' : 'block',
    extraHTTPHeaders: site.proxied,
  });
  context.setDefaultTimeout(timeoutMs());
  await context.addCookies([{ name: 'lang', value: language, url: site.origin }]);
  if (role !== null) {
    const cookie = await signIn(site, role);
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url: site.origin, httpOnly: true }]);
    // The settings of the account override those of the browser.
    const settings = { language, theme: 'system', prices: prices ?? 'teal-red', keys: true };
    const kept = await callSite(site, 'PUT', '/account/settings', settings, cookie);
    assert.equal(kept.status, 200, 'the settings are kept');
  }
  if (prices !== undefined) {
    await page.addInitScript((colours) => localStorage.setItem('rasat.prices', colours), prices);
  }
  if (!tour) await page.addInitScript(() => localStorage.setItem('rasat.tour', 'closed'));
  const problems: string[] = [];
  page.on('console', (message) => {
    // Expected in tests that cut the network.
    if (/ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED)/.test(message.text())) return;
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
  const host = new URL(site.origin).host;
  // An event, not a route: a route delays every request and switches the cache off.
  context.on('request', (request) => {
    const { protocol, host: asked, hostname } = new URL(request.url());
    const isBank = bank && ['localhost', '127.0.0.1'].includes(hostname);
    if (protocol.startsWith('http') && asked !== host && !isBank) {
      problems.push(`left the machine: ${request.url()}`);
    }
  });
  page.on('websocket', (socket) => {
    if (new URL(socket.url()).host !== host) problems.push(`left the machine: ${socket.url()}`);
  });
  return {
    page,
    context,
    problems,
    open: async (address) => {
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
    },
  };
}

/** Waits until no panel and no font is loading. */
export async function waitForPanels(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  await page.evaluate(() => document.fonts.ready);
}

/** Moves the mouse, which makes the app fetch the code of the pages of the menu, and waits until it is loaded. */
export async function waitForPrefetch(page: Page): Promise<void> {
  await page.mouse.move(200, 400);
  await eventually(async () => {
    const missing = await page.evaluate(() => {
      const { routes }: { readonly routes: Readonly<Record<string, { readonly module: string }>> } =
        Reflect.get(window, '__reactRouterManifest');
      const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')];
      const wanted = ['features/predictor/route', 'features/portfolio/route'].map(
        (id) => new URL(routes[id]?.module ?? '', location.origin).href,
      );
      const loaded = new Set(performance.getEntriesByType('resource').map(({ name }) => name));
      const asked = [...wanted, ...links.map(({ href }) => href)];
      // The file of an area of texts begins with its name.
      const texts = ['predictor', 'portfolio', 'record'].map((area) => `/assets/${area}-`);
      return [
        ...asked.filter((address) => !loaded.has(address)),
        ...texts.filter((start) => ![...loaded].some((address) => address.includes(start))),
      ];
    });
    assert.deepEqual(missing, [], 'the code of the other pages has come');
  });
  // A fetched module may still import others: evaluate it, so that nothing depends on the server.
  await page.waitForFunction(async () => {
    const { routes }: { readonly routes: Readonly<Record<string, { readonly module: string }>> } =
      Reflect.get(window, '__reactRouterManifest');
    await Promise.all(
      ['features/predictor/route', 'features/portfolio/route'].map(
        (id) => import(routes[id]?.module ?? ''),
      ),
    );
    return true;
  });
}

/**
 * Disables timers of a page that wait longer than `aboveMs` and at most `upToMs`, so that the result does not depend on
 * the speed of the machine. Call it before the page is opened.
 */
export async function holdTimers(
  context: BrowserContext,
  aboveMs: number,
  upToMs: number,
): Promise<void> {
  await context.addInitScript(
    ([above, upTo]) => {
      const wait = window.setTimeout.bind(window);
      const start = (act: TimerHandler, ms = 0, ...rest: unknown[]): number =>
        ms > above && ms <= upTo ? 0 : wait(act, ms, ...rest);
      Object.assign(window, { setTimeout: start });
    },
    [aboveMs, upToMs] as const,
  );
}

/** Waits until there are exactly `count` elements. */
export async function waitForCount(elements: Locator, count: number, what?: string): Promise<void> {
  await eventually(async () => assert.equal(await elements.count(), count, what));
}

/** Waits until an element has the focus. */
export async function waitForFocus(element: Locator): Promise<void> {
  await eventually(async () =>
    assert.ok(await element.evaluate((own) => own === document.activeElement), 'it has the focus'),
  );
}

/**
 * Lists the violations that axe finds in a page, a line each with the rule and the elements. Reporting passed elements
 * would take longer than the analysis. Applies all rules unless `rules` names some.
 */
export async function listAxeViolations(
  page: Page,
  rules?: readonly string[],
): Promise<readonly string[]> {
  const isThere = await page.evaluate(() => Reflect.has(window, 'axe'));
  if (!isThere) await page.evaluate(AXE);
  return atRest(page, () =>
    page.evaluate(async (only) => {
      const { run } = Reflect.get(window, 'axe') as typeof axe;
      // The focus guards of an open menu or dialog pass the focus on and are never seen or read.
      const exclude = [['[data-base-ui-focus-guard]']];
      const { violations } = await run(
        { include: [['html']], exclude },
        { resultTypes: ['violations'], ...(only && { runOnly: [...only] }) },
      );
      // A layer over the page lies outside of the page's regions.
      const isOver = (selector: unknown): boolean =>
        typeof selector === 'string' &&
        document.querySelector(selector)?.closest('[data-base-ui-portal]') !== null;
      return violations.flatMap(({ id, nodes }) => {
        const own = nodes.filter(({ target }) => id !== 'region' || !isOver(target[0]));
        return own.length === 0 ? [] : [`${id}: ${own.map(({ html }) => html).join(' | ')}`];
      });
    }, rules),
  );
}

/** Asserts that a page has no violation of axe, no error, no foreign request and no sideways scrolling. */
export async function assertSound({ page, problems }: Visit): Promise<void> {
  assert.deepEqual(await listAxeViolations(page), [], 'axe');
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  assert.equal(over, 0, 'pixels that stick out sideways');
  await assertReadable(page);
  assert.deepEqual(problems, []);
}

/**
 * Inspects a page without transitions: a colour in transition is neither the old nor the new one, and a notice may
 * begin to fade at any moment.
 */
async function atRest<T>(page: Page, look: () => Promise<T>): Promise<T> {
  const sheet = await page.evaluateHandle(() => {
    const made = new CSSStyleSheet();
    made.replaceSync('*, *::before, *::after { transition: none !important }');
    document.adoptedStyleSheets.push(made);
    return made;
  });
  try {
    return await look();
  } finally {
    await sheet.evaluate((own) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== own);
    });
    await sheet.dispose();
  }
}

/** Asserts that a page shows no missing value and has the language of its cookie. */
async function assertReadable(page: Page): Promise<void> {
  const text = await page.locator('body').innerText();
  for (const hole of ['undefined', 'NaN', '[object', '{{', 'Invalid Date', 'Infinity']) {
    assert.ok(!text.includes(hole), `the page says ${hole}`);
  }
  assert.equal(await page.locator('html').getAttribute('lang'), await languageOf(page));
}

async function languageOf(page: Page): Promise<string> {
  const cookies = await page.context().cookies();
  return cookies.find((cookie) => cookie.name === 'lang')?.value ?? 'tr';
}

const turn = Number(process.env.SEED ?? Date.now());

/** Returns one item of a list, chosen by the seed of the run; all items in `npm run e2e`. */
export function inTurn<T>(list: readonly T[]): readonly T[] {
  return choose(list, turn);
}

let turns = turn;

/** Returns one item of a list, at each call the next one; all items in `npm run e2e`. */
export function nextInTurn<T>(list: readonly T[]): readonly T[] {
  turns += 1;
  return choose(list, turns);
}

function choose<T>(list: readonly T[], at: number): readonly T[] {
  return list.filter((_, i) => process.env.RASAT_SOAK === '1' || i === at % list.length);
}
