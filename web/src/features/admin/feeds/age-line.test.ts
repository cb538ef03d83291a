import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeAgeLine } from './age-line.ts';

const REAL_TIME = { delayMs: 0, limitMs: 15_000 };

test('an age of nothing is at the foot, one of four limits at the top, and more is cut there', () => {
  const { d } = computeAgeLine([0, 60_000, 1e9], REAL_TIME, 120, 24);
  assert.equal(d, 'M1.0 23.0L60.0 1.0L119.0 1.0');
});

test('the limit has the height of an age at it', () => {
  const { d, limitY } = computeAgeLine([15_000, 15_000], REAL_TIME, 120, 24);
  assert.ok(limitY !== null);
  assert.equal(d, `M1.0 ${limitY.toFixed(1)}L119.0 ${limitY.toFixed(1)}`);
  assert.ok(limitY > 2 && limitY < 8);
});

test('the delay of a class raises neither the line nor the limit', () => {
  const delayMs = 900_000;
  const delayed = computeAgeLine(
    [delayMs + 84, delayMs + 900],
    { delayMs, limitMs: delayMs + 60_000 },
    120,
    24,
  );
  const prompt = computeAgeLine([84, 900], { delayMs: 0, limitMs: 60_000 }, 120, 24);
  assert.deepEqual(delayed, prompt);
});

test('minutes without prices interrupt the line, and a minute alone is a dot', () => {
  const { d } = computeAgeLine([null, 0, null, 0, 0], REAL_TIME, 120, 24);
  assert.equal(d, 'M30.5 23.0h.1M89.5 23.0L119.0 23.0');
});

test('without ages there is no line, and without a limit no limit', () => {
  assert.deepEqual(computeAgeLine([null, null], { delayMs: 0, limitMs: null }, 120, 24), {
    d: '',
    limitY: null,
  });
  assert.equal(
    computeAgeLine([60_000, 0], { delayMs: 0, limitMs: null }, 120, 24).d,
    'M1.0 1.0L119.0 23.0',
  );
});
