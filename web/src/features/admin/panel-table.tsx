import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import { Panel } from '../../ui/panel.tsx';
import { CELL, HEAD } from './table.tsx';

/** A column: its name, whether its values are aligned right, and whether only screen readers get its name. */
export interface Column {
  readonly name: string;
  readonly right?: boolean;
  readonly hidden?: boolean;
}

/** The classes of a cell aligned right. */
export const RIGHT = `${CELL} text-right`;

/** Head cells of columns. */
export function HeadCells({ columns }: { readonly columns: readonly Column[] }) {
  return columns.map(({ name, right, hidden }) => (
    <th key={name} scope="col" className={cx(HEAD, right === true && 'text-right')}>
      {hidden === true ? <span className="sr-only">{name}</span> : name}
    </th>
  ));
}

/** A panel that holds a table; the table scrolls sideways by itself, never the page. `empty` stands in its place. */
export function PanelTable({
  title,
  columns,
  actions,
  note,
  empty,
  children,
}: {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly actions?: ReactNode;
  /** A sentence above the table. */
  readonly note?: ReactNode;
  /** The text in place of an empty table; null when there are rows. */
  readonly empty: string | null;
  readonly children: ReactNode;
}) {
  return (
    <Panel title={title} actions={actions}>
      {note}
      {empty === null ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section tabIndex={0} className="relative overflow-x-auto rounded-b-3">
          <table className="w-full border-collapse">
            <caption className="sr-only">{title}</caption>
            <thead>
              <tr className="border-b border-line-soft">
                <HeadCells columns={columns} />
              </tr>
            </thead>
            <tbody>{children}</tbody>
          </table>
        </section>
      ) : (
        <p className="p-3 text-ink-2">{empty}</p>
      )}
    </Panel>
  );
}
