import type { Query, QueryClient } from '@tanstack/react-query';
import { onlineManager } from '@tanstack/react-query';
import { readHealth } from '../calls/health.ts';
import { readConnection } from '../client/connection.ts';
import { ApiError } from '../client/error.ts';
import { liveSocket } from '../live/live.ts';
import { RETURN_MS } from '../live/live-socket.ts';
import { sessionQuery } from '../session/session.ts';

const FIRST_MS = 2000;
const MAX_MS = 15_000;
/** After a break longer than this all shown data are read again. */
const LONG_BREAK_MS = 10_000;

/** Whether a failure may end when the server is reachable again: no answer came, or the server was unavailable. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 0 || (error.status >= 502 && error.status <= 504);
}

function hasFailed({ state }: Query): boolean {
  return state.status === 'error' && isTransient(state.error);
}

/**
 * Polls the server every few seconds while it cannot be reached. When it answers, repeats the failed reads at a random
 * moment within ten seconds, since all other pages lost the server too. After a failure of this machine's own network
 * it repeats them at once. Returns the stop function.
 */
export function watchRecovery(client: QueryClient): () => void {
  const stop = new AbortController();
  let waitMs = FIRST_MS;
  let timer: ReturnType<typeof setTimeout>;
  let polling = false;
  let isOwnNetwork = false;
  const poll = async (): Promise<void> => {
    polling = true;
    const { lostMs } = readConnection();
    const failed = client.getQueryCache().findAll({ type: 'active', predicate: hasFailed });
    if (lostMs === null && failed.length === 0) waitMs = FIRST_MS;
    else if (await isAvailable(stop.signal)) {
      const isWhole = lostMs !== null && Date.now() - lostMs > LONG_BREAK_MS;
      if (lostMs !== null && !isOwnNetwork) await pause(Math.random() * RETURN_MS);
      isOwnNetwork = false;
      if (stop.signal.aborted) return;
      recover(client, isWhole);
      waitMs = Math.min(waitMs * 1.5, MAX_MS);
    } else waitMs = Math.min(waitMs * 1.2, MAX_MS / 3);
    polling = false;
    // Not all pages at the same moment.
    if (!stop.signal.aborted)
      timer = setTimeout(() => void poll(), waitMs * (0.75 + Math.random() / 2));
  };
  timer = setTimeout(() => void poll(), FIRST_MS);
  const stopOnline = onlineManager.subscribe((online) => {
    if (!online) return;
    isOwnNetwork = true;
    waitMs = FIRST_MS;
    // A running poll schedules the next one itself; a second one would double the polls.
    if (polling) return;
    clearTimeout(timer);
    void poll();
  });
  return () => {
    stop.abort();
    clearTimeout(timer);
    stopOnline();
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Returns whether the server answers and is ready. */
async function isAvailable(signal: AbortSignal): Promise<boolean> {
  try {
    const { busy, ready } = await readHealth(signal);
    return ready || !busy;
  } catch {
    return false;
  }
}

function recover(client: QueryClient, whole: boolean): void {
  liveSocket.retryNow();
  const { queryKey } = sessionQuery();
  // The session query retries with growing pauses; a cancelled query reads at once.
  if (client.getQueryState(queryKey)?.fetchFailureCount) {
    void client.cancelQueries({ queryKey }).then(() => client.refetchQueries({ queryKey }));
  }
  void client.refetchQueries({
    type: 'active',
    predicate: (query) => query.queryKey[0] !== queryKey[0] && (whole || hasFailed(query)),
  });
}
