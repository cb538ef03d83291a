import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_LANGUAGE, findLanguage, forEachLanguage } from './languages.ts';

test('a language is found by its whole code alone', () => {
  assert.equal(findLanguage('az'), 'az');
  for (const word of ['azerbaijani', 'a', 'AZ', 'de', '', null, undefined]) {
    assert.equal(findLanguage(word), undefined, String(word));
  }
  assert.equal(DEFAULT_LANGUAGE, 'tr');
});

test('each language has its own value', () => {
  assert.deepEqual(
    forEachLanguage((language) => language.toUpperCase()),
    { tr: 'TR', az: 'AZ', en: 'EN' },
  );
});
