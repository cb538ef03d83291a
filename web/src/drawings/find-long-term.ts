import type { BoxKind, Reply, ROUTES } from '@rasat/contract';
import type { QueryClient } from '@tanstack/react-query';
import { pastBoxesQuery } from '../api/calls/analysis.ts';
import type { SymbolEntry } from '../api/calls/market.ts';

/**
 * Returns the long-term box of a kind with its trade, for a symbol that cannot have a primary one; null for every other
 * symbol.
 */
export async function findLongTerm(
  client: QueryClient,
  { symbol, base }: SymbolEntry,
  kind: BoxKind,
): Promise<Reply<typeof ROUTES.historicalBox>['longTerm'][number] | null> {
  if (base !== '1D') return null;
  const { longTerm } = await client.fetchQuery(pastBoxesQuery(symbol));
  return longTerm.find((box) => box.kind === kind) ?? null;
}
