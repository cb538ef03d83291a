import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toHex } from '../rows/drafts.ts';
import { LEAVES, ROOTS, sha256 } from '../testing/tree-vectors.ts';
import { consistencyNodesOf, isConsistent, type TreeHead } from './consistency.ts';
import { growTree, leafOf, nodeOf, rootOf, type SubtreeName } from './merkle.ts';

const bytesOf = (hex: string): Uint8Array => Buffer.from(hex, 'hex');

/** From the reference tests of Certificate Transparency, as the leaves and roots (proof/verify_test.go). */
const PROOFS = [
  { first: 1, second: 1, proof: [] },
  {
    first: 1,
    second: 8,
    proof: [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  },
  {
    first: 6,
    second: 8,
    proof: [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  },
  {
    first: 2,
    second: 5,
    proof: [
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  },
  {
    first: 6,
    second: 7,
    proof: [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'b08693ec2e721597130641e8211e7eedccb4c26413963eee6c1e2ed16ffb1a5f',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  },
];

/** Returns the proof by the recursive definition of RFC 9162, 2.1.4.1. */
function proofByDefinition(first: number, leaves: readonly Uint8Array[]): Uint8Array[] {
  const rootOver = (some: readonly Uint8Array[]): Uint8Array => {
    if (some.length === 1) return some[0]!;
    const k = powerBelow(some.length);
    return nodeOf(rootOver(some.slice(0, k)), rootOver(some.slice(k)), sha256);
  };
  const subproof = (m: number, some: readonly Uint8Array[], whole: boolean): Uint8Array[] => {
    if (m === some.length) return whole ? [] : [rootOver(some)];
    const k = powerBelow(some.length);
    return m <= k
      ? [...subproof(m, some.slice(0, k), whole), rootOver(some.slice(k))]
      : [...subproof(m - k, some.slice(k), false), rootOver(some.slice(0, k))];
  };
  return subproof(first, leaves, true);
}

function powerBelow(n: number): number {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
}

/** Returns the head of every size of a tree, and the hash of each node of a proof. */
function grown(leaves: readonly Uint8Array[]) {
  const full = new Map<string, Uint8Array>();
  const tree = growTree(sha256, [], ({ level, position, hash: own }) =>
    full.set(`${level} ${position}`, own),
  );
  const heads: TreeHead[] = [{ size: 0, root: tree.root() }];
  for (const leaf of leaves) {
    tree.append(leaf);
    heads.push({ size: tree.size, root: tree.root() });
  }
  const hashOf = (subtrees: readonly SubtreeName[]): Uint8Array => {
    const found = rootOf(
      subtrees.map(({ level, position }) => full.get(`${level} ${position}`)!),
      sha256,
    );
    assert.ok(found);
    return found;
  };
  return {
    heads,
    proofOf: (first: number, second: number) => consistencyNodesOf(first, second).map(hashOf),
  };
}

const many = Array.from({ length: 70 }, (_, i) => leafOf(sha256(Uint8Array.of(i)), sha256));

test('the proofs equal the known answers, and lead from root to root', () => {
  const { proofOf } = grown(LEAVES);
  for (const { first, second, proof } of PROOFS) {
    assert.deepEqual(proofOf(first, second).map(toHex), proof, `${first} of ${second}`);
    const [one, other] = [first, second].map((size) => ({ size, root: bytesOf(ROOTS[size]!) }));
    assert.ok(isConsistent(one!, other!, proof.map(bytesOf), sha256), `${first} of ${second}`);
  }
});

test('every tree is the beginning of every larger one, by the definition of the proof', () => {
  const { heads, proofOf } = grown(many);
  for (let second = 0; second <= many.length; second++) {
    for (let first = 0; first <= second; first++) {
      const proof = proofOf(first, second);
      const name = `${first} of ${second}`;
      if (first > 0) assert.deepEqual(proof, proofByDefinition(first, many.slice(0, second)), name);
      else assert.deepEqual(proof, []);
      assert.ok(isConsistent(heads[first]!, heads[second]!, proof, sha256), name);
    }
  }
});

test('a tree whose beginning is another one has no valid proof', () => {
  const { heads, proofOf } = grown(many);
  for (let changed = 0; changed < 40; changed++) {
    const other = grown(many.with(changed, leafOf(sha256(Uint8Array.of(200)), sha256)));
    for (const [first, second] of [
      [40, 41],
      [40, 64],
      [40, 70],
      [64, 70],
    ] as const) {
      const [kept, later] = [heads[first]!, other.heads[second]!];
      for (const proof of [other.proofOf(first, second), proofOf(first, second)]) {
        assert.ok(
          !isConsistent(kept, later, proof, sha256),
          `leaf ${changed}, ${first}, ${second}`,
        );
      }
    }
  }
  const fork = grown(many.with(50, many[0]!));
  assert.ok(isConsistent(heads[50]!, fork.heads[70]!, fork.proofOf(50, 70), sha256));
  assert.ok(!isConsistent(heads[51]!, fork.heads[70]!, fork.proofOf(51, 70), sha256));
});

test('a wrong size, root or proof is not consistent', () => {
  const { heads, proofOf } = grown(many);
  const some = many[69]!;
  for (const [first, second] of [
    [1, 2],
    [1, 8],
    [2, 5],
    [4, 7],
    [6, 7],
    [6, 8],
    [33, 70],
    [64, 65],
  ] as const) {
    const [one, other] = [heads[first]!, heads[second]!];
    const proof = proofOf(first, second);
    const holds = (a: TreeHead, b: TreeHead, path: readonly Uint8Array[]) =>
      isConsistent(a, b, path, sha256);
    assert.ok(holds(one, other, proof));
    const wrong: readonly (readonly [string, TreeHead, TreeHead, readonly Uint8Array[]])[] = [
      ['a smaller first size', { ...one, size: first - 1 }, other, proof],
      ['a larger first size', { ...one, size: first + 1 }, other, proof],
      ['twice the second size', one, { ...other, size: second * 2 }, proof],
      ['half the second size', one, { ...other, size: Math.floor(second / 2) }, proof],
      ['another first root', { ...one, root: some }, other, proof],
      ['another second root', one, { ...other, root: some }, proof],
      ['a shorter root', { ...one, root: one.root.subarray(1) }, other, proof],
      ['swapped roots', { ...one, root: other.root }, { ...other, root: one.root }, proof],
      ['swapped heads', other, one, proof],
      ['no proof', one, other, []],
      ['a longer proof', one, other, [...proof, some]],
      ['the first root at its end', one, other, [...proof, one.root]],
      ['the first root before it', one, other, [one.root, ...proof]],
      ['a proof without its end', one, other, proof.slice(0, -1)],
      ['a proof without its beginning', one, other, proof.slice(1)],
    ];
    for (const [name, a, b, path] of wrong) {
      assert.ok(!holds(a, b, path), `${name}: ${first} of ${second}`);
    }
    for (const [at, node] of proof.entries()) {
      const changed = proof.with(at, node.with(0, node[0]! ^ 16));
      assert.ok(!holds(one, other, changed), `a bit of node ${at}: ${first} of ${second}`);
    }
  }
});

test('an empty tree begins every tree, equal trees need no proof, and sizes are whole numbers', () => {
  const { heads } = grown(many);
  const [empty, , , three] = heads;
  assert.ok(empty && three);
  assert.equal(toHex(empty.root), ROOTS[0]);
  assert.ok(isConsistent(empty, empty, [], sha256));
  assert.ok(isConsistent(empty, three, [], sha256));
  assert.ok(!isConsistent({ size: 0, root: three.root }, three, [], sha256));
  assert.ok(!isConsistent(empty, three, [empty.root], sha256));
  assert.ok(isConsistent(three, three, [], sha256));
  assert.ok(!isConsistent(three, three, [three.root], sha256));
  assert.ok(!isConsistent(three, { ...three, root: empty.root }, [], sha256));
  for (const size of [-1, 0.5, Number.NaN, 2 ** 53]) {
    assert.ok(!isConsistent({ ...three, size }, heads[70]!, [empty.root], sha256), `size ${size}`);
    assert.ok(!isConsistent(three, { ...heads[70]!, size }, [empty.root], sha256), `size ${size}`);
    assert.throws(() => consistencyNodesOf(size, 70), RangeError);
  }
  assert.throws(() => consistencyNodesOf(5, 4), RangeError);
});

test('sizes beyond 32 bits are supported', () => {
  assert.deepEqual(consistencyNodesOf(2 ** 40 + 1, 2 ** 40 + 3), [
    [{ level: 0, position: 2 ** 40 }],
    [{ level: 0, position: 2 ** 40 + 1 }],
    [{ level: 0, position: 2 ** 40 + 2 }],
    [{ level: 40, position: 0 }],
  ]);
  const [a, b, c, d] = many;
  const pair = nodeOf(a!, b!, sha256);
  const first = { size: 2 ** 40 + 1, root: nodeOf(d!, a!, sha256) };
  const root = nodeOf(d!, nodeOf(pair, c!, sha256), sha256);
  assert.ok(isConsistent(first, { size: 2 ** 40 + 3, root }, [a!, b!, c!, d!], sha256));
});
