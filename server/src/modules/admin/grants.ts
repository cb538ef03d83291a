import {
  addMonthsIstanbul,
  type Body,
  DAY_MS,
  type Params,
  type Reply,
  type ROUTES,
} from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/pool.ts';
import { lockPerson } from '../accounts/index.ts';
import { endGrant, grantRight } from '../rights/index.ts';
import { extensionStart, getPerson } from './people.ts';
import { listGrants } from './people-store.ts';

/** Longest subscription that an administrator can grant, in milliseconds. */
const LONGEST_MS = 10 * 366 * DAY_MS;
/** Origin of a grant from the back office; the audit log names the administrator. */
const ORIGIN = 'admin';

/** Right that an administrator grants. */
type GrantRequest = Body<typeof ROUTES.adminGrant>;

/**
 * Grants the education, or a subscription from the end of the running one. Throws `user-not-found-404`,
 * `bad-fields-400` for an invalid period, and `conflict-409` for a right that the person has without an end.
 */
export async function giveRight(
  trx: Db,
  uid: string,
  request: GrantRequest,
  nowMs: number,
): Promise<Reply<typeof ROUTES.adminGrant>> {
  const person = await lockByUid(trx, uid, nowMs);
  const { right } = request;
  if (right === 'lesson') {
    if (person.student) throw new AppError('conflict-409');
    const grant = { personId: person.id, right, startsAt: nowMs, origin: ORIGIN };
    return { id: await grantRight(trx, grant, nowMs), start: nowMs, end: null };
  }
  if (person.hadSubscription && person.endMs === null) throw new AppError('conflict-409');
  const start = extensionStart(person, nowMs);
  const end = readEnd(request, start, nowMs);
  const grant = { personId: person.id, right, startsAt: start, endsAt: end, origin: ORIGIN };
  return { id: await grantRight(trx, grant, nowMs), start, end };
}

function readEnd(
  { months, end }: Extract<GrantRequest, { right: 'subscription' }>,
  startMs: number,
  nowMs: number,
): number {
  if ((months === undefined) === (end === undefined)) {
    throw new AppError('bad-fields-400', { field: 'months' });
  }
  if (months !== undefined) return addMonthsIstanbul(startMs, months);
  if (end === undefined || end <= startMs || end > nowMs + LONGEST_MS) {
    throw new AppError('bad-fields-400', { field: 'end' });
  }
  return end;
}

/**
 * Ends a right now and returns which one it was. Throws `user-not-found-404`, `not-found-404` for a grant of
 * another person, `forbidden-403` for an administrator's, and `conflict-409` for one that has ended.
 */
export async function takeRight(
  trx: Db,
  { uid, id }: Params<typeof ROUTES.adminEndGrant>,
  reason: string,
  nowMs: number,
): Promise<{ readonly right: string }> {
  const person = await lockByUid(trx, uid, nowMs);
  const grants = await listGrants(trx, person.id);
  const grant = grants.find((one) => one.id === Number(id));
  if (!grant) throw new AppError('not-found-404');
  if (grant.kind === 'admin') throw new AppError('forbidden-403');
  const isOver = grant.endsAtMs !== null && grant.endsAtMs <= nowMs;
  if (isOver || grant.endedAtMs !== null) throw new AppError('conflict-409');
  await endGrant(trx, { id: grant.id, personId: person.id }, nowMs, reason);
  return { right: grant.kind };
}

/** Locks the person: of two concurrent changes, the second sees what the first has given. */
async function lockByUid(trx: Db, uid: string, nowMs: number) {
  const { id } = await getPerson(trx, uid, nowMs);
  await lockPerson(trx, id);
  return getPerson(trx, uid, nowMs);
}
