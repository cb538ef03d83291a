import { LIMITS } from '@rasat/contract';
import type { ImageMark } from '../../../ui/marked-image.tsx';

/** A mark while a review is written; `id` tells marks of one image apart, whatever they say. */
export interface DraftMark extends ImageMark {
  readonly id: number;
}

/** A review while it is written. */
export interface ReviewDraft {
  readonly feedback: string;
  readonly marks: readonly DraftMark[];
}

/** What keeps a review from being sent: a mark without a remark, too long a feedback, or a fix without words. */
export type ReviewFault =
  | { readonly at: 'mark'; readonly id: number }
  | { readonly at: 'feedback'; readonly fault: 'missing' | 'long' };

/** Nothing written yet. */
export const EMPTY_REVIEW: ReviewDraft = { feedback: '', marks: [] };

const share = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1e4) / 1e4;

/** Puts a mark without a remark at a place of the image; null when there are as many as there may be. */
export function addMark(draft: ReviewDraft, x: number, y: number): ReviewDraft | null {
  if (draft.marks.length >= LIMITS.marks) return null;
  const id = Math.max(0, ...draft.marks.map((mark) => mark.id)) + 1;
  return { ...draft, marks: [...draft.marks, { id, x: share(x), y: share(y), text: '' }] };
}

/** Changes one mark; a place beyond the image is its edge. */
export function changeMark(
  draft: ReviewDraft,
  id: number,
  change: Partial<ImageMark>,
): ReviewDraft {
  const changed = (mark: DraftMark): DraftMark => {
    const next = { ...mark, ...change };
    return { ...next, x: share(next.x), y: share(next.y) };
  };
  return {
    ...draft,
    marks: draft.marks.map((mark) => (mark.id === id ? changed(mark) : mark)),
  };
}

/** Takes a mark away; those after it count one less. */
export function removeMark(draft: ReviewDraft, id: number): ReviewDraft {
  return { ...draft, marks: draft.marks.filter((mark) => mark.id !== id) };
}

/** The first thing that keeps a review from being sent; null when nothing does. */
export function findReviewFault(
  { feedback, marks }: ReviewDraft,
  state: 'approved' | 'fix',
): ReviewFault | null {
  const bare = marks.find(({ text }) => text.trim() === '' || text.trim().length > LIMITS.markText);
  if (bare !== undefined) return { at: 'mark', id: bare.id };
  const { length } = feedback.trim();
  if (length > LIMITS.studentText) return { at: 'feedback', fault: 'long' };
  return state === 'fix' && length === 0 ? { at: 'feedback', fault: 'missing' } : null;
}

/** A review as it was kept; null when it is none. */
export function readReview(kept: unknown): ReviewDraft | null {
  if (!isRecord(kept) || typeof kept.feedback !== 'string' || !Array.isArray(kept.marks)) {
    return null;
  }
  const marks = (kept.marks as readonly unknown[]).flatMap((mark) => {
    if (!isRecord(mark)) return [];
    const { id, x, y, text } = mark;
    return typeof id === 'number' &&
      typeof x === 'number' &&
      typeof y === 'number' &&
      typeof text === 'string'
      ? [{ id, x: share(x), y: share(y), text }]
      : [];
  });
  return { feedback: kept.feedback, marks: marks.slice(0, LIMITS.marks) };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
