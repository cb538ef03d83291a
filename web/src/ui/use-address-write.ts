import { startTransition, useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';

/**
 * Calls `write` with `wanted` once it has rested for `restMs`, so that the address may follow a field; null is nothing to
 * write. A visitor who is on the way to another page by then is not brought back.
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
    // The router tells where it is going in a transition. Another transition is rendered with it or after it, so that a
    // click on a link is known when `follow` asks.
    const timer = setTimeout(() => startTransition(() => setRested({ wanted })), restMs);
    return () => clearTimeout(timer);
  }, [wanted, restMs]);
  useEffect(() => {
    if (rested !== null) follow(rested.wanted);
  }, [rested]);
}
