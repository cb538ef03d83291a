import { ENGINE_VERSION } from '@rasat/engine';
import { rollInputHash } from '@rasat/ledger';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { sha256 } from '../../platform/sha256.ts';
import { readBarsAfter, type Series } from '../market/index.ts';
import { NO_BARS_HASH } from './series-run.ts';
import { lockEvents } from './store.ts';

/** What the analysis of a series has done with the bars and the time from a moment on. */
export interface AnalysedSince {
  /** Whether a version has read a bar, or the passing of time, after the moment. */
  readonly isRead: boolean;
  /** Whether an event that is not folded, or the newest box of a kind and term, became known after the moment. */
  readonly hasEvents: boolean;
}

/**
 * Returns what the analysis of a series has done since `fromMs`. No event is stored until the transaction ends. A folded
 * event that is not a box is a row or an outcome of the ledger.
 */
export async function findAnalysedSince(
  trx: Db,
  seriesId: number,
  fromMs: number,
): Promise<AnalysedSince> {
  await lockEvents(trx);
  const { rows } = await sql<AnalysedSince>`
    select
      exists (
        select from analysis_state
        where series_id = ${seriesId} and (cursor_ms >= ${fromMs} or advanced_ms > ${fromMs})
      ) as "isRead",
      exists (
        select from analysis_event where series_id = ${seriesId} and bar_time > ${fromMs}
      ) or exists (
        select from analysis_box
        where series_id = ${seriesId} and (payload ->> 'timeMs')::bigint > ${fromMs}
      ) as "hasEvents"`.execute(trx);
  return rows[0] ?? { isRead: false, hasEvents: false };
}

interface SetBackState {
  readonly engine_version: string;
  readonly cursor_ms: number | null;
  readonly advanced_ms: number | null;
  readonly snapshot_cursor_ms: number | null;
  readonly snapshot_bars: number | null;
  readonly snapshot_hash: Buffer | null;
}

/**
 * Sets the analysis of a series back to the bars that open before `fromMs`, before bars are inserted there: every
 * version begins again from there, and a running analysis cannot store what it has read so far. Only for a series
 * without events after `fromMs`; the caller has called `findAnalysedSince` in the same transaction.
 */
export async function setBackAnalysis(
  trx: Db,
  series: Series,
  fromMs: number,
  nowMs: number,
): Promise<void> {
  // A series that is not analysed yet gets its state here, so that an analysis that is about to begin counts the repair.
  await sql`
    insert into analysis_state (series_id, engine_version, input_hash, updated_at, repairs)
    values (${series.id}, ${ENGINE_VERSION}, ${NO_BARS_HASH}, ${nowMs}, 0)
    on conflict do nothing`.execute(trx);
  const { rows: states } = await sql<SetBackState>`
    update analysis_state set repairs = repairs + 1 where series_id = ${series.id}
    returning engine_version, cursor_ms, advanced_ms, snapshot_cursor_ms, snapshot_bars,
      snapshot_hash`.execute(trx);
  for (const state of states) {
    const { engine_version, cursor_ms: cursorMs, advanced_ms: advancedMs } = state;
    const isRead = (cursorMs ?? fromMs - 1) >= fromMs || (advancedMs ?? fromMs) > fromMs;
    if (!isRead) continue;
    const place = await findPlace(trx, series, state, fromMs);
    await sql`
      update analysis_state set cursor_ms = ${place.cursorMs}, bars = ${place.bars},
        input_hash = ${place.hash},
        advanced_ms = least(advanced_ms, ${fromMs}::bigint), is_over = false, updated_at = ${nowMs}
      where series_id = ${series.id} and engine_version = ${engine_version}`.execute(trx);
  }
  await sql`
    update analysis_state
    set snapshot = null, snapshot_cursor_ms = null, snapshot_bars = null, snapshot_hash = null
    where series_id = ${series.id} and snapshot_cursor_ms >= ${fromMs}`.execute(trx);
}

/** Returns the number of bars before `fromMs`, the last of them, and the hash over them. */
async function findPlace(
  trx: Db,
  series: Series,
  state: SetBackState,
  fromMs: number,
): Promise<{ readonly bars: number; readonly cursorMs: number | null; readonly hash: Buffer }> {
  const { snapshot_cursor_ms, snapshot_bars, snapshot_hash } = state;
  const isBefore = snapshot_cursor_ms !== null && snapshot_cursor_ms < fromMs;
  let bars = isBefore ? (snapshot_bars ?? 0) : 0;
  let cursorMs = isBefore ? snapshot_cursor_ms : null;
  const hash = rollInputHash(sha256, (isBefore && snapshot_hash) || NO_BARS_HASH);
  for (;;) {
    const cursor = { seriesId: series.id, resolution: series.base, afterMs: cursorMs };
    const found = (await readBarsAfter(trx, [cursor])).get(series.id);
    for (let row = 0; row < (found?.length ?? 0); row += 1) {
      const openTimeMs = found?.openTimeMs[row] ?? fromMs;
      if (!found || openTimeMs >= fromMs) return { bars, cursorMs, hash: hash.value };
      hash.add(found, row);
      bars += 1;
      cursorMs = openTimeMs;
    }
    if (!found) return { bars, cursorMs, hash: hash.value };
  }
}
