import assert from 'node:assert/strict';
import test from 'node:test';
import { listPersonal } from './farewell.ts';
import { cutToKeep, keepMarket, keptKey, keptPlace } from './kept-market.ts';
import { createQueryClient } from './queries.ts';

test('symbols, quotes and bars are kept, and nothing else that a page reads', () => {
  for (const [key, place] of [
    [['market', 'symbols'], '/kept/symbols'],
    [['market', 'quotes', 'forex'], '/kept/quotes/forex'],
    [['market', 'pages', 'BRK.B', '1D'], '/kept/pages/BRK.B/1D'],
  ] as const) {
    assert.equal(keptPlace(key), place);
    assert.deepEqual(keptKey(place), key);
  }
  for (const key of [
    ['session'],
    ['account', 'favorites'],
    ['messages', 'platform'],
    ['signals', 'predictor', 'forex'],
    ['analysis', 'seer', 'EURUSD'],
    ['market', 'history', 'EURUSD', '1D', {}],
    ['market', 'quotes', { type: 'forex' }],
    [],
  ]) {
    assert.equal(keptPlace(key), null, JSON.stringify(key));
  }
});

test('of a chart the newest five hundred bars are kept, as its only page', () => {
  const bars = Array.from({ length: 1500 }, (_, d) => ({ d }));
  const data = { pages: [bars, [{ d: -1 }]], pageParams: [null, 0] };
  assert.deepEqual(cutToKeep(['market', 'pages', 'EURUSD', '1D'], data), {
    pages: [bars.slice(1000)],
    pageParams: [null],
  });
  const list = [{ symbol: 'EURUSD' }];
  assert.equal(cutToKeep(['market', 'symbols'], list), list);
});

test('what comes is kept for somebody who is signed in, and not for a guest', async (t) => {
  const kept: string[] = [];
  const cache = { put: async (place: string) => kept.push(place), keys: async () => [] };
  Object.assign(globalThis, { caches: { open: async () => cache } });
  t.after(() => Reflect.deleteProperty(globalThis, 'caches'));
  const client = createQueryClient();
  t.after(() => client.clear());
  let guest = true;
  t.after(keepMarket(client, () => !guest));
  const read = (category: string) =>
    client.fetchQuery({
      queryKey: ['market', 'quotes', category],
      queryFn: () => ({ quotes: [] }),
    });
  await read('forex');
  guest = false;
  await read('crypto');
  await new Promise(setImmediate);
  assert.deepEqual(kept, ['/kept/quotes/crypto']);
});

test('after signing out settings stay, whatever was written goes', () => {
  const keys = ['rasat.theme', 'rasat.chartTheme', 'rasat.prices', 'rasat.keys', 'other'];
  const personal = ['rasat.unsaved', 'rasat.question', 'rasat.homework.3', 'rasat.admin.answer'];
  assert.deepEqual(listPersonal([...keys, ...personal]), personal);
});
