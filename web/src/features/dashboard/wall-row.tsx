import { memo } from 'react';
import { Link } from 'react-router';
import type { Quote, SymbolEntry } from '../../api/calls/market.ts';
import { livePrice } from '../../api/live/live.ts';
import { useLanguage, useTranslation } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import { Triangle } from '../../ui/icons.tsx';
import { QuotedChange, QuotedPrice } from '../../ui/live-price.tsx';
import { firstPrice } from '../../ui/price-cell.ts';
import { isDelayed, PriceAgeTag } from '../../ui/price-source.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';

/**
 * The columns of a row: direction, symbol (and name on a tablet), thirty days, price, day change. The age of a price
 * that is not live stands in place of the thirty days.
 */
export const WALL_ROW =
  'grid h-7.5 grid-cols-[8px_minmax(0,1fr)_40px_minmax(66px,auto)_50px] items-center gap-1.25 pr-2.5 pl-2.25 max-desk:h-11 max-desk:grid-cols-[8px_minmax(0,1fr)_62px_minmax(84px,auto)_62px] max-desk:gap-2 max-[360px]:grid-cols-[8px_minmax(0,1fr)_minmax(84px,auto)_62px] pointer-coarse:h-11';

/** The same with an age: a time leaves the name whole, a day is whole itself. */
const AGED_ROW =
  'has-[[data-age=time]]:grid-cols-[8px_auto_minmax(0,1fr)_minmax(66px,auto)_50px] has-[[data-age=day]]:grid-cols-[8px_minmax(0,auto)_minmax(min-content,1fr)_minmax(66px,auto)_50px] max-desk:has-[[data-age=time]]:grid-cols-[8px_auto_minmax(0,1fr)_minmax(84px,auto)_62px] max-desk:has-[[data-age=day]]:grid-cols-[8px_minmax(0,auto)_minmax(min-content,1fr)_minmax(84px,auto)_62px]';

/** Letters of a name beyond which it is set narrow, beside the day of its price. */
const LONG_NAME = 8;

/** One symbol of a wall. Only its price and change cells are painted again when a tick comes. */
export const WallRow = memo(function WallRow({
  entry,
  quote,
  way,
}: {
  readonly entry: SymbolEntry;
  readonly quote: Quote | null;
  /** The open condition's way; null without one. */
  readonly way: boolean | null;
}) {
  const { t } = useTranslation('dashboard');
  const language = useLanguage();
  const source = livePrice(entry.symbol);
  return (
    <li>
      <Link
        to={`/dashboard/symbol/${entry.symbol}`}
        title={entry.name[language]}
        className={`${WALL_ROW} ${AGED_ROW} group hover:bg-hover`}
      >
        {way === null ? (
          <span />
        ) : (
          <Triangle
            up={way}
            label={way ? t('openBuy') : t('openSell')}
            className={way ? 'text-up' : 'text-down-text'}
          />
        )}
        <span className="flex min-w-0 items-baseline gap-2.5">
          <span
            translate="no"
            className={cx(
              'truncate font-semi tab:max-desk:w-21',
              entry.symbol.length > LONG_NAME ? 'text-12 font-stretch-[62%]' : 'font-stretch-[90%]',
            )}
          >
            {entry.symbol}
          </span>
          <span className="hidden min-w-0 flex-1 truncate text-12 text-ink-3 tab:max-desk:inline">
            {entry.name[language]}
          </span>
        </span>
        <span className="flex min-w-0 justify-end max-[360px]:not-has-[[data-age]]:hidden">
          <PriceAgeTag entry={entry} source={source} first={firstPrice(quote)} narrow />
          <Sparkline values={quote?.closes} className="group-has-[[data-age]]:hidden" />
        </span>
        <QuotedPrice
          source={source}
          quote={quote}
          digits={entry.digits}
          delayed={isDelayed(entry)}
        />
        <QuotedChange source={source} quote={quote} className="text-right text-12" />
      </Link>
    </li>
  );
});
