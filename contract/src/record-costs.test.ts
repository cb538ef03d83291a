import assert from 'node:assert/strict';
import test from 'node:test';
import { DEFAULT_COSTS } from '@rasat/ledger';
import { listCosts, readCosts } from './record-costs.ts';

test('a text changes the costs that it names; the others stay', () => {
  const costs = readCosts('forex=2.5pips, crypto=7.5bp,XAUUSD=0.55,BRK.B=0');
  assert.deepEqual(costs?.byCategory, {
    ...DEFAULT_COSTS.byCategory,
    forex: { unit: 'pips', amount: 2.5 },
    crypto: { unit: 'basisPoints', amount: 7.5 },
  });
  assert.deepEqual(costs?.bySymbol, {
    ...DEFAULT_COSTS.bySymbol,
    XAUUSD: { unit: 'price', amount: 0.55 },
    'BRK.B': { unit: 'price', amount: 0 },
  });
  assert.deepEqual(readCosts(''), DEFAULT_COSTS);
});

test('a text of another form is refused', () => {
  for (const text of [
    'forex',
    'forex=',
    'forex=-1pips',
    'forex=1.8pip',
    'forex=1e3pips',
    'forex=Infinity',
    'stocks=2bp',
    'eurusd=1pips',
    'forex=1pips,forex=2pips',
    'forex=1pips;crypto=1bp',
    ',',
    'toString=1bp',
  ]) {
    assert.equal(readCosts(text), null, text);
  }
});

test('the list names every category and symbol once', () => {
  const list = listCosts(DEFAULT_COSTS);
  assert.equal(new Set(list.map(({ of }) => of)).size, list.length);
  assert.deepEqual(list[0], { of: 'forex', unit: 'pips', amount: 1.8 });
});
