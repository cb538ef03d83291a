import { hash } from 'node:crypto';
import { type CanonicalValue, canonicalJson } from './canonical-json.ts';

/** What the first row of a chain follows: 32 zero bytes. */
export const CHAIN_START = '0'.repeat(64);

/** The hash of a row: SHA-256 over the hex of the hash before it and the row's canonical JSON, as hex. */
export function chainHash(
  prevHash: string,
  row: { readonly [key: string]: CanonicalValue },
): string {
  return hash('sha256', prevHash + canonicalJson(row), 'hex');
}

/** Origin of a row by the time between its bar's close and its publication, both epoch milliseconds. */
export function originOf(barTimeMs: number, createdAtMs: number): 'live' | 'backfill' {
  const delayMs = createdAtMs - barTimeMs;
  return delayMs >= 0 && delayMs <= LIVE_WITHIN_MS ? 'live' : 'backfill';
}

const LIVE_WITHIN_MS = 5 * 60_000;
