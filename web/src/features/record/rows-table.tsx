import { Link } from 'react-router';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import { Tag } from '../../ui/tag.tsx';
import type { RecordRow } from './row-calls.ts';
import { RFigure, RowTime, RowWay, StateTag } from './row-parts.tsx';
import { computeResult, findTrade } from './row-result.ts';
import { useRowWords } from './use-row-words.ts';

const HEAD = 'h-7.5 border-b border-line px-2 text-11 font-med whitespace-nowrap text-ink-3';
const CELL = 'h-9 px-2 whitespace-nowrap';
const FIGURE = `${CELL} num text-right`;

/** Renders rows of the record as a table that scrolls sideways by itself on a narrow page. */
export function RowsTable({ rows }: { readonly rows: readonly RecordRow[] }) {
  const { t } = useTranslation(['record', 'words']);
  const column = (head: string, figures = false, title?: string) => (
    <th
      scope="col"
      title={title}
      className={cx(HEAD, figures ? 'text-right' : 'text-left', 'first:pl-3.5 last:pr-3.5')}
    >
      {head}
    </th>
  );
  return (
    <section
      className="relative overflow-x-auto"
      aria-label={t('rows.caption')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
      tabIndex={0}
    >
      <table className="w-full border-collapse text-12">
        <caption className="sr-only">{t('rows.caption')}</caption>
        <thead>
          <tr>
            {column(t('row.seq'))}
            {column(t('row.time'))}
            {column(t('words:symbol'))}
            {column(t('row.what'))}
            {column(t('words:way'))}
            {column(t('words:entry'), true)}
            {column(t('words:stop'), true)}
            {column(t('words:target1'), true)}
            {column(t('words:target2'), true)}
            {column(t('row.result'))}
            {column(t('row.gross'), true, t('row.grossLong'))}
            {column(t('row.net'), true, t('row.netLong'))}
            {column(t('row.baseline'), true, t('row.baselineLong'))}
            {column(t('row.origin'))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.seq} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ row }: { readonly row: RecordRow }) {
  const { t } = useTranslation('record');
  const { count } = useFormats();
  const words = useRowWords();
  const { gross, net, baseline } = computeResult(row, 'tp1');
  return (
    <tr className="border-b border-line-soft last:border-0 hover:bg-hover">
      <th scope="row" className={cx(CELL, 'pl-3.5 text-left font-reg')}>
        <Link
          to={`/record/${row.seq}`}
          aria-label={t('rows.open', { seq: count(row.seq), symbol: row.symbol })}
          className="num link inline-flex min-h-6 items-center font-semi"
        >
          {count(row.seq)}
        </Link>
      </th>
      <td className={cx(CELL, 'text-ink-2')}>
        <RowTime timeMs={row.barTime} />
      </td>
      <td className={cx(CELL, 'font-semi')} translate="no">
        {row.symbol}
      </td>
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
