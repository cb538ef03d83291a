import { WEEK_MS } from '@rasat/engine';
import { VOID } from '@rasat/ledger';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import type { Series } from '../market/index.ts';
import type { OutcomeEntry, Signal } from '../signals/index.ts';
import type { OnFlaw } from './flaw.ts';
import type { RecordCellTable, RecordRowTable } from './tables.ts';

/** Row of the list with its cell. */
interface ListedRow extends Pick<RecordRowTable, 'seq' | 'state' | 'bar_time' | 'week_end'> {
  readonly cell: number;
}

type Cell = RecordCellTable & { readonly id: number };
type Counts = Pick<RecordCellTable, 'rows' | 'undecided' | 'first_time' | 'last_time'>;

/**
 * Checks that the list of rows of a series and the counts of its cells follow from rows and outcomes. `signals` are
 * those of all versions.
 */
export async function checkList(
  db: Db,
  series: Series,
  signals: readonly Signal[],
  onFlaw: OnFlaw,
): Promise<void> {
  const { rows: cells } = await sql<Cell>`
    select * from record_cell where series_id = ${series.id} order by id`.execute(db);
  const { rows: listed } = await sql<ListedRow>`
    select r.seq, r.cell, r.state, r.bar_time, r.week_end from record_row r
    join record_cell c on c.id = r.cell where c.series_id = ${series.id}`.execute(db);
  const add = (seq: number | null, timeMs: number, text: string): void =>
    onFlaw({ class: 'state', what: 'list', seq, leg: '', key: `list.${seq ?? ''}`, timeMs, text });
  const cellOf = new Map(cells.map((cell) => [nameOf(cell), cell]));
  const bySeq = new Map(listed.map((row) => [row.seq, row]));
  const counts = new Map<number, Counts>();
  for (const signal of signals) {
    const { row } = signal;
    const { seq, barTime } = row;
    const found = bySeq.get(seq);
    bySeq.delete(seq);
    const cell = cellOf.get(
      nameOf({
        engine_version: row.engineVersion,
        kind: row.kind,
        setup: row.setup,
        origin: row.origin,
      }),
    );
    if (!cell || !found) {
      add(seq, barTime, `row ${seq} is missing from the list`);
      continue;
    }
    const state = stateOf(signal);
    const known = counts.get(cell.id);
    counts.set(cell.id, {
      rows: (known?.rows ?? 0) + 1,
      undecided: (known?.undecided ?? 0) + (state === 'none' || state === 'open' ? 1 : 0),
      first_time: Math.min(known?.first_time ?? barTime, barTime),
      last_time: Math.max(known?.last_time ?? barTime, barTime),
    });
    const week_end = row.kind === 'levels' ? Number(row.detail.d) + WEEK_MS : null;
    const expected = { cell: cell.id, state, bar_time: barTime, week_end };
    const names = Object.keys(expected) as (keyof typeof expected)[];
    const field = names.find((name) => found[name] !== expected[name]);
    if (field === undefined) continue;
    add(
      seq,
      barTime,
      `row ${seq} has another ${field} in the list: ${found[field]}, not ${expected[field]}`,
    );
  }
  for (const { seq, bar_time } of bySeq.values()) {
    add(seq, bar_time, `the list has a row ${seq} that the chain has not`);
  }
  for (const cell of cells) {
    const expected = {
      ...(counts.get(cell.id) ?? { rows: 0, undecided: 0 }),
      symbol: series.symbol,
      source: series.source,
      category: series.category,
    };
    const names = Object.keys(expected) as (keyof typeof expected)[];
    const field = names.find((name) => cell[name] !== expected[name]);
    if (field === undefined) continue;
    const text = `the rows ${cell.kind} ${cell.setup} have another ${field} in the list: ${cell[field]}, not ${expected[field]}`;
    add(null, cell.last_time, text);
  }
}

const nameOf = ({
  engine_version,
  kind,
  setup,
  origin,
}: Pick<RecordCellTable, 'engine_version' | 'kind' | 'setup' | 'origin'>): string =>
  [engine_version, kind, setup, origin].join();

function stateOf({ row, outcomes }: Signal): RecordRowTable['state'] {
  const touch = outcomes.find(({ leg }) => leg === 'touch');
  if (touch) return touch.status === VOID || touch.detail.bars === 0 ? 'void' : 'ended';
  const first = outcomes.find(({ leg }) => leg === 'tp1');
  if (first) return stateOfLeg(first.status);
  if (row.kind !== 'levels') return 'open';
  const entry = outcomes.find(({ leg }) => leg === 'entry');
  if (!entry) return 'none';
  return entry.status === VOID ? 'void' : 'open';
}

function stateOfLeg(status: OutcomeEntry['status']): RecordRowTable['state'] {
  switch (status) {
    case 1:
      return 'tp1';
    case -1:
      return 'sl';
    case VOID:
      return 'void';
    case 0:
    case null:
      return 'expired';
  }
}
