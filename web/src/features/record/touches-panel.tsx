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

function TouchesTable({
  rows,
  judged,
}: {
  readonly judged: boolean;
  readonly rows: readonly (ReturnType<typeof listTouchComparisons>[number] & {
    readonly name: string;
  })[];
}) {
  const { t } = useTranslation('record');
  const { formats, share, range, verdict } = useRecordWords();
  const figures = (key: 'n' | 'twins' | 'held' | 'twinsHeld' | 'points' | 'range') => ({
    key,
    head: t(`columns.${key}`),
    figures: true,
  });
  return (
    <DataTable
      hiddenCaption
      caption={`${t('touches.title')}: ${t('touches.meta')}`}
      columns={[
        { key: 'category', head: t('columns.category') },
        figures('n'),
        figures('held'),
        figures('twins'),
        figures('twinsHeld'),
        figures('points'),
        figures('range'),
        ...(judged ? [{ key: 'verdict', head: t('columns.verdict') }] : []),
      ]}
      rows={rows.map(({ key, name, n, twins, value, baseline, difference, verdict: word }) => {
        const known = (text: string) => (word === 'few' ? t('verdict.few') : text);
        const signed = (end: number | null) => formats.signed(end === null ? null : end * 100, 1);
        return {
          key,
          cells: {
            category: name,
            n: formats.count(n),
            held: known(share(value)),
            twins: formats.count(twins),
            twinsHeld: known(share(baseline)),
            points: known(signed(difference?.value ?? null)),
            range: known(difference ? range(difference, signed) : formats.number(null, 1)),
            verdict: verdict(word),
          },
        };
      })}
    />
  );
}
