import assert from 'node:assert/strict';
import test from 'node:test';
import { daysUntilQuestion } from './question-rule.ts';

const DAY_MS = 86_400_000;
const NEXT = Date.UTC(2027, 0, 4, 11, 22);

test('the days until the next question are rounded up, to the last millisecond', () => {
  assert.equal(daysUntilQuestion(NEXT, NEXT - 7 * DAY_MS), 7);
  assert.equal(daysUntilQuestion(NEXT, NEXT - 7 * DAY_MS + 1), 7);
  assert.equal(daysUntilQuestion(NEXT, NEXT - 6 * DAY_MS), 6);
  assert.equal(daysUntilQuestion(NEXT, NEXT - 1), 1);
  assert.equal(daysUntilQuestion(NEXT, NEXT), 0);
});

test('a question is allowed without an earlier one and long after one', () => {
  assert.equal(daysUntilQuestion(null, NEXT), 0);
  assert.equal(daysUntilQuestion(NEXT, NEXT + 30 * DAY_MS), 0);
});

test('right after a question the wait is seven days, even with a slow clock', () => {
  assert.equal(daysUntilQuestion(NEXT, NEXT - 7 * DAY_MS - 2000), 7);
});
