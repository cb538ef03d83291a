import { useFormats, useTranslation } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import { Tag } from '../../ui/tag.tsx';
import type { RecordRow } from './row-calls.ts';
import { RFigure, RowWay, StateTag } from './row-parts.tsx';
import { computeResult, findTrade } from './row-result.ts';
import { CELL, RowLead, RowsFrame } from './rows-frame.tsx';
import { useRowWords } from './use-row-words.ts';

const FIGURE = `${CELL} num text-right`;

/** Renders signals of the record as a table. */
export function RowsTable({ rows }: { readonly rows: readonly RecordRow[] }) {
  const { t } = useTranslation(['record', 'words']);
  return (
    <RowsFrame
      columns={[
        { head: t('row.seq') },
        { head: t('row.time') },
        { head: t('words:symbol') },
        { head: t('row.what') },
        { head: t('words:way') },
        { head: t('words:entry'), figures: true },
        { head: t('words:stop'), figures: true },
        { head: t('words:target1'), figures: true },
        { head: t('words:target2'), figures: true },
        { head: t('row.result') },
        { head: t('row.gross'), figures: true, title: t('row.grossLong') },
        { head: t('row.net'), figures: true, title: t('row.netLong') },
        { head: t('row.baseline'), figures: true, title: t('row.baselineLong') },
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
  const words = useRowWords();
  const { gross, net, baseline } = computeResult(row, 'tp1');
  return (
    <tr className="border-b border-line-soft last:border-0 hover:bg-hover">
      <RowLead row={row} />
      <td className={CELL}>{words.signal(row)}</td>
      <Trade row={row} />
      <td className={CELL}>
        <StateTag state={row.state} />
      </td>
      <td className={FIGURE}>
        <RFigure value={gross} className="font-semi" />
      </td>
      <td className={FIGURE}>
        <RFigure value={net} className="font-semi" />
      </td>
      <td className={FIGURE}>
        <RFigure value={baseline} quiet />
      </td>
      <td className={cx(CELL, 'pr-3.5 text-ink-2')}>{words.origin(row)}</td>
    </tr>
  );
}

/**
 * Renders the direction and prices of a row; for a sealed row why they are hidden, for a week without an entry the
 * entry levels of both sides.
 */
function Trade({ row }: { readonly row: RecordRow }) {
  const { t } = useTranslation('record');
  const { price } = useFormats();
  if (row.sealed) {
    return (
      <td colSpan={5} className={CELL}>
        <span className="inline-flex items-center gap-2">
          <Tag tone="new">{t('row.sealed')}</Tag>
          <span className="text-ink-3">
            {t(row.kind === 'levels' ? 'row.sealedShort.levels' : 'row.sealedShort.box')}
          </span>
        </span>
      </td>
    );
  }
  const trade = findTrade(row);
  if (trade === null) {
    const { buy: [buy = null] = [], sell: [sell = null] = [] } = row.levels ?? {};
    return (
      <>
        <td className={CELL}>
          <RowWay way={null} />
        </td>
        <td colSpan={4} className={cx(CELL, 'text-right text-ink-2')}>
          {t('row.sides', { buy: price(buy, row.digits), sell: price(sell, row.digits) })}
        </td>
      </>
    );
  }
  return (
    <>
      <td className={CELL}>
        <RowWay way={trade.way} />
      </td>
      {([trade.price, trade.sl, trade.tp1, trade.tp2] as const).map((value, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: four cells in their order
        <td key={at} className={cx(FIGURE, at === 0 && 'font-semi')}>
          {price(value, row.digits)}
        </td>
      ))}
    </>
  );
}
