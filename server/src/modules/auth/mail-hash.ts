import { createHmac } from 'node:crypto';
import type { Keys } from '../../platform/keys.ts';
import { mailKey } from '../accounts/index.ts';

/** What stands for a mailbox where addresses without an account come too: equal for every spelling of it. */
export function hashMail(keys: Pick<Keys, 'derive'>, mail: string): Buffer {
  return createHmac('sha256', keys.derive('auth.mail')).update(mailKey(mail)).digest();
}
