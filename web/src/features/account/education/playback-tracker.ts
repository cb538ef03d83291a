import { type PlayedRange, playedShare } from './played-share.ts';

/** Position in a video, in seconds, and its played share, 0 to 1. */
export interface PlaybackProgress {
  readonly position: number;
  readonly progress: number;
}

/** Tracker that follows a video and sends its progress at intervals. */
export interface PlaybackTracker {
  /** Records a time update of the video. */
  readonly update: (
    positionSeconds: number,
    durationSeconds: number,
    played: readonly PlayedRange[],
  ) => void;
  /** Sends unsent progress: at a pause, at the end, and when the page is left. */
  readonly flush: () => void;
  /** Continues with a reloaded video element, whose played ranges are empty. */
  readonly restart: () => void;
}

const SEND_EVERY_MS = 15_000;

/** Creates the tracker of a video whose share `before` was already played. */
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
    // The end of a video fires a pause event as well.
    if (next.position === lastSent?.position && next.progress === lastSent.progress) return;
    lastSent = next;
    send(next);
  };
  return {
    update(positionSeconds, durationSeconds, played) {
      // An opened video that was not played is not sent.
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

/** Formats a position in a video: `2:05`, `1:02:05`. */
export function formatPlayTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(whole % 60)}`
    : `${minutes}:${two(whole % 60)}`;
}
