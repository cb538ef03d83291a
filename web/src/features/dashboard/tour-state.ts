import { useEffect, useRef } from 'react';
import { useSession } from '../../api/session/session.ts';
import { findStored, store } from '../../ui/browser-store.ts';
import { isCovered, showOverlay, useOverlay } from '../../ui/overlay.ts';

/** Steps of the tour, in order. The target of a step carries its name as `data-tour`. */
export const TOUR_STEPS = ['symbol', 'ladder', 'ask'] as const;

/** A step of the tour. */
export type TourStep = (typeof TOUR_STEPS)[number];

const CLOSED = 'rasat.tour';

/**
 * Returns whether the tour is shown. It starts when a person is signed in, `ready` holds, and it was never closed in
 * this browser; later it starts from the list of shortcuts. Leaving the page ends it.
 */
export function useTour(ready: boolean): { readonly shown: boolean; readonly close: () => void } {
  const { info } = useSession();
  const overlay = useOverlay();
  const shown = overlay === 'tour';
  const left = useRef(false);
  const fresh = info?.logged === true && info.texts.length === 0 && findStored(CLOSED) === null;
  useEffect(() => {
    if (ready && fresh && overlay === null && !isCovered()) showOverlay('tour');
  }, [ready, fresh, overlay]);
  useEffect(() => {
    left.current = shown;
  }, [shown]);
  useEffect(
    () => () => {
      if (left.current) showOverlay(null);
    },
    [],
  );
  return {
    shown: shown && ready,
    close: () => {
      store(CLOSED, 'closed');
      showOverlay(null);
    },
  };
}
