import assert from 'node:assert/strict';
import test from 'node:test';
import { frame, listPainted, NOTHING } from '../testing/painted.ts';
import { drawTargets } from './view.ts';

const targets = drawTargets('buy', [
  { part: 'entry', price: 60, label: 'entry', tone: 'up', role: 'entry' },
  { part: 'tp1', price: 80, label: 'TP1', tone: 'up', role: 'target' },
  { part: 'sl', price: 40, label: 'SL', tone: 'down', role: 'stop' },
  { part: 'tp9', price: 180, label: 'TP9', tone: 'up', role: 'target' },
]);

test('entries are solid, targets and stops dashed, beside the last bars, and heavier under the pointer', () => {
  // Fourteen bars of ten pixels before the last one's end at 250.
  assert.deepEqual(listPainted(targets.paint(frame, NOTHING)), [
    'up 1.6 @1 110,40 > 300,40',
    'up 1.4 [6 4] @1 110,20 > 300,20',
    'down 1.4 [6 4] @1 110,60 > 300,60',
  ]);
  const hovered = { ...NOTHING, hoveredTarget: 'buy/tp1' };
  assert.deepEqual(listPainted(targets.paint(frame, hovered)), [
    'up 1.6 @1 110,40 > 300,40',
    'up 2.2 [6 4] @1 110,20 > 300,20',
    'down 1.4 [6 4] @1 110,60 > 300,60',
  ]);
});

test('labels of targets are at the axis; each has its tag', () => {
  const recent = targets.paint(frame, NOTHING);
  const up = { ink: { back: 'background', text: 'up' } };
  const down = { ink: { back: 'background', text: 'downText' } };
  assert.deepEqual(recent.plates, [
    { x: 228, y: 32, width: 58, height: 16, slide: 'left', text: 'entry 60', ...up },
    { x: 240, y: 12, width: 46, height: 16, slide: 'left', text: 'TP1 80', ...up },
    { x: 246, y: 52, width: 40, height: 16, slide: 'left', text: 'SL 40', ...down },
  ]);
  assert.deepEqual(recent.tags, [
    { price: 60, back: 'upTint', text: 'up' },
    { price: 80, back: 'upTint', text: 'up' },
    { price: 40, back: 'downTint', text: 'downText' },
    { price: 180, back: 'upTint', text: 'up' },
  ]);
});

test('targets run beside the last fourteen bars, with a stub when those are out of sight', () => {
  const fromWith = (lastX: number): number | undefined =>
    targets.targets.map((target) => targets.runOf(target, { ...frame, lastX })[0])[0];
  assert.equal(fromWith(250), 110);
  assert.equal(fromWith(900), 240);
  assert.equal(fromWith(30), 0);
});
