import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toHex } from '../rows/drafts.ts';
import { LEAVES, ROOTS, sha256 } from '../testing/tree-vectors.ts';
import {
  growTree,
  leafOf,
  nodeOf,
  rootOf,
  rootOfPath,
  type Subtree,
  siblingsOf,
} from './merkle.ts';

/** From the reference tests of Certificate Transparency, as the leaves and roots. */
const PATHS = [
  { index: 0, size: 1, path: [] },
  {
    index: 0,
    size: 8,
    path: [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  },
  {
    index: 5,
    size: 8,
    path: [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  },
  {
    index: 2,
    size: 3,
    path: ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
  },
  {
    index: 1,
    size: 5,
    path: [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  },
];

/** Returns the root by the definition of RFC 9162, 2.1.1. */
function rootByDefinition(leaves: readonly Uint8Array[]): Uint8Array {
  const [first] = leaves;
  if (!first) return sha256(new Uint8Array(0));
  if (leaves.length === 1) return first;
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  const left = rootByDefinition(leaves.slice(0, k));
  return nodeOf(left, rootByDefinition(leaves.slice(k)), sha256);
}

/** Returns a grown tree and every full subtree that it ever had. */
function grown(leaves: readonly Uint8Array[]) {
  const full = new Map<string, Uint8Array>();
  const tree = growTree(sha256, [], ({ level, position, hash: own }) =>
    full.set(`${level} ${position}`, own),
  );
  for (const leaf of leaves) tree.append(leaf);
  const pathOf = (index: number, size: number): Uint8Array[] =>
    siblingsOf(index, size).map((subtrees) => {
      const hashes = subtrees.map((name) => full.get(`${name.level} ${name.position}`)!);
      return rootOf(hashes, sha256)!;
    });
  return { tree, pathOf };
}

const many = Array.from({ length: 200 }, (_, i) => leafOf(sha256(Uint8Array.of(i)), sha256));

test('the roots equal the known answers', () => {
  for (const [size, root] of ROOTS.entries()) {
    assert.equal(toHex(grown(LEAVES.slice(0, size)).tree.root()), root);
  }
  const { pathOf } = grown(LEAVES);
  for (const { index, size, path } of PATHS) {
    assert.deepEqual(pathOf(index, size).map(toHex), path);
    const bytes = path.map((hex) => Buffer.from(hex, 'hex'));
    const root = rootOfPath(LEAVES[index]!, index, size, bytes, sha256);
    assert.equal(root && toHex(root), ROOTS[size]);
  }
});

test('every leaf of every size has a path to the root by definition', () => {
  const { pathOf } = grown(many);
  const growing = growTree(sha256);
  for (let size = 1; size <= many.length; size++) {
    growing.append(many[size - 1]!);
    const root = toHex(rootByDefinition(many.slice(0, size)));
    assert.equal(toHex(growing.root()), root);
    for (let index = 0; index < size; index++) {
      const found = rootOfPath(many[index]!, index, size, pathOf(index, size), sha256);
      assert.equal(found && toHex(found), root, `${index} of ${size}`);
    }
  }
});

test('a wrong leaf, index, size or path does not lead to the root', () => {
  const { pathOf } = grown(many);
  for (const size of [1, 2, 3, 7, 8, 33, 64, 100]) {
    const root = toHex(rootByDefinition(many.slice(0, size)));
    const leads = (leaf: number, index: number, of: number, path: readonly Uint8Array[]) => {
      const found = rootOfPath(many[leaf]!, index, of, path, sha256);
      return found !== null && toHex(found) === root;
    };
    for (let index = 0; index < size; index++) {
      const path = pathOf(index, size);
      assert.ok(leads(index, index, size, path));
      assert.ok(!leads(index + 1, index, size, path), 'another leaf');
      for (let other = 0; other < size; other++) {
        assert.equal(leads(index, other, size, path), other === index, `${index} as ${other}`);
      }
      assert.ok(!leads(index, index, size, [...path, many[150]!]), 'a longer path');
      if (path.length > 0) assert.ok(!leads(index, index, size, path.slice(1)), 'a shorter path');
      for (const [at, hash] of path.entries()) {
        const changed = path.with(at, hash.with(31, hash[31]! ^ 1));
        assert.ok(!leads(index, index, size, changed), 'one bit of the path');
      }
      if (path.length > 1) assert.ok(!leads(index, index, size, path.toReversed()));
    }
  }
});

test('a path that does not fit its size gives null, and so does a missing leaf', () => {
  const { pathOf } = grown(many);
  const leaf = many[3]!;
  const path = pathOf(3, 8);
  // A path of three fits every size from 5 to 8; only the root distinguishes them.
  for (const size of [4, 9, 16, 200]) {
    assert.equal(rootOfPath(leaf, 3, size, path, sha256), null, `size ${size}`);
  }
  for (const index of [-1, 8, 0.5, Number.NaN, 2 ** 53]) {
    assert.equal(rootOfPath(leaf, index, 8, path, sha256), null, `index ${index}`);
  }
  assert.equal(rootOfPath(leaf, 0, 0, [], sha256), null);
  assert.throws(() => siblingsOf(8, 8), RangeError);
});

test('a tree continues from its full subtrees', () => {
  for (const stop of [0, 1, 5, 64, 127, 199]) {
    const { tree } = grown(many.slice(0, stop));
    const later: Subtree[] = [];
    const again = growTree(sha256, tree.subtrees, (subtree) => later.push(subtree));
    for (const leaf of many.slice(stop)) again.append(leaf);
    assert.equal(toHex(again.root()), toHex(rootByDefinition(many)));
    assert.equal(later.filter(({ level }) => level === 0).length, many.length - stop);
  }
  const { tree } = grown(many.slice(0, 6));
  assert.throws(() => growTree(sha256, tree.subtrees.toReversed()), RangeError);
});

test('an index beyond 32 bits is supported', () => {
  const size = 2 ** 40 + 3;
  const index = 2 ** 40 + 1;
  // The right edge: siblings are leaf 2^40, leaf 2^40 + 2, and the large tree to the left.
  assert.deepEqual(siblingsOf(index, size), [
    [{ level: 0, position: 2 ** 40 }],
    [{ level: 0, position: 2 ** 40 + 2 }],
    [{ level: 40, position: 0 }],
  ]);
  const [a, b, c, d] = many;
  const root = nodeOf(d!, nodeOf(nodeOf(a!, b!, sha256), c!, sha256), sha256);
  assert.deepEqual(rootOfPath(b!, index, size, [a!, c!, d!], sha256), root);
});
