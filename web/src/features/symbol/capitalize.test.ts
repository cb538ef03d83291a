import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capitalize } from './capitalize.ts';

test('the first letter is capitalized by the rules of the language; a figure stays', () => {
  assert.equal(capitalize('ilk hedef', 'tr'), 'İlk hedef');
  assert.equal(capitalize('ilk hədəf', 'az'), 'İlk hədəf');
  assert.equal(capitalize('its targets', 'en'), 'Its targets');
  assert.equal(capitalize('əsas seer', 'az'), 'Əsas seer');
  assert.equal(capitalize('52', 'tr'), '52');
});
