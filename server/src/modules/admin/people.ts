import { DAY_MS, type Reply, RIGHT_ORIGINS, type ROUTES } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { ServerContext } from '../../platform/part.ts';
import { listSessions } from '../accounts/index.ts';
import { readPage } from './cursor.ts';
import {
  countPeople,
  findPersonByUid,
  type ListedPerson,
  listGrants,
  listPeople,
  type PeopleFilter,
  type PeopleQuery,
} from './people-store.ts';

/** Milliseconds before its end in which a subscription counts as ending. */
export const SOON_MS = 30 * DAY_MS;
const MOST_WORDS = 8;
const PHONE = /^[+\d\s().-]+$/;

/** Person as the list shows them. */
export type ShownPerson = Reply<typeof ROUTES.adminPeople>['people'][number];

/** Builds the query of the people list from the search text and filter of a request. */
export function peopleQuery(
  asked: { readonly search?: string | undefined; readonly filter?: PeopleFilter | undefined },
  nowMs: number,
): PeopleQuery {
  return {
    filter: asked.filter ?? 'all',
    words: searchWords(asked.search ?? ''),
    nowMs,
    soonMs: nowMs + SOON_MS,
  };
}

/** Splits a search into words. A phone number is searched by its digits, without leading zeros. */
export function searchWords(search: string): string[] {
  const digits = search.replace(/\D/g, '').replace(/^0+/, '');
  if (PHONE.test(search) && digits !== '') return [digits];
  return search.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
}

/** Returns a page of the people list. */
export async function readPeople(
  db: Db,
  query: PeopleQuery,
  after: string | undefined,
): Promise<Reply<typeof ROUTES.adminPeople>> {
  const { rows, next } = await readPage(after, (beforeId, most) =>
    listPeople(db, query, beforeId, most),
  );
  return {
    total: await countPeople(db, query),
    people: rows.map(showPerson),
    next,
    serverTime: query.nowMs,
  };
}

/** Returns a stored person as the list shows them. */
export function showPerson(person: ListedPerson): ShownPerson {
  return {
    uid: person.uid,
    name: person.name,
    surname: person.surname,
    email: person.mail,
    gsm: person.gsm,
    city: person.city,
    state: stateOf(person),
    end: person.endMs,
    student: person.student,
    admin: person.admin,
    registered: person.createdAtMs,
    lastSignIn: person.signedInAtMs,
  };
}

function stateOf({ subscriber, hadSubscription, student }: ListedPerson): ShownPerson['state'] {
  if (subscriber) return 'subscriber';
  if (hadSubscription) return 'ended';
  return student ? 'student' : 'registered';
}

/** Finds the person of a public id. Throws `user-not-found-404`. */
export async function getPerson(db: Db, uid: string, nowMs: number) {
  const person = await findPersonByUid(db, uid, nowMs);
  if (!person) throw new AppError('user-not-found-404');
  return person;
}

/** Orders and invoices of a person. */
export interface PersonPurchases
  extends Pick<Reply<typeof ROUTES.adminPerson>, 'orders' | 'invoices'> {
  /** Number of each order by its id. */
  readonly numbers: ReadonlyMap<number, string>;
}

/** Returns the data of one person's page. Throws `user-not-found-404`. */
export async function readPerson(
  { db, clock, keys }: Pick<ServerContext, 'db' | 'clock' | 'keys'>,
  uid: string,
  listPurchases: (personId: number) => Promise<PersonPurchases>,
): Promise<Reply<typeof ROUTES.adminPerson>> {
  const nowMs = clock.now();
  const person = await getPerson(db, uid, nowMs);
  const sessions = await listSessions(db, person.id, nowMs);
  const grants = await listGrants(db, person.id);
  const purchases = await listPurchases(person.id);
  return {
    ...showPerson(person),
    identity: maskIdentity(keys.decrypt(person.identity, 'person.identity')),
    country: person.country,
    district: person.district,
    language: person.language,
    authenticator: person.authenticatorAtMs,
    erasure: person.eraseAtMs,
    extendsFrom: extensionStart(person, nowMs),
    sessions: sessions
      .filter(({ complete }) => complete)
      .map(({ id, openedAt, seenAt, device }) => ({
        id: String(id),
        opened: openedAt,
        seen: seenAt,
        device,
      })),
    grants: grants.map((grant) => showGrant(grant, purchases.numbers, nowMs)),
    orders: purchases.orders,
    invoices: purchases.invoices,
    serverTime: nowMs,
  };
}

/** Masks all but the last two characters; masks everything when there are fewer than four. */
export function maskIdentity(identity: string): string {
  const letters = Array.from(identity);
  if (letters.length < 4) return '•'.repeat(letters.length);
  return '•'.repeat(letters.length - 2) + letters.slice(-2).join('');
}

/** Returns the start of a further subscription: the end of the granted ones, or now. */
export function extensionStart({ endMs }: Pick<ListedPerson, 'endMs'>, nowMs: number): number {
  return Math.max(endMs ?? 0, nowMs);
}

type ShownGrant = Reply<typeof ROUTES.adminPerson>['grants'][number];

function showGrant(
  grant: Awaited<ReturnType<typeof listGrants>>[number],
  numbers: PersonPurchases['numbers'],
  nowMs: number,
): ShownGrant {
  const { startsAtMs, endsAtMs, endedAtMs } = grant;
  const [kind = '', orderId] = grant.origin.split(':', 2);
  return {
    id: grant.id,
    right: grant.kind as ShownGrant['right'],
    start: startsAtMs,
    end: endsAtMs,
    origin: RIGHT_ORIGINS.find((origin) => origin === kind) ?? 'operator',
    order: numbers.get(Number(orderId)) ?? null,
    created: grant.createdAtMs,
    ended: endedAtMs,
    endReason: grant.reason?.startsWith('refund:') ? 'refund' : grant.reason,
    running:
      startsAtMs <= nowMs &&
      (endsAtMs === null || endsAtMs > nowMs) &&
      (endedAtMs === null || endedAtMs > nowMs),
  };
}
