/** Played range of a video, in seconds. */
export interface PlayedRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the played share of a video, 0 to 1. `shareBefore` counts as played from the start of the video; only ranges
 * after it are added. A jump is in no range. The ranges do not overlap, as in `HTMLMediaElement.played`.
 */
export function playedShare(
  shareBefore: number,
  durationSeconds: number,
  played: readonly PlayedRange[],
): number {
  if (!(durationSeconds > 0) || !Number.isFinite(durationSeconds)) return clamp(shareBefore);
  const known = clamp(shareBefore) * durationSeconds;
  let more = 0;
  for (const { start, end } of played) {
    more += Math.max(0, Math.min(end, durationSeconds) - Math.max(start, known));
  }
  return clamp((known + more) / durationSeconds);
}

/** Returns the second to resume at: the last position, or 0 when it is near or after the end. */
export function resumeSeconds(positionSeconds: number, durationSeconds: number): number {
  const END_SECONDS = 15;
  if (!(positionSeconds > 0) || !Number.isFinite(durationSeconds)) return 0;
  return positionSeconds < durationSeconds - END_SECONDS ? positionSeconds : 0;
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}
