import { type CanonicalValue, canonicalJson } from './canonical-json.ts';
import type { LedgerDraft, OutcomeDraft } from './drafts.ts';

/** The `prevHash` of the first row of a chain: 32 zero bytes. */
export const CHAIN_START = '0'.repeat(64);

/** `live`: published within five minutes of its bar's close; `backfill`: a backtest, computed later. */
export const ORIGINS = ['live', 'backfill'] as const;
/** When a row was published. */
export type Origin = (typeof ORIGINS)[number];

/** Fields of every row of either chain besides its content. */
type Chained = {
  readonly seq: number;
  readonly createdAt: number;
  readonly origin: Origin;
  readonly prevHash: string;
  readonly hash: string;
};

/** A row of the ledger as it is stored. */
export type LedgerRow = LedgerDraft & Chained;

/** A row of the outcomes as it is stored; `seq` is its ledger row. */
export type OutcomeRow = OutcomeDraft & Chained & { readonly no: number };

/** A row before it is added to its chain. */
export type UnchainedRow = { readonly [key: string]: CanonicalValue };

/**
 * Returns the text whose SHA-256 is the hash of a row: the hex of the previous hash, followed by the canonical JSON of
 * every field but `prevHash` and `hash`.
 */
export function chainedText(prevHash: string, row: UnchainedRow): string {
  return prevHash + canonicalJson(row);
}

/** Returns the text whose SHA-256 must be the `hash` of a stored row. */
export function chainedTextOf({
  prevHash,
  hash: _hash,
  ...content
}: LedgerRow | OutcomeRow): string {
  return chainedText(prevHash, content);
}

/** Returns the origin of a row from its bar's close and its publication, both epoch milliseconds. */
export function originOf(barTimeMs: number, createdAtMs: number): Origin {
  const delayMs = createdAtMs - barTimeMs;
  return delayMs >= 0 && delayMs <= LIVE_WITHIN_MS ? 'live' : 'backfill';
}

const LIVE_WITHIN_MS = 5 * 60_000;
