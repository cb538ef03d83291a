import type { Language } from '@rasat/contract';
import {
  type CalendarName,
  DAY_MS,
  type IstanbulTime,
  istanbulTime,
  type Resolution,
  resolutionMs,
} from '@rasat/engine';
import { MONTHS, WEEKDAYS } from '../../i18n/format.ts';
import { createSessionDays, MIDNIGHT_DAYS } from './session-weights.ts';
import { TICK_WEIGHT, tickWeight } from './tick-weight.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** Texts of the time axis. Instants are UTC epoch milliseconds; the texts use Istanbul's clock. */
export interface TimeLabels {
  /**
   * Returns the weight of a bar's place after the bar before it (null for the first bar), on an axis whose last place
   * is at `endMs`. A heavier place gets its mark first.
   */
  weight(previousMs: number | null, timeMs: number, endMs: number): number;
  /** Returns the text of a mark; the weight determines whether it is a year, a month, a day, an hour or empty. */
  tick(timeMs: number, weight: number): string;
  /** Returns the text of the tag under the crosshair. */
  crosshair(timeMs: number): string;
}

/**
 * Returns the texts for a resolution. Daily bars are named by their day, weekly ones by month and year. Of shorter
 * bars, the first one of each session is named by its date, the others by the clock.
 */
export function createTimeLabels(
  language: Language,
  resolution: Resolution,
  calendar: CalendarName,
): TimeLabels {
  const daily = resolutionMs[resolution] >= DAY_MS;
  const days = calendar === 'always' ? MIDNIGHT_DAYS : createSessionDays(calendar);
  const month = (at: IstanbulTime): string => MONTHS[language][at.month - 1] ?? '';
  const day = (at: IstanbulTime): string => `${at.day} ${month(at)}`;
  const hour = (at: IstanbulTime): string => `${two(at.hour)}:${two(at.minute)}`;
  return {
    weight(previousMs, timeMs, endMs) {
      if (!daily) return days.weight(previousMs, timeMs, endMs);
      // The bar before the first one is unknown, so that the first one has the weight of a day.
      return previousMs === null ? TICK_WEIGHT.day : tickWeight(previousMs, timeMs);
    },
    tick(timeMs, weight) {
      if (!daily) {
        if (weight < TICK_WEIGHT.shortDay) {
          return weight === TICK_WEIGHT.none ? '' : hour(istanbulTime(timeMs));
        }
        return day(istanbulTime(days.dateMs(timeMs)));
      }
      const at = istanbulTime(timeMs);
      if (resolution === '1W' && weight >= TICK_WEIGHT.month) {
        return `${month(at)} ’${two(at.year % 100)}`;
      }
      if (weight >= TICK_WEIGHT.year) return String(at.year);
      return day(at);
    },
    crosshair(timeMs) {
      const at = istanbulTime(timeMs);
      const tail = daily ? (WEEKDAYS[language][at.weekday] ?? '') : hour(at);
      return `${day(at)} ${at.year} ${tail}`;
    },
  };
}
