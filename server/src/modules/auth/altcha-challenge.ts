import { createHash, randomInt } from 'node:crypto';
import { LIMITS } from '@rasat/contract';
import type { Challenge, Solution } from 'altcha-lib';
import * as z from 'zod/mini';
import type { ServerContext } from '../../platform/part.ts';
import type { HumanCheck } from './challenge.ts';
import { insertUsedChallenge } from './store.ts';

/** Cost of solving a check. */
export interface Effort {
  /** Rounds of PBKDF2 for one try. */
  readonly cost: number;
  /** Range of the tries that a solver needs. */
  readonly tries: { readonly least: number; readonly most: number };
}

/** Loads the library on first use, to keep the start fast. */
async function library() {
  const [{ createChallenge, verifySolution }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/pbkdf2'),
  ]);
  return { createChallenge, verifySolution, deriveKey };
}

/** Effort of about half a second in a browser. */
const EFFORT: Effort = { cost: 5000, tries: { least: 50, most: 100 } };

/** Payload of the widget, sent as base64 of this JSON. */
const payload = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      data: z.strictObject({ action: z.string(), expires: z.number() }),
    }),
    signature: z.string(),
  }),
  solution: z.looseObject({ counter: z.number(), derivedKey: z.string() }),
});

/**
 * Creates the ALTCHA check, in which the browser computes for a moment, without a third party
 * (https://altcha.org/docs/v2/proof-of-work). A check is signed with a key shared by every process, for one action and
 * with an expiry by the server's clock, and is accepted once.
 */
export function createAltchaCheck(
  { db, clock, keys }: Pick<ServerContext, 'db' | 'clock' | 'keys'>,
  { cost, tries }: Effort = EFFORT,
): HumanCheck {
  const secrets = {
    hmacSignatureSecret: keys.derive('auth.challenge').toString('base64'),
    hmacKeySignatureSecret: keys.derive('auth.challenge-key').toString('base64'),
  };
  return {
    async issue(action) {
      // The library compares its own expiry with the machine's clock, which may differ from the server's.
      const expires = clock.now() + LIMITS.challengeMinutes * 60_000;
      const { createChallenge, deriveKey } = await library();
      const challenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost,
        counter: randomInt(tries.least, tries.most + 1),
        data: { action, expires },
        deriveKey,
        ...secrets,
      });
      return { ...challenge };
    },

    async verify(action, token) {
      const given = readToken(token);
      if (!given) return false;
      const { challenge, solution } = given;
      const { verifySolution, deriveKey } = await library();
      const { verified } = await verifySolution({
        challenge: challenge as unknown as Challenge,
        solution: solution as unknown as Solution,
        deriveKey,
        ...secrets,
      });
      const { data } = challenge.parameters;
      if (!verified || data.action !== action || data.expires <= clock.now()) return false;
      const hash = createHash('sha256').update(challenge.signature).digest();
      return insertUsedChallenge(db, hash, data.expires);
    },
  };
}

function readToken(token: string): z.output<typeof payload> | undefined {
  try {
    const text = Buffer.from(token, 'base64').toString('utf8');
    return z.safeParse(payload, JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
