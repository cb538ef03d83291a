import { CATEGORIES } from '@rasat/contract';
import { useTranslation } from '../../i18n/index.ts';
import { Empty } from '../../ui/states.tsx';
import type { RecordTouches } from './calls.ts';
import { ComparisonPanel } from './comparison-panel.tsx';
import { listTouchComparisons } from './groups.ts';
import type { Standing } from './record-view.ts';
import { useRecordWords } from './words.ts';

/** Renders how often the first weekly level that the price reached held, beside shifted levels. */
export function TouchesPanel({
  touches,
  standing,
  busy,
}: {
  readonly touches: readonly RecordTouches[];
  /** Standing of the part; summary and table name verdicts only when it is `judged`. */
  readonly standing: Standing;
  readonly busy: boolean;
}) {
  const { t } = useTranslation('record');
  const { t: common } = useTranslation('words');
  const { formats, share, points, range, verdict } = useRecordWords();
  const rows = listTouchComparisons(touches, CATEGORIES, standing !== 'backtest').map((row) => ({
    ...row,
    name: row.category === null ? t('touches.all') : common(`category.${row.category}`),
  }));
  type Row = (typeof rows)[number];
  const known = ({ verdict: word }: Row, text: string) =>
    word === 'few' ? t('verdict.few') : text;
  const signed = (end: number | null) => formats.signed(end === null ? null : end * 100, 1);
  return (
    <ComparisonPanel
      area="touches"
      rows={rows}
      standing={standing}
      busy={busy}
      empty={<Empty title={t('touches.empty')} />}
      scale="share"
      hint={t('touches.hint')}
      write={share}
      writeTick={(value) => formats.percent(value * 100, 0)}
      values={({ twins }) => ({ twins: formats.count(twins) })}
      writeDifference={points}
      writeEnd={signed}
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
        ...(standing === 'judged'
          ? [[t('columns.verdict'), (row: Row) => verdict(row.verdict)] as const]
          : []),
      ]}
    />
  );
}
