import { type Body, DAY_MS, HOUR_MS, LIMITS, MINUTE_MS, type ROUTES } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import { countAttempt, returnAttempt, takeAttempt } from '../../platform/attempts.ts';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import { addressKey } from '../../platform/http/address-key.ts';
import { findMailSentAt, writeMail } from '../../platform/mail/mail.ts';
import {
  endSessions,
  findKnownDevice,
  findPersonByMail,
  forgetDevices,
  mailKey,
  randomText,
  replacePassword,
} from '../accounts/index.ts';
import { isWeakPassword } from './blocked-passwords.ts';
import { assertHuman } from './challenge.ts';
import type { AuthContext, Caller } from './context.ts';
import { hashMail } from './mail-hash.ts';
import { passwordChangedMail, resetMail } from './mails.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import {
  deleteFailures,
  deleteResetCode,
  findResetCode,
  returnResetTry,
  saveResetCode,
  takeResetTry,
} from './store.ts';

const REQUESTS = { most: LIMITS.resetRequestsPerHour, windowMs: HOUR_MS };
const DEVICE_REQUESTS = { most: LIMITS.deviceResetsPerHour, windowMs: HOUR_MS };
const MAILS = { most: LIMITS.resetMailsPerHour, windowMs: HOUR_MS };
const CALLS = { most: LIMITS.resetCallsPerHour, windowMs: HOUR_MS };
const LIFE_MS = LIMITS.resetMinutes * MINUTE_MS;
/** Milliseconds for which a mail is retried; the code of a mail that was never sent is invalid afterwards. */
const WAITING_MS = DAY_MS;
/** Limit on the tries of one IP address, or one known device, for one code. */
const GUESSES = { most: LIMITS.resetTries, windowMs: WAITING_MS };
/** Recipient of a mail that is written and never sent. */
const NO_RECIPIENT = { mail: 'none@rasat.invalid', name: 'Rasat', language: 'tr' } as const;

/**
 * Mails a code that replaces every earlier one. A known device of the account may request five codes an hour,
 * independent of other callers. All other callers together may request three, and none while a code requested by a
 * known device is valid. Without an account, or when no mail is due, the answer is the same after the same work. Throws
 * `bad-fields-400` without a solved check, and `rate-429` for an IP address or device with too many requests.
 */
export async function requestReset(
  context: AuthContext,
  { email, challenge }: Body<typeof ROUTES.forgotRequest>,
  caller: Caller,
): Promise<void> {
  const { db, clock, keys, humanCheck } = context;
  await assertHuman(humanCheck, 'forgot', challenge);
  const nowMs = clock.now();
  const mailHash = hashMail(keys, email);
  const person = await findPersonByMail(db, mailKey(email));
  const device = person ? await findKnownDevice(context, person.id, caller.headers) : null;
  const code = randomText(LIMITS.resetToken);
  if (device) await takeAttempt(db, `forgot.device ${device.id}`, DEVICE_REQUESTS, nowMs);
  else await takeAttempt(db, `forgot.ip ${addressKey(caller.ip)}`, REQUESTS, nowMs);
  const codeHash = await hashPassword(code);
  if (!device && !(await isDue(context, mailHash))) return;
  await inTransaction(db, async (trx) => {
    const mail = resetMail(person ? person : NO_RECIPIENT, code, LIMITS.resetMinutes);
    const mailId = await writeMail(trx, keys, mail, nowMs, { isSent: person !== undefined });
    await saveResetCode(trx, {
      mail_hash: mailHash,
      code_hash: codeHash,
      mail_id: mailId,
      created_at: nowMs,
      by_device: device !== null,
    });
  });
}

/** Counts a request from an unknown device and returns whether it gets a code. */
async function isDue({ db, clock }: AuthContext, mailHash: Buffer): Promise<boolean> {
  const key = `forgot.mail ${mailHash.toString('base64url')}`;
  const tooMany = (await countAttempt(db, key, MAILS, clock.now())) > 0;
  const found = await findResetCode(db, mailHash);
  const endsAtMs = found ? await endOf(db, found) : 0;
  return !tooMany && !(found?.byDevice && clock.now() <= endsAtMs);
}

/** Returns when a code expires; its lifetime begins when its mail is sent. */
async function endOf(
  db: Db,
  { mailId, createdAt }: { readonly mailId: number; readonly createdAt: number },
): Promise<number> {
  const sentAtMs = await findMailSentAt(db, mailId);
  return sentAtMs === null ? createdAt + WAITING_MS : sentAtMs + LIFE_MS;
}

/** Mailbox and the code that its owner typed. */
interface TypedCode {
  readonly email: string;
  readonly token: string;
}

/**
 * Checks a mailed code; resolves when it is right. Throws `token-not-match-400`, also for an unknown mailbox, and for
 * an expired, replaced, used or too often tried code; `user-not-found-404` for a right code whose account is gone;
 * `rate-429` for an IP address or device with too many tries.
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
 * Sets a new password with a mailed code and uses the code up, ends every session and known device, and lifts the lock
 * after too many wrong passwords. Throws what `validateReset` does, and `bad-fields-400` for a common password, which
 * costs no try.
 */
export async function resetPassword(
  context: AuthContext,
  { password, ...typed }: TypedCode & { readonly password: string },
  caller: Caller,
): Promise<void> {
  if (isWeakPassword(password, typed.email))
    throw new AppError('bad-fields-400', { field: 'password' });
  const { db, clock, config, keys } = context;
  const { mailHash, codeHash } = await assertCode(context, typed, caller);
  const to = await hashPassword(password);
  const found = await inTransaction(db, async (trx) => {
    if (!(await deleteResetCode(trx, mailHash, codeHash))) throw noMatch();
    const person = await findPersonByMail(trx, mailKey(typed.email));
    if (!person) return false;
    // A concurrent password change has ended its sessions already; the owner gets both mails.
    if (!(await replacePassword(trx, person.id, { from: person.password_hash, to })))
      throw noMatch();
    await endSessions(trx, person.id);
    await forgetDevices(trx, person.id);
    await deleteFailures(trx, mailHash);
    const nowMs = clock.now();
    const mail = passwordChangedMail(person, config.baseUrl, nowMs);
    await writeMail(trx, keys, mail, nowMs);
    return true;
  });
  if (!found) throw new AppError('user-not-found-404');
}

/**
 * Throws `token-not-match-400` for a wrong code. One try of the caller's and one of the code's are counted before the
 * code is checked, so that concurrent calls cannot exceed the limits. The last tries of a code are reserved for known
 * devices of the account.
 */
async function assertCode(
  context: AuthContext,
  { email, token }: TypedCode,
  { ip, headers }: Caller,
): Promise<{ readonly mailHash: Buffer; readonly codeHash: string }> {
  const { db, clock, keys } = context;
  const mailHash = hashMail(keys, email);
  const person = await findPersonByMail(db, mailKey(email));
  const device = person ? await findKnownDevice(context, person.id, headers) : null;
  const guesser = device ? `device ${device.id}` : addressKey(ip);
  await takeAttempt(db, `reset.ip ${guesser}`, CALLS, clock.now());
  const found = await findResetCode(db, mailHash);
  const budget = `reset.guess ${found?.mailId ?? 0} ${mailHash.toString('base64url')} ${guesser}`;
  const hasTry = (await countAttempt(db, budget, GUESSES, clock.now())) === 0;
  const most = device ? LIMITS.resetTriesInAll : LIMITS.resetTriesOfStrangers;
  const isTaken = hasTry && (await takeResetTry(db, mailHash, found?.codeHash ?? '', most));
  const right = await verifyPassword(found?.codeHash, token.toUpperCase());
  if (!found || !isTaken || !right) throw noMatch();
  if (clock.now() > (await endOf(db, found))) throw noMatch();
  await returnAttempt(db, budget);
  await returnResetTry(db, mailHash, found.codeHash);
  return { mailHash, codeHash: found.codeHash };
}

function noMatch(): AppError {
  return new AppError('token-not-match-400', { field: 'token' });
}
