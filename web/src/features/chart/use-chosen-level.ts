import { type RefObject, useMemo, useRef, useState } from 'react';
import type { ChartPort, Selection } from '../../charts/index.ts';
import type { Drawn } from '../../drawings/kinds.ts';
import type { WhySubject } from '../../why/index.ts';

/** The level that is chosen on the chart, and its explanation. */
export interface ChosenLevel {
  /** Null without a level, and for a level that is gone since the analysis was read again. */
  readonly selection: Selection | null;
  readonly subject: WhySubject | null;
  /** Whether the explanation is open. */
  readonly isOpen: boolean;
  /** The title of the explanation, which takes the focus when a key opened it. */
  readonly titleRef: RefObject<HTMLHeadingElement | null>;
  /** The bar that the explanation points at. */
  readonly highlightMs: number | null;
  readonly highlight: (timeMs: number | null) => void;
  /** Chooses a level, or none, and leaves the explanation as it is. */
  readonly choose: (selection: Selection | null) => void;
  /** Chooses a level with its explanation, or none. */
  readonly pick: (selection: Selection | null) => void;
  /** Opens the explanation by key. */
  readonly open: () => void;
  readonly close: () => void;
}

/** Keeps the chosen level among the drawings of a chart. */
export function useChosenLevel(
  drawn: ReadonlyMap<string, Drawn>,
  port: RefObject<ChartPort | null>,
): ChosenLevel {
  const [selection, choose] = useState<Selection | null>(null);
  const [explained, setExplained] = useState(false);
  const [highlightMs, highlight] = useState<number | null>(null);
  const titleRef = useRef<HTMLHeadingElement>(null);
  const openedByKey = useRef(false);
  const chosen = selection ? drawn.get(selection.target.drawing) : undefined;
  const subject = useMemo(
    () => (chosen && selection ? chosen.why(selection.target.part) : null),
    [chosen, selection],
  );
  return {
    selection: subject && selection,
    subject,
    isOpen: subject !== null && explained,
    titleRef,
    highlightMs,
    highlight,
    choose,
    pick: (picked) => {
      choose(picked);
      setExplained(picked !== null);
    },
    open: () => {
      if (!subject) return;
      openedByKey.current = true;
      setExplained(true);
      // The pane takes the focus once it is there.
      requestAnimationFrame(() => titleRef.current?.focus());
    },
    close: () => {
      setExplained(false);
      highlight(null);
      if (openedByKey.current) port.current?.focus();
      openedByKey.current = false;
    },
  };
}
