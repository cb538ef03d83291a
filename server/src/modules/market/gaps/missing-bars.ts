import { type CalendarName, calendarBars, type Resolution } from '@rasat/engine';

/** Successive bars that a calendar has and a history lacks, without a stored bar between them. */
export interface MissingBars {
  /** Opening time of the first missing bar. */
  readonly fromMs: number;
  /** End of the last missing bar. */
  readonly toMs: number;
  /** Number of missing bars; closed hours between them do not count. */
  readonly count: number;
}

type Run = { -readonly [Field in keyof MissingBars]: MissingBars[Field] };

/** What a history should have: the bars of a calendar in `fromMs <= openTimeMs` that end by `toMs`. */
export interface ExpectedBars {
  readonly calendar: CalendarName;
  readonly resolution: Resolution;
  readonly fx: boolean;
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Returns the expected bars that are not among `openTimeMs`, ascending opening times, as runs in ascending order. A bar
 * is expected in every bucket that a session touches, as `calendarBars` yields them. Stored bars outside the sessions
 * neither fill nor divide a run.
 */
export function findMissingBars(
  openTimeMs: ArrayLike<number>,
  { calendar, resolution, fx, fromMs, toMs }: ExpectedBars,
): MissingBars[] {
  const missing: Run[] = [];
  let run: Run | undefined;
  let at = 0;
  for (const { openMs, endMs } of calendarBars(calendar, resolution, fx, fromMs)) {
    if (endMs > toMs) break;
    if (openMs < fromMs) continue;
    while (at < openTimeMs.length && (openTimeMs[at] ?? 0) < openMs) at += 1;
    if (openTimeMs[at] === openMs) {
      run = undefined;
    } else if (run) {
      run.toMs = endMs;
      run.count += 1;
    } else {
      run = { fromMs: openMs, toMs: endMs, count: 1 };
      missing.push(run);
    }
  }
  return missing;
}
