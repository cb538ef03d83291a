import { chainHash, originOf } from './chain.ts';
import type { LedgerDraft, OutcomeDraft } from './drafts.ts';

/** A row of the ledger as it is stored. */
export type LedgerRow = LedgerDraft & {
  readonly seq: number;
  readonly createdAt: number;
  readonly origin: 'live' | 'backfill';
  readonly prevHash: string;
  readonly hash: string;
};

/** A row of the outcomes as it is stored. */
export type OutcomeRow = OutcomeDraft & {
  readonly no: number;
  readonly seq: number;
  readonly createdAt: number;
  readonly origin: 'live' | 'backfill';
  readonly prevHash: string;
  readonly hash: string;
};

/** The hash that a row of either chain must carry: over everything it says but the two hashes of the chain. */
export function hashOf({ prevHash, hash: _hash, ...content }: LedgerRow | OutcomeRow): string {
  return chainHash(prevHash, content);
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
