import { accountRoutes } from './account.ts';
import { adminRoutes } from './admin.ts';
import { adminEducationRoutes } from './admin-education.ts';
import { adminMarketRoutes } from './admin-market.ts';
import { adminMessageRoutes } from './admin-messages.ts';
import { adminMoneyRoutes } from './admin-money.ts';
import { adminPeopleRoutes } from './admin-people.ts';
import { analysisRoutes } from './analysis.ts';
import { authRoutes } from './auth.ts';
import { educationRoutes } from './education.ts';
import { invoiceRoutes } from './invoices.ts';
import { mailRoutes } from './mail.ts';
import { marketRoutes } from './market.ts';
import { messageRoutes } from './messages.ts';
import { paymentRoutes } from './payments.ts';
import { platformRoutes } from './platform.ts';
import { recordRoutes } from './record.ts';
import { signalRoutes } from './signals.ts';

export { sessionEntry } from './account.ts';
export { AUDIT_ACTIONS, type AuditAction, adminActor, auditEntry } from './admin.ts';
export {
  adminHomeworkEntry,
  adminQuestion,
  adminStudent,
  adminVideo,
  savedVideo,
} from './admin-education.ts';
export { WATCHING } from './admin-fields.ts';
export {
  adminSymbol,
  calendarName,
  feedGap,
  feedRepair,
  feedState,
  offeredInstrument,
  siteContent,
  symbolNames,
} from './admin-market.ts';
export {
  type AdminReview,
  adminOrder,
  adminReconciliation,
  adminReview,
  REVIEW_KINDS,
} from './admin-money.ts';
export { adminGrant, adminPerson, personState } from './admin-people.ts';
export { crystalSeer, outcome, seer, tradeCondition } from './analysis.ts';
export { CHALLENGE_ACTIONS, type ChallengeAction, GUEST_SESSION, registration } from './auth.ts';
export {
  homeworkSlot,
  IMAGE_TYPES,
  mark,
  playable,
  questionEntry,
  VIDEO_TYPES,
} from './education.ts';
export { isVisible, mailAddress, password } from './fields.ts';
export { cardCode, kurus, orderState, product } from './payments.ts';
export {
  recordCertificate,
  recordCorrection,
  recordFailure,
  recordFigures,
  recordHead,
  recordKind,
  recordOrigin,
  recordPeriod,
  recordRow,
  recordSource,
  recordState,
  recordTouches,
  recordVerdict,
} from './record.ts';
export { type PersonSettings, personSettings } from './settings.ts';

/** Every call of the product, by name. */
export const ROUTES = {
  ...platformRoutes,
  ...authRoutes,
  ...accountRoutes,
  ...educationRoutes,
  ...adminEducationRoutes,
  ...mailRoutes,
  ...paymentRoutes,
  ...invoiceRoutes,
  ...messageRoutes,
  ...adminRoutes,
  ...adminPeopleRoutes,
  ...adminMoneyRoutes,
  ...adminMessageRoutes,
  ...marketRoutes,
  ...analysisRoutes,
  ...signalRoutes,
  ...recordRoutes,
  ...adminMarketRoutes,
} as const;

/** The name of a call. */
export type RouteName = keyof typeof ROUTES;
