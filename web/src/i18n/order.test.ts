import assert from 'node:assert/strict';
import test from 'node:test';
import { COUNTRIES } from '@rasat/contract';
import { countryName } from './country-names.ts';
import { nameOrder } from './order.ts';

test('Turkish and Azerbaijani letters sort as in their alphabets', () => {
  const names = ['Zaqatala', 'Şəki', 'Salyan', 'İmişli', 'Ismayıllı', 'Xaçmaz', 'Haiti', 'Qəbələ'];
  assert.deepEqual(names.toSorted(nameOrder('az')), [
    'Haiti',
    'Xaçmaz',
    'Ismayıllı',
    'İmişli',
    'Qəbələ',
    'Salyan',
    'Şəki',
    'Zaqatala',
  ]);
  const more = [
    'Lerik',
    'Kürdəmir',
    'Qax',
    'Əli',
    'Efiopiya',
    'Fransa',
    'Ceyran',
    'Çin',
    'Danimarka',
  ];
  assert.deepEqual(more.toSorted(nameOrder('az')), [
    'Ceyran',
    'Çin',
    'Danimarka',
    'Efiopiya',
    'Əli',
    'Fransa',
    'Kürdəmir',
    'Qax',
    'Lerik',
  ]);
  assert.deepEqual(['İzmir', 'Isparta', 'Çorum', 'Ceyhan'].toSorted(nameOrder('tr')), [
    'Ceyhan',
    'Çorum',
    'Isparta',
    'İzmir',
  ]);
});

test('a prefix sorts before the longer name, digits sort as numbers, and case does not matter', () => {
  for (const language of ['tr', 'az', 'en'] as const) {
    assert.ok(nameOrder(language)('Bakı', 'Bakıxan') < 0, language);
    assert.ok(nameOrder(language)('bakı', 'Bala') < 0, language);
  }
  assert.ok(nameOrder('en')('Lesson 2', 'Lesson 10') < 0);
  assert.ok(nameOrder('az')('Bakıxan', 'Bakı') > 0);
  assert.ok(nameOrder('az')('A 2', 'A-1') !== 0, 'what is no letter has a place, too');
  assert.equal(nameOrder('az')('Bakı', 'Bakı'), 0);
  assert.ok(nameOrder('az')('bakı', 'Bakı') !== 0, 'and two spellings keep one order');
  assert.ok(nameOrder('az')('Água', 'Agub') < 0, 'a mark of another alphabet does not count');
});

test('the Azerbaijani order is the one of Unicode, which browsers lack', () => {
  const { compare } = new Intl.Collator('az');
  const names = COUNTRIES.map((code) => countryName('az', code)).filter((name) =>
    /^[\p{L} ]+$/u.test(name),
  );
  assert.ok(names.length > 200);
  const wanted = names.toSorted(compare);
  const first = (list: readonly string[]) => list.map((name) => name.slice(0, 1));
  assert.deepEqual(first(names.toSorted(nameOrder('az'))), first(wanted));
});

test('every country has an Azerbaijani name, with or without the data of the browser', () => {
  const names = new Intl.DisplayNames(['az'], { type: 'region', fallback: 'code' });
  const own = COUNTRIES.filter((code) => countryName('az', code) !== names.of(code));
  assert.deepEqual(own, ['CD', 'CG', 'GB', 'HK', 'MO', 'ZA']);
  assert.equal(countryName('az', 'DE'), 'Almaniya');
  assert.equal(countryName('tr', 'DE'), 'Almanya');
  assert.equal(countryName('en', 'DE'), 'Germany');
  for (const language of ['tr', 'az', 'en'] as const) {
    assert.equal(countryName(language, 'elsewhere'), 'elsewhere');
  }
});
