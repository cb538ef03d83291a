import { after, test } from 'node:test';
import { testContext } from '../platform/testing.ts';
import { playTape, playWrongClock } from './binance-tapes.ts';

const context = await testContext({ after });

for (const seed of [2, 4]) {
  test(`a day of Binance with faults at random gives the bars of its own trades, seed ${seed}`, async (t) => {
    t.diagnostic(JSON.stringify(await playTape(context, seed)));
  });
}

for (const [what, offMs] of [
  ['three seconds ahead', 3000],
  ['ten minutes behind', -600_000],
] as const) {
  test(`a venue whose clock is ${what} for four hours makes no wrong bar`, async (t) => {
    t.diagnostic(JSON.stringify(await playWrongClock(context, 1000 + (offMs > 0 ? 1 : 2), offMs)));
  });
}
