import { type RefObject, useMemo, useRef, useState } from 'react';
import type { ChartPort, Selection } from '../../charts/index.ts';
import type { Drawn } from '../../drawings/kinds.ts';
import type { WhySubject } from '../../why/index.ts';

/** The chosen level of the chart, and its explanation. */
export interface ChosenLevel {
  /** Null without a level, and for a level that the current analysis no longer has. */
  readonly selection: Selection | null;
  readonly subject: WhySubject | null;
  /** Whether the explanation is open. */
  readonly isOpen: boolean;
  /** Title of the explanation; it gets the focus when a key opened the explanation. */
  readonly titleRef: RefObject<HTMLHeadingElement | null>;
  /** Opening time of the bar that the explanation marks; null for none. */
  readonly highlightMs: number | null;
  readonly highlight: (timeMs: number | null) => void;
  /** Chooses a level, or none; leaves the explanation open or closed. */
  readonly choose: (selection: Selection | null) => void;
  /** Chooses a level and opens its explanation; null closes it. */
  readonly pick: (selection: Selection | null) => void;
  /** Opens the explanation from the keyboard. */
  readonly open: () => void;
  readonly close: () => void;
}

/** Returns the chosen level and the functions that change it. */
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
      // The title exists after the next render.
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
