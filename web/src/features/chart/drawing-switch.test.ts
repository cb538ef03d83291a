import assert from 'node:assert/strict';
import test from 'node:test';
import {
  type DrawingEvent,
  type DrawingSwitch,
  drawnOn,
  NOTHING_DRAWN,
  switchDrawing,
} from './drawing-switch.ts';

const run = (...events: readonly DrawingEvent[]): DrawingSwitch =>
  events.reduce(switchDrawing, NOTHING_DRAWN);
const press = (id: DrawingEvent['id'], symbol = 'EURUSD'): DrawingEvent => ({
  type: 'pressed',
  symbol,
  id,
});
const drawn = (id: DrawingEvent['id'], symbol = 'EURUSD'): DrawingEvent => ({
  type: 'drawn',
  symbol,
  id,
});

test('a press draws, the next press removes', () => {
  const on = run(press('gann'), drawn('gann'));
  assert.deepEqual(drawnOn(on, 'EURUSD'), ['gann']);
  assert.deepEqual(drawnOn(switchDrawing(on, press('gann')), 'EURUSD'), []);
});

test('while a drawing loads, a press of another button, or of the same, is ignored', () => {
  const busy = run(press('gann'));
  assert.equal(switchDrawing(busy, press('targets')), busy);
  assert.equal(switchDrawing(busy, press('gann')), busy);
});

test('while a drawing loads, no drawing is removed', () => {
  const busy = run(press('gann'), drawn('gann'), press('targets'));
  assert.equal(switchDrawing(busy, press('gann')), busy);
});

test('a drawing that fails leaves its button off and frees the others', () => {
  const failed = run(press('gann'), { type: 'failed', symbol: 'EURUSD', id: 'gann' });
  assert.deepEqual(drawnOn(failed, 'EURUSD'), []);
  assert.deepEqual(
    drawnOn(
      run(press('gann'), { ...drawn('gann'), type: 'failed' }, press('targets'), drawn('targets')),
      'EURUSD',
    ),
    ['targets'],
  );
});

test('each symbol has its own drawings, which return with it', () => {
  const state = run(
    press('gann'),
    drawn('gann'),
    press('box.144', 'AAPL'),
    drawn('box.144', 'AAPL'),
  );
  assert.deepEqual(drawnOn(state, 'EURUSD'), ['gann']);
  assert.deepEqual(drawnOn(state, 'AAPL'), ['box.144']);
  assert.deepEqual(drawnOn(state, 'THYAO'), []);
});

test('a drawing that arrives after a change of symbol belongs to the former symbol', () => {
  const state = run(press('gann'), drawn('gann', 'AAPL'));
  assert.deepEqual(drawnOn(state, 'AAPL'), []);
  assert.deepEqual(drawnOn(switchDrawing(state, drawn('gann')), 'EURUSD'), ['gann']);
});
