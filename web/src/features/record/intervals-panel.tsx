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

function FiguresTable({
  rows,
  words: { formats, fine, share, range, verdict },
  judged,
}: {
  readonly rows: readonly (ReturnType<typeof listComparisons>[number] & {
    readonly name: string;
  })[];
  readonly words: RecordWords;
  readonly judged: boolean;
}) {
  const { t } = useTranslation('record');
  const figures = (
    key:
      | 'n'
      | 'matched'
      | 'tp1'
      | 'baselineTp1'
      | 'sl'
      | 'expired'
      | 'tp2'
      | 'mean'
      | 'baseline'
      | 'difference'
      | 'range'
      | 'net',
  ) => ({ key, head: t(`columns.${key}`), figures: true });
  return (
    <DataTable
      hiddenCaption
      caption={`${t('intervals.title')}: ${t('intervals.meta')}`}
      columns={[
        { key: 'kind', head: t('columns.kind') },
        figures('n'),
        figures('matched'),
        figures('mean'),
        figures('baseline'),
        figures('difference'),
        figures('range'),
        ...(judged ? [{ key: 'verdict', head: t('columns.verdict') }] : []),
        figures('net'),
        figures('tp1'),
        figures('baselineTp1'),
        figures('sl'),
        figures('expired'),
        figures('tp2'),
      ]}
      rows={rows.map(({ key, name, figures: group, difference }) => {
        const few = group.verdict === 'few';
        const known = (text: string) => (few ? t('verdict.few') : text);
        return {
          key,
          cells: {
            kind: name,
            n: formats.count(group.n),
            matched: formats.count(group.matched),
            mean: known(fine(group.first.mean)),
            baseline: known(fine(group.first.baseline)),
            difference: known(fine(difference?.value ?? null)),
            range: known(difference ? range(difference, fine) : fine(null)),
            verdict: verdict(group.verdict),
            net: known(fine(group.first.net?.value ?? null)),
            tp1: formats.count(group.tp1),
            baselineTp1: known(share(group.hits?.baseline ?? null)),
            sl: formats.count(group.sl),
            expired: formats.count(group.expired),
            tp2: formats.count(group.tp2),
          },
        };
      })}
    />
  );
}
