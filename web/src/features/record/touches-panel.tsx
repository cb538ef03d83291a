import { CATEGORIES } from '@rasat/contract';
import { useTranslation } from '../../i18n/index.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/states.tsx';
import type { RecordTouches } from './calls.ts';
import { listTouchComparisons } from './groups.ts';
import { IntervalLegend, IntervalPlot } from './interval-plot.tsx';
import { PlotPanel } from './plot-panel.tsx';
import type { Standing } from './record-view.ts';
import { namesOfDiffering, useRecordWords } from './words.ts';

/** How often the first weekly level that the price reached held, beside levels that were shifted at random. */
export function TouchesPanel({
  touches,
  standing,
  busy,
}: {
  readonly touches: readonly RecordTouches[];
  /** Verdicts are said of live rows that are enough. */
  readonly standing: Standing;
  readonly busy: boolean;
}) {
  const { t } = useTranslation('record');
  const judged = standing === 'judged';
  const { t: common } = useTranslation('words');
  const { formats, share, points, range, verdict } = useRecordWords();
  const rows = listTouchComparisons(touches, CATEGORIES, standing !== 'backtest').map((row) => ({
    ...row,
    name: row.category === null ? t('touches.all') : common(`category.${row.category}`),
  }));
  const names = namesOfDiffering(rows);
  const twins = new Map(rows.map(({ key, twins: count }) => [key, count]));
  return (
    <PlotPanel
      title={t('touches.title')}
      meta={t('touches.meta')}
      busy={busy}
      table={rows.length === 0 ? null : () => <TouchesTable rows={rows} judged={judged} />}
    >
      {rows.length === 0 ? (
        <Empty title={t('touches.empty')} />
      ) : (
        <>
          <div className="px-3 pt-2">
            <IntervalPlot
              rows={rows}
              scale="share"
              summary={
                !judged
                  ? t(standing === 'early' ? 'touches.summaryEarly' : 'touches.summaryPlain')
                  : names === ''
                    ? t('touches.summaryNone')
                    : t('touches.summarySome', { names })
              }
              sliderLabel={t('intervals.rows')}
              hint={t('touches.hint')}
              write={share}
              writeTick={(value) => formats.percent(value * 100, 0)}
              read={({ key, name, n, value, baseline, difference, verdict: word }) => {
                const named = { name, n: formats.count(n), verdict: verdict(word) };
                if (word === 'few') return t('intervals.readFew', named);
                const known = {
                  ...named,
                  value: share(value),
                  baseline: share(baseline),
                  twins: formats.count(twins.get(key) ?? 0),
                };
                return difference
                  ? t(word === 'none' ? 'touches.readBacktest' : 'touches.read', {
                      ...known,
                      difference: points(difference.value),
                      range: range(difference, (end) => formats.signed(end * 100, 1)),
                    })
                  : t(word === 'none' ? 'touches.readBacktestPlain' : 'touches.readPlain', known);
              }}
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

type Row = ReturnType<typeof listTouchComparisons>[number] & { readonly name: string };

function TouchesTable({
  rows,
  judged,
}: {
  readonly judged: boolean;
  readonly rows: readonly Row[];
}) {
  const { t } = useTranslation('record');
  const { formats, share, range, verdict } = useRecordWords();
  const known = ({ verdict: word }: Row, text: string) =>
    word === 'few' ? t('verdict.few') : text;
  const signed = (end: number | null) => formats.signed(end === null ? null : end * 100, 1);
  return (
    <DataTable
      hiddenCaption
      caption={`${t('touches.title')}: ${t('touches.meta')}`}
      rows={rows}
      rowKey={({ key }) => key}
      columns={[
        [t('columns.category'), ({ name }) => name],
        [t('columns.n'), ({ n }) => formats.count(n), 'figures'],
        [t('columns.held'), (row) => known(row, share(row.value)), 'figures'],
        [t('columns.twins'), ({ twins }) => formats.count(twins), 'figures'],
        [t('columns.twinsHeld'), (row) => known(row, share(row.baseline)), 'figures'],
        [
          t('columns.points'),
          (row) => known(row, signed(row.difference?.value ?? null)),
          'figures',
        ],
        [
          t('columns.range'),
          (row) =>
            known(row, row.difference ? range(row.difference, signed) : formats.number(null, 1)),
          'figures',
        ],
        ...(judged ? [[t('columns.verdict'), (row: Row) => verdict(row.verdict)] as const] : []),
      ]}
    />
  );
}
