import { useEffect, useState, useSyncExternalStore } from 'react';
import { browserImages } from './browser-images.ts';
import { type Draft, type DraftState, openDraft } from './draft.ts';

/** Keys of the drafts in `sessionStorage`. */
const KEYS = {
  question: 'rasat.question',
  homework: (number: number) => `rasat.homework.${number}`,
} as const;

/** Returns the draft of the question. Leaving the section aborts its upload. */
export function useQuestionDraft(person: string): Draft {
  const [draft] = useState(() => openDraft(KEYS.question, person, sessionStorage, browserImages));
  useEffect(() => () => draft.stop(), [draft]);
  return draft;
}

/** Returns the drafts of the homework slots by number. Only leaving the section aborts their uploads. */
export function useHomeworkDrafts(
  person: string,
  numbers: readonly number[],
): ReadonlyMap<number, Draft> {
  const [drafts] = useState(
    () =>
      new Map(
        numbers.map((number) => [
          number,
          openDraft(KEYS.homework(number), person, sessionStorage, browserImages),
        ]),
      ),
  );
  useEffect(
    () => () => {
      for (const draft of drafts.values()) draft.stop();
    },
    [drafts],
  );
  return drafts;
}

/** Returns the current state of a draft. */
export function useDraftState(draft: Draft): DraftState {
  return useSyncExternalStore(draft.subscribe, draft.state, draft.state);
}
