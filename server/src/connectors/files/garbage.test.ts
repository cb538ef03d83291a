import { test } from 'node:test';
import { seeded } from '../../testing/bars.ts';
import { surviveGarbageLines } from './testing/garbage-file.ts';

test('F8 garbage in a file is refused line by line, and the rest is what it was', async (t) => {
  t.diagnostic(JSON.stringify(await surviveGarbageLines(20_000, seeded(8))));
});
