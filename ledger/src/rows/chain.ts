import { type CanonicalValue, canonicalJson } from './canonical-json.ts';
import type { LedgerDraft, OutcomeDraft } from './drafts.ts';

/** What the first row of a chain follows: 32 zero bytes. */
export const CHAIN_START = '0'.repeat(64);

/** `live`: published within five minutes of its bar's close; `backfill`: a backtest, computed later. */
export const ORIGINS = ['live', 'backfill'] as const;
/** When a row was published. */
export type Origin = (typeof ORIGINS)[number];

/** What every row of either chain carries besides what it publishes. */
type Chained = {
  readonly seq: number;
  readonly createdAt: number;
  readonly origin: Origin;
  readonly prevHash: string;
  readonly hash: string;
};

/** A row of the ledger as it is stored. */
export type LedgerRow = LedgerDraft & Chained;

/** A row of the outcomes as it is stored; `seq` is the ledger row that it is about. */
export type OutcomeRow = OutcomeDraft & Chained & { readonly no: number };

/** A row before it is put into its chain. */
export type UnchainedRow = { readonly [key: string]: CanonicalValue };

/**
 * The text whose SHA-256 is the hash of a row: the hex of the hash before it and, behind it, the canonical JSON of
 * everything the row says but `prevHash` and `hash`.
 */
export function chainedText(prevHash: string, row: UnchainedRow): string {
  return prevHash + canonicalJson(row);
}

/** The text whose SHA-256 must be the `hash` of a stored row. */
export function chainedTextOf({
  prevHash,
  hash: _hash,
  ...content
}: LedgerRow | OutcomeRow): string {
  return chainedText(prevHash, content);
}

/** Origin of a row by the time between its bar's close and its publication, both epoch milliseconds. */
export function originOf(barTimeMs: number, createdAtMs: number): Origin {
  const delayMs = createdAtMs - barTimeMs;
  return delayMs >= 0 && delayMs <= LIVE_WITHIN_MS ? 'live' : 'backfill';
}

const LIVE_WITHIN_MS = 5 * 60_000;
