import { Link } from 'react-router';
import { livePrice } from '../../api/live.ts';
import { formatIsoUtc } from '../../i18n/format.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { ConditionLadder } from '../../ui/condition-ladder.tsx';
import { cx } from '../../ui/cx.ts';
import { Tag } from '../../ui/tag.tsx';
import { type EntryLine, EntryWay, firstPrice } from './entry-parts.tsx';

/** An entry as a ladder of full height, for a phone. */
export function EntryTile({ item, digits, isNew }: EntryLine) {
  const { t } = useTranslation('words');
  const { moment } = useFormats();
  const { tradeCondition: condition } = item;
  return (
    <li
      className={cx(
        'border-b border-line-soft last:border-0',
        isNew && 'shadow-[inset_2px_0_0_var(--brass)]',
      )}
    >
      <Link
        to={`/dashboard/symbol/${condition.symbol}`}
        className="block px-3 pt-2.75 pb-2 hover:bg-hover"
      >
        <span className="mb-1.25 flex flex-wrap items-center gap-2">
          <b translate="no">{condition.symbol}</b>
          <EntryWay item={item} />
          {isNew ? <Tag tone="new">{t('new')}</Tag> : null}
          <time dateTime={formatIsoUtc(condition.datetime)} className="lbl num ml-auto">
            {moment(condition.datetime)}
          </time>
        </span>
        <ConditionLadder
          trade={condition}
          source={livePrice(condition.symbol)}
          first={firstPrice(item)}
          digits={digits}
        />
      </Link>
    </li>
  );
}
