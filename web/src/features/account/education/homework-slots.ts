import { LIMITS } from '@rasat/contract';
import type { HomeworkReply, HomeworkSlot } from './calls.ts';

/** Numbers of the homework slots. */
export const SLOTS: readonly number[] = Array.from(
  { length: LIMITS.homeworkSlots },
  (_, at) => at + 1,
);

/** State of a slot as the page shows it. */
export type SlotState = 'empty' | 'writing' | HomeworkSlot['state'];

/** Finds the submitted homework of a slot; null before the first submission. */
export function findSlot(homework: HomeworkReply, number: number): HomeworkSlot | null {
  return homework[String(number) as keyof HomeworkReply] ?? null;
}

/** Returns whether a slot accepts a submission: it has none, or the reviewer requested a fix. */
export function isOpen(slot: HomeworkSlot | null): boolean {
  return slot === null || slot.state === 'fix';
}

/** Returns the state of a slot. A closed submission has priority over a started draft. */
export function slotState(slot: HomeworkSlot | null, started: boolean): SlotState {
  if (slot !== null && !isOpen(slot)) return slot.state;
  if (started) return 'writing';
  return slot?.state ?? 'empty';
}

/** Returns the default slot: one with a requested fix, else one with a started draft, else the first empty one. */
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
