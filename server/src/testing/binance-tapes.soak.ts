import { after, test } from 'node:test';
import { testContext } from '../platform/testing.ts';
import { playTape } from './binance-tapes.ts';

const FIRST = Number(process.env.SEED ?? Date.now() % 1_000_000);
const TAPES = Number(process.env.TAPES ?? 200);
const context = await testContext({ after });

test(`${TAPES} days of Binance with faults at random give the bars of their own trades`, async (t) => {
  let faults = 0;
  let bars = 0;
  for (let seed = FIRST; seed < FIRST + TAPES; seed += 1) {
    try {
      const result = await playTape(context, seed);
      faults += result.faults;
      bars += result.bars;
      t.diagnostic(`SEED=${seed} ${JSON.stringify(result)}`);
    } catch (error) {
      t.diagnostic(`SEED=${seed} TAPES=1 repeats the failure`);
      throw error;
    }
  }
  t.diagnostic(`${faults} faults, ${bars} bars compared`);
});
