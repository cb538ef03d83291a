import { SYMBOL_PATTERN } from '@rasat/contract';
import type { Connector, Instrument } from '../../../connectors/connector.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { findSymbol, lockSymbol } from '../store/symbol-store.ts';
import { type MarketSymbol, REPLAY_SOURCE } from '../symbol.ts';

/**
 * Locks a listed symbol for an operator's change and returns it. Throws `not-found-404`, also for the symbol of a
 * replay.
 */
export async function getSymbol(trx: Db, symbol: string): Promise<MarketSymbol> {
  if (!SYMBOL_PATTERN.test(symbol)) throw new AppError('not-found-404');
  await lockSymbol(trx, symbol);
  const found = await findSymbol(trx, symbol);
  // A replay is not the operator's to change; it ends by itself.
  if (!found || found.series.source === REPLAY_SOURCE) throw new AppError('not-found-404');
  return found;
}

/**
 * Returns the instrument that has a name at a source, or undefined. Throws `unavailable-503` with the field `instrument`
 * while the source is away.
 */
export async function findOffered(
  sources: readonly Connector[],
  source: string,
  sourceSymbol: string,
): Promise<Instrument | undefined> {
  try {
    const found = await sources.find(({ name }) => name === source)?.find(sourceSymbol);
    return found ?? undefined;
  } catch (error) {
    throw new AppError('unavailable-503', { field: 'instrument', cause: error });
  }
}
