export type { MarketOffice } from './market-routes.ts';
export { adminData } from './personal-data.ts';
export { type AdminCall, registerAdminRoute } from './register-admin-route.ts';
export { type AdminRoutesOptions, registerAdminRoutes } from './routes.ts';
