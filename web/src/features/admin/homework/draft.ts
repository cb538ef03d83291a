import { LIMITS } from '@rasat/contract';
import type { ImageMark } from '../../../ui/marked-image.tsx';

/** Mark of a draft; `id` is unique within its image. */
export interface DraftMark extends ImageMark {
  readonly id: number;
}

/** Draft of a review. */
export interface ReviewDraft {
  readonly feedback: string;
  readonly marks: readonly DraftMark[];
}

/** Why a review cannot be sent: a mark without a remark, feedback that is too long, or a fix without feedback. */
export type ReviewFault =
  | { readonly at: 'mark'; readonly id: number }
  | { readonly at: 'feedback'; readonly fault: 'missing' | 'long' };

/** Empty draft. */
export const EMPTY_REVIEW: ReviewDraft = { feedback: '', marks: [] };

const share = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1e4) / 1e4;

/** Returns the draft with a further mark, without a remark, at a place of the image; null at the limit of marks. */
export function addMark(draft: ReviewDraft, x: number, y: number): ReviewDraft | null {
  if (draft.marks.length >= LIMITS.marks) return null;
  const id = Math.max(0, ...draft.marks.map((mark) => mark.id)) + 1;
  return { ...draft, marks: [...draft.marks, { id, x: share(x), y: share(y), text: '' }] };
}

/** Returns the draft with one mark changed; its place is clamped to the image. */
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

/** Returns the draft without a mark. */
export function removeMark(draft: ReviewDraft, id: number): ReviewDraft {
  return { ...draft, marks: draft.marks.filter((mark) => mark.id !== id) };
}

/** Finds the first fault of a review; null for a review that can be sent. */
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

/** Reads a stored draft; null when it is invalid. */
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
