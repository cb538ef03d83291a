import type { Category } from '@rasat/contract';
import type { BaseResolution, CalendarName, Resolution, SourceResolution } from '@rasat/engine';
import type { CorrectionReason } from '@rasat/ledger';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { Audience } from '../../connectors/connector.ts';

/** One history epoch of a symbol. */
export interface SeriesTable {
  id: GeneratedAlways<number>;
  symbol: string;
  epoch: number;
  source: string;
  category: Category;
  digits: number;
  base: BaseResolution;
  created_at: number;
  archived_at: number | null;
}

/** Who may have the prices of a source. */
export interface MarketSourceTable {
  name: string;
  audience: Audience;
}

/** A listed symbol; its current series says the rest. */
export interface SymbolTable {
  name: string;
  name_tr: string;
  name_az: string;
  name_en: string;
  calendar: CalendarName;
  series_id: number;
  /** Names and calendar were chosen here: the source changes them no more. */
  kept: Generated<boolean>;
}

/** An operator's choices for a symbol; they win over what its sources offer. */
export interface SymbolChoiceTable {
  name: string;
  /** The only source that may feed it; null: none, it is retired. */
  source: string | null;
  chosen_at: number;
}

/** How far the stored bars of a series reach. */
export interface BarHeadTable {
  series_id: number;
  resolution: Resolution;
  n: number;
  chunks: number;
  t_first: number;
  t_last: number;
  closed: Generated<boolean>;
}

/** A closed chunk of 1,000 bars. */
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

/** A bar that came too late or with other values, and was not taken. */
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

/** A live tick that the gate refused. */
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

/** How a file of a replay is to be read. */
export interface ReplayOptions {
  readonly category: Category;
  readonly digits: number;
  readonly resolution: SourceResolution;
  readonly timeZone: string | null;
  readonly format: string | null;
}

/** State of a replay. */
export type ReplayState = 'asked' | 'playing' | 'done' | 'ended' | 'failed';

/** A file that the running server plays. */
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

/** A symbol that a person marked. */
export interface FavoriteTable {
  person_id: number;
  symbol: string;
  added_at: number;
}

/** The tables of this module. */
export type MarketTables = {
  series: SeriesTable;
  market_source: MarketSourceTable;
  symbol: SymbolTable;
  symbol_choice: SymbolChoiceTable;
  bar_head: BarHeadTable;
  bar_chunk: BarChunkTable;
  bar_tail: BarTailTable;
  correction: CorrectionTable;
  refused_print: RefusedTickTable;
  replay: ReplayTable;
  favorite: FavoriteTable;
};
