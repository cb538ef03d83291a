import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import type { EventRecord } from './series-run.ts';
import type { AnalysisTables } from './tables.ts';

const tables = (db: Db) => db.withTables<AnalysisTables>();

/** An event that is not folded yet. */
export interface StoredEvent {
  readonly id: number;
  readonly seriesId: number;
  readonly engineVersion: string;
  readonly key: string;
  readonly barTimeMs: number;
  readonly event: EventRecord['event'];
  readonly inputHash: Buffer;
}

function selectEvents(db: Db) {
  return tables(db)
    .selectFrom('analysis_event')
    .select([
      'id',
      'series_id',
      'engine_version',
      'event_key',
      'bar_time',
      'payload',
      'input_hash',
    ]);
}

type EventRow = Awaited<ReturnType<ReturnType<typeof selectEvents>['execute']>>[number];

function storedEvent(row: EventRow): StoredEvent {
  return {
    id: row.id,
    seriesId: row.series_id,
    engineVersion: row.engine_version,
    key: row.event_key,
    barTimeMs: row.bar_time,
    event: row.payload as EventRecord['event'],
    inputHash: row.input_hash,
  };
}

/** Returns the time of the first event of a series under one version after an id; null without one. */
export async function findEventTimeAfter(
  db: Db,
  of: { readonly seriesId: number; readonly engineVersion: string },
  afterId: number,
): Promise<number | null> {
  const row = await tables(db)
    .selectFrom('analysis_event')
    .select((eb) => eb.fn.min('bar_time').as('first'))
    .where('id', '>', afterId)
    .where('series_id', '=', of.seriesId)
    .where('engine_version', '=', of.engineVersion)
    .executeTakeFirst();
  return row?.first ?? null;
}

/** Returns events of every series after an id, in the order in which they were published, without boxes. */
export async function listEventsAfter(
  db: Db,
  afterId: number,
  limit: number,
): Promise<{ readonly events: StoredEvent[]; readonly lastId: number }> {
  const newest = await tables(db)
    .selectFrom('analysis_event')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  const upTo = newest.id ?? 0;
  if (upTo <= afterId) return { events: [], lastId: afterId };
  const rows = await selectEvents(db)
    .where('id', '>', afterId)
    .where('id', '<=', upTo)
    .where('type', '<>', 'box')
    .orderBy('id')
    .limit(limit)
    .execute();
  const last = rows.at(-1);
  return {
    events: rows.map(storedEvent),
    lastId: rows.length === limit && last ? last.id : upTo,
  };
}

/** Returns the events with these ids that are not folded, in their order. */
export async function listEvents(db: Db, ids: readonly number[]): Promise<StoredEvent[]> {
  const rows = await selectEvents(db)
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .execute();
  return rows.map(storedEvent);
}

/** Yields every event of a series under a version that is not folded yet, oldest first, in batches. */
export async function* readEvents(
  db: Db,
  seriesId: number,
  engineVersion: string,
  batch: number,
): AsyncGenerator<StoredEvent[]> {
  let afterId = 0;
  for (;;) {
    const rows = await selectEvents(db)
      .where('series_id', '=', seriesId)
      .where('engine_version', '=', engineVersion)
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(batch)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    afterId = last.id;
    yield rows.map(storedEvent);
  }
}

/** Returns the number of stored events of a series whose columns differ from their payload. */
export async function countMislabelledEvents(db: Db, seriesId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from analysis_event
    where series_id = ${seriesId} and (
      type <> payload ->> 'type' or kind is distinct from payload ->> 'kind'
      or term is distinct from payload ->> 'term' or bar_time <> (payload ->> 'timeMs')::bigint
    )`.execute(db);
  return rows[0]?.n ?? 0;
}
