/** One published row. */
export interface LedgerTable {
  seq: number;
  symbol: string;
  source: string;
  series_id: number;
  event_key: string;
  kind: 'condition' | 'box' | 'levels';
  setup: string;
  engine_version: string;
  bar_time: number;
  created_at: number;
  origin: 'live' | 'backfill';
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

/** What came of a published row. */
export interface LedgerOutcomeTable {
  no: number;
  seq: number;
  leg: 'entry' | 'tp1' | 'tp2';
  status: number | null;
  price: number;
  r: number | null;
  engine_version: string;
  bar_time: number;
  created_at: number;
  origin: 'live' | 'backfill';
  detail: unknown;
  input_hash: Buffer;
  prev_hash: Buffer;
  hash: Buffer;
}

/** How far the publisher has read. */
export interface PublisherCursorTable {
  singleton: boolean;
  event_id: number;
}

/** Who opened which pages in which hour. */
export interface PageViewTable {
  hour_ms: number;
  category: string;
  person_id: number;
}

/** The module's tables by name. */
export type SignalsTables = {
  ledger: LedgerTable;
  ledger_outcome: LedgerOutcomeTable;
  publisher_cursor: PublisherCursorTable;
  page_view: PageViewTable;
};
