import type { BoxKind, BoxTerm } from '@rasat/engine';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import type { EventRecord } from './series-run.ts';
import type { AnalysisTables } from './tables.ts';

const tables = (db: Db) => db.withTables<AnalysisTables>();

type EventType = EventRecord['event']['type'];

/** A stored event. */
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

/** When the first event of a series under one version, of those behind an id, became known; null without one. */
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

/** The newest events of a type of a series under one version, newest first. */
export async function listNewestEvents(
  db: Db,
  of: { readonly seriesId: number; readonly engineVersion: string; readonly type: EventType },
  limit: number,
): Promise<StoredEvent[]> {
  const rows = await selectEvents(db)
    .where('series_id', '=', of.seriesId)
    .where('engine_version', '=', of.engineVersion)
    .where('type', '=', of.type)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(storedEvent);
}

/** The newest events of a type of each given kind and term of box, so many of each, newest first. */
export async function listNewestBoxEvents(
  db: Db,
  of: { readonly seriesId: number; readonly engineVersion: string; readonly type: EventType },
  slots: readonly { readonly kind: BoxKind; readonly term: BoxTerm }[],
  limit: number,
): Promise<StoredEvent[]> {
  const { rows } = await sql<EventRow>`
    select e.* from unnest(
      ${slots.map((slot) => slot.kind)}::text[], ${slots.map((slot) => slot.term)}::text[]
    ) slot (kind, term), lateral (
      select id, series_id, engine_version, event_key, bar_time, payload, input_hash
      from analysis_event
      where series_id = ${of.seriesId} and type = ${of.type} and kind = slot.kind
        and term = slot.term and engine_version = ${of.engineVersion}
      order by id desc limit ${limit}
    ) e
    order by e.id desc`.execute(db);
  return rows.map(storedEvent);
}

/** The events of a series with these keys, in any order. */
export async function listEventsByKey(
  db: Db,
  seriesId: number,
  engineVersion: string,
  keys: readonly string[],
): Promise<StoredEvent[]> {
  if (keys.length === 0) return [];
  const rows = await selectEvents(db)
    .where('series_id', '=', seriesId)
    .where('engine_version', '=', engineVersion)
    .where('event_key', 'in', keys)
    .execute();
  return rows.map(storedEvent);
}

/** Events of every series after an id, in the order in which they were published; boxes are left out. */
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

/** Every event of a series under a version, oldest first, in batches. */
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

/** How many events of a series there are by other versions than this one. */
export async function countEventsOfOthers(
  db: Db,
  seriesId: number,
  engineVersion: string,
): Promise<number> {
  const row = await tables(db)
    .selectFrom('analysis_event')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('series_id', '=', seriesId)
    .where('engine_version', '<>', engineVersion)
    .executeTakeFirstOrThrow();
  return row.n;
}

/** How many stored events of a series carry other words or times in their columns than in themselves. */
export async function countMislabelledEvents(db: Db, seriesId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from analysis_event
    where series_id = ${seriesId} and (
      type <> payload ->> 'type' or kind is distinct from payload ->> 'kind'
      or term is distinct from payload ->> 'term' or bar_time <> (payload ->> 'timeMs')::bigint
    )`.execute(db);
  return rows[0]?.n ?? 0;
}
