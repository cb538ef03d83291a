import type { IncomingHttpHeaders } from 'node:http';
import { type Access, WATCHING } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import { type Db, isDatabaseUnavailable } from '../../platform/db/pool.ts';
import {
  type CallerRequest,
  type Guard,
  type GuardOptions,
  type Person,
  seesAnalysis,
} from '../../platform/http/person.ts';
import type { PartContext } from '../../platform/part.ts';
import {
  extendAdminSession,
  isLiveSession,
  noteSessionsUsed,
  type SessionContext,
  sessionKey,
} from '../accounts/index.ts';
import { listCallers } from './caller-store.ts';
import { createMemory, type KnownPerson } from './memory.ts';

const WATCHING_HEADER = 'rasat-for';
/** Accesses that always read the database: the back office and purchases. */
const NEVER_RECALLED: ReadonlySet<Access> = new Set<Access>([
  'admin',
  'lessonBuyer',
  'subscriptionBuyer',
]);

/**
 * Creates the guard of every call, page and live socket. A session without its second step counts as none. Being an
 * administrator gives access to every market page, but not to what is reserved for students. After half an hour without
 * use of the back office, an administrator must sign in again. Where the caller allows it, an answer of the last five
 * seconds is reused (`memory.ts`). While the database is unavailable, its last answer about a session is valid for a
 * minute, so that pages served from memory stay available; changes are impossible then. `readPeople` reads `recheckDb`.
 */
export function createGuard(
  context: SessionContext & Pick<PartContext, 'listen' | 'hears'>,
  recheckDb: Db = context.db,
): Guard {
  const { clock } = context;
  const memory = createMemory(context);

  /** Returns the people of sessions by the sessions' keys, as the database has them now. */
  async function listKnownPeople(
    db: Db,
    keys: readonly string[],
  ): Promise<Map<string, KnownPerson>> {
    const nowMs = clock.now();
    const hashes = keys.map((key) => Buffer.from(key, 'base64url'));
    const rows = await listCallers(db, hashes, nowMs);
    await noteSessionsUsed(db, rows, nowMs);
    const complete = rows.filter((row) => row.complete);
    return new Map(
      complete.map(({ tokenHash, id, personId, publicId, kinds, changesAt }) => {
        const person: Person = {
          id: personId,
          publicId,
          sessionId: id,
          subscriber: kinds.includes('subscription'),
          student: kinds.includes('lesson'),
          admin: kinds.includes('admin'),
        };
        return [tokenHash.toString('base64url'), { person, changesAt }];
      }),
    );
  }

  async function ask(access: Access, key: string, mayRecall: boolean): Promise<Person | null> {
    const read = async (): Promise<KnownPerson | null> =>
      (await listKnownPeople(context.db, [key])).get(key) ?? null;
    if (access === 'admin') return (await read())?.person ?? null;
    try {
      return await memory.ask(key, read, mayRecall && !NEVER_RECALLED.has(access));
    } catch (error) {
      // A public page does not depend on the caller.
      if (access === 'guest' && isDatabaseUnavailable(error)) return null;
      throw error;
    }
  }

  async function assertNotIdle(person: Person, headers: IncomingHttpHeaders): Promise<void> {
    const session = { id: person.sessionId, personId: person.id };
    const isWatching = headers[WATCHING_HEADER] === WATCHING[WATCHING_HEADER];
    if (!(await extendAdminSession(context, session, isWatching)))
      throw new AppError('unauthorized-401');
  }

  const guard = async (
    access: Access,
    { headers }: CallerRequest,
    { mayRecall = false }: GuardOptions = {},
  ): Promise<Person | null> => {
    if (access === 'signature') return null;
    const key = sessionKey(context, headers);
    const person = key === null ? null : await ask(access, key, mayRecall);
    assertAccess(access, person);
    if (access === 'admin' && person) await assertNotIdle(person, headers);
    return person;
  };
  return Object.assign(guard, {
    assertSession: async (trx: Db, { sessionId }: Person): Promise<void> => {
      if (!(await isLiveSession(trx, sessionId, clock.now()))) {
        throw new AppError('unauthorized-401');
      }
    },
    readPeople: async (requests: readonly CallerRequest[]): Promise<(Person | null)[]> => {
      const keys = requests.map(({ headers }) => sessionKey(context, headers));
      const asked = keys.filter((key) => key !== null);
      const people = await listKnownPeople(recheckDb, asked);
      return keys.map((key) => (key === null ? null : (people.get(key)?.person ?? null)));
    },
  });
}

/**
 * Throws `unauthorized-401`, `forbidden-403`, `has-lesson-403` or `subscribed-403` when the person lacks the access.
 */
function assertAccess(access: Access, person: Person | null): void {
  if (access === 'guest' || access === 'signature') return;
  if (access === 'guestOnly') {
    if (person) throw new AppError('forbidden-403');
    return;
  }
  if (!person) throw new AppError('unauthorized-401');
  if (access === 'subscriber' && !seesAnalysis(person)) throw new AppError('forbidden-403');
  if (access === 'lessonBuyer' || access === 'subscriptionBuyer') assertBuyer(access, person);
  if (access === 'student' && !person.student) throw new AppError('has-lesson-403');
  if (access === 'admin' && !person.admin) throw new AppError('forbidden-403');
}

/** Refuses an administrator, a right that the person already has, and a subscription without the course. */
function assertBuyer(access: 'lessonBuyer' | 'subscriptionBuyer', person: Person): void {
  if (person.admin) throw new AppError('forbidden-403');
  const has = access === 'lessonBuyer' ? person.student : person.subscriber;
  if (has) throw new AppError('subscribed-403');
  if (access === 'subscriptionBuyer' && !person.student) throw new AppError('has-lesson-403');
}
