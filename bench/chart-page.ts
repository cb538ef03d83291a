import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser, BrowserContext } from 'playwright-core';
import { solveCheck } from '../server/src/testing/auth.ts';
import { median, type Report } from './report.ts';

const SERVE = path.resolve(import.meta.dirname, '../server/src/testing/serve.ts');
/** A Wednesday on which the markets trade. */
const AT = '2026-11-18T13:20:00Z';
const VISITS = 7;
const VISIT_LIMIT_MS = 60_000;

declare const window: Window & { candlesAtMs?: number };

interface Account {
  readonly role: string;
  readonly mail: string;
  readonly password: string;
}

interface Site {
  readonly origin: string;
  readonly accounts: readonly Account[];
  stop(): Promise<void>;
}

/** The product's server with filled markets and the built app. */
async function startSite(): Promise<Site> {
  const child = spawn(process.execPath, [SERVE, AT], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const stop = (): Promise<void> => {
    child.stdin.end();
    return ended;
  };
  let accounts: readonly Account[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('accounts ')) accounts = JSON.parse(line.slice(9)) as Account[];
    const [, origin] = /^ready (http:\S+)$/.exec(line) ?? [];
    if (origin !== undefined) return { origin, accounts, stop };
  }
  throw new Error('the server never became ready');
}

/** Signs a subscriber in, as every visitor of the chart must; answers name and value of the session's cookie. */
async function signIn({ origin, accounts }: Site): Promise<readonly [string, string]> {
  const account = accounts.find(({ role }) => role === 'subscriber');
  if (!account) throw new Error('the server has no subscriber');
  const issued = await fetch(`${origin}/api/auth/challenge/login`);
  const challenge = await solveCheck((await issued.json()) as Record<string, unknown>);
  const { mail: email, password } = account;
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email, password, challenge }),
  });
  const [name, value] = answer.headers.getSetCookie()[0]?.split(';')[0]?.split('=') ?? [];
  if (!name || !value) throw new Error(`the subscriber was not let in: ${answer.status}`);
  return [name, value];
}

/** Runs in the page: notes when the first frame with candles on the chart ended, counted from the navigation. */
function watchForCandles(): void {
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

async function visit(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage();
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.candlesAtMs !== undefined, null, {
    timeout: VISIT_LIMIT_MS,
  });
  const atMs = await page.evaluate(() => window.candlesAtMs ?? Number.NaN);
  await page.close();
  return atMs;
}

/** From navigation to candles on `/dashboard/chart`, for a first visit and for a second one in the same browser. */
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
