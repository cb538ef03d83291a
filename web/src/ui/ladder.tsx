import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { computeLadder, LADDER_TICKS, type LadderPrices } from './ladder-geometry.ts';

/** Labels of the four pins. */
export interface LadderWords {
  readonly stop: string;
  readonly entry: string;
  readonly target1: string;
  readonly target2: string;
}

const HEIGHTS = { full: 'h-13 w-full', bare: 'h-6 w-full', compact: 'h-4.5' } as const;
const PLACES = {
  full: 'inset-x-3 top-7',
  bare: 'inset-x-2 top-2.5',
  compact: 'inset-x-1 top-[9px]',
} as const;

/** Mark at the price of a ladder. */
export type LadderMark = 'ring' | 'cross' | 'dot';

/**
 * Renders the graduated rule of a trade: stop on the left, entry, first and second target on the right, a bar from the
 * entry to the current price, and a brass ring at that price. `full` has words and prices, `bare` the rule alone,
 * `compact` is for rows of a table. An ended trade has the mark of its end instead of the ring, which is always a live
 * price.
 */
export function Ladder({
  prices,
  sentence,
  size = 'full',
  mark = 'ring',
  faded = false,
  words,
  format,
  className,
}: {
  readonly prices: LadderPrices;
  /** Description of the drawing for screen readers. */
  readonly sentence: string;
  readonly size?: 'full' | 'bare' | 'compact';
  /** Mark at the price: a ring for a live price, a cross for a trade that its stop ended, a dot for any other end. */
  readonly mark?: LadderMark;
  /** For an ended trade: the rule is faded, its prices stay readable. */
  readonly faded?: boolean;
  readonly words?: LadderWords;
  readonly format?: (price: number) => string;
  readonly className?: string;
}) {
  const laid = computeLadder(prices);
  if (!laid) return null;
  const full = size !== 'compact';
  const bar =
    laid.last === null
      ? null
      : { from: Math.min(laid.entry, laid.last), to: Math.max(laid.entry, laid.last) };
  return (
    <div role="img" aria-label={sentence} className={cx('relative', HEIGHTS[size], className)}>
      <div className={cx('absolute', PLACES[size])}>
        <div className={cx(faded && 'opacity-50')}>
          <span className="absolute inset-x-0 h-px bg-line-ctl/70 forced-color-adjust-none" />
          {full ? (
            <svg
              aria-hidden="true"
              className="absolute inset-x-0 top-0 h-1.5 w-full overflow-visible"
              viewBox="0 0 48 6"
              preserveAspectRatio="none"
            >
              <path
                d={LADDER_TICKS}
                stroke="var(--line-ctl)"
                strokeWidth="1"
                vectorEffect="non-scaling-stroke"
                opacity=".7"
              />
            </svg>
          ) : null}
          {bar ? (
            <span
              className={cx('absolute -top-px h-0.75', laid.gaining ? 'bg-up' : 'bg-down')}
              style={{ left: `${bar.from}%`, width: `${bar.to - bar.from}%` }}
            />
          ) : null}
          <Pin at={0} full={full} className="w-0.5 bg-down" />
          <Pin at={laid.entry} full={full} className="w-0.5 bg-ink" />
          <Pin at={laid.target1} full={full} className="w-[1.5px] bg-up" />
          <Pin at={100} full={full} className="w-0.5 bg-up" />
          {laid.last === null ? null : (
            <Mark at={laid.last} mark={mark} gaining={laid.gaining} full={full} />
          )}
        </div>
        {size === 'full' && words && format ? (
          <>
            <Label at={0} side="start" word={words.stop}>
              {format(prices.stop)}
            </Label>
            <Label at={laid.entry} word={words.entry}>
              {format(prices.entry)}
            </Label>
            <Label at={laid.target1} word={words.target1}>
              {format(prices.target1)}
            </Label>
            <Label at={100} side="end" word={words.target2}>
              {format(prices.target2)}
            </Label>
          </>
        ) : null}
      </div>
    </div>
  );
}

function Mark({
  at,
  mark,
  gaining,
  full,
}: {
  readonly at: number;
  readonly mark: LadderMark;
  readonly gaining: boolean;
  readonly full: boolean;
}) {
  const place = 'absolute -translate-x-1/2 -translate-y-1/2';
  const size = full ? 'size-3' : 'size-2.25';
  if (mark === 'cross') {
    return (
      <svg
        aria-hidden="true"
        viewBox="0 0 12 12"
        className={cx(place, size, 'overflow-visible text-down')}
        style={{ left: `${at}%` }}
      >
        <path d="M1 1 11 11M11 1 1 11" stroke="currentColor" strokeWidth="2.5" />
      </svg>
    );
  }
  const look =
    mark === 'ring'
      ? 'border-2 border-brass bg-s1'
      : cx('forced-color-adjust-none', gaining ? 'bg-up' : 'bg-down');
  return <span className={cx(place, size, 'rounded-full', look)} style={{ left: `${at}%` }} />;
}

function Pin({
  at,
  full,
  className,
}: {
  readonly at: number;
  readonly full: boolean;
  readonly className: string;
}) {
  return (
    <span
      className={cx(
        'absolute -translate-x-1/2',
        full ? '-top-2.25 h-4.5' : '-top-1.25 h-2.5',
        className,
      )}
      style={{ left: `${at}%` }}
    />
  );
}

function Label({
  at,
  side = 'middle',
  word,
  children,
}: {
  readonly at: number;
  readonly side?: 'start' | 'middle' | 'end';
  readonly word: string;
  readonly children: ReactNode;
}) {
  const place = {
    start: '-ml-2.5 items-start',
    middle: '-translate-x-1/2 items-center',
    end: 'ml-2.5 -translate-x-full items-end',
  }[side];
  return (
    <span
      className={cx(
        'absolute -top-7 flex h-13 flex-col justify-between leading-[14px] font-stretch-[88%]',
        place,
      )}
      style={{ left: `${at}%` }}
    >
      <span className="text-10 text-ink-3">{word}</span>
      <span className="num text-11 text-ink-2 font-stretch-[88%]">{children}</span>
    </span>
  );
}
