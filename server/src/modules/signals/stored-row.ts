import type { CanonicalValue, LedgerRow, OutcomeRow } from '@rasat/ledger';
import type { Selectable } from 'kysely';
import type { LedgerEntry, OutcomeEntry } from './part.ts';
import type { LedgerOutcomeTable, LedgerTable } from './tables.ts';

type Detail = { [key: string]: CanonicalValue };

/** Columns of a table's row without its hashes. */
export type SaidBy<Table> = Omit<Selectable<Table>, 'input_hash' | 'prev_hash' | 'hash'>;

/** Returns the ledger entry of a table row and its input hash as hex. */
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

/** Returns the outcome entry of a table row and its input hash as hex. */
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

/** Returns the ledger row of a table row, with all its hashes. */
export function ledgerRow(row: Selectable<LedgerTable>): LedgerRow {
  return { ...ledgerEntry(row, row.input_hash.toString('hex')), ...linkOf(row) };
}

/** Returns the outcome of a table row, with all its hashes. */
export function outcomeRow(row: Selectable<LedgerOutcomeTable>): OutcomeRow {
  return { ...outcomeEntry(row, row.input_hash.toString('hex')), ...linkOf(row) };
}

function linkOf(row: { readonly prev_hash: Buffer; readonly hash: Buffer }) {
  return { prevHash: row.prev_hash.toString('hex'), hash: row.hash.toString('hex') };
}
