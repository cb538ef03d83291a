import { LEGAL_TEXTS } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/pool.ts';
import { insertConsents } from './store.ts';

const AGREED = ['privacy', 'kvkk'] as const;
const AGREED_TO_BUY = ['agreement', 'refund'] as const;

/**
 * Records that a person agreed to the legal texts, with the versions in force and the caller's IP address. Throws
 * `conflict-409` when the shown versions are not the present ones; the same versions a second time change nothing.
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

/** Records that a person agreed to the texts of a purchase; the same versions a second time change nothing. */
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
