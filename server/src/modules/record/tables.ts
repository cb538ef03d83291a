import type { Category, CostOf } from '@rasat/contract';
import type { Origin, RowKind } from '@rasat/ledger';
import type { GeneratedAlways, JSONColumnType } from 'kysely';

/** The forty matched entries of some rows of a history. */
export interface RecordBaselinePartTable {
  series_id: number;
  first_seq: number;
  /** See `encodeBaselines`. */
  data: Buffer;
}

/** A weekly set and its twin. */
export interface RecordTwinTable {
  seq: number;
  /** 1 held, -1 broke, 0 neither; null unknown. */
  touch: number | null;
  twin_touch: number | null;
  /** The twin's trade, one that runs valued at the last close; null without one. */
  twin_status1: number | null;
  twin_status2: number | null;
  twin_r1: number | null;
  twin_r2: number | null;
  complete: boolean;
  /** Close of the last bar that there was when they were followed. */
  bars_to: number;
}

/** One computation of the figures. */
export interface RecordRunTable {
  id: GeneratedAlways<number>;
  started_at: number;
  finished_at: number | null;
  engine_version: string;
  ledger_rows: number;
  outcomes: number;
  seed: Buffer;
  /** A list of `{of, unit, amount}`. */
  costs: JSONColumnType<CostOf[]>;
}

/** The figures of a group; '' stands for all. */
export interface RecordFiguresTable {
  source: string;
  origin: Origin;
  period: string;
  kind: string;
  setup: string;
  category: string;
  /** The engine's `Figures`. */
  figures: unknown;
  /** The engine's `MonthFigures` and `CumulativePoint`, lists; null but for the period `all`. */
  months: JSONColumnType<object[]> | null;
  cumulative: JSONColumnType<object[]> | null;
}

/** First touches of weekly sets beside those of their twins; '' stands for all categories. */
export interface RecordTouchesTable {
  source: string;
  origin: Origin;
  period: string;
  category: string;
  /** What GET /record/figures says of them, but the category. */
  touches: unknown;
}

/** The heads of both chains on a day. */
export interface RecordHeadTable {
  day: string;
  size: number;
  hash: Buffer;
  root: Buffer;
  outcomes: number;
  outcomes_hash: Buffer;
  created_at: number;
}

/** The root of a full subtree over 2^level rows. */
export interface RecordNodeTable {
  level: number;
  position: number;
  hash: Buffer;
}

/** One check that what was published still follows from the bars. */
export interface RecordCertificateTable {
  id: GeneratedAlways<number>;
  started_at: number;
  finished_at: number;
  engine_version: string;
  signals: number;
  level_sets: number;
  boxes: number;
  outcomes: number;
  engine_failures: number;
  vendor_failures: number;
  other_versions: number;
  corrections: number;
  /** How much of the sums was computed again this night, and when the history was that waits for it longest. */
  again: number;
  oldest_whole: number;
  /** Hash over the hashes of all checkpoints; null where none may be relied on. */
  checkpoints: Buffer | null;
  /** How far both chains were walked, and where the part ends that was walked a second time. */
  chain_seq: number;
  chain_hash: Buffer | null;
  chain_no: number;
  chain_no_hash: Buffer | null;
  again_seq: number;
  again_no: number;
}

/** Where a history stood when it was last certified. */
export interface RecordCheckpointTable {
  series_id: number;
  engine_version: string;
  whole_at: number;
  bars: number;
  cursor_ms: number;
  bars_hash: Buffer;
  through_ms: number;
  seq: number;
  no: number;
  signals: number;
  level_sets: number;
  boxes: number;
  outcomes: number;
  /** The engine, Zstandard. */
  snapshot: Buffer;
  hash: Buffer;
}

/** What failed in a check. */
export interface RecordFailureTable {
  certificate_id: number;
  no: number;
  symbol: string;
  seq: number | null;
  what: 'signal' | 'levels' | 'box' | 'outcome';
  event_key: string;
  cause: 'engine' | 'vendor';
  bar_time: number;
}

/** Rows that are alike in everything they are filtered by but time and state. */
export interface RecordCellTable {
  id: GeneratedAlways<number>;
  series_id: number;
  engine_version: string;
  kind: RowKind;
  setup: string;
  origin: Origin;
  source: string;
  category: Category;
  symbol: string;
  /** How many, how many of them are not decided, and the times of the first and the last. */
  rows: number;
  undecided: number;
  first_time: number;
  last_time: number;
}

/** What a row of the ledger is filtered by; kept by triggers of ledger and outcomes. */
export interface RecordRowTable {
  seq: number;
  cell: number;
  bar_time: number;
  /** `none`: a weekly set without an entry; else how the first leg stands. */
  state: 'none' | 'open' | 'tp1' | 'sl' | 'expired';
  /** When the week of a weekly set is over. */
  week_end: number | null;
}

/** The module's tables by name. */
export type RecordTables = {
  record_baseline_part: RecordBaselinePartTable;
  record_twin: RecordTwinTable;
  record_run: RecordRunTable;
  record_figures: RecordFiguresTable;
  record_touches: RecordTouchesTable;
  record_head: RecordHeadTable;
  record_node: RecordNodeTable;
  record_certificate: RecordCertificateTable;
  record_failure: RecordFailureTable;
  record_checkpoint: RecordCheckpointTable;
  record_cell: RecordCellTable;
  record_row: RecordRowTable;
};
