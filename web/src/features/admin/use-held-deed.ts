import { useEffect, useState, useSyncExternalStore } from 'react';
import { createHolder, type Deed, type Holder } from './held-deed.ts';

const WAIT_MS = 6000;

/** A holder of deeds for as long as a page is shown: leaving or closing it lets what is held happen at once. */
export function useHeldDeed<D extends Deed>(): {
  readonly holder: Holder<D>;
  readonly held: D | null;
} {
  const [holder] = useState(() =>
    createHolder<D>(WAIT_MS, {
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
