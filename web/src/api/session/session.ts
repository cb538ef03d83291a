import { LIMITS, type Reply, type ROUTES } from '@rasat/contract';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../client/client.ts';
import { ApiError } from '../client/error.ts';
import { retryDelayMs } from '../client/queries.ts';
import { clearPersonalData } from './sign-out-cleanup.ts';

/** Who is signed in, and with which rights. */
export type SessionInfo = Reply<typeof ROUTES.authInfo>;

/** The session as a page sees it: being asked for, or known. */
export type Session =
  | { readonly state: 'asking'; readonly info: null }
  | { readonly state: 'known'; readonly info: SessionInfo };

const ASK_MS = 60_000;
const ASKING: Session = { state: 'asking', info: null };

/** Whether the last try brought no answer, also while the next one is on its way. */
let inVain = false;
let early: Promise<SessionInfo> | null = null;

/** Asks for the session before the page is there, so that the answer is not waited for twice. */
export function askSessionEarly(): void {
  early = call('authInfo');
  // Asked again by the query, which may then say so.
  early.catch(() => undefined);
}

/**
 * The session. A failure is not shown: the call is retried until there is an answer, and the last answer holds until
 * then.
 */
export const sessionQuery = () =>
  queryOptions({
    queryKey: ['session'],
    queryFn: async ({ signal }) => {
      const first = early;
      early = null;
      try {
        const info = (await first?.catch(() => null)) ?? (await call('authInfo', { signal }));
        inVain = false;
        return info;
      } catch (error) {
        if (error instanceof ApiError) inVain = true;
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: true,
    retryDelay: retryDelayMs,
  });

/** Who is signed in. Nothing that needs a session is painted while it is being asked for. */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery());
  return data ? { state: 'known', info: data } : ASKING;
}

/** Whether the session was asked for in vain, and is not known. */
export function useSessionTrouble(): boolean {
  const { data, failureCount } = useQuery(sessionQuery());
  return data === undefined && (failureCount > 0 || inVain);
}

/** Whether the analysis may be asked for: a running subscription, or an administrator. False until that is known. */
export function useSubscribed(): boolean {
  const { info } = useSession();
  return info !== null && (info.subscribed || info.admin);
}

/** Whether the visitor is signed in. False until that is known. */
export function useLogged(): boolean {
  return useSession().info?.logged ?? false;
}

/**
 * The session, asked again every minute and whenever the page comes back into view, so that an end takes effect. To be used
 * once.
 */
export function useWatchedSession(): Session {
  const { data } = useQuery({
    ...sessionQuery(),
    refetchInterval: ASK_MS,
    refetchOnWindowFocus: 'always',
  });
  return data ? { state: 'known', info: data } : ASKING;
}

/** Pages whose visitor is signing out. */
const leaving = new WeakSet<QueryClient>();

/** Asks again, unless that is being done already or the visitor is signing out. */
export async function refreshSession(client: QueryClient): Promise<void> {
  if (leaving.has(client)) return;
  await client.refetchQueries({ queryKey: sessionQuery().queryKey }, { cancelRefetch: false });
}

/** The session after something that changed it. Throws what the call throws. */
export async function readSession(client: QueryClient): Promise<SessionInfo> {
  await client.cancelQueries({ queryKey: sessionQuery().queryKey });
  return client.fetchQuery({ ...sessionQuery(), staleTime: 0, retry: 1 });
}

/**
 * Returns what signs out and loads the page again, which then is a guest's. Until then the page learns nothing of the end:
 * it would lead to a form that the loading empties. A failure changes nothing and says nothing.
 */
export function useSignOut(): () => void {
  const client = useQueryClient();
  return () => void signOut(client);
}

async function signOut(client: QueryClient): Promise<void> {
  leaving.add(client);
  try {
    await call('logout');
  } catch {
    leaving.delete(client);
    return;
  }
  await clearPersonalData();
  location.reload();
}

/** The cookie that names the person, as `document.cookie` takes it: for seven days, or removed for a guest. */
export function idCookie(id: string | null): string {
  const seconds = id === null ? 0 : LIMITS.sessionSeconds;
  return `id=${encodeURIComponent(id ?? '')}; path=/; max-age=${seconds}; samesite=lax`;
}
