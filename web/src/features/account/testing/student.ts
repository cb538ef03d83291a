import type { SessionInfo } from '../../../api/session/session.ts';

/** Session of a student without a subscription. */
export const STUDENT: SessionInfo = {
  logged: true,
  subscribed: false,
  id: 'RS1',
  student: true,
  admin: false,
  totp: null,
  name: 'Deniz',
  surname: 'Işık',
  email: 'deniz@example.com',
  texts: [],
  settings: null,
};
