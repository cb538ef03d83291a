import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/**
 * A column of a table: its head, its cell of a row, and whether the cells are figures or the head is only for screen
 * readers.
 */
export type Column<Row> = readonly [
  head: string,
  cell: (row: Row) => ReactNode,
  look?: 'figures' | 'hidden head',
];

/** Renders a table with a caption and row heads, which scrolls where the page is narrow. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  hiddenCaption = false,
}: {
  readonly caption: string;
  /** The cells of the first column are the heads of the rows. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
  readonly hiddenCaption?: boolean;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
    <section className="scroll-x relative" aria-label={caption} tabIndex={0}>
      <table className="w-full border-collapse text-12">
        <caption
          className={hiddenCaption ? 'sr-only' : 'px-3 py-2 text-left text-12 font-semi text-ink'}
        >
          {caption}
        </caption>
        <thead>
          <tr>
            {columns.map(([head, , look]) => (
              <th
                key={head}
                scope="col"
                className={cx(
                  'h-7.5 border-b border-line px-2.5 text-11 font-med whitespace-nowrap text-ink-3 first:pl-3 last:pr-3',
                  look === 'figures' ? 'text-right' : 'text-left',
                )}
              >
                {look === 'hidden head' ? <span className="sr-only">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="group">
              {columns.map(([head, cell, look], i) => {
                const classes = cx(
                  'h-8 border-b border-line-soft px-2.5 whitespace-nowrap first:pl-3 last:pr-3 group-last:border-b-0',
                  look === 'figures' ? 'num text-right' : 'text-left',
                );
                return i === 0 ? (
                  <th key={head} scope="row" className={cx(classes, 'font-reg')}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={head} className={classes}>
                    {cell(row)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
