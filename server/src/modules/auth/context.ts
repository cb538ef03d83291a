import type { IncomingHttpHeaders } from 'node:http';
import type { ServerContext } from '../../platform/part.ts';
import type { findPerson } from '../accounts/index.ts';
import type { HumanCheck } from './challenge.ts';

/** Context of every call of this module. */
export interface AuthContext extends Pick<ServerContext, 'db' | 'clock' | 'config' | 'keys'> {
  readonly humanCheck: HumanCheck;
}

/** Origin of a call. */
export interface Caller {
  readonly ip: string;
  readonly headers: IncomingHttpHeaders;
}

/** Stored person. */
export type FoundPerson = NonNullable<Awaited<ReturnType<typeof findPerson>>>;
