import { hash } from 'node:crypto';
import {
  chainedText,
  chainedTextOf,
  type LedgerDraft,
  type LedgerRow,
  type OutcomeDraft,
  type OutcomeRow,
  originOf,
  type RegisterRow,
  registerText,
  type UnchainedRow,
} from '@rasat/ledger';

/** Number of bytes of a hash. */
export const HASH_BYTES = 32;

/** Returns the hash of a row as hex: SHA-256 over the hex of the previous hash and the row's canonical JSON. */
export function chainHash(prevHash: string, row: UnchainedRow): string {
  return hash('sha256', chainedText(prevHash, row), 'hex');
}

/** Returns the hash that a row of either chain must have: over every field except the two hashes of the chain. */
export function hashOf(row: LedgerRow | OutcomeRow): string {
  return hash('sha256', chainedTextOf(row), 'hex');
}

/** Returns the hash that a row of the register must have. */
export function hashOfRegister(row: Omit<RegisterRow, 'hash'>): string {
  return hash('sha256', registerText(row), 'hex');
}

/** Builds the row that publishes a draft after the row with `prevHash`. */
export function makeLedgerRow(
  draft: LedgerDraft,
  seq: number,
  createdAt: number,
  prevHash: string,
): LedgerRow {
  const row = { ...draft, seq, createdAt, origin: originOf(draft.barTime, createdAt) };
  return { ...row, prevHash, hash: chainHash(prevHash, row) };
}

/** Builds the row that publishes an outcome of row `seq` after the outcome with `prevHash`. */
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
