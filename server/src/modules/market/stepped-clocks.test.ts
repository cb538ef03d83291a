import { after, test } from 'node:test';
import { testContext } from '../../platform/testing.ts';
import { surviveSteppedClocks } from './testing/stepped-clocks.ts';

const context = await testContext({ after });

test('ticks under stepped clocks: bars equal the market’s', async (t) => {
  const played = await surviveSteppedClocks(context, { firstSeed: 1, seeds: 40, width: 6 });
  t.diagnostic(JSON.stringify(played));
});
