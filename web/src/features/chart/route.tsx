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
 * Loads the texts of the page and of the explanations before it is painted. Redirects to the address with the symbol in
 * capitals; without a symbol, to the last one shown.
 */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  prepareChart();
  const url = new URL(request.url);
  const asked = url.searchParams.get('symbol') ?? '';
  const capitals = asked.toLocaleUpperCase('en');
  const symbol = SYMBOL_PATTERN.test(capitals) ? capitals : readChartCookie(document.cookie).symbol;
  if (symbol === asked) {
    await loadTexts('chance', 'chart', 'why');
    return null;
  }
  url.searchParams.set('symbol', symbol);
  return redirect(`${url.pathname}${url.search}`);
}

/** Returns an entry for a symbol that is not in the list, with five decimals. */
function unlisted(symbol: string): SymbolEntry {
  return {
    symbol,
    type: 'crypto',
    digits: DEFAULT_DIGITS,
    name: forEachLanguage(() => symbol),
    source: '—',
    delay: { class: 'simulated' as const, ms: 0 },
    calendar: 'always',
    base: '60',
    resolutions: [...RESOLUTIONS],
  };
}

/** Renders the chart page: a layout of its own, on the whole screen. */
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
      // A browser without storage has no settings to remove.
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
    // A symbol that is not in the list is not opened again on the next visit.
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
