import assert from 'node:assert/strict';
import test from 'node:test';
import { chanceFigure } from './chance-state.ts';

test('a chance is written in whole per cent, never as 0 or 100', () => {
  const whole = (percent: number) => ({ kind: 'whole', percent });
  assert.deepEqual(chanceFigure(0), { kind: 'under' });
  assert.deepEqual(chanceFigure(0.00999), { kind: 'under' });
  assert.deepEqual(chanceFigure(0.01), whole(1));
  assert.deepEqual(chanceFigure(0.0149), whole(1));
  assert.deepEqual(chanceFigure(0.0151), whole(2));
  assert.deepEqual(chanceFigure(0.29), whole(29));
  assert.deepEqual(chanceFigure(0.5563), whole(56));
  assert.deepEqual(chanceFigure(0.9899), whole(99));
  assert.deepEqual(chanceFigure(0.99), whole(99));
  assert.deepEqual(chanceFigure(0.9901), { kind: 'over' });
  assert.deepEqual(chanceFigure(1), { kind: 'over' });
});
