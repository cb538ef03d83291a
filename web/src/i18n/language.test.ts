import assert from 'node:assert/strict';
import test from 'node:test';
import { chooseLanguage, findLanguageCookie, languageCookie } from './language.ts';

test('the cookie decides', () => {
  assert.equal(chooseLanguage('id=4; lang=az; x=1', ['en-GB']), 'az');
});

test('a first visit uses the first supported language of the browser', () => {
  assert.equal(chooseLanguage('', ['de-DE', 'en-US', 'tr']), 'en');
  assert.equal(chooseLanguage('', ['az-Latn-AZ']), 'az');
});

test('a visitor with none of the three languages gets Turkish', () => {
  assert.equal(chooseLanguage('', ['de-DE', 'fr']), 'tr');
  assert.equal(chooseLanguage('', []), 'tr');
});

test('a cookie with an unknown language is ignored', () => {
  assert.equal(findLanguageCookie('lang=de'), null);
  assert.equal(findLanguageCookie(''), null);
  assert.equal(findLanguageCookie('lang=de; lang=en'), 'en');
  assert.equal(findLanguageCookie('language=en'), null);
  assert.equal(chooseLanguage('lang=de', ['en']), 'en');
});

test('the cookie lasts a year and covers the whole site', () => {
  assert.equal(languageCookie('en'), 'lang=en; path=/; max-age=31536000; samesite=lax');
});
