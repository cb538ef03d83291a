import { useTranslation } from '../../i18n/index.ts';
import { Toggle } from '../../ui/button.tsx';
import { Empty } from '../../ui/states.tsx';
import type { RecordFigures } from './calls.ts';
import { ComparisonPanel } from './comparison-panel.tsx';
import { listComparisons } from './groups.ts';
import type { Standing } from './record-view.ts';
import { useRecordWords } from './words.ts';

/** Renders the mean result at the first target after costs of each kind of signal, beside its baseline. */
export function IntervalsPanel({
  groups,
  standing,
  long,
  onLong,
  busy,
}: {
  readonly groups: RecordFigures['groups'];
  /** Standing of the part; summary and table name verdicts only when it is `judged`. */
  readonly standing: Standing;
  readonly long: boolean;
  readonly onLong: (long: boolean) => void;
  readonly busy: boolean;
}) {
  const { t } = useTranslation('record');
  const { formats, multiple, fine, share, range, verdict, subject } = useRecordWords();
  const rows = listComparisons(groups, long, standing !== 'backtest').map((row) => ({
    ...row,
    name: subject(row.subject),
  }));
  type Row = (typeof rows)[number];
  const known = ({ verdict: word }: Row, text: string) =>
    word === 'few' ? t('verdict.few') : text;
  return (
    <ComparisonPanel
      area="intervals"
      rows={rows}
      standing={standing}
      busy={busy}
      actions={
        <Toggle pressed={long} onPress={onLong} title={t('intervals.longOf')}>
          {t('intervals.long')}
        </Toggle>
      }
      empty={<Empty title={t('none.resolved')} text={t('none.resolvedText')} />}
      scale="multiple"
      hint={t(standing === 'backtest' ? 'intervals.hintPlain' : 'intervals.hint')}
      write={multiple}
      writeTick={(value, digits) => formats.signed(value, digits)}
      writeDifference={(value) => t('multiple', { value: fine(value) })}
      writeEnd={fine}
      columns={[
        [t('columns.kind'), ({ name }) => name],
        [t('columns.n'), (row) => formats.count(row.figures.n), 'figures'],
        [t('columns.matched'), (row) => formats.count(row.figures.matched), 'figures'],
        [
          t('columns.net'),
          (row) => known(row, fine(row.figures.first.net?.value ?? null)),
          'figures',
        ],
        [
          t('columns.baseline'),
          (row) => known(row, fine(row.figures.first.netBaseline)),
          'figures',
        ],
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
        ...(standing === 'judged'
          ? [[t('columns.verdict'), (row: Row) => verdict(row.verdict)] as const]
          : []),
        [t('columns.mean'), (row) => known(row, fine(row.figures.first.mean)), 'figures'],
        [t('columns.tp1'), (row) => formats.count(row.figures.tp1), 'figures'],
        [
          t('columns.baselineTp1'),
          (row) => known(row, share(row.figures.hits?.baseline ?? null)),
          'figures',
        ],
        [t('columns.sl'), (row) => formats.count(row.figures.sl), 'figures'],
        [t('columns.expired'), (row) => formats.count(row.figures.expired), 'figures'],
        [t('columns.tp2'), (row) => formats.count(row.figures.tp2), 'figures'],
        [t('columns.voided'), (row) => formats.count(row.figures.voided), 'figures'],
      ]}
    />
  );
}
