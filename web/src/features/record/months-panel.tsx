import type { CSSProperties } from 'react';
import { useCallback, useLayoutEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/states.tsx';
import type { RecordHistory } from './calls.ts';
import {
  columnWidth,
  fullTint,
  type MonthCell,
  type MonthTable,
  tabulateMonths,
} from './months.ts';
import { PlotPanel } from './plot-panel.tsx';
import type { Standing } from './record-view.ts';
import { useWidth } from './use-width.ts';
import { useRecordWords } from './words.ts';

/**
 * Renders the mean difference to the baseline and its n for each month and category; the table also has the intervals.
 */
export function MonthsPanel({
  months,
  standing,
  period,
  busy,
}: {
  readonly months: RecordHistory['months'];
  /** Standing of the part; cells have a colour only when it is `judged`. */
  readonly standing: Standing;
  readonly period: string;
  readonly busy: boolean;
}) {
  const { t } = useTranslation('record');
  const table = tabulateMonths(months, period);
  return (
    <PlotPanel
      title={t('months.title')}
      meta={t('months.meta')}
      busy={busy}
      table={table.rows.length === 0 ? null : () => <MonthsTable table={table} />}
    >
      {table.rows.length === 0 ? (
        <Empty title={t('months.empty')} />
      ) : (
        <>
          <Heat key={period} table={table} plain={standing !== 'judged'} />
          {table.rows.some(({ cells }) => cells.some(({ range }) => range !== null)) ? (
            <p className="px-3 pb-3 leading-ui text-ink-3">{t('months.hint')}</p>
          ) : null}
        </>
      )}
    </PlotPanel>
  );
}

/** Renders the cells as a table, newest first, with n, difference and interval. */
function MonthsTable({ table }: { readonly table: MonthTable }) {
  const { t } = useTranslation('record');
  const { t: common } = useTranslation('words');
  const { formats, month: nameOf, range: write, verdict } = useRecordWords();
  const cells = table.rows
    .flatMap(({ category, cells: own }) => own.map((cell) => ({ category, cell })))
    .filter(({ cell }) => cell.n > 0)
    .toSorted((one, other) => other.cell.month - one.cell.month);
  return (
    <div className="max-h-108 overflow-y-auto">
      <DataTable
        hiddenCaption
        caption={t('months.caption')}
        rows={cells}
        rowKey={({ category, cell }) => `${cell.month} ${category}`}
        columns={[
          [t('columns.month'), ({ cell: { month } }) => nameOf(month)],
          [t('columns.category'), ({ category }) => common(`category.${category}`)],
          [t('columns.n'), ({ cell: { n } }) => formats.count(n), 'figures'],
          [
            t('columns.difference'),
            ({ cell: { difference } }) =>
              difference === null ? verdict('few') : formats.signed(difference),
            'figures',
          ],
          [
            t('columns.range'),
            ({ cell: { range } }) =>
              range ? write(range, formats.signed) : formats.number(null, 2),
            'figures',
          ],
        ]}
      />
    </div>
  );
}

function Heat({
  table,
  plain,
}: {
  readonly table: MonthTable;
  /** Whether tints have no colour: tints of a backtest or of too few live rows must not look like a verdict. */
  readonly plain: boolean;
}) {
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
  // Readers look for the newest months first.
  useLayoutEffect(() => {
    const element = scroll.current;
    if (element && minWidth > 0) element.scrollLeft = element.scrollWidth;
  }, [minWidth]);
  return (
    <section
      ref={attach}
      aria-label={t('months.caption')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
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
                <Cell key={cell.month} cell={cell} full={full} plain={plain} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Lists the calendar years of consecutive months, with the number of months in each. */
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

function Cell({
  cell,
  full,
  plain,
}: {
  readonly cell: MonthCell;
  readonly full: number;
  readonly plain: boolean;
}) {
  const { t } = useTranslation('record');
  const { formats, range: write } = useRecordWords();
  const { n, difference, range } = cell;
  if (n === 0) return <td className="h-9.5 text-center text-ink-3">{formats.number(null, 0)}</td>;
  const count = t('months.count', { n: formats.count(n) });
  if (difference === null) {
    return (
      <td className="h-9.5 text-center leading-tight text-ink-3">
        {t('verdict.few')}
        <span className="block text-10">{count}</span>
      </td>
    );
  }
  const tint = {
    '--tint': `${Math.round(Math.min(1, Math.abs(difference) / full) * 100)}%`,
    '--hue': plain ? 'var(--text-3)' : difference < 0 ? 'var(--candle-down)' : 'var(--candle-up)',
  } as CSSProperties;
  const interval = range ? t('months.interval', { range: write(range, formats.signed) }) : '';
  return (
    <td
      className="tint relative h-9.5 rounded-1 text-center leading-tight"
      style={tint}
      title={interval}
    >
      {formats.signed(difference)}
      <span className="block text-10 font-reg">{count}</span>
      <span className="sr-only">{interval === '' ? '' : `, ${interval}`}</span>
    </td>
  );
}
