import type { Connector } from '../../../connectors/connector.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { PartContext } from '../../../platform/part.ts';
import type { Series } from '../symbol.ts';
import type { Publication } from './publication.ts';

/** Live session of a source, as the repair uses it. */
export interface RepairedSession {
  /** Aborts when the session is over. */
  readonly signal: AbortSignal;
  /** Returns the series that it feeds. */
  listFed(): readonly Series[];
  /**
   * Runs `insert`, which inserts bars from `fromMs` on. While it runs, a series whose open bars reach over them is not
   * fed; afterwards its history is filled to the present, and it is fed again.
   */
  insertInto<T>(series: Series, fromMs: number, insert: () => Promise<T>): Promise<T>;
}

/** Options of the repair of a source. */
export interface GapRepairOptions {
  readonly context: PartContext;
  readonly connector: Connector;
  /** Clock of the source. */
  readonly clock: Clock;
  readonly publication: Publication;
}
