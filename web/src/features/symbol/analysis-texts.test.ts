import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANALYSIS_CLAUSES, LANGUAGES, type Language } from '@rasat/contract';
import { symbol as az } from '../../i18n/az/symbol.ts';
import { symbol as en } from '../../i18n/en/symbol.ts';
import { symbol as tr } from '../../i18n/tr/symbol.ts';

const TEXTS: Readonly<Record<Language, object>> = { tr: tr.text, az: az.text, en: en.text };

/** Every text of a language by its dotted key. */
function flatten(texts: object, prefix = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null
        ? Object.entries(flatten(value, `${prefix}${key}.`))
        : [[`${prefix}${key}`, String(value)]],
    ),
  );
}

const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').toSorted();

for (const language of LANGUAGES) {
  const texts = flatten(TEXTS[language]);

  test(`every clause of the analysis has its text in ${language}, with exactly its values`, () => {
    for (const [key, params] of Object.entries(ANALYSIS_CLAUSES)) {
      const names: readonly string[] = params;
      const keys = names.includes('count') ? [`${key}_one`, `${key}_other`] : [key];
      // The names of boxes show their number.
      const isList = names.includes('boxes');
      for (const one of keys) {
        const wanted = names.filter((name) => !(isList && name === 'count')).toSorted();
        assert.deepEqual(placeholders(texts[one] ?? 'missing'), wanted, `${language} ${one}`);
      }
    }
  });

  test(`every text in ${language} belongs to an existing clause`, () => {
    for (const key of Object.keys(texts)) {
      assert.ok(Object.hasOwn(ANALYSIS_CLAUSES, key.replace(/_(one|other)$/, '')), key);
    }
  });
}

test('the analysis neither promises nor advises', () => {
  for (const text of Object.values(flatten(en.text))) {
    assert.doesNotMatch(text, /\b(will|should|must|buy now|recommend|guarantee|expect)\b/i, text);
  }
  for (const text of Object.values(flatten(tr.text))) {
    assert.doesNotMatch(text, /(ecek|acak|tavsiye|öneri|garanti|bekleniyor)/i, text);
  }
  for (const text of Object.values(flatten(az.text))) {
    assert.doesNotMatch(text, /(əcək|acaq|tövsiyə|məsləhət|zəmanət|gözlənilir)/i, text);
  }
});
