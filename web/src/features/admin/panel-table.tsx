import type { ReactNode } from 'react';
import { Panel } from '../../ui/panel.tsx';
import { Table, type TableContent } from './table.tsx';

/** Renders a panel with a table; the table scrolls sideways, never the page. */
export function PanelTable<R>({
  title,
  actions,
  note,
  empty,
  ...content
}: TableContent<R> & {
  readonly title: string;
  readonly actions?: ReactNode;
  /** Sentence above the table. */
  readonly note?: ReactNode;
  /** Text shown instead of an empty table. */
  readonly empty: string;
}) {
  return (
    <Panel title={title} actions={actions}>
      {note}
      {content.rows.length > 0 ? (
        <Table {...content} caption={title} inPanel="relative overflow-x-auto rounded-b-3" />
      ) : (
        <p className="p-3 text-ink-2">{empty}</p>
      )}
    </Panel>
  );
}
