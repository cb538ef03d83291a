import type { Db } from '../../platform/db/pool.ts';
import type { EntitlementTable, RightsTables } from './tables.ts';

const open = (db: Db) => db.withTables<RightsTables>();

/** Adds a right and answers its id. */
export async function insertEntitlement(
  db: Db,
  entitlement: Omit<EntitlementTable, 'id'>,
): Promise<number> {
  const { id } = await open(db)
    .insertInto('entitlement')
    .values(entitlement)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Takes a right back; a second time changes nothing. */
export async function insertEntitlementEnd(
  db: Db,
  entitlementId: number,
  endedAt: number,
  reason: string,
): Promise<void> {
  await open(db)
    .insertInto('entitlement_end')
    .values({ entitlement_id: entitlementId, ended_at: endedAt, reason })
    .onConflict((clash) => clash.doNothing())
    .execute();
}

/** Rights of a person that stand at `nowMs`. */
export function listEntitlements(db: Db, personId: number, nowMs: number) {
  return open(db)
    .selectFrom('entitlement')
    .leftJoin('entitlement_end', 'entitlement_end.entitlement_id', 'entitlement.id')
    .select([
      'entitlement.id',
      'entitlement.kind',
      'entitlement.starts_at as startsAt',
      'entitlement.ends_at as endsAt',
    ])
    .where('person_id', '=', personId)
    .where('starts_at', '<=', nowMs)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', nowMs)]))
    .where((where) => where.or([where('ended_at', 'is', null), where('ended_at', '>', nowMs)]))
    .execute();
}

/** Everything that a person was ever given, and what of it was taken back, oldest first. */
export function listAllEntitlements(db: Db, personId: number) {
  return open(db)
    .selectFrom('entitlement')
    .leftJoin('entitlement_end', 'entitlement_end.entitlement_id', 'entitlement.id')
    .selectAll('entitlement')
    .select(['ended_at', 'reason'])
    .where('person_id', '=', personId)
    .orderBy('id')
    .execute();
}

/** Removes everything that a person was given. */
export async function deleteEntitlements(db: Db, personId: number): Promise<void> {
  const given = open(db).selectFrom('entitlement').select('id').where('person_id', '=', personId);
  await open(db).deleteFrom('entitlement_end').where('entitlement_id', 'in', given).execute();
  await open(db).deleteFrom('entitlement').where('person_id', '=', personId).execute();
}
