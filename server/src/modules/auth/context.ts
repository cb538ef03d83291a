import type { IncomingHttpHeaders } from 'node:http';
import type { ServerContext } from '../../platform/part.ts';
import type { findPerson } from '../accounts/index.ts';
import type { HumanCheck } from './challenge.ts';

/** What every call of this module needs. */
export interface AuthContext extends Pick<ServerContext, 'db' | 'clock' | 'config' | 'keys'> {
  readonly humanCheck: HumanCheck;
}

/** The origin of a call. */
export interface Caller {
  readonly ip: string;
  readonly headers: IncomingHttpHeaders;
}

/** A stored person. */
export type FoundPerson = NonNullable<Awaited<ReturnType<typeof findPerson>>>;
