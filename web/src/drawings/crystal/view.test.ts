import assert from 'node:assert/strict';
import test from 'node:test';
import { frame, listPainted, NOTHING } from '../testing/painted.ts';
import { drawCrystal } from './view.ts';

const clustersFrom = (fromMs: number) =>
  drawCrystal('crystal', fromMs, [
    { part: 'top', price: 80, label: 'top' },
    { part: 'bottom', price: 20, label: 'low' },
  ]);

test('a cluster of the crystal box is a double line from its start to the axis', () => {
  const painted = clustersFrom(40).paint(frame, {
    ...NOTHING,
    hoveredTarget: 'crystal/bottom',
  });
  assert.deepEqual(listPainted(painted), [
    'crystal line 0.9 @1 40,18.7 > 300,18.7',
    'crystal line 0.9 @1 40,21.3 > 300,21.3',
    'crystal line 1.6 @1 40,78.7 > 300,78.7',
    'crystal line 1.6 @1 40,81.3 > 300,81.3',
  ]);
  const plate = { width: 46, height: 16, slide: 'right' };
  const inks = { ink: { back: 'crystal tint', text: 'crystal text', border: 'crystal line' } };
  assert.deepEqual(painted.plates, [
    { x: 40, y: 12, ...plate, text: 'top 80', ...inks },
    { x: 40, y: 72, ...plate, text: 'low 20', ...inks },
  ]);
  assert.deepEqual(
    painted.tags,
    [80, 20].map((price) => ({ price, back: 'crystal tint', text: 'crystal text' })),
  );
});

test('clusters that began long ago start six pixels inside the plot, and those that begin beyond it are left out', () => {
  const before = clustersFrom(-50).paint(frame, NOTHING);
  assert.equal(listPainted(before)[0], 'crystal line 0.9 @1 6,18.7 > 300,18.7');
  assert.equal(before.plates[0]?.x, 6);
  assert.equal(clustersFrom(299).paint(frame, NOTHING).plates.length, 2);
  const beyond = clustersFrom(300).paint(frame, NOTHING);
  assert.deepEqual([listPainted(beyond), beyond.plates, beyond.tags.length], [[], [], 2]);
});
