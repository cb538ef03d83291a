import { forEachLanguage, LANGUAGES, ROUTES, SITE_TEXT_NAMES, SITE_TEXTS } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import { registerRoute } from '../../platform/http/route.ts';
import type { Web } from '../../platform/http/web.ts';
import { registerAdminRoute } from './register-admin-route.ts';
import { insertSiteContent, readSiteContent } from './site-store.ts';
import { insertOwnText, readOwnTexts } from './site-text-store.ts';

/** Serves the contents of the landing page to all visitors, and their changes to administrators. */
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

  registerAdminRoute(web, ROUTES.adminSiteTexts, async ({ trx }) => {
    const own = await readOwnTexts(trx);
    return SITE_TEXT_NAMES.map((name) => {
      const written = forEachLanguage((language) => own[name]?.[language] ?? '');
      return { name, builtIn: SITE_TEXTS[name], own: written };
    });
  });

  registerAdminRoute(web, ROUTES.adminSaveSiteText, async ({ body, trx, nowMs, audit }) => {
    const { own } = body;
    const name = SITE_TEXT_NAMES.find((one) => one === body.name);
    if (!name) throw new AppError('bad-fields-400', { field: 'name' });
    const before = (await readOwnTexts(trx))[name] ?? {};
    const changed = LANGUAGES.filter((language) => own[language] !== (before[language] ?? ''));
    for (const language of changed) {
      await insertOwnText(trx, { name, language, body: own[language] }, nowMs);
    }
    await audit('site.text', `text:${name}`, { languages: changed });
    return {};
  });
}
