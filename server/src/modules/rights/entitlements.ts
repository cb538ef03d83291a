import type { Right } from '@rasat/contract';
import type { Db } from '../../platform/db/pool.ts';
import { endSessions, notifyPerson } from '../accounts/index.ts';
import {
  insertEntitlement,
  insertEntitlementEnd,
  listRunningKinds,
  listStanding,
} from './store.ts';

/** Rights of a person at one moment. */
export interface Rights {
  readonly subscriber: boolean;
  readonly student: boolean;
  readonly admin: boolean;
}

/** Grant of a right to a person; without `endsAt` it has no end. Times are UTC epoch milliseconds. */
export interface Grant {
  readonly personId: number;
  readonly right: Right;
  readonly startsAt: number;
  readonly endsAt?: number;
  /** Origin: `demo`, `operator`, or the paid order. */
  readonly origin: string;
}

/**
 * Grants a right and returns the grant's id; open pages and sockets of the person are notified at the commit. A new
 * administrator must sign in again, since none of their sessions has passed the second step.
 */
export async function grantRight(db: Db, grant: Grant, nowMs: number): Promise<number> {
  const id = await insertEntitlement(db, {
    person_id: grant.personId,
    kind: grant.right,
    starts_at: grant.startsAt,
    ends_at: grant.endsAt ?? null,
    origin: grant.origin,
    created_at: nowMs,
  });
  if (grant.right === 'admin') await endSessions(db, grant.personId);
  await notifyPerson(db, grant.personId);
  return id;
}

/** Ends a grant now. */
export async function endGrant(
  db: Db,
  grant: { readonly id: number; readonly personId: number },
  nowMs: number,
  reason: string,
): Promise<void> {
  await insertEntitlementEnd(db, grant.id, nowMs, reason);
  await notifyPerson(db, grant.personId);
}

/** Returns a person's rights at `nowMs`: ends are compared now, not when the session was opened. */
export async function readRights(db: Db, personId: number, nowMs: number): Promise<Rights> {
  const kinds = await listRunningKinds(db, personId, nowMs);
  return {
    subscriber: kinds.has('subscription'),
    student: kinds.has('lesson'),
    admin: kinds.has('admin'),
  };
}

/** Period; a null end means without an end. */
export interface SubscriptionPeriod {
  readonly startMs: number;
  readonly endMs: number | null;
}

/**
 * Returns the subscription that runs at `nowMs`, from its start to the end of the periods that follow without a gap;
 * undefined when none runs.
 */
export async function findSubscriptionPeriod(
  db: Db,
  personId: number,
  nowMs: number,
): Promise<SubscriptionPeriod | undefined> {
  const grants = await listStanding(db, personId, nowMs);
  let period: SubscriptionPeriod | undefined;
  for (const { kind, startsAt, endsAt } of grants) {
    if (kind !== 'subscription' || startsAt > (period ? (period.endMs ?? startsAt) : nowMs))
      continue;
    const isLonger = !period || endsAt === null || (period.endMs !== null && endsAt > period.endMs);
    if (isLonger) period = { startMs: period?.startMs ?? startsAt, endMs: endsAt };
  }
  return period;
}

/** Returns the end of all subscriptions of a person: 0 without one, Infinity for one without an end. */
export async function readSubscribedUntil(
  db: Db,
  personId: number,
  nowMs: number,
): Promise<number> {
  const ends = (await listStanding(db, personId, nowMs))
    .filter(({ kind }) => kind === 'subscription')
    .map(({ endsAt }) => endsAt ?? Number.POSITIVE_INFINITY);
  return Math.max(0, ...ends);
}
