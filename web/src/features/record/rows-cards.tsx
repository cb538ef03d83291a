import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Tag } from '../../ui/tag.tsx';
import type { RecordRow } from './row-calls.ts';
import { RFigure, RowTime, RowWay, StateTag } from './row-parts.tsx';
import { computeResult, findTrade } from './row-result.ts';
import { useRowWords } from './use-row-words.ts';

/** Renders signals of the record as cards, for a phone. */
export function RowsCards({ rows }: { readonly rows: readonly RecordRow[] }) {
  const { t } = useTranslation('record');
  return (
    <ul aria-label={t('rows.caption')}>
      {rows.map((row) => (
        <Card key={row.seq} row={row} />
      ))}
    </ul>
  );
}

/** Renders the number of a row, which leads to its page, its symbol and its time. */
export function CardHead({ row }: { readonly row: Pick<RecordRow, 'seq' | 'symbol' | 'barTime'> }) {
  const { t } = useTranslation('record');
  const { count } = useFormats();
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <Link
        to={`/record/${row.seq}`}
        aria-label={t('rows.open', { seq: count(row.seq), symbol: row.symbol })}
        className="inline-flex min-h-11 items-center gap-2 pr-2"
      >
        <b translate="no" className="text-14">
          {row.symbol}
        </b>{' '}
        <span className="num link text-12">{count(row.seq)}</span>
      </Link>
      <span className="lbl ml-auto">
        <RowTime timeMs={row.barTime} />
      </span>
    </div>
  );
}

function Card({ row }: { readonly row: RecordRow }) {
  const { t } = useTranslation('record');
  const words = useRowWords();
  const { gross, net, baseline } = computeResult(row, 'tp1');
  return (
    <li className="border-b border-line-soft px-3 pt-1 pb-3 last:border-0">
      <CardHead row={row} />
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
        <span>{words.signal(row)}</span>
        {row.sealed ? null : <RowWay way={findTrade(row)?.way ?? null} />}
        <StateTag state={row.state} />
        {row.sealed ? <Tag tone="new">{t('row.sealed')}</Tag> : null}
      </div>
      <CardPrices row={row} />
      <dl className="mt-2 grid grid-cols-[repeat(3,auto)_1fr] gap-x-4">
        <Pair name={t('row.gross')}>
          <RFigure value={gross} className="text-14 font-semi" />
        </Pair>
        <Pair name={t('row.net')}>
          <RFigure value={net} className="text-14 font-semi" />
        </Pair>
        <Pair name={t('row.baseline')}>
          <RFigure value={baseline} quiet className="text-14" />
        </Pair>
        <Pair name={t('row.origin')} end>
          <span className="text-12 text-ink-2">{words.origin(row)}</span>
        </Pair>
      </dl>
    </li>
  );
}

function CardPrices({ row }: { readonly row: RecordRow }) {
  const { t } = useTranslation(['record', 'words']);
  const { price } = useFormats();
  if (row.sealed)
    return (
      <p className="mt-1.5 text-12 text-ink-3">
        {t(row.kind === 'levels' ? 'row.sealedShort.levels' : 'row.sealedShort.box')}
      </p>
    );
  const trade = findTrade(row);
  const of = (value: number | null | undefined) => price(value ?? null, row.digits);
  if (trade === null) {
    return (
      <p className="mt-1.5 text-12 text-ink-2">
        {t('row.sides', { buy: of(row.levels?.buy[0]), sell: of(row.levels?.sell[0]) })}
      </p>
    );
  }
  return (
    <dl className="mt-2 grid grid-cols-4 gap-x-2">
      <Pair name={t('words:entry')}>
        <span className="num font-semi">{of(trade.price)}</span>
      </Pair>
      <Pair name={t('words:stop')}>
        <span className="num">{of(trade.sl)}</span>
      </Pair>
      <Pair name={t('words:target1')}>
        <span className="num">{of(trade.tp1)}</span>
      </Pair>
      <Pair name={t('words:target2')}>
        <span className="num">{of(trade.tp2)}</span>
      </Pair>
    </dl>
  );
}

/** Renders a name above its value. */
export function Pair({
  name,
  end = false,
  children,
}: {
  readonly name: string;
  readonly end?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={end ? 'min-w-0 text-right' : 'min-w-0'}>
      <dt className="lbl">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
