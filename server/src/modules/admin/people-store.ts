import type { Right } from '@rasat/contract';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import type { AccountsTables } from '../accounts/index.ts';
import type { RightsTables } from '../rights/index.ts';

// The lists of the back office join people with their rights, as no other module does. These functions only read.

/**
 * Filter of the people list. `student` has the education; `ended` had a subscription and has none; `ending` has one
 * that ends soon.
 */
export type PeopleFilter = 'all' | 'subscriber' | 'student' | 'ended' | 'ending';

/** Query of the people list. */
export interface PeopleQuery {
  readonly filter: PeopleFilter;
  /** Words that must all match, or the digits of a phone number; empty for all people. */
  readonly words: readonly string[];
  readonly nowMs: number;
  /** Subscriptions that end before this moment count as ending. */
  readonly soonMs: number;
}

type Tables = Pick<AccountsTables, 'person'> & RightsTables;
type PersonColumns = ExpressionBuilder<Tables, 'person'>;

const open = (db: Db) => db.withTables<Tables>();

/** Time that replaces a missing end; later than any other time. */
const NEVER = Number.MAX_SAFE_INTEGER;

/** Condition that the person has a right that had begun by `sinceMs` and ends after `untilMs`. */
function holds(right: Right, sinceMs: number, untilMs: number): Expression<SqlBool> {
  return sql<SqlBool>`exists (
    select from entitlement g left join entitlement_end x on x.entitlement_id = g.id
    where g.person_id = person.id and g.kind = ${right} and g.starts_at <= ${sinceMs}
      and (g.ends_at is null or g.ends_at > ${untilMs})
      and (x.ended_at is null or x.ended_at > ${untilMs}))`;
}

/** Condition that the person ever had a subscription. */
function hadSubscription(nowMs: number): Expression<SqlBool> {
  return sql<SqlBool>`exists (
    select from entitlement g left join entitlement_end x on x.entitlement_id = g.id
    where g.person_id = person.id and g.kind = 'subscription' and g.starts_at <= ${nowMs}
      and (x.ended_at is null or x.ended_at > g.starts_at))`;
}

function isListed(query: PeopleQuery) {
  const { filter, words, nowMs, soonMs } = query;
  return (where: PersonColumns): Expression<SqlBool> => {
    const found = words.map(
      (word) => sql<SqlBool>`strpos(person.search_text, fold_text(${word})) > 0`,
    );
    const subscriber = holds('subscription', nowMs, nowMs);
    const byFilter: Readonly<Record<PeopleFilter, readonly Expression<SqlBool>[]>> = {
      all: [],
      subscriber: [subscriber],
      student: [holds('lesson', nowMs, nowMs)],
      ended: [hadSubscription(nowMs), where.not(subscriber)],
      ending: [subscriber, where.not(holds('subscription', NEVER, soonMs))],
    };
    return where.and([...found, ...byFilter[filter]]);
  };
}

/** Counts the people of a query. */
export async function countPeople(db: Db, query: PeopleQuery): Promise<number> {
  const { count } = await open(db)
    .selectFrom('person')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isListed(query))
    .executeTakeFirstOrThrow();
  return count;
}

/** Lists people with their rights, the last registered first, before the one with `beforeId`. */
export function listPeople(db: Db, query: PeopleQuery, beforeId: number, most: number) {
  return selectPeople(db, query.nowMs)
    .where(isListed(query))
    .where('person.id', '<', beforeId)
    .orderBy('person.id', 'desc')
    .limit(most)
    .execute();
}

/** Finds a person with their rights. */
export function findPersonByUid(db: Db, uid: string, nowMs: number) {
  return selectPeople(db, nowMs)
    .select([
      'person.identity',
      'person.language',
      'person.totp_confirmed_at as authenticatorAtMs',
      'person.erase_at as eraseAtMs',
    ])
    .where('person.public_id', '=', uid)
    .executeTakeFirst();
}

/** Person of the list. */
export type ListedPerson = Awaited<ReturnType<typeof listPeople>>[number];

function selectPeople(db: Db, nowMs: number) {
  return open(db)
    .selectFrom('person')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('entitlement as g')
          .leftJoin('entitlement_end as x', 'x.entitlement_id', 'g.id')
          .select([
            sql<boolean | null>`bool_or(g.kind = 'subscription' and ${runs(nowMs)})`.as(
              'subscriber',
            ),
            sql<boolean | null>`bool_or(g.kind = 'lesson' and ${runs(nowMs)})`.as('student'),
            sql<boolean | null>`bool_or(g.kind = 'admin' and ${runs(nowMs)})`.as('admin'),
            // A grant that was ended before its start never counted.
            sql<
              number | null
            >`max(least(coalesce(g.ends_at, ${NEVER}), coalesce(x.ended_at, ${NEVER})))
              filter (where g.kind = 'subscription' and coalesce(x.ended_at, ${NEVER}) > g.starts_at)`.as(
              'end',
            ),
          ])
          .whereRef('g.person_id', '=', 'person.id')
          .as('held'),
      (join) => join.onTrue(),
    )
    .select([
      'person.id',
      'person.public_id as uid',
      'person.name',
      'person.surname',
      'person.mail',
      'person.gsm',
      'person.country',
      'person.city',
      'person.district',
      'person.created_at as createdAtMs',
      'person.signed_in_at as signedInAtMs',
      sql<boolean>`coalesce(held.subscriber, false)`.as('subscriber'),
      sql<boolean>`coalesce(held.student, false)`.as('student'),
      sql<boolean>`coalesce(held.admin, false)`.as('admin'),
      // Null for a subscription without an end and for a person who never had one.
      sql<number | null>`nullif(held.end, ${NEVER})`.as('endMs'),
      sql<boolean>`held.end is not null`.as('hadSubscription'),
    ]);
}

/** Condition that the right `g` with the end `x` is in force at a moment. */
function runs(atMs: number) {
  return sql<SqlBool>`(g.starts_at <= ${atMs} and coalesce(g.ends_at, ${NEVER}) > ${atMs}
    and coalesce(x.ended_at, ${NEVER}) > ${atMs})`;
}

/** Counts of people by their rights, now and at an earlier moment. */
export interface PeopleCounts {
  readonly registered: number;
  readonly subscribers: number;
  readonly students: number;
  readonly ending: number;
  readonly before: {
    readonly registered: number;
    readonly subscribers: number;
    readonly students: number;
  };
}

/** Counts all people, and people by their rights at `nowMs` and at `thenMs`. */
export async function countAll(
  db: Db,
  times: { readonly nowMs: number; readonly thenMs: number; readonly soonMs: number },
): Promise<PeopleCounts> {
  const { nowMs, thenMs, soonMs } = times;
  const people = await open(db)
    .selectFrom('person')
    .select(({ fn }) => [
      fn.countAll<number>().as('registered'),
      fn.countAll<number>().filterWhere('created_at', '<=', thenMs).as('registeredThen'),
    ])
    .executeTakeFirstOrThrow();
  const held = open(db)
    .selectFrom('entitlement as g')
    .leftJoin('entitlement_end as x', 'x.entitlement_id', 'g.id')
    .select([
      sql<boolean>`bool_or(g.kind = 'subscription' and ${runs(nowMs)})`.as('subscriber'),
      sql<boolean>`bool_or(g.kind = 'subscription' and ${runs(thenMs)})`.as('subscriberThen'),
      sql<boolean>`bool_or(g.kind = 'lesson' and ${runs(nowMs)})`.as('student'),
      sql<boolean>`bool_or(g.kind = 'lesson' and ${runs(thenMs)})`.as('studentThen'),
      sql<boolean>`bool_or(g.kind = 'subscription' and coalesce(g.ends_at, ${NEVER}) > ${soonMs}
        and coalesce(x.ended_at, ${NEVER}) > ${soonMs})`.as('goesOn'),
    ])
    // Grants that ended before both moments are irrelevant.
    .where((where) => where.or([where('g.ends_at', 'is', null), where('g.ends_at', '>', thenMs)]))
    .groupBy('g.person_id')
    .as('held');
  const counts = await open(db)
    .selectFrom(held)
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('subscriber', '=', true).as('subscribers'),
      fn.countAll<number>().filterWhere('subscriberThen', '=', true).as('subscribersThen'),
      fn.countAll<number>().filterWhere('student', '=', true).as('students'),
      fn.countAll<number>().filterWhere('studentThen', '=', true).as('studentsThen'),
      fn
        .countAll<number>()
        .filterWhere('subscriber', '=', true)
        .filterWhere('goesOn', '=', false)
        .as('ending'),
    ])
    .executeTakeFirstOrThrow();
  return {
    registered: people.registered,
    subscribers: counts.subscribers,
    students: counts.students,
    ending: counts.ending,
    before: {
      registered: people.registeredThen,
      subscribers: counts.subscribersThen,
      students: counts.studentsThen,
    },
  };
}

/** Lists the grants of a person, ended ones included, the newest first. */
export function listGrants(db: Db, personId: number) {
  return open(db)
    .selectFrom('entitlement')
    .leftJoin('entitlement_end', 'entitlement_end.entitlement_id', 'entitlement.id')
    .select([
      'entitlement.id',
      'entitlement.kind',
      'entitlement.starts_at as startsAtMs',
      'entitlement.ends_at as endsAtMs',
      'entitlement.origin',
      'entitlement.created_at as createdAtMs',
      'entitlement_end.ended_at as endedAtMs',
      'entitlement_end.reason',
    ])
    .where('person_id', '=', personId)
    .orderBy('entitlement.id', 'desc')
    .execute();
}
