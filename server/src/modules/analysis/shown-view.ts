import { BOX_SLOTS, type Box, type CrystalSeer, type EngineView } from '@rasat/engine';

/**
 * Part of a view that screens show, without the fields that change with every bar and are part of the state already.
 */
export type ShownView = Omit<EngineView, 'lastBarMs' | 'barTimeMs' | 'close'>;

/**
 * Stored form of the shown view: boxes, by far the largest part, do not change after their creation and are referred to
 * by the id of the event that published them.
 */
export type KeptView = Omit<ShownView, 'boxes' | 'crystalSeer'> & {
  readonly boxIds: readonly string[];
  readonly crystalSeer: Omit<CrystalSeer, 'basis'> | null;
};

/** Returns the part of an engine's view that screens show. */
export function shownOf(view: EngineView): ShownView {
  const { lastBarMs: _bar, barTimeMs: _end, close: _close, ...shown } = view;
  return shown;
}

/** Returns the stored form of a view. */
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

/** Returns the shown view, from its stored form and the boxes that it refers to. */
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
  // The crystal seer has the basis of the primary crystal box, which is the long one without hourly bars.
  const basis = (boxes.crystal.short ?? boxes.crystal.long)?.basis;
  return {
    ...rest,
    boxes,
    crystalSeer: crystalSeer && basis?.rule === 'crystal' ? { ...crystalSeer, basis } : null,
  };
}
