import { isReference, isStale } from '@rasat/contract';
import { bucketStart } from '@rasat/engine';
import { useContext } from 'react';
import { Link } from 'react-router';
import { useIsFavorite, useToggleFavorite } from '../../api/calls/favorites.ts';
import type { Quote, SymbolEntry } from '../../api/calls/market.ts';
import { livePrice, useLiveState } from '../../api/live/live.ts';
import { formatIsoUtc } from '../../i18n/format.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icons.tsx';
import { LivePrice, StalePrices } from '../../ui/live-price.tsx';
import { MarketOpening } from '../../ui/market-state.tsx';
import { type CellPrice, firstPrice } from '../../ui/price-cell.ts';
import { isDelayed, SourceTag, useAgeWords, useDelayWords } from '../../ui/price-source.tsx';
import { StarButton } from '../../ui/star-button.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useFavoriteNotices } from '../../ui/use-favorite-notices.ts';
import { useServerNow } from '../../ui/use-now.ts';
import { useSingleKey } from '../../ui/use-single-key.ts';
import { computeDay, getPriceState, type PriceState } from './day-figures.ts';
import { useLastPrice } from './last-price.ts';
import type { PanelState } from './panel-state.ts';
import { PriceReader } from './price-reader.tsx';
import { describeWeek } from './weeks.ts';

/** Renders the head of the page: the symbol, its price, its day, and the links to its other pages. */
export function SymbolHead({
  entry,
  quote,
  atr,
}: {
  readonly entry: SymbolEntry;
  readonly quote: PanelState<Quote | null>;
  readonly atr: number | null;
}) {
  const { t } = useTranslation(['symbol', 'words']);
  const { language } = useFormats();
  const known = quote.status === 'ready' ? quote.data : null;
  return (
    <div className="mb-3.5 flex flex-wrap items-center gap-x-4.5 gap-y-2.5">
      <div>
        <h1
          translate="no"
          className="text-28 tracking-[-.015em] font-stretch-[108%] max-desk:text-28"
        >
          {entry.symbol}
        </h1>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-1.5 gap-y-1 text-ink-3">
          {entry.name[language]}
          <Tag>{t(`words:category.${entry.type}`)}</Tag>
          <SourceTag symbols={[entry]} />
        </p>
      </div>
      <Price entry={entry} quote={known} />
      {isReference(entry.delay) ? null : <Figures entry={entry} quote={known} atr={atr} />}
      <span className="flex-1 max-desk:hidden" />
      <nav
        aria-label={entry.symbol}
        className="flex gap-2 max-desk:grid max-desk:w-full max-desk:grid-flow-col max-desk:auto-cols-fr max-desk:grid-cols-[44px]"
      >
        <Favorite symbol={entry.symbol} />
        {isReference(entry.delay) ? null : (
          <Link
            to={`/dashboard/portfolio/${entry.type}?q=${encodeURIComponent(entry.symbol)}`}
            className={buttonClass('secondary')}
          >
            {t('toPortfolio')}
          </Link>
        )}
        <Link
          to={`/dashboard/chart?symbol=${encodeURIComponent(entry.symbol)}`}
          className={buttonClass('primary')}
        >
          <Icon name="chart" />
          {t('openChart')}
        </Link>
      </nav>
    </div>
  );
}

/** Renders the star; the key `f` presses it too. */
function Favorite({ symbol }: { readonly symbol: string }) {
  const { t } = useTranslation('favorites');
  const starred = useIsFavorite(symbol);
  const toggle = useToggleFavorite(useFavoriteNotices());
  useSingleKey('f', () => toggle(symbol));
  return (
    <StarButton
      framed
      starred={starred}
      label={t(starred ? 'remove' : 'add', { symbol })}
      onPress={() => toggle(symbol)}
      className="max-desk:px-0"
    />
  );
}

function Price({ entry, quote }: { readonly entry: SymbolEntry; readonly quote: Quote | null }) {
  const { t } = useTranslation(['symbol', 'words']);
  const formats = useFormats();
  const phase = useLiveState().phase;
  const cut = useContext(StalePrices);
  const last = useLastPrice(entry.symbol, quote);
  const watch = quote?.open ?? true;
  const nowMs = useServerNow();
  const delay = useDelayWords();
  const state = getPriceState(
    { open: watch, stale: isStale(entry, last?.timeMs ?? null, nowMs) },
    last !== null,
    phase !== 'reconnecting' && !cut,
  );
  const { change, changePercent } = quote
    ? computeDay(quote, last?.price ?? null)
    : { change: null, changePercent: null };
  const rising = change === null || change === 0 ? null : change > 0;
  return (
    <div>
      <div className="flex items-baseline gap-3.5">
        <LivePrice
          source={livePrice(entry.symbol)}
          first={firstPrice(quote)}
          digits={entry.digits}
          watch={watch}
          stale={quote?.stale ?? false}
          delayed={isDelayed(entry)}
          className="-mx-1 px-1 text-28 leading-tight font-med"
        />
        <span
          className={cx(
            'num font-semi',
            rising === null ? 'text-ink-2' : rising ? 'text-up' : 'text-down-text',
          )}
        >
          <span className="sr-only">{t('words:dayChange')} </span>
          {formats.signed(change, entry.digits)} ({formats.change(changePercent)})
        </span>
      </div>
      <p className="num mt-0.5 leading-5 whitespace-normal text-ink-3 desk:max-w-86">
        {isReference(entry.delay) && last ? (
          <>
            <time dateTime={formatIsoUtc(last.timeMs)}>{formats.day(last.timeMs)}</time>
            {` · ${delay(entry)}`}
          </>
        ) : (
          <PriceMoment entry={entry} last={last} state={state} />
        )}{' '}
        <PriceReader entry={entry} price={last?.price ?? null} />
      </p>
    </div>
  );
}

/** Shows when the price was made, and the state of its market. */
function PriceMoment({
  entry,
  last,
  state,
}: {
  readonly entry: SymbolEntry;
  readonly last: CellPrice | null;
  readonly state: PriceState;
}) {
  const { t } = useTranslation(['symbol', 'words']);
  const formats = useFormats();
  const age = useAgeWords();
  const delay = useDelayWords();
  return (
    <>
      {last ? (
        <>
          <time dateTime={formatIsoUtc(last.timeMs)} title={formatIsoUtc(last.timeMs)}>
            {formats.moment(last.timeMs)}
            {state === 'closed'
              ? ' '
              : `:${String(new Date(last.timeMs).getUTCSeconds()).padStart(2, '0')} `}
            {/* The dot stays with the word before it, so that no line begins with a dot. */}
            <span className="whitespace-nowrap">{t('words:zone')} ·</span>
          </time>{' '}
        </>
      ) : null}
      <span>
        {state === 'stale' ? (
          <Tag tone="bad">{t('state.stale')}</Tag>
        ) : state === 'live' && isDelayed(entry) ? (
          delay(entry)
        ) : (
          t(`state.${state}`)
        )}
        {last !== null && state !== 'closed' ? (
          <span className="whitespace-nowrap before:mx-1 before:content-['·']">
            {age(last.timeMs)}
          </span>
        ) : null}
        {state === 'closed' ? (
          <span className="before:mx-1 before:content-['·'] empty:hidden">
            <MarketOpening symbols={[entry]} />
          </span>
        ) : null}
      </span>
    </>
  );
}

function Figures({
  entry,
  quote,
  atr,
}: {
  readonly entry: SymbolEntry;
  readonly quote: Quote | null;
  readonly atr: number | null;
}) {
  const { t } = useTranslation('symbol');
  const formats = useFormats();
  const last = useLastPrice(entry.symbol, quote);
  const day = quote ? computeDay(quote, last?.price ?? null) : { high: null, low: null };
  // The week of the last price, which may differ from the week of the levels below.
  const week = quote?.d == null ? null : bucketStart('1W', quote.d, entry.calendar === 'forex');
  const weekName =
    week === null
      ? t('weekOpen')
      : t('weekOpenOf', { number: describeWeek(week, entry.calendar).number });
  const figures = [
    [t('dayHigh'), day.high],
    [t('dayLow'), day.low],
    [weekName, quote?.weekOpen ?? null],
    [t('atr'), atr],
  ] as const;
  return (
    <dl className="flex gap-x-5 gap-y-2 max-desk:ml-0 max-desk:grid max-desk:w-full max-desk:grid-cols-2 max-desk:gap-x-4.5 tab:max-desk:grid-cols-4">
      {figures.map(([name, value]) => (
        <div key={name} className="flex flex-col gap-px">
          <dt className="lbl">{name}</dt>
          <dd className="num">{formats.price(value, entry.digits)}</dd>
        </div>
      ))}
    </dl>
  );
}
