import { after, test } from 'node:test';
import { testContext } from '../platform/testing.ts';
import { playTape } from './binance-tapes.ts';

const context = await testContext({ after });

for (const seed of [1, 2, 3]) {
  test(`a day of Binance with faults at random gives the bars of its own trades, seed ${seed}`, async (t) => {
    t.diagnostic(JSON.stringify(await playTape(context, seed)));
  });
}
