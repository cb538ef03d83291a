import type { BaseResolution } from '../time/resolution.ts';
import type { MarketCategory } from '../touch/categories.ts';

/** Options of one symbol's engine. */
export interface EngineOptions {
  /** Length of the base bars: hourly, or daily for symbols without hourly data. */
  readonly base: BaseResolution;
  /** Forex and metals: Sunday belongs to Monday. */
  readonly fx: boolean;
  /** Decimals of a published price, 0 to 12. */
  readonly digits: number;
  /** Category of the symbol; chances of touch need it. Without it there are none. */
  readonly category?: MarketCategory | undefined;
}

/** Returns the options alone, without a category that is undefined. */
export function copyOptions({ base, fx, digits, category }: EngineOptions): EngineOptions {
  return category === undefined ? { base, fx, digits } : { base, fx, digits, category };
}
