import { test } from 'node:test';
import { testContext } from '../platform/testing.ts';
import { playTape } from './binance-tapes.ts';

// `SEED` is the first seed and `TAPES` their number; SEED=N TAPES=1 repeats one tape.

const FIRST = Number(process.env.SEED ?? Date.now() % 1_000_000);
const TAPES = Number(process.env.TAPES ?? 200);

for (let seed = FIRST; seed < FIRST + TAPES; seed += 1) {
  test(`a day of Binance with faults at random gives the bars of its own trades, SEED=${seed}`, async (t) => {
    t.diagnostic(JSON.stringify(await playTape(await testContext(t), seed)));
  });
}
