import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';

/** Unexpired session with the rights of its person at one moment. Times are UTC epoch milliseconds. */
export interface CallerRow {
  readonly tokenHash: Buffer;
  readonly id: number;
  readonly personId: number;
  readonly publicId: string;
  readonly seenAt: number;
  /** False while the second step is missing. */
  readonly complete: boolean;
  /** Kinds of the rights in force. */
  readonly kinds: readonly string[];
  /** Next moment at which the session expires, or a right of the person begins or ends by schedule. */
  readonly changesAt: number;
}

/** Returns the sessions of these token hashes with their people's rights at `nowMs`; ended sessions are left out. */
export async function listCallers(
  db: Db,
  tokenHashes: readonly Buffer[],
  nowMs: number,
): Promise<CallerRow[]> {
  const { rows } = await sql<CallerRow>`/* callers */
    select token_hash as "tokenHash", session.id, person.id as "personId", public_id as "publicId",
      seen_at as "seenAt", complete, coalesce(kinds, '{}') as kinds,
      least(expires_at, given.changes_at) as "changesAt"
    from session
    join person on person.id = session.person_id
    cross join lateral (
      select array_agg(kind) filter (where starts_at <= ${nowMs}::bigint) as kinds,
        min(case when starts_at > ${nowMs}::bigint then starts_at else least(ends_at, ended_at) end) as changes_at
      from entitlement
      left join entitlement_end on entitlement_id = entitlement.id
      where entitlement.person_id = person.id
        and (least(ends_at, ended_at) > ${nowMs}::bigint) is not false
    ) given
    where token_hash = any(${[...tokenHashes]}::bytea[]) and expires_at > ${nowMs}::bigint`.execute(
    db,
  );
  return rows;
}
