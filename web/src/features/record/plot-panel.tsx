import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { Toggle } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';

/** A panel with a plot that a button turns into a table of the same figures. */
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
  /** The same in figures; null while there is nothing. */
  readonly table: (() => ReactNode) | null;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('record');
  const [asTable, setAsTable] = useState(false);
  return (
    <Panel
      title={title}
      meta={
        // Where there is no room for it, the title comes first.
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
