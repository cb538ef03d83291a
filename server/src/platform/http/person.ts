import type { IncomingHttpHeaders } from 'node:http';
import type { Access } from '@rasat/contract';
import type { Db } from '../db/pool.ts';

/** Who is calling. */
export interface Person {
  readonly id: number;
  /** The UID that pages show; it grants nothing. */
  readonly publicId: string;
  readonly sessionId: number;
  readonly subscriber: boolean;
  readonly student: boolean;
  readonly admin: boolean;
}

/** Whether a caller, null for a guest, sees the analysis: subscribers and administrators do. */
export function seesAnalysis(person: Pick<Person, 'subscriber' | 'admin'> | null): boolean {
  return person !== null && (person.subscriber || person.admin);
}

/** The part of a request that says who calls. */
export interface CallerRequest {
  readonly headers: IncomingHttpHeaders;
}

/** How the guard finds out who calls. */
export interface GuardOptions {
  /** Whether an answer of the last five seconds will do, where no end was heard of since. Default no: the database is asked. */
  readonly mayRecall?: boolean;
}

/** Whom calls, pages and the live socket ask who may do what. */
export interface Guard {
  /**
   * Answers who is calling, or null for a guest where guests may call. Throws `unauthorized-401`, `forbidden-403`,
   * `has-lesson-403` or `subscribed-403` when the access is not given. Reads headers only: it runs before the body is
   * read, once more when it has arrived, and on the upgrade of the live socket.
   */
  (access: Access, request: CallerRequest, options?: GuardOptions): Promise<Person | null>;
  /** Throws `unauthorized-401` when the session of a caller has ended, as a transaction sees it. */
  readonly assertSession?: (trx: Db, person: Person) => Promise<void>;
  /** Asks the database in one statement who is behind each of these requests; null where the session has ended. */
  readonly readPeople?: (requests: readonly CallerRequest[]) => Promise<(Person | null)[]>;
}
