import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTurn, startBrowser, startVisit, waitForPanels } from './fixtures.ts';
import type { Role } from './site.ts';
import { shareSite } from './site.ts';

// No painted text is smaller than 12 px; the text of a picture is measured after scaling.

const site = await shareSite();
const browser = await startBrowser();

const SMALLEST_PX = 12;
/** Tolerance for the rounding of a picture's scale. */
const ROUNDING_PX = 0.05;

const PAGES: readonly { readonly as: Role | null; readonly paths: readonly string[] }[] = [
  {
    as: null,
    paths: [
      '/',
      '/info/about',
      '/info/glossary',
      '/info/agreement',
      '/auth/register',
      '/auth/login',
      '/auth/forgot',
      '/record',
      '/record/1',
      '/nowhere',
    ],
  },
  {
    as: 'subscriber',
    paths: [
      '/dashboard',
      '/dashboard/symbol/EURUSD',
      '/dashboard/symbol/BTCUSD',
      '/dashboard/chart?symbol=EURUSD',
      '/dashboard/predictor/crypto',
      '/dashboard/portfolio/bist',
      '/dashboard/portfolio/bist?view=list',
      '/dashboard/messages',
      '/account',
      '/account?selected=security',
      '/account?selected=education',
      '/account?selected=videos',
      '/account?selected=question',
      '/account?selected=homework',
      '/account?selected=favorites',
      '/account?selected=invoices',
      '/account?selected=telegram',
      '/account?selected=settings',
    ],
  },
  { as: 'person', paths: ['/account', '/account?selected=education'] },
  {
    as: 'admin',
    paths: [
      '/admin',
      '/admin/people',
      '/admin/orders',
      '/admin/questions',
      '/admin/homework',
      '/admin/lessons',
      '/admin/messages',
      '/admin/prices',
      '/admin/symbols',
      '/admin/feeds',
      '/admin/site',
      '/admin/audit',
    ],
  },
];

/** Lists the texts painted smaller than `smallest`, with their sizes. Runs in the page. */
function listSmallTexts(smallest: number): string[] {
  const small: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    const element = node.parentElement;
    if (text === '' || !element || /^(SCRIPT|STYLE|NOSCRIPT)$/.test(element.tagName)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { width, height } = range.getBoundingClientRect();
    // Hidden, or for screen readers only.
    if (width <= 1 || height <= 1 || element.closest('.sr-only')) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const matrix = element instanceof SVGGraphicsElement ? element.getScreenCTM() : null;
    const scale = matrix ? Math.hypot(matrix.b, matrix.d) : 1;
    const size = Number.parseFloat(getComputedStyle(element).fontSize) * scale;
    if (size < smallest) small.push(`${size.toFixed(2)} px: ${text.slice(0, 60)}`);
  }
  return [...new Set(small)];
}

for (const width of inTurn([1440, 390] as const)) {
  for (const { as, paths } of PAGES) {
    test(`every text is at least 12 px: ${as ?? 'guest'} at ${width}`, async () => {
      const visit = await startVisit(browser, site, { width, height: 844, as });
      const { page } = visit;
      // Views are not counted here, since tests that count views use the same site.
      for (const list of ['portfolio', 'predictor']) {
        await page.route(`**/api/${list}/*`, (route) => {
          const address = new URL(route.request().url());
          if (!address.pathname.endsWith('/views')) address.searchParams.set('for', 'overview');
          return route.continue({ url: String(address) });
        });
      }
      const small: string[] = [];
      let measured = 0;
      for (const path of paths) {
        await visit.open(path);
        await waitForPanels(page);
        // The landing page draws a picture when it comes near the window.
        for (const section of path === '/' ? await page.locator('main section').all() : []) {
          await section.scrollIntoViewIfNeeded();
        }
        const found = await page.evaluate(listSmallTexts, SMALLEST_PX - ROUNDING_PX);
        small.push(...found.map((text) => `${path} ${text}`));
        measured += (await page.locator('body').innerText()).length;
      }
      assert.ok(measured > paths.length * 100, `${measured} letters on ${paths.length} pages`);
      assert.deepEqual(small, []);
      await visit.context.close();
    });
  }
}
