import { CATEGORIES } from '@rasat/contract';
import { useQueries, useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { symbolsQuery } from '../../api/calls/market.ts';
import { predictorQuery } from '../../api/calls/signals.ts';
import { useCategoryTicks } from '../../api/live/live.ts';
import { loadTexts, useTranslation } from '../../i18n/index.ts';
import { Kbd } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon, Triangle } from '../../ui/icons.tsx';
import { showOverlay } from '../../ui/overlay.ts';
import { SourceTag } from '../../ui/price-source.tsx';
import { countOpen } from './board.ts';
import { CategoryCard } from './category-card.tsx';
import { LatestEntries } from './latest-entries.tsx';
import { NextStep } from './next-step.tsx';
import { useTour } from './tour-state.ts';
import { ViewsPanel } from './views-panel.tsx';

const Tour = lazy(async () => {
  const [module] = await Promise.all([import('./tour.tsx'), loadTexts('tour')]);
  return { default: module.Tour };
});
const OwnPanels = lazy(async () => {
  const [module] = await Promise.all([
    import('./own-panels.tsx'),
    loadTexts('favorites'),
    loadTexts('messages'),
  ]);
  return { default: module.OwnPanels };
});

/** Loads the texts of the page before it is painted. */
export async function clientLoader() {
  await loadTexts('dashboard');
  return null;
}

/** Renders the dashboard: the newest conditions, five cards of prices, favourites, messages and views of the week. */
export default function DashboardRoute() {
  const { t } = useTranslation('dashboard');
  const { t: words } = useTranslation('words');
  const symbols = useQuery(symbolsQuery());
  const predictors = useQueries({
    queries: CATEGORIES.map((category) => predictorQuery(category, 'overview')),
  });
  const [chosen, setChosen] = useState<(typeof CATEGORIES)[number]>(CATEGORIES[0]);
  const [whole, setWhole] = useState<(typeof CATEGORIES)[number] | null>(null);
  useCategoryTicks(CATEGORIES);
  const tour = useTour(!symbols.isPending && predictors.every(({ isPending }) => !isPending));
  return (
    <>
      <title>{`${t('title')} · Rasat`}</title>
      <div className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-2.5">
        <div className="flex items-center gap-2.5">
          <h1 className="text-22 tracking-[-.01em] font-stretch-[108%]">{t('title')}</h1>
          <SourceTag symbols={symbols.data ?? []} />
        </div>
        <FindButton />
        <OpenConditions
          counts={countOpen(predictors.flatMap(({ data }) => data ?? []))}
          known={predictors.some(({ data }) => data !== undefined)}
        />
      </div>
      <NextStep />
      <LatestEntries predictors={predictors} symbols={symbols.data ?? []} />
      <div className="mt-4.5 mb-2 flex flex-wrap items-baseline gap-2.5">
        <h2 className="text-13">{t('markets')}</h2>
        <span className="lbl max-[360px]:hidden">{t('marketsHint')}</span>
      </div>
      <fieldset className="no-bar -mx-3 mb-2.5 flex min-w-0 gap-1.5 overflow-x-auto px-3 py-0.5 tab:-mx-6 tab:px-6 desk:hidden">
        <legend className="sr-only">{t('chooseCategory')}</legend>
        {CATEGORIES.map((category) => (
          <button
            key={category}
            type="button"
            aria-pressed={category === chosen}
            onClick={() => setChosen(category)}
            className="flex min-h-11 flex-none items-center rounded-2 border border-line px-3.5 whitespace-nowrap max-tab:grow max-tab:justify-center max-tab:px-2.5 text-ink-2 aria-pressed:bg-s3 aria-pressed:text-ink"
          >
            {words(`category.${category}`)}
          </button>
        ))}
      </fieldset>
      <div
        data-tour="symbol"
        className={cx(
          'scroll-mt-20 grid grid-cols-5 gap-3 max-desk:grid-cols-1 max-wide:desk:grid-cols-6',
          whole !== null && 'items-start',
        )}
      >
        {CATEGORIES.map((category, i) => (
          <CategoryCard
            key={category}
            category={category}
            symbols={symbols}
            predictor={predictors[i]?.data}
            all={whole === category}
            onAll={(all) => setWhole(all ? category : null)}
            className={cx(
              // Between phone and wide screen: a row of three, then a row of two.
              i < 3 ? 'max-wide:desk:col-span-2' : 'max-wide:desk:col-span-3',
              category !== chosen && 'max-desk:hidden',
            )}
          />
        ))}
      </div>
      <Below>
        <Suspense fallback={null}>
          <OwnPanels />
        </Suspense>
      </Below>
      {tour.shown ? (
        <Suspense fallback={null}>
          <Tour onClose={tour.close} />
        </Suspense>
      ) : null}
    </>
  );
}

/**
 * Renders the last row. Its data are requested shortly before it is in view; on a wide screen its height is reserved.
 */
function Below({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (near || !place.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: '240px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [near]);
  return (
    <div
      ref={place}
      className="mt-3 grid gap-3 desk:min-h-53 wide:grid-cols-[12fr_11fr_11fr] max-wide:desk:grid-cols-2"
    >
      {near ? children : null}
      <ViewsPanel className="wide:col-start-3 max-wide:desk:col-span-2" />
    </div>
  );
}

function FindButton() {
  const { t } = useTranslation('dashboard');
  return (
    <button
      type="button"
      onClick={() => showOverlay('palette')}
      className="flex min-h-10 max-w-130 min-w-0 flex-1 items-center gap-2.5 rounded-2 border border-line-ctl bg-s1 pr-2.5 pl-3 text-14 text-ink-3 hover:bg-hover max-desk:min-h-11.5 max-desk:max-w-none max-desk:basis-full max-desk:text-16"
    >
      <Icon name="search" />
      <span className="min-w-0 flex-1 truncate text-left">{t('find')}</span>
      <Kbd className="max-desk:hidden">/</Kbd>
    </button>
  );
}

function OpenConditions({
  counts,
  known,
}: {
  readonly counts: { readonly buys: number; readonly sells: number };
  readonly known: boolean;
}) {
  const { t } = useTranslation('dashboard');
  if (!known) return null;
  return (
    <span className="lbl ml-auto flex items-center gap-3 max-desk:hidden">
      <span className="flex items-center gap-1.5">
        <Triangle up className="text-up" />
        {t('openBuys', { count: counts.buys })}
      </span>
      <span className="flex items-center gap-1.5">
        <Triangle up={false} className="text-down-text" />
        {t('openSells', { count: counts.sells })}
      </span>
    </span>
  );
}
