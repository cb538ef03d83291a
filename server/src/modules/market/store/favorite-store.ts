import { sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';
import type { MarketTables } from '../tables.ts';

const open = (db: Db) => db.withTables<MarketTables>();

/** Returns the names of a person's favourite symbols, in the order in which they were added. */
export async function listFavorites(db: Db, personId: number): Promise<string[]> {
  const rows = await listFavoriteRows(db, personId);
  return rows.map((row) => row.symbol);
}

/** Returns a person's favourites with the time of adding. */
export function listFavoriteRows(db: Db, personId: number) {
  return open(db)
    .selectFrom('favorite')
    .select(['symbol', 'added_at as addedAt'])
    .where('person_id', '=', personId)
    .orderBy('added_at')
    .orderBy('symbol')
    .execute();
}

/** Returns the ids of the people with a symbol among their favourites. */
export async function listPeopleWithFavorite(db: Db, symbol: string): Promise<number[]> {
  const rows = await open(db)
    .selectFrom('favorite')
    .select('person_id')
    .where('symbol', '=', symbol)
    .orderBy('person_id')
    .execute();
  return rows.map((row) => row.person_id);
}

/** Returns the number of a person's favourites. */
export async function countFavorites(db: Db, personId: number): Promise<number> {
  const { count } = await open(db)
    .selectFrom('favorite')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Adds a favourite; an existing one stays. */
export async function insertFavorite(
  db: Db,
  personId: number,
  symbol: string,
  addedAt: number,
): Promise<void> {
  await open(db)
    .insertInto('favorite')
    .values({ person_id: personId, symbol, added_at: addedAt })
    .onConflict((clash) => clash.doNothing())
    .execute();
}

/** Deletes a favourite; false when it did not exist. */
export async function deleteFavorite(db: Db, personId: number, symbol: string): Promise<boolean> {
  const { numDeletedRows } = await open(db)
    .deleteFrom('favorite')
    .where('person_id', '=', personId)
    .where('symbol', '=', symbol)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Moves all people's favourites from one symbol to another; a person who has both keeps the earlier time. */
export async function moveFavorites(db: Db, from: string, to: string): Promise<void> {
  await sql`
    with moved as (delete from favorite where symbol = ${from} returning person_id, added_at)
    insert into favorite as known (person_id, symbol, added_at)
    select person_id, ${to}, added_at from moved
    on conflict (person_id, symbol) do update
      set added_at = least(known.added_at, excluded.added_at)`.execute(db);
}

/** Deletes every favourite of a person. */
export async function deleteFavorites(db: Db, personId: number): Promise<void> {
  await open(db).deleteFrom('favorite').where('person_id', '=', personId).execute();
}
