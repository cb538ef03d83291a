import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalJson } from './canonical-json.ts';

test('members are sorted by code units and nothing is added', () => {
  assert.equal(
    canonicalJson({ b: [1, 'x', null], a: { d: true, c: 1.5 }, 'a ': false }),
    '{"a":{"c":1.5,"d":true},"a ":false,"b":[1,"x",null]}',
  );
});

test('the examples of RFC 8785 have its results', () => {
  // Section 3.2.2 and 3.2.3 of the RFC.
  assert.equal(
    canonicalJson({
      numbers: JSON.parse('[333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001]'),
      string: '€$\u000f\nA\'B"\\\\"/',
      literals: [null, true, false],
    }),
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
      '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
  const sorted = canonicalJson({
    '€': 'Euro Sign',
    '\r': 'Carriage Return',
    '\ufb33': 'Hebrew Letter Dalet With Dagesh',
    '1': 'One',
    '😀': 'Emoji: Grinning Face',
    '\u0080': 'Control',
    ö: 'Latin Small Letter O With Diaeresis',
  });
  const values = [...sorted.matchAll(/:"([^"]*)"/g)].map((match) => match[1]);
  assert.deepEqual(values, [
    'Carriage Return',
    'One',
    'Control',
    'Latin Small Letter O With Diaeresis',
    'Euro Sign',
    'Emoji: Grinning Face',
    'Hebrew Letter Dalet With Dagesh',
  ]);
});

test('two values with equally many members are sorted separately', () => {
  const values = [
    { b: 1, a: 2 },
    { c: 1, a: 2 },
    { b: 3, a: { d: 4, b: 5 } },
    { a: 6, b: 7 },
  ];
  assert.deepEqual(values.map(canonicalJson), [
    '{"a":2,"b":1}',
    '{"a":2,"c":1}',
    '{"a":{"b":5,"d":4},"b":3}',
    '{"a":6,"b":7}',
  ]);
  // More members than any row of the record.
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`n${99 - i}`, i]));
  const text = canonicalJson(many);
  assert.deepEqual(JSON.parse(text), many);
  assert.deepEqual(Object.keys(JSON.parse(text) as object), Object.keys(many).sort());
});

test('minus zero is zero', () => {
  assert.equal(canonicalJson(-0), '0');
});

test('a value that JSON cannot hold is refused', () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, '\ud800']) {
    assert.throws(() => canonicalJson(value), RangeError);
  }
});
