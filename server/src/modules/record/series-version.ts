import { ENGINE_VERSION, ENGINE_VERSIONS, type EngineVersion } from '@rasat/engine';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { listAnalysedVersions } from '../analysis/index.ts';
import type { Series } from '../market/index.ts';
import type { RecordTables } from './tables.ts';

/** A history under one version of the engine. */
export interface SeriesVersion {
  readonly series: Series;
  readonly version: EngineVersion;
}

/**
 * Returns each of these series with every version of this program that has analysed it or has rows in it, ascending;
 * with the present version in any case.
 */
export async function listSeriesVersions(db: Db, all: readonly Series[]): Promise<SeriesVersion[]> {
  const analysed = await listAnalysedVersions(db);
  const published = await db
    .withTables<RecordTables>()
    .selectFrom('record_cell')
    .select(['series_id as seriesId', 'engine_version as engineVersion'])
    .distinct()
    .execute();
  const keyOf = (seriesId: number, version: string): string => `${seriesId} ${version}`;
  const found = new Set(
    [...analysed, ...published].map((one) => keyOf(one.seriesId, one.engineVersion)),
  );
  return all.flatMap((series) =>
    ENGINE_VERSIONS.filter(
      (version) => version === ENGINE_VERSION || found.has(keyOf(series.id, version)),
    ).map((version) => ({ series, version })),
  );
}

/** Returns the engine versions that have rows in any of these series, also those that the program does not contain. */
export async function listPublishedVersions(
  db: Db,
  seriesIds: readonly number[],
): Promise<string[]> {
  const rows = await db
    .withTables<RecordTables>()
    .selectFrom('record_cell')
    .select('engine_version')
    .distinct()
    .where('series_id', '=', sql<number>`any(${[...seriesIds]}::int[])`)
    .orderBy('engine_version')
    .execute();
  return rows.map((row) => row.engine_version);
}
