import type { Generated, JSONColumnType } from 'kysely';

/** Progress of one version of the engine in one series. */
export interface AnalysisStateTable {
  series_id: number;
  engine_version: string;
  cursor_ms: number | null;
  bars: Generated<number>;
  advanced_ms: number | null;
  input_hash: Buffer;
  updated_at: number;
  snapshot: Buffer | null;
  snapshot_cursor_ms: number | null;
  snapshot_bars: number | null;
  snapshot_hash: Buffer | null;
  /** Time up to which a superseded version publishes rows and boxes; null for the present version. */
  rows_until_ms: number | null;
  /** Whether a superseded version has no open row any more. */
  is_over: Generated<boolean>;
  /** Times that bars were inserted before those that it has read or will read. */
  repairs: Generated<number>;
  /** The engine's `TouchNow`, see `writeTouchNow`; null where chances are not shown. */
  touch_now: JSONColumnType<object> | null;
}

/** Shown view of a series. */
export interface AnalysisViewTable {
  series_id: number;
  engine_version: string;
  view: unknown;
  view_hash: Buffer;
}

/** Event that an engine published and that is not folded yet. */
export interface AnalysisEventTable {
  id: Generated<number>;
  series_id: number;
  engine_version: string;
  event_key: string;
  type: string;
  kind: string | null;
  term: string | null;
  bar_time: number;
  payload: unknown;
  input_hash: Buffer;
}

/** Newest box of each kind and term. */
export interface AnalysisBoxTable {
  series_id: number;
  engine_version: string;
  kind: string;
  term: string;
  payload: unknown;
}

/** Folded events that pages show. */
export interface AnalysisPastTable {
  series_id: number;
  engine_version: string;
  /** Lines of key, tab and event, Zstandard. */
  shown: Buffer;
}

/** Proofs of folded boxes. */
export interface AnalysisPastBoxTable {
  series_id: number;
  engine_version: string;
  no: number;
  proofs: Buffer;
}

/** Time after which the forecasts of a model are published. */
export interface ForecastStartTable {
  model: string;
  after_ms: number;
}

/** Tables of the module by name. */
export type AnalysisTables = {
  analysis_state: AnalysisStateTable;
  analysis_view: AnalysisViewTable;
  analysis_event: AnalysisEventTable;
  analysis_box: AnalysisBoxTable;
  analysis_past: AnalysisPastTable;
  analysis_past_box: AnalysisPastBoxTable;
  forecast_start: ForecastStartTable;
};
