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

/** The words of the time axis. Instants are UTC epoch milliseconds, the words are Istanbul's clock. */
export interface TimeLabels {
  /**
   * How important a bar's place is after the bar before it (null for the first bar), on an axis whose last place is at
   * `endMs`. A heavier place wins.
   */
  weight(previousMs: number | null, timeMs: number, endMs: number): number;
  /** A mark of the axis; its weight says whether it names a year, a month, a day, an hour or nothing. */
  tick(timeMs: number, weight: number): string;
  /** The tag under the crosshair. */
  crosshair(timeMs: number): string;
}

/**
 * Words for a resolution: daily bars are named by their day, weekly ones by month and year. Of shorter ones the first bar of
 * each session of the calendar is named by its date, the others by the clock.
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
      // The bar before the first one is unknown: the first one is as heavy as any other day.
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
