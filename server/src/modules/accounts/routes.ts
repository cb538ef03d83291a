import { HOUR_MS, ROUTES } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import { takeAttempt } from '../../platform/attempts.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { registerRoute } from '../../platform/http/route.ts';
import type { Web } from '../../platform/http/web.ts';
import type { PersonalData } from '../../platform/personal-data.ts';
import { cancelErasure, requestErasure } from './erasure.ts';
import { exportPerson } from './export-person.ts';
import { endSessions } from './sessions.ts';
import { findPerson, listSessions, updatePerson } from './store.ts';
import { acceptTexts } from './texts.ts';

/** Options of the account routes, from later modules. */
export interface AccountRoutesOptions {
  /** Personal data of every module, in the modules' order. */
  readonly data: readonly PersonalData[];
  /** Returns whether a password belongs to an argon2id hash in PHC form. */
  readonly verifyPassword: (hash: string, password: string) => Promise<boolean>;
}

/** Limit on the passwords tried for an erasure. */
const ERASURE_TRIES = { most: 5, windowMs: HOUR_MS };
/** Limit on the exports of one person's data. */
const EXPORTS = { most: 10, windowMs: HOUR_MS };

/** Serves sessions, settings, consents, the person's data and their erasure. */
export function registerAccountRoutes(web: Web, options: AccountRoutesOptions): void {
  registerSessionRoutes(web);
  registerDataRoutes(web, options);
  const { db, clock } = web.context;

  registerRoute(web, ROUTES.saveSettings, async ({ body, person }) => {
    await inTransaction(db, (trx) => updatePerson(trx, person.id, body));
    return {};
  });

  registerRoute(web, ROUTES.acceptTexts, async ({ body, person, ip }) => {
    await inTransaction(db, (trx) => acceptTexts(trx, person.id, body, { ip, atMs: clock.now() }));
    return {};
  });
}

function registerSessionRoutes(web: Web): void {
  const { db, clock } = web.context;

  registerRoute(web, ROUTES.sessions, async ({ person }) => {
    const { id, sessionId } = person;
    const sessions = await listSessions(db, id, clock.now());
    return sessions
      .filter((session) => session.complete)
      .map((session) => ({
        id: String(session.id),
        opened: session.openedAt,
        seen: session.seenAt,
        device: session.device,
        current: session.id === sessionId,
      }));
  });

  registerRoute(web, ROUTES.endSession, async ({ body, person }) => {
    const { id, sessionId } = person;
    const only = body.id === null ? {} : { only: Number(body.id) };
    await inTransaction(db, async (trx) => {
      const ended = await endSessions(trx, id, { ...only, except: sessionId });
      if (body.id !== null && ended === 0) throw new AppError('not-found-404');
    });
    return {};
  });
}

function registerDataRoutes(web: Web, { data, verifyPassword }: AccountRoutesOptions): void {
  const { db, clock } = web.context;

  registerRoute(web, ROUTES.personalData, async ({ person, header }) => {
    await takeAttempt(db, `export.person ${person.id}`, EXPORTS, clock.now());
    const { document, name } = await exportPerson(web.context, data, person);
    header('content-disposition', `attachment; filename="${name}"`);
    return document;
  });

  registerRoute(web, ROUTES.erasure, async ({ person }) => {
    const found = await findPerson(db, person.id);
    return { requested: found?.erase_asked_at ?? null, due: found?.erase_at ?? null };
  });

  registerRoute(web, ROUTES.requestErasure, async ({ body, person }) => {
    const { id } = person;
    const nowMs = clock.now();
    await takeAttempt(db, `erasure.person ${id}`, ERASURE_TRIES, nowMs);
    const found = await findPerson(db, id);
    if (!found) throw new AppError('unauthorized-401');
    if (!(await verifyPassword(found.password_hash, body.password))) {
      throw new AppError('password-not-match');
    }
    if (body.erase) await requestErasure(web.context, id, nowMs);
    else await cancelErasure(web.context, id, nowMs);
    return {};
  });
}
