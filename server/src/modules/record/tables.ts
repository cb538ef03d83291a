import type { CalibrationScope, Category, CostOf, FailedItem, FailureClass } from '@rasat/contract';
import type { Origin, RowKind } from '@rasat/ledger';
import type { GeneratedAlways, JSONColumnType } from 'kysely';
import type { ChainName } from '../signals/index.ts';

/** Part with the matched entries of some rows of a history, or why they have none. */
export interface RecordBaselinePartTable {
  series_id: number;
  first_seq: number;
  /** See `encodeBaselines`. */
  data: Buffer;
}

/** Weekly set with its twin. */
export interface RecordTwinTable {
  seq: number;
  /** 1 held, -1 broke, 0 neither; null unknown. */
  touch: number | null;
  twin_touch: number | null;
  /** The twin's trade; a running one is valued at the last close. Null without a trade. */
  twin_status1: number | null;
  twin_status2: number | null;
  twin_r1: number | null;
  twin_r2: number | null;
  complete: boolean;
  /** Close of the last bar that was stored when set and twin were followed. */
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
  /** List of `{of, unit, amount}`. */
  costs: JSONColumnType<CostOf[]>;
}

/** Figures of a group; '' means all. */
export interface RecordFiguresTable {
  source: string;
  origin: Origin;
  period: string;
  kind: string;
  setup: string;
  category: string;
  /** The engine's `Figures`. */
  figures: unknown;
  /** Lists of the engine's `MonthFigures` and `CumulativePoint`; null except for the period `all`. */
  months: JSONColumnType<object[]> | null;
  cumulative: JSONColumnType<object[]> | null;
}

/** First touches of weekly sets and of their twins; '' means all categories. */
export interface RecordTouchesTable {
  source: string;
  origin: Origin;
  period: string;
  category: string;
  /** Touches as GET /record/figures sends them, without the category. */
  touches: unknown;
}

/** A look at the primary question, appended once. */
export interface RecordLookTable {
  source: string;
  engine_version: string;
  rows: number;
  /** The ledger's `Look`. */
  look: unknown;
  /** List of `{of, unit, amount}`. */
  costs: unknown;
  taken_at: number;
}

/** State of the primary question of a source, without its looks. */
export interface RecordPrimaryTable {
  source: string;
  engine_version: string;
  /** The ledger's `Looks` without the looks. */
  state: unknown;
}

/** Figures of the chances of touch of a scope. */
export interface RecordCalibrationTable {
  source: string;
  /** `backfill` is the backtest, which has no rows. */
  origin: Origin;
  scope: CalibrationScope;
  /** The ledger's `CalibrationFigures`. */
  figures: unknown;
}

/** Where the forecasts of a source begin. */
export interface RecordCalibrationStartTable {
  source: string;
  model: string;
  /** Times of the first forecast that counts, and of the first weekly one. */
  since: number;
  weekly_since: number | null;
}

/** A look at the chances of touch, appended once. */
export interface RecordCalibrationLookTable {
  source: string;
  model: string;
  weeks: number;
  /** The ledger's `CalibrationLook`. */
  look: unknown;
  /** Numbers of the last row and the last outcome that it counts. */
  to_seq: number;
  to_no: number;
  taken_at: number;
}

/** Tallies of the forecasts of a history before publishing began. */
export interface RecordBacktestTable {
  series_id: number;
  model: string;
  engine_version: string;
  /** Whether its class is on trial. */
  trial: boolean;
  /** The ledger's `CalibrationBook`, packed. */
  data: Buffer;
}

/** Heads of both chains on a day. */
export interface RecordHeadTable {
  day: string;
  size: number;
  hash: Buffer;
  root: Buffer;
  outcomes: number;
  outcomes_hash: Buffer;
  /** Null in heads that were published before there was a tree over the outcomes. */
  outcomes_root: Buffer | null;
  created_at: number;
}

/** Root of a full subtree over 2^level rows of a chain. */
export interface RecordNodeTable {
  chain: ChainName;
  level: number;
  position: number;
  hash: Buffer;
}

/** Check that everything published still follows from the bars. */
export interface RecordCertificateTable {
  id: GeneratedAlways<number>;
  started_at: number;
  finished_at: number;
  engine_version: string;
  signals: number;
  level_sets: number;
  boxes: number;
  forecasts: number;
  outcomes: number;
  engine_failures: number;
  vendor_failures: number;
  other_versions: number;
  corrections: number;
  /** Legs that were open when their series ended. */
  voided: number;
  /** Number of items computed again this night, and the time of the oldest run of a history from its first bar. */
  again: number;
  oldest_whole: number;
  /** Hash over the hashes of all checkpoints; null when none may be relied on. */
  checkpoints: Buffer | null;
  /** Last row walked of both chains, and the end of the part that was walked a second time. */
  chain_seq: number;
  chain_hash: Buffer | null;
  chain_no: number;
  chain_no_hash: Buffer | null;
  again_seq: number;
  again_no: number;
  /** Last time at which a certificate computed the figures again. */
  figures_at: number;
}

/** State of a history when it was last certified. */
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
  forecasts: number;
  outcomes: number;
  /** The engine, Zstandard. */
  snapshot: Buffer;
  hash: Buffer;
}

/** State of a history to which a build has reproduced the rows. */
export interface BuildCheckpointTable extends RecordCheckpointTable {
  build: Buffer;
}

/** First failure of a class, cause, kind of item and symbol in a check, and their number. */
export interface RecordFailureTable {
  certificate_id: number;
  no: number;
  class: FailureClass;
  count: number;
  symbol: string;
  seq: number | null;
  what: FailedItem;
  event_key: string;
  cause: 'engine' | 'vendor';
  bar_time: number;
}

/** Last numbers of both chains when invariants began to be checked. */
export interface RecordMarkTable {
  id: number;
  seq: number;
  no: number;
}

/** Inherited row or outcome that breaks an invariant. */
export interface RecordInheritedTable {
  seq: number;
  /** Empty for the row itself. */
  leg: string;
  class: FailureClass;
  symbol: string;
}

/** Last check of a history by the second resolver. */
export interface RecordCheckTable {
  series_id: number;
  whole_at: number;
  /** Last check of what was new, and last replay in disguise; 0 before the first. */
  checked_at: number;
  disguised_at: number;
  seq: number;
  no: number;
}

/** Rows that agree in every filtered field except time and state. */
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
  /** Number of rows and of undecided rows, and the times of the first and the last row. */
  rows: number;
  undecided: number;
  first_time: number;
  last_time: number;
}

/** Filtered fields of a ledger row; triggers of ledger and outcomes update them. */
export interface RecordRowTable {
  seq: number;
  cell: number;
  bar_time: number;
  /** `none`: a weekly set without an entry; of a forecast `open`, `ended` or `void`; else the state of the first leg. */
  state: 'none' | 'open' | 'tp1' | 'sl' | 'expired' | 'void' | 'ended';
  /** End of the week of a weekly set; null for other rows. */
  week_end: number | null;
}

/** Tables of the module by name. */
export type RecordTables = {
  record_baseline_part: RecordBaselinePartTable;
  record_twin: RecordTwinTable;
  record_run: RecordRunTable;
  record_figures: RecordFiguresTable;
  record_touches: RecordTouchesTable;
  record_look: RecordLookTable;
  record_primary: RecordPrimaryTable;
  record_calibration: RecordCalibrationTable;
  record_calibration_start: RecordCalibrationStartTable;
  record_calibration_look: RecordCalibrationLookTable;
  record_backtest: RecordBacktestTable;
  record_head: RecordHeadTable;
  record_node: RecordNodeTable;
  record_certificate: RecordCertificateTable;
  record_failure: RecordFailureTable;
  record_mark: RecordMarkTable;
  record_inherited: RecordInheritedTable;
  record_check: RecordCheckTable;
  record_checkpoint: RecordCheckpointTable;
  build_checkpoint: BuildCheckpointTable;
  record_cell: RecordCellTable;
  record_row: RecordRowTable;
};
