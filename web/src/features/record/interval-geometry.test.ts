import assert from 'node:assert/strict';
import test from 'node:test';
import type { Comparison } from './groups.ts';
import { clipInterval, intervalDomain } from './interval-geometry.ts';

function row(
  value: number,
  half: number,
  baseline = 0,
  verdict: Comparison['verdict'] = 'undecided',
) {
  return {
    key: String(value),
    n: 100,
    verdict,
    baseline,
    value,
    low: value - half,
    high: value + half,
    difference: {
      value: value - baseline,
      low: value - baseline - half,
      high: value - baseline + half,
    },
  };
}

test('the plot holds every value, every baseline and every usual interval', () => {
  const rows = [row(0.02, 0.03, -0.01), row(-0.01, 0.05, -0.02), row(0.05, 0.06, 0)];
  const [low, high] = intervalDomain(rows, 'multiple');
  for (const { low: from, high: to, baseline } of rows) {
    assert.ok(low <= Math.min(from, baseline) && to <= high);
  }
});

test('an interval of many times the usual width is cut, and marked as cut', () => {
  const rows = [row(0.02, 0.03), row(0.01, 0.04), row(0, 0.03), row(0.03, 2)];
  const domain = intervalDomain(rows, 'multiple');
  assert.ok(domain[1] - domain[0] < 0.5, domain.join(' to '));
  assert.deepEqual(clipInterval(-1.97, 2.03, domain), {
    low: domain[0],
    high: domain[1],
    before: true,
    beyond: true,
  });
  assert.deepEqual(clipInterval(-0.01, 0.02, domain), {
    low: -0.01,
    high: 0.02,
    before: false,
    beyond: false,
  });
});

test('rows that are too few draw nothing; shares stay between 0 and 1', () => {
  assert.deepEqual(intervalDomain([row(3, 9, 0, 'few')], 'multiple'), [-0.1, 0.1]);
  const [low, high] = intervalDomain([row(0.98, 0.2, 0.97)], 'share');
  assert.ok(low >= 0 && high <= 1 && low < high);
});

test('a plot of values that hardly differ does not magnify them', () => {
  const [low, high] = intervalDomain([row(0, 0.0001)], 'multiple');
  assert.ok(high - low >= 0.1);
});

const close = (domain: readonly number[]) => domain.map((end) => Number(end.toFixed(6)));

test('a plot ends at round values, at least 0.05 R or two points from its middle', () => {
  assert.deepEqual(close(intervalDomain([row(0.02, 0.03)], 'multiple')), [-0.06, 0.06]);
  assert.deepEqual(close(intervalDomain([row(0.5, 0.01, 0.5)], 'share')), [0.48, 0.52]);
  assert.deepEqual(intervalDomain([], 'share'), [0, 1]);
});

test('an interval is cut at two and a half times the usual half width', () => {
  // The usual one, the lower of the middle two, is 0.08: 0.2 on each side of 0.
  const rows = [row(0, 0.1), row(0, 2), row(0, 0.04), row(0, 0.08)];
  assert.deepEqual(close(intervalDomain(rows, 'multiple')), [-0.2, 0.2]);
});

test('a row without an interval does not widen the plot', () => {
  const plain = { ...row(0, 0), low: null, high: null, difference: null, baseline: null };
  assert.deepEqual(close(intervalDomain([plain, row(0, 0.2)], 'multiple')), [-0.06, 0.06]);
});

test('an interval that ends at the edge is not marked as cut', () => {
  assert.deepEqual(clipInterval(-1, 1, [-1, 1]), {
    low: -1,
    high: 1,
    before: false,
    beyond: false,
  });
  assert.deepEqual(clipInterval(2, 3, [-1, 1]), { low: 1, high: 1, before: false, beyond: true });
});
