import type { Box, Trade } from '../boxes/box.ts';
import { BOX_KINDS, type BoxKind, type BoxTerm } from '../boxes/kinds.ts';
import { gannSpectrum } from '../gann/spectrum.ts';
import { roundTo } from '../price/rounding.ts';
import {
  gannBasis,
  publishBox,
  publishCondition,
  publishCrystalSeer,
  publishCycle,
  publishLevels,
  publishSeer,
  publishTrade,
} from './publish.ts';
import type { EngineState, SlotState } from './state.ts';
import type { EngineView } from './view.ts';
import { viewTouch } from './view-touch.ts';

function byKind<T>(
  state: EngineState,
  read: (slot: SlotState) => T | null,
): Record<BoxKind, Record<BoxTerm, T | null>> {
  const table = {} as Record<BoxKind, Record<BoxTerm, T | null>>;
  for (const kind of BOX_KINDS) table[kind] = { short: null, long: null };
  for (const slot of state.slots) table[slot.slot.kind][slot.slot.term] = read(slot);
  return table;
}

function viewGann(state: EngineState): EngineView['gann'] {
  const { gann, clock, options, sinewave } = state;
  if (gann === null) return null;
  const { inputs, pivot } = gann;
  return {
    prices: gannSpectrum(pivot.level, inputs, clock.lastDayClose, options.digits, inputs.scale),
    basis: gannBasis(gann, clock.lastDayClose, sinewave.computedMs, options.digits),
  };
}

/**
 * Returns all published values.
 * Rule: docs/analysis.md#view
 */
export function viewState(state: EngineState): EngineView {
  const { clock, options, daily } = state;
  const { digits } = options;
  const fed = clock.accepted > 0;
  const crystal = state.slots[state.crystalShort >= 0 ? state.crystalShort : state.crystalLong];
  const crystalBox = crystal === undefined ? null : publishBox(crystal, digits);
  return {
    engineVersion: state.version,
    lastBarMs: fed ? clock.lastBarMs : null,
    barTimeMs: fed ? clock.lastEndMs : null,
    close: fed ? roundTo(clock.previousClose, digits) : null,
    atr1D: daily.range.value > 0 ? roundTo(daily.range.value, digits) : null,
    cycle: publishCycle(state),
    levels: publishLevels(state.levels, state.buy, state.sell, digits),
    gann: viewGann(state),
    seer: publishSeer(state.mainDetector.last, digits),
    closeSeer: publishSeer(state.closeDetector.last, digits),
    reverseSeer: publishSeer(state.mainDetector.previous, digits),
    crystalSeer: crystal === undefined ? null : publishCrystalSeer(crystal, digits),
    crystalBox:
      crystalBox === null
        ? null
        : { top: crystalBox.p.top, bottom: crystalBox.p.bottom, d: crystalBox.d.start },
    condition: publishCondition(state.condition, digits),
    touch: viewTouch(state),
    boxes: byKind<Box>(state, (slot) => publishBox(slot, digits)),
    trades: byKind<Trade>(state, (slot) =>
      slot.trade === null ? null : publishTrade(slot.slot, slot.trade, digits),
    ),
  };
}
