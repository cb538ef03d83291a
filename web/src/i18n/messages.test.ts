import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { LANGUAGES } from '@rasat/contract';
import { catalogue as az } from './az/index.ts';
import { catalogue as en } from './en/index.ts';
import { LATER } from './later.ts';
import { catalogue as tr } from './tr/index.ts';

// The English texts of failed calls are agreed word for word. If the agreement itself is beside this repository, it is
// compared too; else only the copy below is.

const SPECIFICATION = path.resolve(import.meta.dirname, '../../../../shared/spec/specification.md');

const MESSAGES: Readonly<Record<string, string>> = {
  '500': 'An error has occurred',
  'subscribed-403': 'You are already registered',
  'has-lesson-403': 'You cannot enroll without being a student',
  'user-not-found-404': 'No such user was found',
  'token-not-match-400': 'The value you entered is incorrect',
  'password-not-match': 'Your password is incorrect',
  'user-exists-400': 'You are registered in the system',
  'card-holder-400': 'Check that card detail',
  'card-date-400': 'Check that card detail',
  'card-cvc-400': 'Check that card detail',
  'card-number-400': 'Check that card detail',
  'card-bad-fields-400': 'You entered incomplete or incorrect information',
  'error.password-field-400': 'Must be 6 to 32 characters',
  'password-field-400': 'Must be 6 to 32 characters',
  'error.terms-field-400': 'You cannot become a member without accepting the agreement',
  'terms-field-400': 'You cannot become a member without accepting the agreement',
  'error.bad-fields-400': 'Check the information you entered',
  'bad-fields-400': 'Check the information you entered',
};
const REGISTERED = 'Your membership has been successfully created';
const UPDATED = 'Updated';

const ERRORS = { tr: tr.errors, az: az.errors, en: en.errors };

/** Every text of a tree by its path. */
function texts(tree: object, at = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    const place = at === '' ? key : `${at}.${key}`;
    if (typeof value === 'string') found.set(place, value);
    else for (const [inner, text] of texts(value as object, place)) found.set(inner, text);
  }
  return found;
}

test('each code has the agreed text in English, and its own text in Turkish and Azerbaijani', () => {
  for (const [code, message] of Object.entries(MESSAGES)) {
    assert.equal(texts(ERRORS.en).get(code), message, code);
    for (const language of ['tr', 'az'] as const) {
      const text = texts(ERRORS[language]).get(code);
      assert.ok(text, `${language} ${code}`);
      assert.notEqual(text, message, `${language} ${code}`);
    }
  }
});

test('successes have the agreed texts', async () => {
  for (const language of LANGUAGES) {
    const areas = await Promise.all(Object.values(LATER).map((area) => area[language]()));
    const found = texts(Object.assign({}, ...areas) as object);
    const said = [...found].filter(([key]) => /(^|\.)success\.register$/.test(key));
    assert.equal(said.length, 1, language);
    if (language === 'en') assert.equal(said[0]?.[1], REGISTERED);
    else assert.notEqual(said[0]?.[1], REGISTERED);
  }
  const english = await Promise.all(Object.values(LATER).map((area) => area.en()));
  const keys = [...texts(Object.assign({}, ...english) as object)]
    .filter(([, text]) => text === UPDATED)
    .map(([key]) => key);
  assert.ok(keys.length > 0, `nothing says "${UPDATED}"`);
  for (const language of ['tr', 'az'] as const) {
    const areas = await Promise.all(Object.values(LATER).map((area) => area[language]()));
    const found = texts(Object.assign({}, ...areas) as object);
    for (const key of keys) assert.ok(found.get(key), `${language} ${key}`);
  }
});

const isThere = existsSync(SPECIFICATION);
test('the copy above equals the agreement', {
  skip: !isThere && 'the agreement is not here',
}, (t) => {
  const section = /^## 8\..*?(?=^## 9\.)/ms.exec(readFileSync(SPECIFICATION, 'utf8'))?.[0] ?? '';
  const agreed: Record<string, string> = {};
  for (const [, codes = '', message = ''] of section.matchAll(/^\| (.+?) \| (.+?) \|$/gm)) {
    if (codes === 'Code') continue;
    for (const code of codes.split(/, | \/ /)) agreed[code] = message;
  }
  t.diagnostic(`${Object.keys(agreed).length} codes were read from the agreement`);
  assert.deepEqual(agreed, { ...MESSAGES });
  assert.ok(section.includes(`"${REGISTERED}"`));
  assert.ok(section.includes(`"${UPDATED}"`));
});
