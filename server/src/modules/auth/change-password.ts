import type { IncomingHttpHeaders } from 'node:http';
import { type Body, HOUR_MS, LIMITS, type ROUTES } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import { takeAttempt } from '../../platform/attempts.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import type { Person } from '../../platform/http/person.ts';
import { writeMail } from '../../platform/mail/mail.ts';
import {
  endSessions,
  findPerson,
  forgetDevices,
  rememberDevice,
  renewSession,
  replacePassword,
} from '../accounts/index.ts';
import { isWeakPassword } from './blocked-passwords.ts';
import { assertHuman } from './challenge.ts';
import type { AuthContext } from './context.ts';
import { passwordChangedMail } from './mails.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

const LIMIT = { most: LIMITS.passwordChangesPerHour, windowMs: HOUR_MS };

/**
 * Sets a new password, ends every other session and every known device, and returns new Set-Cookie values for this
 * session and for this browser, which becomes a known device again; their old tokens become invalid. Throws
 * `bad-fields-400`, `rate-429` and `password-not-match`.
 */
export async function changePassword(
  context: AuthContext,
  { oldPassword, newPassword, challenge }: Body<typeof ROUTES.password>,
  { id, sessionId }: Person,
  headers: IncomingHttpHeaders,
): Promise<readonly string[]> {
  const { db, clock, config, keys, humanCheck } = context;
  const same = oldPassword.normalize('NFKC') === newPassword.normalize('NFKC');
  const person = await findPerson(db, id);
  if (!person) throw new AppError('unauthorized-401');
  if (same || isWeakPassword(newPassword, person.mail)) {
    throw new AppError('bad-fields-400', { field: 'newPassword' });
  }
  await assertHuman(humanCheck, 'password', challenge);
  const nowMs = clock.now();
  await takeAttempt(db, `password.person ${id}`, LIMIT, nowMs);
  const from = person.password_hash;
  if (!(await verifyPassword(from, oldPassword))) throw new AppError('password-not-match');
  const to = await hashPassword(newPassword);
  return inTransaction(db, async (trx) => {
    if (!(await replacePassword(trx, id, { from, to }))) throw new AppError('password-not-match');
    await endSessions(trx, id, { except: sessionId });
    const within = { db: trx, clock, config, keys };
    const cookie = await renewSession(within, sessionId);
    if (cookie === null) throw new AppError('unauthorized-401');
    await forgetDevices(trx, id);
    await writeMail(trx, keys, passwordChangedMail(person, config.baseUrl, nowMs), nowMs);
    return [cookie, await rememberDevice(within, id, headers)];
  });
}
