import { DAY_MS, HOUR_MS, MINUTE_MS } from '@rasat/engine';

const EARLIEST_MS = Date.UTC(1900, 0, 1);
const LATEST_MS = Date.UTC(2100, 0, 1);

/** A time as written in a file. */
export interface Moment {
  /** The written wall-clock time as if it were UTC; for an epoch the instant itself. */
  readonly wallMs: number;
  /** The instant, when the text has an offset or is an epoch; else NaN. */
  readonly utcMs: number;
}

const TEXT =
  /^(?:(\d{4})([-./]?)(\d{2})\2(\d{2})|(\d{2})\.(\d{2})\.(\d{4}))(?:[T ]+(\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?)?(?:\s*(Z|UTC|GMT)|\s*([+-])(\d{2}):?(\d{2}))?$/;
const EPOCH = /^\d{9,16}(?:\.\d+)?$/;

/**
 * Reads `2024-01-31`, `2024.01.31 13:45`, `20240131 134500`, `31.01.2024 13:45:00.000`, ISO 8601 with or without an
 * offset, and epochs of seconds, milliseconds or microseconds. Day and month are never guessed: dates with slashes have
 * to begin with the year. A leap second (`23:59:60`), which our clocks do not have, becomes the last millisecond before
 * the next minute. Undefined for any other text and for times outside 1900 to 2100.
 */
export function readMoment(text: string): Moment | undefined {
  return readCommon(text) ?? readAny(text);
}

/** Reads `count` digits from a position in a text; NaN when one of them is no digit. */
function digitsAt(text: string, at: number, count: number): number {
  let value = 0;
  for (let i = at; i < at + count; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

/** Positions of month, hour, minute and second in the most common shapes, by the text's length. */
const COMMON: Readonly<
  Record<number, readonly [month: number, hour: number, minute: number, second: number]>
> = {
  // 20240131 13:45, 20240131 134500
  14: [4, 9, 12, 0],
  15: [4, 9, 11, 13],
  // 2024-01-31, 2024-01-31 13:45, 2024-01-31 13:45:00
  10: [5, 0, 0, 0],
  16: [5, 11, 14, 0],
  19: [5, 11, 14, 17],
};

/** Reads the shapes of `COMMON`, many times faster than the pattern; undefined for any other text. */
function readCommon(text: string): Moment | undefined {
  const places = COMMON[text.length];
  if (!places) return undefined;
  const [monthAt, hourAt, minuteAt, secondAt] = places;
  const dashed = monthAt === 5;
  const separator = text.charCodeAt(4);
  if (dashed && (separator !== text.charCodeAt(7) || (separator !== 45 && separator !== 46))) {
    return undefined;
  }
  const gap = hourAt === 0 ? 32 : text.charCodeAt(hourAt - 1);
  if (gap !== 32 && gap !== 84) return undefined;
  if (minuteAt > hourAt + 2 && text.charCodeAt(minuteAt - 1) !== 58) return undefined;
  if (secondAt > minuteAt + 2 && text.charCodeAt(secondAt - 1) !== 58) return undefined;
  const day = digitsAt(text, dashed ? 8 : 6, 2);
  const month = digitsAt(text, monthAt, 2);
  const hour = hourAt === 0 ? 0 : digitsAt(text, hourAt, 2);
  const minute = minuteAt === 0 ? 0 : digitsAt(text, minuteAt, 2);
  const second = secondAt === 0 ? 0 : digitsAt(text, secondAt, 2);
  const inRange = month >= 1 && month <= 12 && day >= 1 && day <= 28;
  if (!inRange || !(hour <= 23 && minute <= 59 && second <= 59)) return undefined;
  const wallMs = Date.UTC(digitsAt(text, 0, 4), month - 1, day, hour, minute, second);
  return isPlausible(wallMs) ? { wallMs, utcMs: Number.NaN } : undefined;
}

function readAny(text: string): Moment | undefined {
  const code = text.charCodeAt(4);
  // Twelve digits and more without a separator are an epoch, so the slow pattern is not tried.
  if (text.length >= 12 && code >= 48 && code <= 57 && EPOCH.test(text)) return readEpoch(text);
  const match = TEXT.exec(text);
  if (!match) return readEpoch(text);
  const [, year, , month, day, day2, month2, year2, hour, minute, second, fraction] = match;
  const [y, m, d] = [Number(year ?? year2), Number(month ?? month2), Number(day ?? day2)];
  const dayMs = Date.UTC(y, m - 1, d);
  // A day that the month does not have would roll over into the next.
  if (m < 1 || m > 12 || d < 1 || (d > 28 && new Date(dayMs).getUTCDate() !== d)) return undefined;
  const [h, min, s] = [Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0)];
  const isLeap = s === 60 && min === 59;
  if (h > 23 || min > 59 || (s > 59 && !isLeap)) return undefined;
  const ms = fraction === undefined ? 0 : Math.floor(Number(`0.${fraction}`) * 1000);
  const inMinuteMs = isLeap ? MINUTE_MS - 1 : s * 1000 + ms;
  const wallMs = dayMs + h * HOUR_MS + min * MINUTE_MS + inMinuteMs;
  if (!isPlausible(wallMs)) return undefined;
  const [, , , , , , , , , , , , utc, sign, offsetHours, offsetMinutes] = match;
  if (utc !== undefined) return { wallMs, utcMs: wallMs };
  if (sign === undefined) return { wallMs, utcMs: Number.NaN };
  const offsetMs = (Number(offsetHours) * 60 + Number(offsetMinutes)) * MINUTE_MS;
  return { wallMs, utcMs: sign === '-' ? wallMs + offsetMs : wallMs - offsetMs };
}

function readEpoch(text: string): Moment | undefined {
  if (!EPOCH.test(text)) return undefined;
  const value = Number(text);
  // Seconds of 2100 are still below the milliseconds of April 1970, which no market file holds.
  const ms = value < 1e10 ? value * 1000 : value < 1e14 ? value : value / 1000;
  const utcMs = Math.floor(ms);
  return isPlausible(utcMs) ? { wallMs: utcMs, utcMs } : undefined;
}

/** Reads an instant in whole milliseconds of the epoch, also before 1970; undefined outside 1900 to 2100. */
export function readMilliseconds(text: string): Moment | undefined {
  if (!/^-?\d{1,14}$/.test(text)) return undefined;
  const utcMs = Number(text);
  return isPlausible(utcMs) ? { wallMs: utcMs, utcMs } : undefined;
}

function isPlausible(timeMs: number): boolean {
  return timeMs >= EARLIEST_MS && timeMs < LATEST_MS;
}

/** Returns the moment after the given milliseconds since the midnight that a file's name gives. */
export function momentOfDay(dayMs: number, text: string): Moment | undefined {
  if (!/^\d{1,8}$/.test(text)) return undefined;
  const passedMs = Number(text);
  if (passedMs >= DAY_MS) return undefined;
  return { wallMs: dayMs + passedMs, utcMs: Number.NaN };
}
