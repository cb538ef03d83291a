import { BOX_SLOTS, type Box, type CrystalSeer, type EngineView } from '@rasat/engine';

/** What screens show of a view: all but what changes with every bar and stands in the state already. */
export type ShownView = Omit<EngineView, 'lastBarMs' | 'barTimeMs' | 'close'>;

/**
 * How it is kept: boxes, by far the largest part and frozen since they were made, by the id of the event that made them
 * known.
 */
export type KeptView = Omit<ShownView, 'boxes' | 'crystalSeer'> & {
  readonly boxIds: readonly string[];
  readonly crystalSeer: Omit<CrystalSeer, 'basis'> | null;
};

/** What screens show of an engine's view. */
export function shownOf(view: EngineView): ShownView {
  const { lastBarMs: _bar, barTimeMs: _end, close: _close, ...shown } = view;
  return shown;
}

/** The part of a view that is kept. */
export function keptView(view: EngineView): KeptView {
  const { boxes, crystalSeer, ...kept } = shownOf(view);
  return {
    ...kept,
    boxIds: BOX_SLOTS.flatMap(({ kind, term }) => boxes[kind][term]?.id ?? []),
    crystalSeer: crystalSeer && withoutBasis(crystalSeer),
  };
}

function withoutBasis({ basis: _basis, ...rest }: CrystalSeer): Omit<CrystalSeer, 'basis'> {
  return rest;
}

/** The view again, from what was kept and the boxes that it names. */
export function shownView(kept: KeptView, named: readonly Box[]): ShownView {
  const { boxIds: _ids, crystalSeer, ...rest } = kept;
  const boxes = {
    hayyam: { short: null, long: null },
    '52': { short: null, long: null },
    '144': { short: null, long: null },
    '36': { short: null, long: null },
    crystal: { short: null, long: null },
  } as Record<Box['kind'], Record<Box['term'], Box | null>>;
  for (const box of named) boxes[box.kind][box.term] = box;
  // The crystal seer is frozen with the primary crystal box, which is the long one without hourly bars.
  const basis = (boxes.crystal.short ?? boxes.crystal.long)?.basis;
  return {
    ...rest,
    boxes,
    crystalSeer: crystalSeer && basis?.rule === 'crystal' ? { ...crystalSeer, basis } : null,
  };
}
