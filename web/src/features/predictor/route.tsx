import { CATEGORIES, type Category } from '@rasat/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { symbolsQuery } from '../../api/calls/market.ts';
import { predictorQuery } from '../../api/calls/signals.ts';
import { useCategoryTicks } from '../../api/live/live.ts';
import { loadTexts, useTranslation } from '../../i18n/index.ts';
import { CategoryNav } from '../../ui/category-nav.tsx';
import { Load } from '../../ui/load.tsx';
import { MarketLine } from '../../ui/market-state.tsx';
import { NotFound } from '../../ui/not-found.tsx';
import { SourceTag } from '../../ui/price-source.tsx';
import { NoAnalysisNote } from '../../ui/reference-note.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useDesktop } from '../../ui/use-media.ts';
import { Entries } from './entries.tsx';
import { EntriesSkeleton } from './entries-skeleton.tsx';
import type { DirectionFilter } from './rows.ts';

/** Loads the texts of the page before it is painted. */
export async function clientLoader() {
  await loadTexts('predictor');
  return null;
}

/** Renders the predictor of a category: the newest condition of every symbol, newest first. */
export default function PredictorRoute() {
  const { type } = useParams();
  const category = CATEGORIES.find((known) => known === type);
  return category ? <Predictor key={category} category={category} /> : <NotFound />;
}

function Predictor({ category }: { readonly category: Category }) {
  const { t } = useTranslation('predictor');
  const { t: words } = useTranslation('words');
  const desk = useDesktop();
  const [text, setText] = useState('');
  const [way, setWay] = useState<DirectionFilter>('all');
  const known = useQueryClient().getQueryData(predictorQuery(category, 'overview').queryKey);
  const predictor = useQuery({ ...predictorQuery(category), placeholderData: () => known });
  const symbols = useQuery(symbolsQuery());
  const entries = useMemo(
    () => symbols.data?.filter(({ type }) => type === category) ?? [],
    [symbols.data, category],
  );
  const lastMs = useMemo(
    () => new Map(predictor.data?.map((item) => [item.tradeCondition.symbol, item.last?.d])),
    [predictor.data],
  );
  useCategoryTicks([category]);
  return (
    <>
      <title>{`${t('title')}, ${words(`category.${category}`)} · Rasat`}</title>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2.5">
        <div className="flex items-center gap-2.5 max-desk:basis-full">
          <h1 className="text-22 tracking-[-.01em] font-stretch-[108%]">{t('title')}</h1>
          <SourceTag symbols={entries} />
        </div>
        <CategoryNav label={t('categories')} page="predictor" current={category} />
        <SearchField
          label={t('filter')}
          icon="filter"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="w-48 desk:ml-auto max-desk:min-w-40 max-desk:flex-1"
        />
        <Segmented
          label={t('ways')}
          value={way}
          onChange={setWay}
          choices={[
            { value: 'all', label: words('all') },
            { value: 'buy', label: words('buy') },
            { value: 'sell', label: words('sell') },
          ]}
        />
      </div>
      {symbols.data && entries.length === 0 ? null : (
        <MarketLine
          symbols={entries}
          pricedAtMs={(symbol) => lastMs.get(symbol) ?? null}
          className="mb-2.5 min-h-4"
        />
      )}
      <section className="overflow-hidden rounded-3 border border-line bg-s1">
        <Load query={predictor} failed={t('failed')} skeleton={<EntriesSkeleton desk={desk} />}>
          {(items) => (
            <Entries
              category={category}
              items={items}
              text={text}
              way={way}
              symbols={symbols.data ?? []}
              desk={desk}
              caption={t('caption', { category: words(`category.${category}`) })}
              onClear={() => {
                setText('');
                setWay('all');
              }}
            />
          )}
        </Load>
      </section>
      <NoAnalysisNote symbols={entries} className="mt-2.5 px-3.5" />
    </>
  );
}
