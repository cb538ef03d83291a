import type { Language } from '@rasat/contract';
import { DAY_MS, type Resolution, resolutionMs } from '@rasat/engine';
import { MONTHS, WEEKDAYS } from '../../i18n/format.ts';
import { istanbulOffsetMs } from '../../i18n/istanbul.ts';
import { TICK_WEIGHT } from './tick-weight.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** The words of the time axis. Instants are UTC epoch milliseconds, the words are Istanbul's clock. */
export interface TimeLabels {
  /** A mark of the axis; its weight says whether it names a year, a month, a day or an hour. */
  tick(timeMs: number, weight: number): string;
  /** The tag under the crosshair. */
  crosshair(timeMs: number): string;
}

/** Words for a resolution: daily bars are named by their day, weekly ones by month and year, shorter ones by the clock. */
export function createTimeLabels(language: Language, resolution: Resolution): TimeLabels {
  const daily = resolutionMs[resolution] >= DAY_MS;
  const local = (timeMs: number): Date => new Date(timeMs + istanbulOffsetMs(timeMs));
  const month = (at: Date): string => MONTHS[language][at.getUTCMonth()] ?? '';
  const day = (at: Date): string => `${at.getUTCDate()} ${month(at)}`;
  const hour = (at: Date): string => `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`;
  return {
    tick(timeMs, weight) {
      const at = local(timeMs);
      if (resolution === '1W' && weight >= TICK_WEIGHT.month) {
        return `${month(at)} ’${two(at.getUTCFullYear() % 100)}`;
      }
      if (weight >= TICK_WEIGHT.year) return String(at.getUTCFullYear());
      return weight >= TICK_WEIGHT.day || daily ? day(at) : hour(at);
    },
    crosshair(timeMs) {
      const at = local(timeMs);
      const tail = daily ? (WEEKDAYS[language][at.getUTCDay()] ?? '') : hour(at);
      return `${day(at)} ${at.getUTCFullYear()} ${tail}`;
    },
  };
}
