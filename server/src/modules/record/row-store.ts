import type { Category, LedgerRow, OutcomeRow, Reply, ROUTES } from '@rasat/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import type { RecordBaselineTable, RecordCellTable, RecordRowTable } from './tables.ts';

/** A row as every list of the record shows it. */
export type ShownRow = Reply<typeof ROUTES.recordRow>['row'];

/** Which rows are asked for; what is absent is not asked. Times are epoch milliseconds. */
export interface RowFilter {
  readonly world?: RecordCellTable['world'] | undefined;
  readonly origin?: RecordCellTable['origin'] | undefined;
  readonly kind?: RecordCellTable['kind'] | undefined;
  readonly setup?: string | undefined;
  readonly category?: Category | undefined;
  readonly symbol?: string | undefined;
  readonly state?: ShownRow['state'] | undefined;
  /** Rows of bars from this time on, and before that one. */
  readonly fromMs?: number | undefined;
  readonly beforeMs?: number | undefined;
}

/** Above every number of a row. */
export const ABOVE_ALL = Number.MAX_SAFE_INTEGER;

/** So many rows below the one where a page begins are looked through before the cells are asked. */
const NEAR = 400;

const CELL_COLUMNS = ['world', 'origin', 'kind', 'setup', 'category', 'symbol'] as const;

function cellCondition(filter: RowFilter): RawBuilder<unknown> {
  const { fromMs, beforeMs, state } = filter;
  const parts = CELL_COLUMNS.flatMap((column) => {
    const value = filter[column];
    return value === undefined ? [] : [sql`c.${sql.id(column)} = ${value}`];
  });
  if (state === 'waiting' || state === 'untouched') parts.push(sql`c.kind = 'levels'`);
  if (fromMs !== undefined) parts.push(sql`c.last_time >= ${fromMs}`);
  if (beforeMs !== undefined) parts.push(sql`c.first_time < ${beforeMs}`);
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
}

function stateCondition(state: RowFilter['state'], nowMs: number): RawBuilder<unknown> {
  if (state === undefined) return sql`true`;
  if (state === 'waiting') return sql`(r.state = 'none' and r.week_end > ${nowMs})`;
  if (state === 'untouched') return sql`(r.state = 'none' and r.week_end <= ${nowMs})`;
  return sql`r.state = ${state}`;
}

function timeCondition({ fromMs, beforeMs }: RowFilter): RawBuilder<unknown> {
  const from = fromMs === undefined ? sql`true` : sql`r.bar_time >= ${fromMs}`;
  return beforeMs === undefined ? from : sql`${from} and r.bar_time < ${beforeMs}`;
}

/**
 * The numbers of the newest rows below `belowSeq` that pass a filter, descending, at most `most` of them. However rare
 * they are among however many: it costs some probes of an index for each cell that may hold one.
 */
export async function listRowNumbers(
  db: Db,
  filter: RowFilter,
  belowSeq: number,
  most: number,
  nowMs: number,
): Promise<number[]> {
  const near = await listNearNumbers(db, filter, { belowSeq, reach: NEAR, most, nowMs });
  if (near.seqs.length === most || near.isLast) return near.seqs;
  const belowRest = near.floorSeq;
  const rest = await listNumbersByCell(db, filter, belowRest, most - near.seqs.length, nowMs);
  return [...near.seqs, ...rest];
}

/** Where rows are looked for. */
export interface RowWindow {
  readonly belowSeq: number;
  /** How many numbers below it are looked through. */
  readonly reach: number;
  readonly most: number;
  readonly nowMs: number;
}

/**
 * Looks through the numbers right below `belowSeq`, whatever they hold: quick where most rows pass. Everything from
 * `floorSeq` on has been seen; `isLast` when nothing lies below it.
 */
export async function listNearNumbers(
  db: Db,
  filter: RowFilter,
  { belowSeq, reach, most, nowMs }: RowWindow,
): Promise<{ readonly seqs: number[]; readonly floorSeq: number; readonly isLast: boolean }> {
  const { rows } = await sql<{ floor: number | null; seqs: number[] | null }>`
    with near as materialized (
      select seq, cell, bar_time, state, week_end from record_row where seq < ${belowSeq}
      order by seq desc limit ${reach}
    )
    select (select min(seq) from near) as floor, (
      select json_agg(seq order by seq desc) from (
        select r.seq from near r join record_cell c on c.id = r.cell
        where ${cellCondition(filter)} and ${timeCondition(filter)}
          and ${stateCondition(filter.state, nowMs)}
        order by r.seq desc limit ${most}
      ) found
    ) as seqs`.execute(db);
  const floorSeq = rows[0]?.floor ?? 1;
  const seqs = rows[0]?.seqs ?? [];
  // A full page may leave rows of the window behind it.
  const seenTo = seqs.length === most ? (seqs.at(-1) ?? floorSeq) : floorSeq;
  return { seqs, floorSeq: seenTo, isLast: seenTo <= 1 };
}

/**
 * The newest row of each cell is found first: only the cells of the newest `most` of these can hold a row of the answer.
 * Within a cell seq rises with the time, so that times become bounds of seq.
 */
async function listNumbersByCell(
  db: Db,
  filter: RowFilter,
  belowSeq: number,
  most: number,
  nowMs: number,
): Promise<number[]> {
  const { fromMs, beforeMs } = filter;
  const high =
    beforeMs === undefined
      ? sql`${belowSeq}::bigint - 1`
      : sql`case when c.last_time < ${beforeMs} then ${belowSeq}::bigint - 1
          else least(${belowSeq}::bigint - 1, (
            select r.seq from record_row r where r.cell = c.id and r.bar_time < ${beforeMs}
            order by r.bar_time desc, r.seq desc limit 1)) end`;
  const low =
    fromMs === undefined
      ? sql`0`
      : sql`(select r.seq from record_row r where r.cell = n.id and r.bar_time >= ${fromMs}
          order by r.bar_time, r.seq limit 1)`;
  const state = stateCondition(filter.state, nowMs);
  const { rows } = await sql<{ seq: number }>`
    with bounds as materialized (
      select c.id, (${high})::bigint as high from record_cell c where ${cellCondition(filter)}
    ),
    newest as materialized (
      select b.id, b.high from bounds b
      cross join lateral (
        select r.seq, r.bar_time from record_row r
        where r.cell = b.id and r.seq <= b.high and ${state} order by r.seq desc limit 1
      ) top
      where ${fromMs === undefined ? sql`true` : sql`top.bar_time >= ${fromMs}`}
      order by top.seq desc limit ${most}
    ),
    spans as materialized (select n.id, n.high, (${low})::bigint as low from newest n)
    select found.seq from spans s
    cross join lateral (
      select r.seq from record_row r
      where r.cell = s.id and r.seq between s.low and s.high and ${state}
      order by r.seq desc limit ${most}
    ) found
    order by found.seq desc limit ${most}`.execute(db);
  return rows.map(({ seq }) => seq);
}

/** What came of a row, as it is stored. */
export type StoredOutcome = Pick<
  OutcomeRow,
  'leg' | 'status' | 'price' | 'r' | 'barTime' | 'detail'
>;

/** Forty random entries, as they are stored. */
export type StoredBaseline = Pick<
  RecordBaselineTable,
  'entries1' | 'entries2' | 'targets1' | 'coverage' | 'complete'
>;

/** Everything that is shown of a row, as it is stored. */
export interface RowDetails
  extends Pick<
      LedgerRow,
      | 'seq'
      | 'symbol'
      | 'kind'
      | 'setup'
      | 'engineVersion'
      | 'barTime'
      | 'createdAt'
      | 'origin'
      | 'way'
      | 'price'
      | 'range'
      | 'sl'
      | 'tp1'
      | 'tp2'
      | 'detail'
    >,
    Pick<RecordCellTable, 'category' | 'world'> {
  readonly hash: Buffer;
  readonly digits: number;
  readonly state: RecordRowTable['state'];
  readonly weekEnd: number | null;
  /** Null before the first. */
  readonly outcomes: readonly StoredOutcome[] | null;
  /** Null while it has none. */
  readonly baseline: StoredBaseline | null;
  readonly touch: number | null;
  readonly twinTouch: number | null;
}

/** The rows with these numbers, the newest first; a number that there is none of is left out. */
export async function listRowDetails(db: Db, seqs: readonly number[]): Promise<RowDetails[]> {
  if (seqs.length === 0) return [];
  const { rows } = await sql<
    Omit<RowDetails, 'baseline'> & (StoredBaseline | Record<keyof StoredBaseline, null>)
  >`
    select l.seq, l.symbol, l.kind, l.setup, l.engine_version as "engineVersion",
      l.bar_time as "barTime", l.created_at as "createdAt", l.origin, l.way, l.price, l.range, l.sl,
      l.tp1, l.tp2, l.detail, l.hash, c.category, c.world, r.state, r.week_end as "weekEnd", s.digits,
      b.entries1, b.entries2, b.targets1, b.coverage, b.complete, t.touch,
      t.twin_touch as "twinTouch", (
        select json_agg(json_build_object('leg', o.leg, 'status', o.status, 'price', o.price,
          'r', o.r, 'barTime', o.bar_time, 'detail', o.detail))
        from ledger_outcome o where o.seq = l.seq
      ) as outcomes
    from ledger l
    join record_row r on r.seq = l.seq
    join record_cell c on c.id = r.cell
    join series s on s.id = l.series_id
    left join record_baseline b on b.seq = l.seq
    left join record_twin t on t.seq = l.seq
    where l.seq = any(${seqs})
    order by l.seq desc`.execute(db);
  return rows.map((row) => ({ ...row, baseline: row.entries1 === null ? null : row }));
}

/** How a row is named by what it publishes, in the history that a symbol has at present. */
export interface SignalKey {
  readonly symbol: string;
  readonly kind: RecordCellTable['kind'];
  readonly setup: string;
  /** What the engine calls it. */
  readonly eventKey: string;
}

/** The number of the row that published a signal, by the newest engine that did; undefined without one. */
export async function findRowNumber(db: Db, key: SignalKey): Promise<number | undefined> {
  const { rows } = await sql<{ seq: number }>`
    select l.seq from symbol s
    join record_cell c on c.series_id = s.series_id
    join ledger l on l.series_id = c.series_id and l.engine_version = c.engine_version
      and l.event_key = ${key.eventKey} and l.kind = c.kind and l.setup = c.setup
    where s.name = ${key.symbol} and c.kind = ${key.kind} and c.setup = ${key.setup}
    order by l.seq desc limit 1`.execute(db);
  return rows[0]?.seq;
}

/** How many rows a world and origin has, and the times of the first and the last. */
export type PartSize = Pick<RecordCellTable, 'world' | 'origin' | 'rows'> & {
  readonly from: number;
  readonly to: number;
};

/** What the record holds, apart by world and origin. */
export async function listPartSizes(db: Db): Promise<PartSize[]> {
  const { rows } = await sql<PartSize>`
    select world, origin, sum(rows)::bigint as rows, min(first_time) as from, max(last_time) as to
    from record_cell group by world, origin order by world, origin`.execute(db);
  return rows;
}
