import type { IncomingHttpHeaders } from 'node:http';
import { type Access, WATCHING } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import { type Db, isDatabaseAway } from '../../platform/db/pool.ts';
import { type Guard, type Person, seesAnalysis } from '../../platform/http/person.ts';
import type { PartContext } from '../../platform/part.ts';
import {
  findRequestSession,
  isLiveSession,
  keepAtWork,
  type SessionContext,
  sessionKey,
} from '../accounts/index.ts';
import { readRights } from './entitlements.ts';
import { createMemory } from './memory.ts';

const WATCHING_HEADER = 'rasat-for';

/**
 * Makes the function that every call, page and live socket asks. A session whose second step is missing counts as
 * none. An administrator sees every market page; for what belongs to a student it does not help to be one. Who has done
 * nothing in the back office for half an hour is asked to sign in again when they come back to it. While the
 * database does not answer, what it last said about a session stands for a minute, so that what is served from memory
 * still is; nothing can be changed then.
 */
export function createGuard(context: SessionContext & Pick<PartContext, 'listen'>): Guard {
  const { db, clock } = context;
  const memory = createMemory(context);

  async function findPerson(headers: IncomingHttpHeaders): Promise<Person | null> {
    const session = await findRequestSession(context, headers);
    if (!session?.complete) return null;
    const rights = await readRights(db, session.personId, clock.now());
    return {
      id: session.personId,
      publicId: session.publicId,
      sessionId: session.id,
      ...rights,
    };
  }

  async function ask(access: Access, key: string, headers: IncomingHttpHeaders) {
    if (access === 'admin') return findPerson(headers);
    try {
      return await memory.ask(key, () => findPerson(headers));
    } catch (error) {
      // What everybody may read does not depend on who asks.
      if (access === 'guest' && isDatabaseAway(error)) return null;
      throw error;
    }
  }

  async function assertAtWork(person: Person, headers: IncomingHttpHeaders): Promise<void> {
    const session = { id: person.sessionId, personId: person.id };
    const isWatching = headers[WATCHING_HEADER] === WATCHING[WATCHING_HEADER];
    if (!(await keepAtWork(context, session, isWatching))) throw new AppError('unauthorized-401');
  }

  const guard = async (access: Access, { headers }: { readonly headers: IncomingHttpHeaders }) => {
    if (access === 'signature') return null;
    const key = sessionKey(context, headers);
    const person = key === null ? null : await ask(access, key, headers);
    assertAccess(access, person);
    if (access === 'admin' && person) await assertAtWork(person, headers);
    return person;
  };
  return Object.assign(guard, {
    assertSession: async (trx: Db, { sessionId }: Person): Promise<void> => {
      if (!(await isLiveSession(trx, sessionId, clock.now()))) {
        throw new AppError('unauthorized-401');
      }
    },
  });
}

/** Throws `unauthorized-401`, `forbidden-403`, `has-lesson-403` or `subscribed-403` when the access is not given. */
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

/** An administrator buys nothing, nobody buys what runs already, and a subscription is for students. */
function assertBuyer(access: 'lessonBuyer' | 'subscriptionBuyer', person: Person): void {
  if (person.admin) throw new AppError('forbidden-403');
  const has = access === 'lessonBuyer' ? person.student : person.subscriber;
  if (has) throw new AppError('subscribed-403');
  if (access === 'subscriptionBuyer' && !person.student) throw new AppError('has-lesson-403');
}
