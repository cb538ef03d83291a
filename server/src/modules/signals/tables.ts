import type { Origin, OutcomeLeg, RowKind } from '@rasat/ledger';

/** Published row. */
export interface LedgerTable {
  seq: number;
  symbol: string;
  source: string;
  series_id: number;
  event_key: string;
  kind: RowKind;
  setup: string;
  engine_version: string;
  bar_time: number;
  created_at: number;
  origin: Origin;
  way: boolean | null;
  price: number;
  range: number | null;
  sl: number | null;
  tp1: number | null;
  tp2: number | null;
  detail: unknown;
  input_hash: Buffer;
  prev_hash: Buffer;
  hash: Buffer;
}

/** Outcome of a published row. */
export interface LedgerOutcomeTable {
  no: number;
  seq: number;
  leg: OutcomeLeg;
  status: number | null;
  price: number;
  r: number | null;
  engine_version: string;
  bar_time: number;
  created_at: number;
  origin: Origin;
  detail: unknown;
  input_hash: Buffer;
  prev_hash: Buffer;
  hash: Buffer;
}

/** Folded rows of a history with their outcomes. */
export interface LedgerPartTable {
  series_id: number;
  engine_version: string;
  first_seq: number;
  last_seq: number;
  /** Null without an outcome. */
  first_no: number | null;
  last_no: number | null;
  rows: number;
  outcomes: number;
  /** See `encodePart`. */
  data: Buffer;
}

/** Hash of the row before a block, then the hashes of the block's 256 rows of a chain. */
export interface LedgerHashTable {
  chain: 'ledger' | 'outcomes';
  block: number;
  hashes: Buffer;
}

/** Id of the last event that the publisher has read. */
export interface PublisherCursorTable {
  singleton: boolean;
  event_id: number;
}

/** Tables of the module by name. */
export type SignalsTables = {
  ledger: LedgerTable;
  ledger_outcome: LedgerOutcomeTable;
  ledger_part: LedgerPartTable;
  ledger_hash: LedgerHashTable;
  publisher_cursor: PublisherCursorTable;
};
