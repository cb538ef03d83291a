import type { Reply, ROUTES } from '@rasat/contract';
import { all } from '../../ui/document/elements.ts';
import { pageLanguage, word } from './words.ts';

type Video = Reply<typeof ROUTES.site>['videos'][number];

/** Posters of the films that are part of the product. */
const POSTERS: ReadonlyMap<string, string> = new Map([
  ['/tour/boxes.webm', new URL('./posters/boxes.webp', import.meta.url).href],
  ['/tour/levels.webm', new URL('./posters/levels.webp', import.meta.url).href],
  ['/tour/cycle.webm', new URL('./posters/cycle.webp', import.meta.url).href],
]);

/**
 * Shows the videos. A file of this site plays in the page; any other address opens in a tab, and nothing of it loads
 * before. A film of the product shows its poster when it comes near the screen.
 */
export function fillVideos(videos: readonly Video[]): void {
  for (const section of all('[data-section="videos"]')) section.hidden = videos.length === 0;
  for (const [at, place] of all('[data-video]').entries()) {
    const video = videos[at];
    const link = place.querySelector('a');
    if (!video || !link) continue;
    place.hidden = false;
    const plays = isOwnFile(video.url);
    for (const title of place.querySelectorAll('[data-video-title]')) {
      title.textContent = video.title[pageLanguage()];
    }
    for (const note of place.querySelectorAll('[data-video-note]')) {
      note.textContent = plays ? `, ${word('word.play')}` : ` (${word('word.newTab')})`;
    }
    link.href = video.url;
    const poster = POSTERS.get(video.url);
    if (poster !== undefined) link.before(drawPoster(poster));
    if (plays) {
      link.addEventListener('click', (event) => {
        event.preventDefault();
        play(place, link, video);
      });
    }
  }
}

/** Whether an address is a recording on this site. */
export function isOwnFile(url: string): boolean {
  return /^\/(?!\/)[^?#]*\.(?:mp4|webm)$/i.test(url);
}

function drawPoster(address: string): HTMLElement {
  const picture = new Image(864, 486);
  picture.loading = 'lazy';
  picture.decoding = 'async';
  picture.alt = '';
  picture.className = 'absolute inset-0 size-full';
  picture.src = address;
  return picture;
}

/** Plays a film in the full width of the section, above the others, because it shows small print. */
function play(place: HTMLElement, link: HTMLElement, { title, url }: Video): void {
  const video = document.createElement('video');
  video.src = url;
  video.controls = true;
  video.autoplay = true;
  video.playsInline = true;
  video.ariaLabel = title[pageLanguage()];
  video.className = 'absolute inset-0 size-full bg-chart-bg';
  place.dataset.plays = '';
  link.replaceWith(video);
  video.focus();
  video.scrollIntoView({ block: 'nearest' });
}
