import { startTransition, useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';

/**
 * Calls `write` with `wanted` once it has not changed for `restMs`, so that the address follows a field; null writes
 * nothing. A visitor who is already navigating to another page stays on the way to it.
 */
export function useAddressWrite(
  wanted: string | null,
  restMs: number,
  write: (wanted: string) => void,
): void {
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  const [rested, setRested] = useState<{ readonly wanted: string } | null>(null);
  const follow = useEffectEvent((last: string) => {
    const leaves = next !== undefined && next.pathname !== pathname;
    if (last === wanted && !leaves) write(last);
  });
  useEffect(() => {
    if (wanted === null) return undefined;
    // The router announces a navigation in a transition. A later transition is rendered with it or after it, so a click
    // on a link is known when `follow` checks.
    const timer = setTimeout(() => startTransition(() => setRested({ wanted })), restMs);
    return () => clearTimeout(timer);
  }, [wanted, restMs]);
  useEffect(() => {
    if (rested !== null) follow(rested.wanted);
  }, [rested]);
}
