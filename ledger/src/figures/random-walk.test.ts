import assert from 'node:assert/strict';
import test from 'node:test';
import { figuresOfRandomWalk } from '../testing/random-walk.ts';

test('in a world of chance few verdicts differ', (t) => {
  const verdicts: string[] = [];
  for (let seed = 1; seed <= 20; seed++) {
    for (const { verdict } of figuresOfRandomWalk(seed, 1, 9_000)) verdicts.push(verdict);
  }
  const said = verdicts.filter((verdict) => verdict !== 'few');
  const differs = said.filter((verdict) => verdict === 'interval-excludes-zero').length;
  t.diagnostic(`${differs} of ${said.length} verdicts differ`);
  assert.ok(said.length > 60, `${said.length} verdicts`);
  // Of 80 verdicts that each miss once in twenty, more than 11 miss once in a thousand times.
  assert.ok(differs / said.length < 0.14, `${differs} of ${said.length}`);
});
