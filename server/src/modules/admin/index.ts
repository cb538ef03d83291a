export { adminData } from './personal-data.ts';
export { registerAdminRoutes } from './routes.ts';
export { insertSiteContent, readSiteContent, type SiteContent } from './site-store.ts';
export { readOwnTexts } from './site-text-store.ts';
