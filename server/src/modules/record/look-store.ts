import { type CostOf, listCosts } from '@rasat/contract';
import { type CostSettings, LOOK_ROWS, type Look, type Looks } from '@rasat/ledger';
import type { Db } from '../../platform/db/pool.ts';
import type { RecordTables } from './tables.ts';

const tables = (db: Db) => db.withTables<RecordTables>();

/** The state of the primary question for the live rows of a source and of one engine version. */
export interface PrimaryState extends Looks {
  readonly source: string;
  readonly engineVersion: string;
  /** Close of the last bar of the source at the computation. */
  readonly lastMs: number;
}

/** A stored look, with the time and the costs with which it was taken. */
export interface StoredLook extends Look {
  readonly takenMs: number;
  readonly costs: readonly CostOf[];
}

/** The state of the primary question as it is stored. */
export interface StoredPrimary extends PrimaryState {
  readonly looks: readonly StoredLook[];
}

/** Returns the looks that were taken at the rows of an engine version, by source, in their order. */
export async function listLooks(
  db: Db,
  engineVersion: string,
): Promise<ReadonlyMap<string, readonly StoredLook[]>> {
  const rows = await tables(db)
    .selectFrom('record_look')
    .selectAll()
    .where('engine_version', '=', engineVersion)
    .orderBy('rows')
    .execute();
  const looks = rows.map(({ source, look, costs, taken_at }) => ({
    source,
    look: { ...(look as Look), takenMs: taken_at, costs: costs as CostOf[] },
  }));
  return new Map(
    [...Map.groupBy(looks, ({ source }) => source)].map(([source, own]) => [
      source,
      own.map(({ look }) => look),
    ]),
  );
}

/**
 * Replaces the states of the primary question, and appends the looks that are new; a stored look never changes. Needs a
 * transaction.
 */
export async function savePrimary(
  trx: Db,
  states: readonly PrimaryState[],
  { costs, takenMs }: { readonly costs: CostSettings; readonly takenMs: number },
): Promise<void> {
  await tables(trx).deleteFrom('record_primary').execute();
  for (const { source, engineVersion, looks, ...state } of states) {
    await tables(trx)
      .insertInto('record_primary')
      .values({ source, engine_version: engineVersion, state: JSON.stringify(state) })
      .execute();
    for (const look of looks) {
      await tables(trx)
        .insertInto('record_look')
        .values({
          source,
          engine_version: engineVersion,
          rows: look.rows,
          look: JSON.stringify(look),
          costs: JSON.stringify(listCosts(costs)),
          taken_at: takenMs,
        })
        .onConflict((conflict) =>
          conflict.columns(['source', 'engine_version', 'rows']).doNothing(),
        )
        .execute();
    }
  }
}

/** Returns the state of the primary question of every source, as of the last computation. */
export async function listPrimary(db: Db): Promise<StoredPrimary[]> {
  const rows = await tables(db)
    .selectFrom('record_primary')
    .selectAll()
    .orderBy('source')
    .execute();
  const states: StoredPrimary[] = [];
  for (const [engineVersion, own] of Map.groupBy(rows, (row) => row.engine_version)) {
    const looks = await listLooks(db, engineVersion);
    for (const { source, state } of own) {
      states.push({
        ...(state as Omit<StoredPrimary, 'source' | 'engineVersion' | 'looks'>),
        source,
        engineVersion,
        looks: (looks.get(source) ?? []).filter(({ rows: count }) => isLook(count)),
      });
    }
  }
  return states;
}

const isLook = (rows: number): boolean => (LOOK_ROWS as readonly number[]).includes(rows);
