import { type CanonicalValue, canonicalJson } from '@rasat/ledger';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { sealChain } from './chain-store.ts';
import { decodePart, encodePart, type Signal, type SignalSeries } from './part.ts';
import { listSignals } from './signal-store.ts';
import type { SignalsTables } from './tables.ts';

const tables = (db: Db) => db.withTables<SignalsTables>();

/** Number of signals in a part. */
const PART_SIGNALS = 100;

/** Row numbers of both chains up to which rows may be folded, since their hashes are stored in blocks. */
export interface Sealed {
  readonly seq: number;
  readonly no: number;
}

/**
 * Stores hashes of both chains in blocks, some hundred at most; `more` when there may be more to store. Needs a
 * transaction and a single writer.
 */
export async function sealChains(trx: Db): Promise<Sealed & { readonly more: boolean }> {
  const ledger = await sealChain(trx, 'ledger');
  const outcomes = await sealChain(trx, 'outcomes');
  return { seq: ledger.sealed, no: outcomes.sealed, more: ledger.more || outcomes.more };
}

/**
 * Returns the series that have old or many sealed rows outside their parts, and no published event that is not folded:
 * the rows of such events must stay in their tables.
 */
export async function listFoldableSignals(
  db: Db,
  { seq, no }: Sealed,
  { olderThanMs, moreThan }: { readonly olderThanMs: number; readonly moreThan: number },
): Promise<SignalSeries[]> {
  const { rows } = await sql<SignalSeries>`
    select series_id as "seriesId", engine_version as "engineVersion" from (
      select series_id, engine_version, bar_time from ledger where seq <= ${seq}
      union all
      select c.series_id, c.engine_version, o.bar_time
      from ledger_outcome o join record_row r using (seq) join record_cell c on c.id = r.cell
      where o.no <= ${no} and o.seq <= ${seq}
    ) hot
    where not exists (
      select from analysis_event e
      where e.series_id = hot.series_id and e.engine_version = hot.engine_version
        and e.id <= (select event_id from publisher_cursor)
    )
    group by 1, 2
    having min(bar_time) < ${olderThanMs} or count(*) > ${moreThan}
    order by 1, 2`.execute(db);
  return rows;
}

/**
 * Folds the sealed rows of a series: stores them in its parts, each row with its outcomes, and deletes them from their
 * tables. Returns the number of rows of both chains deleted. Needs a transaction and a single writer.
 */
export async function foldSignals(trx: Db, of: SignalSeries, sealed: Sealed): Promise<number> {
  const { rows: hot } = await sql<{ seq: number; no: number | null }>`
    select seq, null::bigint as no from ledger
    where series_id = ${of.seriesId} and engine_version = ${of.engineVersion}
      and seq <= ${sealed.seq}
    union all
    select o.seq, o.no from record_cell c join record_row r on r.cell = c.id
      join ledger_outcome o on o.seq = r.seq
    where c.series_id = ${of.seriesId} and c.engine_version = ${of.engineVersion}
      and o.no <= ${sealed.no} and o.seq <= ${sealed.seq}`.execute(trx);
  if (hot.length === 0) return 0;
  const seqs = new Set(hot.filter(({ no }) => no === null).map(({ seq }) => seq));
  const nos = new Set(hot.flatMap(({ no }) => no ?? []));
  const touched = new Set(hot.map(({ seq }) => seq));
  const folded = (await listSignals(trx, of))
    .filter(({ row }) => row.seq <= sealed.seq)
    .map(({ row, outcomes }) => ({ row, outcomes: outcomes.filter(({ no }) => no <= sealed.no) }));
  for (const signals of partsOf(folded, await listStarts(trx, of))) {
    if (signals.some(({ row }) => touched.has(row.seq))) await savePart(trx, of, signals);
  }
  await tables(trx)
    .deleteFrom('ledger_outcome')
    .where('no', '=', sql<number>`any(${[...nos]}::bigint[])`)
    .execute();
  await tables(trx)
    .deleteFrom('ledger')
    .where('seq', '=', sql<number>`any(${[...seqs]}::bigint[])`)
    .execute();
  return hot.length;
}

/** Returns the first row numbers of the parts of a series, ascending. */
async function listStarts(db: Db, { seriesId, engineVersion }: SignalSeries): Promise<number[]> {
  const rows = await tables(db)
    .selectFrom('ledger_part')
    .select('first_seq')
    .where('series_id', '=', seriesId)
    .where('engine_version', '=', engineVersion)
    .orderBy('first_seq')
    .execute();
  return rows.map(({ first_seq }) => first_seq);
}

/** Divides the signals of a series into its existing parts; fills the last part and starts new ones with the rest. */
function partsOf(signals: readonly Signal[], starts: readonly number[]): Signal[][] {
  const startOf = ({ row }: Signal) => starts.findLast((start) => start <= row.seq);
  return [...Map.groupBy(signals, startOf).values()].flatMap((alike) =>
    Array.from({ length: Math.ceil(alike.length / PART_SIGNALS) }, (_, i) =>
      alike.slice(i * PART_SIGNALS, (i + 1) * PART_SIGNALS),
    ),
  );
}

async function savePart(trx: Db, of: SignalSeries, signals: readonly Signal[]): Promise<void> {
  const [first, last] = [signals[0], signals.at(-1)];
  if (!first || !last) return;
  const data = await encodePart(signals);
  assertSame(data, of, signals);
  const nos = signals.flatMap(({ outcomes }) => outcomes.map(({ no }) => no));
  const part = {
    last_seq: last.row.seq,
    first_no: nos.length > 0 ? nos.reduce((least, no) => Math.min(least, no)) : null,
    last_no: nos.length > 0 ? nos.reduce((most, no) => Math.max(most, no)) : null,
    rows: signals.length,
    outcomes: nos.length,
    data,
  };
  await tables(trx)
    .insertInto('ledger_part')
    .values({
      series_id: of.seriesId,
      engine_version: of.engineVersion,
      first_seq: first.row.seq,
      ...part,
    })
    .onConflict((clash) =>
      clash.columns(['series_id', 'engine_version', 'first_seq']).doUpdateSet(part),
    )
    .execute();
}

/** Throws unless the part decodes to the same signals, before their rows are deleted. */
function assertSame(data: Buffer, of: SignalSeries, signals: readonly Signal[]): void {
  const read = decodePart(data, of);
  if (textOf(read) !== textOf(signals)) {
    throw new Error(`rows of series ${of.seriesId} could not be put into a part`);
  }
}

const textOf = (signals: readonly Signal[]): string =>
  canonicalJson(signals as unknown as CanonicalValue);
