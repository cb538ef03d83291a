import { DAY_MS, istanbulWallMs, MINUTE_MS } from '@rasat/engine';
import { BarFileError } from './formats.ts';

/** Start of the engine's data about Istanbul's clocks; earlier times use the machine's time-zone data. */
const ISTANBUL_SINCE_MS = Date.UTC(1985, 0, 1);

/** Converts between the wall-clock times of a file and instants. All local times are written as if they were UTC. */
export interface Zone {
  /** The name as given by the caller. */
  readonly name: string;
  /**
   * Returns the instant at which the zone's clocks show `localMs`. An hour that the clocks show twice is read in the
   * file's order: its first pass, unless that would not be later than `afterMs`. NaN for a time that the clocks skip.
   */
  toUtcMs(localMs: number, afterMs: number): number;
  /** Returns the time on the zone's clocks at an instant. */
  toLocalMs(utcMs: number): number;
}

const OFFSET = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?$/i;

/**
 * Creates a zone from its IANA name (`Europe/Istanbul`) or a fixed offset (`-05:00`, `UTC+3`, `UTC`). Throws
 * `BarFileError` with the code `time-zone` when the machine does not know it.
 */
export function createZone(name: string): Zone {
  if (/^(UTC|GMT|Z)$/i.test(name))
    return { name, toUtcMs: (localMs) => localMs, toLocalMs: (utcMs) => utcMs };
  const [, sign, hours, minutes] = OFFSET.exec(name) ?? [];
  if (hours !== undefined) {
    const size = Number(hours) * 60 + Number(minutes ?? 0);
    if (size > 14 * 60) throw unknownZone(name);
    const offsetMs = (sign === '-' ? -size : size) * MINUTE_MS;
    return {
      name,
      toUtcMs: (localMs) => localMs - offsetMs,
      toLocalMs: (utcMs) => utcMs + offsetMs,
    };
  }
  const offsetAt = createOffsets(name);
  return {
    name,
    toLocalMs: (utcMs) => utcMs + offsetAt(utcMs),
    toUtcMs(localMs, afterMs) {
      const earlyMs = localMs - offsetAt(localMs - DAY_MS);
      const lateMs = localMs - offsetAt(localMs + DAY_MS);
      const first = Math.min(earlyMs, lateMs);
      const second = Math.max(earlyMs, lateMs);
      const holds = (utcMs: number): boolean => utcMs + offsetAt(utcMs) === localMs;
      if (holds(first) && (first > afterMs || first === second || !holds(second))) return first;
      return holds(second) ? second : Number.NaN;
    },
  };
}

function unknownZone(name: string): BarFileError {
  return new BarFileError('time-zone', `The time zone ${name} is not known.`);
}

/**
 * Returns a function for the offset of a zone's clocks from UTC. Offsets are cached by day where they do not change
 * within the day.
 */
function createOffsets(name: string): (utcMs: number) => number {
  const format = createFormat(name);
  const isIstanbul = format.resolvedOptions().timeZone === 'Europe/Istanbul';
  const exact = (utcMs: number): number => {
    if (isIstanbul && utcMs >= ISTANBUL_SINCE_MS) return istanbulWallMs(utcMs) - utcMs;
    let [year, month, day, hour, minute, second] = [0, 0, 0, 0, 0, 0];
    for (const { type, value } of format.formatToParts(utcMs)) {
      if (type === 'year') year = Number(value);
      else if (type === 'month') month = Number(value);
      else if (type === 'day') day = Number(value);
      else if (type === 'hour') hour = Number(value);
      else if (type === 'minute') minute = Number(value);
      else if (type === 'second') second = Number(value);
    }
    const wholeMs = Math.floor(utcMs / 1000) * 1000;
    return Date.UTC(year, month - 1, day, hour, minute, second) - wholeMs;
  };
  const days = new Map<number, number | null>();
  return (utcMs) => {
    const day = Math.floor(utcMs / DAY_MS);
    let offset = days.get(day);
    if (offset === undefined) {
      const start = exact(day * DAY_MS);
      offset = start === exact((day + 1) * DAY_MS) ? start : null;
      days.set(day, offset);
    }
    return offset ?? exact(utcMs);
  };
}

function createFormat(name: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    throw unknownZone(name);
  }
}
