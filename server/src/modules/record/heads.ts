import assert from 'node:assert/strict';
import type { Reply, ROUTES } from '@rasat/contract';
import {
  consistencyNodesOf,
  type GrowingTree,
  growTree,
  leafOf,
  rootOf,
  type Subtree,
  type SubtreeName,
  siblingsOf,
  subtreesOf,
} from '@rasat/ledger';
import type { Selectable } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import { sha256 } from '../../platform/sha256.ts';
import { type ChainName, findChainHeads, readRowHashes } from '../signals/index.ts';
import {
  countNodes,
  findHead,
  findNewestHead,
  getNodes,
  insertHead,
  insertNodes,
  lockHeads,
} from './head-store.ts';
import type { RecordHeadTable } from './tables.ts';

/** Published head of both chains on a day. */
export type RecordHead = Reply<typeof ROUTES.recordHeads>[number];

/** Lowest level of stored nodes; nodes below it are computed from the rows. */
export const STORED_LEVEL = 8;
const BLOCK = 2 ** STORED_LEVEL;
/** Rows whose hashes are read in one query. */
const BATCH = 64 * BLOCK;

/** Returns a stored head in its published form. */
export function headOf(row: Selectable<RecordHeadTable>): RecordHead {
  return {
    day: row.day,
    size: row.size,
    hash: row.hash.toString('hex'),
    root: row.root.toString('hex'),
    outcomes: row.outcomes,
    outcomesHash: row.outcomes_hash.toString('hex'),
    outcomesRoot: row.outcomes_root?.toString('hex') ?? null,
    created: row.created_at,
  };
}

/**
 * Publishes the head of the clock's UTC day: the last rows of both chains and the roots of the trees over all their
 * rows. Returns the existing head when the day has one, null when the ledger has no row. Throws when a row is missing
 * from a chain, or when an earlier day had more rows or more outcomes.
 */
export function publishHead(db: Db, clock: Pick<Clock, 'now'>): Promise<RecordHead | null> {
  return inTransaction(db, async (trx) => {
    await lockHeads(trx);
    const nowMs = clock.now();
    const day = new Date(nowMs).toISOString().slice(0, 10);
    const known = await findHead(trx, day);
    if (known) return headOf(known);
    const { ledger, outcomes } = await findChainHeads(trx);
    const before = await findNewestHead(trx);
    if (before && (before.size > ledger.number || before.outcomes > outcomes.number)) {
      throw new Error(`rows of ${before.day} are missing from the record; see rasat verify`);
    }
    if (ledger.number === 0) return null;
    const head: Selectable<RecordHeadTable> = {
      day,
      size: ledger.number,
      hash: Buffer.from(ledger.hash, 'hex'),
      root: await growTo(trx, 'ledger', ledger.number),
      outcomes: outcomes.number,
      outcomes_hash: Buffer.from(outcomes.hash, 'hex'),
      outcomes_root: await growTo(trx, 'outcomes', outcomes.number),
      created_at: nowMs,
    };
    await insertHead(trx, head);
    return headOf(head);
  });
}

/** Stores the nodes that are full with `size` rows of a chain and returns the root over these rows. */
async function growTo(trx: Db, chain: ChainName, size: number): Promise<Buffer> {
  const stored = (await countNodes(trx, chain, STORED_LEVEL)) * BLOCK;
  const made: Subtree<Buffer>[] = [];
  const tree = growTree(sha256, await getNodes(trx, chain, subtreesOf(stored)), (subtree) => {
    if (subtree.level >= STORED_LEVEL) made.push(subtree);
  });
  for (let from = stored; from < size; from += BATCH) {
    appendRows(tree, await readRowHashes(trx, chain, from + 1, Math.min(from + BATCH, size)));
    await insertNodes(trx, chain, made.splice(0));
  }
  return tree.root();
}

function appendRows(tree: GrowingTree<Buffer>, hashes: Buffer): void {
  for (let at = 0; at < hashes.length; at += 32) {
    tree.append(leafOf(hashes.subarray(at, at + 32), sha256));
  }
}

/**
 * Returns the audit path of the row with this number in the tree over the first `size` rows of a chain, from the leaf
 * (index `number - 1`) upward. `size` is at most that of a published head with a root over the chain. Reads the hashes
 * of two blocks of 256 rows at most, that of the row and the last one, and a handful of nodes. Throws RangeError when
 * the tree has no such row.
 */
export async function auditPath(
  db: Db,
  chain: ChainName,
  number: number,
  size: number,
): Promise<Buffer[]> {
  return hashNodes(db, chain, siblingsOf(number - 1, size), size);
}

/** Proof that one head is the beginning of another. */
export type HeadConsistency = Reply<typeof ROUTES.recordConsistency>;

/**
 * Returns the proof that the chains of a head begin with those of an earlier one, each in the order of RFC 9162,
 * 2.1.4. That of the outcomes is null unless both heads have a root over them. For each chain it reads the hashes of
 * two blocks of 256 rows at most, and a handful of nodes. Throws RangeError when the later head has fewer rows.
 */
export async function proveConsistency(
  db: Db,
  from: RecordHead,
  to: RecordHead,
): Promise<HeadConsistency> {
  const prove = async (chain: ChainName, first: number, second: number): Promise<string[]> =>
    (await hashNodes(db, chain, consistencyNodesOf(first, second), second)).map((node) =>
      node.toString('hex'),
    );
  const hasOutcomes = from.outcomesRoot !== null && to.outcomesRoot !== null;
  return {
    from,
    to,
    rows: await prove('ledger', from.size, to.size),
    outcomes: hasOutcomes ? await prove('outcomes', from.outcomes, to.outcomes) : null,
  };
}

/** Returns the hashes of nodes, each given as its full subtrees, in the tree over the first `size` rows of a chain. */
async function hashNodes(
  db: Db,
  chain: ChainName,
  nodes: readonly (readonly SubtreeName[])[],
  size: number,
): Promise<Buffer[]> {
  const hashes = new Map<string, Buffer>();
  const wanted = nodes.flat();
  const stored = wanted.filter(({ level }) => level >= STORED_LEVEL);
  for (const node of await getNodes(db, chain, stored)) hashes.set(keyOf(node), node.hash);
  const inRows = wanted.filter(({ level }) => level < STORED_LEVEL);
  const blocks = inRows.map(({ level, position }) => Math.floor((position * 2 ** level) / BLOCK));
  for (const block of new Set(blocks)) {
    const from = block * BLOCK;
    const tree = growTree<Buffer>(sha256, [], ({ level, position, hash: own }) =>
      hashes.set(keyOf({ level, position: from / 2 ** level + position }), own),
    );
    appendRows(tree, await readRowHashes(db, chain, from + 1, Math.min(from + BLOCK, size)));
  }
  return nodes.map((subtrees) => {
    const root = rootOf(
      subtrees.map((name) => get(hashes, name)),
      sha256,
    );
    assert(root);
    return root;
  });
}

function get(hashes: ReadonlyMap<string, Buffer>, name: SubtreeName): Buffer {
  const found = hashes.get(keyOf(name));
  assert(found, `no hash of ${name.position} on level ${name.level}`);
  return found;
}

const keyOf = ({ level, position }: SubtreeName): string => `${level} ${position}`;
