import { deleteThrough } from './db/delete-through.ts';
import type { Db } from './db/pool.ts';
import type { Keys } from './keys.ts';

/** What a module keeps about people: how it is handed to them, and how it goes when they go. */
export interface PersonalData {
  /** The module's tables that hold something about a person. */
  readonly tables: readonly string[];
  /**
   * Everything about a person, by table; what is encrypted is readable. Secrets that let their holder in are left out: hashes,
   * tokens, codes, signed addresses.
   */
  export(this: void, db: Db, keys: Keys, personId: number): Promise<Record<string, unknown>>;
  /**
   * Removes the person from the module's tables, inside the transaction that erases the person. What the law keeps
   * stays, without being personal any more.
   */
  erase(this: void, db: Db, personId: number, keys: Keys): Promise<void>;
}

/** Something that is kept for a time only. */
export interface Retention {
  /** What goes, as the log of the runs names it, such as `session` or `consent.ip`. */
  readonly what: string;
  /** Whether it goes every day; else with the run of every six months. */
  readonly daily: boolean;
  /** Forgets what has been kept long enough at `nowMs`; answers how much that was. */
  forget(this: void, db: Db, nowMs: number): Promise<number>;
}

/** Deletes every day the rows whose time in `column` lies `keptMs` or more in the past. */
export function keptFor(table: string, column: string, keptMs: number): Retention {
  return {
    what: table,
    daily: true,
    forget: (db, nowMs) => deleteThrough(db, table, column, nowMs - keptMs),
  };
}

/** The same day of the calendar `years` earlier, UTC: what the law has kept so long may go. */
export function yearsBefore(ms: number, years: number): number {
  const date = new Date(ms);
  return date.setUTCFullYear(date.getUTCFullYear() - years);
}

/** A time as a person reads it in their data: ISO 8601, UTC. */
export function isoTime(ms: number): string;
export function isoTime(ms: number | null): string | null;
export function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
