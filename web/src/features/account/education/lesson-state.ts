import { LIMITS } from '@rasat/contract';
import type { Lesson } from './calls.ts';

/** State of a lesson for a person; `pending` is without its video. */
export type LessonState = 'pending' | 'ready' | 'started' | 'watched';

/** Returns the state of a lesson from its video and its played share. */
export function lessonState({
  state,
  video,
  progress,
}: Pick<Lesson, 'state' | 'video' | 'progress'>): LessonState {
  if (state === 'pending' || video === null) return 'pending';
  if (progress >= LIMITS.lessonWatched) return 'watched';
  return progress > 0 ? 'started' : 'ready';
}

/** Splits a length into whole hours and the remaining minutes. */
export function splitMinutes(minutes: number): {
  readonly hours: number;
  readonly minutes: number;
} {
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

/** Returns the address when it is http or https; null for any other. */
export function findWebAddress(url: string): string | null {
  if (!URL.canParse(url)) return null;
  return /^https?:$/.test(new URL(url).protocol) ? url : null;
}

/** Reads a whole number from 1 to `max` from a URL parameter; null for any other text. */
export function readNumber(text: string | null, max: number): number | null {
  if (text === null || !/^[1-9]\d{0,8}$/.test(text)) return null;
  const number = Number(text);
  return number <= max ? number : null;
}
