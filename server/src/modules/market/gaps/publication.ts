import type { Db } from '../../../platform/db/pool.ts';
import type { Series } from '../symbol.ts';

/**
 * Whether bars may be inserted into the past of a series:
 *
 * - `unread`: nothing has read a bar or the time after them
 * - `set-back`: the analysis had read on, nothing was published since, and it begins again before the bars
 * - `published`: something was published since, which stays as it is
 * - `busy`: a computation may be reading the bars now
 */
export type Release = 'unread' | 'set-back' | 'published' | 'busy';

/** What is made of the bars of a series: the modules that analyse and publish, as the market knows them. */
export interface Publication {
  /**
   * Prepares the insertion of base bars that open at or after `fromMs`, so that nothing is published on the bars without
   * them. Needs the transaction that inserts them.
   */
  release(trx: Db, series: Series, fromMs: number, nowMs: number): Promise<Release>;
  /** Returns the number of published rows that were computed with the bars or the time after `fromMs`. */
  countRows(trx: Db, series: Series, fromMs: number): Promise<number>;
}
