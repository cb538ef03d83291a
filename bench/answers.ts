import type { Browser, Page } from 'playwright-core';
import { addIdleButton, awaitAnswer, type Interaction, watchInputs } from './page-probe.ts';
import { median, type Report } from './report.ts';

const TIMES = 11;
const LIMIT_MS = 30_000;
/** Pause between two inputs, so that the first has no effect on the second. */
const REST_MS = 250;
/** Limit of "good" of Interaction to Next Paint: up to here an answer seems immediate. */
const GOOD_MS = 200;
/** Limit of the palette on an unthrottled processor. */
const PALETTE_MS = 50;

/** An action that a visitor repeats, and the element that the page then shows. */
interface Action {
  readonly name: string;
  /** The goal in milliseconds on a processor that is so many times slower. */
  readonly goal: (slower: number) => Goal;
  /** The next input by the number of earlier ones. */
  ask(turn: number, page: Page): Interaction | Promise<Interaction>;
  act(page: Page, turn: number): Promise<void>;
  /** Restores the page when the action does not. */
  undo?(page: Page): Promise<void>;
}

type Goal = { readonly text: string; readonly of: 'value'; readonly atMost: number };

const good = (): Goal => ({
  text: `an answer within ${GOOD_MS} ms`,
  of: 'value',
  atMost: GOOD_MS,
});
const pressed = (selector: string, on: boolean): string => `${selector}[aria-pressed="${on}"]`;

const idle: Action = {
  name: 'a button that does nothing',
  goal: good,
  ask: (turn) => ({ event: 'click', selector: pressed('#idle', turn % 2 === 0) }),
  act: (page) => page.locator('#idle').click(),
};

const CATEGORIES = ['BIST', 'Kripto'] as const;

const category: Action = {
  name: 'another category',
  goal: good,
  ask: (turn) => ({
    event: 'click',
    selector: `main fieldset button:nth-of-type(${turn % 2 === 0 ? 3 : 1})[aria-pressed="true"]`,
  }),
  act: (page, turn) =>
    page.getByRole('button', { name: CATEGORIES[turn % 2] ?? '', exact: true }).click(),
};

const palette: Action = {
  name: 'the palette with its list',
  goal: (slower) => ({
    text: `<= ${PALETTE_MS} ms at full speed, ${slower * PALETTE_MS} here`,
    of: 'value',
    atMost: slower * PALETTE_MS,
  }),
  ask: () => ({ event: 'click', selector: '[role="dialog"] [role="option"]' }),
  act: (page) => page.locator('header button[aria-keyshortcuts*="K"]').click(),
  async undo(page) {
    await page.keyboard.press('Escape');
    await page.locator('[role="option"]').first().waitFor({ state: 'detached' });
  },
};

const theme: Action = {
  name: 'the other theme',
  goal: good,
  ask: (turn) => ({
    event: 'keydown',
    selector: `html[data-theme="${turn % 2 === 0 ? 'light' : 'dark'}"]`,
  }),
  act: (page) => page.keyboard.press('t'),
};

const HAYYAM = 'header fieldset fieldset:nth-of-type(2) button:nth-of-type(1)';

const box: Action = {
  name: 'a box on the chart',
  goal: good,
  ask: async (_turn, page) => {
    const isOn = await page.locator(HAYYAM).getAttribute('aria-pressed');
    return { event: 'keydown', selector: pressed(HAYYAM, isOn !== 'true') };
  },
  act: (page) => page.keyboard.press('1'),
};

/** Measures how long a page takes to show the result of each action, in milliseconds. The actions alternate. */
async function answer(page: Page, actions: readonly Action[]): Promise<Map<Action, number>> {
  const times = new Map<Action, number[]>(actions.map((action) => [action, []]));
  for (let turn = 0; turn <= TIMES; turn++) {
    for (const action of actions) {
      await page.waitForTimeout(REST_MS);
      await page.evaluate(awaitAnswer, await action.ask(turn, page));
      await action.act(page, turn);
      await page.waitForFunction(() => window.answerMs !== undefined, null, { timeout: LIMIT_MS });
      const tookMs = await page.evaluate(() => window.answerMs ?? Number.NaN);
      // The first action loads what it needs.
      if (turn > 0) times.get(action)?.push(tookMs);
      await action.undo?.(page);
    }
  }
  return new Map([...times].map(([action, values]) => [action, median(values)]));
}

/** Measures the time from an input to the frame with its result, on a processor that is so many times slower. */
export async function measureAnswers(
  report: Report,
  browser: Browser,
  origin: string,
  [name, value]: readonly [string, string],
  slower: number,
): Promise<void> {
  const section = `answers, ${slower}x CPU`;
  const pages = [
    { address: '/dashboard', width: 390, actions: [category] },
    { address: '/dashboard', width: 1440, actions: [palette, theme] },
    { address: '/dashboard/chart?symbol=EURUSD', width: 1440, actions: [box] },
  ] as const;
  for (const { address, width, actions } of pages) {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: 'dark',
      locale: 'tr-TR',
    });
    try {
      await context.addCookies([{ name, value, url: origin, httpOnly: true }]);
      await context.addInitScript(() => localStorage.setItem('rasat.tour', 'closed'));
      await context.addInitScript(watchInputs);
      const page = await context.newPage();
      await page.goto(`${origin}${address}`);
      await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.evaluate(addIdleButton);
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
      const times = await answer(page, [idle, ...actions]);
      for (const action of actions) {
        report.add(section, action.name, times.get(action) ?? Number.NaN, 'ms', {
          baseline: { name: idle.name, value: times.get(idle) ?? Number.NaN },
          goal: action.goal(slower),
        });
      }
    } finally {
      await context.close();
    }
  }
}
