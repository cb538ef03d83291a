import { conditionSignal, DEFAULT_DIGITS } from '@rasat/contract';
import { Link } from 'react-router';
import { livePrice } from '../../api/live/live.ts';
import { formatIsoUtc } from '../../i18n/format.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { ConditionLadder } from '../../ui/condition-ladder.tsx';
import { cx } from '../../ui/cx.ts';
import { firstPrice } from '../../ui/price-cell.ts';
import { PriceAgeTag } from '../../ui/price-source.tsx';
import { RecomputeLink } from '../../ui/recompute-link.tsx';
import { Tag } from '../../ui/tag.tsx';
import { EntryDirection, type EntryLine } from './entry-parts.tsx';

/** Renders an entry as a ladder of full height, for a phone. */
export function EntryTile({ item, entry, isNew }: EntryLine) {
  const { t } = useTranslation(['words', 'signal']);
  const { moment } = useFormats();
  const { tradeCondition: condition } = item;
  const source = livePrice(condition.symbol);
  const first = firstPrice(item.last);
  return (
    <li
      className={cx(
        'relative border-b border-line-soft px-3 pt-1 pb-2 last:border-0 hover:bg-hover',
        isNew && 'shadow-[inset_2px_0_0_var(--brass)]',
      )}
    >
      <span className="flex min-h-11 items-center gap-2">
        <span className="flex flex-1 flex-wrap items-center gap-x-2 gap-y-0.5">
          {/* The tile links to the symbol. Other links lie over it. */}
          <Link
            to={`/dashboard/symbol/${condition.symbol}`}
            translate="no"
            className="font-semi after:absolute after:inset-0"
          >
            {condition.symbol}
          </Link>
          <EntryDirection item={item} />
          {isNew ? <Tag tone="new">{t('new')}</Tag> : null}
          {entry ? <PriceAgeTag entry={entry} source={source} first={first} /> : null}
          <span className="lbl num max-tab:basis-full tab:ml-auto">
            {condition.setup === undefined ? null : `${t(`signal:setup.${condition.setup}`)} · `}
            <time dateTime={formatIsoUtc(condition.datetime)}>{moment(condition.datetime)}</time>
          </span>
        </span>
        <RecomputeLink
          look="icon"
          symbol={condition.symbol}
          signal={conditionSignal(condition)}
          className="-mr-2.5"
        />
      </span>
      <ConditionLadder
        trade={condition}
        source={source}
        first={first}
        digits={entry?.digits ?? DEFAULT_DIGITS}
      />
    </li>
  );
}
