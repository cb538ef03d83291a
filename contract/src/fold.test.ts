import assert from 'node:assert/strict';
import test from 'node:test';
import { fold, foldSymbol } from './fold.ts';

test('the four letters of i are one', () => {
  for (const text of ['İSTANBUL', 'ISTANBUL', 'istanbul', 'ıstanbul', 'i̇stanbul']) {
    assert.equal(fold(text), 'istanbul');
  }
});

test('letters of Turkish and Azerbaijani fold to plain ones', () => {
  assert.equal(fold('Şişecam Ğüöç'), 'sisecam guoc');
  assert.equal(fold('Azərbaycan ƏƏ'), 'azerbaycan ee');
});

test('spaces are single, with none at the ends', () => {
  assert.equal(fold('  Türk   Hava  '), 'turk hava');
});

test('a symbol is found however its parts are joined', () => {
  for (const text of ['EUR/USD', 'eur-usd', 'Eur usd', 'eur_usd', ' EUR.USD ']) {
    assert.equal(foldSymbol(text), 'eurusd');
  }
  assert.equal(fold('Straße Ørsted Ægir'), 'strasse orsted aegir');
});
