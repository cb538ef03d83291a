import { CHAIN_START, type LedgerRow, type OutcomeRow } from '@rasat/ledger';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { type PartName, partCaches } from '../../platform/part-cache.ts';
import { type ChainName, findHashes } from './chain-store.ts';
import {
  decodePart,
  type LedgerEntry,
  type OpenPart,
  type OutcomeEntry,
  openPart,
  type Signal,
  type SignalSeries,
} from './part.ts';
import { ledgerEntry, outcomeEntry, type SaidBy } from './stored-row.ts';
import type { LedgerOutcomeTable, LedgerPartTable, LedgerTable } from './tables.ts';

/** Row in the form of `to_json`: bytes are text that begins with `\x`. */
type JsonOf<Table> = SaidBy<Table> & { readonly input_hash: string };

/** Result of one statement over signals; a single statement misses none that is folded in the meantime. */
type Found =
  | { readonly of: 'part'; readonly part: PartLine; readonly data: Buffer; readonly line: null }
  | { readonly of: 'row'; readonly line: JsonOf<LedgerTable> }
  | { readonly of: 'outcome'; readonly line: JsonOf<LedgerOutcomeTable> };

type PartLine = Pick<LedgerPartTable, 'series_id' | 'engine_version' | 'first_seq'>;

const PART = sql`select 'part' as of, data, null::json as line,
  json_build_object('series_id', p.series_id, 'engine_version', p.engine_version,
    'first_seq', p.first_seq) as part`;
const ROW = sql`select 'row', null, to_json(l), null`;
const OUTCOME = sql`select 'outcome', null, to_json(o), null`;

/** Returns the signals that a statement finds, in the order of their numbers; an outcome without its row is dropped. */
async function readFound(db: Db, statement: RawBuilder<Found>): Promise<Signal[]> {
  const { rows } = await statement.execute(db);
  const signals = new Map<number, { row: LedgerEntry; outcomes: OutcomeEntry[] }>();
  for (const found of rows) {
    if (found.of === 'part') {
      const { series_id: seriesId, engine_version: engineVersion } = found.part;
      for (const { row, outcomes } of decodePart(found.data, { seriesId, engineVersion })) {
        signals.set(row.seq, { row, outcomes: [...outcomes] });
      }
    } else if (found.of === 'row') {
      signals.set(found.line.seq, {
        row: ledgerEntry(found.line, hex(found.line.input_hash)),
        outcomes: [],
      });
    }
  }
  const late = rows.flatMap((found) =>
    found.of === 'outcome' ? [outcomeEntry(found.line, hex(found.line.input_hash))] : [],
  );
  for (const outcome of late.toSorted((one, other) => one.no - other.no)) {
    signals.get(outcome.seq)?.outcomes.push(outcome);
  }
  return [...signals.values()].toSorted((one, other) => one.row.seq - other.row.seq);
}

const hex = (text: string): string => text.slice(2);

/** Returns every signal of a series, in order. */
export function listSignals(db: Db, { seriesId, engineVersion }: SignalSeries): Promise<Signal[]> {
  const own = (of: 'p' | 'l' | 'c') => sql`
    ${sql.ref(`${of}.series_id`)} = ${seriesId}
      and ${sql.ref(`${of}.engine_version`)} = ${engineVersion}`;
  return readFound(
    db,
    sql<Found>`
      ${PART} from ledger_part p where ${own('p')}
      union all ${ROW} from ledger l where ${own('l')}
      union all ${OUTCOME} from record_cell c join record_row r on r.cell = c.id
        join ledger_outcome o on o.seq = r.seq where ${own('c')}`,
  );
}

/**
 * Returns the signals of these series under one version that have a row or an outcome after these numbers, in order.
 */
export function listSignalsSince(
  db: Db,
  of: { readonly seriesIds: readonly number[]; readonly engineVersion: string },
  { seq, no }: { readonly seq: number; readonly no: number },
): Promise<Signal[]> {
  const own = (table: 'p' | 'l' | 'c') => sql`
    ${sql.ref(`${table}.series_id`)} = any(${[...of.seriesIds]}::int[])
      and ${sql.ref(`${table}.engine_version`)} = ${of.engineVersion}`;
  return readFound(
    db,
    sql<Found>`
      with late as materialized (
        select o.seq, c.series_id, c.engine_version
        from ledger_outcome o join record_row r using (seq) join record_cell c on c.id = r.cell
        where o.no > ${no}
      )
      ${PART} from ledger_part p where ${own('p')} and (
        p.last_seq > ${seq} or p.last_no > ${no} or exists (
          select from late where late.series_id = p.series_id
            and late.engine_version = p.engine_version
            and late.seq between p.first_seq and p.last_seq
        ))
      union all ${ROW} from ledger l
        where ${own('l')} and (l.seq > ${seq} or l.seq in (select seq from late))
      union all ${OUTCOME} from ledger_outcome o join record_row r using (seq)
        join record_cell c on c.id = r.cell where ${own('c')}`,
  );
}

/** Part with a cache name that changes when the part is written again. */
type PlacedPart = PartLine & PartName;

/** Number of parts that the cache holds open: about fifty megabytes. */
const OPEN_PARTS = 1000;
const cacheOf = partCaches<OpenPart>(OPEN_PARTS);

/**
 * Returns the signals with these numbers, by number, without the numbers that have none. Recently read parts are
 * cached, because lists are in the order of time and read the same parts repeatedly.
 */
export async function findSignals(
  db: Db,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, Signal>> {
  if (seqs.length === 0) return new Map();
  const asked = new Set(seqs);
  const { rows: found } = await sql<
    { readonly of: 'place'; readonly line: PlacedPart } | Exclude<Found, { of: 'part' }>
  >`
    with places as materialized (
      select distinct c.series_id, c.engine_version, place.first_seq, place.xmin::text as version
      from record_row r join record_cell c on c.id = r.cell
      cross join lateral (
        select first_seq, xmin from ledger_part p
        where p.series_id = c.series_id and p.engine_version = c.engine_version
          and p.first_seq <= r.seq
        order by first_seq desc limit 1
      ) place
      where r.seq = any(${[...asked]}::bigint[])
    )
    select 'place' as of, json_build_object('series_id', series_id,
      'engine_version', engine_version, 'first_seq', first_seq,
      'name', concat_ws(' ', series_id, engine_version, first_seq, version)) as line from places
    union all select 'row', to_json(l) from ledger l where seq = any(${[...asked]}::bigint[])
    union all select 'outcome', to_json(o) from ledger_outcome o
      where seq = any(${[...asked]}::bigint[])`.execute(db);
  const signals = new Map<number, { row: LedgerEntry; outcomes: OutcomeEntry[] }>();
  const places = found.flatMap((one) => (one.of === 'place' ? [one.line] : []));
  for (const part of await cacheOf(db).get(
    places,
    (missing) => readParts(db, missing),
    openPlaced,
  )) {
    for (const [place, seq] of part.seqs.entries()) {
      if (!asked.has(seq)) continue;
      signals.set(seq, { row: part.rowAt(place), outcomes: part.outcomesAt(place) });
    }
  }
  for (const one of found) {
    if (one.of === 'row')
      signals.set(one.line.seq, {
        row: ledgerEntry(one.line, hex(one.line.input_hash)),
        outcomes: [],
      });
  }
  for (const one of found) {
    if (one.of !== 'outcome') continue;
    const outcome = outcomeEntry(one.line, hex(one.line.input_hash));
    const known = signals.get(outcome.seq)?.outcomes;
    // A part that was written again in the meantime already contains the outcome.
    if (known?.every(({ no }) => no !== outcome.no)) known.push(outcome);
  }
  for (const { outcomes } of signals.values()) outcomes.sort((one, other) => one.no - other.no);
  return signals;
}

function openPlaced(data: Buffer, part: PlacedPart): OpenPart {
  return openPart(data, { seriesId: part.series_id, engineVersion: part.engine_version });
}

async function readParts(
  db: Db,
  parts: readonly PlacedPart[],
): Promise<{ name: PlacedPart; data: Buffer }[]> {
  const { rows } = await sql<{ no: number; data: Buffer }>`
    select no, data from unnest(${parts.map((part) => part.series_id)}::int[],
      ${parts.map((part) => part.engine_version)}::text[],
      ${parts.map((part) => part.first_seq)}::bigint[]
    ) with ordinality as wanted (series_id, engine_version, first_seq, no)
    join ledger_part using (series_id, engine_version, first_seq)`.execute(db);
  return rows.flatMap(({ no, data }) => {
    const name = parts[no - 1];
    return name ? { name, data } : [];
  });
}

/**
 * Returns when the first row of these versions in a series was published, in the order of the chain; null without a
 * row.
 */
export async function findFirstPublishedMs(
  db: Db,
  seriesId: number,
  versions: readonly string[],
): Promise<number | null> {
  const own = sql`series_id = ${seriesId} and engine_version = any(${[...versions]}::text[])`;
  const { rows } = await sql<{ seq: number | null }>`
    select least((select min(seq) from ledger where ${own}),
      (select min(first_seq) from ledger_part where ${own})) as seq`.execute(db);
  const seq = rows[0]?.seq ?? null;
  if (seq === null) return null;
  return (await findSignals(db, [seq])).get(seq)?.row.createdAt ?? null;
}

/** Returns the rows of the ledger after a number, folded or not, in order. */
export async function listRowsAfter(db: Db, seq: number, limit: number): Promise<LedgerEntry[]> {
  const { rows } = await sql<{ seq: number }>`
    select seq from record_row where seq > ${seq} order by seq limit ${limit}`.execute(db);
  const signals = await findSignals(
    db,
    rows.map((row) => row.seq),
  );
  return rows.flatMap((row) => signals.get(row.seq)?.row ?? []);
}

/** Signal with the hashes of its rows. */
export interface ChainedSignal {
  readonly row: LedgerRow;
  readonly outcomes: readonly OutcomeRow[];
}

/** Returns the signal of a number with its hashes in both chains, or undefined. Throws when a hash is missing. */
export async function findChainedSignal(db: Db, seq: number): Promise<ChainedSignal | undefined> {
  const signal = (await findSignals(db, [seq])).get(seq);
  if (!signal) return undefined;
  const [row] = await chainRows(db, 'ledger', [signal.row], (one) => one.seq);
  if (!row) throw new Error(`the hash of row ${seq} is missing; see rasat verify`);
  const outcomes = await chainRows(db, 'outcomes', signal.outcomes, (one) => one.no);
  return { row, outcomes };
}

/** Returns rows of a chain with their own and the previous hashes. Throws when a hash is missing. */
export async function chainRows<Row extends object>(
  db: Db,
  chain: ChainName,
  rows: readonly Row[],
  numberOf: (row: Row) => number,
): Promise<(Row & Pick<LedgerRow, 'prevHash' | 'hash'>)[]> {
  const numbers = rows.map(numberOf);
  const hashes = await findHashes(db, chain, [
    ...new Set(numbers.flatMap((number) => (number > 1 ? [number - 1, number] : [number]))),
  ]);
  return rows.map((row, i) => {
    const number = numbers[i] ?? 0;
    const hash = hashes.get(number);
    const prevHash = number === 1 ? CHAIN_START : hashes.get(number - 1)?.toString('hex');
    if (!hash || prevHash === undefined) {
      throw new Error(`a hash before or of number ${number} is missing; see rasat verify`);
    }
    return { ...row, prevHash, hash: hash.toString('hex') };
  });
}

/** Number of parts read in one query. */
const PARTS_AT_ONCE = 50;

/**
 * Yields the parts that hold rows of a chain from one number to another, both included, and possibly other rows; by
 * series.
 */
export async function* readPartsOver(
  db: Db,
  chain: ChainName,
  from: number,
  to: number,
): AsyncGenerator<OpenPart, void> {
  const [first, last] =
    chain === 'ledger'
      ? ['first_seq' as const, 'last_seq' as const]
      : ['first_no' as const, 'last_no' as const];
  let after: PartLine = { series_id: 0, engine_version: '', first_seq: 0 };
  for (;;) {
    const { rows } = await sql<PartLine & { data: Buffer }>`
      select series_id, engine_version, first_seq, data from ledger_part
      where ${sql.ref(last)} >= ${from} and ${sql.ref(first)} <= ${to}
        and (series_id, engine_version, first_seq)
          > (${after.series_id}, ${after.engine_version}, ${after.first_seq})
      order by series_id, engine_version, first_seq limit ${PARTS_AT_ONCE}`.execute(db);
    for (const { series_id: seriesId, engine_version: engineVersion, data } of rows) {
      yield openPart(data, { seriesId, engineVersion });
    }
    const end = rows.at(-1);
    if (!end) return;
    after = end;
  }
}

/** Returns the number of rows of a series that became known after a time, or of which an outcome did. */
export async function countSignalsAfter(
  db: Db,
  seriesId: number,
  afterMs: number,
): Promise<number> {
  const { rows: versions } = await sql<{ engineVersion: string }>`
    select distinct engine_version as "engineVersion" from record_cell
    where series_id = ${seriesId}`.execute(db);
  let count = 0;
  for (const { engineVersion } of versions) {
    const signals = await listSignals(db, { seriesId, engineVersion });
    count += signals.filter(
      ({ row, outcomes }) =>
        row.barTime > afterMs || outcomes.some(({ barTime }) => barTime > afterMs),
    ).length;
  }
  return count;
}
