import { hash, verify } from '@node-rs/argon2';
import { createQueue } from '../../platform/queue.ts';

/** OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashing is the most expensive thing that a stranger can ask for: two cores' worth at once, a few behind them. */
const queue = createQueue({ running: 2, waiting: 8, retryAfterSeconds: 1 });

/** The hash of 32 discarded random bytes. Passwords are compared with it where there is no account. */
const NO_ACCOUNT =
  '$argon2id$v=19$m=19456,t=2,p=1$WJf/Vr7ICHlcs//5SpNtsA$8wPJ43f3wZo8Fky2lPedPZm0Kc70eykhCFoKcBqFwh8';

/** The argon2id hash of a password in PHC form. Throws `unavailable-503` when too many are being hashed. */
export function hashPassword(password: string): Promise<string> {
  return queue.run(() => hash(password.normalize('NFKC'), COST));
}

/**
 * Whether a password belongs to a hash of `hashPassword`. Without a hash it is false after the same work. Throws
 * `unavailable-503` when too many are being hashed.
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
