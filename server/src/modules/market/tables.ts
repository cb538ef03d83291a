import type { ActionKind, ActionState, Category, DelayClass, GapState } from '@rasat/contract';
import type { BaseResolution, CalendarName, Resolution, SourceResolution } from '@rasat/engine';
import type { CorrectionReason, EndReason } from '@rasat/ledger';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { Audience } from '../../connectors/connector.ts';

/** History epoch of a symbol. */
export interface SeriesTable {
  id: GeneratedAlways<number>;
  symbol: string;
  epoch: number;
  source: string;
  /** Name of the instrument at its source. */
  source_symbol: string;
  category: Category;
  digits: number;
  base: BaseResolution;
  calendar: CalendarName;
  created_at: number;
  archived_at: number | null;
  /** Null while the series goes on. */
  end_reason: Generated<EndReason | null>;
  /** New shares for each old one; null unless it ended by a split. */
  end_factor: Generated<number | null>;
  /** The series that follows; null without one. */
  end_to: Generated<number | null>;
  /** Whether all of the source's history is stored. */
  whole: Generated<boolean>;
}

/** Audience and age of a source's prices. */
export interface MarketSourceTable {
  name: string;
  audience: Audience;
  /** Null for files and replays. */
  delay_class: DelayClass | null;
  delay_ms: number;
}

/** Listed symbol; its other fields are in its current series. */
export interface SymbolTable {
  name: string;
  name_tr: string;
  name_az: string;
  name_en: string;
  series_id: number;
  /** Whether an operator has set the names, so that the source no longer changes them. */
  kept: Generated<boolean>;
}

/** An operator's choices for a symbol, which take precedence over its sources' offers. */
export interface SymbolChoiceTable {
  name: string;
  /** Only source that may feed the symbol; null when it is retired. */
  source: string | null;
  chosen_at: number;
}

/** Earlier name of a symbol. */
export interface SymbolAliasTable {
  name: string;
  /** Present name. */
  now: string;
  renamed_at: number;
}

/** Extent of the stored bars of a series. */
export interface BarHeadTable {
  series_id: number;
  resolution: Resolution;
  n: number;
  chunks: number;
  t_first: number;
  t_last: number;
  closed: Generated<boolean>;
}

/** Closed chunk of 1,000 bars. */
export interface BarChunkTable {
  series_id: number;
  resolution: Resolution;
  chunk_no: number;
  t0: number;
  t1: number;
  n: number;
  data: Buffer;
}

/** One of the newest bars. */
export interface BarTailTable {
  series_id: number;
  resolution: Resolution;
  t: number;
  o: number;
  h: number;
  l: number;
  c: number;
  v: number;
}

/** Bar that came too late or with other values, and was not accepted. */
export interface CorrectionTable {
  id: GeneratedAlways<number>;
  series_id: number;
  resolution: Resolution;
  t: number;
  reason: CorrectionReason;
  o: number;
  h: number;
  l: number;
  c: number;
  v: number;
  seen_at: number;
}

/** Bars that the calendar of a series has and the series lacks. */
export interface BarGapTable {
  id: GeneratedAlways<number>;
  series_id: number;
  resolution: SourceResolution;
  /** Opening time of the first missing bar, and end of the last. */
  t_from: number;
  t_to: number;
  state: GapState;
  expected: number;
  inserted: Generated<number>;
  /** Published rows that reach over bars of the gap that came too late for them. */
  marked: Generated<number>;
  found_at: number;
  settled_at: number | null;
}

/** Part of a series that has been searched for gaps. */
export interface BarGapSearchTable {
  series_id: number;
  resolution: SourceResolution;
  t_from: number;
  t_to: number;
}

/** Split by which the raw history of its source is adjusted in a series. */
export interface SeriesSplitTable {
  series_id: number;
  /** Opening of the first session after the split. */
  effective_at: number;
  /** New shares for each old one. */
  factor: number;
}

/** Split or rename that a source has told. */
export interface CorporateActionTable {
  id: GeneratedAlways<number>;
  source: string;
  source_symbol: string;
  /** The symbol that the instrument fed when the action was found. */
  symbol: string;
  kind: ActionKind;
  effective_at: number;
  /** New shares for each old one, of a split. */
  factor: number | null;
  /** New name of the instrument at the source, of a rename. */
  name_to: string | null;
  found_at: number;
  state: Generated<ActionState>;
  /** Public id of the administrator; null when a new history or a split by hand contained the action. */
  decided_by: string | null;
  decided_at: number | null;
  /** When a confirmed action was carried out; null while it is not effective yet. */
  applied_at: number | null;
}

/** Last comparison of the last days of a source's series with the source. */
export interface SourceReviewTable {
  source: string;
  reviewed_at: number;
  compared: number;
  differs: number;
  late: number;
}

/** Live tick that the gate refused. */
export interface RefusedTickTable {
  id: GeneratedAlways<number>;
  source: string;
  symbol: string;
  t: number;
  price: number;
  volume: number;
  reason: string;
  seen_at: number;
}

/** Live ticks of a source in an hour with one outcome: `accepted`, or the reason of the refusal. */
export interface TickCountTable {
  source: string;
  /** Start of the hour. */
  hour: number;
  outcome: string;
  count: number;
  /** Time of the last one, to some seconds. */
  last_at: number;
}

/** Parameters for reading the file of a replay. */
export interface ReplayOptions {
  readonly category: Category;
  readonly digits: number;
  readonly resolution: SourceResolution;
  readonly timeZone: string | null;
  readonly format: string | null;
}

/** State of a replay. */
export type ReplayState = 'asked' | 'playing' | 'done' | 'ended' | 'failed';

/** File that the running server plays. */
export interface ReplayTable {
  id: GeneratedAlways<number>;
  symbol: string;
  file: string;
  options: JSONColumnType<ReplayOptions>;
  speed: number;
  state: Generated<ReplayState>;
  played: Generated<number>;
  total: Generated<number>;
  detail: string | null;
  watched_at: number;
}

/** Symbol that a person marked as a favourite. */
export interface FavoriteTable {
  person_id: number;
  symbol: string;
  added_at: number;
}

/** Tables of this module. */
export type MarketTables = {
  series: SeriesTable;
  market_source: MarketSourceTable;
  symbol: SymbolTable;
  symbol_choice: SymbolChoiceTable;
  symbol_alias: SymbolAliasTable;
  bar_head: BarHeadTable;
  bar_chunk: BarChunkTable;
  bar_tail: BarTailTable;
  correction: CorrectionTable;
  bar_gap: BarGapTable;
  bar_gap_search: BarGapSearchTable;
  series_split: SeriesSplitTable;
  corporate_action: CorporateActionTable;
  source_review: SourceReviewTable;
  refused_print: RefusedTickTable;
  tick_count: TickCountTable;
  replay: ReplayTable;
  favorite: FavoriteTable;
};
