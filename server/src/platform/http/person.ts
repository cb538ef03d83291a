import type { IncomingHttpHeaders } from 'node:http';
import type { Access } from '@rasat/contract';
import type { Db } from '../db/pool.ts';

/** The caller of a request. */
export interface Person {
  readonly id: number;
  /** The UID on the pages; it grants no rights. */
  readonly publicId: string;
  readonly sessionId: number;
  readonly subscriber: boolean;
  readonly student: boolean;
  readonly admin: boolean;
}

/** Returns whether a caller, null for a guest, may see the analysis: subscribers and administrators may. */
export function seesAnalysis(person: Pick<Person, 'subscriber' | 'admin'> | null): boolean {
  return person !== null && (person.subscriber || person.admin);
}

/** The part of a request that identifies its caller. */
export interface CallerRequest {
  readonly headers: IncomingHttpHeaders;
}

/** Options for identifying a caller. */
export interface GuardOptions {
  /**
   * Whether a cached result of the last five seconds is enough, unless the session is known to have ended since.
   * Default no: the database is queried.
   */
  readonly mayRecall?: boolean;
}

/** Authorization of calls, pages and the live socket. */
export interface Guard {
  /**
   * Returns the caller, or null for a guest where guests may call. Throws `unauthorized-401`, `forbidden-403`,
   * `has-lesson-403` or `subscribed-403` when the access is denied. Reads headers only: it runs before the body is
   * read, once more when the body has arrived, and on the upgrade of the live socket.
   */
  (access: Access, request: CallerRequest, options?: GuardOptions): Promise<Person | null>;
  /** Throws `unauthorized-401` when the transaction sees that the caller's session has ended. */
  readonly assertSession?: (trx: Db, person: Person) => Promise<void>;
  /** Identifies the callers of several requests in one statement; null where the session has ended. */
  readonly readPeople?: (requests: readonly CallerRequest[]) => Promise<(Person | null)[]>;
}
