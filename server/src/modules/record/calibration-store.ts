import { CALIBRATION_SCOPES, type CalibrationScope } from '@rasat/contract';
import { ENGINE_VERSION, TOUCH_MODEL } from '@rasat/engine';
import type { CalibrationBook, CalibrationFigures, CalibrationLook, Origin } from '@rasat/ledger';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { pack, unpack } from '../../platform/packed-rows.ts';
import type { RecordTables } from './tables.ts';

const tables = (db: Db) => db.withTables<RecordTables>();

/** Figures of the chances of touch of a scope. */
export interface ScopeFigures {
  readonly scope: CalibrationScope;
  readonly figures: CalibrationFigures;
}

/** The same with its source and origin. */
export type NewScopeFigures = ScopeFigures & { readonly source: string; readonly origin: Origin };

/** Where the live forecasts of a source begin. */
export interface CalibrationStart {
  readonly source: string;
  /** Times of the first forecast, and of the first weekly one; null without one. */
  readonly sinceMs: number;
  readonly weeklySinceMs: number | null;
}

/** A look with its source and the numbers of the last row and the last outcome that it counts. */
export interface NewCalibrationLook extends CalibrationLook {
  readonly source: string;
  readonly toSeq: number;
  readonly toNo: number;
}

/** A look as it is stored, with the time at which it was taken. */
export type StoredCalibrationLook = NewCalibrationLook & { readonly takenMs: number };

/** What a computation finds about the chances of touch of the record. */
export interface Calibration {
  readonly scopes: readonly NewScopeFigures[];
  readonly starts: readonly CalibrationStart[];
  readonly looks: readonly NewCalibrationLook[];
}

/**
 * Replaces figures and starts, and appends the looks that are new; a stored look never changes. `backtest` are the
 * figures of the backtests. Needs a transaction.
 */
export async function saveCalibration(
  trx: Db,
  { scopes, starts, looks }: Calibration,
  backtest: readonly NewScopeFigures[],
  takenMs: number,
): Promise<void> {
  await tables(trx).deleteFrom('record_calibration').execute();
  await tables(trx).deleteFrom('record_calibration_start').execute();
  for (const { figures, ...of } of [...scopes, ...backtest]) {
    await tables(trx)
      .insertInto('record_calibration')
      .values({ ...of, figures: JSON.stringify(figures) })
      .execute();
  }
  for (const { source, sinceMs, weeklySinceMs } of starts) {
    await tables(trx)
      .insertInto('record_calibration_start')
      .values({ source, model: TOUCH_MODEL, since: sinceMs, weekly_since: weeklySinceMs })
      .execute();
  }
  for (const { source, toSeq, toNo, ...look } of looks) {
    await tables(trx)
      .insertInto('record_calibration_look')
      .values({
        source,
        model: TOUCH_MODEL,
        weeks: look.weeks,
        look: JSON.stringify(look),
        to_seq: toSeq,
        to_no: toNo,
        taken_at: takenMs,
      })
      .onConflict((clash) => clash.columns(['source', 'model', 'weeks']).doNothing())
      .execute();
  }
}

/** Returns the figures of every scope of a source and origin, in the order of the contract. */
export async function listScopeFigures(
  db: Db,
  of: { readonly source: string; readonly origin: Origin },
): Promise<ScopeFigures[]> {
  const rows = await tables(db)
    .selectFrom('record_calibration')
    .select(['scope', 'figures'])
    .where('source', '=', of.source)
    .where('origin', '=', of.origin)
    .execute();
  const found = new Map(rows.map(({ scope, figures }) => [scope, figures as CalibrationFigures]));
  return CALIBRATION_SCOPES.flatMap((scope) => {
    const figures = found.get(scope);
    return figures ? [{ scope, figures }] : [];
  });
}

/** Returns the stored figures of every scope of live forecasts, by source and scope. */
export function listLiveScopes(db: Db): Promise<NewScopeFigures[]> {
  const rows = tables(db)
    .selectFrom('record_calibration')
    .selectAll()
    .where('origin', '=', 'live')
    .orderBy('source')
    .orderBy('scope')
    .execute();
  return rows as Promise<NewScopeFigures[]>;
}

/** Returns where the live forecasts of each source begin, of this program's model. */
export async function listCalibrationStarts(db: Db): Promise<CalibrationStart[]> {
  const rows = await tables(db)
    .selectFrom('record_calibration_start')
    .selectAll()
    .where('model', '=', TOUCH_MODEL)
    .orderBy('source')
    .execute();
  return rows.map(({ source, since, weekly_since }) => ({
    source,
    sinceMs: since,
    weeklySinceMs: weekly_since,
  }));
}

/** Returns the looks at the forecasts of this program's model, by source and weeks. */
export async function listCalibrationLooks(db: Db): Promise<StoredCalibrationLook[]> {
  const rows = await tables(db)
    .selectFrom('record_calibration_look')
    .selectAll()
    .where('model', '=', TOUCH_MODEL)
    .orderBy('source')
    .orderBy('weeks')
    .execute();
  return rows.map(({ source, look, to_seq, to_no, taken_at }) => ({
    ...(look as CalibrationLook),
    source,
    toSeq: to_seq,
    toNo: to_no,
    takenMs: taken_at,
  }));
}

/** The backtest of a history: its forecasts that had ended by a time. */
export interface Backtest {
  /** Whether its class is on trial. */
  readonly trial: boolean;
  readonly book: CalibrationBook;
}

/** A backtest is of the model and the engine of the program that computed it. */
const PRESENT = { model: TOUCH_MODEL, engine_version: ENGINE_VERSION };

/** Deletes the backtests of all histories but these. */
export async function deleteBacktests(db: Db, seriesIds: readonly number[]): Promise<void> {
  await sql`delete from record_backtest where series_id <> all(${[...seriesIds]}::int[])`.execute(
    db,
  );
}

/** Returns the ids of the histories with a backtest of this program. */
export async function listBacktested(db: Db): Promise<ReadonlySet<number>> {
  const rows = await tables(db)
    .selectFrom('record_backtest')
    .select('series_id')
    .where('model', '=', PRESENT.model)
    .where('engine_version', '=', PRESENT.engine_version)
    .execute();
  return new Set(rows.map(({ series_id }) => series_id));
}

/** Stores the backtest of a history in place of an earlier one. */
export async function saveBacktest(
  db: Db,
  seriesId: number,
  { trial, book }: Backtest,
): Promise<void> {
  const data = await pack(book, Buffer.alloc(0));
  const values = { ...PRESENT, trial, data };
  await tables(db)
    .insertInto('record_backtest')
    .values({ series_id: seriesId, ...values })
    .onConflict((clash) => clash.column('series_id').doUpdateSet(values))
    .execute();
}

/** Returns the backtest of a history; undefined without one of this program. */
export async function findBacktest(db: Db, seriesId: number): Promise<Backtest | undefined> {
  const row = await tables(db)
    .selectFrom('record_backtest')
    .select(['trial', 'data'])
    .where('series_id', '=', seriesId)
    .where('model', '=', PRESENT.model)
    .where('engine_version', '=', PRESENT.engine_version)
    .executeTakeFirst();
  return row && { trial: row.trial, book: unpack(row.data).value as CalibrationBook };
}
