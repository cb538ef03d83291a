import { after, test } from 'node:test';
import { testContext } from '../../../platform/testing.ts';
import { surviveSteppedClocks } from '../testing/stepped-clocks.ts';

const firstSeed = Number(process.env.SEED ?? 1);
const seeds = Number(process.env.SEEDS ?? 10_000);
const context = await testContext({ after });

test('ticks under stepped clocks, ten thousand seeds: bars equal the market’s', async (t) => {
  t.diagnostic(`SEED=${firstSeed}`);
  const played = await surviveSteppedClocks(context, { firstSeed, seeds, width: 6 });
  t.diagnostic(JSON.stringify(played));
});
