import { useEffect, useState, useSyncExternalStore } from 'react';
import { browserImages } from './browser-images.ts';
import { openPaper, type Paper, type PaperState } from './paper.ts';

/** Where the drafts of this tab lie. */
const KEYS = {
  question: 'rasat.question',
  homework: (number: number) => `rasat.homework.${number}`,
} as const;

/** The paper of the question; what is being sent ends with the section. */
export function useQuestionPaper(person: string): Paper {
  const [paper] = useState(() => openPaper(KEYS.question, person, sessionStorage, browserImages));
  useEffect(() => () => paper.stop(), [paper]);
  return paper;
}

/** The papers of homework slots by number; an image goes on being sent while another slot is looked at. */
export function useHomeworkPapers(
  person: string,
  numbers: readonly number[],
): ReadonlyMap<number, Paper> {
  const [papers] = useState(
    () =>
      new Map(
        numbers.map((number) => [
          number,
          openPaper(KEYS.homework(number), person, sessionStorage, browserImages),
        ]),
      ),
  );
  useEffect(
    () => () => {
      for (const paper of papers.values()) paper.stop();
    },
    [papers],
  );
  return papers;
}

/** What stands on a paper now. */
export function usePaper(paper: Paper): PaperState {
  return useSyncExternalStore(paper.subscribe, paper.state, paper.state);
}
