import type { Generated } from 'kysely';

/** The live code of a mailbox that forgot its password. */
export interface ResetCodeTable {
  mail_hash: Buffer;
  code_hash: string;
  mail_id: number;
  created_at: number;
  tries: Generated<number>;
  /** Whether a known device of the account asked for it. */
  by_device: Generated<boolean>;
}

/** Wrong passwords in a row for one mailbox. */
export interface SignInFailureTable {
  mail_hash: Buffer;
  failures: number;
  blocked_until: number;
  tried_at: number;
}

/** A human check that counted. */
export interface UsedChallengeTable {
  hash: Buffer;
  expires_at: number;
}

/** The tables of this module. */
export type AuthTables = {
  reset_code: ResetCodeTable;
  sign_in_failure: SignInFailureTable;
  used_challenge: UsedChallengeTable;
};
