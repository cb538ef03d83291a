import assert from 'node:assert/strict';
import test from 'node:test';
import { findCategory, findMenuPage, pagePath } from './pages.ts';

test('lists stay in the category of the page that they are left from', () => {
  assert.equal(pagePath('portfolio', '/dashboard/predictor/bist'), '/dashboard/portfolio/bist');
  assert.equal(pagePath('predictor', '/dashboard'), '/dashboard/predictor/forex');
  assert.equal(pagePath('predictor', '/dashboard/predictor/nothing'), '/dashboard/predictor/forex');
});

test('an address belongs to one page of the menu, or to none', () => {
  assert.equal(findMenuPage('/dashboard'), 'dashboard');
  assert.equal(findMenuPage('/dashboard/'), 'dashboard');
  assert.equal(findMenuPage('/dashboard/predictor/forex'), 'predictor');
  assert.equal(findMenuPage('/dashboard/chart'), 'chart');
  assert.equal(findMenuPage('/dashboard/symbol/EURUSD'), null);
  assert.equal(findCategory('/dashboard/portfolio/index'), 'index');
  assert.equal(findCategory('/dashboard/symbol/index'), null);
});
