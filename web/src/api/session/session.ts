import { PAGE_LIMITS, type Reply, type ROUTES } from '@rasat/contract';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../client/client.ts';
import { ApiError } from '../client/error.ts';
import { retryDelayMs } from '../client/queries.ts';
import { clearPersonalData } from './sign-out-cleanup.ts';

/** Who is signed in, and with which rights. */
export type SessionInfo = Reply<typeof ROUTES.authInfo>;

/** The session as a page sees it: loading, or known. */
export type Session =
  | { readonly state: 'loading'; readonly info: null }
  | { readonly state: 'known'; readonly info: SessionInfo };

const POLL_MS = 60_000;
const LOADING: Session = { state: 'loading', info: null };

/** Whether the last attempt got no answer, also while the next one runs. */
let lastTryFailed = false;
let early: Promise<SessionInfo> | null = null;

/** Requests the session before the page renders, so that its query starts with this answer. */
export function requestSessionEarly(): void {
  early = call('authInfo');
  // The query retries, and reports a failure.
  early.catch(() => undefined);
}

/**
 * Query of the session. A failure is not shown: the call is retried until there is an answer, and the last answer holds
 * until then.
 */
export const sessionQuery = () =>
  queryOptions({
    queryKey: ['session'],
    queryFn: async ({ signal }) => {
      const first = early;
      early = null;
      try {
        const info = (await first?.catch(() => null)) ?? (await call('authInfo', { signal }));
        lastTryFailed = false;
        return info;
      } catch (error) {
        if (error instanceof ApiError) lastTryFailed = true;
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: true,
    retryDelay: retryDelayMs,
  });

/** Returns the session. Parts that need one are not painted while it loads. */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery());
  return data ? { state: 'known', info: data } : LOADING;
}

/** Returns whether the session is unknown and a request for it failed. */
export function useSessionUnavailable(): boolean {
  const { data, failureCount } = useQuery(sessionQuery());
  return data === undefined && (failureCount > 0 || lastTryFailed);
}

/** Returns whether the person may read the analysis: a subscriber or an administrator. False until that is known. */
export function useSubscribed(): boolean {
  const { info } = useSession();
  return info !== null && (info.subscribed || info.admin);
}

/** Returns whether the visitor is signed in. False until that is known. */
export function useLogged(): boolean {
  return useSession().info?.logged ?? false;
}

/**
 * Returns the session and polls it, every minute and when the page becomes visible, so that its end takes effect. To be
 * used once.
 */
export function useWatchedSession(): Session {
  const { data } = useQuery({
    ...sessionQuery(),
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: 'always',
  });
  return data ? { state: 'known', info: data } : LOADING;
}

/** Pages whose visitor is signing out. */
const leaving = new WeakSet<QueryClient>();

/** Reads the session again, unless a read runs already or the visitor is signing out. */
export async function refreshSession(client: QueryClient): Promise<void> {
  if (leaving.has(client)) return;
  await client.refetchQueries({ queryKey: sessionQuery().queryKey }, { cancelRefetch: false });
}

/** Returns the session after an action that changed it. Throws what the call throws. */
export async function readSession(client: QueryClient): Promise<SessionInfo> {
  await client.cancelQueries({ queryKey: sessionQuery().queryKey });
  return client.fetchQuery({ ...sessionQuery(), staleTime: 0, retry: 1 });
}

/**
 * Returns a function that signs out and reloads the page as a guest's. Until the reload the page keeps its session:
 * otherwise it would open the sign-in form, which the reload would empty. A failure changes nothing and is not shown.
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

/** Returns the cookie with the person's id, as `document.cookie` takes it: for seven days, or removed for a guest. */
export function idCookie(id: string | null): string {
  const seconds = id === null ? 0 : PAGE_LIMITS.sessionSeconds;
  return `id=${encodeURIComponent(id ?? '')}; path=/; max-age=${seconds}; samesite=lax`;
}
