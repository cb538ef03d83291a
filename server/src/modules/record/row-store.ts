import type { Category, Reply, ROUTES } from '@rasat/contract';
import { WEEK_MS } from '@rasat/engine';
import { type RawBuilder, sql } from 'kysely';
import type { Audience } from '../../connectors/connector.ts';
import type { Db } from '../../platform/db/pool.ts';
import { findHashes, findSignals, type LedgerEntry, type Signal } from '../signals/index.ts';
import type { Baseline } from './baseline-part.ts';
import { findBaselines } from './baseline-store.ts';
import type { RecordCellTable, RecordRowTable } from './tables.ts';

/** Row in the form that every list of the record shows. */
export type ShownRow = Reply<typeof ROUTES.recordRow>['row'];

/** Filter of rows; an absent field does not restrict. Times are epoch milliseconds. */
export interface RowFilter {
  readonly source?: RecordCellTable['source'] | undefined;
  readonly origin?: RecordCellTable['origin'] | undefined;
  readonly kind?: RecordCellTable['kind'] | undefined;
  readonly setup?: string | undefined;
  readonly category?: Category | undefined;
  readonly symbol?: string | undefined;
  /** `decided`: signals whose first leg has ended in any way; of forecasts those that have ended or are void. */
  readonly state?: ShownRow['state'] | 'decided' | undefined;
  /** Earliest bar time of a row, and the time that it must precede. */
  readonly fromMs?: number | undefined;
  readonly beforeMs?: number | undefined;
}

/** Position in the list: the newest bars first, then the largest row number. */
export interface RowPlace {
  readonly barTime: number;
  readonly seq: number;
}

/** Position before the first row. */
export const LIST_START: RowPlace = {
  barTime: Number.MAX_SAFE_INTEGER,
  seq: Number.MAX_SAFE_INTEGER,
};

/** Search for the rows after a position. */
export interface RowSearch {
  readonly filter: RowFilter;
  readonly after: RowPlace;
  readonly nowMs: number;
  /** Whether the caller may see open rows; to other callers a weekly set is `waiting` until its week is over. */
  readonly seesAll: boolean;
}

/** Rows searched for each requested one before the search goes cell by cell. */
const REACH = 20;

/**
 * Returns the next `most` rows after a position that pass a filter. Searches the next rows of the list, then cell by
 * cell when too few of them pass.
 */
export async function listRowPlaces(db: Db, search: RowSearch, most: number): Promise<RowPlace[]> {
  const near = await listNear(db, search, most);
  if (near.length === most) return near;
  const after = near.at(-1) ?? search.after;
  return [...near, ...(await listByCell(db, { ...search, after }, most - near.length))];
}

/** Returns up to `most` rows that pass the filter among the next rows of the list. */
async function listNear(db: Db, search: RowSearch, most: number): Promise<RowPlace[]> {
  const { rows } = await sql<RowPlace>`
    select r.bar_time as "barTime", r.seq from (
      select * from record_row r where ${placeCondition(search)}
      order by r.bar_time desc, r.seq desc limit ${REACH * most}
    ) r
    join record_cell c on c.id = r.cell
    where ${cellCondition(search)} and ${stateCondition(search)}
    order by r.bar_time desc, r.seq desc limit ${most}`.execute(db);
  return rows;
}

/**
 * Reads the first row of each cell with a few index probes, however many rows there are. The cells with the first
 * `most` of these rows are the only ones that can hold a row of the result.
 */
async function listByCell(db: Db, search: RowSearch, most: number): Promise<RowPlace[]> {
  const firstOf = (cell: RawBuilder<unknown>, count: number) => sql`(
    select r.bar_time, r.seq from record_row r
    where r.cell = ${cell} and ${placeCondition(search)} and ${stateCondition(search)}
    order by r.bar_time desc, r.seq desc limit ${count})`;
  const { rows } = await sql<RowPlace>`
    with first as materialized (
      select c.id from record_cell c cross join lateral ${firstOf(sql`c.id`, 1)} r
      where ${cellCondition(search)}
      order by r.bar_time desc, r.seq desc limit ${most}
    )
    select r.bar_time as "barTime", r.seq
    from first cross join lateral ${firstOf(sql`first.id`, most)} r
    order by r.bar_time desc, r.seq desc limit ${most}`.execute(db);
  return rows;
}

const CELL_COLUMNS = ['source', 'origin', 'kind', 'setup', 'category', 'symbol'] as const;

function cellCondition({ filter }: RowSearch): RawBuilder<unknown> {
  const parts = CELL_COLUMNS.flatMap((column) => {
    const value = filter[column];
    return value === undefined ? [] : [sql`c.${sql.id(column)} = ${value}`];
  });
  // A list of signals; forecasts are many more, and are asked for.
  if (filter.kind === undefined) parts.push(sql`c.kind <> 'forecast'`);
  if (filter.state === 'waiting' || filter.state === 'untouched')
    parts.push(sql`c.kind = 'levels'`);
  if (filter.state === 'open' || filter.state === 'untouched') parts.push(sql`c.undecided > 0`);
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
}

function stateCondition({ filter, nowMs, seesAll }: RowSearch): RawBuilder<unknown> {
  const { kind, state } = filter;
  if (state === undefined) return sql`true`;
  const isRunning = sql`(r.week_end is not null and r.week_end > ${nowMs})`;
  if (state === 'waiting') return seesAll ? sql`(r.state = 'none' and ${isRunning})` : isRunning;
  if (state === 'untouched') return sql`(r.state = 'none' and r.week_end <= ${nowMs})`;
  if (state === 'decided') {
    const hasEnded =
      kind === 'forecast'
        ? sql`r.state in ('ended', 'void')`
        : sql`r.state in ('tp1', 'sl', 'expired')`;
    return seesAll ? hasEnded : sql`(${hasEnded} and not ${isRunning})`;
  }
  return seesAll ? sql`r.state = ${state}` : sql`(r.state = ${state} and not ${isRunning})`;
}

/**
 * Returns a condition with one bound at each end, so that one index range is read. `beforeMs` acts as a position too.
 */
function placeCondition({ filter: { fromMs, beforeMs }, after }: RowSearch): RawBuilder<unknown> {
  const isBefore = beforeMs !== undefined && beforeMs <= after.barTime;
  const { barTime, seq } = isBefore ? { barTime: beforeMs, seq: 0 } : after;
  const behind = sql`(r.bar_time, r.seq) < (${barTime}, ${seq})`;
  return fromMs === undefined ? behind : sql`${behind} and r.bar_time >= ${fromMs}`;
}

/** Fields of a row that come from its list entry and its series. */
interface ListedRow extends Pick<RecordCellTable, 'category' | 'source'> {
  readonly seq: number;
  readonly digits: number;
  /** Audience of the bars from which the row was computed. */
  readonly audience: Audience;
  readonly state: RecordRowTable['state'];
  readonly weekEnd: number | null;
  readonly touch: number | null;
  readonly twinTouch: number | null;
}

/** Stored row with its outcomes and its matched entries or why it has none. */
export type RowDetails = Omit<LedgerEntry, keyof ListedRow> &
  Pick<Signal, 'outcomes'> &
  ListedRow & {
    readonly hash: Buffer;
    /** Null while they are not computed, and for a set without an entry. */
    readonly baseline: Baseline | null;
  };

/** Returns the rows with these numbers, in the order of the list, without the numbers that have no row. */
export async function listRowDetails(
  db: Db,
  given: readonly Pick<RowPlace, 'seq'>[],
): Promise<RowDetails[]> {
  const seqs = given.map(({ seq }) => seq);
  if (seqs.length === 0) return [];
  // Hashes are read last: a row that was found has one, even when it is folded in the meantime.
  const listed = await listListed(db, seqs);
  if (listed.length === 0) return [];
  const [signals, baselines] = [await findSignals(db, seqs), await findBaselines(db, seqs)];
  const hashes = await findHashes(db, 'ledger', seqs);
  return listed.flatMap((row) => {
    const signal = signals.get(row.seq);
    const hash = hashes.get(row.seq);
    if (!signal || !hash) return [];
    const { outcomes } = signal;
    return { ...signal.row, ...row, outcomes, hash, baseline: baselines.get(row.seq) ?? null };
  });
}

async function listListed(db: Db, seqs: readonly number[]): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select r.seq, c.category, c.source, r.state, r.week_end as "weekEnd", s.digits,
      coalesce(m.audience, 'subscribers') as audience, t.touch, t.twin_touch as "twinTouch"
    from record_row r
    join record_cell c on c.id = r.cell
    join series s on s.id = c.series_id
    left join market_source m on m.name = s.source
    left join record_twin t on t.seq = r.seq
    where r.seq = any(${[...seqs]}::bigint[])
    order by r.bar_time desc, r.seq desc`.execute(db);
  return rows;
}

/** Identity of a published signal in the present history of a symbol. */
export interface SignalKey {
  readonly symbol: string;
  readonly kind: RecordCellTable['kind'];
  /** Possible event keys of the signal. */
  readonly eventKeys: readonly string[];
}

/** Returns the number of the row that published a signal, by the newest engine that did; undefined without one. */
export async function findRowNumber(db: Db, key: SignalKey): Promise<number | undefined> {
  const times = key.eventKeys.map((name) => Number(name.slice(name.lastIndexOf('.') + 1)));
  const { rows } = await sql<{ seq: number }>`
    select r.seq from symbol s
    join record_cell c on c.series_id = s.series_id
    join record_row r on r.cell = c.id and (
      r.bar_time = any(${times}::bigint[])
      or r.week_end = any(${times.map((time) => time + WEEK_MS)}::bigint[])
    )
    where s.name = ${key.symbol} and c.kind = ${key.kind}`.execute(db);
  const signals = await findSignals(
    db,
    rows.map(({ seq }) => seq),
  );
  const named = [...signals.values()].filter(({ row }) => key.eventKeys.includes(row.eventKey));
  return named.map(({ row }) => row.seq).toSorted((one, other) => other - one)[0];
}

/** Number of rows of a source and origin, with the times of the first and the last. */
export type PartSize = Pick<RecordCellTable, 'source' | 'origin' | 'rows'> & {
  readonly from: number;
  readonly to: number;
};

/** Returns the size of the record by source and origin. */
export async function listPartSizes(db: Db): Promise<PartSize[]> {
  const { rows } = await sql<PartSize>`
    select source, origin, sum(rows)::bigint as rows, min(first_time) as from, max(last_time) as to
    from record_cell group by source, origin order by source, origin`.execute(db);
  return rows;
}
