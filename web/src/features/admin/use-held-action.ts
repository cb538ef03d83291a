import { useEffect, useState, useSyncExternalStore } from 'react';
import { createHolder, type HeldAction, type Holder } from './held-action.ts';

const WAIT_MS = 6000;

/** Holds an action while a page is shown; leaving or closing the page runs it at once. */
export function useHeldAction<A extends HeldAction>(): {
  readonly holder: Holder<A>;
  readonly held: A | null;
} {
  const [holder] = useState(() =>
    createHolder<A>(WAIT_MS, {
      setTimeout: (act, ms) => window.setTimeout(act, ms),
      clearTimeout: (timer) => window.clearTimeout(timer as number),
    }),
  );
  useEffect(() => {
    const leave = (): void => holder.release(true);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      holder.release(false);
    };
  }, [holder]);
  return { holder, held: useSyncExternalStore(holder.subscribe, holder.held, holder.held) };
}
