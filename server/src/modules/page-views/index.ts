export { openPageViews, type PageViews } from './page-views.ts';
export { pageViewsData, pageViewsRetention } from './personal-data.ts';
export { registerPageViewRoutes } from './routes.ts';
