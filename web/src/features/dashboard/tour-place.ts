/** A rectangle on the screen, in pixels of the window. */
export interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Gap between the ring and its target. A mark inside a line of text has a smaller gap, since its neighbours are close.
 */
const RING_GAP_PX = 8;
const MARK_GAP_PX = 3;
const MARK_PX = 44;
const CARD_GAP_PX = 20;
const EDGE_PX = 12;
/** Top of the highest card, below the header. */
const HIGHEST_PX = 60;

/** Returns the ring around the target of a step, with its gap, cut at the edges of the window. */
export function ringAround(of: Place, window: Pick<Place, 'width' | 'height'>): Place {
  const gap = of.width <= MARK_PX && of.height <= MARK_PX ? MARK_GAP_PX : RING_GAP_PX;
  const left = Math.max(2, of.left - gap);
  const top = Math.max(2, of.top - gap);
  const right = Math.min(window.width - 2, of.left + of.width + gap);
  const bottom = Math.min(window.height - 2, of.top + of.height + gap);
  return { left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

/** Returns the position of a step's card: below the ring if there is room, else above it, always inside the window. */
export function cardBeside(
  ring: Place,
  card: Pick<Place, 'width' | 'height'>,
  window: Pick<Place, 'width' | 'height'>,
): { readonly left: number; readonly top: number } {
  const below = ring.top + ring.height + CARD_GAP_PX;
  const fits = below + card.height <= window.height - EDGE_PX;
  const wanted = fits ? below : ring.top - card.height - CARD_GAP_PX;
  const lowest = window.height - card.height - EDGE_PX;
  const middle = ring.left + ring.width / 2 - card.width / 2;
  const rightmost = window.width - card.width - EDGE_PX;
  return {
    left: Math.max(EDGE_PX, Math.min(middle, rightmost)),
    top: Math.max(EDGE_PX, Math.min(Math.max(HIGHEST_PX, wanted), lowest)),
  };
}
