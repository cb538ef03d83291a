import { useTranslation } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import { Tag } from '../../ui/tag.tsx';
import { ForecastResult, ForecastUntil, SealedForecast, TrialTag } from './forecast-parts.tsx';
import type { RecordRow } from './row-calls.ts';
import { StateTag } from './row-parts.tsx';
import { CELL, RowLead, RowsFrame } from './rows-frame.tsx';
import { useRowWords } from './use-row-words.ts';

/** Renders forecasts of the record as a table: until when they count, and what came of them. */
export function ForecastsTable({ rows }: { readonly rows: readonly RecordRow[] }) {
  const { t } = useTranslation(['record', 'words']);
  return (
    <RowsFrame
      columns={[
        { head: t('row.seq') },
        { head: t('row.time') },
        { head: t('words:symbol') },
        { head: t('forecast.kind') },
        { head: t('forecast.until') },
        { head: t('row.came') },
        { head: t('row.result') },
        { head: t('row.origin') },
      ]}
    >
      {rows.map((row) => (
        <Row key={row.seq} row={row} />
      ))}
    </RowsFrame>
  );
}

function Row({ row }: { readonly row: RecordRow }) {
  const { t } = useTranslation('record');
  const words = useRowWords();
  return (
    <tr className="border-b border-line-soft last:border-0 hover:bg-hover">
      <RowLead row={row} />
      <td className={CELL}>
        <span className="inline-flex items-center gap-2">
          {words.signal(row)}
          <TrialTag row={row} />
        </span>
      </td>
      {row.sealed ? (
        <td colSpan={2} className={CELL}>
          <span className="inline-flex items-center gap-2">
            <Tag tone="new">{t('row.sealed')}</Tag>
            <span className="text-ink-3">
              <SealedForecast setup={row.setup} />
            </span>
          </span>
        </td>
      ) : (
        <>
          <td className={CELL}>
            <ForecastUntil row={row} />
          </td>
          <td className={CELL}>
            <ForecastResult row={row} />
          </td>
        </>
      )}
      <td className={CELL}>
        <StateTag state={row.state} />
      </td>
      <td className={cx(CELL, 'pr-3.5 text-ink-2')}>{words.origin(row)}</td>
    </tr>
  );
}
