import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { Icon } from '../../ui/icons.tsx';

const HEAD = 'h-7.5 border-b border-line px-2.5 text-11 font-med whitespace-nowrap text-ink-3';

/** Renders the predictor's table with its head; the rows are `EntryRow`s. */
export function EntryTable({
  caption,
  withSetup,
  children,
}: {
  readonly caption: string;
  /** Whether the table has the column of the entry rule. */
  readonly withSetup: boolean;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('predictor');
  const { t: words } = useTranslation('words');
  const { t: signal } = useTranslation('signal');
  return (
    <div className="relative overflow-x-auto">
      <table className="w-full border-collapse">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className={`${HEAD} pl-3.5 text-left`}>
              {words('symbol')}
            </th>
            <th scope="col" className={`${HEAD} text-left`}>
              {words('way')}
            </th>
            {withSetup ? (
              <th scope="col" className={`${HEAD} text-left max-wide:hidden`}>
                {signal('setupTitle')}
              </th>
            ) : null}
            {(['price', 'stop', 'target1', 'target2', 'last'] as const).map((column) => (
              <th key={column} scope="col" className={`${HEAD} text-right`}>
                {words(column)}
              </th>
            ))}
            <th scope="col" className={`${HEAD} pl-5 text-left`}>
              {words('path')}
            </th>
            <th scope="col" aria-sort="descending" className={`${HEAD} text-right`}>
              <span className="inline-flex items-center gap-0.5">
                {t('dateZone')}
                <Icon name="arrowDown" size={12} />
              </span>
            </th>
            <th scope="col" className={`${HEAD} w-20`}>
              <span className="sr-only">{`${signal('record')}, ${words('chart')}`}</span>
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
