import type { IncomingHttpHeaders } from 'node:http';
import type { Access } from '@rasat/contract';

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

/**
 * Answers who is calling, or null for a guest where guests may call. Throws `unauthorized-401`, `forbidden-403`,
 * `has-lesson-403` or `subscribed-403` when the access is not given. Reads headers only: it runs before the body is read, and on the
 * upgrade of the live socket.
 */
export type Guard = (
  access: Access,
  request: { readonly headers: IncomingHttpHeaders },
) => Promise<Person | null>;
