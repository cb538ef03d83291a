import {
  BOXES,
  type BoxKind,
  boxTypeOf,
  type Reply,
  type ROUTES,
  type WireBox,
  type WireCondition,
  type WireTrade,
} from '@rasat/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  analysisKey,
  boxChartQuery,
  boxTradeQuery,
  crystalBoxQuery,
  gannBasisQuery,
  gannQuery,
  levelsQuery,
  pastBoxesQuery,
  seerQuery,
} from '../../api/calls/analysis.ts';
import type { SymbolEntry } from '../../api/calls/market.ts';
import type { DrawingId } from './buttons.ts';

type Levels = Reply<typeof ROUTES.levels>;
type CrystalBox = NonNullable<Reply<typeof ROUTES.crystalBox>>;
type GannBasis = Reply<typeof ROUTES.gannBasis>;

/** What a drawing is made of, as the server answered it. */
export type DrawingSource =
  | { readonly of: 'box'; readonly box: WireBox }
  | {
      readonly of: 'trade';
      readonly kind: BoxKind;
      readonly term: WireBox['term'];
      readonly trade: WireTrade;
      readonly box: WireBox | null;
    }
  | { readonly of: 'triggers'; readonly box: WireBox }
  | { readonly of: 'targets'; readonly levels: Levels; readonly condition: WireCondition | null }
  | { readonly of: 'crystal'; readonly crystal: CrystalBox }
  | { readonly of: 'gann'; readonly prices: readonly number[]; readonly why: GannBasis };

/** The long-term box of a kind with its trade, for symbols that cannot have a primary one. */
async function findLongTerm(
  client: QueryClient,
  symbol: string,
  kind: BoxKind,
): Promise<Reply<typeof ROUTES.historicalBox>['longTerm'][number] | null> {
  const { longTerm } = await client.fetchQuery(pastBoxesQuery(symbol));
  return longTerm.find((box) => box.kind === kind) ?? null;
}

async function loadBox(
  client: QueryClient,
  entry: SymbolEntry,
  kind: BoxKind,
): Promise<DrawingSource | null> {
  const box = await client.fetchQuery(boxChartQuery(entry.symbol, boxTypeOf(kind)));
  if (box) return { of: 'box', box };
  if (entry.base !== '1D') return null;
  const long = await findLongTerm(client, entry.symbol, kind);
  return long ? { of: 'box', box: long } : null;
}

async function loadLevels(
  client: QueryClient,
  entry: SymbolEntry,
  kind: BoxKind,
): Promise<DrawingSource | null> {
  const type = boxTypeOf(kind);
  const [trade, box] = await Promise.all([
    client.fetchQuery(boxTradeQuery(entry.symbol, type)),
    client.fetchQuery(boxChartQuery(entry.symbol, type)),
  ]);
  if (trade) return { of: 'trade', kind, term: 'short', trade, box };
  if (box) return { of: 'triggers', box };
  if (entry.base !== '1D') return null;
  const long = await findLongTerm(client, entry.symbol, kind);
  if (long?.trade) return { of: 'trade', kind, term: 'long', trade: long.trade, box: long };
  return long ? { of: 'triggers', box: long } : null;
}

async function loadTargets(client: QueryClient, symbol: string): Promise<DrawingSource | null> {
  const [levels, seer] = await Promise.all([
    client.fetchQuery(levelsQuery(symbol)),
    client.fetchQuery(seerQuery(symbol)),
  ]);
  const condition = seer.tradeCondition?.active ? seer.tradeCondition : null;
  const empty = levels.buy.length === 0 && levels.sell.length === 0 && condition === null;
  return empty ? null : { of: 'targets', levels, condition };
}

async function loadGann(client: QueryClient, symbol: string): Promise<DrawingSource | null> {
  const prices = await client.fetchQuery(gannQuery(symbol));
  if (prices.length === 0) return null;
  // The lines stand without their explanation, too.
  const why = await client.fetchQuery(gannBasisQuery(symbol)).catch(() => null);
  return { of: 'gann', prices, why };
}

async function loadSource(
  client: QueryClient,
  entry: SymbolEntry,
  id: DrawingId,
): Promise<DrawingSource | null> {
  if (id === 'gann') return loadGann(client, entry.symbol);
  if (id === 'targets') return loadTargets(client, entry.symbol);
  if (id === 'crystal') {
    const crystal = await client.fetchQuery(crystalBoxQuery(entry.symbol));
    return crystal ? { of: 'crystal', crystal } : null;
  }
  const kind = BOXES.find((box) => id.endsWith(`.${box.kind}`))?.kind;
  if (kind === undefined) throw new RangeError(`no drawing called ${id}`);
  return id.startsWith('box.') ? loadBox(client, entry, kind) : loadLevels(client, entry, kind);
}

/** What a button draws for a symbol; null while the analysis has nothing for it. Read again with the symbol's analysis. */
export const drawingQuery = (client: QueryClient, entry: SymbolEntry, id: DrawingId) =>
  queryOptions({
    queryKey: [...analysisKey(entry.symbol), 'drawing', id],
    queryFn: () => loadSource(client, entry, id),
    staleTime: 60_000,
    // The calls inside try again by themselves.
    retry: false,
  });
