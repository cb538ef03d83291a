import { createHmac } from 'node:crypto';
import type { Db } from '../../platform/db/pool.ts';
import type { Keys } from '../../platform/keys.ts';
import { updatePerson } from '../accounts/index.ts';

const PURPOSE = 'person.totp';
const SECRET_BYTES = 20;
const STEP_SECONDS = 30;

/** The library, loaded with the first use, so that no start waits for it. */
const library = () => import('otplib');

/** A fresh secret of 160 bits, in base 32 as authenticators read it. */
export async function newTotpSecret(): Promise<string> {
  const { generateSecret } = await library();
  return generateSecret({ length: SECRET_BYTES });
}

/**
 * The secret that a session offers for enrolment: the same each time this session asks, another for every other one,
 * and stored only once a code of it was right.
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

/** The address that authenticators read from a QR code. */
export async function totpUri(secret: string, mail: string): Promise<string> {
  const { generateURI } = await library();
  return generateURI({ issuer: 'Rasat', label: mail, secret });
}

/** The step of RFC 6238 whose code this is, the one before and the one after included; undefined when it is none. */
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
export async function totpCodeAt(secret: string, nowMs: number): Promise<string> {
  const { generate } = await library();
  return generate({ secret, epoch: Math.floor(nowMs / 1000) });
}
