import { ROUTES } from '@rasat/contract';
import type { Web } from '../../platform/http/web.ts';
import { listActions, listAudit, listAuditAdmins } from './audit-store.ts';
import { readPage } from './cursor.ts';
import { registerAdminRoute } from './register-admin-route.ts';

/** Serves the log of the back office's actions. */
export function registerAuditRoutes(web: Web): void {
  registerAdminRoute(web, ROUTES.adminAudit, async ({ query, trx }) => {
    const { admin, action, subject, after } = query;
    const filter = { adminUid: admin, action, subject };
    const { rows, next } = await readPage(after, (beforeId, most) =>
      listAudit(trx, { ...filter, beforeId }, most),
    );
    return {
      entries: rows.map(({ adminUid, name, surname, detail, ...row }) => ({
        ...row,
        admin: { uid: adminUid, name, surname },
        // `writeAudit` stores an object.
        detail: detail as Record<string, unknown>,
      })),
      next,
      admins: await listAuditAdmins(trx),
      actions: await listActions(trx),
    };
  });
}
