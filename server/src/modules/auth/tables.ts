import type { Generated } from 'kysely';

/** Reset code of a mailbox. */
export interface ResetCodeTable {
  mail_hash: Buffer;
  code_hash: string;
  mail_id: number;
  created_at: number;
  tries: Generated<number>;
  /** Whether a known device of the account requested the code. */
  by_device: Generated<boolean>;
}

/** Wrong passwords in a row for one mailbox. */
export interface SignInFailureTable {
  mail_hash: Buffer;
  failures: number;
  blocked_until: number;
  tried_at: number;
}

/** Human check that was accepted. */
export interface UsedChallengeTable {
  hash: Buffer;
  expires_at: number;
}

/** Tables of this module. */
export type AuthTables = {
  reset_code: ResetCodeTable;
  sign_in_failure: SignInFailureTable;
  used_challenge: UsedChallengeTable;
};
