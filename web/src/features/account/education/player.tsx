import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import {
  createPlaybackTracker,
  formatPlayTime,
  type PlaybackProgress,
} from './playback-tracker.ts';
import { type PlayedRange, resumeSeconds } from './played-share.ts';

/** Address and start of the playing video. `fresh`: the address replaced a failed one and has not played yet. */
interface Source {
  readonly url: string;
  readonly startSeconds: number;
  readonly fresh: boolean;
}

/**
 * Plays a video file with the browser's controls, starting at `from`. Calls `onProgress` every 15 seconds, at each
 * pause and on removal. Replaces an expired address and continues at the same position.
 */
export function Player({
  url,
  title,
  from = { position: 0, progress: 0 },
  onProgress,
  renewUrl,
  after,
}: {
  readonly url: string;
  readonly title: string;
  readonly from?: PlaybackProgress;
  readonly onProgress?: (progress: PlaybackProgress) => void;
  /** Returns a new address of the same video; null when the video was removed. */
  readonly renewUrl: () => Promise<string | null>;
  /** Content below a video that has ended. */
  readonly after?: ReactNode;
}) {
  const { t } = useTranslation('education');
  const video = useRef<HTMLVideoElement>(null);
  // Each read of the lessons returns a new address. The playing video keeps its own.
  const [source, setSource] = useState<Source>({
    url,
    startSeconds: from.position,
    fresh: false,
  });
  const [failed, setFailed] = useState(false);
  const [ended, setEnded] = useState(false);
  const [resumedAt, setResumedAt] = useState<number | null>(null);
  const tracker = usePlaybackTracker(from.progress, onProgress);

  useEffect(() => {
    video.current?.focus({ preventScroll: true });
    video.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  const track = ({ currentTarget }: { readonly currentTarget: HTMLVideoElement }): void => {
    tracker.update(
      currentTarget.currentTime,
      currentTarget.duration,
      listPlayedRanges(currentTarget.played),
    );
  };
  const renew = async (): Promise<void> => {
    const startSeconds = video.current?.currentTime || source.startSeconds;
    tracker.flush();
    const next = await renewUrl().catch(() => null);
    if (next === null) {
      setFailed(true);
      return;
    }
    tracker.restart();
    setFailed(false);
    setSource({ url: next, startSeconds, fresh: true });
  };

  if (failed) {
    return (
      <div role="alert" className="grid content-center justify-items-start gap-2.25 p-6">
        <h3 className="text-15">{t('player.failed')}</h3>
        <p className="max-w-[42ch] leading-mid text-ink-2">{t('player.failedText')}</p>
        <Button onClick={() => void renew()}>{t('image.retry')}</Button>
      </div>
    );
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: a lesson is played as it was recorded, and was recorded without captions */}
      <video
        ref={video}
        key={source.url}
        src={source.url}
        controls
        playsInline
        preload="metadata"
        aria-label={t('player.label', { title })}
        onLoadedMetadata={({ currentTarget }) => {
          const start = resumeSeconds(source.startSeconds, currentTarget.duration);
          if (start > 0) currentTarget.currentTime = start;
          setResumedAt(start > 0 ? start : null);
        }}
        onPlaying={() => {
          setEnded(false);
          setResumedAt(null);
          // The new address works, so its later failure requests another one.
          if (source.fresh) setSource({ ...source, fresh: false });
        }}
        onTimeUpdate={track}
        onPause={(event) => {
          track(event);
          tracker.flush();
        }}
        onEnded={(event) => {
          track(event);
          tracker.flush();
          setEnded(true);
        }}
        onError={() => {
          if (source.fresh) setFailed(true);
          else void renew();
        }}
        className="block aspect-video w-full bg-chart-bg focus-visible:-outline-offset-2"
      />
      {resumedAt === null ? null : (
        <p role="status" className="px-3 py-2.5 text-12 text-ink-2">
          {t('player.resumed', { time: formatPlayTime(resumedAt) })}
        </p>
      )}
      {ended && after ? <div className="px-3 py-2.5">{after}</div> : null}
    </>
  );
}

/** Creates the tracker of a player. It sends the last progress when the player is removed or the page is hidden. */
function usePlaybackTracker(
  before: number,
  onProgress: ((progress: PlaybackProgress) => void) | undefined,
) {
  const latestOnProgress = useRef(onProgress);
  useEffect(() => {
    latestOnProgress.current = onProgress;
  }, [onProgress]);
  const [tracker] = useState(() =>
    createPlaybackTracker(before, (progress) => latestOnProgress.current?.(progress)),
  );
  useEffect(() => {
    const leave = (): void => {
      if (document.visibilityState === 'hidden') tracker.flush();
    };
    document.addEventListener('visibilitychange', leave);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      tracker.flush();
    };
  }, [tracker]);
  return tracker;
}

function listPlayedRanges(ranges: TimeRanges): PlayedRange[] {
  return Array.from({ length: ranges.length }, (_, at) => ({
    start: ranges.start(at),
    end: ranges.end(at),
  }));
}
