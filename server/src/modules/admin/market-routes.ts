import { ROUTES } from '@rasat/contract';
import type { Connector } from '../../connectors/connector.ts';
import type { Web } from '../../platform/http/web.ts';
import {
  chooseDigits,
  chooseNames,
  chooseSource,
  FILE_SOURCE,
  listForFiles,
  listFromSource,
  listOffers,
  listReach,
  listSymbols,
  REPLAY_SOURCE,
  renameSymbol,
  retireSymbol,
  splitSymbol,
} from '../market/index.ts';
import { type FeedOffice, registerFeeds, registerGaps } from './feed-routes.ts';
import { registerAdminRoute } from './register-admin-route.ts';

/** Parts of the running server that the calls about markets use. */
export interface MarketOffice extends FeedOffice {
  /** Every source besides files. */
  readonly sources: readonly Connector[];
}

/** Serves the operator's view of the markets, and the actions on symbols. */
export function registerMarketOffice(web: Web, office: MarketOffice): void {
  registerSymbolLists(web, office);
  registerSymbolActions(web, office);
  registerRename(web);
  registerFeeds(web, office);
  registerGaps(web, office);
}

function registerSymbolLists(web: Web, { sources }: MarketOffice): void {
  registerAdminRoute(web, ROUTES.adminSymbols, async ({ trx }) => {
    const listed = (await listSymbols(trx)).filter(({ series }) => series.source !== REPLAY_SOURCE);
    const reach = await listReach(trx, listed);
    const offers = await listOffers(trx, sources);
    return {
      symbols: listed.map(({ symbol, name, series }) => {
        const { category, digits, source, calendar, base, epoch } = series;
        const { bars = 0, first = null, last = null } = reach.get(symbol) ?? {};
        return { symbol, category, digits, name, calendar, source, base, epoch, bars, first, last };
      }),
      offers: offers.map(({ source, instrument: { symbol, category, digits, name } }) => ({
        source,
        symbol,
        category,
        digits,
        name,
      })),
      sources: [...sources.map(({ name }) => name), FILE_SOURCE],
    };
  });
}

function registerSymbolActions(web: Web, { sources }: MarketOffice): void {
  registerAdminRoute(web, ROUTES.adminAddSymbol, async ({ body, trx, nowMs, audit }) => {
    if ('category' in body) {
      const { source: _, ...symbol } = body;
      await listForFiles(trx, symbol, nowMs);
    } else {
      await listFromSource(trx, sources, body, nowMs);
    }
    await audit('symbol.add', `symbol:${body.symbol}`, { source: body.source });
    return {};
  });

  registerAdminRoute(web, ROUTES.adminSaveSymbol, async ({ params, body, trx, audit }) => {
    await chooseNames(trx, params.symbol, body.name);
    await audit('symbol.rename', `symbol:${params.symbol}`, body);
    return {};
  });

  registerAdminRoute(web, ROUTES.adminSymbolDigits, async ({ params, body, trx, nowMs, audit }) => {
    const { digits } = body;
    await chooseDigits(trx, sources, params.symbol, digits, nowMs);
    await audit('symbol.digits', `symbol:${params.symbol}`, { digits });
    return {};
  });

  registerAdminRoute(web, ROUTES.adminSymbolSource, async ({ params, body, trx, nowMs, audit }) => {
    const { source } = body;
    await chooseSource(trx, sources, params.symbol, source, nowMs);
    await audit('symbol.source', `symbol:${params.symbol}`, { source });
    return {};
  });

  registerAdminRoute(web, ROUTES.adminRetireSymbol, async ({ params, trx, nowMs, audit }) => {
    await retireSymbol(trx, params.symbol, nowMs);
    await audit('symbol.retire', `symbol:${params.symbol}`);
    return {};
  });

  registerAdminRoute(web, ROUTES.adminSplitSymbol, async ({ params, body, trx, nowMs, audit }) => {
    const { factor, at: atMs } = body;
    await splitSymbol(trx, params.symbol, { factor, atMs }, nowMs);
    await audit('symbol.split', `symbol:${params.symbol}`, { factor, at: atMs });
    return {};
  });
}

function registerRename(web: Web): void {
  registerAdminRoute(web, ROUTES.adminRenameSymbol, async ({ params, body, trx, nowMs, audit }) => {
    await renameSymbol(trx, params.symbol, body.to, nowMs);
    await audit('symbol.rename-to', `symbol:${params.symbol}`, { to: body.to });
    return {};
  });
}
