import { test } from 'node:test';
import { surviveKills } from './testing/kills.ts';

test('thirty kills at random moments leave no gap, double or difference', async (t) => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  t.diagnostic(`SEED=${seed}`);
  await surviveKills(t, {
    kills: 30,
    startMs: Date.UTC(2024, 2, 12, 7, 50),
    speed: 1200,
    lifeMs: 8000,
    seed,
    note: (text) => t.diagnostic(text),
  });
});
