import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import { Bone } from '../../ui/skeleton.tsx';

const HEAD = 'h-7.5 px-2.5 text-left text-11 font-med whitespace-nowrap text-ink-3';
const CELL = 'h-9 px-2.5 text-left font-reg';

// Positioned, so that screen-reader text in it cannot widen the page.
const FRAME = 'relative overflow-x-auto rounded-3 border border-line bg-s1';

/** A column of a table. */
export interface Column<R> {
  readonly name: string;
  readonly cell: (row: R) => ReactNode;
  /** Classes of the column's cells. */
  readonly look?: string | ((row: R) => string);
  /** Classes of the column's head and cells. */
  readonly place?: string | undefined;
  /** Whether the values are aligned right. */
  readonly right?: boolean;
  /** Whether the column's name is only for screen readers. */
  readonly hidden?: boolean;
  readonly title?: (row: R) => string;
}

/** Rows under columns. */
export interface TableContent<R> {
  readonly columns: readonly Column<R>[];
  /** Index of the column that names a row; the first column by default. */
  readonly namedBy?: number;
  readonly rows: readonly R[];
  readonly keyOf: (row: R) => string | number;
}

/** Renders a table that scrolls sideways, never the page. `inPanel` are its classes in a panel with the same title. */
export function Table<R>({
  caption,
  columns,
  namedBy = 0,
  rows,
  keyOf,
  inPanel,
}: TableContent<R> & { readonly caption: string; readonly inPanel?: string }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
      tabIndex={0}
      aria-label={inPanel === undefined ? caption : undefined}
      className={inPanel ?? FRAME}
    >
      <table className="w-full border-collapse">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className={`border-b ${inPanel === undefined ? 'border-line' : 'border-line-soft'}`}>
            {columns.map(({ name, right, place, hidden }) => (
              <th key={name} scope="col" className={cx(HEAD, right && 'text-right', place)}>
                {hidden ? <span className="sr-only">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b border-line-soft last:border-0 hover:bg-hover">
              {columns.map(({ name, cell, look, place, right, title }, at) => {
                const Cell = at === namedBy ? 'th' : 'td';
                const own = typeof look === 'function' ? look(row) : look;
                return (
                  <Cell
                    key={name}
                    scope={at === namedBy ? 'row' : undefined}
                    title={title?.(row)}
                    className={cx(CELL, right && 'text-right', place, own)}
                  >
                    {cell(row)}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Renders the skeleton of a table: its head and `rows` rows. */
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
