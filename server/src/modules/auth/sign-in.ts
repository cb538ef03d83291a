import { type Body, HOUR_MS, LIMITS, MINUTE_MS, type ROUTES } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import { returnAttempt, takeAttempt } from '../../platform/attempts.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { addressKey } from '../../platform/http/address-key.ts';
import { writeMail } from '../../platform/mail/mail.ts';
import {
  deviceOf,
  endSessions,
  findKnownDevice,
  findPerson,
  findPersonByMail,
  findRequestSession,
  lockPerson,
  mailKey,
  openSession,
  rememberDevice,
} from '../accounts/index.ts';
import { readRights } from '../rights/index.ts';
import { assertHuman } from './challenge.ts';
import type { AuthContext, Caller, FoundPerson } from './context.ts';
import { hashMail } from './mail-hash.ts';
import { newSessionMail } from './mails.ts';
import { verifyPassword } from './passwords.ts';
import { deleteFailures, findFailures, returnTry, takeTry, type WaitRule } from './store.ts';

/** Second step that an administrator must complete before the session counts; null for other people. */
export type SecondStep = 'enrol' | 'code' | null;

const LIMIT = { most: LIMITS.loginsPerMinute, windowMs: MINUTE_MS };
const DEVICE_LIMIT = { most: LIMITS.deviceLoginsPerHour, windowMs: HOUR_MS };
const WAIT: WaitRule = {
  free: LIMITS.loginFailuresFree,
  most: LIMITS.loginFailuresMax,
  longestSeconds: LIMITS.loginWaitMaxSeconds,
};

/** Budget of tries for a wrong password. */
type Budget =
  /** A known device of the person: other callers cannot use its tries up. */
  | { readonly kind: 'device'; readonly key: string }
  /** The mailbox: all callers who try it without a known device. */
  | { readonly kind: 'mailbox'; readonly mailHash: Buffer };

/**
 * Opens a session and returns its Set-Cookie values; the session cookie of the request becomes invalid. A known device
 * of the person has its own budget of tries, which other callers cannot use up. Throws `bad-fields-400` without a
 * solved check, `rate-429` for too many tries, and `password-not-match` both for a mailbox without an account and for a
 * wrong password, after the same work.
 */
export async function signIn(
  context: AuthContext,
  { email, password, challenge }: Body<typeof ROUTES.login>,
  caller: Caller,
): Promise<{ readonly cookies: readonly string[]; readonly totp: SecondStep }> {
  await assertHuman(context.humanCheck, 'login', challenge);
  const person = await findPersonByMail(context.db, mailKey(email));
  const device = person ? await findKnownDevice(context, person.id, caller.headers) : null;
  const budget = await takeTryOf(context, email, device, caller);
  const right = await isRight(context, person, password, budget);
  if (!person || !right) throw new AppError('password-not-match');
  return open(context, person, budget, caller);
}

/** Counts a try before the password is checked. Throws `rate-429`. */
async function takeTryOf(
  context: AuthContext,
  email: string,
  device: { readonly id: number } | null,
  { ip }: Caller,
): Promise<Budget> {
  const { db, clock, keys } = context;
  if (device) {
    const key = `login.device ${device.id}`;
    await takeAttempt(db, key, DEVICE_LIMIT, clock.now());
    return { kind: 'device', key };
  }
  await takeAttempt(db, `login.ip ${addressKey(ip)}`, LIMIT, clock.now());
  const mailHash = hashMail(keys, email);
  await assertMayTry(context, mailHash);
  return { kind: 'mailbox', mailHash };
}

async function assertMayTry({ db, clock }: AuthContext, mailHash: Buffer): Promise<void> {
  const nowMs = clock.now();
  if (await takeTry(db, mailHash, WAIT, nowMs)) return;
  const found = await findFailures(db, mailHash);
  const waitSeconds = Math.ceil(((found?.blockedUntil ?? 0) - nowMs) / 1000);
  // After the last try only a password reset helps.
  const retryAfterSeconds =
    found && found.failures >= WAIT.most ? WAIT.longestSeconds : Math.max(1, waitSeconds);
  throw new AppError('rate-429', { retryAfterSeconds });
}

async function isRight(
  { db }: AuthContext,
  person: FoundPerson | undefined,
  password: string,
  budget: Budget,
): Promise<boolean> {
  try {
    return await verifyPassword(person?.password_hash, password);
  } catch (error) {
    // The server was too busy to check the password: the try does not count.
    if (budget.kind === 'device') await returnAttempt(db, budget.key);
    else await returnTry(db, budget.mailHash, WAIT);
    throw error;
  }
}

async function open(
  context: AuthContext,
  verified: FoundPerson,
  budget: Budget,
  { headers }: Caller,
): Promise<{ readonly cookies: readonly string[]; readonly totp: SecondStep }> {
  const { clock, config, keys } = context;
  return inTransaction(context.db, async (trx) => {
    await lockPerson(trx, verified.id);
    const person = await findPerson(trx, verified.id);
    // The old password must not open a session after a concurrent change.
    if (person?.password_hash !== verified.password_hash) throw new AppError('password-not-match');
    const nowMs = clock.now();
    const within = { db: trx, clock, config, keys };
    const half = await findRequestSession(within, headers);
    if (half) await endSessions(trx, half.personId, { only: half.id });
    const { admin } = await readRights(trx, person.id, nowMs);
    const { cookie } = await openSession(within, person.id, { complete: !admin, headers });
    if (budget.kind === 'device') await returnAttempt(trx, budget.key);
    else {
      await deleteFailures(trx, budget.mailHash);
      const session = { device: deviceOf(headers['user-agent']), atMs: nowMs };
      const mail = newSessionMail(person, config.baseUrl, session);
      await writeMail(trx, keys, mail, nowMs);
    }
    // An administrator's browser becomes a known device after the second step.
    const known = admin ? [] : [await rememberDevice(within, person.id, headers)];
    return { cookies: [cookie, ...known], totp: admin ? secondStepOf(person) : null };
  });
}

/** Returns which second step an administrator must complete. */
export function secondStepOf(person: Pick<FoundPerson, 'totp_confirmed_at'>): 'enrol' | 'code' {
  return person.totp_confirmed_at === null ? 'enrol' : 'code';
}
