import type { Origin, OutcomeLeg, RegisterKind, RowKind } from '@rasat/ledger';

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

/** Row of the ledger's chain that publishes no signal. */
export interface LedgerRegisterTable {
  seq: number;
  kind: RegisterKind;
  created_at: number;
  detail: unknown;
  prev_hash: Buffer;
  hash: Buffer;
}

/** Archive of a registered build. */
export interface EngineBuildTable {
  build: Buffer;
  archive: Buffer;
}

/** Last comparison of a build with the stored rows of its version. */
export interface BuildCheckTable {
  build: Buffer;
  version: string;
  checked_at: number;
  /** Last numbers of both chains that it covers. */
  seq: number;
  no: number;
  /** Rows and outcomes of the version up to there. */
  rows: number;
  outcomes: number;
  /** What the build does not reproduce, and the first of it. */
  differences: number;
  first_difference: string | null;
}

/** Id of the last event that the publisher has read, and the reason for which nothing is published. */
export interface PublisherCursorTable {
  singleton: boolean;
  event_id: number;
  /** A new build is being checked, or does not reproduce what was published; null while rows are published. */
  waits: 'checking' | 'refused' | null;
  waiting_build: Buffer | null;
}

/** Tables of the module by name. */
export type SignalsTables = {
  ledger: LedgerTable;
  ledger_outcome: LedgerOutcomeTable;
  ledger_part: LedgerPartTable;
  ledger_hash: LedgerHashTable;
  ledger_register: LedgerRegisterTable;
  engine_build: EngineBuildTable;
  build_check: BuildCheckTable;
  publisher_cursor: PublisherCursorTable;
};
