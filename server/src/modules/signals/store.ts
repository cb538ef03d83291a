import { WEEK_MS } from '@rasat/engine';
import type { LedgerRow, OutcomeRow } from '@rasat/ledger';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { type ChainHead, findChainHeads } from './chain-store.ts';
import { ledgerRow, outcomeRow } from './stored-row.ts';
import type { SignalsTables } from './tables.ts';

const tables = (db: Db) => db.withTables<SignalsTables>();

/** Position of the publisher. */
export interface PublisherState {
  readonly eventId: number;
  /** Latest `createdAt` of the last rows of the tables; `createdAt` never falls, also when the clock is set back. */
  readonly publishedMs: number;
  readonly ledger: ChainHead;
  readonly outcomes: ChainHead;
}

/** Reads the publisher's position and blocks every other publisher until this transaction ends. */
export async function lockPublisher(trx: Db): Promise<PublisherState> {
  const cursor = await tables(trx)
    .selectFrom('publisher_cursor')
    .select('event_id')
    .forUpdate()
    .executeTakeFirstOrThrow();
  const publishedMs = await findPublishedMs(trx);
  return { eventId: cursor.event_id, publishedMs, ...(await findChainHeads(trx)) };
}

/** Returns the latest `createdAt` of the last rows of the tables; 0 without one. */
export async function findPublishedMs(db: Db): Promise<number> {
  const { rows } = await sql<{ at: number }>`
    select greatest(0,
      (select created_at from ledger order by seq desc limit 1),
      (select created_at from ledger_register order by seq desc limit 1),
      (select created_at from ledger_outcome order by no desc limit 1)
    )::bigint as at`.execute(db);
  return rows[0]?.at ?? 0;
}

/** Returns the id of the last event that the publisher has read. */
export async function findPublisherCursor(db: Db): Promise<number> {
  const row = await tables(db)
    .selectFrom('publisher_cursor')
    .select('event_id')
    .executeTakeFirstOrThrow();
  return row.event_id;
}

/** Moves the publisher's cursor. */
export async function updatePublisherCursor(trx: Db, eventId: number): Promise<void> {
  await tables(trx).updateTable('publisher_cursor').set({ event_id: eventId }).execute();
}

const bytes = (hex: readonly string[]): Buffer[] => hex.map((text) => Buffer.from(text, 'hex'));
const lines = (values: readonly unknown[]) =>
  sql`string_to_array(${values.map((value) => JSON.stringify(value)).join('\n')}, chr(10))`;

/** Appends rows to the ledger, in order. */
export async function insertLedger(trx: Db, rows: readonly LedgerRow[]): Promise<void> {
  if (rows.length === 0) return;
  const of = <K extends keyof LedgerRow>(key: K): LedgerRow[K][] => rows.map((row) => row[key]);
  await sql`
    insert into ledger (seq, symbol, source, series_id, event_key, kind, setup, engine_version,
      bar_time, created_at, origin, way, price, range, sl, tp1, tp2, detail, input_hash, prev_hash,
      hash)
    select seq, symbol, source, series_id, event_key, kind, setup, engine_version, bar_time,
      created_at, origin, way, price, range, sl, tp1, tp2, detail::jsonb, input_hash, prev_hash, hash
    from unnest(
      ${of('seq')}::bigint[], ${of('symbol')}::text[], ${of('source')}::text[],
      ${of('seriesId')}::int[], ${of('eventKey')}::text[], ${of('kind')}::text[],
      ${of('setup')}::text[], ${of('engineVersion')}::text[], ${of('barTime')}::bigint[],
      ${of('createdAt')}::bigint[], ${of('origin')}::text[], ${of('way')}::boolean[],
      ${of('price')}::float8[], ${of('range')}::float8[], ${of('sl')}::float8[],
      ${of('tp1')}::float8[], ${of('tp2')}::float8[], ${lines(of('detail'))},
      ${bytes(of('inputHash'))}::bytea[], ${bytes(of('prevHash'))}::bytea[],
      ${bytes(of('hash'))}::bytea[]
    ) u (seq, symbol, source, series_id, event_key, kind, setup, engine_version, bar_time,
      created_at, origin, way, price, range, sl, tp1, tp2, detail, input_hash, prev_hash, hash)
    order by seq`.execute(trx);
}

/** Appends rows to the outcomes, in order. */
export async function insertOutcomes(trx: Db, rows: readonly OutcomeRow[]): Promise<void> {
  if (rows.length === 0) return;
  const of = <K extends keyof OutcomeRow>(key: K): OutcomeRow[K][] => rows.map((row) => row[key]);
  await sql`
    insert into ledger_outcome (no, seq, leg, status, price, r, engine_version, bar_time,
      created_at, origin, detail, input_hash, prev_hash, hash)
    select no, seq, leg, status, price, r, engine_version, bar_time, created_at, origin,
      detail::jsonb, input_hash, prev_hash, hash
    from unnest(
      ${of('no')}::bigint[], ${of('seq')}::bigint[], ${of('leg')}::text[],
      ${of('status')}::smallint[], ${of('price')}::float8[], ${of('r')}::float8[],
      ${of('engineVersion')}::text[], ${of('barTime')}::bigint[], ${of('createdAt')}::bigint[],
      ${of('origin')}::text[], ${lines(of('detail'))}, ${bytes(of('inputHash'))}::bytea[],
      ${bytes(of('prevHash'))}::bytea[], ${bytes(of('hash'))}::bytea[]
    ) u (no, seq, leg, status, price, r, engine_version, bar_time, created_at, origin, detail,
      input_hash, prev_hash, hash)
    order by no`.execute(trx);
}

/** Identity of a ledger row: the event that it publishes. */
export interface RowName {
  readonly seriesId: number;
  readonly engineVersion: string;
  readonly eventKey: string;
}

/** Returns the ledger rows with these names, folded or not. */
export async function listSeqs(
  db: Db,
  names: readonly RowName[],
): Promise<(RowName & { readonly seq: number })[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<RowName & { seq: number }>`
    select l.seq, l.series_id as "seriesId", l.engine_version as "engineVersion",
      l.event_key as "eventKey"
    from unnest(
      ${names.map((name) => name.seriesId)}::int[], ${names.map((name) => name.engineVersion)}::text[],
      ${names.map((name) => name.eventKey)}::text[]
    ) n (series_id, engine_version, event_key)
    join ledger l using (series_id, engine_version, event_key)`.execute(db);
  const found = new Set(rows.map(nameText));
  const missing = names.filter((name) => !found.has(nameText(name)));
  return missing.length === 0 ? rows : [...rows, ...(await listFoldedSeqs(db, missing))];
}

/** Returns a name as one text. */
export const nameText = ({ seriesId, engineVersion, eventKey }: RowName): string =>
  `${seriesId} ${engineVersion} ${eventKey}`;

/**
 * Returns the rows of names whose rows are folded. The list of rows has the parts of a name (`draftOf`). The name of a
 * weekly set has its Monday, which is within a week of the set's own time.
 */
async function listFoldedSeqs(
  db: Db,
  names: readonly RowName[],
): Promise<(RowName & { readonly seq: number })[]> {
  const { rows } = await sql<RowName & { seq: number }>`
    with wanted as (
      select *, substring(event_key from '[0-9]{1,15}$')::bigint as time from unnest(
        ${names.map((name) => name.seriesId)}::int[],
        ${names.map((name) => name.engineVersion)}::text[],
        ${names.map((name) => name.eventKey)}::text[]
      ) n (series_id, engine_version, event_key)
    )
    select r.seq, w.series_id as "seriesId", w.engine_version as "engineVersion",
      w.event_key as "eventKey"
    from wanted w join record_cell c using (series_id, engine_version)
    join record_row r on r.cell = c.id and r.bar_time = w.time
    where w.event_key
      = concat_ws('.', case c.kind when 'box' then 'trade' else c.kind end, c.setup, r.bar_time)
    union all
    select r.seq, w.series_id, w.engine_version, w.event_key
    from wanted w join record_cell c using (series_id, engine_version)
    join record_row r on r.cell = c.id
      and r.bar_time between w.time - ${sql.lit(WEEK_MS)} and w.time + ${sql.lit(WEEK_MS)}
      and r.week_end = w.time + ${sql.lit(WEEK_MS)}
    where c.kind = 'levels' and w.event_key = 'levels.' || w.time`.execute(db);
  return rows;
}

/** Returns the rows of the ledger after a number that are in no part yet, in order. */
export async function listRecentLedger(db: Db, seq: number, limit: number): Promise<LedgerRow[]> {
  const rows = await tables(db)
    .selectFrom('ledger')
    .selectAll()
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map(ledgerRow);
}

/** Returns the rows of the outcomes after a number that are in no part yet, in order. */
export async function listRecentOutcomes(db: Db, no: number, limit: number): Promise<OutcomeRow[]> {
  const rows = await tables(db)
    .selectFrom('ledger_outcome')
    .selectAll()
    .where('no', '>', no)
    .orderBy('no')
    .limit(limit)
    .execute();
  return rows.map(outcomeRow);
}
