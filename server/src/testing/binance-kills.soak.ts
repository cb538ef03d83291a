import { test } from 'node:test';
import { surviveLiveKills } from './binance-kills.ts';

test('sixty kills at random moments with Binance live leave no wrong bar and no wrong row', (t) => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  t.diagnostic(`SEED=${seed}`);
  return surviveLiveKills(t, {
    kills: 60,
    lifeMs: 8000,
    seed,
    note: (text) => t.diagnostic(text),
  });
});
