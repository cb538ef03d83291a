import {
  BARS_MEDIA_TYPE,
  CATEGORIES,
  LIMITS,
  parseHistoryKey,
  type Reply,
  ROUTES,
} from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import { JSON_TYPE } from '../../platform/http/answers.ts';
import { keepAnswers } from '../../platform/http/kept-answers.ts';
import { Prepared, registerRoute } from '../../platform/http/route.ts';
import type { Web } from '../../platform/http/web.ts';
import { assertMayHavePrices, audienceOf, includesPrices } from './read/audience.ts';
import type { MarketBoard } from './read/board.ts';
import { createHistory } from './read/history.ts';
import type { HistoryWindow } from './read/history-window.ts';
import type { MarketSymbol } from './symbol.ts';

/** Latest opening time of a bar (the year 9999), so that a time is always a valid date. */
const LATEST_MS = 253_402_300_799_999;
/** Time for which a reply with quotes is reused. */
const QUOTES_LAST_MS = 1000;

/** Serves the list of symbols, bars and quotes. */
export function registerMarketRoutes(web: Web, board: MarketBoard): void {
  const history = createHistory(web.context.db);
  let list: Buffer | null = null;
  board.onChange((changed) => {
    if (!changed) {
      list = null;
      return;
    }
    const { seriesId, resolution, bars } = changed;
    history.forget(seriesId, resolution, { past: bars === null });
  });

  registerRoute(web, ROUTES.symbols, () => {
    list ??= Buffer.from(JSON.stringify(board.symbols().map(symbolEntry)));
    return new Prepared(list);
  });

  registerRoute(web, ROUTES.historical, async (call) => {
    const { params, query } = call;
    const key = parseHistoryKey(params.key);
    if (!key) throw new AppError('bad-fields-400', { field: 'key' });
    const toMs = query.to === undefined ? null : Number(query.to);
    if (toMs !== null && toMs > LATEST_MS) throw new AppError('bad-fields-400', { field: 'to' });
    const limit = query.limit === undefined ? LIMITS.historyDefault : Number(query.limit);
    if (limit < 1 || limit > LIMITS.historyMax) {
      throw new AppError('bad-fields-400', { field: 'limit' });
    }
    const symbol = board.find(key.symbol);
    if (!symbol) throw new AppError('not-found-404');
    assertMayHavePrices(symbol.series.audience, call.person);
    const { resolution } = key;
    const window: HistoryWindow = { series: symbol.series, resolution, toMs, limit };
    const open = toMs === null ? board.openBars(key.symbol, resolution) : [];
    if (call.accepts(BARS_MEDIA_TYPE)) {
      return new Prepared(await history.binary(window, open), BARS_MEDIA_TYPE);
    }
    const zipped = call.decodes('gzip') ? await history.gzip(window, open) : null;
    if (zipped) return new Prepared(zipped, JSON_TYPE, 200, 'gzip');
    return new Prepared(await history.json(window, open));
  });

  const kept = keepAnswers(web.context.clock);
  registerRoute(web, ROUTES.quotes, (call) => {
    const category = CATEGORIES.find((one) => one === call.params.type);
    if (!category) throw new AppError('not-found-404');
    const asking = audienceOf(call.person);
    return kept.answer(call, {
      name: `${category} ${asking}`,
      of: board.symbols(),
      lastsMs: QUOTES_LAST_MS,
      make() {
        const quotes = board.quotes(category, (needed) => includesPrices(asking, needed));
        const content = JSON.stringify(quotes);
        const json = `{"serverTime":${web.context.clock.now()},"quotes":${content}}`;
        return { json, content };
      },
    });
  });
}

type SymbolEntry = Reply<(typeof ROUTES)['symbols']>[number];

function symbolEntry({ symbol, name, series, resolutions }: MarketSymbol): SymbolEntry {
  const { category: type, digits, source, delay, calendar, base } = series;
  return {
    symbol,
    type,
    digits,
    name: { ...name },
    source,
    delay,
    calendar,
    base,
    resolutions: [...resolutions],
  };
}
