import { LEGAL_TEXTS } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/pool.ts';
import { insertConsents } from './store.ts';

const AGREED = ['privacy', 'kvkk'] as const;

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
  await insertConsents(
    db,
    AGREED.map((text) => ({
      person_id: personId,
      text,
      version: LEGAL_TEXTS[text].version,
      sha256: Buffer.from(LEGAL_TEXTS[text].sha256, 'hex'),
      given_at: given.atMs,
      ip: given.ip,
    })),
  );
}
