import ln from '@stdlib/math-base-special-ln';
import {
  crystalBars,
  findClusters,
  forgetOldPivots,
  MEMORY_PIVOTS,
  RELEVANT_RANGES,
} from '../boxes/crystal.ts';
import { isTooFlat, priceLine, squareBox, timeLine } from '../boxes/geometry.ts';
import { updateSinewave } from '../cycle/even-better-sinewave.ts';
import { chooseSquareScale, squareLadder } from '../gann/square-of-nine.ts';
import { updateAverageRange } from '../indicators/average-range.ts';
import { type Pivot, updatePivots } from '../indicators/pivots.ts';
import { spacingMs, updateSpacing } from '../indicators/spacing.ts';
import { roundTo } from '../price/rounding.ts';
import { monthNumberUtc } from '../time/month.ts';
import { WEEK_MS } from '../time/resolution.ts';
import type { EngineEvent } from './event.ts';
import { noteCones } from './forecasts.ts';
import { directionOf, levelsId, publishBox, publishCycle, publishLevels } from './publish.ts';
import { type BoxRecord, blankBox, LEVELS_SUBJECT } from './records.ts';
import { detectorRule, type EngineState, type Frame, type SlotState } from './state.ts';

/** Levels on either side: the entry and five targets. */
const LEVEL_COUNT = 6;

/**
 * Adds one completed bar to a timeframe's measures: average range, spacing, cycle (days), pivots, crystal memory.
 * {@link makeBoxesAndLevels} makes the boxes afterwards.
 * Rule: docs/analysis.md#order-of-one-bar
 */
export function absorbBar(
  state: EngineState,
  frame: Frame,
  openTimeMs: number,
  high: number,
  low: number,
  close: number,
  timeMs: number,
  sink: EngineEvent[],
): void {
  const atr = updateAverageRange(frame.range, high, low, close);
  updateSpacing(frame.spacing, openTimeMs);
  if (frame === state.daily) absorbDay(state, openTimeMs, close, timeMs, sink);
  frame.emitted = 0;
  for (let at = 0; at < frame.detectors.length; at++) {
    const detector = frame.detectors[at];
    if (detector === undefined) continue;
    if (!updatePivots(detector, openTimeMs, high, low, close, atr, timeMs)) continue;
    const pivot = detector.last;
    if (pivot === null) continue;
    frame.emitted |= 1 << at;
    const rule = detectorRule(pivot.detector);
    sink.push({
      type: 'pivot',
      timeMs,
      index: state.clock.accepted,
      detector: rule.name,
      way: directionOf(pivot.way),
      level: roundTo(pivot.level, state.options.digits),
      openTimeMs: pivot.openTimeMs,
    });
    if (rule.crystalWeight > 0) state.memory.push(pivot);
    if (detector === state.signalDetector) {
      state.pending.push(pivot);
      state.clock.pivotUsed = 0;
    }
  }
}

function absorbDay(
  state: EngineState,
  openTimeMs: number,
  close: number,
  timeMs: number,
  sink: EngineEvent[],
): void {
  const { clock, sinewave } = state;
  state.newMonth = clock.days > 0 && monthNumberUtc(openTimeMs) !== monthNumberUtc(clock.lastDayMs);
  clock.days++;
  clock.lastDayMs = openTimeMs;
  clock.lastDayClose = close;
  const exact = updateSinewave(sinewave, close, openTimeMs, timeMs);
  const cycle = publishCycle(state);
  if (cycle === null) return;
  sink.push({ type: 'cycle', timeMs, index: clock.accepted, dateMs: openTimeMs, cycle, exact });
}

/**
 * Makes what follows from a timeframe's completed bar: boxes of its pivots, Gann anchor, levels, crystal boxes.
 * Rule: docs/analysis.md#order-of-one-bar
 */
export function makeBoxesAndLevels(
  state: EngineState,
  frame: Frame,
  openTimeMs: number,
  close: number,
  timeMs: number,
  sink: EngineEvent[],
): void {
  for (let at = 0; frame.emitted >> at !== 0; at++) {
    const detector = frame.detectors[at];
    if ((frame.emitted & (1 << at)) === 0 || !detector?.last) continue;
    makeSquareBox(state, frame, frame.slotOf[at] ?? -1, detector.last, timeMs, sink);
    if (detector === state.mainDetector) setGannAnchor(state, detector.last);
  }
  frame.emitted = 0;
  if (frame === state.daily) noteCones(state, false, openTimeMs, timeMs);
  if (frame === state.daily && state.newMonth) {
    state.newMonth = false;
    makeCrystalBox(state, state.crystalLong, close, timeMs, sink);
  }
  if (frame === state.weekly) {
    makeLevels(state, openTimeMs, close, timeMs, sink);
    noteCones(state, true, openTimeMs, timeMs);
    if (state.crystalShort >= 0) makeCrystalBox(state, state.crystalShort, close, timeMs, sink);
  }
}

function makeSquareBox(
  state: EngineState,
  frame: Frame,
  at: number,
  pivot: Pivot,
  timeMs: number,
  sink: EngineEvent[],
): void {
  const slot = state.slots[at];
  if (slot === undefined) return;
  const { n } = detectorRule(pivot.detector);
  const atr = frame.range.value;
  const spacing = spacingMs(frame.spacing, frame.resolution);
  const { digits } = state.options;
  const { way, level, openTimeMs: pivotMs, detector, confirmedMs } = pivot;
  const made = squareBox(way, level, pivotMs, atr, n, spacing, digits, timeMs);
  if (made === null) return;
  const inputs = { n, way, detector, level, pivotMs, confirmedMs, atr, spacing };
  placeBox(state, slot, { ...blankBox(), ...inputs, ...made, createdMs: timeMs }, timeMs, sink);
}

/**
 * Derives the prices and times of a box, at its creation and after a split.
 * Rule: docs/analysis.md#trade-of-a-box
 */
export function completeBox(slot: SlotState, box: BoxRecord): void {
  box.upTrade = priceLine(box, 'upTrade');
  box.downTrade = priceLine(box, 'downTrade');
  box.lastEntryMs = timeLine(box, slot.slot.kind, 'lQuarter');
}

function placeBox(
  state: EngineState,
  slot: SlotState,
  box: BoxRecord,
  timeMs: number,
  sink: EngineEvent[],
): void {
  completeBox(slot, box);
  slot.box = box;
  const published = publishBox(slot, state.options.digits);
  if (published === null) return;
  const { id, kind, term } = published;
  const index = state.clock.accepted;
  sink.push({ type: 'box', timeMs, index, id, kind, term, box: published });
  state.made.push({
    subject: state.slots.indexOf(slot),
    fromMs: timeMs,
    untilMs: published.d.lQuarter,
    refMs: timeMs,
    above: [published.p.top],
    below: [published.p.bottom],
    boxEndMs: published.d.end,
  });
}

function setGannAnchor(state: EngineState, pivot: Pivot): void {
  const atr1D = state.daily.range.value;
  const scale = chooseSquareScale(pivot.level, atr1D);
  if (scale === null) return;
  const { m, beta } = scale;
  state.gann = { inputs: { atr1D, m, beta, scale: 1 }, pivot: { ...pivot } };
}

/**
 * Derives the published lists of the current levels from their inputs.
 * Rule: docs/analysis.md#weekly-levels
 */
export function completeLevels(state: EngineState): void {
  const { levels } = state;
  if (levels === null) return;
  const { anchor, scale } = levels;
  const { digits } = state.options;
  state.buy = squareLadder(anchor, levels, 1, LEVEL_COUNT, digits, scale);
  state.sell = squareLadder(anchor, levels, -1, LEVEL_COUNT, digits, scale);
}

function makeLevels(
  state: EngineState,
  openTimeMs: number,
  close: number,
  timeMs: number,
  sink: EngineEvent[],
): void {
  const atr1W = state.weekly.range.value;
  const chosen = chooseSquareScale(close, atr1W / 4);
  if (chosen === null) return;
  const { m, beta } = chosen;
  state.levels = {
    d: openTimeMs + WEEK_MS,
    anchor: close,
    atr1W,
    m,
    beta,
    scale: 1,
    createdMs: timeMs,
    traded: 0,
  };
  completeLevels(state);
  const published = publishLevels(state.levels, state.buy, state.sell, state.options.digits);
  if (published === null) return;
  const id = levelsId(published.d);
  sink.push({ type: 'levels', timeMs, index: state.clock.accepted, id, ...published, m, beta });
  state.made.push({
    subject: LEVELS_SUBJECT,
    fromMs: timeMs,
    untilMs: timeMs + WEEK_MS,
    refMs: published.d,
    above: published.buy,
    below: published.sell,
  });
}

function makeCrystalBox(
  state: EngineState,
  at: number,
  close: number,
  timeMs: number,
  sink: EngineEvent[],
): void {
  const slot = state.slots[at];
  const frame = [state.base, ...state.higher].find(
    (each) => each.resolution === slot?.slot.resolution,
  );
  if (slot === undefined || frame === undefined) return;
  forgetOldPivots(state.memory, timeMs);
  const atr1D = state.daily.range.value;
  const atr = frame.range.value;
  if (state.memory.length < MEMORY_PIVOTS || atr1D === 0 || atr === 0) return;
  const clusters = relevantPivots(state.memory, close, atr1D);
  const weighted = clusters.map((pivot) => ({
    level: pivot.level,
    weight: detectorRule(pivot.detector).crystalWeight,
  }));
  const found = findClusters(weighted, close, atr1D, state.rules.crystal);
  const top = clusters[found?.top ?? -1]?.level;
  const bottom = clusters[found?.bottom ?? -1]?.level;
  if (found === null || top === undefined || bottom === undefined) return;
  if (isTooFlat(top - bottom, state.options.digits)) return;
  const n = crystalBars(top - bottom, atr);
  const spacing = spacingMs(frame.spacing, frame.resolution);
  slot.clusters = clusters;
  const box: BoxRecord = {
    ...blankBox(),
    n,
    atr,
    spacing,
    close,
    atr1D,
    topCluster: found.top,
    bottomCluster: found.bottom,
    createdMs: timeMs,
    bottom,
    top,
    start: timeMs,
    end: timeMs + n * spacing,
  };
  placeBox(state, slot, box, timeMs, sink);
}

function relevantPivots(memory: readonly Pivot[], close: number, atr1D: number): Pivot[] {
  const center = ln(close);
  // Slightly wider than the formula, so that rounding cannot drop a pivot that counts.
  const reach = (RELEVANT_RANGES + 0.01) * (atr1D / close);
  return memory.filter((pivot) => Math.abs(ln(pivot.level) - center) <= reach);
}
