import {
  CATEGORIES,
  type Category,
  LIMITS,
  type Reply,
  ROUTES,
  toWireEntry,
} from '@rasat/contract';
import { listPortfolio, listPredictor } from '@rasat/engine';
import { AppError } from '../../platform/app-error.ts';
import { type Person, seesAnalysis } from '../../platform/http/person.ts';
import { Prepared, registerRoute } from '../../platform/http/route.ts';
import type { Web } from '../../platform/http/web.ts';
import type { Analyses } from '../analysis/index.ts';
import { type LastPrice, mayHavePrices } from '../market/index.ts';
import { openPageViews } from './page-views.ts';

/** How old a guest's predictor may be. */
const GUEST_CACHE_MS = 5000;

/** Where last prices are at hand; the market's board is one. */
export interface LastPrices {
  /** Null before the first price. */
  lastPrice(symbol: string): LastPrice | null;
}

/** Serves predictor, portfolio and the count of their visits. */
export function registerSignalRoutes(web: Web, analyses: Analyses, prices: LastPrices): void {
  const { clock } = web.context;
  const views = openPageViews(web.context);
  const forGuests = new Map<Category, { readonly atMs: number; readonly body: Promise<Buffer> }>();

  const predictorBody = async (category: Category, person: Person | null): Promise<Buffer> => {
    const known = await analyses.list(category);
    const rows = listPredictor(
      known.map(({ symbol, stored }) => ({
        symbol: symbol.symbol,
        condition: stored?.view.condition ?? null,
      })),
      clock.now(),
    );
    const audiences = new Map(
      known.map(({ symbol }) => [symbol.symbol, symbol.series.audience] as const),
    );
    const withSetup = seesAnalysis(person);
    const reply: Reply<typeof ROUTES.predictor> = rows.map(({ symbol, condition }) => ({
      tradeCondition: toWireEntry(symbol, condition, { withSetup }),
      last: mayHavePrices(audiences.get(symbol) ?? 'subscribers', person)
        ? prices.lastPrice(symbol)
        : null,
    }));
    return Buffer.from(JSON.stringify(reply));
  };

  const guestBody = (category: Category): Promise<Buffer> => {
    const nowMs = clock.now();
    const kept = forGuests.get(category);
    if (kept && nowMs - kept.atMs < GUEST_CACHE_MS) return kept.body;
    const made = { atMs: nowMs, body: predictorBody(category, null) };
    forGuests.set(category, made);
    made.body.catch(() => forGuests.delete(category));
    return made.body;
  };

  registerRoute(
    web,
    ROUTES.predictor,
    async ({ params, query, person }) => {
      const category = categoryOf(params.type);
      if (!person) return new Prepared(await guestBody(category));
      if (query.for !== 'overview') views.note(category, person.id);
      return new Prepared(await predictorBody(category, person));
    },
    { guestCallsPerMinute: LIMITS.guestPredictorPerMinute },
  );

  registerRoute(web, ROUTES.portfolioViews, () => views.list());

  registerRoute(web, ROUTES.portfolio, async ({ params, query, person }) => {
    const category = categoryOf(params.type);
    if (person && query.for !== 'overview') views.note(category, person.id);
    const known = await analyses.list(category);
    return listPortfolio(
      known.flatMap(({ symbol, stored }) =>
        stored ? [{ symbol: symbol.symbol, trades: stored.view.trades }] : [],
      ),
      clock.now(),
    );
  });
}

function categoryOf(word: string): Category {
  const category = CATEGORIES.find((one) => one === word);
  if (!category) throw new AppError('not-found-404');
  return category;
}
