import { createHmac } from 'node:crypto';
import type { Db } from '../../platform/db/pool.ts';
import type { Keys } from '../../platform/keys.ts';
import { updatePerson } from '../accounts/index.ts';

const PURPOSE = 'person.totp';
const SECRET_BYTES = 20;
const STEP_SECONDS = 30;

/** Loads the library on first use, to keep the start fast. */
const library = () => import('otplib');

/** Returns a new secret of 160 bits, in base 32 as authenticators read it. */
export async function newTotpSecret(): Promise<string> {
  const { generateSecret } = await library();
  return generateSecret({ length: SECRET_BYTES });
}

/**
 * Returns the secret that a session offers for enrolment: the same for each call of this session, and different for
 * every other session. The secret is stored only after a right code.
 */
export async function enrolmentSecret(
  keys: Keys,
  session: { readonly id: number; readonly personId: number },
): Promise<string> {
  const { ScureBase32Plugin } = await library();
  const bytes = createHmac('sha256', keys.derive('auth.totp-enrolment'))
    .update(`${session.personId} ${session.id}`)
    .digest();
  return new ScureBase32Plugin().encode(bytes.subarray(0, SECRET_BYTES), { padding: false });
}

/** Returns the address that authenticators read from a QR code. */
export async function totpUri(secret: string, mail: string): Promise<string> {
  const { generateURI } = await library();
  return generateURI({ issuer: 'Rasat', label: mail, secret });
}

/**
 * Returns the step of RFC 6238 to which a code belongs, the previous and the next step included; undefined for a wrong
 * code.
 */
export async function findTotpStep(
  secret: string,
  code: string,
  nowMs: number,
): Promise<number | undefined> {
  const epoch = Math.floor(nowMs / 1000);
  const { verify } = await library();
  const result = await verify({ secret, token: code, epoch, epochTolerance: STEP_SECONDS });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}

/** Stores a person's authenticator with that secret, encrypted. */
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

/** Returns the secret of a person's authenticator. Throws when it was encrypted with other keys. */
export function readTotpSecret(keys: Keys, stored: Buffer): string {
  return keys.decrypt(stored, PURPOSE);
}

/** Returns the code that an authenticator shows at `nowMs`. */
export async function totpCodeAt(secret: string, nowMs: number): Promise<string> {
  const { generate } = await library();
  return generate({ secret, epoch: Math.floor(nowMs / 1000) });
}
