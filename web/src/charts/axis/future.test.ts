import assert from 'node:assert/strict';
import test from 'node:test';
import {
  bucketEnd,
  bucketStart,
  CALENDARS,
  isOpen,
  RESOLUTIONS,
  resolutionMs,
} from '@rasat/engine';
import { listFutureOpens } from './future.ts';
import { createPositions } from './positions.ts';

const at = (text: string): number => Date.parse(text);
const DAY_MS = 86_400_000;

for (const calendar of CALENDARS) {
  for (const resolution of RESOLUTIONS) {
    test(`on ${calendar} at ${resolution} every trading instant of the next weeks has its own bar`, () => {
      const afterMs = bucketStart(resolution, at('2026-11-20T12:00Z'), calendar === 'forex');
      const untilMs = afterMs + 28 * DAY_MS;
      const opens = listFutureOpens(calendar, resolution, afterMs, untilMs, 0);
      const axis = createPositions([afterMs], opens, resolutionMs[resolution]);
      const fx = calendar === 'forex';
      for (let timeMs = afterMs; timeMs < untilMs; timeMs += 7 * 60_000 + 1) {
        if (!isOpen(calendar, timeMs)) continue;
        const place = axis.placeOf(timeMs);
        const openMs = axis.openAt(place);
        // A forex Sunday trades inside Monday's bar, which opens after it.
        const expectedMs = bucketStart(resolution, timeMs, fx);
        assert.equal(expectedMs > timeMs ? axis.openAt(place + 1) : openMs, expectedMs);
        assert.ok(bucketEnd(resolution, expectedMs, fx) > timeMs);
      }
    });
  }
}

test('twenty-eight days ahead on the Istanbul exchange are twenty bars, not twenty-eight', () => {
  const fridayMs = at('2026-11-20T00:00Z');
  const opens = listFutureOpens('bist', '1D', fridayMs, fridayMs + 28 * DAY_MS, 0);
  assert.equal(opens.length, 20);
  assert.equal(opens.at(-1), at('2026-12-18T00:00Z'));
});

test('there are places ahead even without a drawing there', () => {
  assert.equal(listFutureOpens('always', '1D', at('2026-11-20T00:00Z'), 0, 60).length, 60);
});

test('a drawing that reaches very far gets no more than 6,000 places', () => {
  const afterMs = at('2026-11-20T00:00Z');
  assert.equal(listFutureOpens('always', '15', afterMs, afterMs + 900 * DAY_MS, 0).length, 6000);
});
