import path from 'node:path';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { findChromium } from '../scripts/chromium.ts';
import type { ChartBench } from './chart-contender.ts';
import { measurePage } from './chart-page.ts';
import { interleave, type Report } from './report.ts';

const PAINT_ROUNDS = 15;
const UPDATE_ROUNDS = 5;
const FIRST_WINDOW = 1500;
const FRAMES = 180;
/** Time after which a chart is idle. */
const REST_MS = 600;
const SECTION = 'chart in Chromium';

declare const window: { readonly chartBench: ChartBench };

/** Bundles the script of a contender's page like the web app. */
async function bundle(name: 'ours' | 'klinecharts' | 'nothing'): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2024',
      lib: {
        entry: path.join(import.meta.dirname, `chart-${name}.ts`),
        formats: ['iife'],
        name: 'contender',
      },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !('output' in output)) throw new Error(`${name} could not be built`);
  return output.output[0].code;
}

/** Returns the CPU time of the page's main thread so far, in milliseconds. */
async function workedMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const found = metrics.find((metric) => metric.name === 'TaskDuration');
  if (!found) throw new Error('the browser does not count the time of its tasks');
  return found.value * 1000;
}

/** Runs a measurement in a new page with one contender's script, and closes the page. */
async function withPage<T>(
  browser: Browser,
  script: string,
  use: (page: Page, session: CDPSession) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  try {
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await page.setContent(
      '<!doctype html><style>body{margin:0}#host{position:absolute;inset:0}</style><div id="host"></div>',
    );
    await page.addScriptTag({ content: script });
    const session = await context.newCDPSession(page);
    // Thread time does not include other processes.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.waitForTimeout(200);
    const result = await use(page, session);
    if (problems[0] !== undefined) throw new Error(problems[0]);
    return result;
  } finally {
    await context.close();
  }
}

const firstPaint = (browser: Browser, script: string): Promise<number> =>
  withPage(browser, script, (page) =>
    page.evaluate((count) => window.chartBench.paint(count), FIRST_WINDOW),
  );

/** Returns main-thread milliseconds from the first call until the chart is idle. */
const workUntilRest = (browser: Browser, script: string): Promise<number> =>
  withPage(browser, script, async (page, session) => {
    const before = await workedMs(session);
    await page.evaluate((count) => window.chartBench.show(count), FIRST_WINDOW);
    await page.waitForTimeout(REST_MS);
    return (await workedMs(session)) - before;
  });

/** Returns main-thread milliseconds per frame with one live price. */
const updateCost = (browser: Browser, script: string, bars: number): Promise<number> =>
  withPage(browser, script, async (page, session) => {
    await page.evaluate((count) => window.chartBench.show(count), bars);
    await page.waitForTimeout(REST_MS);
    await page.evaluate(() => window.chartBench.run(30));
    const before = await workedMs(session);
    await page.evaluate((frames) => window.chartBench.run(frames), FRAMES);
    return ((await workedMs(session)) - before) / FRAMES;
  });

async function measurePaint(report: Report, browser: Browser): Promise<void> {
  const [ours, other, nothing] = await Promise.all([
    bundle('ours'),
    bundle('klinecharts'),
    bundle('nothing'),
  ]);
  const paint = await interleave(
    { ours: () => firstPaint(browser, ours), other: () => firstPaint(browser, other) },
    PAINT_ROUNDS,
  );
  report.add(SECTION, 'first paint of 1,500 bars', paint.ours, 'ms', {
    baseline: { name: 'klinecharts', value: paint.other },
    goal: { text: 'C2: <= 1.2 x klinecharts', of: 'ratio', atMost: 1.2 },
  });
  const work = await interleave(
    {
      ours: () => workUntilRest(browser, ours),
      other: () => workUntilRest(browser, other),
      nothing: () => workUntilRest(browser, nothing),
    },
    UPDATE_ROUNDS,
  );
  report.add(SECTION, 'main thread until 1,500 bars rest', work.ours - work.nothing, 'ms', {
    baseline: { name: 'klinecharts', value: work.other - work.nothing },
  });
  const update = await interleave(
    {
      small: () => updateCost(browser, ours, 5000),
      large: () => updateCost(browser, ours, 50_000),
      other: () => updateCost(browser, other, 50_000),
      nothing: () => updateCost(browser, nothing, 50_000),
    },
    UPDATE_ROUNDS,
  );
  const name = 'live price at 50,000 bars, main thread';
  report.add(SECTION, name, update.large, 'ms/frame', {
    baseline: { name: 'itself at 5,000', value: update.small },
    goal: { text: 'C1: <= 1.2 x at 5,000', of: 'ratio', atMost: 1.2 },
  });
  report.add(SECTION, name, update.large, 'ms/frame', {
    baseline: { name: 'klinecharts', value: update.other },
    goal: { text: 'C1: <= 1.1 x klinecharts', of: 'ratio', atMost: 1.1 },
  });
  report.add(SECTION, 'of it the page without a chart', update.nothing, 'ms/frame');
}

/**
 * Measures the chart in Chromium: its port and another canvas library with the same bars, every measurement in a new
 * page without compiled code, and the chart page of the built app on a running server.
 */
export async function run(report: Report): Promise<void> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('there is no Chromium');
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    await measurePaint(report, browser);
    await measurePage(report, SECTION, browser);
    report.note(
      'Left out: a graphics card (pixels are drawn by the processor), drawings and indicators on the chart, paging back to older bars; made-up bars. The chart page is measured without a slow network.',
    );
  } finally {
    await browser.close();
  }
}
