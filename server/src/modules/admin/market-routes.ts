import { ROUTES } from '@rasat/contract';
import type { Connector } from '../../connectors/connector.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Web } from '../../platform/http/web.ts';
import {
  Catalogues,
  chooseDigits,
  chooseNames,
  chooseSource,
  FILE_SOURCE,
  findSymbol,
  listForFiles,
  listFromSource,
  listReach,
  listSymbols,
  REPLAY_SOURCE,
  renameSymbol,
  retireSymbol,
  splitSymbol,
} from '../market/index.ts';
import { countOpenSignals } from '../signals/index.ts';
import { registerCorporateActions } from './corporate-action-routes.ts';
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
  registerInstruments(web, office);
  registerSymbolActions(web, office);
  registerRename(web, office);
  registerCorporateActions(web);
  registerFeeds(web, office);
  registerGaps(web, office);
}

function registerSymbolLists(web: Web, { sources }: MarketOffice): void {
  registerAdminRoute(web, ROUTES.adminSymbols, async ({ trx }) => {
    const listed = (await listSymbols(trx)).filter(({ series }) => series.source !== REPLAY_SOURCE);
    const reach = await listReach(trx, listed);
    return {
      symbols: listed.map(({ symbol, name, series }) => {
        const { category, digits, source, sourceSymbol, calendar, base, epoch } = series;
        const { bars = 0, first = null, last = null } = reach.get(symbol) ?? {};
        const facts = { symbol, category, digits, name, calendar, source, sourceSymbol, base };
        return { ...facts, epoch, bars, first, last };
      }),
      sources: [...sources.map(({ name }) => name), FILE_SOURCE],
    };
  });
}

function registerInstruments(web: Web, { sources }: MarketOffice): void {
  const catalogues = new Catalogues({ sources, clock: web.context.clock });
  registerAdminRoute(web, ROUTES.adminInstruments, async ({ query, trx }) => {
    const { search: text, source, category } = query;
    const answer = await catalogues.search(trx, { text, source, category });
    return {
      sources: [...answer.sources],
      total: answer.total,
      instruments: answer.found.map(({ source: from, instrument, listed }) => ({
        source: from,
        instrument: instrument.symbol,
        category: instrument.category,
        name: instrument.name,
        listed,
      })),
    };
  });

  registerAdminRoute(web, ROUTES.adminOpenSignals, async ({ params, trx, nowMs }) => {
    const found = await findSymbol(trx, params.symbol);
    if (!found || found.series.source === REPLAY_SOURCE) throw new AppError('not-found-404');
    return { signals: await countOpenSignals(trx, found.series, nowMs) };
  });
}

function registerSymbolActions(web: Web, { sources }: MarketOffice): void {
  registerAdminRoute(web, ROUTES.adminAddSymbol, async ({ body, trx, nowMs, audit }) => {
    const { symbol, source } = body;
    if ('category' in body) {
      const { source: _, ...file } = body;
      await listForFiles(trx, file, nowMs);
      await audit('symbol.add', `symbol:${symbol}`, { source });
    } else {
      await listFromSource(trx, sources, body, nowMs);
      await audit('symbol.add', `symbol:${symbol}`, { source, instrument: body.instrument });
    }
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
    const { source, instrument } = body;
    const chosen = instrument === undefined ? FILE_SOURCE : { source, instrument };
    await chooseSource(trx, sources, params.symbol, chosen, nowMs);
    const detail = { source, ...(instrument !== undefined && { instrument }) };
    await audit('symbol.source', `symbol:${params.symbol}`, detail);
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

function registerRename(web: Web, { sources }: MarketOffice): void {
  registerAdminRoute(web, ROUTES.adminRenameSymbol, async ({ params, body, trx, nowMs, audit }) => {
    await renameSymbol(trx, sources, params.symbol, body.to, nowMs);
    await audit('symbol.rename-to', `symbol:${params.symbol}`, { to: body.to });
    return {};
  });
}
