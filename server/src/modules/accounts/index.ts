export { mailKey } from './mail-key.ts';
export { createPerson, type NewPerson, randomText } from './service.ts';
export { sessionCookie } from './session-cookie.ts';
export {
  endSessions,
  findRequestSession,
  openSession,
  PERSON_CHANNEL,
  renewSession,
  type Session,
  type SessionContext,
} from './sessions.ts';
export {
  findPerson,
  findPersonByMail,
  insertConsents,
  listConsentVersions,
  lockPerson,
  updatePerson,
} from './store.ts';
