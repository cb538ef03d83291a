import { test } from 'node:test';
import { testContext } from '../platform/testing.ts';
import { playTape, playWrongClock } from './binance-tapes.ts';

// In 6031 prices jump while the venue is closed, and a pair trades right after the hour and not again in its quarter.
for (const seed of [2, 6031]) {
  test(`a day of Binance with faults at random gives the bars of its own trades, SEED=${seed}`, async (t) => {
    t.diagnostic(JSON.stringify(await playTape(await testContext(t), seed)));
  });
}

for (const [what, offMs] of [
  ['three seconds ahead', 3000],
  ['ten minutes behind', -600_000],
] as const) {
  test(`a venue whose clock is ${what} for two hours makes no wrong bar`, async (t) => {
    t.diagnostic(
      JSON.stringify(await playWrongClock(await testContext(t), 1000 + (offMs > 0 ? 1 : 2), offMs)),
    );
  });
}
