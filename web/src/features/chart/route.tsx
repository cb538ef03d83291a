import { DEFAULT_DIGITS, forEachLanguage, RESOLUTIONS, SYMBOL_PATTERN } from '@rasat/contract';
import type { Resolution } from '@rasat/engine';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type ClientLoaderFunctionArgs, redirect, useSearchParams } from 'react-router';
import { healthQuery } from '../../api/calls/health.ts';
import { type SymbolEntry, symbolsQuery } from '../../api/calls/market.ts';
import { learnCategories } from '../../api/live/live.ts';
import { prepareChart } from '../../charts/index.ts';
import { loadTexts, useTranslation } from '../../i18n/index.ts';
import { LoadError } from '../../ui/load.tsx';
import { learnServerTime } from '../../ui/use-now.ts';
import { chartCookie, readChartCookie } from './chart-cookie.ts';
import { ChartPage } from './chart-page.tsx';
import { clearLeftSettings } from './left-settings.ts';

/**
 * The address always names its symbol in capitals: without one it is the last one looked at. Its words and those of
 * the reasons are there before the page is painted.
 */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  prepareChart();
  const url = new URL(request.url);
  const asked = url.searchParams.get('symbol') ?? '';
  const capitals = asked.toLocaleUpperCase('en');
  const symbol = SYMBOL_PATTERN.test(capitals) ? capitals : readChartCookie(document.cookie).symbol;
  if (symbol === asked) {
    await loadTexts('chart', 'why');
    return null;
  }
  url.searchParams.set('symbol', symbol);
  return redirect(`${url.pathname}${url.search}`);
}

/** A symbol that the list does not name is shown with five decimals. */
function unlisted(symbol: string): SymbolEntry {
  return {
    symbol,
    type: 'crypto',
    digits: DEFAULT_DIGITS,
    name: forEachLanguage(() => symbol),
    source: '—',
    calendar: 'always',
    base: '60',
    resolutions: [...RESOLUTIONS],
  };
}

/** The chart page: its own layout, the whole screen. */
export default function ChartRoute() {
  const { t } = useTranslation('chart');
  const [params, setParams] = useSearchParams();
  const symbols = useQuery(symbolsQuery());
  const [kept, setKept] = useState<Resolution>(() => readChartCookie(document.cookie).resolution);
  const symbol = params.get('symbol') ?? readChartCookie(document.cookie).symbol;
  const list = symbols.data;
  const entry = useMemo(
    () => list?.find((each) => each.symbol === symbol) ?? (list ? unlisted(symbol) : null),
    [list, symbol],
  );
  const resolution = entry?.resolutions.includes(kept) ? kept : '1D';

  useEffect(() => {
    try {
      clearLeftSettings(localStorage);
    } catch {
      // A browser that keeps nothing has nothing left either.
    }
  }, []);
  useEffect(() => {
    if (list) learnCategories(list);
  }, [list]);
  const { data: health, dataUpdatedAt } = useQuery(healthQuery());
  useEffect(() => {
    if (health) learnServerTime(health.serverTime, dataUpdatedAt);
  }, [health, dataUpdatedAt]);
  useEffect(() => {
    // What the list does not have is not opened again on the next visit.
    if (!entry || !list?.includes(entry)) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve
    document.cookie = chartCookie({ symbol: entry.symbol, resolution });
  }, [entry, list, resolution]);

  if (entry && list) {
    return (
      <ChartPage
        entry={entry}
        symbols={list}
        resolution={resolution}
        onSymbol={(next) => setParams({ symbol: next })}
        onResolution={setKept}
      />
    );
  }
  return (
    <main className="flex h-dvh flex-col bg-chart-bg">
      <title>{`${t('title')} · Rasat`}</title>
      {symbols.error ? (
        <LoadError
          error={symbols.error}
          title={t('failed')}
          onRetry={() => void symbols.refetch()}
        />
      ) : null}
    </main>
  );
}
