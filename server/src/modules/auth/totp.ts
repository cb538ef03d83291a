import { createHmac } from 'node:crypto';
import { generate, generateSecret, generateURI, ScureBase32Plugin, verify } from 'otplib';
import type { Db } from '../../platform/db/pool.ts';
import type { Keys } from '../../platform/keys.ts';
import { updatePerson } from '../accounts/index.ts';

const PURPOSE = 'person.totp';
const SECRET_BYTES = 20;
const STEP_SECONDS = 30;
const base32 = new ScureBase32Plugin();

/** A fresh secret of 160 bits, in base 32 as authenticators read it. */
export function newTotpSecret(): string {
  return generateSecret({ length: SECRET_BYTES });
}

/**
 * The secret that a session offers for enrolment: the same each time this session asks, another for every other one,
 * and stored only once a code of it was right.
 */
export function enrolmentSecret(
  keys: Keys,
  session: { readonly id: number; readonly personId: number },
): string {
  const bytes = createHmac('sha256', keys.derive('auth.totp-enrolment'))
    .update(`${session.personId} ${session.id}`)
    .digest();
  return base32.encode(bytes.subarray(0, SECRET_BYTES), { padding: false });
}

/** The address that authenticators read from a QR code. */
export function totpUri(secret: string, mail: string): string {
  return generateURI({ issuer: 'Rasat', label: mail, secret });
}

/** The step of RFC 6238 whose code this is, the one before and the one after included; undefined when it is none. */
export async function findTotpStep(
  secret: string,
  code: string,
  nowMs: number,
): Promise<number | undefined> {
  const epoch = Math.floor(nowMs / 1000);
  const result = await verify({ secret, token: code, epoch, epochTolerance: STEP_SECONDS });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}

/** Gives a person an authenticator with that secret, which is stored encrypted. */
export async function enrolAuthenticator(
  db: Db,
  keys: Keys,
  personId: number,
  authenticator: { readonly secret: string; readonly confirmedAtMs: number },
): Promise<void> {
  await updatePerson(db, personId, {
    totp_secret: keys.encrypt(authenticator.secret, PURPOSE),
    totp_confirmed_at: authenticator.confirmedAtMs,
  });
}

/** The secret of a person's authenticator. Throws when it was encrypted with other keys. */
export function readTotpSecret(keys: Keys, stored: Buffer): string {
  return keys.decrypt(stored, PURPOSE);
}

/** The code that an authenticator shows at `nowMs`. */
export function totpCodeAt(secret: string, nowMs: number): Promise<string> {
  return generate({ secret, epoch: Math.floor(nowMs / 1000) });
}
