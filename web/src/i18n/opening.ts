import { DAY_MS, istanbulTime, istanbulWallMs, type Language, MINUTE_MS } from '@rasat/contract';
import { formatDay, formatHour, WEEKDAYS } from './format.ts';

/** The parts of a future moment, for the texts. */
export interface ComingMoment {
  /** `today` and `tomorrow` for the next 24 hours, `day` for later ones. */
  readonly when: 'today' | 'tomorrow' | 'day';
  /** The day: its short name within six days (`Mon`), its date beyond (`4 Nov`). */
  readonly day: string;
  /** `17:30`, by Istanbul's clock. */
  readonly time: string;
  /** The time until then, rounded up to whole minutes. */
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
}

/** Returns the parts of a future moment, seen from `nowMs`, in a language; both UTC epoch milliseconds. */
export function describeComing(language: Language, timeMs: number, nowMs: number): ComingMoment {
  const dayOf = (ms: number): number => Math.floor(istanbulWallMs(ms) / DAY_MS);
  const apart = dayOf(timeMs) - dayOf(nowMs);
  const near = timeMs - nowMs < DAY_MS;
  const { weekday } = istanbulTime(timeMs);
  const minutes = Math.max(1, Math.ceil((timeMs - nowMs) / MINUTE_MS));
  return {
    when: near && apart <= 1 ? (apart <= 0 ? 'today' : 'tomorrow') : 'day',
    day: apart < 7 ? (WEEKDAYS[language][weekday] ?? '') : formatDay(language, timeMs, nowMs),
    time: formatHour(timeMs),
    days: Math.floor(minutes / 1440),
    hours: Math.floor(minutes / 60) % 24,
    minutes: minutes % 60,
  };
}
