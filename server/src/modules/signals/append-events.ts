import {
  type Draft,
  draftOf,
  type LedgerRow,
  type OutcomeDraft,
  type OutcomeRow,
} from '@rasat/ledger';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import type { StoredEvent } from '../analysis/index.ts';
import { isAnalysed, REPLAY_SOURCE, type Series } from '../market/index.ts';
import type { ChainHead } from './chain-store.ts';
import { makeLedgerRow, makeOutcomeRow } from './ledger-row.ts';
import { insertLedger, insertOutcomes, listSeqs, nameText, type RowName } from './store.ts';

/** Parameters of publishing. */
export interface Publishing {
  /** Returns a series, archived ones included. */
  readonly findSeries: (id: number) => Promise<Series>;
  readonly nowMs: number;
}

/** Last rows of both chains. */
export interface ChainHeads {
  readonly ledger: ChainHead;
  readonly outcomes: ChainHead;
}

/** Appended rows of both chains. */
export interface AppendedRows {
  readonly ledger: readonly LedgerRow[];
  readonly outcomes: readonly OutcomeRow[];
}

/** Event that cannot be published, with the reason. */
export interface SetAside {
  readonly event: StoredEvent;
  readonly series: Series;
  readonly error: unknown;
}

/** Error for an event that cannot become a row in any state of the database. */
class Unpublishable extends Error {
  override readonly name = 'Unpublishable';
}

/** Error codes of data that PostgreSQL refuses: a value that a column cannot hold, or a violated constraint. */
const REFUSED_DATA = /^2[23]/;

/** Whether an error is caused by an event, so that a retry would fail again. */
export function isFaultOfEvent(error: unknown): boolean {
  if (error instanceof Unpublishable) return true;
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && REFUSED_DATA.test(code);
}

/**
 * Whether the signals of a series are part of the record: those of a replay are not, and a series that is not analysed has
 * none.
 */
export function isRecorded(series: Series): boolean {
  const { source, symbol } = series;
  return isAnalysed(series) && source !== REPLAY_SOURCE && !symbol.endsWith('.R');
}

/** Appends the rows of all these events to both chains. Needs a transaction that holds the publisher's lock. */
export async function appendEvents(
  trx: Db,
  heads: ChainHeads,
  events: readonly StoredEvent[],
  { findSeries, nowMs }: Publishing,
): Promise<AppendedRows> {
  const ledger: LedgerRow[] = [];
  const drafts: { readonly of: RowName; readonly row: OutcomeDraft }[] = [];
  for (const event of events) {
    const draft = draftFor(event, await findSeries(event.seriesId));
    if (draft?.to === 'outcome') drafts.push({ of: nameOf(event, draft.of), row: draft.row });
    if (draft?.to !== 'ledger') continue;
    const before = ledger.at(-1);
    const seq = (before?.seq ?? heads.ledger.number) + 1;
    ledger.push(makeLedgerRow(draft.row, seq, nowMs, before?.hash ?? heads.ledger.hash));
  }
  await insertLedger(trx, ledger);
  const names = drafts.map((draft) => draft.of);
  const seqs = new Map((await listSeqs(trx, names)).map((row) => [nameText(row), row.seq]));
  const outcomes: OutcomeRow[] = [];
  for (const { of, row } of drafts) {
    const seq = seqs.get(nameText(of));
    if (seq === undefined) {
      throw new Unpublishable(`an outcome of ${of.eventKey}, which was never published`);
    }
    const before = outcomes.at(-1);
    const no = (before?.no ?? heads.outcomes.number) + 1;
    outcomes.push(makeOutcomeRow(row, no, seq, nowMs, before?.hash ?? heads.outcomes.hash));
  }
  await insertOutcomes(trx, outcomes);
  return { ledger, outcomes };
}

/** Appends the rows one event at a time. Events that cannot be published are set aside and do not block the others. */
export async function appendEach(
  trx: Db,
  heads: ChainHeads,
  events: readonly StoredEvent[],
  publishing: Publishing,
): Promise<AppendedRows & { readonly aside: readonly SetAside[] }> {
  const ledger: LedgerRow[] = [];
  const outcomes: OutcomeRow[] = [];
  const aside: SetAside[] = [];
  for (const event of events) {
    const series = await publishing.findSeries(event.seriesId);
    await sql`savepoint event`.execute(trx);
    try {
      const now = {
        ledger: headOf(ledger.at(-1)) ?? heads.ledger,
        outcomes: headOf(outcomes.at(-1)) ?? heads.outcomes,
      };
      const rows = await appendEvents(trx, now, [event], publishing);
      await sql`release savepoint event`.execute(trx);
      ledger.push(...rows.ledger);
      outcomes.push(...rows.outcomes);
    } catch (error) {
      if (!isFaultOfEvent(error)) throw error;
      await sql`rollback to savepoint event`.execute(trx);
      aside.push({ event, series, error });
    }
  }
  return { ledger, outcomes, aside };
}

function headOf(row: LedgerRow | OutcomeRow | undefined): ChainHead | undefined {
  return row && { number: 'no' in row ? row.no : row.seq, hash: row.hash };
}

function draftFor(event: StoredEvent, series: Series): Draft | null {
  if (!isRecorded(series)) return null;
  try {
    return draftOf(event, event.engineVersion, series);
  } catch (cause) {
    throw new Unpublishable(`the event ${event.key} cannot be read`, { cause });
  }
}

const nameOf = (event: StoredEvent, eventKey: string): RowName => ({
  seriesId: event.seriesId,
  engineVersion: event.engineVersion,
  eventKey,
});
