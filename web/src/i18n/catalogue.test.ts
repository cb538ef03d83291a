import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { ERROR_STATUS, LANGUAGES } from '@rasat/contract';
import { catalogue as az } from './az/index.ts';
import { catalogue as en } from './en/index.ts';
import { LATER } from './later.ts';
import { catalogue as tr } from './tr/index.ts';

/** The texts of the areas that are loaded later, in one language. */
async function later(language: 'tr' | 'az' | 'en'): Promise<object> {
  const areas = await Promise.all(Object.values(LATER).map((area) => area[language]()));
  return Object.assign({}, ...areas) as object;
}

const CATALOGUES = {
  tr: { ...tr, ...(await later('tr')) },
  az: { ...az, ...(await later('az')) },
  en: { ...en, ...(await later('en')) },
};

function texts(tree: object, at = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    const place = at === '' ? key : `${at}.${key}`;
    if (typeof value === 'string') found.set(place, value);
    else for (const [inner, text] of texts(value as object, place)) found.set(inner, text);
  }
  return found;
}

const marks = (text: string) =>
  [...text.matchAll(/\{\{\s*([^}\s]+)\s*\}\}/g)].map((m) => m[1] ?? '').toSorted();

test('every language has exactly the keys of Turkish', () => {
  const wanted = [...texts(CATALOGUES.tr).keys()].toSorted();
  assert.ok(wanted.length > 150, `${wanted.length} keys`);
  for (const language of LANGUAGES) {
    assert.deepEqual([...texts(CATALOGUES[language]).keys()].toSorted(), wanted, language);
  }
});

test('a text takes the same values in every language', () => {
  const turkish = texts(CATALOGUES.tr);
  for (const language of LANGUAGES) {
    const others = texts(CATALOGUES[language]);
    for (const [key, text] of turkish) {
      assert.deepEqual(marks(others.get(key) ?? ''), marks(text), `${language} ${key}`);
    }
  }
});

test('no text is empty, or has spaces at its ends', () => {
  for (const language of LANGUAGES) {
    for (const [key, text] of texts(CATALOGUES[language])) {
      assert.ok(text.length > 0 && text.trim() === text, `${language} ${key}`);
    }
  }
});

test('every code of the server has a text in every language', () => {
  for (const language of LANGUAGES) {
    const errors = texts(CATALOGUES[language].errors);
    for (const code of Object.keys(ERROR_STATUS)) {
      assert.ok(errors.get(code), `${language} ${code}`);
    }
  }
});

test('a counted text has its form for one and for others', () => {
  const keys = texts(CATALOGUES.tr);
  for (const key of keys.keys()) {
    if (key.endsWith('_one')) assert.ok(keys.has(key.replace(/_one$/, '_other')), key);
  }
});

const SRC = path.resolve(import.meta.dirname, '..');
/** Named by the server's answers: codes of errors, and the events and values of an order's history. */
const BY_ANSWER = /^(errors|adminMoney\.(event|detail))\./;

/** The quoted strings of the sources, with a hole for each inserted value. */
function listLiterals(): { whole: Set<string>; patterns: RegExp[] } {
  const whole = new Set<string>();
  const patterns = new Map<string, RegExp>();
  for (const file of globSync('**/*.{ts,tsx}', { cwd: SRC })) {
    if (/\.test\.ts$|^i18n\/(tr|az|en)\//.test(file)) continue;
    const source = readFileSync(path.join(SRC, file), 'utf8');
    for (const [, quoted = ''] of source.matchAll(/['"`]([\w.:-]{1,80})['"`]/g)) whole.add(quoted);
    for (const [, template = ''] of source.matchAll(/`([^`\n]{1,120})`/g)) {
      const parts = template.split(/\$\{[^}]*\}/);
      // A hole with almost no text beside it would match any key.
      const isKey = parts.every((part) => /^[\w.:-]*$/.test(part));
      if (!isKey || !parts.some((part) => /\w{3}/.test(part))) continue;
      const plain = parts.map((part) => part.replaceAll('.', '\\.'));
      const pattern = plain.join('[\\w.-]+');
      if (parts.length > 1) patterns.set(pattern, new RegExp(`^(?:\\w+:)?${pattern}$`));
    }
  }
  return { whole, patterns: [...patterns.values()] };
}

// A text that no source names is never shown: it is left over, or its key is wrong.
test('every text is named by a source', () => {
  const { whole, patterns } = listLiterals();
  const unnamed = [...texts(CATALOGUES.tr).keys()].filter((place) => {
    if (BY_ANSWER.test(place)) return false;
    const [area = '', ...rest] = place.split('.');
    const key = rest.join('.').replace(/_(one|other)$/, '');
    const isWhole = whole.has(key) || whole.has(`${area}:${key}`);
    return !isWhole && !patterns.some((pattern) => pattern.test(key));
  });
  assert.deepEqual(unnamed, []);
});
