import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readIstanbul, writeIstanbul } from './istanbul-time.ts';

test('a field of date and time is read and written in Istanbul, wherever the browser is', () => {
  const timeMs = Date.UTC(2026, 10, 21, 21, 30);
  assert.equal(writeIstanbul(timeMs), '2026-11-22T00:30');
  assert.equal(readIstanbul('2026-11-22T00:30'), timeMs);
});

test('a text that is no moment is refused', () => {
  for (const text of ['', '2026-11-22', '2026-13-01T00:00', '2026-11-22T00:30:00', 'x']) {
    assert.equal(readIstanbul(text), null, text);
  }
});
