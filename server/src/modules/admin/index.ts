export type { MarketOffice } from './market-routes.ts';
export { adminData } from './personal-data.ts';
export { type AdminRoutesOptions, registerAdminRoutes } from './routes.ts';
