import { after, test } from 'node:test';
import { testContext } from '../../../platform/testing.ts';
import { surviveSteppedClocks } from '../testing/stepped-clocks.ts';

const context = await testContext({ after });

test('ticks under stepped clocks: bars equal the market’s', async (t) => {
  const played = await surviveSteppedClocks(context, { firstSeed: 1, seeds: 40, width: 6 });
  t.diagnostic(JSON.stringify(played));
});

test('what waits in a socket after a pause of some seconds is read before the time closes a bar', async () => {
  // In this one the first timer after 5.6 seconds of a stopped process is that which closes a quarter-hour.
  await surviveSteppedClocks(context, { firstSeed: 8278, seeds: 1, width: 1 });
});
