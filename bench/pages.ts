import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { findChromium } from '../scripts/chromium.ts';
import { measureAnswers } from './answers.ts';
import { candlesAtMs, watchForCandles } from './chart-page.ts';
import { type Front, LINE, startFront } from './front.ts';
import { type StartMarks, type Weight, watchStart, weigh } from './page-probe.ts';
import { median, type Report } from './report.ts';
import { signIn, startSite } from './site.ts';

const SECTION = 'pages, 4x CPU, slow 4G';
const ROUNDS = 5;
/** A mid-range telephone, and the network that measuring tools call slow 4G. */
const SLOWER = 4;
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1475 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
} as const;
const LIMIT_MS = 120_000;
/** Time after the last request in which a page paints its last large element. */
const QUIET_MS = 1500;

/** A measured page, and what shows that its data are there. */
interface Target {
  readonly address: string;
  /** An element; on the chart, candles. */
  readonly ready: string;
}

const PAGES = {
  dashboard: { address: '/dashboard', ready: 'main a[href^="/dashboard/symbol/"] .num' },
  symbol: {
    address: '/dashboard/symbol/EURUSD',
    ready: 'main [role="img"] svg, main svg[role="img"]',
  },
  chart: { address: '/dashboard/chart?symbol=EURUSD', ready: 'candles' },
} as const satisfies Record<string, Target>;

const NAMES = ['dashboard', 'symbol', 'chart'] as const;

interface Start extends StartMarks {
  readonly readyMs: number;
  readonly weight: Weight;
}

type Cookie = readonly [name: string, value: string];

/** Opens a page as a new visitor on a slow telephone and waits until it is idle. */
async function start(
  browser: Browser,
  origin: string,
  { address, ready }: Target,
  cookie: Cookie | null,
): Promise<Start> {
  const context = await newVisitor(browser, origin, cookie);
  try {
    await context.addInitScript(watchStart);
    if (ready === 'candles') await context.addInitScript(watchForCandles);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_4G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.goto(`${origin}${address}`, { waitUntil: 'commit', timeout: LIMIT_MS });
    const readyMs = await (ready === 'candles' ? candlesAtMs(page) : seenAtMs(page, ready));
    await page.waitForLoadState('networkidle', { timeout: LIMIT_MS });
    await page.waitForTimeout(QUIET_MS);
    const marks = await page.evaluate(() => window.startMarks);
    return { ...marks, readyMs, weight: await page.evaluate(weigh) };
  } finally {
    await context.close();
  }
}

/** Returns when an element was present, in milliseconds from the navigation. */
async function seenAtMs(page: Page, selector: string): Promise<number> {
  const found = await page.waitForFunction(
    (wanted) => document.querySelector(wanted) !== null && performance.now(),
    selector,
    { timeout: LIMIT_MS },
  );
  return Number(await found.jsonValue());
}

async function newVisitor(
  browser: Browser,
  origin: string,
  cookie: Cookie | null,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    colorScheme: 'dark',
    locale: 'tr-TR',
  });
  await context.addInitScript(() => localStorage.setItem('rasat.tour', 'closed'));
  if (cookie) {
    const [name, value] = cookie;
    await context.addCookies([{ name, value, url: origin, httpOnly: true }]);
  }
  return context;
}

/** Visits every page in turn, in rounds; the first round warms the server. */
async function visitAll<K extends string>(
  visits: Readonly<Record<K, () => Promise<Start>>>,
): Promise<(name: K, what: (start: Start) => number) => number> {
  const seen = new Map<K, Start[]>();
  const names = Object.keys(visits) as K[];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const name of names) {
      const start = await visits[name]();
      if (round > 0) seen.set(name, [...(seen.get(name) ?? []), start]);
    }
  }
  return (name, what) => median((seen.get(name) ?? []).map(what));
}

async function measureStarts(
  report: Report,
  browser: Browser,
  origin: string,
  cookie: Cookie,
): Promise<void> {
  const own = await startFront(origin, 'document');
  const fronts: Front[] = [own];
  const landing = { address: '/', ready: 'main h1' } as const;
  const app = async (): Promise<Start> => {
    const front = await startFront(origin, 'app');
    fronts.push(front);
    return start(browser, front.origin, landing, null);
  };
  try {
    const of = await visitAll({
      line: () => start(browser, own.origin, { address: LINE, ready: 'p' }, null),
      landing: () => start(browser, own.origin, landing, null),
      app,
      dashboard: () => start(browser, own.origin, PAGES.dashboard, cookie),
      symbol: () => start(browser, own.origin, PAGES.symbol, cookie),
      chart: () => start(browser, own.origin, PAGES.chart, cookie),
    });
    tellStarts(report, of);
  } finally {
    for (const front of fronts) front.close();
  }
}

type Visited = 'line' | 'landing' | 'app' | (typeof NAMES)[number];

function tellStarts(
  report: Report,
  of: (name: Visited, what: (start: Start) => number) => number,
): void {
  const add = (name: string, value: number, extra?: Parameters<Report['add']>[4]): void =>
    void report.add(SECTION, name, value, 'ms', extra);
  const firstPaint = (name: Visited): number => of(name, ({ firstPaintMs }) => firstPaintMs);
  const largestPaint = (name: Visited): number => of(name, ({ largestPaintMs }) => largestPaintMs);
  const excess = (name: Visited): number => of(name, ({ excessMs }) => excessMs);
  const line = { name: 'a line of text', value: firstPaint('line') };
  const app = { name: 'the same page made by the framework', value: largestPaint('app') };
  add('landing: first paint', firstPaint('landing'), { baseline: line });
  add('landing: largest paint', largestPaint('landing'), {
    baseline: app,
    goal: { text: 'W2: <= 0.45 x made by the framework', of: 'ratio', atMost: 0.45 },
  });
  add('landing: tasks beyond 50 ms', excess('landing'), {
    baseline: { name: app.name, value: excess('app') },
    goal: { text: 'W2: <= 100 ms', of: 'value', atMost: 100 },
  });
  for (const name of NAMES) {
    add(`${name}: first paint`, firstPaint(name), { baseline: line });
    const readyMs = of(name, (one) => one.readyMs);
    add(`${name}: data on the screen`, readyMs, {
      baseline: { name: 'the framework without data', value: app.value },
    });
    add(`${name}: tasks beyond 50 ms`, excess(name));
  }
  for (const name of ['landing', ...NAMES] as const) {
    const kilobytes = (what: keyof Weight): string =>
      (of(name, ({ weight }) => weight[what]) / 1024).toFixed(1);
    report.note(
      `${name}: ${kilobytes('all')} KB over the wire: script ${kilobytes('script')}, style ${kilobytes('style')}, fonts ${kilobytes('font')}`,
    );
  }
}

/**
 * Measures the pages of the built app in Chromium like a telephone on a slow network, with the network and the
 * framework alone as baselines; then the answers to inputs.
 */
export async function run(report: Report): Promise<void> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('there is no Chromium');
  const site = await startSite();
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const cookie = await signIn(site);
    await measureStarts(report, browser, site.origin, cookie);
    await measureAnswers(report, browser, site.origin, cookie, SLOWER);
    report.note(
      'Left out: TLS, which adds one or two round trips to every first visit; a graphics card; a real telephone, whose processor and network are imitated by the browser; the share of the server in a time, because it runs on the same machine.',
    );
  } finally {
    await browser.close();
    await site.stop();
  }
}
