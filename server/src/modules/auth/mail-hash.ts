import { createHmac } from 'node:crypto';
import type { Keys } from '../../platform/keys.ts';
import { mailKey } from '../accounts/index.ts';

/**
 * Returns the hash of a mailbox, for tables that also hold addresses without an account; equal for every spelling of
 * the address.
 */
export function hashMail(keys: Pick<Keys, 'derive'>, mail: string): Buffer {
  return createHmac('sha256', keys.derive('auth.mail')).update(mailKey(mail)).digest();
}
