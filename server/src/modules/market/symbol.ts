import {
  type Category,
  type InLanguages,
  isReference,
  isStale as isStalePrice,
  type SourceName,
} from '@rasat/contract';
import {
  type BaseResolution,
  type CalendarName,
  CURRENT_CALENDARS,
  marketOfCalendar,
  type Resolution,
} from '@rasat/engine';
import type { Audience, Delay } from '../../connectors/connector.ts';

/** Name of an instrument in each language. */
export type SymbolNames = InLanguages;

/**
 * Facts of a symbol that never change during a history epoch, besides `isWhole`, which becomes true once. Bars and
 * results refer to its id.
 */
export interface Series {
  readonly id: number;
  readonly symbol: string;
  readonly epoch: number;
  /** `simulated`, `file`, `replay`, or a connector's name. */
  readonly source: string;
  /** Name of the instrument at its source; the symbol itself for files and replays. */
  readonly sourceSymbol: string;
  /** Audience of its bars and ticks. */
  readonly audience: Audience;
  /** Age of its prices by the licence of the source; null for files and replays. */
  readonly delay: Delay | null;
  readonly category: Category;
  /** Decimals of the price. */
  readonly digits: number;
  readonly base: BaseResolution;
  /** Version of its market's calendar. */
  readonly calendar: CalendarName;
  /** Whether a Sunday belongs to Monday's day and week. */
  readonly fx: boolean;
  /**
   * Whether all of the source's history is stored. While older bars are still to come, nothing is computed from it.
   */
  readonly isWhole: boolean;
  /** End of the epoch; null for the current one. */
  readonly archivedAtMs: number | null;
}

/** Listed symbol with its current series. */
export interface MarketSymbol {
  readonly symbol: string;
  readonly name: SymbolNames;
  /** Whether an operator has set the names, so that the source no longer changes them. */
  readonly isKept: boolean;
  readonly series: Series;
  /** Resolutions that have closed bars, shortest first. */
  readonly resolutions: readonly Resolution[];
}

/** Source of symbols created by `rasat import`. */
export const FILE_SOURCE = 'file' satisfies SourceName;
/** Source of temporary symbols that a replay feeds; their rows never enter the record. */
export const REPLAY_SOURCE = 'replay' satisfies SourceName;

/**
 * Whether a series is analysed: not while its older bars are still to come, and never when its prices are daily rates of a
 * bank. Nothing waits for the analysis of another one.
 */
export function isAnalysed({ isWhole, delay }: Pick<Series, 'isWhole' | 'delay'>): boolean {
  return isWhole && !isReference(delay);
}

/** Returns whether the newest price of a series, null without one, is older than its source allows. */
export function isStale(series: Series, newestMs: number | null, nowMs: number): boolean {
  const { calendar, source, delay, category: type } = series;
  return isStalePrice({ calendar, source, delay, type }, newestMs, nowMs);
}

/** Returns the higher resolutions that are built from base bars, in the order in which they close. */
export function higherResolutions(base: BaseResolution): readonly ('240' | '1D' | '1W')[] {
  return base === '60' ? ['240', '1D', '1W'] : ['1W'];
}

/** Whether a Sunday belongs to Monday in a category. */
export function isForex(category: Category): boolean {
  return category === 'forex';
}

/** Returns the version that a new history gets of the calendar of the same market. */
export function currentCalendar(calendar: CalendarName): CalendarName {
  return CURRENT_CALENDARS[marketOfCalendar(calendar)];
}

/** Returns the calendar of a new history by its category, for one that nothing gives a calendar. */
export function calendarOf(category: Category): CalendarName {
  switch (category) {
    case 'crypto':
      return CURRENT_CALENDARS.always;
    case 'forex':
      return CURRENT_CALENDARS.forex;
    case 'bist':
      return CURRENT_CALENDARS.bist;
    case 'nasdaq':
    case 'index':
      return CURRENT_CALENDARS.nasdaq;
  }
}
