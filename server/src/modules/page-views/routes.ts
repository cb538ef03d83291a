import { ROUTES } from '@rasat/contract';
import { registerRoute } from '../../platform/http/route.ts';
import type { Web } from '../../platform/http/web.ts';
import type { PageViews } from './page-views.ts';

/** Serves the number of views of each category's lists in this week. */
export function registerPageViewRoutes(web: Web, views: PageViews): void {
  registerRoute(web, ROUTES.portfolioViews, () => views.list());
}
