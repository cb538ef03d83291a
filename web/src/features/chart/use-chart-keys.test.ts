import assert from 'node:assert/strict';
import test from 'node:test';
import { findChartAct, stepResolution } from './use-chart-keys.ts';

const read = (key: string, code = '', shift = false, modified = false) =>
  findChartAct({ key, code, shift, modified });

test('1 to 5 draw the boxes, with Shift 1 to 4 draw their levels', () => {
  assert.deepEqual(read('1', 'Digit1'), { act: 'press', id: 'box.hayyam' });
  assert.deepEqual(read('5', 'Numpad5'), { act: 'press', id: 'box.crystal' });
  assert.deepEqual(read('!', 'Digit1', true), { act: 'press', id: 'levels.hayyam' });
  assert.deepEqual(read('+', 'Digit4', true), { act: 'press', id: 'levels.36' });
  assert.equal(read('%', 'Digit5', true), null);
  assert.equal(read('6', 'Digit6'), null);
});

test('n, r, h and k draw the spectrum, the crystal levels, the take profits and the cones', () => {
  assert.deepEqual(read('n'), { act: 'press', id: 'gann' });
  assert.deepEqual(read('R'), { act: 'press', id: 'crystal' });
  assert.deepEqual(read('h'), { act: 'press', id: 'targets' });
  assert.deepEqual(read('k'), { act: 'press', id: 'cone' });
});

test("full screen needs Shift, and the browser's own keys are not handled", () => {
  assert.deepEqual(read('F', 'KeyF', true), { act: 'fullscreen' });
  assert.equal(read('f', 'KeyF'), null);
  assert.equal(read('r', 'KeyR', false, true), null);
  assert.equal(read('toString'), null);
});

test('comma and dot step through the resolutions of the symbol', () => {
  assert.deepEqual(read(','), { act: 'resolution', step: -1 });
  assert.equal(stepResolution('60', 1, ['15', '60', '240', '1D', '1W']), '240');
  assert.equal(stepResolution('1D', -1, ['1D', '1W']), '1D');
  assert.equal(stepResolution('1W', 1, ['1D', '1W']), '1W');
});
