import { type ReactNode, useEffect, useRef, useState } from 'react';
import { cx } from './cx.ts';

const APPEAR_MS = 150;
const STAY_MS = 300;

/** Phase of loading, which decides what is painted. */
export type LoadingPhase = 'waiting' | 'skeleton' | 'ready';

/**
 * Keeps a skeleton from blinking: it appears when loading takes longer than 150 ms, and then stays for at least 300 ms.
 * `waiting` is the blank phase before it.
 */
export function useLoadingPhase(pending: boolean): LoadingPhase {
  const [phase, setPhase] = useState<LoadingPhase>(pending ? 'waiting' : 'ready');
  const shownAtMs = useRef(0);
  useEffect(() => {
    if (pending && phase === 'ready') setPhase('waiting');
    if (pending && phase === 'waiting') {
      const timer = setTimeout(() => {
        shownAtMs.current = performance.now();
        setPhase('skeleton');
      }, APPEAR_MS);
      return () => clearTimeout(timer);
    }
    if (!pending && phase === 'waiting') setPhase('ready');
    if (!pending && phase === 'skeleton') {
      const leftMs = shownAtMs.current + STAY_MS - performance.now();
      if (leftMs <= 0) setPhase('ready');
      else {
        const timer = setTimeout(() => setPhase('ready'), leftMs);
        return () => clearTimeout(timer);
      }
    }
    return undefined;
  }, [pending, phase]);
  return !pending && phase === 'waiting' ? 'ready' : phase;
}

/** Renders a grey bar in place of a text or figure. */
export function Bone({ className }: { readonly className?: string }) {
  return <span aria-hidden="true" className={cx('skel block h-2.75', className)} />;
}

/** Renders a skeleton of the final geometry; blank at first, in the same size. */
export function Skeleton({
  phase,
  label,
  children,
}: {
  readonly phase: LoadingPhase;
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <div aria-busy="true">
      <span className="sr-only">{label}</span>
      <div aria-hidden="true" className={phase === 'waiting' ? 'invisible' : undefined}>
        {children}
      </div>
    </div>
  );
}
