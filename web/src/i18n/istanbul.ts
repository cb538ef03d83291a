const HOUR_MS = 3_600_000;
/** Since 6 September 2016, 21:00 UTC, Turkey keeps +03:00 all year. */
const FIXED_SINCE_MS = Date.UTC(2016, 8, 6, 21);
const FIXED_OFFSET_MS = 3 * HOUR_MS;

// Made when it is needed: making one costs more than the rest of a page's start.
let clock: Intl.DateTimeFormat | null = null;

const earlierOffsets = new Map<number, number>();
const MAX_REMEMBERED_HOURS = 200_000;

function offsetBefore2016(timeMs: number): number {
  const hour = Math.floor(timeMs / HOUR_MS);
  const known = earlierOffsets.get(hour);
  if (known !== undefined) return known;
  clock ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Istanbul',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  });
  const part = new Map<string, number>();
  for (const { type, value } of clock.formatToParts(hour * HOUR_MS)) part.set(type, Number(value));
  const localMs = Date.UTC(
    part.get('year') ?? 1970,
    (part.get('month') ?? 1) - 1,
    part.get('day') ?? 1,
    part.get('hour') ?? 0,
  );
  const offsetMs = localMs - hour * HOUR_MS;
  if (earlierOffsets.size >= MAX_REMEMBERED_HOURS) earlierOffsets.clear();
  earlierOffsets.set(hour, offsetMs);
  return offsetMs;
}

/** How far Istanbul's clock is ahead of UTC at an instant, in milliseconds; before 2016 with its summer time. */
export function istanbulOffsetMs(timeMs: number): number {
  return timeMs >= FIXED_SINCE_MS ? FIXED_OFFSET_MS : offsetBefore2016(timeMs);
}
