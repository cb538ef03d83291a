/** A stretch of a video, in seconds. */
export interface PlayedRange {
  readonly start: number;
  readonly end: number;
}

/**
 * How much of a video was played, 0 to 1: the share that was known when it was opened, as if it had been its beginning,
 * and the stretches played behind it since. A jump to the end does not count. `played` are stretches that do not
 * overlap, as a `video` element keeps them.
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

/** Where to go on: the place of the last stop, or the beginning when that was the end or is beyond it. */
export function resumeSeconds(positionSeconds: number, durationSeconds: number): number {
  const END_SECONDS = 15;
  if (!(positionSeconds > 0) || !Number.isFinite(durationSeconds)) return 0;
  return positionSeconds < durationSeconds - END_SECONDS ? positionSeconds : 0;
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}
