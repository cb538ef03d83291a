import { LEGAL_TEXTS } from '@rasat/contract';
import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** Every page. The chart has a layout of its own, the whole screen; the pages for guests have an empty one. */
export default [
  index('features/landing/route.tsx'),
  layout('shell-layout.tsx', [
    route('dashboard', 'features/dashboard/route.tsx'),
    route('dashboard/symbol/:symbol', 'features/symbol/route.tsx'),
    route('dashboard/predictor/:type', 'features/predictor/route.tsx'),
    route('dashboard/portfolio/:type', 'features/portfolio/route.tsx'),
    route('dashboard/messages', 'features/messages/route.tsx'),
    route('account', 'features/account/route.tsx'),
    route('mails', 'features/mails/route.tsx'),
    route('record', 'features/record/route.tsx'),
    route('record/find', 'features/record/find-route.tsx'),
    route('record/:seq', 'features/record/row-route.tsx'),
    route('offline', 'features/shell/offline-route.tsx'),
    route('*', 'features/shell/not-found-route.tsx'),
  ]),
  layout('features/legal/info-layout.tsx', [
    route('info/about', 'features/legal/about-route.tsx'),
    route('info/glossary', 'features/legal/glossary/route.tsx'),
    ...Object.keys(LEGAL_TEXTS).map((name) =>
      route(`info/${name}`, 'features/legal/route.tsx', { id: `legal-${name}` }),
    ),
  ]),
  layout('auth-layout.tsx', [
    route('auth/register', 'features/auth/register-route.tsx'),
    route('auth/login', 'features/auth/login-route.tsx'),
    route('auth/forgot', 'features/auth/forgot-route.tsx'),
  ]),
  layout('admin-layout.tsx', [
    route('admin', 'features/admin/home-route.tsx'),
    route('admin/questions', 'features/admin/questions/route.tsx'),
    route('admin/homework', 'features/admin/homework/route.tsx'),
    route('admin/people', 'features/admin/people/route.tsx'),
    route('admin/people/:uid', 'features/admin/people/person-route.tsx'),
    route('admin/orders', 'features/admin/orders/route.tsx'),
    route('admin/orders/:number', 'features/admin/orders/order-route.tsx'),
    route('admin/prices', 'features/admin/prices/route.tsx'),
    route('admin/lessons', 'features/admin/lessons/route.tsx'),
    route('admin/messages', 'features/admin/messages/route.tsx'),
    route('admin/symbols', 'features/admin/symbols/route.tsx'),
    route('admin/feeds', 'features/admin/feeds/route.tsx'),
    route('admin/site', 'features/admin/site/route.tsx'),
    route('admin/audit', 'features/admin/audit/route.tsx'),
  ]),
  route('dashboard/chart', 'features/chart/route.tsx'),
] satisfies RouteConfig;
