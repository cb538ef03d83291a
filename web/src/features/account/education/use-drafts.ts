import { useEffect, useState, useSyncExternalStore } from 'react';
import { browserImages } from './browser-images.ts';
import { type Draft, type DraftState, openDraft } from './draft.ts';

/** Where the drafts of this tab lie. */
const KEYS = {
  question: 'rasat.question',
  homework: (number: number) => `rasat.homework.${number}`,
} as const;

/** The draft of the question; what is being sent ends with the section. */
export function useQuestionDraft(person: string): Draft {
  const [draft] = useState(() => openDraft(KEYS.question, person, sessionStorage, browserImages));
  useEffect(() => () => draft.stop(), [draft]);
  return draft;
}

/** The drafts of homework slots by number; an image goes on being sent while another slot is looked at. */
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

/** What stands on a draft now. */
export function useDraftState(draft: Draft): DraftState {
  return useSyncExternalStore(draft.subscribe, draft.state, draft.state);
}
