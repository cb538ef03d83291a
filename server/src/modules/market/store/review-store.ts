import type { Db } from '../../../platform/db/pool.ts';
import type { MarketTables } from '../tables.ts';

/** Comparison of the last days of a source's histories with the source. */
export interface SourceReview {
  readonly source: string;
  readonly reviewedMs: number;
  /** Bars of the source that were compared, those with other values, and those at times without a stored bar. */
  readonly compared: number;
  readonly differs: number;
  readonly late: number;
}

/** Stores the last review of a source. */
export async function saveReview(db: Db, review: SourceReview): Promise<void> {
  const { source, reviewedMs: reviewed_at, compared, differs, late } = review;
  const row = { reviewed_at, compared, differs, late };
  await db
    .withTables<MarketTables>()
    .insertInto('source_review')
    .values({ source, ...row })
    .onConflict((clash) => clash.column('source').doUpdateSet(row))
    .execute();
}

/** Returns the last review of each source. */
export async function listReviews(db: Db): Promise<SourceReview[]> {
  const rows = await db
    .withTables<MarketTables>()
    .selectFrom('source_review')
    .selectAll()
    .execute();
  return rows.map(({ source, reviewed_at: reviewedMs, compared, differs, late }) => ({
    source,
    reviewedMs,
    compared,
    differs,
    late,
  }));
}
