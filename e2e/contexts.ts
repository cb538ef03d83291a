import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

// Where the site was shown before, a page takes half the work: its scripts are there, and compiled. So a visit is given the
// context of an earlier one, without what that left behind.

/** What cannot be taken back: a context on which it was called is not used again. */
const LASTING = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'route',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
] as const;
const LASTING_ON_CLOCK = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const;
/** What a test may listen to. */
const EVENTS = [
  'console',
  'dialog',
  'page',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
];
const KEPT_BY_A_SITE = 'local_storage,indexeddb,cache_storage,file_systems,service_workers';

/** How long a browser may take to remove what a site kept; seldom it never answers. */
const REMOVED_WITHIN_MS = 5000;

/** Contexts that wait for their next visit, by browser and device: a host runs the files of several browsers. */
const waiting = new WeakMap<Browser, Map<string, BrowserContext[]>>();

/** A context without cookies or anything kept, and a tab in it that shows nothing yet. */
export interface OpenContext {
  readonly context: BrowserContext;
  readonly page: Page;
}

/**
 * Gives a context with these options, and a tab. `close` of it closes its tabs; the context itself may be given again, to
 * a caller on the same device at the same site. Tabs that it opens later then have the size and the theme of its first.
 */
export async function openContext(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<OpenContext> {
  const { viewport = null, colorScheme, reducedMotion, ...device } = options;
  const key = JSON.stringify(device);
  const byDevice = waiting.get(browser) ?? new Map<string, BrowserContext[]>();
  waiting.set(browser, byDevice);
  const idle = byDevice.get(key) ?? [];
  byDevice.set(key, idle);
  const left = idle.pop();
  const page = left ? await tidy(left, options.baseURL ?? '') : null;
  if (left === undefined || page === null) {
    const context = await browser.newContext(options);
    // What a worker keeps for later visits is what its tests are about.
    if (options.serviceWorkers === 'block') reuseAfterClose(context, idle);
    return { context, page: await context.newPage() };
  }
  if (viewport !== null) await page.setViewportSize(viewport);
  await page.emulateMedia({
    colorScheme: colorScheme ?? null,
    reducedMotion: reducedMotion ?? null,
  });
  return { context: left, page };
}

/** Makes `close` put the context among the idle ones, as long as it is as it was. */
function reuseAfterClose(context: BrowserContext, idle: BrowserContext[]): void {
  let isChanged = false;
  const watch = (target: object, names: readonly string[]): void => {
    for (const name of names) {
      const act = Reflect.get(target, name) as (...args: readonly unknown[]) => unknown;
      const noted = (...args: readonly unknown[]): unknown => {
        isChanged = true;
        return Reflect.apply(act, target, args);
      };
      Object.defineProperty(target, name, { value: noted });
    }
  };
  watch(context, LASTING);
  watch(context.clock, LASTING_ON_CLOCK);
  const close = context.close.bind(context);
  context.close = async () => {
    if (isChanged) return close();
    for (const event of EVENTS) context.removeAllListeners(event);
    await Promise.all(context.pages().map((page) => page.close()));
    idle.push(context);
  };
}

/** Removes what earlier visits kept; nothing of them runs any more. `null` when the browser does not say that it did. */
async function tidy(context: BrowserContext, origin: string): Promise<Page | null> {
  await context.clearCookies();
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const isClear = await Promise.race([
    devtools
      .send('Storage.clearDataForOrigin', { origin, storageTypes: KEPT_BY_A_SITE })
      .then(() => true),
    sleep(REMOVED_WITHIN_MS, false, { ref: false }),
  ]);
  if (!isClear) return null;
  await devtools.detach();
  return page;
}
