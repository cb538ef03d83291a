import { LIMITS, ROUTES } from '@rasat/contract';
import { AppError } from '../../../platform/app-error.ts';
import { type Db, inTransaction } from '../../../platform/db/pool.ts';
import { registerRoute } from '../../../platform/http/route.ts';
import type { Web } from '../../../platform/http/web.ts';
import { isoTime, type PersonalData } from '../../../platform/personal-data.ts';
import { lockPerson } from '../../accounts/index.ts';
import {
  countFavorites,
  deleteFavorite,
  deleteFavorites,
  insertFavorite,
  listFavoriteRows,
  listFavorites,
} from '../store/favorite-store.ts';
import type { MarketBoard } from './board.ts';

/** Serves the favourites of a person. */
export function registerFavoriteRoutes(web: Web, board: Pick<MarketBoard, 'find'>): void {
  const { db, clock } = web.context;

  registerRoute(web, ROUTES.favorites, ({ person }) => listFavorites(db, person.id));

  registerRoute(web, ROUTES.toggleFavorite, async ({ body: { symbol }, person }) => {
    await toggleFavorite(db, board, { personId: person.id, symbol, nowMs: clock.now() });
    return {};
  });
}

/** Removes an existing favourite, even of a symbol that is no longer listed; adds another one when there is room. */
function toggleFavorite(
  db: Db,
  board: Pick<MarketBoard, 'find'>,
  { personId, symbol, nowMs }: { personId: number; symbol: string; nowMs: number },
): Promise<void> {
  return inTransaction(db, async (trx) => {
    // Concurrent requests of a person run one after the other, so that they cannot exceed the limit together.
    await lockPerson(trx, personId);
    if (await deleteFavorite(trx, personId, symbol)) return;
    if (!board.find(symbol)) throw new AppError('not-found-404');
    if ((await countFavorites(trx, personId)) >= LIMITS.favorites) {
      throw new AppError('conflict-409');
    }
    await insertFavorite(trx, personId, symbol, nowMs);
  });
}

/** Personal data of the module: the favourites. */
export const marketData: PersonalData = {
  tables: ['favorite'],
  async export(db, _keys, personId) {
    const rows = await listFavoriteRows(db, personId);
    return { favorite: rows.map(({ symbol, addedAt }) => ({ symbol, added: isoTime(addedAt) })) };
  },
  erase: deleteFavorites,
};
