import { type PlayedRange, playedShare } from './played-share.ts';

/** Where a video was stopped, in seconds, and how much of it was played, 0 to 1. */
export interface PlaybackProgress {
  readonly position: number;
  readonly progress: number;
}

/** Follows a video and sends regularly how far it was played. */
export interface PlaybackTracker {
  /** Takes every time update of the video. */
  readonly update: (
    positionSeconds: number,
    durationSeconds: number,
    played: readonly PlayedRange[],
  ) => void;
  /** Sends an unsent place: at a stop, at the end, and when the page is left. */
  readonly flush: () => void;
  /** The same video was opened anew and begins to count from nothing. */
  readonly restart: () => void;
}

const SEND_EVERY_MS = 15_000;

/** Creates the watch of a video that was played to a share of `before`. */
export function createPlaybackTracker(
  before: number,
  send: (progress: PlaybackProgress) => void,
  now: () => number = () => performance.now(),
): PlaybackTracker {
  let known = before;
  let unsent: PlaybackProgress | null = null;
  let lastSent: PlaybackProgress | null = null;
  let share = before;
  let sentAtMs = now();

  const flush = (): void => {
    if (unsent === null) return;
    const next = unsent;
    unsent = null;
    sentAtMs = now();
    // A video that ends stops as well.
    if (next.position === lastSent?.position && next.progress === lastSent.progress) return;
    lastSent = next;
    send(next);
  };
  return {
    update(positionSeconds, durationSeconds, played) {
      // Before anything was played there is nothing to send: a look at the first picture is no progress.
      if (played.length === 0) return;
      share = Math.max(share, playedShare(known, durationSeconds, played));
      unsent = { position: positionSeconds, progress: share };
      if (now() - sentAtMs >= SEND_EVERY_MS) flush();
    },
    flush,
    restart() {
      known = share;
    },
  };
}

/** A place in a video: `2:05`, `1:02:05`. */
export function formatPlayTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(whole % 60)}`
    : `${minutes}:${two(whole % 60)}`;
}
