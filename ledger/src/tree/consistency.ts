import type { Sha256 } from '../rows/input-hash.ts';
import { largestPowerBelow, nodeOf, type SubtreeName, subtreesBetween } from './merkle.ts';

/** A tree of a known size with its root. */
export interface TreeHead {
  readonly size: number;
  readonly root: Uint8Array;
}

/**
 * Returns the nodes of the proof that the tree of `second` leaves begins with the `first` leaves of the smaller tree
 * (RFC 9162, 2.1.4.1), in the order of the proof. Each node is a list of its full subtrees, left to right; `rootOf`
 * gives its hash. Without nodes when the sizes are equal or `first` is 0. Throws RangeError when `first` is larger.
 */
export function consistencyNodesOf(first: number, second: number): SubtreeName[][] {
  if (!isSize(first) || !isSize(second) || first > second) {
    throw new RangeError(`a tree of ${second} leaves does not begin with ${first}`);
  }
  if (first === 0 || first === second) return [];
  const nodes: SubtreeName[][] = [];
  let start = 0;
  let end = second;
  while (first < end) {
    const middle = start + largestPowerBelow(end - start);
    if (first <= middle) {
      nodes.push(subtreesBetween(middle, end));
      end = middle;
    } else {
      nodes.push(subtreesBetween(start, middle));
      start = middle;
    }
  }
  // The verifier knows the smaller root, so a full tree of `first` leaves is left out.
  if (start > 0) nodes.push(subtreesBetween(start, end));
  return nodes.reverse();
}

/**
 * Whether a proof shows that the second tree begins with all leaves of the first one (RFC 9162, 2.1.4.2). An empty tree
 * is the beginning of every tree, with an empty proof; its root is SHA-256 of no bytes. Trees of the same size need an
 * empty proof and the same root. False for sizes that are not whole numbers.
 */
export function isConsistent<Hash extends Uint8Array>(
  first: TreeHead,
  second: TreeHead,
  proof: readonly Uint8Array[],
  sha256: Sha256<Hash>,
): boolean {
  if (!isSize(first.size) || !isSize(second.size) || first.size > second.size) return false;
  if (first.size === second.size) return proof.length === 0 && isEqual(first.root, second.root);
  if (first.size === 0) {
    return proof.length === 0 && isEqual(first.root, sha256(new Uint8Array(0)));
  }
  if (proof.length === 0) return false;
  let own = first.size - 1;
  let last = second.size - 1;
  while (own % 2 === 1) [own, last] = parentsOf(own, last);
  // After these steps `own` is 0 exactly when the first tree is full, and then the proof leaves its root out.
  const [start = first.root, ...rest] = own === 0 ? [first.root, ...proof] : proof;
  let firstRoot = start;
  let secondRoot = start;
  for (const node of rest) {
    if (last === 0) return false;
    if (own % 2 === 1 || own === last) {
      firstRoot = nodeOf(node, firstRoot, sha256);
      secondRoot = nodeOf(node, secondRoot, sha256);
      // The right edge of the tree skips the levels where it has no sibling.
      while (own % 2 === 0 && own > 0) [own, last] = parentsOf(own, last);
    } else {
      secondRoot = nodeOf(secondRoot, node, sha256);
    }
    [own, last] = parentsOf(own, last);
  }
  return last === 0 && isEqual(firstRoot, first.root) && isEqual(secondRoot, second.root);
}

const parentsOf = (own: number, last: number): [number, number] => [
  Math.floor(own / 2),
  Math.floor(last / 2),
];

function isSize(size: number): boolean {
  return Number.isSafeInteger(size) && size >= 0;
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
