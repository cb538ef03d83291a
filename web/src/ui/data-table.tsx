import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** A column of a table: its head, whether its cells are figures, and whether its head is read aloud alone. */
export interface Column {
  readonly key: string;
  readonly head: string;
  readonly figures?: boolean;
  readonly hiddenHead?: boolean;
}

/** A plain table with a caption, row heads, and a scroll of its own where the page is narrow. */
export function DataTable({
  caption,
  columns,
  rows,
  hiddenCaption = false,
}: {
  readonly caption: string;
  readonly columns: readonly Column[];
  /** The cells of each row by the columns' keys; the first column's is the row's head. */
  readonly rows: readonly {
    readonly key: string;
    readonly cells: Readonly<Record<string, ReactNode>>;
  }[];
  readonly hiddenCaption?: boolean;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="relative overflow-x-auto" aria-label={caption} tabIndex={0}>
      <table className="w-full border-collapse text-12">
        <caption
          className={hiddenCaption ? 'sr-only' : 'px-3 py-2 text-left text-12 font-semi text-ink'}
        >
          {caption}
        </caption>
        <thead>
          <tr>
            {columns.map(({ key, head, figures, hiddenHead = false }) => (
              <th
                key={key}
                scope="col"
                className={cx(
                  'h-7.5 border-b border-line px-2.5 text-11 font-med whitespace-nowrap text-ink-3 first:pl-3 last:pr-3',
                  figures ? 'text-right' : 'text-left',
                )}
              >
                {hiddenHead ? <span className="sr-only">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key} className="group">
              {columns.map(({ key: column, figures }, i) => {
                const look = cx(
                  'h-8 border-b border-line-soft px-2.5 whitespace-nowrap first:pl-3 last:pr-3 group-last:border-b-0',
                  figures ? 'num text-right' : 'text-left',
                );
                return i === 0 ? (
                  <th key={column} scope="row" className={cx(look, 'font-reg')}>
                    {cells[column]}
                  </th>
                ) : (
                  <td key={column} className={look}>
                    {cells[column]}
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
