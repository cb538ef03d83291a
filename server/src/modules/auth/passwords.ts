import { hash, verify } from '@node-rs/argon2';
import { createQueue } from '../../platform/queue.ts';

/** OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Queue of hashing, the most expensive work that a stranger can request: two hashes at once, a few waiting. */
const queue = createQueue({ running: 2, waiting: 8, retryAfterSeconds: 1 });

/** Hash of 32 discarded random bytes, compared with the password when there is no account. */
const NO_ACCOUNT =
  '$argon2id$v=19$m=19456,t=2,p=1$WJf/Vr7ICHlcs//5SpNtsA$8wPJ43f3wZo8Fky2lPedPZm0Kc70eykhCFoKcBqFwh8';

/** Returns the argon2id hash of a password in PHC form. Throws `unavailable-503` when too many hashes wait. */
export function hashPassword(password: string): Promise<string> {
  return queue.run(() => hash(password.normalize('NFKC'), COST));
}

/**
 * Returns whether a password belongs to a hash of `hashPassword`; without a hash false, after the same work. Throws
 * `unavailable-503` when too many hashes wait.
 */
export function verifyPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  return queue.run(async () => {
    const right = await verify(passwordHash ?? NO_ACCOUNT, password.normalize('NFKC'));
    return right && passwordHash !== undefined;
  });
}
