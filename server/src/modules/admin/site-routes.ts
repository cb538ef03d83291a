import { ROUTES } from '@rasat/contract';
import { registerRoute } from '../../platform/http/route.ts';
import type { Web } from '../../platform/http/web.ts';
import { registerAdminRoute } from './register-admin-route.ts';
import { insertSiteContent, readSiteContent } from './site-store.ts';

/** Serves the contents of the landing page, to everybody and for changing them. */
export function registerSiteRoutes(web: Web): void {
  const { db, config } = web.context;

  registerRoute(web, ROUTES.site, async () => (await readSiteContent(db, config)).content);

  registerAdminRoute(web, ROUTES.adminSite, ({ trx }) => readSiteContent(trx, config));

  registerAdminRoute(web, ROUTES.adminSaveSite, async ({ body, trx, nowMs, audit }) => {
    await insertSiteContent(trx, body, nowMs);
    await audit('site.save', 'site', {
      contact: body.contact,
      stores: body.stores,
      videos: body.videos.map(({ url }) => url),
    });
    return {};
  });
}
