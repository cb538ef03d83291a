import { hash } from 'node:crypto';
import {
  chainedText,
  chainedTextOf,
  type LedgerDraft,
  type LedgerRow,
  type OutcomeDraft,
  type OutcomeRow,
  originOf,
  type UnchainedRow,
} from '@rasat/ledger';

/** Bytes of a hash. */
export const HASH_BYTES = 32;

/** The hash of a row: SHA-256 over the hex of the hash before it and the row's canonical JSON, as hex. */
export function chainHash(prevHash: string, row: UnchainedRow): string {
  return hash('sha256', chainedText(prevHash, row), 'hex');
}

/** The hash that a row of either chain must carry: over everything it says but the two hashes of the chain. */
export function hashOf(row: LedgerRow | OutcomeRow): string {
  return hash('sha256', chainedTextOf(row), 'hex');
}

/** The row that publishes a draft behind the row with `prevHash`. */
export function makeLedgerRow(
  draft: LedgerDraft,
  seq: number,
  createdAt: number,
  prevHash: string,
): LedgerRow {
  const row = { ...draft, seq, createdAt, origin: originOf(draft.barTime, createdAt) };
  return { ...row, prevHash, hash: chainHash(prevHash, row) };
}

/** The row that publishes an outcome of row `seq` behind the outcome with `prevHash`. */
export function makeOutcomeRow(
  draft: OutcomeDraft,
  no: number,
  seq: number,
  createdAt: number,
  prevHash: string,
): OutcomeRow {
  const row = { ...draft, no, seq, createdAt, origin: originOf(draft.barTime, createdAt) };
  return { ...row, prevHash, hash: chainHash(prevHash, row) };
}
