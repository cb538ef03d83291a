import type { IncomingHttpHeaders } from 'node:http';
import type { ServerContext } from '../../platform/part.ts';
import type { HumanCheck } from './challenge.ts';

/** What every call of this module stands on. */
export interface AuthContext extends Pick<ServerContext, 'db' | 'clock' | 'config' | 'keys'> {
  readonly humanCheck: HumanCheck;
}

/** Who asks, as far as one can tell. */
export interface Caller {
  readonly ip: string;
  readonly headers: IncomingHttpHeaders;
}
