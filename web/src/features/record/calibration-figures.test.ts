import assert from 'node:assert/strict';
import test from 'node:test';
import { answerOf, listScopes, rangeOf, readChoice } from './calibration-figures.ts';
import { RUNNING, scopeOf } from './testing/made-calibration.ts';

const choose = (address: string) => readChoice(new URLSearchParams(address), RUNNING.scopes);

test('all symbols and the scopes with figures can be chosen', () => {
  assert.deepEqual(listScopes(RUNNING.scopes), ['all', 'main', 'crypto', 'forex', 'bist']);
  assert.deepEqual(listScopes([]), ['all']);
});

test('scope and group are read from the address; those without figures and unknown ones count as all', () => {
  assert.deepEqual(choose(''), { scope: 'all', group: 'all' });
  assert.deepEqual(choose('scope=forex&group=weekly'), { scope: 'forex', group: 'weekly' });
  assert.deepEqual(choose('scope=trial&group=tiny'), { scope: 'all', group: 'all' });
  assert.deepEqual(choose('scope=moon&group=long'), { scope: 'all', group: 'long' });
});

test('an interval is the value and its half-width to both sides', () => {
  assert.deepEqual(rangeOf({ value: 0.5, halfWidth: 0.25 }), { low: 0.25, high: 0.75 });
  assert.equal(rangeOf({ value: 0.5, halfWidth: null }), null);
});

test('a look answers by the side of 0 on which its interval lies', () => {
  const answers = [
    [0.02, 0.01],
    [-0.02, 0.01],
    [0.01, 0.02],
    [0.01, 0.01],
    [0.01, null],
  ] as const;
  assert.deepEqual(
    answers.map(([value, halfWidth]) => answerOf({ error: { value, halfWidth } })),
    ['high', 'low', 'contains', 'contains', 'short'],
  );
  assert.equal(answerOf({ error: null }), 'short');
});

test('a scope of cones alone can be chosen', () => {
  assert.deepEqual(listScopes([scopeOf('index', { levels: [] })]), ['all', 'index']);
});
