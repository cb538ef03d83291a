import { addMonthsUtc } from './month.ts';
import { bucketStart } from './resolution.ts';
import { localToUtcMs, zoneOffsetMs } from './zone-offset.ts';

/** What a clock and a calendar in Istanbul show; `month` counts from 1, `weekday` from 0 for Sunday. */
export interface IstanbulTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly weekday: number;
}

/**
 * What Istanbul's clocks show at an instant, written as if it were UTC, in epoch milliseconds:
 * everything that reads UTC reads Istanbul's time from it. Right since 1985.
 */
export function istanbulWallMs(timeMs: number): number {
  return timeMs + zoneOffsetMs('istanbul', timeMs);
}

/**
 * The instant at which Istanbul's clocks show `wallMs`, a time written as if it were UTC. Of an
 * hour that the clocks show twice it is the second one; of one that they skip, the hour after it.
 */
export function istanbulToUtcMs(wallMs: number): number {
  return localToUtcMs('istanbul', wallMs);
}

/** Reads an instant off a clock and a calendar in Istanbul. */
export function istanbulTime(timeMs: number): IstanbulTime {
  const wall = new Date(istanbulWallMs(timeMs));
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    second: wall.getUTCSeconds(),
    weekday: wall.getUTCDay(),
  };
}

/** An instant on Istanbul's clock, to the minute, as ISO 8601 writes a local time: `2026-11-21T14:02`. */
export function istanbulIso(timeMs: number): string {
  return new Date(istanbulWallMs(timeMs)).toISOString().slice(0, 16);
}

/** The day in Istanbul that an instant lies in: `2026-11-21`. */
export function istanbulDay(timeMs: number): string {
  return istanbulIso(timeMs).slice(0, 10);
}

/** When a day of Istanbul (`2026-11-21`) begins. NaN for a text that is no day. */
export function istanbulDayStartMs(day: string): number {
  return istanbulToUtcMs(Date.parse(day));
}

/** The last Monday 00:00 in Istanbul at an instant. */
export function istanbulWeekStartMs(timeMs: number): number {
  return istanbulToUtcMs(bucketStart('1W', istanbulWallMs(timeMs), false));
}

/**
 * The same day and time in Istanbul `months` calendar months later; a day that the target month does
 * not have becomes its last day (31 August + 6 months is 28 or 29 February).
 */
export function addMonthsIstanbul(timeMs: number, months: number): number {
  return istanbulToUtcMs(addMonthsUtc(istanbulWallMs(timeMs), months));
}
