import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import { Bone } from '../../ui/skeleton.tsx';

/** The classes of a head cell and of a cell, at the density of the back office. */
export const HEAD = 'h-7.5 px-2.5 text-left text-11 font-med whitespace-nowrap text-ink-3';
/** See `HEAD`. */
export const CELL = 'h-9 px-2.5 text-left font-reg';

// Positioned, so that screen-reader text in it cannot widen the page.
const FRAME = 'relative overflow-x-auto rounded-3 border border-line bg-s1';

/** A table that scrolls sideways by itself, never the page. */
export function Table({
  caption,
  head,
  children,
}: {
  readonly caption: string;
  readonly head: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label={caption} className={FRAME}>
      <table className="w-full border-collapse">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line">{head}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

/** A row of the table. */
export function Row({ className, ...rest }: ComponentProps<'tr'>) {
  return (
    <tr
      {...rest}
      className={cx('border-b border-line-soft last:border-0 hover:bg-hover', className)}
    />
  );
}

/** The skeleton of a table: its head and `rows` rows. */
export function TableBones({ rows }: { readonly rows: number }) {
  return (
    <div className="rounded-3 border border-line bg-s1">
      <div className="h-7.5 border-b border-line" />
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div
          key={row}
          className="flex h-9 items-center justify-between gap-6 border-b border-line-soft px-2.5 last:border-0"
        >
          <Bone className={row % 3 === 1 ? 'w-28' : 'w-36'} />
          <Bone className="w-40 max-desk:hidden" />
          <Bone className="w-16 max-tab:hidden" />
          <Bone className="w-20" />
        </div>
      ))}
    </div>
  );
}
