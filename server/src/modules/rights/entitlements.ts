import type { Right } from '@rasat/contract';
import type { Db } from '../../platform/db/pool.ts';
import { endSessions, notifyPerson } from '../accounts/index.ts';
import {
  insertEntitlement,
  insertEntitlementEnd,
  listRunningKinds,
  listStanding,
} from './store.ts';

/** A person's rights at one moment. */
export interface Rights {
  readonly subscriber: boolean;
  readonly student: boolean;
  readonly admin: boolean;
}

/** What is given to whom, and until when; without `endsAt` for ever. Times are UTC epoch milliseconds. */
export interface Grant {
  readonly personId: number;
  readonly right: Right;
  readonly startsAt: number;
  readonly endsAt?: number;
  /** `demo`, `operator`, or the order that was paid. */
  readonly origin: string;
}

/**
 * Gives a right; open pages and sockets of the person learn of it at the commit. Who becomes an administrator signs in
 * again, since no session of theirs went through the second step. Answers the id of the grant.
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

/** Takes a grant back now. */
export async function endGrant(
  db: Db,
  grant: { readonly id: number; readonly personId: number },
  nowMs: number,
  reason: string,
): Promise<void> {
  await insertEntitlementEnd(db, grant.id, nowMs, reason);
  await notifyPerson(db, grant.personId);
}

/** What a person may do at `nowMs`: ends are compared now, not when the session was opened. */
export async function readRights(db: Db, personId: number, nowMs: number): Promise<Rights> {
  const kinds = await listRunningKinds(db, personId, nowMs);
  return {
    subscriber: kinds.has('subscription'),
    student: kinds.has('lesson'),
    admin: kinds.has('admin'),
  };
}

/** A stretch of time; without an end for ever. */
export interface SubscriptionPeriod {
  readonly startMs: number;
  readonly endMs: number | null;
}

/**
 * The subscription that runs at `nowMs`, from its begin to the end of what follows on it without a gap; undefined when
 * none runs.
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

/** When everything ends that a person was given as a subscription: 0 without one, Infinity when it never does. */
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
