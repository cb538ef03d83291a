import {
  CATEGORIES,
  type Category,
  LIMITS,
  type Reply,
  ROUTES,
  toWireEntry,
  toWirePortfolioItem,
} from '@rasat/contract';
import { listPortfolio, listPredictor } from '@rasat/engine';
import type { Audience } from '../../connectors/connector.ts';
import { AppError } from '../../platform/app-error.ts';
import { keepAnswers } from '../../platform/http/kept-answers.ts';
import { registerRoute } from '../../platform/http/route.ts';
import type { Web } from '../../platform/http/web.ts';
import type { Analyses, ListedSignals } from '../analysis/index.ts';
import { audienceOf, includesPrices, type LastPrice } from '../market/index.ts';
import type { PageViews } from '../page-views/index.ts';

/** Greatest age of the last prices in a predictor: for a person, and for a guest. */
const PRICES_LAST_MS = 1000;
const GUEST_PRICES_LAST_MS = 5000;
/** Time for which a trade stays in the portfolio after its expiry. */
const EXPIRED_LAST_MS = 1000;

/** Last prices that are in memory, such as the market's board. */
export interface LastPrices {
  /** Returns the last price; null before the first. */
  lastPrice(symbol: string): LastPrice | null;
  /** Returns the time of the last ticks of a price source that is silent; null for any other. */
  silentSinceMs(source: string): number | null;
}

/** Serves predictor and portfolio; `views` counts the persons who open them. */
export function registerSignalRoutes(
  web: Web,
  analyses: Analyses,
  prices: LastPrices,
  views: Pick<PageViews, 'note'>,
): void {
  const { clock } = web.context;
  const kept = keepAnswers(clock);

  registerRoute(
    web,
    ROUTES.predictor,
    async (call) => {
      const { params, query, person } = call;
      const category = categoryOf(params.type);
      if (person && query.for !== 'overview') views.note(category, person.id);
      const known = await analyses.list(category);
      const asking = audienceOf(person);
      return kept.answer(call, {
        name: `predictor ${category} ${asking}`,
        of: known,
        lastsMs: person ? PRICES_LAST_MS : GUEST_PRICES_LAST_MS,
        make: () => ({ json: JSON.stringify(predictorOf(known, asking, prices, clock.now())) }),
      });
    },
    { guestCallsPerMinute: LIMITS.guestPredictorPerMinute },
  );

  registerRoute(web, ROUTES.portfolio, async (call) => {
    const { params, query, person } = call;
    const category = categoryOf(params.type);
    if (query.for !== 'overview') views.note(category, person.id);
    const known = await analyses.list(category);
    return kept.answer(call, {
      name: `portfolio ${category}`,
      of: known,
      lastsMs: EXPIRED_LAST_MS,
      make: () => ({ json: JSON.stringify(portfolioOf(known, clock.now())) }),
    });
  });
}

/**
 * Returns the conditions of the predictor. A condition that was opened while the source of its symbol was silent is left
 * out until the source is heard again: its price cannot be checked.
 */
function predictorOf(
  known: readonly ListedSignals[],
  asking: Audience,
  prices: LastPrices,
  nowMs: number,
): Reply<typeof ROUTES.predictor> {
  const rows = listPredictor(
    known.map(({ symbol, stored }) => {
      const condition = stored?.condition ?? null;
      const sinceMs = prices.silentSinceMs(symbol.series.source);
      const isBlind = condition !== null && sinceMs !== null && condition.datetime > sinceMs;
      return { symbol: symbol.symbol, condition: isBlind ? null : condition };
    }),
    nowMs,
  );
  const audiences = new Map(
    known.map(({ symbol }) => [symbol.symbol, symbol.series.audience] as const),
  );
  const withSetup = asking === 'subscribers';
  return rows.map(({ symbol, condition }) => ({
    tradeCondition: toWireEntry(symbol, condition, { withSetup }),
    last: includesPrices(asking, audiences.get(symbol) ?? 'subscribers')
      ? prices.lastPrice(symbol)
      : null,
  }));
}

function portfolioOf(
  known: readonly ListedSignals[],
  nowMs: number,
): Reply<typeof ROUTES.portfolio> {
  return listPortfolio(
    known.flatMap(({ symbol, stored }) =>
      stored ? [{ symbol: symbol.symbol, trades: stored.trades }] : [],
    ),
    nowMs,
  ).map(toWirePortfolioItem);
}

function categoryOf(word: string): Category {
  const category = CATEGORIES.find((one) => one === word);
  if (!category) throw new AppError('not-found-404');
  return category;
}
