import type { Web } from '../../platform/http/web.ts';
import type { PersonalData } from '../../platform/personal-data.ts';
import type { Payments } from '../payments/index.ts';
import { registerAuditRoutes } from './audit-routes.ts';
import { type EducationFaces, registerAdminEducationRoutes } from './education-routes.ts';
import { type MarketOffice, registerMarketOffice } from './market-routes.ts';
import { registerAdminMessageRoutes } from './message-routes.ts';
import { registerMoneyRoutes } from './money-routes.ts';
import { registerPeopleRoutes } from './people-routes.ts';
import { registerSiteRoutes } from './site-routes.ts';
import { registerSummaryRoutes } from './summary-routes.ts';

/** Options of the back office. */
export interface AdminRoutesOptions extends EducationFaces {
  /** Personal data of every module, in the modules' order. */
  readonly data: readonly PersonalData[];
  readonly payments: Payments;
  readonly market: MarketOffice;
}

/** Serves the back office. */
export function registerAdminRoutes(web: Web, options: AdminRoutesOptions): void {
  registerSummaryRoutes(web);
  registerPeopleRoutes(web, options.data);
  registerMoneyRoutes(web, options.payments);
  registerAdminEducationRoutes(web, options);
  registerAdminMessageRoutes(web);
  registerMarketOffice(web, options.market);
  registerSiteRoutes(web);
  registerAuditRoutes(web);
}
