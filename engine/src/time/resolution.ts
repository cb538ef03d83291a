/** All bar lengths, ascending; 15 is for charts only, the engine starts at 60. */
export const RESOLUTIONS = ['15', '60', '240', '1D', '1W'] as const;
/** A bar length. */
export type Resolution = (typeof RESOLUTIONS)[number];

/** The bar lengths that an engine reads: hours, or days for a symbol without hours. */
export const BASE_RESOLUTIONS = ['60', '1D'] as const satisfies readonly Resolution[];
/** A bar length that an engine reads. */
export type BaseResolution = (typeof BASE_RESOLUTIONS)[number];

/** The bar lengths in which a source delivers history; the others are built from them. */
export const SOURCE_RESOLUTIONS = [
  '15',
  ...BASE_RESOLUTIONS,
] as const satisfies readonly Resolution[];
/** A bar length in which a source delivers history. */
export type SourceResolution = (typeof SOURCE_RESOLUTIONS)[number];

/** The bar lengths of boxes. */
export const BOX_RESOLUTIONS = ['60', '240', '1D', '1W'] as const satisfies readonly Resolution[];

/** Milliseconds of a minute. */
export const MINUTE_MS = 60_000;
/** Milliseconds of an hour. */
export const HOUR_MS = 3_600_000;
/** Milliseconds of a day. */
export const DAY_MS = 86_400_000;
/** Milliseconds of a week. */
export const WEEK_MS = 604_800_000;

/** Nominal length of one bar in milliseconds. */
export const resolutionMs: Readonly<Record<Resolution, number>> = {
  '15': 900_000,
  '60': HOUR_MS,
  '240': 14_400_000,
  '1D': DAY_MS,
  '1W': WEEK_MS,
};

// 1970-01-05 was the first Monday of the epoch.
const FIRST_MONDAY_MS = 4 * DAY_MS;

function floorTo(timeMs: number, lengthMs: number): number {
  return Math.floor(timeMs / lengthMs) * lengthMs;
}

/**
 * Returns true when the instant lies on a Sunday, UTC.
 * Rule: docs/analysis.md#buckets
 */
export function isSundayUtc(timeMs: number): boolean {
  const sinceMonday = timeMs - FIRST_MONDAY_MS;
  return sinceMonday - floorTo(sinceMonday, WEEK_MS) >= 6 * DAY_MS;
}

/**
 * Returns the opening time of an instant's bucket, epoch milliseconds UTC.
 *
 * 15, 60 and 240 are floored, 1D is the UTC day, 1W opens on Monday 00:00. With `fx` a Sunday belongs to the Monday
 * that follows, both as a day and as a week. Otherwise the two or three hours of forex on a Sunday would be a bar of
 * their own. Instants before 1970 are allowed.
 * Rule: docs/analysis.md#buckets
 */
export function bucketStart(resolution: Resolution, timeMs: number, fx: boolean): number {
  switch (resolution) {
    case '15':
    case '60':
    case '240':
      return floorTo(timeMs, resolutionMs[resolution]);
    case '1D': {
      const day = floorTo(timeMs, DAY_MS);
      return fx && isSundayUtc(timeMs) ? day + DAY_MS : day;
    }
    case '1W': {
      const monday = floorTo(timeMs - FIRST_MONDAY_MS, WEEK_MS) + FIRST_MONDAY_MS;
      return fx && isSundayUtc(timeMs) ? monday + WEEK_MS : monday;
    }
  }
}

/**
 * Returns the end of a bucket that opened at `startMs`: start plus the nominal length. A forex week ends on Sunday
 * 00:00 UTC (start + 6 days), because Sunday's bars belong to the next week.
 * Rule: docs/analysis.md#buckets
 */
export function bucketEnd(resolution: Resolution, startMs: number, fx: boolean): number {
  return startMs + (fx && resolution === '1W' ? 6 * DAY_MS : resolutionMs[resolution]);
}

/**
 * Returns the time at which a bar is final and its results are known ("tc" in docs/analysis.md): opening plus length
 * for a base bar, the end of the bucket for a higher bar.
 * Rule: docs/analysis.md#buckets
 */
export function barEnd(resolution: Resolution, openTimeMs: number, fx: boolean): number {
  return bucketEnd(resolution, openTimeMs, fx);
}
