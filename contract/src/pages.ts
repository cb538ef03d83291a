import type { Access } from './route.ts';

/** A page of the site: its address and who may open it. Parameters are written `:name`, as the router writes them. */
export interface Page {
  readonly path: string;
  readonly access: Access;
}

/** Every page. Any other address answers with status 404 and the page that says so. */
export const PAGES = [
  { path: '/', access: 'guest' },
  { path: '/info/about', access: 'guest' },
  { path: '/info/privacy', access: 'guest' },
  { path: '/info/kvkk', access: 'guest' },
  { path: '/info/retention', access: 'guest' },
  { path: '/info/refund', access: 'guest' },
  { path: '/info/agreement', access: 'guest' },
  { path: '/record', access: 'guest' },
  { path: '/record/find', access: 'guest' },
  { path: '/record/:seq', access: 'guest' },
  { path: '/auth/register', access: 'guestOnly' },
  { path: '/auth/login', access: 'guestOnly' },
  { path: '/auth/forgot', access: 'guestOnly' },
  { path: '/account', access: 'user' },
  { path: '/mails', access: 'guest' },
  { path: '/offline', access: 'guest' },
  { path: '/dashboard', access: 'user' },
  { path: '/dashboard/symbol/:symbol', access: 'subscriber' },
  { path: '/dashboard/chart', access: 'user' },
  { path: '/dashboard/portfolio/:type', access: 'subscriber' },
  { path: '/dashboard/predictor/:type', access: 'guest' },
  { path: '/dashboard/messages', access: 'user' },
  { path: '/admin', access: 'admin' },
  { path: '/admin/people', access: 'admin' },
  { path: '/admin/people/:uid', access: 'admin' },
  { path: '/admin/orders', access: 'admin' },
  { path: '/admin/orders/:number', access: 'admin' },
  { path: '/admin/questions', access: 'admin' },
  { path: '/admin/homework', access: 'admin' },
  { path: '/admin/lessons', access: 'admin' },
  { path: '/admin/messages', access: 'admin' },
  { path: '/admin/prices', access: 'admin' },
  { path: '/admin/symbols', access: 'admin' },
  { path: '/admin/feeds', access: 'admin' },
  { path: '/admin/site', access: 'admin' },
  { path: '/admin/audit', access: 'admin' },
] as const satisfies readonly Page[];
