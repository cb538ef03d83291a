import { notify } from '../../platform/db/notify.ts';
import type { Db } from '../../platform/db/pool.ts';
import { endSessions, PERSON_CHANNEL } from '../accounts/index.ts';
import { insertEntitlement, insertEntitlementEnd, listEntitlements } from './store.ts';

/** What somebody can be given. */
export type Right = 'lesson' | 'subscription' | 'admin';

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
  await notify(db, PERSON_CHANNEL, String(grant.personId));
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
  await notify(db, PERSON_CHANNEL, String(grant.personId));
}

/** What a person may do at `nowMs`: ends are compared now, not when the session was opened. */
export async function readRights(db: Db, personId: number, nowMs: number): Promise<Rights> {
  const kinds = new Set((await listEntitlements(db, personId, nowMs)).map(({ kind }) => kind));
  return {
    subscriber: kinds.has('subscription'),
    student: kinds.has('lesson'),
    admin: kinds.has('admin'),
  };
}
