import type { Reply, ROUTES } from '@rasat/contract';
import { all } from '../../ui/document/elements.ts';

type Video = Reply<typeof ROUTES.site>['videos'][number];

/** Shows the videos. One of our own files plays in its place, another address opens in a tab: nothing loads before. */
export function fillVideos(videos: readonly Video[]): void {
  for (const section of all('[data-section="videos"]')) section.hidden = videos.length === 0;
  for (const [at, place] of all('[data-video]').entries()) {
    const video = videos[at];
    const link = place.querySelector('a');
    if (!video || !link) continue;
    place.hidden = false;
    const plays = isOwnFile(video.url);
    for (const title of place.querySelectorAll('[data-video-title]')) {
      title.textContent = video.title.tr;
    }
    for (const note of place.querySelectorAll('[data-video-note]')) {
      note.textContent = plays ? ', oynat' : ' (yeni sekmede açılır)';
    }
    link.href = video.url;
    if (plays) {
      link.addEventListener('click', (event) => {
        event.preventDefault();
        play(link, video);
      });
    }
  }
}

/** Whether an address is a recording that this site serves itself. */
export function isOwnFile(url: string): boolean {
  return /^\/(?!\/)[^?#]*\.(?:mp4|webm)$/i.test(url);
}

function play(link: HTMLElement, { title, url }: Video): void {
  const video = document.createElement('video');
  video.src = url;
  video.controls = true;
  video.autoplay = true;
  video.playsInline = true;
  video.ariaLabel = title.tr;
  video.className = 'absolute inset-0 size-full bg-chart-bg';
  link.replaceWith(video);
  video.focus();
}
