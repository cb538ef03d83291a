import type { CSSProperties } from 'react';
import { useCallback, useLayoutEffect, useRef } from 'react';
import type { RecordHistory } from '../../api/record.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Panel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import {
  columnWidth,
  fullTint,
  type MonthCell,
  type MonthTable,
  tabulateMonths,
} from './months.ts';
import { useWidth } from './use-width.ts';
import { useRecordWords } from './words.ts';

/** Month by month and category by category: the mean difference to the baseline. */
export function MonthsPanel({
  months,
  period,
  busy,
}: {
  readonly months: RecordHistory['months'];
  readonly period: string;
  readonly busy: boolean;
}) {
  const { t } = useTranslation('record');
  const table = tabulateMonths(months, period);
  return (
    <Panel
      title={t('months.title')}
      meta={<span className="lbl min-w-0 leading-ui">{t('months.meta')}</span>}
      busy={busy}
      className="flex flex-col"
    >
      {table.rows.length === 0 ? (
        <Empty title={t('months.empty')} />
      ) : (
        <Heat key={period} table={table} />
      )}
    </Panel>
  );
}

function Heat({ table }: { readonly table: MonthTable }) {
  const { t } = useTranslation('record');
  const { t: common } = useTranslation('words');
  const { monthName } = useRecordWords();
  const full = fullTint(table);
  const scroll = useRef<HTMLElement>(null);
  const [measure, width] = useWidth();
  const attach = useCallback(
    (element: HTMLElement | null) => {
      scroll.current = element;
      return measure(element);
    },
    [measure],
  );
  const minWidth = columnWidth(width, table.months.length);
  // The newest months are what one comes for.
  useLayoutEffect(() => {
    const element = scroll.current;
    if (element && minWidth > 0) element.scrollLeft = element.scrollWidth;
  }, [minWidth]);
  return (
    <section
      ref={attach}
      aria-label={t('months.caption')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="relative min-h-0 flex-1 overflow-x-auto pr-3 pb-3"
    >
      <table className="num h-full w-full border-separate border-spacing-0.5 text-12">
        <caption className="sr-only">{t('months.caption')}</caption>
        <thead className="text-11 text-ink-3">
          <tr>
            <td className="sticky left-0 z-1 bg-s1" />
            {listYears(table.months).map(({ year, months }) => (
              <th
                key={year}
                scope="colgroup"
                colSpan={months}
                className="h-6 pl-1 text-left font-semi text-ink-2"
              >
                <span className="sticky left-22">{year}</span>
              </th>
            ))}
          </tr>
          <tr>
            <td className="sticky left-0 z-1 min-w-22 bg-s1" />
            {table.months.map((month) => (
              <th key={month} scope="col" className="h-6 font-reg" style={{ minWidth }}>
                {monthName(month)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ category, cells }) => (
            <tr key={category}>
              <th
                scope="row"
                className="sticky left-0 z-1 bg-s1 pr-2 pl-3 text-left font-reg text-ink-2"
              >
                {common(`category.${category}`)}
              </th>
              {cells.map((cell) => (
                <Cell key={cell.month} cell={cell} full={full} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The calendar years of a row of months, with how many months of each there are. */
function listYears(months: readonly number[]): readonly { year: number; months: number }[] {
  const years: { year: number; months: number }[] = [];
  for (const month of months) {
    const year = Math.floor(month / 12);
    const last = years.at(-1);
    if (last?.year === year) last.months++;
    else years.push({ year, months: 1 });
  }
  return years;
}

function Cell({ cell, full }: { readonly cell: MonthCell; readonly full: number }) {
  const { t } = useTranslation('record');
  const { formats } = useRecordWords();
  const { n, difference } = cell;
  if (difference === null) {
    return (
      <td className="h-8 text-center text-ink-3" title={`n = ${n}`}>
        {n === 0 ? formats.number(null, 0) : t('verdict.few')}
        <span className="sr-only">, n = {n}</span>
      </td>
    );
  }
  const tint = {
    '--tint': `${Math.round(Math.min(1, Math.abs(difference) / full) * 100)}%`,
    '--hue': difference < 0 ? 'var(--candle-down)' : 'var(--candle-up)',
  } as CSSProperties;
  return (
    <td className="tint h-8 rounded-1 text-center" style={tint} title={`n = ${n}`}>
      {formats.signed(difference)}
      <span className="sr-only">, n = {n}</span>
    </td>
  );
}
