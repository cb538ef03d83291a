import type { Reply, ROUTES } from '@rasat/contract';
import {
  createContext,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { formatClock } from '../i18n/format.ts';
import { useFormats, useTranslation } from '../i18n/index.ts';
import { cx } from './cx.ts';
import { Triangle } from './icons.tsx';
import {
  type CellPrice,
  findFlash,
  firstPrice,
  newestPrice,
  STALE_AFTER_MS,
} from './price-cell.ts';

/** Source of a cell's live price for `useSyncExternalStore`: one object per symbol. */
export interface CellSource {
  readonly subscribe: (listener: () => void) => () => void;
  readonly get: () => CellPrice | null;
}

/** Whether every price is stale because the connection is lost. */
export const StalePrices = createContext(false);

const FLASH_MS = 650;
const TRIANGLE_MS = 1000;

const nothing = () => null;

/** Returns the newest known price of a cell: the live one, or the one that was sent with the page. */
export function useCellPrice(source: CellSource, first: CellPrice | null): CellPrice | null {
  const live = useSyncExternalStore(source.subscribe, source.get, nothing);
  return newestPrice(live, first);
}

/**
 * Renders a live price. On a change the cell is tinted for 650 ms, at most four times a second, and the layout stays.
 * Under reduced motion a triangle is shown for a second instead. After ten seconds without news, or when the source
 * says so, the price becomes grey and its time is the tooltip. It is no live region: a screen with many prices would
 * speak without end.
 */
export function LivePrice({
  source,
  first = null,
  digits,
  watch = true,
  stale = false,
  delayed = false,
  className,
}: {
  readonly source: CellSource;
  /** The price that was sent with the page. */
  readonly first?: CellPrice | null;
  readonly digits: number;
  /** Whether a price without news becomes stale; off while the market is closed. */
  readonly watch?: boolean;
  /** Whether the source reports that the first price is stale. */
  readonly stale?: boolean;
  /** Whether the source delivers its prices late or once a day: they are shown weaker and never flash. */
  readonly delayed?: boolean;
  readonly className?: string;
}) {
  const { t } = useTranslation('words');
  const { price: format } = useFormats();
  const live = useSyncExternalStore(source.subscribe, source.get, nothing);
  const shown = newestPrice(live, first);
  const cell = useRef<HTMLSpanElement>(null);
  const triangle = useFlash(cell, delayed ? null : (shown?.price ?? null));
  const silent = useIsSilent(watch, shown?.timeMs ?? null);
  const cut = useContext(StalePrices);
  const old = shown !== null && (silent || cut || (stale && shown !== live));
  return (
    <span
      ref={cell}
      translate="no"
      className={cx(
        'num -mr-0.75 rounded-1 px-0.75 py-px text-right',
        old ? 'text-ink-3' : delayed && 'text-ink-2',
        className,
      )}
      {...(old ? { title: t('staleAt', { time: formatClock(shown.timeMs) }) } : {})}
    >
      {triangle === null ? null : (
        <Triangle
          up={triangle === 'up'}
          className={cx('mr-1', triangle === 'up' ? 'text-up' : 'text-down-text')}
        />
      )}
      {format(shown?.price ?? null, digits)}
    </span>
  );
}

/** Shows a live price's change against a base in per cent, with its sign; grey without a change. */
export function LiveChange({
  source,
  first = null,
  base,
  className,
}: {
  readonly source: CellSource;
  readonly first?: CellPrice | null;
  /** The previous day's close; null when there is none yet. */
  readonly base: number | null;
  readonly className?: string;
}) {
  const { change } = useFormats();
  const shown = useCellPrice(source, first);
  const value = shown && base !== null && base > 0 ? (shown.price / base - 1) * 100 : null;
  const text = change(value);
  const cut = useContext(StalePrices);
  const tone = cut
    ? 'text-ink-3'
    : value === null || !/[1-9]/.test(text)
      ? 'text-flat'
      : value > 0
        ? 'text-up'
        : 'text-down-text';
  return <span className={cx('num', tone, className)}>{text}</span>;
}

/** Properties of a cell of a symbol; `quote` is null while it is unknown. */
interface QuotedCell {
  readonly source: CellSource;
  readonly quote: Reply<typeof ROUTES.quotes>['quotes'][number] | null;
  readonly className?: string;
}

/** Renders the live price of a symbol; its first value is that of the quote. */
export function QuotedPrice({
  quote,
  ...cell
}: QuotedCell & { readonly digits: number; readonly delayed?: boolean }) {
  return (
    <LivePrice
      {...cell}
      first={firstPrice(quote)}
      watch={quote?.open ?? false}
      stale={quote?.stale ?? false}
    />
  );
}

/** Renders the change of that price since the close of the previous day. */
export function QuotedChange({ quote, ...cell }: QuotedCell) {
  return <LiveChange {...cell} first={firstPrice(quote)} base={quote?.previousClose ?? null} />;
}

/** Flashes a cell when its price changes; returns the direction of the triangle that replaces the flash. */
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
    if (!flash) return;
    flashedAt.current = now;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      setTriangle(flash);
      return;
    }
    const tint = `var(--${flash}-bg)`;
    const colour = flash === 'up' ? 'var(--up)' : 'var(--down-text)';
    cell.current?.animate(
      {
        backgroundColor: [tint, tint, 'transparent'],
        color: [colour, colour, 'var(--text)'],
        offset: [0, 0.35, 1],
      },
      { duration: FLASH_MS, easing: 'linear' },
    );
  }, [cell, price]);
  useEffect(() => {
    if (triangle === null) return undefined;
    const timer = setTimeout(() => setTriangle(null), TRIANGLE_MS);
    return () => clearTimeout(timer);
  }, [triangle]);
  return triangle;
}

/** Returns whether ten seconds have passed since the last price. False on a hidden page and before the first price. */
function useIsSilent(watch: boolean, timeMs: number | null): boolean {
  const [silentAt, setSilentAt] = useState<number | null>(null);
  useEffect(() => {
    if (!watch || timeMs === null) return undefined;
    const timer = setTimeout(() => setSilentAt(timeMs), STALE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [watch, timeMs]);
  return watch && timeMs !== null && silentAt === timeMs;
}
