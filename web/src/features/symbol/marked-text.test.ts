import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capitalize, fillMarks, markOf } from './marked-text.ts';

test('values take the place of their marks and stay apart from the words', () => {
  const text = `${markOf('symbol')} için ${markOf('price')} fiyatı`;
  assert.deepEqual(
    fillMarks(text, {
      symbol: { text: 'EURUSD', strong: false },
      price: { text: '1,14310', strong: true },
    }),
    [
      { text: 'EURUSD', strong: false },
      { text: ' için ', strong: false },
      { text: '1,14310', strong: true },
      { text: ' fiyatı', strong: false },
    ],
  );
});

test('a text without marks is one piece', () => {
  assert.deepEqual(fillMarks('yok', {}), [{ text: 'yok', strong: false }]);
});

test('the first letter is raised by the language, whether it is a word or a value', () => {
  const raise = (text: string, language: string) => capitalize([{ text, strong: false }], language);
  assert.equal(raise('ilk hedef', 'tr')[0]?.text, 'İlk hedef');
  assert.equal(raise('ilk hədəf', 'az')[0]?.text, 'İlk hədəf');
  assert.equal(raise('its targets', 'en')[0]?.text, 'Its targets');
  assert.equal(raise('əsas seer', 'az')[0]?.text, 'Əsas seer');
  assert.equal(raise('52', 'tr')[0]?.text, '52');
  assert.deepEqual(capitalize([], 'tr'), []);
});
