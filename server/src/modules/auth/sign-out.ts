import type { IncomingHttpHeaders } from 'node:http';
import { endSessions, findRequestSession } from '../accounts/index.ts';
import type { AuthContext } from './context.ts';

/** Ends the session of a request, complete or not, with its sockets; does nothing without one. */
export async function signOut(context: AuthContext, headers: IncomingHttpHeaders): Promise<void> {
  const session = await findRequestSession(context, headers);
  if (session) await endSessions(context.db, session.personId, { only: session.id });
}
