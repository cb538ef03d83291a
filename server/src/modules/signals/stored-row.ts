import type { CanonicalValue, LedgerRow, OutcomeRow } from '@rasat/ledger';
import type { Selectable } from 'kysely';
import type { LedgerEntry, OutcomeEntry } from './part.ts';
import type { LedgerOutcomeTable, LedgerTable } from './tables.ts';

type Detail = { [key: string]: CanonicalValue };

/** What a row of a table says, but its hashes. */
export type SaidBy<Table> = Omit<Selectable<Table>, 'input_hash' | 'prev_hash' | 'hash'>;

/** A row of the ledger as its table has it, with its input hash as hex. */
export function ledgerEntry(row: SaidBy<LedgerTable>, inputHash: string): LedgerEntry {
  return {
    seq: row.seq,
    symbol: row.symbol,
    source: row.source,
    seriesId: row.series_id,
    eventKey: row.event_key,
    kind: row.kind,
    setup: row.setup,
    engineVersion: row.engine_version,
    barTime: row.bar_time,
    createdAt: row.created_at,
    origin: row.origin,
    way: row.way,
    price: row.price,
    range: row.range,
    sl: row.sl,
    tp1: row.tp1,
    tp2: row.tp2,
    detail: row.detail as Detail,
    inputHash,
  };
}

/** An outcome as its table has it, with its input hash as hex. */
export function outcomeEntry(row: SaidBy<LedgerOutcomeTable>, inputHash: string): OutcomeEntry {
  return {
    no: row.no,
    seq: row.seq,
    leg: row.leg,
    status: row.status as OutcomeEntry['status'],
    price: row.price,
    r: row.r,
    engineVersion: row.engine_version,
    barTime: row.bar_time,
    createdAt: row.created_at,
    origin: row.origin,
    detail: row.detail as Detail,
    inputHash,
  };
}

/** A row of the ledger with all its hashes. */
export function ledgerRow(row: Selectable<LedgerTable>): LedgerRow {
  return { ...ledgerEntry(row, row.input_hash.toString('hex')), ...linkOf(row) };
}

/** An outcome with all its hashes. */
export function outcomeRow(row: Selectable<LedgerOutcomeTable>): OutcomeRow {
  return { ...outcomeEntry(row, row.input_hash.toString('hex')), ...linkOf(row) };
}

function linkOf(row: { readonly prev_hash: Buffer; readonly hash: Buffer }) {
  return { prevHash: row.prev_hash.toString('hex'), hash: row.hash.toString('hex') };
}
