import { useTranslation } from '../../i18n/index.ts';
import { Toggle } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/states.tsx';
import type { RecordFigures } from './calls.ts';
import { listComparisons } from './groups.ts';
import { IntervalLegend, IntervalPlot, type NamedComparison } from './interval-plot.tsx';
import { PlotPanel } from './plot-panel.tsx';
import type { Standing } from './record-view.ts';
import { namesOfDiffering, type RecordWords, useRecordWords } from './words.ts';

/** Every kind of signal beside its baseline: the mean result at the first target. */
export function IntervalsPanel({
  groups,
  standing,
  long,
  onLong,
  busy,
}: {
  readonly groups: RecordFigures['groups'];
  /** Verdicts are said of live rows that are enough. */
  readonly standing: Standing;
  readonly long: boolean;
  readonly onLong: (long: boolean) => void;
  readonly busy: boolean;
}) {
  const { t } = useTranslation('record');
  const judged = standing === 'judged';
  const words = useRecordWords();
  const { multiple, formats } = words;
  const readRow = useReadRow(words);
  const rows = listComparisons(groups, long, standing !== 'backtest').map((row) => ({
    ...row,
    name: words.subject(row.subject),
  }));
  const names = namesOfDiffering(rows);
  return (
    <PlotPanel
      title={t('intervals.title')}
      meta={t('intervals.meta')}
      busy={busy}
      actions={
        <Toggle pressed={long} onPress={onLong} title={t('intervals.longOf')}>
          {t('intervals.long')}
        </Toggle>
      }
      table={
        rows.length === 0 ? null : () => <FiguresTable rows={rows} words={words} judged={judged} />
      }
    >
      {rows.length === 0 ? (
        <Empty title={t('none.resolved')} text={t('none.resolvedText')} />
      ) : (
        <>
          <div className="px-3 pt-2">
            <IntervalPlot
              rows={rows}
              scale="multiple"
              summary={
                !judged
                  ? t(standing === 'early' ? 'intervals.summaryEarly' : 'intervals.summaryPlain')
                  : names === ''
                    ? t('intervals.summaryNone')
                    : t('intervals.summarySome', { names })
              }
              sliderLabel={t('intervals.rows')}
              hint={t(standing === 'backtest' ? 'intervals.hintPlain' : 'intervals.hint')}
              write={multiple}
              writeTick={(value, digits) => formats.signed(value, digits)}
              read={readRow}
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

/** A comparison in a sentence. */
function useReadRow({ multiple, fine, range, verdict, formats }: RecordWords) {
  const { t } = useTranslation('record');
  return ({ name, n, value, baseline, difference, verdict: word }: NamedComparison): string => {
    const named = { name, n: formats.count(n), verdict: verdict(word) };
    if (word === 'few') return t('intervals.readFew', named);
    const known = {
      ...named,
      value: multiple(value),
      baseline: multiple(baseline),
    };
    return difference
      ? t(word === 'none' ? 'intervals.readBacktest' : 'intervals.read', {
          ...known,
          difference: t('multiple', { value: fine(difference.value) }),
          range: range(difference, fine),
        })
      : t(word === 'none' ? 'intervals.readBacktestPlain' : 'intervals.readPlain', known);
  };
}

type Row = ReturnType<typeof listComparisons>[number] & { readonly name: string };

function FiguresTable({
  rows,
  words: { formats, fine, share, range, verdict },
  judged,
}: {
  readonly rows: readonly Row[];
  readonly words: RecordWords;
  readonly judged: boolean;
}) {
  const { t } = useTranslation('record');
  const known = ({ figures: { verdict: word } }: Row, text: string) =>
    word === 'few' ? t('verdict.few') : text;
  return (
    <DataTable
      hiddenCaption
      caption={`${t('intervals.title')}: ${t('intervals.meta')}`}
      rows={rows}
      rowKey={({ key }) => key}
      columns={[
        [t('columns.kind'), ({ name }) => name],
        [t('columns.n'), (row) => formats.count(row.figures.n), 'figures'],
        [t('columns.matched'), (row) => formats.count(row.figures.matched), 'figures'],
        [t('columns.mean'), (row) => known(row, fine(row.figures.first.mean)), 'figures'],
        [t('columns.baseline'), (row) => known(row, fine(row.figures.first.baseline)), 'figures'],
        [
          t('columns.difference'),
          (row) => known(row, fine(row.difference?.value ?? null)),
          'figures',
        ],
        [
          t('columns.range'),
          (row) => known(row, row.difference ? range(row.difference, fine) : fine(null)),
          'figures',
        ],
        ...(judged
          ? [[t('columns.verdict'), (row: Row) => verdict(row.figures.verdict)] as const]
          : []),
        [
          t('columns.net'),
          (row) => known(row, fine(row.figures.first.net?.value ?? null)),
          'figures',
        ],
        [t('columns.tp1'), (row) => formats.count(row.figures.tp1), 'figures'],
        [
          t('columns.baselineTp1'),
          (row) => known(row, share(row.figures.hits?.baseline ?? null)),
          'figures',
        ],
        [t('columns.sl'), (row) => formats.count(row.figures.sl), 'figures'],
        [t('columns.expired'), (row) => formats.count(row.figures.expired), 'figures'],
        [t('columns.tp2'), (row) => formats.count(row.figures.tp2), 'figures'],
      ]}
    />
  );
}
