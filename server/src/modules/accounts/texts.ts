import { LEGAL_TEXTS } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/pool.ts';
import { insertConsents } from './store.ts';

const AGREED = ['privacy', 'kvkk'] as const;
const AGREED_TO_BUY = ['agreement', 'refund'] as const;

/**
 * Notes that a person agreed to the legal texts, with what was in force and from where. Throws `conflict-409` when the
 * versions that were shown are not the present ones; the same versions a second time change nothing.
 */
export async function acceptTexts(
  db: Db,
  personId: number,
  shown: { readonly privacy: string; readonly kvkk: string },
  given: { readonly ip: string | null; readonly atMs: number },
): Promise<void> {
  if (AGREED.some((text) => shown[text] !== LEGAL_TEXTS[text].version)) {
    throw new AppError('conflict-409');
  }
  await noteConsents(db, personId, AGREED, given);
}

/** Notes that a person agreed to what holds for a purchase; the same versions a second time change nothing. */
export async function acceptSale(
  db: Db,
  personId: number,
  given: { readonly ip: string | null; readonly atMs: number },
): Promise<void> {
  await noteConsents(db, personId, AGREED_TO_BUY, given);
}

function noteConsents(
  db: Db,
  personId: number,
  texts: readonly (typeof AGREED | typeof AGREED_TO_BUY)[number][],
  given: { readonly ip: string | null; readonly atMs: number },
): Promise<void> {
  return insertConsents(
    db,
    texts.map((text) => ({
      person_id: personId,
      text,
      version: LEGAL_TEXTS[text].version,
      sha256: Buffer.from(LEGAL_TEXTS[text].sha256, 'hex'),
      given_at: given.atMs,
      ip: given.ip,
    })),
  );
}
