import { randomInt } from 'node:crypto';
import type { Language } from '@rasat/contract';
import type { Db } from '../../platform/db/pool.ts';
import type { Keys } from '../../platform/keys.ts';
import { mailKey } from './mail-key.ts';
import { insertPerson } from './store.ts';

/** Thirty-two characters that readers do not confuse. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const PUBLIC_ID_LENGTH = 10;

/** Returns a random text of `length` characters, each with five bits of entropy, without 0, O, 1 and I. */
export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Fields of a new account. */
export interface NewPerson {
  readonly mail: string;
  /** argon2id, PHC form. */
  readonly passwordHash: string;
  readonly name: string;
  readonly surname: string;
  readonly identity: string;
  /** E.164. */
  readonly gsm: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly city: string;
  readonly district: string;
  readonly address: string;
  readonly language: Language;
}

/** Creates an account and returns its id; undefined when the mailbox has an account under any spelling. */
export function createPerson(
  db: Db,
  keys: Keys,
  person: NewPerson,
  nowMs: number,
): Promise<number | undefined> {
  const { mail, passwordHash, identity, address, ...rest } = person;
  return insertPerson(db, {
    ...rest,
    public_id: randomText(PUBLIC_ID_LENGTH),
    mail,
    mail_key: mailKey(mail),
    password_hash: passwordHash,
    identity: keys.encrypt(identity, 'person.identity'),
    address: keys.encrypt(address, 'person.address'),
    created_at: nowMs,
  });
}
