import assert from 'node:assert/strict';
import test from 'node:test';
import { indexSymbols, listMatchingSymbols, matchesWords, type Searchable } from './search.ts';

const entry = (symbol: string, tr: string, az = tr, en = tr): Searchable => ({
  symbol,
  name: { tr, az, en },
});

const INDEX = indexSymbols([
  entry('SISE', 'Şişecam'),
  entry('ISCTR', 'İş Bankası'),
  entry('THYAO', 'Türk Hava Yolları', 'Türk Hava Yolları', 'Turkish Airlines'),
  entry('USDTRY', 'ABD doları / Türk lirası'),
  entry('EURUSD', 'Euro / ABD doları', 'Avro / ABŞ dolları', 'Euro / US dollar'),
  entry('USDAZN', 'ABD doları / Azerbaycan manatı', 'ABŞ dolları / Azərbaycan manatı'),
]);

const find = (text: string) => listMatchingSymbols(INDEX, text, 10).map(({ symbol }) => symbol);

test('symbols are found in any case, matches of the symbol itself first', () => {
  assert.deepEqual(find('eurusd'), ['EURUSD']);
  assert.deepEqual(find('usd'), ['USDTRY', 'USDAZN', 'EURUSD']);
});

test('a pair is found with any separator between its halves', () => {
  for (const text of ['EUR/USD', 'eur usd', 'eur-usd', 'Eur / '])
    assert.equal(find(text)[0], 'EURUSD');
  assert.deepEqual(find('/'), ['USDTRY', 'EURUSD', 'USDAZN']);
});

test('the search ignores the dots of i', () => {
  assert.equal(find('şişe')[0], 'SISE');
  assert.equal(find('sıse')[0], 'SISE');
  assert.equal(find('İSCTR')[0], 'ISCTR');
  assert.equal(find('iş bank')[0], 'ISCTR');
  assert.equal(find('ISCTR')[0], 'ISCTR');
});

test('names are found in all three languages', () => {
  assert.deepEqual(find('turkish'), ['THYAO']);
  assert.deepEqual(find('avro'), ['EURUSD']);
  assert.deepEqual(find('azərbaycan'), ['USDAZN']);
  assert.deepEqual(find('azerbaycan'), ['USDAZN']);
});

test('no query lists the symbols in their order, no match lists none', () => {
  assert.equal(listMatchingSymbols(INDEX, ' ', 2).length, 2);
  assert.deepEqual(find('zzz'), []);
  const onPage = (text: string) =>
    listMatchingSymbols(INDEX, text, 2, 'THYAO').map(({ symbol }) => symbol);
  assert.deepEqual(onPage(''), ['THYAO', 'SISE'], 'the symbol of the page comes first');
  assert.deepEqual(onPage('usd'), ['USDTRY', 'USDAZN']);
});

test('2,000 symbols are searched in well under the 50 ms of a key press', () => {
  const many = indexSymbols(
    Array.from({ length: 2000 }, (_, i) => entry(`SYM${i}`, `Şirket numara ${i}`)),
  );
  // The processor time of this thread does not depend on other load of the machine.
  const takenMs = ['şirket 19', 'numara 1999', 'şirket 1234'].map((query) => {
    const before = process.threadCpuUsage();
    listMatchingSymbols(many, query, 8);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  assert.ok(Math.min(...takenMs) < 50, takenMs.join(', '));
});

test('commands are found by the beginnings of their words', () => {
  assert.ok(matchesWords('EURUSD grafiğini aç', 'graf'));
  assert.ok(matchesWords('Tahminci: Forex', 'for tah'));
  assert.ok(!matchesWords('Tahminci: Forex', 'rex'));
  assert.ok(matchesWords('Panel', ''));
});
