import type { SessionInfo } from '../api/session/session.ts';

/** The session of a guest, as the server sends it. */
export const GUEST: SessionInfo = {
  logged: false,
  subscribed: false,
  id: null,
  student: false,
  admin: false,
  totp: null,
  name: null,
  surname: null,
  email: null,
  texts: [],
  settings: null,
};
