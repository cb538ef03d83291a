import assert from 'node:assert/strict';
import test from 'node:test';
import {
  findCategory,
  findMenuPage,
  findShown,
  MENU_PAGES,
  menuPages,
  pagePath,
  tabPages,
} from './pages.ts';

test('a link from one list to another keeps the category', () => {
  assert.equal(pagePath('portfolio', '/dashboard/predictor/bist'), '/dashboard/portfolio/bist');
  assert.equal(pagePath('predictor', '/dashboard'), '/dashboard/predictor/forex');
  assert.equal(pagePath('predictor', '/dashboard/predictor/nothing'), '/dashboard/predictor/forex');
});

test('an address belongs to one page of the menu, or to none', () => {
  for (const page of MENU_PAGES) assert.equal(findMenuPage(pagePath(page, '/')), page);
  assert.equal(findMenuPage('/dashboard'), 'dashboard');
  assert.equal(findMenuPage('/dashboard/'), 'dashboard');
  assert.equal(findMenuPage('/dashboard/predictor/forex'), 'predictor');
  assert.equal(findMenuPage('/dashboard/chart'), 'chart');
  assert.equal(findMenuPage('/dashboard/symbol/EURUSD'), null);
  assert.equal(findMenuPage('/record'), 'record');
  assert.equal(findMenuPage('/record/12'), 'record');
  assert.equal(findMenuPage('/recorder'), null);
  assert.equal(findCategory('/dashboard/portfolio/index'), 'index');
  assert.equal(findCategory('/dashboard/symbol/index'), null);
});

test('a signed-in person has messages in the menu; the tab bar has the pages that its reader may open', () => {
  const everywhere = ['dashboard', 'chart', 'predictor', 'portfolio'];
  assert.deepEqual(menuPages(false), [...everywhere, 'record']);
  assert.deepEqual(menuPages(true), [...everywhere, 'messages', 'record']);
  assert.deepEqual(tabPages('guest'), [...everywhere, 'record']);
  assert.deepEqual(tabPages('subscriber'), [...everywhere, 'record']);
  assert.deepEqual(tabPages('member'), ['dashboard', 'chart', 'predictor', 'messages']);
  assert.equal(findMenuPage('/dashboard/messages/'), 'messages');
  assert.equal(pagePath('messages', '/dashboard/predictor/bist'), '/dashboard/messages');
});

test('a page shows the prices of its own symbols', () => {
  const symbols = [
    { symbol: 'EURUSD', type: 'forex' },
    { symbol: 'BRK.B', type: 'nasdaq' },
    { symbol: 'AAPL', type: 'nasdaq' },
  ] as const;
  const shown = (path: string) => findShown(symbols, path).map(({ symbol }) => symbol);
  assert.deepEqual(shown('/dashboard'), ['EURUSD', 'BRK.B', 'AAPL']);
  assert.deepEqual(shown('/dashboard/symbol/BRK.B'), ['BRK.B']);
  assert.deepEqual(shown('/dashboard/symbol/AAPL/'), ['AAPL']);
  assert.deepEqual(shown('/dashboard/portfolio/nasdaq'), ['BRK.B', 'AAPL']);
  assert.deepEqual(shown('/dashboard/predictor/forex'), ['EURUSD']);
  assert.deepEqual(shown('/dashboard/symbol/NOTHING'), []);
  assert.deepEqual(shown('/dashboard/nowhere'), []);
});
