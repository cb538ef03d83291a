import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeptHeadsError, readKeptHeads } from './kept-heads.ts';

const HEAD = {
  day: '2026-11-21',
  size: 300,
  hash: 'a'.repeat(64),
  root: 'b'.repeat(64),
  outcomes: 120,
  outcomesHash: 'c'.repeat(64),
  outcomesRoot: 'd'.repeat(64),
  created: 1_795_262_400_000,
};
const { outcomesRoot: _root, ...OLD } = HEAD;

/** Returns the code and the field of the refusal. */
function refusal(text: string): [string, string | null] {
  try {
    readKeptHeads(text);
  } catch (error) {
    assert.ok(error instanceof KeptHeadsError);
    return [error.code, error.field];
  }
  return assert.fail('not refused');
}

test('one head or a list is read, and a head of before the outcomes had a root has none', () => {
  assert.deepEqual(readKeptHeads(JSON.stringify(HEAD)), [HEAD]);
  assert.deepEqual(readKeptHeads(` ${JSON.stringify([HEAD, OLD], null, 2)}\n`), [
    HEAD,
    { ...HEAD, outcomesRoot: null },
  ]);
  const none = { ...HEAD, outcomesRoot: null };
  assert.deepEqual(readKeptHeads(JSON.stringify(none)), [none]);
});

test('a text that has no head is refused', () => {
  for (const text of ['', '{', 'null', '5', '"x"', '[]', '{}', '[1]', '[[]]', '{"day":"x"}']) {
    assert.deepEqual(refusal(text), ['no-heads', null], text);
  }
});

test('a damaged head is refused with the name of its member', () => {
  const refused: readonly (readonly [string, object])[] = [
    ['day', { day: '21.11.2026' }],
    ['size', { size: 0 }],
    ['size', { size: 1.5 }],
    ['hash', { hash: 'A'.repeat(64) }],
    ['root', { root: 'b'.repeat(63) }],
    ['outcomes', { outcomes: -1 }],
    ['outcomesHash', { outcomesHash: null }],
    ['outcomesRoot', { outcomesRoot: '' }],
    ['created', { created: '2026' }],
    ['outcomesroot', { outcomesroot: 'd'.repeat(64) }],
  ];
  for (const [field, change] of refused) {
    const head = { ...HEAD, ...change };
    assert.deepEqual(refusal(JSON.stringify(head)), ['damaged', field], field);
    assert.deepEqual(refusal(JSON.stringify([HEAD, head])), ['damaged', `1.${field}`], field);
  }
});
