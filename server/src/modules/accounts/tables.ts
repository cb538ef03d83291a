import type { Language } from '@rasat/contract';
import type { Generated, GeneratedAlways } from 'kysely';

/** Person with an account. */
export interface PersonTable {
  id: GeneratedAlways<number>;
  public_id: string;
  mail: string;
  mail_key: string;
  password_hash: string;
  name: string;
  surname: string;
  gsm: string;
  country: string;
  city: string;
  district: string;
  identity: Buffer;
  address: Buffer;
  language: Language;
  theme: Generated<string>;
  prices: Generated<string>;
  keys: Generated<boolean>;
  created_at: number;
  erase_asked_at: number | null;
  erase_at: number | null;
  totp_secret: Buffer | null;
  totp_confirmed_at: number | null;
  totp_step: Generated<number>;
  signed_in_at: number | null;
  search_text: GeneratedAlways<string>;
}

/** Session; the cookie's token itself is not stored. */
export interface SessionTable {
  id: GeneratedAlways<number>;
  token_hash: Buffer;
  person_id: number;
  opened_at: number;
  seen_at: number;
  expires_at: number;
  complete: boolean;
  device: string;
  acted_at: number | null;
}

/** Browser in which a person has signed in. */
export interface KnownDeviceTable {
  id: GeneratedAlways<number>;
  /** SHA-256 of the name in its cookie. */
  token_hash: Buffer;
  person_id: number;
  made_at: number;
  seen_at: number;
}

/** Legal text that a person agreed to. */
export interface ConsentTable {
  id: GeneratedAlways<number>;
  person_id: number;
  text: string;
  version: string;
  sha256: Buffer;
  given_at: number;
  ip: string | null;
}

/** Run of the retention job, with the removed counts. */
export interface RetentionRunTable {
  id: GeneratedAlways<number>;
  ran_at: number;
  removed: unknown;
}

/** Tables of this module. */
export type AccountsTables = {
  person: PersonTable;
  session: SessionTable;
  known_device: KnownDeviceTable;
  consent: ConsentTable;
  retention_run: RetentionRunTable;
};
