import { sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';
import type { MarketTables, ReplayOptions, ReplayState } from '../tables.ts';

const tables = (db: Db) => db.withTables<MarketTables>();

/** Requested or running replay. */
export interface Replay {
  readonly id: number;
  readonly symbol: string;
  readonly file: string;
  readonly options: ReplayOptions;
  readonly speed: number;
  readonly state: ReplayState;
  readonly played: number;
  readonly total: number;
  readonly detail: string | null;
  /** Milliseconds since the command that requested it last reported. */
  readonly silentMs: number;
}

const databaseNow = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** Requests a replay from the running server and returns its id. */
export async function insertReplay(
  db: Db,
  replay: Pick<Replay, 'symbol' | 'file' | 'options' | 'speed'>,
): Promise<number> {
  const { id } = await tables(db)
    .insertInto('replay')
    .values({
      symbol: replay.symbol,
      file: replay.file,
      options: JSON.stringify(replay.options),
      speed: replay.speed,
      watched_at: databaseNow,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function selectReplays(db: Db) {
  return tables(db)
    .selectFrom('replay')
    .select([
      'id',
      'symbol',
      'file',
      'options',
      'speed',
      'state',
      'played',
      'total',
      'detail',
      sql<number>`${databaseNow} - watched_at`.as('silentMs'),
    ])
    .orderBy('id');
}

/** Returns a replay, or undefined. */
export async function findReplay(db: Db, id: number): Promise<Replay | undefined> {
  return selectReplays(db).where('id', '=', id).executeTakeFirst();
}

/** Returns the requested and running replays, oldest first. */
export async function listOpenReplays(db: Db): Promise<Replay[]> {
  return selectReplays(db).where('state', 'in', ['asked', 'playing']).execute();
}

/**
 * Updates the state of a replay or, with `watched`, the time of its command's last report; an ended replay is
 * unchanged.
 */
export async function updateReplay(
  db: Db,
  id: number,
  change: Partial<Pick<Replay, 'state' | 'played' | 'total' | 'detail'>> | 'watched',
): Promise<void> {
  await tables(db)
    .updateTable('replay')
    .set(change === 'watched' ? { watched_at: databaseNow } : change)
    .where('id', '=', id)
    .where('state', 'in', ['asked', 'playing'])
    .execute();
}

/**
 * Deletes the bars of replays that ended before `beforeMs` and returns the number of series. Results computed from them
 * stay.
 */
export async function deleteReplayBars(db: Db, source: string, beforeMs: number): Promise<number> {
  const gone = tables(db)
    .selectFrom('series')
    .select('id')
    .where('source', '=', source)
    .where('archived_at', '<', beforeMs);
  await tables(db).deleteFrom('bar_tail').where('series_id', 'in', gone).execute();
  await tables(db).deleteFrom('bar_chunk').where('series_id', 'in', gone).execute();
  const heads = await tables(db)
    .deleteFrom('bar_head')
    .where('series_id', 'in', gone)
    .returning('series_id')
    .execute();
  return new Set(heads.map((head) => head.series_id)).size;
}
