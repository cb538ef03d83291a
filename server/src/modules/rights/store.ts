import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import type { EntitlementTable, RightsTables } from './tables.ts';

const open = (db: Db) => db.withTables<RightsTables>();

/** Adds a grant and returns its id. */
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

/** Ends a grant; a second end is ignored. */
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

/** Selects grants with their early ends. */
function selectGiven(db: Db) {
  return open(db)
    .selectFrom('entitlement')
    .leftJoin('entitlement_end', 'entitlement_end.entitlement_id', 'entitlement.id');
}

/** Selects the grants in force at `nowMs`. */
function selectRunning(db: Db, nowMs: number) {
  return selectGiven(db)
    .where('starts_at', '<=', nowMs)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', nowMs)]))
    .where((where) => where.or([where('ended_at', 'is', null), where('ended_at', '>', nowMs)]));
}

/** Lists the kinds of a person's rights at `nowMs`. */
export async function listRunningKinds(
  db: Db,
  personId: number,
  nowMs: number,
): Promise<ReadonlySet<string>> {
  const rows = await selectRunning(db, nowMs)
    .select('kind')
    .where('person_id', '=', personId)
    .execute();
  return new Set(rows.map(({ kind }) => kind));
}

/** Lists the people who have a right at `nowMs`, each once, by id. */
export async function listHolders(
  db: Db,
  kind: EntitlementTable['kind'],
  nowMs: number,
): Promise<number[]> {
  const rows = await selectRunning(db, nowMs)
    .select('person_id as personId')
    .distinct()
    .where('kind', '=', kind)
    .orderBy('person_id')
    .execute();
  return rows.map(({ personId }) => personId);
}

/**
 * Returns how many of the present people had a right at each of these moments. One read serves all moments: the grants
 * of a person are merged into periods, each of which begins and ends between two moments.
 */
export async function countHoldersAt(
  db: Db,
  kind: EntitlementTable['kind'],
  timesMs: readonly number[],
): Promise<number[]> {
  const sorted = timesMs.toSorted((a, b) => a - b);
  const { rows } = await sql<{ at: number; count: number }>`
    with stretch as (
      select unnest(range_agg(int8range(starts_at, least(ends_at, ended_at)))) as held
      from entitlement
      left join entitlement_end on entitlement_id = entitlement.id
      where kind = ${kind} and (ended_at is null or ended_at > starts_at)
      group by person_id
    ), change as materialized (
      select place, sum(people) as people from (
        select width_bucket(lower(held) - 1, ${sorted}::bigint[]) as place, 1 as people from stretch
        union all
        select width_bucket(upper(held) - 1, ${sorted}::bigint[]), -1 from stretch where not upper_inf(held)
      ) one group by place
    )
    select at, (select coalesce(sum(people), 0)::bigint from change where change.place < moment.place) as count
    from unnest(${sorted}::bigint[]) with ordinality moment (at, place)`.execute(db);
  const counts = new Map(rows.map(({ at, count }) => [at, count]));
  return timesMs.map((at) => counts.get(at) ?? 0);
}

/** Lists the grants of a person that have not ended at `nowMs`, including those that begin later. */
export function listStanding(db: Db, personId: number, nowMs: number) {
  return selectGiven(db)
    .select([
      'entitlement.id',
      'entitlement.kind',
      'entitlement.starts_at as startsAt',
      'entitlement.ends_at as endsAt',
    ])
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', nowMs)]))
    .orderBy('starts_at')
    .orderBy('entitlement.id')
    .execute();
}

/**
 * Lists the people whose last subscription ends after `fromMs` and not after `toMs`, with that end, the earliest first.
 */
export async function listSubscriptionEnds(
  db: Db,
  fromMs: number,
  toMs: number,
): Promise<{ readonly personId: number; readonly endsAt: number }[]> {
  const rows = await selectGiven(db)
    .select((of) => ['person_id as personId', of.fn.max('ends_at').as('endsAt')])
    .where('kind', '=', 'subscription')
    .where('ended_at', 'is', null)
    .groupBy('person_id')
    // A subscription without an end is later than any end.
    .having((of) => of.fn.count(of.case().when('ends_at', 'is', null).then(1).end()), '=', 0)
    .having((of) => of.fn.max('ends_at'), '>', fromMs)
    .having((of) => of.fn.max('ends_at'), '<=', toMs)
    .orderBy('endsAt')
    .execute();
  return rows.flatMap(({ personId, endsAt }) => (endsAt === null ? [] : [{ personId, endsAt }]));
}

/** Lists every grant of a person, ended ones included, the oldest first. */
export function listAllEntitlements(db: Db, personId: number) {
  return selectGiven(db)
    .selectAll('entitlement')
    .select(['ended_at', 'reason'])
    .where('person_id', '=', personId)
    .orderBy('id')
    .execute();
}

/** Deletes the grants of a person. */
export async function deleteEntitlements(db: Db, personId: number): Promise<void> {
  const given = open(db).selectFrom('entitlement').select('id').where('person_id', '=', personId);
  await open(db).deleteFrom('entitlement_end').where('entitlement_id', 'in', given).execute();
  await open(db).deleteFrom('entitlement').where('person_id', '=', personId).execute();
}
