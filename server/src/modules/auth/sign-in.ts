import { type Body, LIMITS, type ROUTES } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import { takeAttempt } from '../../platform/attempts.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { writeMail } from '../../platform/mail/mail.ts';
import {
  deviceOf,
  endSessions,
  findPerson,
  findPersonByMail,
  findRequestSession,
  isKnownDevice,
  lockPerson,
  mailKey,
  openSession,
} from '../accounts/index.ts';
import { readRights } from '../rights/index.ts';
import { addressKey } from './address-key.ts';
import { assertHuman } from './challenge.ts';
import { type AuthContext, type Caller, MINUTE_MS } from './context.ts';
import { hashMail } from './mail-hash.ts';
import { newSessionMail } from './mails.ts';
import { verifyPassword } from './passwords.ts';
import { type FoundPerson, recipientOf } from './recipient.ts';
import { deleteFailures, findFailures, returnTry, takeTry, type WaitRule } from './store.ts';

/** What an administrator still owes before the session counts; null for everybody else. */
export type SecondStep = 'enrol' | 'code' | null;

const LIMIT = { most: LIMITS.loginsPerMinute, windowMs: MINUTE_MS };
const WAIT: WaitRule = {
  free: LIMITS.loginFailuresFree,
  most: LIMITS.loginFailuresMax,
  longestSeconds: LIMITS.loginWaitMaxSeconds,
};

/**
 * Opens a session and answers its Set-Cookie value; whatever cookie the request carried is worth nothing afterwards.
 * Throws `bad-fields-400` without a solved check, `rate-429` for too many tries, and `password-not-match` alike for a
 * mailbox without an account and for a wrong password, after the same work.
 */
export async function signIn(
  context: AuthContext,
  { email, password, challenge }: Body<typeof ROUTES.login>,
  caller: Caller,
): Promise<{ readonly cookie: string; readonly totp: SecondStep }> {
  const { db, clock, keys, humanCheck } = context;
  await assertHuman(humanCheck, 'login', challenge);
  await takeAttempt(db, `login.ip ${addressKey(caller.ip)}`, LIMIT, clock.now());
  const mailHash = hashMail(keys, email);
  await assertMayTry(context, mailHash);
  const person = await findVerified(context, email, password, mailHash);
  if (!person) throw new AppError('password-not-match');
  return open(context, person, mailHash, caller);
}

async function assertMayTry({ db, clock }: AuthContext, mailHash: Buffer): Promise<void> {
  const nowMs = clock.now();
  if (await takeTry(db, mailHash, WAIT, nowMs)) return;
  const found = await findFailures(db, mailHash);
  const waitSeconds = Math.ceil(((found?.blockedUntil ?? 0) - nowMs) / 1000);
  // After the last try waiting helps no more; a reset does.
  const retryAfterSeconds =
    found && found.failures >= WAIT.most ? WAIT.longestSeconds : Math.max(1, waitSeconds);
  throw new AppError('rate-429', { retryAfterSeconds });
}

async function findVerified(
  { db }: AuthContext,
  email: string,
  password: string,
  mailHash: Buffer,
): Promise<FoundPerson | undefined> {
  try {
    const person = await findPersonByMail(db, mailKey(email));
    const right = await verifyPassword(person?.password_hash, password);
    return right ? person : undefined;
  } catch (error) {
    // The server had no time to look: nobody's fault.
    await returnTry(db, mailHash, WAIT);
    throw error;
  }
}

async function open(
  context: AuthContext,
  verified: FoundPerson,
  mailHash: Buffer,
  { headers }: Caller,
): Promise<{ readonly cookie: string; readonly totp: SecondStep }> {
  const { clock, config, keys } = context;
  return inTransaction(context.db, async (trx) => {
    await lockPerson(trx, verified.id);
    const person = await findPerson(trx, verified.id);
    // A password that was changed meanwhile must not open anything.
    if (person?.password_hash !== verified.password_hash) throw new AppError('password-not-match');
    const nowMs = clock.now();
    const within = { db: trx, clock, config };
    const half = await findRequestSession(within, headers);
    if (half) await endSessions(trx, half.personId, { only: half.id });
    const known = await isKnownDevice(within, person.id, headers);
    const { admin } = await readRights(trx, person.id, nowMs);
    const { cookie } = await openSession(within, person.id, { complete: !admin, headers });
    await deleteFailures(trx, mailHash);
    if (!known) {
      const session = { device: deviceOf(headers['user-agent']), atMs: nowMs };
      await writeMail(
        trx,
        keys,
        newSessionMail(recipientOf(person), config.baseUrl, session),
        nowMs,
      );
    }
    return { cookie, totp: admin ? secondStepOf(person) : null };
  });
}

/** Which second step an administrator has before them. */
export function secondStepOf(person: Pick<FoundPerson, 'totp_confirmed_at'>): 'enrol' | 'code' {
  return person.totp_confirmed_at === null ? 'enrol' : 'code';
}
