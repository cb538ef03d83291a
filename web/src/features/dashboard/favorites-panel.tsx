import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useFavorites, useToggleFavorite } from '../../api/calls/favorites.ts';
import { type Quote, type SymbolEntry, symbolsQuery, useQuotes } from '../../api/calls/market.ts';
import { livePrice } from '../../api/live/live.ts';
import { useSubscribed } from '../../api/session/session.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { QuotedChange, QuotedPrice } from '../../ui/live-price.tsx';
import { Panel } from '../../ui/panel.tsx';
import { firstPrice } from '../../ui/price-cell.ts';
import { isDelayed, PriceAgeTag } from '../../ui/price-source.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { StarButton } from '../../ui/star-button.tsx';
import { useFavoriteNotices } from '../../ui/use-favorite-notices.ts';

/** Renders the favourites with their prices, or how to add some. A failed load is stated inside the panel. */
export function FavoritesPanel() {
  const { t } = useTranslation('favorites');
  const { count } = useFormats();
  const subscribed = useSubscribed();
  const favorites = useFavorites();
  const names = favorites.data;
  const listed = useQuery(symbolsQuery());
  const symbols = listed.data;
  const entries = (names ?? []).flatMap(
    (name) => symbols?.find(({ symbol }) => symbol === name) ?? [],
  );
  const quotes = useQuotes([...new Set(entries.map(({ type }) => type))]);
  const pending = subscribed && (names === undefined || symbols === undefined);
  return (
    <Panel
      title={t('title')}
      meta={
        names && names.length > 0 ? <span className="lbl num">{count(names.length)}</span> : null
      }
      actions={
        subscribed ? (
          <Link to="/account?selected=favorites" className="link lbl mr-2">
            {t('all')}
          </Link>
        ) : null
      }
      className="min-h-53 max-desk:min-h-0"
    >
      {pending ? (
        favorites.error || listed.error ? (
          <LoadFailure
            onRetry={() => {
              if (favorites.error) void favorites.refetch();
              if (listed.error) void listed.refetch();
            }}
          />
        ) : (
          <div aria-hidden="true" className="flex flex-col gap-5 p-3">
            <Bone className="w-full" />
            <Bone className="w-full" />
          </div>
        )
      ) : entries.length > 0 ? (
        <ul className="py-1">
          {entries.map((entry) => (
            <Row key={entry.symbol} entry={entry} quote={quotes.get(entry.symbol) ?? null} />
          ))}
        </ul>
      ) : (
        <p className="flex flex-wrap items-center gap-x-2 p-3 leading-mid text-ink-2">
          {subscribed ? t('noneText') : t('needsText')}
          {subscribed ? null : (
            <Link to="/account?selected=subscription" className="link">
              {t('offer')}
            </Link>
          )}
        </p>
      )}
    </Panel>
  );
}

/** States that the list could not be loaded, with a button to try again. */
function LoadFailure({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation('favorites');
  const { t: words } = useTranslation('words');
  return (
    <div className="flex flex-wrap items-center gap-3 p-3">
      <p className="text-ink-3">{t('loadFailed')}</p>
      <Button size="sm" onClick={onRetry}>
        {words('retry')}
      </Button>
    </div>
  );
}

function Row({ entry, quote }: { readonly entry: SymbolEntry; readonly quote: Quote | null }) {
  const { t } = useTranslation('favorites');
  const { language } = useFormats();
  const toggle = useToggleFavorite(useFavoriteNotices());
  const { symbol } = entry;
  const source = livePrice(symbol);
  return (
    <li className="flex min-w-0 items-center pl-1">
      <StarButton
        starred
        label={t('remove', { symbol })}
        onPress={() => toggle(symbol)}
        className="size-8"
      />
      <Link
        to={`/dashboard/symbol/${symbol}`}
        title={entry.name[language]}
        className="group grid h-8 min-w-0 flex-1 grid-cols-[minmax(0,1fr)_60px_minmax(84px,auto)_62px] items-center gap-2 rounded-2 pr-3 pl-1 hover:bg-hover max-[360px]:grid-cols-[minmax(0,1fr)_minmax(84px,auto)_62px] pointer-coarse:h-11"
      >
        <span className="flex min-w-0 items-center gap-2 has-[[data-age]]:col-span-2 max-[360px]:has-[[data-age]]:col-span-1">
          <span translate="no" className="truncate font-semi">
            {symbol}
          </span>
          <PriceAgeTag entry={entry} source={source} first={firstPrice(quote)} />
        </span>
        <Sparkline
          values={quote?.closes}
          width={60}
          className="group-has-[[data-age]]:hidden max-[360px]:hidden"
        />
        <QuotedPrice
          source={source}
          quote={quote}
          digits={entry.digits}
          delayed={isDelayed(entry)}
        />
        <QuotedChange source={source} quote={quote} className="text-right" />
      </Link>
    </li>
  );
}
