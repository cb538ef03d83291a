import type { Language } from '@rasat/contract';
import type { LaterCatalogue } from './catalogue.ts';

/** An area whose texts are loaded with its pages. */
export type LaterArea = keyof LaterCatalogue;

/** Loaders of each area's texts: one chunk an area and language. */
export const LATER: {
  readonly [A in LaterArea]: Record<
    Language,
    () => Promise<{ readonly [K in A]: LaterCatalogue[A] }>
  >;
} = {
  account: {
    tr: () => import('./tr/account.ts'),
    az: () => import('./az/account.ts'),
    en: () => import('./en/account.ts'),
  },
  admin: {
    tr: () => import('./tr/admin.ts'),
    az: () => import('./az/admin.ts'),
    en: () => import('./en/admin.ts'),
  },
  adminLearning: {
    tr: () => import('./tr/admin-learning.ts'),
    az: () => import('./az/admin-learning.ts'),
    en: () => import('./en/admin-learning.ts'),
  },
  adminMarket: {
    tr: () => import('./tr/admin-market.ts'),
    az: () => import('./az/admin-market.ts'),
    en: () => import('./en/admin-market.ts'),
  },
  adminMessages: {
    tr: () => import('./tr/admin-messages.ts'),
    az: () => import('./az/admin-messages.ts'),
    en: () => import('./en/admin-messages.ts'),
  },
  adminMoney: {
    tr: () => import('./tr/admin-money.ts'),
    az: () => import('./az/admin-money.ts'),
    en: () => import('./en/admin-money.ts'),
  },
  adminPeople: {
    tr: () => import('./tr/admin-people.ts'),
    az: () => import('./az/admin-people.ts'),
    en: () => import('./en/admin-people.ts'),
  },
  auth: {
    tr: () => import('./tr/auth.ts'),
    az: () => import('./az/auth.ts'),
    en: () => import('./en/auth.ts'),
  },
  dashboard: {
    tr: () => import('./tr/dashboard.ts'),
    az: () => import('./az/dashboard.ts'),
    en: () => import('./en/dashboard.ts'),
  },
  education: {
    tr: () => import('./tr/education.ts'),
    az: () => import('./az/education.ts'),
    en: () => import('./en/education.ts'),
  },
  calibration: {
    tr: () => import('./tr/calibration.ts'),
    az: () => import('./az/calibration.ts'),
    en: () => import('./en/calibration.ts'),
  },
  chance: {
    tr: () => import('./tr/chance.ts'),
    az: () => import('./az/chance.ts'),
    en: () => import('./en/chance.ts'),
  },
  chart: {
    tr: () => import('./tr/chart.ts'),
    az: () => import('./az/chart.ts'),
    en: () => import('./en/chart.ts'),
  },
  favorites: {
    tr: () => import('./tr/favorites.ts'),
    az: () => import('./az/favorites.ts'),
    en: () => import('./en/favorites.ts'),
  },
  form: {
    tr: () => import('./tr/form.ts'),
    az: () => import('./az/form.ts'),
    en: () => import('./en/form.ts'),
  },
  glossary: {
    tr: () => import('./tr/glossary.ts'),
    az: () => import('./az/glossary.ts'),
    en: () => import('./en/glossary.ts'),
  },
  mails: {
    tr: () => import('./tr/mails.ts'),
    az: () => import('./az/mails.ts'),
    en: () => import('./en/mails.ts'),
  },
  messages: {
    tr: () => import('./tr/messages.ts'),
    az: () => import('./az/messages.ts'),
    en: () => import('./en/messages.ts'),
  },
  payment: {
    tr: () => import('./tr/payment.ts'),
    az: () => import('./az/payment.ts'),
    en: () => import('./en/payment.ts'),
  },
  portfolio: {
    tr: () => import('./tr/portfolio.ts'),
    az: () => import('./az/portfolio.ts'),
    en: () => import('./en/portfolio.ts'),
  },
  predictor: {
    tr: () => import('./tr/predictor.ts'),
    az: () => import('./az/predictor.ts'),
    en: () => import('./en/predictor.ts'),
  },
  record: {
    tr: () => import('./tr/record.ts'),
    az: () => import('./az/record.ts'),
    en: () => import('./en/record.ts'),
  },
  reference: {
    tr: () => import('./tr/reference.ts'),
    az: () => import('./az/reference.ts'),
    en: () => import('./en/reference.ts'),
  },
  symbol: {
    tr: () => import('./tr/symbol.ts'),
    az: () => import('./az/symbol.ts'),
    en: () => import('./en/symbol.ts'),
  },
  tour: {
    tr: () => import('./tr/tour.ts'),
    az: () => import('./az/tour.ts'),
    en: () => import('./en/tour.ts'),
  },
  why: {
    tr: () => import('./tr/why.ts'),
    az: () => import('./az/why.ts'),
    en: () => import('./en/why.ts'),
  },
};
