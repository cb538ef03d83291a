import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadPlaces } from './places.ts';

test('Türkiye has 81 provinces, each with districts, in Turkish order', async () => {
  const cities = await loadPlaces('TR');
  assert.equal(cities.length, 81);
  assert.ok(cities.every(({ districts }) => districts.length > 0));
  const names = cities.map(({ name }) => name);
  assert.ok(names.indexOf('Çorum') > names.indexOf('Bursa'));
  assert.ok(names.indexOf('Çorum') < names.indexOf('Denizli'));
  const istanbul = cities.find(({ name }) => name === 'İstanbul');
  assert.equal(istanbul?.districts.length, 39);
  assert.ok(istanbul?.districts.includes('Üsküdar'));
});

test('Azerbaijan has its cities and districts, Bakı its twelve', async () => {
  const cities = await loadPlaces('AZ');
  assert.equal(new Set(cities.map(({ name }) => name)).size, cities.length);
  assert.equal(cities.find(({ name }) => name === 'Bakı')?.districts.length, 12);
  assert.deepEqual(cities.find(({ name }) => name === 'Quba')?.districts, []);
});

test('every name fits its field', async () => {
  for (const country of ['TR', 'AZ'] as const) {
    for (const { name, districts } of await loadPlaces(country)) {
      for (const text of [name, ...districts]) assert.ok(text.length <= 50 && text.trim() === text);
    }
  }
});
