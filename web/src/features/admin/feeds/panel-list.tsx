import type { ReactNode } from 'react';
import { Panel } from '../../../ui/panel.tsx';

/** Renders a panel with a list, or with a sentence when it is empty. */
export function PanelList({
  title,
  empty,
  children,
}: {
  readonly title: string;
  readonly empty: string;
  readonly children: readonly ReactNode[];
}) {
  return (
    <Panel title={title}>
      {children.length === 0 ? (
        <p className="p-3 text-ink-2">{empty}</p>
      ) : (
        <ul className="divide-y divide-line-soft">{children}</ul>
      )}
    </Panel>
  );
}
