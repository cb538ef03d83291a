import { sha256 } from '@noble/hashes/sha2.js';
import {
  type KeptHead,
  KeptHeadsError,
  type KeptHeadsRefusal,
  readKeptHeads,
} from '@rasat/contract';
import { fromHex, isConsistent, type TreeHead } from '@rasat/ledger';
import { call } from '../../api/client/client.ts';
import type { RecordConsistency, RecordHead } from './calls.ts';

/** Most heads that the page checks at once; each needs a call. */
export const MOST_KEPT_HEADS = 20;

/** Part of a kept head that the record does not confirm: a member, or the proof for one of the trees. */
export type KeptHeadDifference = Exclude<keyof RecordHead, 'day'> | 'rowsProof' | 'outcomesProof';

/** Result of the check of one kept head. */
export type KeptHeadCheck = { readonly kept: KeptHead } & (
  | {
      /** The record goes on from this head. `outcomes`: whether the proof covers the outcomes too. */
      readonly verdict: 'holds';
      readonly to: string;
      readonly outcomes: boolean;
    }
  /** The record has no head of this day. */
  | { readonly verdict: 'missing' }
  | { readonly verdict: 'differs'; readonly differences: readonly KeptHeadDifference[] }
);

/** Result of the check of a text: of each head, or the reason why it was not checked. */
export type KeptHeadsResult =
  | { readonly kind: 'checked'; readonly checks: readonly KeptHeadCheck[] }
  | { readonly kind: 'refused'; readonly code: KeptHeadsRefusal; readonly field: string | null }
  | { readonly kind: 'many'; readonly count: number; readonly most: number };

/**
 * Checks the heads of a text that a reader kept: each against the head that the record has of its day, and by a
 * consistency proof against the newest head. Rejects when a call fails.
 */
export async function checkKeptHeads(text: string): Promise<KeptHeadsResult> {
  let kept: KeptHead[];
  try {
    kept = readKeptHeads(text);
  } catch (error) {
    if (!(error instanceof KeptHeadsError)) throw error;
    return { kind: 'refused', code: error.code, field: error.field };
  }
  if (kept.length > MOST_KEPT_HEADS)
    return { kind: 'many', count: kept.length, most: MOST_KEPT_HEADS };
  const published = await call('recordHeads');
  const checks: KeptHeadCheck[] = [];
  for (const head of kept) checks.push(await checkHead(head, published));
  return { kind: 'checked', checks };
}

/** Checks one head; `published` are the heads of the record, the newest first. */
async function checkHead(kept: KeptHead, published: readonly RecordHead[]): Promise<KeptHeadCheck> {
  const own = published.find(({ day }) => day === kept.day);
  const [newest] = published;
  if (!own || !newest) return { kept, verdict: 'missing' };
  const proof = await call('recordConsistency', { params: { from: kept.day, to: newest.day } });
  const differences = [...compareMembers(kept, own), ...checkProof(kept, proof)];
  return differences.length > 0
    ? { kept, verdict: 'differs', differences }
    : { kept, verdict: 'holds', to: proof.to.day, outcomes: proof.outcomes !== null };
}

const MEMBERS = [
  'size',
  'hash',
  'root',
  'outcomes',
  'outcomesHash',
  'outcomesRoot',
  'created',
] as const satisfies readonly KeptHeadDifference[];

function compareMembers(kept: KeptHead, published: RecordHead): KeptHeadDifference[] {
  return MEMBERS.filter((member) => kept[member] !== published[member]);
}

/** Checks a proof with the sizes and roots of the kept head; the server's copy of that head is not used. */
function checkProof(
  kept: KeptHead,
  { to, rows, outcomes }: RecordConsistency,
): KeptHeadDifference[] {
  const differences: KeptHeadDifference[] = [];
  const begins = (first: TreeHead, second: TreeHead, proof: readonly string[]): boolean =>
    isConsistent(first, second, proof.map(bytesOf), sha256);
  if (!begins(treeOf(kept.size, kept.root), treeOf(to.size, to.root), rows)) {
    differences.push('rowsProof');
  }
  if (kept.outcomesRoot !== null) {
    const first = treeOf(kept.outcomes, kept.outcomesRoot);
    const second = to.outcomesRoot === null ? null : treeOf(to.outcomes, to.outcomesRoot);
    if (second === null || outcomes === null || !begins(first, second, outcomes)) {
      differences.push('outcomesProof');
    }
  }
  return differences;
}

const treeOf = (size: number, root: string): TreeHead => ({ size, root: bytesOf(root) });

/** Returns the bytes of a hash; none for a text that is no hash, so that it equals no root. */
function bytesOf(hash: string): Uint8Array {
  return /^([0-9a-f]{2})*$/.test(hash) ? fromHex(hash) : new Uint8Array(0);
}
