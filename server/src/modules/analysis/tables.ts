import type { Generated } from 'kysely';

/** How far one version of the engine has come with one series. */
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
}

/** What the screens show of a series. */
export interface AnalysisViewTable {
  series_id: number;
  engine_version: string;
  view: unknown;
  view_hash: Buffer;
}

/** Everything that an engine made known. */
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

/** The module's tables by name. */
export type AnalysisTables = {
  analysis_state: AnalysisStateTable;
  analysis_view: AnalysisViewTable;
  analysis_event: AnalysisEventTable;
};
