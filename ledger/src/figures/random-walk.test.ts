import assert from 'node:assert/strict';
import test from 'node:test';
import { figuresOfRandomWalk } from '../testing/random-walk.ts';

test('in random walks few verdicts differ', (t) => {
  const verdicts: string[] = [];
  for (let seed = 1; seed <= 20; seed++) {
    for (const { verdict } of figuresOfRandomWalk(seed, 1, 9_000)) verdicts.push(verdict);
  }
  const said = verdicts.filter((verdict) => verdict !== 'few');
  const differs = said.filter((verdict) => verdict === 'interval-excludes-zero').length;
  t.diagnostic(`${differs} of ${said.length} verdicts differ`);
  assert.ok(said.length > 60, `${said.length} verdicts`);
  // Of 80 verdicts with a miss rate of one in twenty, more than 11 misses have a probability of 0.001.
  assert.ok(differs / said.length < 0.14, `${differs} of ${said.length}`);
});
