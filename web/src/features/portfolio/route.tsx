import { BOXES, type BoxType, CATEGORIES, type Category } from '@rasat/contract';
import { countNewest, HOUR_MS } from '@rasat/engine';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { quotesQuery, symbolsQuery } from '../../api/calls/market.ts';
import { portfolioQuery } from '../../api/calls/signals.ts';
import { useCategoryTicks } from '../../api/live/live.ts';
import { loadTexts, useFormats, useTranslation } from '../../i18n/index.ts';
import { CategoryNav } from '../../ui/category-nav.tsx';
import { cx } from '../../ui/cx.ts';
import { Load } from '../../ui/load.tsx';
import { NotFound } from '../../ui/not-found.tsx';
import { SourceTag } from '../../ui/price-source.tsx';
import { TermHelp } from '../../ui/term-help.tsx';
import { useAddressWrite } from '../../ui/use-address-write.ts';
import { useServerNow } from '../../ui/use-now.ts';
import { Filters, type FilterView } from './filters.tsx';
import { filterItems, groupHoldings, listTrades, normalizeSymbol } from './holdings.ts';
import { HoldingsSkeleton } from './holdings-skeleton.tsx';
import { Holdings } from './holdings-view.tsx';

/** Loads the texts of the page before it is painted. */
export async function clientLoader() {
  await loadTexts('portfolio');
  return null;
}

/** Renders the portfolio of a category: symbols with an open box trade, newest first. */
export default function PortfolioRoute() {
  const { type } = useParams();
  const category = CATEGORIES.find((known) => known === type);
  return category ? <Portfolio key={category} category={category} /> : <NotFound />;
}

/** Delay after the last key press before the address is updated. */
const REST_MS = 300;

/**
 * Returns the filters, which the address stores: `box=1,3`, `q=THY`, `view=list`. The component holds the state and
 * updates the address later, because a field must not wait for the router.
 */
function useView(): FilterView {
  const [search, setSearch] = useSearchParams();
  const [boxes, setBoxes] = useState<readonly BoxType[]>(() => readBoxes(search.get('box')));
  const [text, setText] = useState(() => normalizeSymbol(search.get('q') ?? ''));
  const [list, setList] = useState(search.get('view') === 'list');
  const wanted = new URLSearchParams();
  if (boxes.length > 0) wanted.set('box', boxes.join(','));
  if (text !== '') wanted.set('q', text);
  if (list) wanted.set('view', 'list');
  const address = wanted.toString();
  useAddressWrite(address === search.toString() ? null : address, REST_MS, (rested) =>
    setSearch(rested, { replace: true, preventScrollReset: true }),
  );
  return {
    boxes,
    text,
    list,
    setBoxes,
    setText: (typed) => setText(normalizeSymbol(typed)),
    setList,
    clear: () => {
      setBoxes([]);
      setText('');
    },
  };
}

function readBoxes(kept: string | null): BoxType[] {
  const wanted = (kept ?? '').split(',');
  return BOXES.map(({ type }) => type).filter((type) => wanted.includes(String(type)));
}

function Portfolio({ category }: { readonly category: Category }) {
  const { t } = useTranslation('portfolio');
  const { t: words } = useTranslation('words');
  const view = useView();
  const known = useQueryClient().getQueryData(portfolioQuery(category, 'overview').queryKey);
  const portfolio = useQuery({ ...portfolioQuery(category), placeholderData: () => known });
  const symbols = useQuery(symbolsQuery());
  const quotes = useQuery(quotesQuery(category));
  useCategoryTicks([category]);
  const items = portfolio.data ?? [];
  const filtered = filterItems(items, view);
  const holdings = groupHoldings(items, filtered);
  const entries = symbols.data?.filter(({ type }) => type === category) ?? [];
  const name = words(`category.${category}`);
  return (
    <>
      <title>{`${t('title')}, ${name} · Rasat`}</title>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2.5">
        <div className="flex items-center gap-2 max-desk:basis-full">
          <h1 className="text-22 tracking-[-.01em] font-stretch-[108%]">{t('title')}</h1>
          <TermHelp term="portfolio" />
          <SourceTag symbols={entries} />
        </div>
        <CategoryNav label={t('categories')} page="portfolio" current={category} />
        {portfolio.data ? (
          <Counts
            newest={filtered}
            shown={holdings.length}
            total={symbols.data ? entries.length : holdings.length}
          />
        ) : null}
      </div>
      <p className="mb-3.5 max-w-[110ch] text-ink-2">{t('what')}</p>
      <Filters items={items} view={view} />
      <Load query={portfolio} failed={t('failed')} skeleton={<HoldingsSkeleton list={view.list} />}>
        {() => (
          <Holdings
            category={category}
            holdings={holdings}
            trades={listTrades(filtered)}
            empty={items.length === 0}
            list={view.list}
            symbols={symbols.data ?? []}
            quotes={quotes.data?.quotes ?? []}
            caption={t('caption', { category: name })}
            onClear={view.clear}
          />
        )}
      </Load>
    </>
  );
}

function Counts({
  newest,
  shown,
  total,
}: {
  readonly newest: readonly { readonly d: number }[];
  readonly shown: number;
  readonly total: number;
}) {
  const { t } = useTranslation('portfolio');
  const { count } = useFormats();
  const nowMs = useServerNow(HOUR_MS);
  const fresh = countNewest(newest, nowMs);
  return (
    <p
      role="status"
      className="lbl ml-auto flex items-baseline gap-1.5 max-desk:ml-0 max-desk:basis-full"
    >
      <b className={cx('num text-13', fresh > 0 && 'text-brass')}>
        {t('newest', { count: fresh })}
      </b>
      <span aria-hidden="true">·</span>
      <span className="num">{t('shown', { shown: count(shown), total: count(total) })}</span>
    </p>
  );
}
