import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { cx } from './cx.ts';
import { Triangle } from './icons.tsx';
import { type CellPrice, findFlash, newestPrice, STALE_AFTER_MS } from './price-cell.ts';

/** Where a cell reads its live price: `useSyncExternalStore`'s shape, one object a symbol. */
export interface CellSource {
  readonly subscribe: (listener: () => void) => () => void;
  readonly get: () => (CellPrice & { readonly receivedMs: number }) | null;
}

const FLASH_MS = 650;
const FLASH_EASING = 'cubic-bezier(0, 0, 0, 1)';
const TRIANGLE_MS = 1000;

/**
 * A price that lives: on a change its cell is tinted for 650 ms, at most four times a second, and nothing moves. Under
 * reduced motion a triangle stands for a second instead. Without news for ten seconds, or when the source says so, the
 * price turns quiet and its time stands in the tooltip. It is no live region: screens with many prices would never be
 * silent.
 */
export function LivePrice({
  source,
  first = null,
  format,
  staleTitle,
  watch = true,
  stale = false,
  className,
}: {
  readonly source: CellSource;
  /** The price that came with the page. */
  readonly first?: CellPrice | null;
  readonly format: (price: number | null) => string;
  /** The tooltip of an old price, from its time. */
  readonly staleTitle?: (timeMs: number) => string;
  /** Whether silence makes it old; off while the market is closed. */
  readonly watch?: boolean;
  /** The source's own word that the price is old. */
  readonly stale?: boolean;
  readonly className?: string;
}) {
  const live = useSyncExternalStore(source.subscribe, source.get, () => null);
  const shown = newestPrice(live, first);
  const cell = useRef<HTMLSpanElement>(null);
  const triangle = useFlash(cell, shown?.price ?? null);
  const silent = useSilence(watch ? (live?.receivedMs ?? null) : null);
  const old = shown !== null && (silent || (stale && shown !== live));
  return (
    <span
      ref={cell}
      translate="no"
      className={cx(
        'num -mr-0.75 rounded-1 px-0.75 py-px text-right',
        old && 'text-ink-3',
        className,
      )}
      {...(old && staleTitle ? { title: staleTitle(shown.timeMs) } : {})}
    >
      {triangle === null ? null : (
        <Triangle
          up={triangle === 'up'}
          className={cx('mr-1', triangle === 'up' ? 'text-up' : 'text-down-text')}
        />
      )}
      {format(shown?.price ?? null)}
    </span>
  );
}

/** Flashes a cell when its price changes; answers the triangle that stands in for the flash. */
function useFlash(
  cell: { readonly current: HTMLElement | null },
  price: number | null,
): 'up' | 'down' | null {
  const previous = useRef(price);
  const flashedAt = useRef(Number.NEGATIVE_INFINITY);
  const [triangle, setTriangle] = useState<'up' | 'down' | null>(null);
  useEffect(() => {
    const now = performance.now();
    const flash = findFlash(previous.current, price, now - flashedAt.current);
    previous.current = price;
    if (!flash) return undefined;
    flashedAt.current = now;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      setTriangle(flash);
      return undefined;
    }
    cell.current?.animate(
      {
        backgroundColor: [`var(--${flash}-bg)`, 'transparent'],
        color: [flash === 'up' ? 'var(--up)' : 'var(--down-text)', 'currentcolor'],
      },
      { duration: FLASH_MS, easing: FLASH_EASING },
    );
    return undefined;
  }, [cell, price]);
  useEffect(() => {
    if (triangle === null) return undefined;
    const timer = setTimeout(() => setTriangle(null), TRIANGLE_MS);
    return () => clearTimeout(timer);
  }, [triangle]);
  return triangle;
}

/** Whether ten seconds went by since the last news; never without a beginning. */
function useSilence(receivedMs: number | null): boolean {
  const [silentSince, setSilentSince] = useState<number | null>(null);
  useEffect(() => {
    if (receivedMs === null) return undefined;
    const timer = setTimeout(
      () => setSilentSince(receivedMs),
      Math.max(0, receivedMs + STALE_AFTER_MS - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [receivedMs]);
  return receivedMs !== null && silentSince === receivedMs;
}
