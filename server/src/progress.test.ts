import assert from 'node:assert/strict';
import test from 'node:test';
import { createProgress } from './progress.ts';

function shown(isTTY: boolean, shares: readonly number[]): string {
  let text = '';
  const progress = createProgress('Filling', { isTTY, write: (more) => (text += more) });
  for (const share of shares) progress.show(share);
  return text;
}

test('off a terminal there is a line for each fifth and one for the end', () => {
  assert.equal(
    shown(false, [0, 0.1, 0.19, 0.21, 0.35, 0.9, 0.95, 1, 1]),
    'Filling: 0 %\nFilling: 21 %\nFilling: 90 %\nFilling: 100 %\n',
  );
});

test('on a terminal one bar is redrawn and ended', () => {
  const text = shown(true, [0, 0.5, 0.5, 1]);
  assert.deepEqual(text.split('\r').slice(1), [
    `Filling ${'░'.repeat(24)} 0 %`,
    `Filling ${'█'.repeat(12)}${'░'.repeat(12)} 50 %`,
    `Filling ${'█'.repeat(24)} 100 %\n`,
  ]);
});

test('what is done already is not shown', () => {
  assert.equal(shown(true, [1, 1]), '');
  assert.equal(shown(false, [1]), '');
});
