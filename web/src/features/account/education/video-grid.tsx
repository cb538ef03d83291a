import { Play } from 'lucide-react';
import { Link } from 'react-router';
import { useLanguage } from '../../../i18n/index.ts';
import { NewTabNote } from '../../../ui/new-tab.tsx';
import type { PlatformVideo } from './calls.ts';
import { findWebAddress } from './lesson-state.ts';
import { useLength } from './use-length.ts';

/** Renders the platform videos as cards. Files are played on this page; links open in a new tab. */
export function VideoGrid({ videos }: { readonly videos: readonly PlatformVideo[] }) {
  return (
    <ul className="grid gap-3 p-3 desk:grid-cols-3 max-desk:grid-cols-1">
      {videos.map((video) => (
        <li key={video.id} className="min-w-0">
          <VideoCard entry={video} />
        </li>
      ))}
    </ul>
  );
}

function VideoCard({ entry }: { readonly entry: PlatformVideo }) {
  const language = useLanguage();
  const length = useLength();
  const { id, title, minutes, video } = entry;
  const face = (
    <>
      <span className="relative block aspect-2/1 overflow-hidden rounded-2 border border-line bg-chart-bg">
        {video.kind === 'file' ? (
          // The first second serves as the preview image.
          <video
            src={`${video.url}#t=1`}
            preload="metadata"
            muted
            playsInline
            tabIndex={-1}
            aria-hidden="true"
            className="pointer-events-none size-full object-cover opacity-75"
          />
        ) : (
          <Rule />
        )}
        <span className="absolute top-1/2 left-1/2 grid size-10 -translate-1/2 place-items-center rounded-full bg-primary text-on-primary">
          <Play aria-hidden="true" width={16} height={16} fill="currentColor" />
        </span>
      </span>
      <b className="mt-2 block wrap-anywhere group-hover:underline">{title[language]}</b>
      {minutes === null ? null : <span className="lbl num">{length(minutes)}</span>}
    </>
  );
  const address = video.kind === 'link' ? findWebAddress(video.url) : null;
  if (video.kind === 'file') {
    return (
      <Link to={`?selected=videos&video=${id}`} className="group block">
        {face}
      </Link>
    );
  }
  return address === null ? null : (
    <a href={address} target="_blank" rel="noopener noreferrer" className="group block">
      {face}
      <NewTabNote />
    </a>
  );
}

/** Draws a ruler as the preview of a video of another site. */
function Rule() {
  const ticks = Array.from({ length: 41 }, (_, at) => {
    const long = at % 10 === 0 ? 22 : at % 5 === 0 ? 15 : 9;
    return `M${10 + at * 7} 150v-${long}`;
  });
  return (
    <svg aria-hidden="true" viewBox="0 0 300 150" preserveAspectRatio="none" className="size-full">
      <path d={ticks.join('')} stroke="var(--line-ctl)" fill="none" />
    </svg>
  );
}
