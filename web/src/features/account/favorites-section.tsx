import { CATEGORIES } from '@rasat/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useFavorites, useToggleFavorite } from '../../api/calls/favorites.ts';
import { type Quote, type SymbolEntry, symbolsQuery, useQuotes } from '../../api/calls/market.ts';
import { livePrice, useCategoryTicks } from '../../api/live/live.ts';
import { useSubscribed } from '../../api/session/session.ts';
import { useLanguage, useTranslation } from '../../i18n/index.ts';
import { buttonClass } from '../../ui/button.tsx';
import { QuotedChange, QuotedPrice } from '../../ui/live-price.tsx';
import { Load } from '../../ui/load.tsx';
import { Panel } from '../../ui/panel.tsx';
import { firstPrice } from '../../ui/price-cell.ts';
import { isDelayed, PriceAgeTag, SourceTag } from '../../ui/price-source.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { StarButton } from '../../ui/star-button.tsx';
import { Empty } from '../../ui/states.tsx';
import { useFavoriteNotices } from '../../ui/use-favorite-notices.ts';

const HEAD = 'h-7.5 border-b border-line px-2.5 text-11 font-med whitespace-nowrap text-ink-3';
const CELL = 'h-9 px-2.5 whitespace-nowrap max-desk:h-11.5';
const DESK_ONLY = 'max-desk:hidden';

/** Renders the favourites with prices; without a subscription, that they need one. */
export function FavoritesSection() {
  const subscribed = useSubscribed();
  return (
    <Panel className="overflow-hidden">{subscribed ? <Favorites /> : <NeedsSubscription />}</Panel>
  );
}

function NeedsSubscription() {
  const { t } = useTranslation('favorites');
  return (
    <Empty
      level={2}
      title={t('needs')}
      text={t('needsText')}
      action={
        <Link to="?selected=subscription" className={buttonClass('secondary')}>
          {t('offer')}
        </Link>
      }
    />
  );
}

function Favorites() {
  const { t } = useTranslation('favorites');
  const { t: account } = useTranslation('account');
  const favorites = useFavorites();
  return (
    <Load query={favorites} failed={t('loadFailed')} skeleton={<FavoritesSkeleton />}>
      {(list) =>
        list.length === 0 ? (
          <Empty
            level={2}
            title={t('none')}
            text={t('noneText')}
            action={
              <Link to="/dashboard" className={buttonClass('secondary')}>
                {account('favorites.toDashboard')}
              </Link>
            }
          />
        ) : (
          <FavoritesTable names={list} />
        )
      }
    </Load>
  );
}

/** Reads the entries and quotes of favourites by symbol, with one quotes call per used category. */
function useRows(names: readonly string[]) {
  const { data: symbols } = useQuery(symbolsQuery());
  const entries = new Map(
    symbols?.filter(({ symbol }) => names.includes(symbol)).map((entry) => [entry.symbol, entry]),
  );
  const used = CATEGORIES.filter((category) =>
    [...entries.values()].some(({ type }) => type === category),
  );
  useCategoryTicks(used);
  return { entries, quotes: useQuotes(used) };
}

function FavoritesTable({ names }: { readonly names: readonly string[] }) {
  const { t } = useTranslation('account');
  const { t: words } = useTranslation('words');
  const heads = [
    [words('symbol'), 'text-left'],
    [t('favorites.category'), `${DESK_ONLY} text-left`],
    [words('price'), 'text-right'],
    [t('favorites.day'), 'text-right'],
    [t('favorites.month'), `${DESK_ONLY} text-right`],
  ] as const;
  const toggle = useToggleFavorite(useFavoriteNotices());
  const { entries, quotes } = useRows(names);
  const body = useRef<HTMLTableSectionElement>(null);
  const removedAt = useRef<number | null>(null);
  const shown = names.join(' ');
  useEffect(() => {
    if (removedAt.current === null || shown === '') return;
    // The removed row had the focus; the row in its place gets it.
    const stars = body.current?.querySelectorAll('button') ?? [];
    stars[Math.min(removedAt.current, stars.length - 1)]?.focus();
    removedAt.current = null;
  }, [shown]);
  const remove = (symbol: string, at: number): void => {
    removedAt.current = at;
    // Removing the last favourite removes the table.
    if (names.length === 1) document.querySelector('h1')?.focus();
    toggle(symbol);
  };
  return (
    <>
      <p className="px-2.5 pt-2 empty:hidden">
        <SourceTag symbols={[...entries.values()]} />
      </p>
      <table className="w-full border-collapse">
        <caption className="sr-only">{t('favorites.caption')}</caption>
        <thead>
          <tr>
            {heads.map(([name, align]) => (
              <th key={name} scope="col" className={`${HEAD} ${align}`}>
                {name}
              </th>
            ))}
            <th scope="col" className={`${HEAD} w-14`}>
              <span className="sr-only">{t('favorites.toggle')}</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {names.map((name, at) => (
            <FavoriteRow
              key={name}
              symbol={name}
              entry={entries.get(name) ?? null}
              quote={quotes.get(name) ?? null}
              onRemove={() => remove(name, at)}
            />
          ))}
        </tbody>
      </table>
    </>
  );
}

function FavoriteRow({
  symbol,
  entry,
  quote,
  onRemove,
}: {
  readonly symbol: string;
  /** Null for a delisted symbol. */
  readonly entry: SymbolEntry | null;
  readonly quote: Quote | null;
  readonly onRemove: () => void;
}) {
  const { t } = useTranslation('favorites');
  const { t: words } = useTranslation('words');
  const language = useLanguage();
  const source = livePrice(symbol);
  const digits = entry?.digits ?? 5;
  return (
    <tr className="border-b border-line-soft last:border-0 hover:bg-hover">
      <th scope="row" className={`${CELL} text-left font-reg`}>
        <Link
          to={`/dashboard/symbol/${encodeURIComponent(symbol)}`}
          title={entry?.name[language]}
          translate="no"
          className="inline-flex min-h-6 items-center font-semi hover:underline"
        >
          {symbol}
        </Link>
      </th>
      <td className={`${CELL} ${DESK_ONLY} text-ink-2`}>
        {entry ? words(`category.${entry.type}`) : '—'}
      </td>
      <td className={`${CELL} text-right`}>
        {entry ? (
          <span className="mr-1.5">
            <PriceAgeTag entry={entry} source={source} first={firstPrice(quote)} />
          </span>
        ) : null}
        <QuotedPrice
          source={source}
          quote={quote}
          digits={digits}
          delayed={entry !== null && isDelayed(entry)}
        />
      </td>
      <td className={`${CELL} text-right`}>
        <QuotedChange source={source} quote={quote} />
      </td>
      <td className={`${CELL} ${DESK_ONLY}`}>
        <Sparkline values={quote?.closes} width={80} height={20} className="ml-auto" />
      </td>
      <td className={`${CELL} pr-3 text-right`}>
        <StarButton
          starred
          label={t('remove', { symbol })}
          onPress={onRemove}
          className="align-middle"
        />
      </td>
    </tr>
  );
}

function FavoritesSkeleton() {
  return (
    <div>
      <div className="h-7.5 border-b border-line" />
      {[64, 56, 72, 60].map((width) => (
        <div
          key={width}
          className="flex h-9 items-center justify-between gap-6 border-b border-line-soft px-2.5 last:border-0 max-desk:h-11.5"
        >
          <Bone className={width > 60 ? 'w-16' : 'w-14'} />
          <Bone className="ml-auto w-16" />
          <Bone className="w-12" />
          <Bone className="h-4 w-4" />
        </div>
      ))}
    </div>
  );
}
