import assert from 'node:assert/strict';
import test from 'node:test';
import i18next from 'i18next';
import { loadTexts, startTexts, switchLanguage } from './index.ts';

const html = { lang: '' };
Object.assign(globalThis, { document: { cookie: 'lang=az', documentElement: html } });
await startTexts();

const title = (): string => i18next.t('title', { ns: 'favorites' });

test('texts requested during a change of language are loaded in the new one', async () => {
  assert.equal(i18next.language, 'az');
  const switching = switchLanguage('tr');
  await loadTexts('favorites');
  await switching;
  assert.equal(html.lang, 'tr');
  assert.equal(title(), 'Favoriler');
});

test('texts loaded before are loaded in the new language, and the last of two choices wins', async () => {
  await Promise.all([switchLanguage('en'), switchLanguage('az'), switchLanguage('az')]);
  assert.equal(i18next.language, 'az');
  assert.equal(html.lang, 'az');
  assert.equal(title(), 'Seçilmişlər');
  await Promise.all([switchLanguage('en'), switchLanguage('az')]);
  assert.equal(html.lang, 'az', 'a choice that is taken back changes nothing');
});
