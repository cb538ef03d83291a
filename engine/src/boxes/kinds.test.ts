import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolutionMs } from '../time/resolution.ts';
import { BOX_KINDS } from './kinds.ts';
import { BOX_SLOTS, DETECTORS } from './slots.ts';

test('a detector is named by its count of bars and its timeframe', () => {
  for (const { name, n, resolution } of DETECTORS) assert.equal(name, `${n}@${resolution}`);
  assert.deepEqual(
    DETECTORS.map(({ name }) => name),
    ['36@60', '33@240', '36@240', '144@240', '33@1D', '52@1D', '144@1D', '52@1W'],
  );
});

test('the crystal memory leaves out the detectors of 36 and of the week; the others weigh 1 to 4', () => {
  const weights = Object.fromEntries(
    DETECTORS.map(({ name, crystalWeight }) => [name, crystalWeight]),
  );
  assert.deepEqual(weights, {
    '36@60': 0,
    '33@240': 1,
    '36@240': 0,
    '144@240': 2,
    '33@1D': 2,
    '52@1D': 3,
    '144@1D': 4,
    '52@1W': 0,
  });
});

test('every kind has a short and a long box, the long one of the longer timeframe', () => {
  for (const kind of BOX_KINDS) {
    const [short, long, ...more] = BOX_SLOTS.filter((slot) => slot.kind === kind);
    assert.deepEqual([short?.term, long?.term, more.length], ['short', 'long', 0], kind);
    assert.ok(short && long && resolutionMs[short.resolution] < resolutionMs[long.resolution]);
  }
  for (const { detector, resolution } of BOX_SLOTS) {
    if (detector !== null) assert.equal(detector.split('@')[1], resolution);
  }
});
