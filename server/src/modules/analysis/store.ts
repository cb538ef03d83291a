import type { Box, EngineVersion, TouchNow } from '@rasat/engine';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { type EventRecord, NO_BARS_HASH, type RunSnapshot } from './series-run.ts';
import { type KeptView, type ShownView, shownView } from './shown-view.ts';
import type { AnalysisTables } from './tables.ts';

const tables = (db: Db) => db.withTables<AnalysisTables>();

/** Progress of a version of the engine in a series. */
export interface SeriesState {
  readonly seriesId: number;
  readonly cursorMs: number | null;
  readonly bars: number;
  readonly advancedMs: number | null;
  readonly inputHash: Buffer;
}

/** Progress of a version with its name; `rowsUntilMs` is null unless a newer version has superseded it. */
export interface VersionState extends SeriesState {
  readonly engineVersion: string;
  /** Time up to which the version publishes rows and boxes; afterwards it publishes outcomes alone. */
  readonly rowsUntilMs: number | null;
}

/** State with the snapshot to start from, and the hash of the shown view. */
export interface StoredState extends VersionState {
  readonly snapshot: RunSnapshot | undefined;
  readonly viewHash: Buffer | null;
  /** Times that bars were inserted; an analysis that read before the last insertion stores nothing. */
  readonly repairs: number;
}

/**
 * Tries to acquire the lock of the database's only analyst, for as long as this connection lives; false when it is
 * held.
 */
export async function lockAnalyst(connection: Db): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_lock(hashtext('rasat analyst')) as locked`.execute(connection);
  return rows[0]?.locked === true;
}

/** Releases the analyst's lock. */
export async function unlockAnalyst(connection: Db): Promise<void> {
  await sql`select pg_advisory_unlock(hashtext('rasat analyst'))`.execute(connection);
}

/** Returns the states of these series under a version of the engine; creates an empty one for a new series. */
export async function getStates(
  db: Db,
  engineVersion: string,
  seriesIds: readonly number[],
  nowMs: number,
): Promise<StoredState[]> {
  await sql`
    insert into analysis_state (series_id, engine_version, input_hash, updated_at)
    select id, ${engineVersion}, ${NO_BARS_HASH}, ${nowMs} from unnest(${seriesIds}::int[]) id
    on conflict do nothing`.execute(db);
  return readStates(db, engineVersion, seriesIds);
}

/**
 * Ends the rows of earlier versions in these series where they have not ended yet: a version publishes the rows of the
 * bars and the time that it has read by now, and outcomes of these rows afterwards.
 */
export async function supersede(
  db: Db,
  versions: readonly EngineVersion[],
  series: readonly { readonly id: number; readonly stepMs: number }[],
): Promise<void> {
  await sql`
    update analysis_state s
    set rows_until_ms = greatest(s.cursor_ms + u.step_ms, s.advanced_ms, 0)
    from unnest(${series.map(({ id }) => id)}::int[], ${series.map(({ stepMs }) => stepMs)}::bigint[])
      u (series_id, step_ms)
    where s.series_id = u.series_id and s.engine_version = any(${[...versions]}::text[])
      and s.rows_until_ms is null`.execute(db);
}

/** Returns the states of a superseded version in those of these series in which one of its rows may be open. */
export function listSuperseded(
  db: Db,
  version: EngineVersion,
  seriesIds: readonly number[],
): Promise<StoredState[]> {
  return listOpen(db, version, seriesIds, sql`rows_until_ms is not null`);
}

/** Returns the states of a version in those of these series of which it has read bars and may have open rows. */
export function listStarted(
  db: Db,
  version: EngineVersion,
  seriesIds: readonly number[],
): Promise<StoredState[]> {
  return listOpen(db, version, seriesIds, sql`bars > 0`);
}

/** Returns the states that may have open rows and meet a condition. */
async function listOpen(
  db: Db,
  version: EngineVersion,
  seriesIds: readonly number[],
  condition: RawBuilder<unknown>,
): Promise<StoredState[]> {
  const { rows } = await sql<{ id: number }>`
    select series_id as id from analysis_state
    where series_id = any(${[...seriesIds]}::int[]) and engine_version = ${version}
      and not is_over and ${condition}`.execute(db);
  return rows.length === 0
    ? []
    : readStates(
        db,
        version,
        rows.map(({ id }) => id),
      );
}

/** Records that no row of a superseded version is open any more in these series, and drops its snapshots. */
export async function endSuperseded(
  db: Db,
  version: EngineVersion,
  seriesIds: readonly number[],
): Promise<void> {
  await sql`
    update analysis_state
    set is_over = true, snapshot = null, snapshot_cursor_ms = null, snapshot_bars = null,
      snapshot_hash = null
    where series_id = any(${[...seriesIds]}::int[]) and engine_version = ${version}`.execute(db);
}

async function readStates(
  db: Db,
  engineVersion: string,
  seriesIds: readonly number[],
): Promise<StoredState[]> {
  const rows = await tables(db)
    .selectFrom('analysis_state as s')
    .leftJoin('analysis_view as v', (join) =>
      join
        .onRef('v.series_id', '=', 's.series_id')
        .onRef('v.engine_version', '=', 's.engine_version'),
    )
    .selectAll('s')
    .select('v.view_hash')
    .where('s.engine_version', '=', engineVersion)
    .where('s.series_id', 'in', seriesIds)
    .execute();
  return rows.map((row) => ({
    seriesId: row.series_id,
    engineVersion: row.engine_version,
    rowsUntilMs: row.rows_until_ms,
    cursorMs: row.cursor_ms,
    bars: row.bars,
    advancedMs: row.advanced_ms,
    inputHash: row.input_hash,
    viewHash: row.view_hash,
    repairs: row.repairs,
    snapshot:
      row.snapshot && row.snapshot_bars !== null && row.snapshot_hash
        ? {
            engine: row.snapshot,
            bars: row.snapshot_bars,
            cursorMs: row.snapshot_cursor_ms,
            inputHash: row.snapshot_hash,
          }
        : undefined,
  }));
}

/** Returns the progress of every version of the engine in a series. */
export async function listStates(db: Db, seriesId: number): Promise<VersionState[]> {
  const rows = await tables(db)
    .selectFrom('analysis_state')
    .select(['engine_version', 'cursor_ms', 'bars', 'advanced_ms', 'input_hash', 'rows_until_ms'])
    .where('series_id', '=', seriesId)
    .orderBy('engine_version')
    .execute();
  return rows.map((row) => ({
    seriesId,
    engineVersion: row.engine_version,
    rowsUntilMs: row.rows_until_ms,
    cursorMs: row.cursor_ms,
    bars: row.bars,
    advancedMs: row.advanced_ms,
    inputHash: row.input_hash,
  }));
}

/** Returns which versions have a state in which series. */
export async function listAnalysedVersions(
  db: Db,
): Promise<{ readonly seriesId: number; readonly engineVersion: string }[]> {
  const { rows } = await sql<{ seriesId: number; engineVersion: string }>`
    select series_id as "seriesId", engine_version as "engineVersion" from analysis_state`.execute(
    db,
  );
  return rows;
}

/** Changes of a series in one round. */
export interface SeriesAdvance {
  readonly before: SeriesState;
  readonly after: SeriesState;
  /** Insertions of bars when the series was loaded. */
  readonly repairs: number;
  readonly events: readonly EventRecord[];
  /** New view to show; absent when the view is unchanged. */
  readonly view?: { readonly text: string; readonly hash: Buffer };
  /** Inputs of the newest bar's chances, the engine's `TouchNow` as JSON; null where chances are not shown. */
  readonly touchNow: string | null;
}

/**
 * Waits until this transaction alone stores events. Their ids are then assigned in the order of commits, so that a
 * reader after a cursor never misses one.
 */
export async function lockEvents(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('rasat analysis_event'))`.execute(trx);
}

/**
 * Stores all results of a round, or nothing. Throws when a stored state has changed since it was read, because another
 * process has continued from it, or bars were inserted.
 */
export async function insertRound(
  db: Db,
  engineVersion: string,
  round: readonly SeriesAdvance[],
  nowMs: number,
): Promise<void> {
  await lockEvents(db);
  const { numAffectedRows } = await sql`
    update analysis_state s
    set cursor_ms = u.cursor_ms, bars = u.bars, advanced_ms = u.advanced_ms,
      input_hash = u.input_hash, touch_now = nullif(u.touch_now, '')::json, updated_at = ${nowMs}
    from unnest(
      ${round.map((r) => r.after.seriesId)}::int[], ${round.map((r) => r.after.cursorMs)}::bigint[],
      ${round.map((r) => r.after.bars)}::int[], ${round.map((r) => r.after.advancedMs)}::bigint[],
      ${round.map((r) => r.after.inputHash)}::bytea[], ${round.map((r) => r.before.bars)}::int[],
      ${round.map((r) => r.before.advancedMs)}::bigint[], ${round.map((r) => r.repairs)}::int[],
      ${linesOf(round.map((r) => r.touchNow ?? ''))}
    ) u (series_id, cursor_ms, bars, advanced_ms, input_hash, bars_before, advanced_before, repairs,
      touch_now)
    where s.series_id = u.series_id and s.engine_version = ${engineVersion}
      and s.bars = u.bars_before and s.advanced_ms is not distinct from u.advanced_before
      and s.repairs = u.repairs
  `.execute(db);
  if (Number(numAffectedRows) !== round.length) {
    throw new Error('the analysis was taken over by another process, or bars were inserted');
  }
  await insertEvents(db, engineVersion, round);
  await upsertBoxes(db, engineVersion, round);
  await upsertViews(db, engineVersion, round);
}

/** Returns JSON texts as one parameter: in an array of texts each quotation mark would be escaped and unescaped. */
function linesOf(texts: readonly string[]) {
  return sql`string_to_array(${texts.join('\n')}, chr(10))`;
}

type BoxEvent = Extract<EventRecord['event'], { readonly type: 'box' }>;

/** Rows in one statement, which limits the parameters of a backfill. */
const EVENT_ROWS = 5000;

async function insertEvents(
  db: Db,
  engineVersion: string,
  round: readonly SeriesAdvance[],
): Promise<void> {
  const rows = round.flatMap((r) =>
    r.events.map((record) => ({ seriesId: r.after.seriesId, ...record })),
  );
  for (let at = 0; at < rows.length; at += EVENT_ROWS) {
    const part = rows.slice(at, at + EVENT_ROWS);
    await sql`
      insert into analysis_event
        (series_id, engine_version, event_key, type, kind, term, bar_time, payload, input_hash)
      select series_id, ${engineVersion}, event_key, type, kind, term, bar_time, payload::json, input_hash
      from unnest(
        ${part.map((r) => r.seriesId)}::int[], ${part.map((r) => r.key)}::text[],
        ${part.map((r) => r.event.type)}::text[],
        ${part.map((r) => ('kind' in r.event ? r.event.kind : null))}::text[],
        ${part.map((r) => ('term' in r.event ? r.event.term : null))}::text[],
        ${part.map((r) => r.event.timeMs)}::bigint[],
        ${linesOf(part.map((r) => JSON.stringify(r.event)))},
        ${part.map((r) => r.inputHash)}::bytea[]
      ) with ordinality
        u (series_id, event_key, type, kind, term, bar_time, payload, input_hash, position)
      order by position`.execute(db);
  }
}

/** Replaces the stored box of each kind and term with the newest one. */
async function upsertBoxes(
  db: Db,
  engineVersion: string,
  round: readonly SeriesAdvance[],
): Promise<void> {
  const newest = new Map<string, { readonly seriesId: number; readonly event: BoxEvent }>();
  for (const { after, events } of round) {
    for (const { event } of events) {
      if (event.type !== 'box') continue;
      newest.set(`${after.seriesId} ${event.kind} ${event.term}`, {
        seriesId: after.seriesId,
        event,
      });
    }
  }
  const boxes = [...newest.values()];
  if (boxes.length === 0) return;
  await sql`
    insert into analysis_box (series_id, engine_version, kind, term, payload)
    select series_id, ${engineVersion}, kind, term, payload::json
    from unnest(
      ${boxes.map(({ seriesId }) => seriesId)}::int[], ${boxes.map(({ event }) => event.kind)}::text[],
      ${boxes.map(({ event }) => event.term)}::text[],
      ${linesOf(boxes.map(({ event }) => JSON.stringify(event)))}
    ) u (series_id, kind, term, payload)
    on conflict (series_id, engine_version, kind, term) do update
    set payload = excluded.payload`.execute(db);
}

async function upsertViews(
  db: Db,
  engineVersion: string,
  round: readonly SeriesAdvance[],
): Promise<void> {
  const changed = round.flatMap((r) => (r.view ? [{ seriesId: r.after.seriesId, ...r.view }] : []));
  if (changed.length === 0) return;
  await sql`
    insert into analysis_view (series_id, engine_version, view, view_hash)
    select series_id, ${engineVersion}, view::json, view_hash
    from unnest(${changed.map((v) => v.seriesId)}::int[], ${linesOf(changed.map((v) => v.text))},
      ${changed.map((v) => v.hash)}::bytea[]) u (series_id, view, view_hash)
    on conflict (series_id) do update
    set engine_version = excluded.engine_version, view = excluded.view,
      view_hash = excluded.view_hash`.execute(db);
}

/**
 * Stores the snapshots from which the engines start after a restart, except those of series into which bars were
 * inserted since the engine was loaded.
 */
export async function updateSnapshots(
  db: Db,
  engineVersion: string,
  snapshots: readonly {
    readonly seriesId: number;
    readonly snapshot: RunSnapshot;
    readonly repairs: number;
  }[],
): Promise<void> {
  await sql`
    update analysis_state s
    set snapshot = u.snapshot, snapshot_cursor_ms = u.cursor_ms, snapshot_bars = u.bars,
      snapshot_hash = u.hash
    from unnest(
      ${snapshots.map((s) => s.seriesId)}::int[],
      ${snapshots.map((s) => Buffer.from(s.snapshot.engine))}::bytea[],
      ${snapshots.map((s) => s.snapshot.cursorMs)}::bigint[],
      ${snapshots.map((s) => s.snapshot.bars)}::int[],
      ${snapshots.map((s) => s.snapshot.inputHash)}::bytea[],
      ${snapshots.map((s) => s.repairs)}::int[]
    ) u (series_id, snapshot, cursor_ms, bars, hash, repairs)
    where s.series_id = u.series_id and s.engine_version = ${engineVersion}
      and s.repairs = u.repairs`.execute(db);
}

/** Shown view of a series, with the computation details. */
export interface StoredView {
  readonly seriesId: number;
  readonly engineVersion: string;
  readonly cursorMs: number | null;
  readonly inputHash: Buffer;
  readonly view: ShownView;
  readonly touchNow: TouchNow | null;
}

/** Returns the views of these series; a series without one is absent. */
export async function listViews(db: Db, seriesIds: readonly number[]): Promise<StoredView[]> {
  if (seriesIds.length === 0) return [];
  // One statement, hence one snapshot: the boxes belong to the view.
  const { rows } = await sql<{
    series_id: number;
    engine_version: string;
    view: KeptView;
    cursor_ms: number | null;
    input_hash: Buffer;
    touch_now: TouchNow | null;
    boxes: { readonly box: Box }[] | null;
  }>`
    select v.series_id, v.engine_version, v.view, s.cursor_ms, s.input_hash, s.touch_now, (
      select json_agg(b.payload) from analysis_box b
      where b.series_id = v.series_id and b.engine_version = v.engine_version
        and b.payload ->> 'id' in (select json_array_elements_text(v.view -> 'boxIds'))
    ) as boxes
    from analysis_view v join analysis_state s using (series_id, engine_version)
    where v.series_id = any(${seriesIds})`.execute(db);
  return rows.map((row) => ({
    seriesId: row.series_id,
    engineVersion: row.engine_version,
    cursorMs: row.cursor_ms,
    inputHash: row.input_hash,
    touchNow: row.touch_now,
    view: shownView(
      row.view,
      (row.boxes ?? []).map((event) => event.box),
    ),
  }));
}

/** Signals of a series for lists. */
export interface StoredSignals {
  readonly seriesId: number;
  readonly condition: ShownView['condition'];
  readonly trades: ShownView['trades'];
}

/**
 * Returns the signals of these series without boxes, which are scattered over the largest table; a series without a
 * view is absent.
 */
export async function listSignals(
  db: Db,
  seriesIds: readonly number[],
): Promise<readonly StoredSignals[]> {
  if (seriesIds.length === 0) return [];
  const { rows } = await sql<StoredSignals>`
    select series_id as "seriesId", view -> 'condition' as condition, view -> 'trades' as trades
    from analysis_view where series_id = any(${seriesIds})`.execute(db);
  return rows;
}
