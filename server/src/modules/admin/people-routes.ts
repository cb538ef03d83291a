import { HOUR_MS, LIMITS, MINUTE_MS, ROUTES } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import { takeAttempt } from '../../platform/attempts.ts';
import type { Db } from '../../platform/db/pool.ts';
import { FileAnswer } from '../../platform/http/route.ts';
import type { Web } from '../../platform/http/web.ts';
import type { PersonalData } from '../../platform/personal-data.ts';
import { endSessions, exportPerson, findPerson } from '../accounts/index.ts';
import { giveRight, takeRight } from './grants.ts';
import { getPerson, peopleQuery, readPeople, readPerson } from './people.ts';
import { peopleFile } from './people-file.ts';
import { listPurchases } from './person-purchases.ts';
import { registerAdminRoute } from './register-admin-route.ts';

/** Time-out of the download of the list. */
const FILE_TIME_MS = 10 * MINUTE_MS;
const EXPORTS = { most: LIMITS.adminExportsPerHour, windowMs: HOUR_MS };

/** Counts a file with people's data for an administrator; throws `rate-429` after ten within an hour. */
function takeExport(trx: Db, adminId: number, nowMs: number): Promise<void> {
  return takeAttempt(trx, `export.admin ${adminId}`, EXPORTS, nowMs);
}

/** Serves people, their sessions and rights, and their stored data. */
export function registerPeopleRoutes(web: Web, data: readonly PersonalData[]): void {
  registerListRoutes(web, data);
  registerGrantRoutes(web);

  registerAdminRoute(web, ROUTES.adminEndSessions, async (call) => {
    const { trx, params, body, person: admin, nowMs, audit } = call;
    const person = await getPerson(trx, params.uid, nowMs);
    const own = person.id === admin.id ? { except: admin.sessionId } : {};
    const only = body.id === null ? {} : { only: Number(body.id) };
    const ended = await endSessions(trx, person.id, { ...own, ...only });
    if (body.id !== null && ended === 0) throw new AppError('not-found-404');
    await audit('session.end', `person:${person.uid}`, { ended });
    return {};
  });
}

function registerListRoutes(web: Web, data: readonly PersonalData[]): void {
  registerAdminRoute(web, ROUTES.adminPeople, ({ query, trx, nowMs }) =>
    readPeople(trx, peopleQuery(query, nowMs), query.after),
  );

  registerAdminRoute(
    web,
    ROUTES.adminPeopleFile,
    async ({ body, trx, nowMs, person, audit }) => {
      await takeExport(trx, person.id, nowMs);
      const admin = await findPerson(trx, person.id);
      const asked = peopleQuery(body, nowMs);
      // The search text may be a person's name: the log keeps only whether there was one.
      await audit('people.export', 'people', {
        filter: asked.filter,
        searched: asked.words.length > 0,
      });
      // The file is written after the commit, when another request may use the transaction's connection.
      return new FileAnswer(peopleFile(web.context.db, asked, admin?.language ?? 'tr'));
    },
    { answerMs: FILE_TIME_MS },
  );

  registerAdminRoute(web, ROUTES.adminPerson, ({ params, trx }) =>
    readPerson(web.context, params.uid, (personId) => listPurchases(trx, personId)),
  );

  registerAdminRoute(web, ROUTES.adminPersonFile, async (call) => {
    const { params, trx, nowMs, person: admin, audit, header } = call;
    await takeExport(trx, admin.id, nowMs);
    const { id, uid } = await getPerson(trx, params.uid, nowMs);
    await audit('person.export', `person:${uid}`);
    const within = { ...web.context, db: trx };
    const { document, name } = await exportPerson(within, data, { id, publicId: uid });
    header('content-disposition', `attachment; filename="${name}"`);
    return document;
  });
}

function registerGrantRoutes(web: Web): void {
  registerAdminRoute(web, ROUTES.adminGrant, async ({ params, body, trx, nowMs, audit }) => {
    const given = await giveRight(trx, params.uid, body, nowMs);
    const { right, reason } = body;
    const { id: grant, start, end } = given;
    await audit('grant.add', `person:${params.uid}`, { grant, right, start, end, reason });
    return given;
  });

  registerAdminRoute(web, ROUTES.adminEndGrant, async ({ params, body, trx, nowMs, audit }) => {
    const { reason } = body;
    const { right } = await takeRight(trx, params, reason, nowMs);
    const detail = { grant: Number(params.id), right, reason };
    await audit('grant.end', `person:${params.uid}`, detail);
    return {};
  });
}
