import { addMonthsUtc } from './month.ts';
import { bucketStart } from './resolution.ts';
import { localToUtcMs, zoneOffsetMs } from './zone-offset.ts';

/** Clock and calendar in Istanbul; `month` counts from 1, `weekday` from 0 for Sunday. */
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
 * Returns the wall time in Istanbul at an instant, in epoch milliseconds as if it were UTC. Code that formats UTC then
 * formats Istanbul's time. Correct since 1985.
 */
export function istanbulWallMs(timeMs: number): number {
  return timeMs + zoneOffsetMs('istanbul', timeMs);
}

/**
 * Returns the instant of a wall time in Istanbul, `wallMs`, which is written as if it were UTC. Of an hour that the
 * clocks show twice it is the second; an hour that they skip becomes the hour after it.
 */
export function istanbulToUtcMs(wallMs: number): number {
  return localToUtcMs('istanbul', wallMs);
}

/** Returns clock and calendar in Istanbul at an instant. */
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

/** Returns an instant in Istanbul's time, to the minute, in the local form of ISO 8601: `2026-11-21T14:02`. */
export function istanbulIso(timeMs: number): string {
  return new Date(istanbulWallMs(timeMs)).toISOString().slice(0, 16);
}

/** Returns the day of an instant in Istanbul: `2026-11-21`. */
export function istanbulDay(timeMs: number): string {
  return istanbulIso(timeMs).slice(0, 10);
}

/** Returns the start of a day in Istanbul (`2026-11-21`). NaN for a text that is not a day. */
export function istanbulDayStartMs(day: string): number {
  return istanbulToUtcMs(Date.parse(day));
}

/** Returns the last Monday 00:00 in Istanbul at or before an instant. */
export function istanbulWeekStartMs(timeMs: number): number {
  return istanbulToUtcMs(bucketStart('1W', istanbulWallMs(timeMs), false));
}

/**
 * Returns the same day and time in Istanbul `months` calendar months later. A day that the target month does not have
 * becomes its last day (31 August + 6 months is 28 or 29 February).
 */
export function addMonthsIstanbul(timeMs: number, months: number): number {
  return istanbulToUtcMs(addMonthsUtc(istanbulWallMs(timeMs), months));
}
