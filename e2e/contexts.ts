import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

// A page costs half the work in a context that has already loaded and compiled its scripts. A visit therefore reuses
// the context of an earlier visit, without its data.

/** Methods whose effect cannot be undone: a context on which one was called is not used again. */
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
/** Events to which a test may listen. */
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

/** Limit for removing the data of a site; in rare cases the browser never answers. */
const REMOVED_WITHIN_MS = 5000;

/** Idle contexts by browser and device. A host runs the files of several browsers. */
const waiting = new WeakMap<Browser, Map<string, BrowserContext[]>>();

/** A context without cookies or stored data, and an empty tab in it. */
export interface OpenContext {
  readonly context: BrowserContext;
  readonly page: Page;
}

/**
 * Returns a context with these options, and a tab. `close` of it closes its tabs; the context may be returned again to
 * a caller with the same device and site. Tabs opened later then have the size and theme of its first options.
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
    // Tests with a service worker test its stored data, so their contexts are not reused.
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

/** Makes `close` keep the context for the next visit, unless a lasting method was called on it. */
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

/** Removes the data of earlier visits, whose tabs are closed. Returns a new tab; null without an answer. */
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
