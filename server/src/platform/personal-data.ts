import { deleteThrough } from './db/delete-through.ts';
import type { Db } from './db/pool.ts';
import type { Keys } from './keys.ts';

/** A module's personal data: its tables, and their export and erasure. */
export interface PersonalData {
  /** The module's tables with personal data. */
  readonly tables: readonly string[];
  /**
   * Returns everything about a person, by table, with encrypted values decrypted. Secrets that grant access are left
   * out: hashes, tokens, codes, signed addresses.
   */
  export(this: void, db: Db, keys: Keys, personId: number): Promise<Record<string, unknown>>;
  /**
   * Deletes the person from the module's tables, inside the transaction that erases the person. Rows that the law
   * requires stay, without personal data.
   */
  erase(this: void, db: Db, personId: number, keys: Keys): Promise<void>;
}

/** Data that are deleted after a time. */
export interface Retention {
  /** Name of the deleted data in the log of the runs, such as `session` or `consent.ip`. */
  readonly what: string;
  /** Whether the deletion runs every day; else it is part of the run every six months. */
  readonly daily: boolean;
  /** Deletes the data whose time has passed at `nowMs`; returns their number. */
  forget(this: void, db: Db, nowMs: number): Promise<number>;
}

/** Deletes every day the rows whose time in `column` is `keptMs` or more in the past. */
export function keptFor(table: string, column: string, keptMs: number): Retention {
  return {
    what: table,
    daily: true,
    forget: (db, nowMs) => deleteThrough(db, table, column, nowMs - keptMs),
  };
}

/** Returns the same calendar day `years` earlier, UTC: the limit of a retention that the law gives in years. */
export function yearsBefore(ms: number, years: number): number {
  const date = new Date(ms);
  return date.setUTCFullYear(date.getUTCFullYear() - years);
}

/** Formats a time for the export of personal data: ISO 8601, UTC. */
export function isoTime(ms: number): string;
export function isoTime(ms: number | null): string | null;
export function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
