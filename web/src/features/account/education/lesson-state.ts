import { LIMITS } from '@rasat/contract';
import type { Lesson } from './calls.ts';

/** How a lesson stands: without its video, not begun, begun, or watched. */
export type LessonState = 'pending' | 'ready' | 'started' | 'watched';

/** How a lesson stands for the person. */
export function lessonState({
  state,
  video,
  progress,
}: Pick<Lesson, 'state' | 'video' | 'progress'>): LessonState {
  if (state === 'pending' || video === null) return 'pending';
  if (progress >= LIMITS.lessonWatched) return 'watched';
  return progress > 0 ? 'started' : 'ready';
}

/** A length in whole hours and the minutes beyond them. */
export function splitMinutes(minutes: number): {
  readonly hours: number;
  readonly minutes: number;
} {
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

/** An address that may be opened in a tab: http or https alone; null for anything else. */
export function findWebAddress(url: string): string | null {
  if (!URL.canParse(url)) return null;
  return /^https?:$/.test(new URL(url).protocol) ? url : null;
}

/** The whole number that an address names, when it lies between 1 and `max`; null otherwise. */
export function readNumber(text: string | null, max: number): number | null {
  if (text === null || !/^[1-9]\d{0,8}$/.test(text)) return null;
  const number = Number(text);
  return number <= max ? number : null;
}
