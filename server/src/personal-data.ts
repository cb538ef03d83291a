import { accountsData, accountsRetention } from './modules/accounts/index.ts';
import { adminData } from './modules/admin/index.ts';
import { authData, authRetention } from './modules/auth/index.ts';
import { educationData, educationRetention } from './modules/education/index.ts';
import { invoicesData, invoicesRetention } from './modules/invoices/index.ts';
import { marketData } from './modules/market/index.ts';
import { messagesData } from './modules/messages/index.ts';
import { pageViewsData, pageViewsRetention } from './modules/page-views/index.ts';
import { paymentsData, paymentsRetention } from './modules/payments/index.ts';
import { rightsData } from './modules/rights/index.ts';
import { telegramData, telegramRetention } from './modules/telegram/index.ts';
import { deleteOldAttempts } from './platform/attempts.ts';
import { mailRetention } from './platform/mail/retention.ts';
import type { PersonalData, Retention } from './platform/personal-data.ts';

/** Personal data of every module, in the modules' order. A test finds each table that none of them names. */
export const PERSONAL_DATA: readonly PersonalData[] = [
  accountsData,
  rightsData,
  authData,
  educationData,
  paymentsData,
  invoicesData,
  messagesData,
  marketData,
  pageViewsData,
  telegramData,
  adminData,
];

/** All data that are deleted after a time. */
export const RETENTION: readonly Retention[] = [
  { what: 'attempt', daily: true, forget: deleteOldAttempts },
  ...mailRetention,
  ...accountsRetention,
  ...authRetention,
  ...educationRetention,
  ...paymentsRetention,
  ...invoicesRetention,
  ...pageViewsRetention,
  ...telegramRetention,
];
