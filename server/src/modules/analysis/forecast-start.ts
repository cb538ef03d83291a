import { TOUCH_MODEL } from '@rasat/engine';
import type { Db } from '../../platform/db/pool.ts';
import type { AnalysisTables } from './tables.ts';

const tables = (db: Db) => db.withTables<AnalysisTables>();

/**
 * Returns the time after which the forecasts of this program's model are published; the first call of a database
 * decides it. What was made before is a backtest and has no rows.
 */
export async function startForecasts(db: Db, nowMs: number): Promise<number> {
  await tables(db)
    .insertInto('forecast_start')
    .values({ model: TOUCH_MODEL, after_ms: nowMs })
    .onConflict((clash) => clash.column('model').doNothing())
    .execute();
  return (await findForecastStart(db)) ?? nowMs;
}

/** Returns the time after which the forecasts of this program's model are published; null before that is decided. */
export async function findForecastStart(db: Db): Promise<number | null> {
  const row = await tables(db)
    .selectFrom('forecast_start')
    .select('after_ms')
    .where('model', '=', TOUCH_MODEL)
    .executeTakeFirst();
  return row?.after_ms ?? null;
}
