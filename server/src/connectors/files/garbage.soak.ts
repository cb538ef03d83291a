import { test } from 'node:test';
import { seeded } from '../../testing/bars.ts';
import { surviveGarbageLines } from './testing/garbage-file.ts';

test('F8 a million lines, every other one garbage', async (t) => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  t.diagnostic(`SEED=${seed}`);
  t.diagnostic(JSON.stringify(await surviveGarbageLines(1_000_000, seeded(seed))));
});
