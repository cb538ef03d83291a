export { deviceOf } from './device.ts';
export { cancelErasure, erasureJob, reapplyErasures, requestErasure } from './erasure.ts';
export { mergeErasures } from './erasure-log.ts';
export { mergeErasureRequests } from './erasure-requests.ts';
export { exportPerson } from './export-person.ts';
export { findKnownDevice, forgetDevices, rememberDevice } from './known-devices.ts';
export { mailKey } from './mail-key.ts';
export { accountsData } from './personal-data.ts';
export { accountsRetention, retentionJobs } from './retention.ts';
export { registerAccountRoutes } from './routes.ts';
export { createPerson, randomText } from './service.ts';
export { sessionCookie } from './session-cookie.ts';
export {
  endSessions,
  extendAdminSession,
  findRequestSession,
  hasSessionCookie,
  noteSessionsUsed,
  notifyPerson,
  onNotifyPerson,
  openSession,
  PERSON_CHANNEL,
  renewSession,
  type Session,
  type SessionContext,
  sessionKey,
} from './sessions.ts';
export {
  countPeopleAt,
  findPerson,
  findPersonByMail,
  isLiveSession,
  listConsentVersions,
  listSessions,
  lockPerson,
  replacePassword,
  takeTotpStep,
  updatePerson,
} from './store.ts';
export type { AccountsTables } from './tables.ts';
export { acceptSale, acceptTexts } from './texts.ts';
