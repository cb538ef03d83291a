import { createHash, randomInt } from 'node:crypto';
import { LIMITS } from '@rasat/contract';
import type { Challenge, Solution } from 'altcha-lib';
import * as z from 'zod/mini';
import type { ServerContext } from '../../platform/part.ts';
import type { HumanCheck } from './challenge.ts';
import { insertUsedChallenge } from './store.ts';

/** The cost of solving a check. */
export interface Effort {
  /** Rounds of PBKDF2 of one try. */
  readonly cost: number;
  /** How many tries a solver needs. */
  readonly tries: { readonly least: number; readonly most: number };
}

/** The library, loaded with the first use, so that no start waits for it. */
async function library() {
  const [{ createChallenge, verifySolution }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/pbkdf2'),
  ]);
  return { createChallenge, verifySolution, deriveKey };
}

/** About half a second in a browser. */
const EFFORT: Effort = { cost: 5000, tries: { least: 50, most: 100 } };

/** What the widget sends back, base64 of this as JSON. */
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
 * ALTCHA: the browser computes for a moment, without a third party (https://altcha.org/docs/v2/proof-of-work). A check is
 * signed with a key that every process has, for its action and its end by the server's clock, and counts once.
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
      // The library's own end is compared with the time of the machine, which is not always that of the server.
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
