import type { BaseResolution } from '../time/resolution.ts';

/** What distinguishes one symbol's engine from another's. */
export interface EngineOptions {
  /** Length of the bars that are fed: hourly, or daily for symbols without hourly data. */
  readonly base: BaseResolution;
  /** Forex and metals: Sunday belongs to Monday. */
  readonly fx: boolean;
  /** Decimals of a published price, 0 to 12. */
  readonly digits: number;
}
