import type { BaseResolution } from '../time/resolution.ts';

/** Options of one symbol's engine. */
export interface EngineOptions {
  /** Length of the base bars: hourly, or daily for symbols without hourly data. */
  readonly base: BaseResolution;
  /** Forex and metals: Sunday belongs to Monday. */
  readonly fx: boolean;
  /** Decimals of a published price, 0 to 12. */
  readonly digits: number;
}
