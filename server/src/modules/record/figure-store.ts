import { WEEK_MS } from '@rasat/engine';
import type { CumulativePoint, Figures, MonthFigures, TwinFigures } from '@rasat/ledger';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import type {
  RecordFiguresTable,
  RecordRunTable,
  RecordTables,
  RecordTouchesTable,
} from './tables.ts';

const tables = (db: Db) => db.withTables<RecordTables>();

/**
 * Acquires the record's lock for this connection, until it is released or the connection ends; false when it is held.
 */
export async function lockRun(connection: Db): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_lock(hashtext('rasat record')) as locked`.execute(connection);
  return rows[0]?.locked === true;
}

/** Releases the lock. */
export async function unlockRun(connection: Db): Promise<void> {
  await sql`select pg_advisory_unlock(hashtext('rasat record'))`.execute(connection);
}

/**
 * Stores the start of a computation, deletes the unfinished ones and returns the new id. Only for the holder of the
 * lock.
 */
export async function insertRun(
  trx: Db,
  run: Omit<Selectable<RecordRunTable>, 'id' | 'finished_at'>,
): Promise<number> {
  await tables(trx).deleteFrom('record_run').where('finished_at', 'is', null).execute();
  const { id } = await tables(trx)
    .insertInto('record_run')
    .values({ ...run, costs: JSON.stringify(run.costs), finished_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns the last finished computation, whose figures are the stored ones; undefined before the first. */
export function findLastRun(db: Db): Promise<Selectable<RecordRunTable> | undefined> {
  return tables(db)
    .selectFrom('record_run')
    .selectAll()
    .where('finished_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Touch of the first level of a weekly set, and of its twin's. */
export interface TouchRow {
  readonly seq: number;
  readonly cell: number;
  /** Monday of its week, epoch milliseconds. */
  readonly d: number;
  readonly touch: number | null;
  readonly twinTouch: number | null;
}

/** Returns the touches of weekly sets and their twins after row `afterSeq` up to `toSeq`, at most `limit`, in order. */
export async function listTouchRows(
  db: Db,
  afterSeq: number,
  toSeq: number,
  limit: number,
): Promise<TouchRow[]> {
  const { rows } = await sql<TouchRow>`
    select t.seq, r.cell, r.week_end - ${sql.lit(WEEK_MS)}::bigint as d, t.touch,
      t.twin_touch as "twinTouch"
    from (
      select * from record_twin where seq > ${afterSeq} and seq <= ${toSeq}
      order by seq limit ${limit}
    ) t
    join record_row r on r.seq = t.seq
    order by t.seq`.execute(db);
  return rows;
}

/** Source and origin that figures share. */
export interface RecordPart {
  readonly source: RecordFiguresTable['source'];
  readonly origin: RecordFiguresTable['origin'];
}

/** Figures of a group; '' means all. */
export interface GroupFigures {
  readonly kind: string;
  readonly setup: string;
  readonly category: string;
  readonly figures: Figures;
}

/** Figures of a group by month. */
export interface GroupHistory {
  readonly category: string;
  readonly months: readonly MonthFigures[];
  readonly cumulative: readonly CumulativePoint[];
}

/** Figures of a group in one period; only those of `all` have a history. */
export type NewFigures = RecordPart &
  GroupFigures & {
    readonly period: string;
    readonly history: Omit<GroupHistory, 'category'> | null;
  };

/** Shares of first levels that held, of sets and of twins, and their difference. */
export type TouchFigures = Omit<TwinFigures, 'mean' | 'twinMean'> & {
  readonly held: number | null;
  readonly twinsHeld: number | null;
};

/** Touches of the weekly sets of a category ('' for all) in one period. */
export type NewTouches = RecordPart & {
  readonly period: string;
  readonly category: string;
  readonly touches: TouchFigures;
};

const lines = (values: readonly unknown[]) =>
  sql`string_to_array(${values.map((value) => JSON.stringify(value)).join('\n')}, chr(10))`;

const BATCH = 500;

/** Replaces the stored figures with those of a computation and marks it as finished. Needs a transaction. */
export async function replaceFigures(
  trx: Db,
  run: { readonly id: number; readonly finishedAtMs: number },
  figures: readonly NewFigures[],
  touches: readonly NewTouches[],
): Promise<void> {
  await tables(trx).deleteFrom('record_figures').execute();
  await tables(trx).deleteFrom('record_touches').execute();
  for (let at = 0; at < figures.length; at += BATCH) {
    await insertFigures(trx, figures.slice(at, at + BATCH));
  }
  for (let at = 0; at < touches.length; at += BATCH) {
    const rows = touches.slice(at, at + BATCH);
    const values = rows.map((row) => ({ ...row, touches: JSON.stringify(row.touches) }));
    await tables(trx).insertInto('record_touches').values(values).execute();
  }
  await tables(trx)
    .updateTable('record_run')
    .set({ finished_at: run.finishedAtMs })
    .where('id', '=', run.id)
    .execute();
}

async function insertFigures(trx: Db, rows: readonly NewFigures[]): Promise<void> {
  const of = <K extends keyof NewFigures>(key: K): NewFigures[K][] => rows.map((row) => row[key]);
  const histories = of('history');
  await sql`
    insert into record_figures (source, origin, period, kind, setup, category, figures, months,
      cumulative)
    select source, origin, period, kind, setup, category, figures::json,
      nullif(months, 'null')::json, nullif(cumulative, 'null')::json
    from unnest(
      ${of('source')}::text[], ${of('origin')}::text[], ${of('period')}::text[],
      ${of('kind')}::text[], ${of('setup')}::text[], ${of('category')}::text[],
      ${lines(of('figures'))},
      ${lines(histories.map((history) => history?.months ?? null))},
      ${lines(histories.map((history) => history?.cumulative ?? null))}
    ) u (source, origin, period, kind, setup, category, figures, months, cumulative)`.execute(trx);
}

/** Returns the figures of every group of a part in a period; a group without a decided row has none. */
export async function listGroupFigures(
  db: Db,
  { source, origin }: RecordPart,
  period: string,
): Promise<GroupFigures[]> {
  const rows = await tables(db)
    .selectFrom('record_figures')
    .select(['kind', 'setup', 'category', 'figures'])
    .where('source', '=', source)
    .where('origin', '=', origin)
    .where('period', '=', period)
    .orderBy('kind')
    .orderBy('setup')
    .orderBy('category')
    .execute();
  return rows as GroupFigures[];
}

/** Returns the figures over all rows of each part in the period `all`. */
export async function listWholes(db: Db): Promise<(RecordPart & { readonly figures: Figures })[]> {
  const rows = await tables(db)
    .selectFrom('record_figures')
    .select(['source', 'origin', 'figures'])
    .where('period', '=', 'all')
    .where('kind', '=', '')
    .where('setup', '=', '')
    .where('category', '=', '')
    .execute();
  return rows as (RecordPart & { figures: Figures })[];
}

/** Returns the touches of every category ('' for all) of a part in a period. */
export function listTouches(
  db: Db,
  { source, origin }: RecordPart,
  period: string,
): Promise<Pick<Selectable<RecordTouchesTable>, 'category' | 'touches'>[]> {
  return tables(db)
    .selectFrom('record_touches')
    .select(['category', 'touches'])
    .where('source', '=', source)
    .where('origin', '=', origin)
    .where('period', '=', period)
    .orderBy('category')
    .execute();
}

/**
 * Returns the history of a kind and setup ('' for all of them), one entry for each category and '' for all categories.
 */
export async function listGroupHistories(
  db: Db,
  { source, origin }: RecordPart,
  group: { readonly kind: string; readonly setup: string },
): Promise<GroupHistory[]> {
  const rows = await tables(db)
    .selectFrom('record_figures')
    .select(['category', 'months', 'cumulative'])
    .where('source', '=', source)
    .where('origin', '=', origin)
    .where('period', '=', 'all')
    .where('kind', '=', group.kind)
    .where('setup', '=', group.setup)
    .orderBy('category')
    .execute();
  return rows as GroupHistory[];
}

/** Returns the periods of every part that have figures. */
export async function listFigurePeriods(
  db: Db,
): Promise<(RecordPart & { readonly period: string })[]> {
  return tables(db)
    .selectFrom('record_figures')
    .select(['source', 'origin', 'period'])
    .distinct()
    .orderBy('source')
    .orderBy('origin')
    .orderBy('period')
    .execute();
}
