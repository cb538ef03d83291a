import { atFirstUse } from '../../platform/first-use.ts';

const ZONE = 'Europe/Istanbul';

const fieldFormat = atFirstUse(
  () =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: ZONE,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }),
);

/** How far the clocks of Istanbul are ahead of UTC at a moment, in milliseconds. */
function offsetAt(ms: number): number {
  const fields = Object.fromEntries(
    fieldFormat()
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = fields;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000;
}

/** The year that the calendar of Istanbul shows at a moment. */
export function istanbulYear(ms: number): number {
  return new Date(ms + offsetAt(ms)).getUTCFullYear();
}

/**
 * The same time of day `months` calendar months later, by the calendar of Istanbul; where that month has no such day,
 * its last one: 31 August and six months make 28 February. Times are UTC epoch milliseconds.
 */
export function addMonths(ms: number, months: number): number {
  const local = new Date(ms + offsetAt(ms));
  const day = local.getUTCDate();
  local.setUTCDate(1);
  local.setUTCMonth(local.getUTCMonth() + months);
  const lastDay = new Date(
    Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 0),
  ).getUTCDate();
  local.setUTCDate(Math.min(day, lastDay));
  const localMs = local.getTime();
  // The offset of the moment that is meant: asked again, since the clocks may have been changed in between.
  const guess = localMs - offsetAt(localMs - offsetAt(ms));
  return localMs - offsetAt(guess);
}
