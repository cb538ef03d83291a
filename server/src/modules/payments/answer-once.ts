import { createHash } from 'node:crypto';
import { type ErrorCode, isErrorCode } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import { open } from './order-store.ts';

const KEY_MAX = 255;
/** Temporary refusals; the same key may be tried again. */
const PASSING: ReadonlySet<ErrorCode> = new Set(['500', 'rate-429', 'unavailable-503']);

/** Answer of a call: the page, or a refusal. */
type Kept =
  | { readonly url: string }
  | { readonly code: ErrorCode; readonly field?: string | undefined };

/** Call with its Idempotency-Key. */
export interface KeyedCall {
  readonly personId: number;
  /** Value of the header; undefined for a call without it. */
  readonly key: string | string[] | undefined;
  /** Name of the call; together with the body it identifies what the key was used for. */
  readonly call: string;
  readonly body: unknown;
}

/**
 * Returns the first answer stored for a key, including a refusal; calls `answer` while there is none. Temporary
 * refusals are not stored. Throws `bad-fields-400` for a malformed key and `conflict-409` for a key that was used with
 * another body.
 */
export async function answerOnce(
  db: Db,
  { personId, key, call, body }: KeyedCall,
  nowMs: number,
  answer: () => Promise<{ readonly url: string }>,
): Promise<{ readonly url: string }> {
  if (key === undefined) return answer();
  if (typeof key !== 'string' || key.length === 0 || key.length > KEY_MAX) {
    throw new AppError('bad-fields-400');
  }
  const bodyHash = createHash('sha256')
    .update(JSON.stringify([call, body]))
    .digest();
  const kept = await inTransaction(db, (trx) => takeKey(trx, personId, key, bodyHash, nowMs));
  if (kept) return replay(kept);
  const given = await answer().catch((error: unknown) => {
    if (error instanceof AppError && !PASSING.has(error.code)) {
      return { code: error.code, ...(error.field !== undefined && { field: error.field }) };
    }
    throw error;
  });
  return replay(await inTransaction(db, (trx) => keepAnswer(trx, personId, key, given)));
}

function replay(kept: Kept): { readonly url: string } {
  if ('url' in kept) return kept;
  throw new AppError(kept.code, { ...(kept.field !== undefined && { field: kept.field }) });
}

/** Stores the key and returns its answer; null while the key has no answer. */
async function takeKey(
  db: Db,
  personId: number,
  key: string,
  bodyHash: Buffer,
  nowMs: number,
): Promise<Kept | null> {
  await open(db)
    .insertInto('purchase_key')
    .values({ person_id: personId, key, body_sha256: bodyHash, created_at: nowMs, answer: null })
    .onConflict((clash) => clash.doNothing())
    .execute();
  const row = await getKey(db, personId, key);
  if (!row.body_sha256.equals(bodyHash)) throw new AppError('conflict-409');
  return readKept(row.answer);
}

function getKey(db: Db, personId: number, key: string) {
  return open(db)
    .selectFrom('purchase_key')
    .selectAll()
    .where('person_id', '=', personId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
}

/** Stores an answer unless the key has one, and returns the stored answer. */
async function keepAnswer(db: Db, personId: number, key: string, given: Kept): Promise<Kept> {
  await open(db)
    .updateTable('purchase_key')
    .set({ answer: JSON.stringify(given) })
    .where('person_id', '=', personId)
    .where('key', '=', key)
    .where('answer', 'is', null)
    .execute();
  return readKept((await getKey(db, personId, key)).answer) ?? given;
}

function readKept(answer: string | null): Kept | null {
  if (answer === null) return null;
  const value: unknown = JSON.parse(answer);
  if (typeof value !== 'object' || value === null) return null;
  const { url, code, field } = value as Record<string, unknown>;
  if (typeof url === 'string') return { url };
  if (!isErrorCode(code)) return null;
  return typeof field === 'string' ? { code, field } : { code };
}
