import { LANGUAGES, type Language } from '@rasat/contract';
import type { Locator, Page } from 'playwright-core';
import { oneLine } from './expected-texts.ts';
import { nextInTurn } from './fixtures.ts';

// Reads the texts of a page, for tests that compare them with the answers of the API.

/** How a visitor reads a page: on the screen, or by a screen reader. */
export type Sense = 'seen' | 'heard';

/** Both senses. */
export const SENSES: readonly Sense[] = ['seen', 'heard'];

/**
 * Returns a text on one line with plain blanks and none before a comma, so that the borders of elements do not matter.
 * For both sides of a comparison.
 */
export const plain = (text: string): string =>
  oneLine(text.replaceAll('\u00a0', ' ')).replaceAll(' ,', ',');

/** Splits `Turkish | Azerbaijani | English` into languages; a missing part equals the one before it. */
export function words(texts: string): Readonly<Record<Language, string>> {
  const [tr = '', az = tr, en = az] = texts.split(' | ');
  return { tr, az, en };
}

/**
 * Returns the texts for a sense, of the parts that a selector chooses in each element; of the element itself without
 * one. Leaves out elements that are hidden or for the other sense; a label replaces the content of its element. Runs in
 * the page.
 */
function takeTexts(
  elements: Element[],
  [sense, parts]: readonly [sense: Sense, parts: string | null],
): string[][] {
  const take = (node: Node): string => {
    if (node instanceof Text) return node.data;
    if (!(node instanceof Element)) return '';
    const { display, visibility } = getComputedStyle(node);
    if (display === 'none' || visibility === 'hidden') return '';
    if (sense === 'heard') {
      if (node.ariaHidden === 'true') return '';
      const label = node.getAttribute('aria-label');
      if (label !== null && node.matches('button, a, input, [role="img"]')) return ` ${label} `;
    } else if (node.matches('.sr-only')) {
      return '';
    }
    const closed = node instanceof HTMLDetailsElement && !node.open;
    const inner = [...node.childNodes]
      .filter((child) => !closed || child.nodeName === 'SUMMARY')
      .map(take)
      .join('');
    return display === 'inline' || display === 'contents' ? inner : ` ${inner} `;
  };
  return elements.map((element) =>
    (parts === null ? [element] : [...element.querySelectorAll(parts)]).map(take),
  );
}

/** Reads the text of an element. */
export async function readText(element: Locator, sense: Sense): Promise<string> {
  const [text = ''] = await readTexts(element, sense);
  return text;
}

/** Reads the texts of several elements. */
export async function readTexts(elements: Locator, sense: Sense): Promise<string[]> {
  const texts = await elements.evaluateAll(takeTexts, [sense, null] as const);
  return texts.map(([text = '']) => plain(text));
}

/** Reads the rows of a table below its head, cell by cell. */
export async function readRows(table: Locator, sense: Sense): Promise<string[][]> {
  const cells = [sense, ':scope > th, :scope > td'] as const;
  const rows = await table.locator('tbody tr').evaluateAll(takeTexts, cells);
  return rows.map((row) => row.map(plain));
}

/** Reads the heads of a table's columns. */
export const readHeads = (table: Locator, sense: Sense): Promise<string[]> =>
  readTexts(table.locator('thead th'), sense);

/** Reads the names and values of lists of facts (`dl`), each `name: value`. */
export async function readFacts(lists: Locator, sense: Sense): Promise<string[]> {
  const pairs = [sense, ':scope > dt, :scope > dd'] as const;
  const facts = await lists.locator('div:has(> dt)').evaluateAll(takeTexts, pairs);
  return facts.map(([name = '', ...values]) => `${plain(name)}: ${plain(values.join(' '))}`);
}

/**
 * Answers GET calls of a page by their paths after `/api`; other calls reach the server. A function is called for each
 * answer.
 */
export async function answerCalls(
  page: Page,
  replies: Readonly<Record<string, unknown>>,
): Promise<void> {
  await page.route(
    ({ pathname }) => pathname.startsWith('/api/') && pathname.slice(4) in replies,
    (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      const { pathname } = new URL(route.request().url());
      const reply: unknown = replies[pathname.slice(4)];
      const json: unknown = typeof reply === 'function' ? reply() : reply;
      return route.fulfill({ json });
    },
  );
}

/** Answer with the clock of this machine as that of the server; pages compute lengths of time with it. */
export const CLOCK = {
  '/health': () => ({ ready: true, version: '1', serverTime: Date.now(), parts: {}, filled: 1 }),
} as const;

/** Keeps live prices from a page. Call it before the page is opened. */
export async function silenceStream(page: Page): Promise<void> {
  await page.routeWebSocket('**/api/live', () => undefined);
}

const OWN_NAMES = { tr: 'Türkçe', az: 'Azərbaycanca', en: 'English' } as const;

/** Chooses a language in the header's menu and waits until the page is in it. */
export async function chooseLanguage(page: Page, language: Language): Promise<void> {
  const html = page.locator('html');
  if ((await html.getAttribute('lang')) === language) return;
  await page
    .getByRole('button', { name: /^(TR|AZ|EN), / })
    .filter({ visible: true })
    .click();
  await page.getByRole('menuitemradio', { name: OWN_NAMES[language] }).click();
  await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language);
  // The menu stays open after a choice.
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
}

/**
 * Runs `look` on the page in each language, one after another, in `npm run e2e`; in `npm test` in one language, by
 * turns. Afterwards the page is in the last language.
 */
export async function inEachLanguage(
  page: Page,
  look: (language: Language) => Promise<void>,
): Promise<void> {
  for (const language of nextInTurn(LANGUAGES)) {
    await chooseLanguage(page, language);
    await look(language);
  }
  await chooseLanguage(page, LANGUAGES.at(-1) ?? 'en');
}
