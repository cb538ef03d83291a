import type { IncomingHttpHeaders } from 'node:http';
import { LIMITS, MINUTE_MS } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import { returnAttempt, takeAttempt } from '../../platform/attempts.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import {
  findPerson,
  findRequestSession,
  rememberDevice,
  renewSession,
  type Session,
  takeTotpStep,
  updatePerson,
} from '../accounts/index.ts';
import type { AuthContext, FoundPerson } from './context.ts';
import { secondStepOf } from './sign-in.ts';
import {
  enrolAuthenticator,
  enrolmentSecret,
  findTotpStep,
  readTotpSecret,
  totpUri,
} from './totp.ts';

const TRIES = { most: LIMITS.totpTries, windowMs: LIMITS.totpMinutes * MINUTE_MS };

/**
 * Returns the secret that an administrator without an authenticator enters into one. Throws `unauthorized-401` without
 * a session, `forbidden-403` when the session needs no second step, `conflict-409` when there is an authenticator
 * already.
 */
export async function offerSecret(
  context: AuthContext,
  headers: IncomingHttpHeaders,
): Promise<{ readonly secret: string; readonly uri: string }> {
  const { session, person } = await getPartialSession(context, headers);
  if (secondStepOf(person) === 'code') throw new AppError('conflict-409');
  const secret = await enrolmentSecret(context.keys, session);
  return { secret, uri: await totpUri(secret, person.mail) };
}

/**
 * Completes a session with a code of the authenticator and returns the new Set-Cookie values; the first right code also
 * enrols the authenticator, and the browser becomes a known device of the person. Each code is accepted once. Throws
 * what `offerSecret` does, `token-not-match-400` and `rate-429`.
 */
export async function takeSecondStep(
  context: AuthContext,
  code: string,
  headers: IncomingHttpHeaders,
): Promise<readonly string[]> {
  const { db, clock, config, keys } = context;
  const { session, person } = await getPartialSession(context, headers);
  const nowMs = clock.now();
  await takeAttempt(db, `totp.person ${person.id}`, TRIES, nowMs);
  const enrolled = person.totp_confirmed_at !== null && person.totp_secret !== null;
  const secret =
    enrolled && person.totp_secret
      ? readTotpSecret(keys, person.totp_secret)
      : await enrolmentSecret(keys, session);
  const step = await findTotpStep(secret, code, nowMs);
  if (step === undefined) throw noMatch();
  return inTransaction(db, async (trx) => {
    if (!(await takeTotpStep(trx, person.id, step))) throw noMatch();
    // Two sessions may enrol at once: the step is locked, so that the second finds the first one's authenticator.
    if (!enrolled) {
      const again = await findPerson(trx, person.id);
      if (again?.totp_confirmed_at !== null) throw noMatch();
      await enrolAuthenticator(trx, keys, person.id, { secret, confirmedAtMs: nowMs });
    }
    const within = { db: trx, clock, config, keys };
    const cookie = await renewSession(within, session.id);
    if (cookie === null) throw new AppError('unauthorized-401');
    await updatePerson(trx, person.id, { signed_in_at: nowMs });
    return [cookie, await rememberDevice(within, person.id, headers)];
  });
}

/**
 * Checks a fresh code of the person's authenticator before an action that requires one: each step is accepted once, for
 * a sign-in or for one action. Throws `token-not-match-400` (field `code`), and `rate-429` after ten wrong codes within
 * a quarter of an hour.
 */
export async function takeFreshCode(
  { db, clock, keys }: Pick<AuthContext, 'db' | 'clock' | 'keys'>,
  personId: number,
  code: string,
): Promise<void> {
  const nowMs = clock.now();
  const tries = `totp.person ${personId}`;
  await takeAttempt(db, tries, TRIES, nowMs);
  const person = await findPerson(db, personId);
  if (!person?.totp_secret || person.totp_confirmed_at === null) throw noMatch();
  const step = await findTotpStep(readTotpSecret(keys, person.totp_secret), code, nowMs);
  if (step === undefined || !(await takeTotpStep(db, personId, step))) throw noMatch();
  await returnAttempt(db, tries);
}

async function getPartialSession(
  context: AuthContext,
  headers: IncomingHttpHeaders,
): Promise<{ readonly session: Session; readonly person: FoundPerson }> {
  const session = await findRequestSession(context, headers);
  if (!session) throw new AppError('unauthorized-401');
  if (session.complete) throw new AppError('forbidden-403');
  const person = await findPerson(context.db, session.personId);
  if (!person) throw new AppError('unauthorized-401');
  return { session, person };
}

function noMatch(): AppError {
  return new AppError('token-not-match-400', { field: 'code' });
}
