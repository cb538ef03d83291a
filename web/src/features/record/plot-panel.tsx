import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { Toggle } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';

/** Renders a panel with a plot, and a button that shows a table of the same figures instead. */
export function PlotPanel({
  title,
  meta,
  busy = false,
  actions,
  table,
  children,
}: {
  readonly title: string;
  readonly meta?: string;
  readonly busy?: boolean;
  readonly actions?: ReactNode;
  /** Renders the table of the same figures; null while there are none. */
  readonly table: (() => ReactNode) | null;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('record');
  const [asTable, setAsTable] = useState(false);
  return (
    <Panel
      title={title}
      meta={
        // A narrow panel has no room for this text beside the title.
        meta === undefined ? null : (
          <span className="lbl min-w-0 leading-ui max-tab:sr-only">{meta}</span>
        )
      }
      busy={busy}
      className="flex flex-col"
      actions={
        <>
          {actions}
          {table ? (
            <Toggle
              pressed={asTable}
              onPress={setAsTable}
              aria-label={t('tableOf', { title })}
              className="mr-0.5"
            >
              {t('table')}
            </Toggle>
          ) : null}
        </>
      }
    >
      {asTable && table ? table() : children}
    </Panel>
  );
}
