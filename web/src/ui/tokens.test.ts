import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { BOXES } from '@rasat/contract';

const tokens = readFileSync(`${import.meta.dirname}/tokens.css`, 'utf8');

test('the five boxes have the colours of the specification, the same on both themes', () => {
  assert.deepEqual(
    BOXES.map(({ kind, color }) => `${kind} ${color.toLowerCase()}`),
    ['hayyam #3360ff', '52 #b56300', '144 #00be27', '36 #00fff0', 'crystal #613beb'],
  );
  for (const { kind, color } of BOXES) {
    const values = [...tokens.matchAll(new RegExp(`--bx-${kind}: (#[0-9a-f]{6});`, 'g'))];
    assert.deepEqual(
      values.map(([, value]) => value),
      [color.toLowerCase()],
      kind,
    );
  }
});
