import assert from 'node:assert/strict';
import test from 'node:test';
import { figuresOfRandomWalk } from '../testing/random-walk.ts';

test('over 20 worlds of chance about one verdict in twenty differs', (t) => {
  let said = 0;
  let differs = 0;
  let rows = 0;
  let difference = 0;
  for (let seed = 101; seed <= 120; seed++) {
    for (const { verdict, matched, first } of figuresOfRandomWalk(seed, 3, 30_000)) {
      rows += matched;
      difference += matched * (first.difference?.value ?? 0);
      if (verdict === 'few') continue;
      said++;
      if (verdict === 'differs') differs++;
    }
  }
  t.diagnostic(`${differs} of ${said} verdicts differ, ${rows} rows`);
  t.diagnostic(`mean difference ${(difference / rows).toFixed(4)} R`);
  assert.ok(said > 120, `${said} verdicts`);
  assert.ok(differs / said > 0.01 && differs / said < 0.11, `${differs} of ${said}`);
  // A row's multiple has deviation 1, its baseline's a sixth: four deviations of the mean.
  assert.ok(Math.abs(difference / rows) < 4 / Math.sqrt(rows), `${difference / rows}`);
});
