import { test } from 'node:test';
import { surviveKills } from './testing/kills.ts';

test('kill -9 of the whole server leaves no gap, double or difference', async (t) => {
  await surviveKills(t, {
    kills: 2,
    startMs: Date.UTC(2023, 3, 17, 7, 50),
    speed: 1200,
    lifeMs: 3000,
    seed: 1,
    note: (text) => t.diagnostic(text),
  });
});
