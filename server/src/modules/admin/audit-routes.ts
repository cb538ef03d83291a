import { LIMITS, ROUTES } from '@rasat/contract';
import type { Web } from '../../platform/http/web.ts';
import { listActions, listAudit, listAuditAdmins } from './audit-store.ts';
import { readCursor, splitRows } from './cursor.ts';
import { registerAdminRoute } from './register-admin-route.ts';

/** Serves the log of what was done in the back office. */
export function registerAuditRoutes(web: Web): void {
  registerAdminRoute(web, ROUTES.adminAudit, async ({ query, trx }) => {
    const { admin, action, subject, after } = query;
    const filter = { adminUid: admin, action, subject, beforeId: readCursor(after) };
    const found = await listAudit(trx, filter, LIMITS.adminRows + 1);
    const { rows, next } = splitRows(found, LIMITS.adminRows);
    return {
      entries: rows.map(({ adminUid, name, surname, detail, ...row }) => ({
        ...row,
        admin: { uid: adminUid, name, surname },
        // The database holds an object, as it was written.
        detail: detail as Record<string, unknown>,
      })),
      next,
      admins: await listAuditAdmins(trx),
      actions: await listActions(trx),
    };
  });
}
