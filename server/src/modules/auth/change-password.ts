import { type Body, LIMITS, type ROUTES } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import { takeAttempt } from '../../platform/attempts.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import type { Person } from '../../platform/http/person.ts';
import { writeMail } from '../../platform/mail/mail.ts';
import { endSessions, findPerson, renewSession, replacePassword } from '../accounts/index.ts';
import { isCommonPassword } from './blocked-passwords.ts';
import { assertHuman } from './challenge.ts';
import { type AuthContext, HOUR_MS } from './context.ts';
import { passwordChangedMail } from './mails.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { recipientOf } from './recipient.ts';

const LIMIT = { most: LIMITS.passwordChangesPerHour, windowMs: HOUR_MS };

/**
 * Sets a new password, ends every other session, and answers the Set-Cookie value of this one, whose old token is worth
 * nothing any more. Throws `bad-fields-400`, `rate-429` and `password-not-match`.
 */
export async function changePassword(
  context: AuthContext,
  { oldPassword, newPassword, challenge }: Body<typeof ROUTES.password>,
  { id, sessionId }: Person,
): Promise<string> {
  const { db, clock, config, keys, humanCheck } = context;
  const same = oldPassword.normalize('NFKC') === newPassword.normalize('NFKC');
  if (same || isCommonPassword(newPassword)) {
    throw new AppError('bad-fields-400', { field: 'newPassword' });
  }
  await assertHuman(humanCheck, 'password', challenge);
  const nowMs = clock.now();
  await takeAttempt(db, `password.person ${id}`, LIMIT, nowMs);
  const person = await findPerson(db, id);
  if (!person) throw new AppError('unauthorized-401');
  const from = person.password_hash;
  if (!(await verifyPassword(from, oldPassword))) throw new AppError('password-not-match');
  const to = await hashPassword(newPassword);
  return inTransaction(db, async (trx) => {
    if (!(await replacePassword(trx, id, { from, to }))) throw new AppError('password-not-match');
    await endSessions(trx, id, { except: sessionId });
    const cookie = await renewSession({ db: trx, clock, config }, sessionId);
    if (cookie === null) throw new AppError('unauthorized-401');
    await writeMail(
      trx,
      keys,
      passwordChangedMail(recipientOf(person), config.baseUrl, nowMs),
      nowMs,
    );
    return cookie;
  });
}
