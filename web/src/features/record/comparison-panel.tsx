import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { IntervalLegend, IntervalPlot, type NamedComparison } from './interval-plot.tsx';
import { PlotPanel } from './plot-panel.tsx';
import type { Standing } from './record-view.ts';
import { namesOfDiffering, useRecordWords } from './words.ts';

/** Renders groups beside their baselines, as a plot with a summary and a legend or as a table. */
export function ComparisonPanel<R extends NamedComparison>({
  area,
  rows,
  standing,
  busy,
  actions,
  empty,
  columns,
  values,
  writeDifference,
  writeEnd,
  ...plot
}: Pick<ComponentProps<typeof IntervalPlot<R>>, 'rows' | 'scale' | 'hint' | 'write' | 'writeTick'> &
  Pick<ComponentProps<typeof DataTable<R>>, 'columns'> & {
    /** Prefix of the text keys. */
    readonly area: 'intervals' | 'touches';
    readonly standing: Standing;
    readonly busy: boolean;
    readonly actions?: ReactNode;
    /** Content shown when there are no rows. */
    readonly empty: ReactNode;
    /** Values that a row's sentence contains besides its comparison. */
    readonly values?: (row: R) => Readonly<Record<string, string>>;
    readonly writeDifference: (value: number) => string;
    /** Formats an end of an interval. */
    readonly writeEnd: (value: number) => string;
  }) {
  const { t } = useTranslation('record');
  const { formats, range, verdict } = useRecordWords();
  const [title, meta] = [t(`${area}.title`), t(`${area}.meta`)];
  const names = namesOfDiffering(rows);
  const read = (row: R): string => {
    const { name, n, value, baseline, difference, verdict: word } = row;
    const named = { name, n: formats.count(n), verdict: verdict(word) };
    if (word === 'few') return t('intervals.readFew', named);
    const known = {
      ...named,
      ...values?.(row),
      value: plot.write(value),
      baseline: plot.write(baseline),
    };
    return difference
      ? t(word === 'none' ? `${area}.readBacktest` : `${area}.read`, {
          ...known,
          difference: writeDifference(difference.value),
          range: range(difference, writeEnd),
        })
      : t(word === 'none' ? `${area}.readBacktestPlain` : `${area}.readPlain`, known);
  };
  return (
    <PlotPanel
      title={title}
      meta={meta}
      busy={busy}
      actions={actions}
      table={
        rows.length === 0
          ? null
          : () => (
              <DataTable
                hiddenCaption
                caption={`${title}: ${meta}`}
                rows={rows}
                rowKey={({ key }) => key}
                columns={columns}
              />
            )
      }
    >
      {rows.length === 0 ? (
        empty
      ) : (
        <>
          <div className="px-3 pt-2">
            <IntervalPlot
              {...plot}
              rows={rows}
              summary={
                standing !== 'judged'
                  ? t(standing === 'early' ? `${area}.summaryEarly` : `${area}.summaryPlain`)
                  : names === ''
                    ? t(`${area}.summaryNone`)
                    : t(`${area}.summarySome`, { names })
              }
              sliderLabel={t('intervals.rows')}
              read={read}
            />
          </div>
          <IntervalLegend
            few={rows.some(({ verdict: word }) => word === 'few')}
            standing={standing}
          />
        </>
      )}
    </PlotPanel>
  );
}
