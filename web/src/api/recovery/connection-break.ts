import { useConnection } from '../client/connection.ts';
import { useLiveState } from '../live/live.ts';
import { findCachedPriceMs } from '../session/market-cache.ts';
import { useSession, useSessionUnavailable } from '../session/session.ts';

/** Why prices do not update, and the time of the last ones; null when that is unknown. */
export interface ConnectionBreak {
  /**
   * `offline` without a network, or when the page started without an answer; `away` when the server or the live
   * connection is unavailable.
   */
  readonly kind: 'offline' | 'away';
  /** By the server's clock. */
  readonly lastMs: number | null;
}

/**
 * Returns the break when the page started without a connection, or lost it for longer than `afterMs`; else null.
 * `nowMs` is by this machine's clock, `toServerMs` turns it into the server's.
 */
export function useConnectionBreak(
  nowMs: number,
  afterMs: number,
  toServerMs: (timeMs: number) => number,
): ConnectionBreak | null {
  const connection = useConnection();
  const live = useLiveState();
  const { state } = useSession();
  const trouble = useSessionUnavailable();
  if (state === 'loading' && trouble) return { kind: 'offline', lastMs: findCachedPriceMs() };
  const lostMs = live.lostMs ?? connection.lostMs;
  if (lostMs === null || nowMs - lostMs < afterMs) return null;
  return {
    kind: connection.offline ? 'offline' : 'away',
    // A page without live prices has no last one.
    lastMs: live.phase === 'idle' ? null : toServerMs(lostMs),
  };
}
