import { LANGUAGES, type Language } from '@rasat/contract';
import type { Locator, Page } from 'playwright-core';
import { oneLine } from './expected-texts.ts';
import { nextInTurn } from './fixtures.ts';

// Reads what a page says, for tests that compare it with the answers of the API.

/** How a visitor reads a page: with the eyes, or by a screen reader. */
export type Sense = 'seen' | 'heard';

/** Both senses. */
export const SENSES: readonly Sense[] = ['seen', 'heard'];

/**
 * A text on one line in which every blank is a plain one and none stands before a comma: where one element ends and the
 * next begins is no matter of words. For both sides of a comparison.
 */
export const plain = (text: string): string =>
  oneLine(text.replaceAll('\u00a0', ' ')).replaceAll(' ,', ',');

/** The words of a text in each language, written `Turkish | Azerbaijani | English`; one word is the same in all. */
export function words(texts: string): Readonly<Record<Language, string>> {
  const [tr = '', az = tr, en = az] = texts.split(' | ');
  return { tr, az, en };
}

/**
 * What a sense takes of parts of elements, chosen by a selector; of the elements themselves without one. Elements that
 * are hidden or are for the other sense are left out, and a label stands for what it labels. Runs in the page.
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

/** What an element says. */
export async function readText(element: Locator, sense: Sense): Promise<string> {
  const [text = ''] = await readTexts(element, sense);
  return text;
}

/** What each of several elements says. */
export async function readTexts(elements: Locator, sense: Sense): Promise<string[]> {
  const texts = await elements.evaluateAll(takeTexts, [sense, null] as const);
  return texts.map(([text = '']) => plain(text));
}

/** The rows of a table below its head, cell by cell. */
export async function readRows(table: Locator, sense: Sense): Promise<string[][]> {
  const cells = [sense, ':scope > th, :scope > td'] as const;
  const rows = await table.locator('tbody tr').evaluateAll(takeTexts, cells);
  return rows.map((row) => row.map(plain));
}

/** The names of a table's columns. */
export const readHeads = (table: Locator, sense: Sense): Promise<string[]> =>
  readTexts(table.locator('thead th'), sense);

/** The names and values of lists of facts (`dl`), each `name: value`. */
export async function readFacts(lists: Locator, sense: Sense): Promise<string[]> {
  const pairs = [sense, ':scope > dt, :scope > dd'] as const;
  const facts = await lists.locator('div:has(> dt)').evaluateAll(takeTexts, pairs);
  return facts.map(([name = '', ...values]) => `${plain(name)}: ${plain(values.join(' '))}`);
}

/**
 * Answers calls that a page reads with, by their paths after `/api`; whatever else it calls goes its way. A function is
 * asked for each answer.
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

/** The server's clock as the page learns it, with which lengths of time are counted: this machine's. */
export const CLOCK = {
  '/health': () => ({ ready: true, version: '1', serverTime: Date.now(), parts: {}, filled: 1 }),
} as const;

/** No live price comes to a page. To be called before it is opened. */
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
  // The menu stays for another choice.
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
}

/**
 * Does the same on the page as it stands in each language, one after the other, in `npm run e2e`; in a run of all tests in
 * one of them, each time in another. Afterwards the page is in the last one.
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
