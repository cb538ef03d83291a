import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';

/** The last finished run of a job on this database, its retries included. */
export interface LastRun {
  readonly name: string;
  /** Whether it ended in failure after its retries. */
  readonly failed: boolean;
  /** UTC epoch milliseconds. */
  readonly endedMs: number;
}

/**
 * Returns the last finished run of each job. A job is absent before its first run ended, and a week after its last one:
 * pg-boss deletes finished runs.
 */
export async function listLastRuns(db: Db): Promise<readonly LastRun[]> {
  const { rows: found } = await sql<{ there: boolean }>`
    select to_regclass('jobs.job') is not null as there`.execute(db);
  // The tables are created at the first start of the jobs.
  if (!found[0]?.there) return [];
  const { rows } = await sql<LastRun>`
    select distinct on (name) name, state = 'failed' as failed,
      (extract(epoch from completed_on) * 1000)::int8 as "endedMs"
    from jobs.job where state in ('completed', 'failed') and completed_on is not null
    order by name, completed_on desc`.execute(db);
  return rows;
}
