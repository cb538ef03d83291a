import { LIMITS } from '@rasat/contract';
import type { HomeworkReply, HomeworkSlot } from './calls.ts';

/** The numbers of the slots. */
export const SLOTS: readonly number[] = Array.from(
  { length: LIMITS.homeworkSlots },
  (_, at) => at + 1,
);

/** How a slot is shown. */
export type SlotState = 'empty' | 'writing' | HomeworkSlot['state'];

/** What was handed in for a slot; null while nothing was. */
export function findSlot(homework: HomeworkReply, number: number): HomeworkSlot | null {
  return homework[String(number) as keyof HomeworkReply] ?? null;
}

/** Whether something may be handed in: nothing was yet, or a fix is asked for. */
export function isOpen(slot: HomeworkSlot | null): boolean {
  return slot === null || slot.state === 'fix';
}

/** How a slot is shown: what was handed in speaks first, then whether something is being written. */
export function slotState(slot: HomeworkSlot | null, started: boolean): SlotState {
  if (slot !== null && !isOpen(slot)) return slot.state;
  if (started) return 'writing';
  return slot?.state ?? 'empty';
}

/** The slot that is opened when none is asked for: what is asked back, what was begun, the first empty one. */
export function firstSlot(homework: HomeworkReply, started: (number: number) => boolean): number {
  const find = (wanted: (slot: HomeworkSlot | null, number: number) => boolean) =>
    SLOTS.find((number) => wanted(findSlot(homework, number), number));
  return (
    find((slot) => slot?.state === 'fix') ??
    find((slot, number) => isOpen(slot) && started(number)) ??
    find((slot) => slot === null) ??
    1
  );
}

/** The slot whose review is the newest, besides the one at hand; null when none was reviewed. */
export function lastReviewed(homework: HomeworkReply, besides: number): number | null {
  let found: number | null = null;
  let newestMs = Number.NEGATIVE_INFINITY;
  for (const number of SLOTS) {
    const reviewed = findSlot(homework, number)?.reviewed ?? null;
    if (number !== besides && reviewed !== null && reviewed > newestMs) {
      found = number;
      newestMs = reviewed;
    }
  }
  return found;
}
