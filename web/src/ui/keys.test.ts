import assert from 'node:assert/strict';
import test from 'node:test';
import { isTyping, type KeyPress, readGlobalKey } from './keys.ts';

const press = (key: string, more: Partial<KeyPress> = {}) =>
  readGlobalKey({
    key,
    ctrl: false,
    meta: false,
    alt: false,
    typing: false,
    single: true,
    afterGo: false,
    ...more,
  });

test('Ctrl or Command with K opens the palette, also while typing and with single keys switched off', () => {
  assert.deepEqual(press('k', { ctrl: true, typing: true, single: false }), { act: 'palette' });
  assert.deepEqual(press('K', { meta: true }), { act: 'palette' });
});

test('single keys do nothing during text input or when they are switched off', () => {
  for (const key of ['/', '?', 't', 'g']) {
    assert.deepEqual(press(key, { typing: true }), { act: 'none' });
    assert.deepEqual(press(key, { single: false }), { act: 'none' });
  }
});

test('with a modifier a single key is left to the browser', () => {
  assert.deepEqual(press('t', { ctrl: true }), { act: 'none' });
  assert.deepEqual(press('g', { alt: true }), { act: 'none' });
});

test('slash, question mark and t are shortcuts', () => {
  assert.deepEqual(press('/'), { act: 'palette' });
  assert.deepEqual(press('?'), { act: 'help' });
  assert.deepEqual(press('T'), { act: 'theme' });
});

test('after g the key of a page opens the page', () => {
  assert.deepEqual(press('g'), { act: 'wait' });
  assert.deepEqual(press('p', { afterGo: true }), { act: 'go', to: 'dashboard' });
  assert.deepEqual(press('c', { afterGo: true }), { act: 'go', to: 'chart' });
  assert.deepEqual(press('t', { afterGo: true }), { act: 'go', to: 'predictor' });
  assert.deepEqual(press('o', { afterGo: true }), { act: 'go', to: 'portfolio' });
  assert.deepEqual(press('x', { afterGo: true }), { act: 'none' });
  assert.deepEqual(press('toString', { afterGo: true }), { act: 'none' });
});

test('text input happens in fields, not on buttons', () => {
  const target = (shape: object) => shape as unknown as EventTarget;
  assert.equal(isTyping(target({ tagName: 'INPUT', type: 'search' })), true);
  assert.equal(isTyping(target({ tagName: 'INPUT', type: 'checkbox' })), false);
  assert.equal(isTyping(target({ tagName: 'TEXTAREA' })), true);
  assert.equal(isTyping(target({ tagName: 'DIV', isContentEditable: true })), true);
  assert.equal(isTyping(target({ tagName: 'DIV', getAttribute: () => 'textbox' })), true);
  assert.equal(isTyping(target({ tagName: 'BUTTON', getAttribute: () => null })), false);
  assert.equal(isTyping(null), false);
});
