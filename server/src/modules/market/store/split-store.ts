import { DAY_MS } from '@rasat/engine';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';
import type { MarketTables } from '../tables.ts';

const tables = (db: Db) => db.withTables<MarketTables>();

/** Split by which the raw history of its source is adjusted in a series. */
export interface StoredSplit {
  /** Opening of the first session after the split. */
  readonly effectiveMs: number;
  /** New shares for each old one. */
  readonly factor: number;
}

/** Two splits by the same factor within this time are one: by hand, or at the source, it was given another time. */
const SAME_MS = 7 * DAY_MS;

/** Returns whether two splits are the same one. */
export function isSameSplit(one: StoredSplit, other: StoredSplit): boolean {
  const apartMs = Math.abs(one.effectiveMs - other.effectiveMs);
  return apartMs === 0 || (one.factor === other.factor && apartMs <= SAME_MS);
}

/** Returns the condition of `isSameSplit` for a row `k` of the splits and these expressions. */
export function sameSplit(effectiveMs: RawBuilder<unknown>, factor: RawBuilder<unknown>) {
  return sql<boolean>`(k.effective_at = ${effectiveMs}
    or (k.factor = ${factor} and abs(k.effective_at - ${effectiveMs}) <= ${SAME_MS}))`;
}

/** Returns the splits of a series, the earliest first. */
export async function listSplits(db: Db, seriesId: number): Promise<StoredSplit[]> {
  const rows = await tables(db)
    .selectFrom('series_split')
    .select(['effective_at', 'factor'])
    .where('series_id', '=', seriesId)
    .orderBy('effective_at')
    .execute();
  return rows.map((row) => ({ effectiveMs: row.effective_at, factor: row.factor }));
}

/** Stores splits of a series; one at a time at which the series has a split already is left out. */
export async function insertSplits(
  db: Db,
  seriesId: number,
  splits: readonly StoredSplit[],
): Promise<void> {
  if (splits.length === 0) return;
  await tables(db)
    .insertInto('series_split')
    .values(
      splits.map(({ effectiveMs, factor }) => ({
        series_id: seriesId,
        effective_at: effectiveMs,
        factor,
      })),
    )
    .onConflict((clash) => clash.doNothing())
    .execute();
}

/** Gives a series the splits of another one. */
export async function copySplits(db: Db, fromId: number, toId: number): Promise<void> {
  await sql`
    insert into series_split (series_id, effective_at, factor)
    select ${toId}, effective_at, factor from series_split where series_id = ${fromId}`.execute(db);
}
