import { conditionSignal, DEFAULT_DIGITS } from '@rasat/contract';
import { Link } from 'react-router';
import { livePrice } from '../../api/live/live.ts';
import { formatIsoUtc } from '../../i18n/format.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { iconButtonClass } from '../../ui/button.tsx';
import { ConditionLadder } from '../../ui/condition-ladder.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icons.tsx';
import { LivePrice } from '../../ui/live-price.tsx';
import { firstPrice } from '../../ui/price-cell.ts';
import { isDelayed, PriceAgeTag } from '../../ui/price-source.tsx';
import { RecomputeLink } from '../../ui/recompute-link.tsx';
import { Tag } from '../../ui/tag.tsx';
import { EntryDirection, type EntryLine } from './entry-parts.tsx';

const CELL = 'h-9 px-2.5 whitespace-nowrap';

/** Renders an entry as a row of the table. */
export function EntryRow({ item, entry, isNew }: EntryLine) {
  const { t } = useTranslation(['words', 'signal']);
  const { price, moment } = useFormats();
  const { tradeCondition: condition } = item;
  const source = livePrice(condition.symbol);
  const first = firstPrice(item.last);
  const digits = entry?.digits ?? DEFAULT_DIGITS;
  const figure = (value: number, tone: string) => (
    <td className={cx(CELL, 'num text-right', tone)}>{price(value, digits)}</td>
  );
  return (
    <tr className="border-b border-line-soft last:border-0 hover:bg-hover">
      <th
        scope="row"
        className={cx(
          CELL,
          'pl-3.5 text-left font-reg',
          isNew && 'shadow-[inset_2px_0_0_var(--brass)]',
        )}
      >
        <span className="inline-flex items-center gap-1.5">
          <Link
            to={`/dashboard/symbol/${condition.symbol}`}
            translate="no"
            className="inline-flex min-h-6 min-w-6 items-center font-semi hover:underline"
          >
            {condition.symbol}
          </Link>
          {isNew ? <Tag tone="new">{t('new')}</Tag> : null}
          {entry ? <PriceAgeTag entry={entry} source={source} first={first} /> : null}
        </span>
      </th>
      <td className={CELL}>
        <EntryDirection item={item} />
      </td>
      {condition.setup === undefined ? null : (
        <td className={cx(CELL, 'text-ink-2 max-wide:hidden')}>
          {t(`signal:setup.${condition.setup}`)}
        </td>
      )}
      {figure(condition.price, 'font-semi')}
      {figure(condition.sl, 'text-down-text')}
      {figure(condition.tp1, 'text-up')}
      {figure(condition.tp2, 'text-up')}
      <td className={cx(CELL, 'text-right')}>
        <LivePrice
          source={source}
          first={first}
          digits={digits}
          watch={false}
          delayed={entry !== null && isDelayed(entry)}
        />
      </td>
      <td className={cx(CELL, 'w-52 pl-5 max-wide:w-36')}>
        <ConditionLadder
          size="compact"
          trade={condition}
          source={source}
          first={first}
          digits={digits}
          className="w-47.5 max-wide:w-29"
        />
      </td>
      <td className={cx(CELL, 'num text-right text-ink-2')}>
        <time dateTime={formatIsoUtc(condition.datetime)} title={formatIsoUtc(condition.datetime)}>
          {moment(condition.datetime)}
        </time>
      </td>
      <td className={cx(CELL, 'text-right')}>
        <RecomputeLink
          look="icon"
          symbol={condition.symbol}
          signal={conditionSignal(condition)}
          className="size-7!"
        />
        <Link
          to={`/dashboard/chart?symbol=${condition.symbol}`}
          aria-label={t('chartOf', { symbol: condition.symbol })}
          title={t('chartOf', { symbol: condition.symbol })}
          className={cx(iconButtonClass, 'size-7!')}
        >
          <Icon name="chart" />
        </Link>
      </td>
    </tr>
  );
}
