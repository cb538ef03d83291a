import { type Body, LIMITS, type ROUTES } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import { countAttempt, takeAttempt } from '../../platform/attempts.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { findMailSentAt, writeMail } from '../../platform/mail/mail.ts';
import {
  endSessions,
  findPersonByMail,
  mailKey,
  randomText,
  replacePassword,
} from '../accounts/index.ts';
import { addressKey } from './address-key.ts';
import { isCommonPassword } from './blocked-passwords.ts';
import { assertHuman } from './challenge.ts';
import { type AuthContext, type Caller, HOUR_MS, MINUTE_MS } from './context.ts';
import { hashMail } from './mail-hash.ts';
import { passwordChangedMail, resetMail } from './mails.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { recipientOf } from './recipient.ts';
import {
  deleteFailures,
  deleteResetCode,
  returnResetTry,
  saveResetCode,
  takeResetTry,
} from './store.ts';

const REQUESTS = { most: LIMITS.resetRequestsPerHour, windowMs: HOUR_MS };
const MAILS = { most: LIMITS.resetMailsPerHour, windowMs: HOUR_MS };
const CALLS = { most: LIMITS.resetCallsPerHour, windowMs: HOUR_MS };
const LIFE_MS = LIMITS.resetMinutes * MINUTE_MS;
/** For how long a mail is tried to be sent; a code whose mail never went is worth nothing afterwards. */
const WAITING_MS = 24 * HOUR_MS;

/**
 * Mails a code that replaces every earlier one, three times an hour at most; where there is no account, or no mail is
 * due any more, it answers alike after the same work. Throws `bad-fields-400` without a solved check and `rate-429` for
 * an address that asks too often.
 */
export async function requestReset(
  context: AuthContext,
  { email, challenge }: Body<typeof ROUTES.forgotRequest>,
  { ip }: Caller,
): Promise<void> {
  const { db, clock, keys, humanCheck } = context;
  await assertHuman(humanCheck, 'forgot', challenge);
  const nowMs = clock.now();
  await takeAttempt(db, `forgot.ip ${addressKey(ip)}`, REQUESTS, nowMs);
  const mailHash = hashMail(keys, email);
  const person = await findPersonByMail(db, mailKey(email));
  const code = randomText(LIMITS.resetToken);
  const codeHash = await hashPassword(code);
  const key = `forgot.mail ${mailHash.toString('base64url')}`;
  const tooMany = (await countAttempt(db, key, MAILS, nowMs)) > 0;
  if (!person || tooMany) return;
  await inTransaction(db, async (trx) => {
    const mail = resetMail(recipientOf(person), code, LIMITS.resetMinutes);
    const mailId = await writeMail(trx, keys, mail, nowMs);
    await saveResetCode(trx, {
      mail_hash: mailHash,
      code_hash: codeHash,
      mail_id: mailId,
      created_at: nowMs,
    });
  });
}

/** What somebody types who was mailed a code. */
interface TypedCode {
  readonly email: string;
  readonly token: string;
}

/**
 * Whether a mailed code is right: resolves when it is. Throws `token-not-match-400`, also for an unknown mailbox, an
 * old, a replaced, a used code, or one that was tried too often; `user-not-found-404` for a right code whose account is
 * gone; `rate-429` for an address that tries too often.
 */
export async function validateReset(
  context: AuthContext,
  typed: TypedCode,
  caller: Caller,
): Promise<void> {
  await assertCode(context, typed, caller);
  if (!(await findPersonByMail(context.db, mailKey(typed.email)))) {
    throw new AppError('user-not-found-404');
  }
}

/**
 * Sets a new password with a mailed code, which is used up by it, ends every session, and lets the account be tried
 * again after too many wrong passwords. Throws what `validateReset` does, and `bad-fields-400` for a common password,
 * which costs no try.
 */
export async function resetPassword(
  context: AuthContext,
  { password, ...typed }: TypedCode & { readonly password: string },
  caller: Caller,
): Promise<void> {
  if (isCommonPassword(password)) throw new AppError('bad-fields-400', { field: 'password' });
  const { db, clock, config, keys } = context;
  const { mailHash, codeHash } = await assertCode(context, typed, caller);
  const to = await hashPassword(password);
  const found = await inTransaction(db, async (trx) => {
    if (!(await deleteResetCode(trx, mailHash, codeHash))) throw noMatch();
    const person = await findPersonByMail(trx, mailKey(typed.email));
    if (!person) return false;
    // A change of the password that went on meanwhile has ended its sessions; its owner sees both mails.
    if (!(await replacePassword(trx, person.id, { from: person.password_hash, to })))
      throw noMatch();
    await endSessions(trx, person.id);
    await deleteFailures(trx, mailHash);
    const nowMs = clock.now();
    const mail = passwordChangedMail(recipientOf(person), config.baseUrl, nowMs);
    await writeMail(trx, keys, mail, nowMs);
    return true;
  });
  if (!found) throw new AppError('user-not-found-404');
}

/** A wrong code costs one of its tries before it is known to be wrong, so that many at once do not pass. */
async function assertCode(
  { db, clock, keys }: AuthContext,
  { email, token }: TypedCode,
  { ip }: Caller,
): Promise<{ readonly mailHash: Buffer; readonly codeHash: string }> {
  await takeAttempt(db, `reset.ip ${addressKey(ip)}`, CALLS, clock.now());
  const mailHash = hashMail(keys, email);
  const taken = await takeResetTry(db, mailHash, LIMITS.resetTries);
  const right = await verifyPassword(taken?.codeHash, token.toUpperCase());
  if (!taken || !right) throw noMatch();
  // From the moment the mail was handed over: while the mail server is away the code does not grow old.
  const sentAtMs = await findMailSentAt(db, taken.mailId);
  const endsAtMs = sentAtMs === null ? taken.createdAt + WAITING_MS : sentAtMs + LIFE_MS;
  if (clock.now() > endsAtMs) throw noMatch();
  await returnResetTry(db, mailHash, taken.codeHash);
  return { mailHash, codeHash: taken.codeHash };
}

function noMatch(): AppError {
  return new AppError('token-not-match-400', { field: 'token' });
}
