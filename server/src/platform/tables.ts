/** Counted attempts of one key. */
export interface AttemptTable {
  key: string;
  count: number;
  window_ends_at: number;
}

/** The tables of the limits. */
export type AttemptTables = {
  attempt: AttemptTable;
};
