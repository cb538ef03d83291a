import assert from 'node:assert/strict';
import test from 'node:test';
import { COUNTRIES } from '@rasat/contract';
import { groupCountries, listCountries } from './countries.ts';

test('every country has a name in every language, in alphabetical order', () => {
  for (const language of ['tr', 'az', 'en'] as const) {
    const list = listCountries(language);
    assert.equal(list.length, COUNTRIES.length);
    for (const { code, name } of list) assert.notEqual(name, code, `${language} ${code}`);
  }
  const turkish = listCountries('tr').map(({ name }) => name);
  assert.ok(turkish.indexOf('Çin') > turkish.indexOf('Cezayir'), 'Ç comes after C');
  assert.ok(turkish.indexOf('Çin') < turkish.indexOf('Danimarka'));
});

test('the preferred countries come first, each once', () => {
  const [first, others] = groupCountries(listCountries('en'), { preferred: 'a', all: 'b' });
  assert.deepEqual(
    first?.items.map(({ label }) => label),
    ['Türkiye', 'Azerbaijan', 'United States', 'United Kingdom'],
  );
  assert.equal(others?.items.length, COUNTRIES.length - 4);
});
