import type { Category, InLanguages, SourceName } from '@rasat/contract';
import type { BaseResolution, CalendarName, Resolution } from '@rasat/engine';
import type { Audience } from '../../connectors/connector.ts';

/** An instrument's name in each language. */
export type SymbolNames = InLanguages;

/** What never changes during a history epoch of a symbol. Bars and results hang on its id. */
export interface Series {
  readonly id: number;
  readonly symbol: string;
  readonly epoch: number;
  /** `simulated`, `file`, `replay`, or a connector's name. */
  readonly source: string;
  /** Who may have its bars and ticks. */
  readonly audience: Audience;
  readonly category: Category;
  /** Decimals of the price. */
  readonly digits: number;
  readonly base: BaseResolution;
  /** Whether a Sunday belongs to Monday's day and week. */
  readonly fx: boolean;
  /** When the epoch ended; null for the current one. */
  readonly archivedAtMs: number | null;
}

/** A listed symbol with its current series. */
export interface MarketSymbol {
  readonly symbol: string;
  readonly name: SymbolNames;
  readonly calendar: CalendarName;
  /** Whether names and calendar were chosen here, so that the source changes them no more. */
  readonly isKept: boolean;
  readonly series: Series;
  /** The resolutions that have closed bars, shortest first. */
  readonly resolutions: readonly Resolution[];
}

/** Source of symbols that `rasat import` made. */
export const FILE_SOURCE = 'file' satisfies SourceName;
/** Source of temporary symbols that a replay feeds; their rows never enter the record. */
export const REPLAY_SOURCE = 'replay' satisfies SourceName;

/** A price of an open market that is older than this is stale. */
export const STALE_MS: Readonly<Record<Category, number>> = {
  crypto: 15_000,
  forex: 60_000,
  bist: 60_000,
  nasdaq: 60_000,
  index: 60_000,
};

/** The higher resolutions that are built from base bars, in the order in which they close. */
export function higherResolutions(base: BaseResolution): readonly ('240' | '1D' | '1W')[] {
  return base === '60' ? ['240', '1D', '1W'] : ['1W'];
}

/** Whether a Sunday belongs to Monday in a category. */
export function isForex(category: Category): boolean {
  return category === 'forex';
}

/** The calendar of a category when nothing else is known of a symbol. */
export function calendarOf(category: Category): CalendarName {
  switch (category) {
    case 'crypto':
      return 'always';
    case 'forex':
      return 'forex';
    case 'bist':
      return 'bist';
    case 'nasdaq':
    case 'index':
      return 'nasdaq';
  }
}
