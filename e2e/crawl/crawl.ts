import type { Language } from '@rasat/contract';
import type { Browser, Page, Request } from 'playwright-core';
import { listAxeViolations, startVisit, timeoutMs } from '../fixtures.ts';
import type { Site } from '../site.ts';
import { inspectLayout } from './inspect.ts';
import { limitPace } from './pace.ts';
import { describePlace, type Place, waitForPage } from './places.ts';
import { listWrongTexts, textOf } from './texts.ts';

/** Width, theme and language in which a place is inspected. */
export interface CrawlLook {
  readonly width: 390 | 1440;
  readonly theme: 'dark' | 'light';
  readonly language: Language;
}

/** A place and the looks in which it is inspected. */
export interface Task {
  readonly place: Place;
  readonly looks: readonly CrawlLook[];
}

/** Findings and picture of one look. */
export interface Seen {
  readonly place: Place;
  readonly look: CrawlLook;
  readonly findings: readonly string[];
  /** A JPEG; absent when no pictures were asked for. */
  readonly picture?: Buffer;
}

const HEIGHTS = { 390: 844, 1440: 900 } as const;
/** Largest height of a picture, in pixels. */
const PICTURE_HEIGHTS = { 390: 1688, 1440: 1800 } as const;
/** Smallest side of a control, in pixels: for a finger, and for a mouse. */
const TARGETS = { 390: 44, 1440: 24 } as const;

/** Returns a list that collects warnings of the console and failed requests of a tab. */
function listen(page: Page): string[] {
  const heard: string[] = [];
  page.on('console', (message) => {
    // The browser warns that the tests block the service worker.
    const isOwn = !message.text().startsWith('Service Worker registration blocked');
    if (message.type() === 'warning' && isOwn) heard.push(`console: ${message.text()}`);
  });
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    // Opening the next page aborts the requests of the last one.
    if (why !== 'net::ERR_ABORTED') heard.push(`failed: ${request.url()} ${why}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) heard.push(`answered ${response.status()}: ${response.url()}`);
  });
  return heard;
}

/** Types of requests that must end before a page is loaded; media and streams may go on. */
const AWAITED = new Set(['document', 'script', 'stylesheet', 'font', 'fetch', 'xhr']);
const CALM_MS = 50;
const CALM_TIMES = 3;

/** Returns a function that waits until a tab has no open request and no loading panel; it throws after the time-out. */
function watchIdle(page: Page): () => Promise<void> {
  const asked = new Set<Request>();
  page.on('request', (request) => {
    if (AWAITED.has(request.resourceType())) asked.add(request);
  });
  page.on('requestfinished', (request) => asked.delete(request));
  page.on('requestfailed', (request) => asked.delete(request));
  return async () => {
    // A reply may cause the next request.
    const endMs = performance.now() + timeoutMs();
    for (let calm = 0; calm < CALM_TIMES; ) {
      if (performance.now() > endMs) {
        throw new Error(`waits for ${[...asked].map((one) => one.url()).join()}`);
      }
      await page.waitForTimeout(CALM_MS);
      await waitForPage(page);
      calm = asked.size === 0 ? calm + 1 : 0;
    }
  };
}

/** Takes a picture in a window as high as the page, up to a limit, so that fixed bars lie at the end of the page. */
async function takePicture(page: Page, width: CrawlLook['width']): Promise<Buffer> {
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  const height = Math.max(HEIGHTS[width], Math.min(whole, PICTURE_HEIGHTS[width]));
  await page.setViewportSize({ width, height });
  const picture = await page.screenshot({ type: 'jpeg', quality: 80, animations: 'disabled' });
  await page.setViewportSize({ width, height: HEIGHTS[width] });
  return picture;
}

/** Lays out the sections that the page lays out only near the window. */
async function layOutAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets.push(sheet);
  });
}

/** Lists the faults of a page, except those that axe finds. */
async function inspect(page: Page, { width, language }: CrawlLook): Promise<string[]> {
  const layout = await inspectLayout(page, TARGETS[width]);
  const findings = [...layout.faults, ...listWrongTexts([...layout.said, layout.title], language)];
  if (layout.title.trim() === '') findings.push('no title');
  if (layout.language !== language) findings.push(`lang is ${layout.language}`);
  if (layout.headings !== 1) findings.push(`${layout.headings} headings of the first level`);
  return findings;
}

/** Whether a place is meant to show the status of a finding. */
function isMeant({ path, action }: Place, finding: string): boolean {
  const match = /status of (\d+)|answered (\d+)/.exec(finding);
  if (match === null) return false;
  const status = match[1] ?? match[2];
  return (
    ((path === null || path === '/record/find') && status === '404') ||
    (action?.answer !== undefined && status === '503')
  );
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/**
 * Opens the places of one role one after another in a tab, in one language and width, inspects each in the themes of
 * its task, and passes the findings on.
 */
export async function crawl(
  browser: Browser,
  site: Site,
  tasks: readonly Task[],
  { pictures }: { readonly pictures: boolean },
  onSeen: (seen: Seen) => void,
): Promise<void> {
  const [first] = tasks;
  const look = first?.looks[0];
  if (!first || !look) return;
  const { role } = first.place;
  const visit = await startVisit(browser, site, {
    as: role,
    width: look.width,
    height: HEIGHTS[look.width],
    language: look.language,
    theme: look.theme,
    motion: look.width === 1440,
    // Both palettes of price colours are tested.
    prices: look.language === 'az' ? 'blue-orange' : 'teal-red',
  });
  const { page, problems } = visit;
  const heard = listen(page);
  const waitForIdle = watchIdle(page);
  const waitForTurn = limitPace(page, role);
  for (const { place, looks } of tasks) {
    const { address, action } = place;
    const before = [problems.length, heard.length] as const;
    const faults: string[] = [];
    try {
      await page.emulateMedia({ colorScheme: look.theme });
      await action?.answer?.(page, site.now());
      await waitForTurn();
      await page.goto(address);
      await waitForIdle();
      await action?.act?.(page, (key, values) => textOf(look.language, key, values));
      await waitForIdle();
      await layOutAll(page);
    } catch (error) {
      faults.push(`was not opened: ${messageOf(error)}`);
    }
    for (const [at, one] of looks.entries()) {
      const findings = at === 0 ? faults : [];
      let picture: Buffer | undefined;
      try {
        await page.emulateMedia({ colorScheme: one.theme });
        if (at === 0) findings.push(...(await inspect(page, one)));
        // Only the contrasts depend on the theme.
        const violations = await listAxeViolations(page, at === 0 ? undefined : ['color-contrast']);
        findings.push(...violations.map((violation) => `axe: ${violation}`));
        if (pictures) picture = await takePicture(page, one.width);
      } catch (error) {
        findings.push(`was not inspected: ${messageOf(error)}`);
      }
      if (at === looks.length - 1) {
        const said = [...problems.slice(before[0]), ...heard.slice(before[1])];
        findings.push(...said.filter((one) => !isMeant(place, one)));
      }
      onSeen({ place, look: one, findings, ...(picture && { picture }) });
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
  await visit.context.close();
}

/** Returns a line for each finding: role, address, look and fault. */
export function describeFindings({ place, look, findings }: Seen): string[] {
  const { width, theme, language } = look;
  return findings.map((one) => `${describePlace(place)} · ${language} ${theme} ${width} · ${one}`);
}
