import type { Sha256 } from '../rows/input-hash.ts';

/**
 * The tree of RFC 9162, section 2.1, over the rows of a chain: its leaves are the hashes of the rows, the first one at
 * index 0. There is one tree for every size; a tree contains the full subtrees of every smaller one.
 * https://www.rfc-editor.org/rfc/rfc9162#section-2.1
 */

/** The name of a full subtree: level `l`, position `p`, over the leaves `p * 2^l` to `(p + 1) * 2^l - 1`. */
export interface SubtreeName {
  readonly level: number;
  readonly position: number;
}

/** A full subtree with its root. */
export interface Subtree<Hash extends Uint8Array = Uint8Array> extends SubtreeName {
  readonly hash: Hash;
}

/** Returns the leaf of a row: SHA-256(0x00 || hash of the row). */
export function leafOf<Hash extends Uint8Array>(rowHash: Uint8Array, sha256: Sha256<Hash>): Hash {
  const bytes = new Uint8Array(1 + rowHash.length);
  bytes.set(rowHash, 1);
  return sha256(bytes);
}

/** Returns the node above two others: SHA-256(0x01 || left || right). */
export function nodeOf<Hash extends Uint8Array>(
  left: Uint8Array,
  right: Uint8Array,
  sha256: Sha256<Hash>,
): Hash {
  const bytes = new Uint8Array(1 + left.length + right.length);
  bytes[0] = 1;
  bytes.set(left, 1);
  bytes.set(right, 1 + left.length);
  return sha256(bytes);
}

/**
 * Returns the root of the tree of `size` leaves that follows from the audit path of the leaf at `index` (from 0), leaf
 * first. Null when the path does not have the length for index and size, or there is no such leaf. The caller compares
 * the root with the published one.
 */
export function rootOfPath<Hash extends Uint8Array>(
  leafHash: Hash,
  index: number,
  size: number,
  path: readonly Uint8Array[],
  sha256: Sha256<Hash>,
): Hash | null {
  if (!isIndex(index, size)) return null;
  let hash = leafHash;
  let own = index;
  let last = size - 1;
  for (const sibling of path) {
    if (last === 0) return null;
    if (own % 2 === 1 || own === last) {
      hash = nodeOf(sibling, hash, sha256);
      // The right edge of the tree skips the levels where it has no sibling.
      while (own % 2 === 0 && own > 0) {
        own /= 2;
        last = Math.floor(last / 2);
      }
    } else {
      hash = nodeOf(hash, sibling, sha256);
    }
    own = Math.floor(own / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? hash : null;
}

/** Returns the full subtrees of a tree of `size` leaves, left to right: one for each binary digit 1. */
export function subtreesOf(size: number): SubtreeName[] {
  return subtreesBetween(0, size);
}

/**
 * Returns the siblings of the audit path of a leaf, leaf first. Each sibling is a list of its full subtrees, left to
 * right; {@link rootOf} gives its hash. Throws RangeError when there is no such leaf.
 */
export function siblingsOf(index: number, size: number): SubtreeName[][] {
  if (!isIndex(index, size)) throw new RangeError(`no leaf ${index} in a tree of ${size}`);
  const siblings: SubtreeName[][] = [];
  let start = 0;
  let end = size;
  while (end - start > 1) {
    const middle = start + largestPowerBelow(end - start);
    if (index < middle) {
      siblings.push(subtreesBetween(middle, end));
      end = middle;
    } else {
      siblings.push(subtreesBetween(start, middle));
      start = middle;
    }
  }
  return siblings.reverse();
}

/** Returns the root over adjoining full subtrees, left to right, each lower than the one before; null for none. */
export function rootOf<Hash extends Uint8Array>(
  subtrees: readonly Hash[],
  sha256: Sha256<Hash>,
): Hash | null {
  return subtrees.reduceRight<Hash | null>(
    (right, left) => (right === null ? left : nodeOf(left, right, sha256)),
    null,
  );
}

/** A tree that grows leaf by leaf and keeps only its full subtrees, at most one per level. */
export interface GrowingTree<Hash extends Uint8Array = Uint8Array> {
  readonly size: number;
  /** Its full subtrees, from left to right. */
  readonly subtrees: readonly Subtree<Hash>[];
  /** Adds the leaf of the next row. */
  append(leafHash: Hash): void;
  /** Returns the root over all leaves; SHA-256 of no bytes without leaves. */
  root(): Hash;
}

/**
 * Returns a tree to append to: empty, or made of these full subtrees. `onSubtree` is called for each subtree that
 * becomes full, leaves included. Throws RangeError when the subtrees do not adjoin.
 */
export function growTree<Hash extends Uint8Array>(
  sha256: Sha256<Hash>,
  from: readonly Subtree<Hash>[] = [],
  onSubtree: (subtree: Subtree<Hash>) => void = () => {},
): GrowingTree<Hash> {
  const subtrees = [...from];
  let size = from.reduce((sum, { level }) => sum + 2 ** level, 0);
  const names = subtreesOf(size);
  for (const [i, { level, position }] of from.entries()) {
    if (names[i]?.level !== level || names[i]?.position !== position) {
      throw new RangeError(`subtree ${position} of level ${level} does not adjoin the others`);
    }
  }
  return {
    get size() {
      return size;
    },
    get subtrees() {
      return subtrees;
    },
    append(leafHash) {
      let made: Subtree<Hash> = { level: 0, position: size, hash: leafHash };
      onSubtree(made);
      for (let left = subtrees.at(-1); left?.level === made.level; left = subtrees.at(-1)) {
        subtrees.pop();
        made = {
          level: made.level + 1,
          position: left.position / 2,
          hash: nodeOf(left.hash, made.hash, sha256),
        };
        onSubtree(made);
      }
      subtrees.push(made);
      size += 1;
    },
    root: () =>
      rootOf(
        subtrees.map(({ hash }) => hash),
        sha256,
      ) ?? sha256(new Uint8Array(0)),
  };
}

function isIndex(index: number, size: number): boolean {
  return Number.isSafeInteger(index) && Number.isSafeInteger(size) && index >= 0 && index < size;
}

/** Returns the largest power of two below `n`, which is at least 2. */
export function largestPowerBelow(n: number): number {
  let power = 1;
  while (power * 2 < n) power *= 2;
  return power;
}

/**
 * Returns the full subtrees between two leaves. `start` is 0 or a multiple of a power of two that is at least `end -
 * start`.
 */
export function subtreesBetween(start: number, end: number): SubtreeName[] {
  const names: SubtreeName[] = [];
  for (let at = start; at < end; ) {
    let level = 0;
    while (2 ** (level + 1) <= end - at) level += 1;
    names.push({ level, position: at / 2 ** level });
    at += 2 ** level;
  }
  return names;
}
