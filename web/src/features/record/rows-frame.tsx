import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import type { RecordRow } from './row-calls.ts';
import { RowTime } from './row-parts.tsx';

const HEAD = 'h-7.5 border-b border-line px-2 text-11 font-med whitespace-nowrap text-ink-3';
/** Classes of a cell. */
export const CELL = 'h-9 px-2 whitespace-nowrap';

/** Column of the table of rows. */
export interface RowsColumn {
  readonly head: string;
  readonly figures?: boolean;
  readonly title?: string;
}

/** Renders a table of rows of the record, which scrolls sideways by itself on a narrow page. */
export function RowsFrame({
  columns,
  children,
}: {
  readonly columns: readonly RowsColumn[];
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('record');
  return (
    <section
      className="relative overflow-x-auto"
      aria-label={t('rows.caption')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
      tabIndex={0}
    >
      <table className="w-full border-collapse text-12">
        <caption className="sr-only">{t('rows.caption')}</caption>
        <thead>
          <tr>
            {columns.map(({ head, figures = false, title }) => (
              <th
                key={head}
                scope="col"
                title={title}
                className={cx(
                  HEAD,
                  figures ? 'text-right' : 'text-left',
                  'first:pl-3.5 last:pr-3.5',
                )}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

/** Renders the first cells of a row: the number, which leads to its page, its time and its symbol. */
export function RowLead({ row }: { readonly row: Pick<RecordRow, 'seq' | 'symbol' | 'barTime'> }) {
  const { t } = useTranslation('record');
  const { count } = useFormats();
  return (
    <>
      <th scope="row" className={cx(CELL, 'pl-3.5 text-left font-reg')}>
        <Link
          to={`/record/${row.seq}`}
          aria-label={t('rows.open', { seq: count(row.seq), symbol: row.symbol })}
          className="num link inline-flex min-h-6 items-center font-semi"
        >
          {count(row.seq)}
        </Link>
      </th>
      <td className={cx(CELL, 'text-ink-2')}>
        <RowTime timeMs={row.barTime} />
      </td>
      <td className={cx(CELL, 'font-semi')} translate="no">
        {row.symbol}
      </td>
    </>
  );
}
