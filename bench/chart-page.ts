import type { Browser, BrowserContext, Page } from 'playwright-core';
import { median, type Report } from './report.ts';
import { signIn, startSite } from './site.ts';

const VISITS = 7;
const VISIT_LIMIT_MS = 60_000;

declare const window: Window & { candlesAtMs?: number };

/** Runs in the page: records when the first frame with candles ended, counted from the navigation. */
export function watchForCandles(): void {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const inkOf = (colour: string): string => {
    if (!context) return '';
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return context.getImageData(0, 0, 1, 1).data.subarray(0, 3).join();
  };
  const hasCandles = (host: Element): boolean => {
    const style = getComputedStyle(host);
    const inks = ['--candle-up', '--candle-down'].map((name) =>
      inkOf(style.getPropertyValue(name)),
    );
    let inked = 0;
    for (const canvas of host.querySelectorAll('canvas')) {
      if (canvas.width < 300 || canvas.height < 300) continue;
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
        data: [],
      };
      for (let i = 0; i < data.length; i += 4) {
        if (inks.includes(`${data[i]},${data[i + 1]},${data[i + 2]}`)) inked++;
      }
    }
    return inked > 300;
  };
  const look = (): void => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      const nowMs = performance.now();
      const host = document.querySelector('[role="application"]');
      if (host?.querySelector('canvas') && hasCandles(host)) window.candlesAtMs = nowMs;
      else requestAnimationFrame(look);
    };
    port2.postMessage(null);
  };
  requestAnimationFrame(look);
}

/** Returns when the chart showed candles on a page with `watchForCandles`, in milliseconds from the navigation. */
export async function candlesAtMs(page: Page): Promise<number> {
  await page.waitForFunction(() => window.candlesAtMs !== undefined, null, {
    timeout: VISIT_LIMIT_MS,
  });
  return page.evaluate(() => window.candlesAtMs ?? Number.NaN);
}

async function visit(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage();
  await page.goto(address, { waitUntil: 'commit' });
  const atMs = await candlesAtMs(page);
  await page.close();
  return atMs;
}

/** Measures from navigation to candles on `/dashboard/chart`, for a first and a second visit in the same browser. */
export async function measurePage(
  report: Report,
  section: string,
  browser: Browser,
): Promise<void> {
  const site = await startSite();
  try {
    const address = `${site.origin}/dashboard/chart?symbol=EURUSD`;
    const [name, value] = await signIn(site);
    const first: number[] = [];
    const second: number[] = [];
    for (let round = 0; round <= VISITS; round++) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      await context.addCookies([{ name, value, url: site.origin, httpOnly: true }]);
      await context.addInitScript(watchForCandles);
      const times = [await visit(context, address), await visit(context, address)] as const;
      await context.close();
      // The first round warms the server.
      if (round === 0) continue;
      first.push(times[0]);
      second.push(times[1]);
    }
    report.add(section, 'chart page: navigation to candles, first visit', median(first), 'ms');
    report.add(section, 'chart page: navigation to candles, second visit', median(second), 'ms');
  } finally {
    await site.stop();
  }
}
