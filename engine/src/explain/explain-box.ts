import type { BoxPrices, BoxTimes } from '../boxes/box.ts';
import {
  crystalRule,
  FARTHEST_RANGES,
  FEWEST_BARS,
  findClusters,
  MOST_BARS,
  NEAREST_RANGES,
  REACH_WIDTHS,
  WIDTH_RANGES,
} from '../boxes/crystal.ts';
import { PRICE_FRACTIONS, timeFractions } from '../boxes/geometry.ts';
import { DETECTORS, type DetectorName } from '../boxes/slots.ts';
import type { BoxBasis, CrystalBoxBasis, SquareBoxBasis } from './basis.ts';
import { constant, createTrace, type Derivation, type Quantity, type Trace } from './derivation.ts';

/** The cluster of a crystal box: above or below the close. */
export type ClusterSide = 'top' | 'bottom';

interface Edges {
  readonly bottom: Quantity;
  readonly top: Quantity;
}

function squareEdges(trace: Trace, basis: SquareBoxBasis): Edges {
  const level = trace.input('pivotLevel', basis.pivot.level, basis.pivot.openTimeMs);
  const atr = trace.input('atr', basis.atr, basis.computedAtMs);
  const n = trace.input('n', basis.n);
  const root = trace.step('rootN', 'sqrt', n);
  const height = trace.step('squareHeight', 'multiply', atr, root);
  return basis.pivot.way === 'up'
    ? { bottom: level, top: trace.step('upperEdge', 'add', level, height) }
    : { bottom: trace.step('lowerEdge', 'subtract', level, height), top: level };
}

function weightOf(detector: DetectorName): number {
  return DETECTORS.find((rule) => rule.name === detector)?.crystalWeight ?? 0;
}

/** Traces the measures that every cluster search uses. */
function clusterMeasures(trace: Trace, basis: CrystalBoxBasis): Record<string, Quantity> {
  const close = trace.input('close', basis.close, basis.computedAtMs);
  const atr1D = trace.input('atr1D', basis.atr1D, basis.computedAtMs);
  const unit = trace.step('relativeRange', 'divide', atr1D, close);
  return {
    center: trace.step('logClose', 'ln', close),
    width: trace.step('width', 'multiply', constant('widthRanges', WIDTH_RANGES), unit),
    nearest: trace.step('nearest', 'multiply', constant('nearestRanges', NEAREST_RANGES), unit),
    farthest: trace.step('farthest', 'multiply', constant('farthestRanges', FARTHEST_RANGES), unit),
  };
}

/** Returns the pivots that add to the density of a candidate, as pairs of weight and log price. */
function neighbours(
  basis: CrystalBoxBasis,
  logPrices: readonly Quantity[],
  x: number,
  width: number,
): { readonly at: number; readonly weight: Quantity; readonly logPrice: Quantity }[] {
  return logPrices.flatMap((logPrice, at) => {
    const pivot = basis.pivots[at];
    if (pivot === undefined || Math.abs(x - logPrice.value) > REACH_WIDTHS * width) return [];
    return [{ at, weight: constant(`weight${at}`, weightOf(pivot.detector)), logPrice }];
  });
}

/** Traces the search for one cluster; its last step is the pivot's level, unrounded. */
function cluster(trace: Trace, basis: CrystalBoxBasis, sides: readonly ClusterSide[]): Quantity[] {
  const { center, width, nearest, farthest } = clusterMeasures(trace, basis);
  const found = findClusters(
    basis.pivots.map((pivot) => ({ level: pivot.level, weight: weightOf(pivot.detector) })),
    basis.close,
    basis.atr1D,
    crystalRule(basis.version),
  );
  if (found === null || !center || !width || !nearest || !farthest) {
    throw new RangeError('no cluster follows from this basis');
  }
  const levels = basis.pivots.map((pivot, at) =>
    trace.input(`pivot${at}`, pivot.level, pivot.openTimeMs),
  );
  const logPrices = levels.map((level, at) => trace.step(`logPrice${at}`, 'ln', level));
  return sides.map((side) => {
    const winner = found[side];
    const densities: Quantity[] = [];
    for (const [at, logPrice] of logPrices.entries()) {
      const distance = Math.abs(logPrice.value - center.value);
      if (distance < nearest.value || distance > farthest.value) continue;
      if (logPrice.value > center.value !== (side === 'top')) continue;
      const offset = trace.step(`offset${at}`, 'subtract', logPrice, center);
      trace.step(`distance${at}`, 'abs', offset);
      const near = neighbours(basis, logPrices, logPrice.value, width.value);
      const pairs = near.flatMap((each) => [each.weight, each.logPrice]);
      densities.push(trace.step(`density${at}`, 'density', logPrice, width, ...pairs));
      if (at === winner) traceTerms(trace, side, logPrice, width, near);
    }
    trace.step(`${side}Density`, 'max', ...densities);
    const level = levels[winner];
    if (level === undefined) throw new RangeError('no cluster follows from this basis');
    return trace.step(`${side}Cluster`, 'select', level);
  });
}

/** Traces the density of the winner term by term. */
function traceTerms(
  trace: Trace,
  side: ClusterSide,
  x: Quantity,
  width: Quantity,
  near: ReturnType<typeof neighbours>,
): void {
  const terms = near.map(({ at, weight, logPrice }) => {
    const distance = trace.step(`${side}Distance${at}`, 'subtract', x, logPrice);
    const scaled = trace.step(`${side}Scaled${at}`, 'divide', distance, width);
    const squared = trace.step(`${side}Squared${at}`, 'multiply', scaled, scaled);
    const power = trace.step(`${side}Power${at}`, 'divide', squared, constant('minusTwo', -2));
    const faded = trace.step(`${side}Fade${at}`, 'exp', power);
    return trace.step(`${side}Term${at}`, 'multiply', weight, faded);
  });
  trace.step(`${side}Sum`, 'add', constant('zero', 0), ...terms);
}

function boxEdges(trace: Trace, basis: BoxBasis): Edges {
  if (basis.rule === 'box') return squareEdges(trace, basis);
  const [bottom, top] = cluster(trace, basis, ['bottom', 'top']);
  if (!bottom || !top) throw new RangeError('no cluster follows from this basis');
  return { bottom, top };
}

/** Explains a price line of a box. The result equals the published, rounded line. */
export function explainBoxPrice(basis: BoxBasis, line: keyof BoxPrices): Derivation {
  const trace = createTrace(basis);
  const { bottom, top } = boxEdges(trace, basis);
  const digits = constant('digits', basis.digits);
  if (line === 'top') return trace.finish(line, trace.step(line, 'roundTo', top, digits));
  const height = trace.step('height', 'subtract', top, bottom);
  const [numerator, denominator] = PRICE_FRACTIONS[line];
  const fraction = trace.step(
    'fraction',
    'divide',
    constant('numerator', numerator),
    constant('denominator', denominator),
  );
  const part = trace.step('part', 'multiply', fraction, height);
  const price = trace.step('price', 'add', bottom, part);
  return trace.finish(line, trace.step(line, 'roundTo', price, digits));
}

function crystalBars(trace: Trace, basis: CrystalBoxBasis): Quantity {
  const { bottom, top } = boxEdges(trace, basis);
  const height = trace.step('height', 'subtract', top, bottom);
  const atr = trace.input('atr', basis.atr, basis.computedAtMs);
  const ranges = trace.step('ranges', 'divide', height, atr);
  const squared = trace.step('squaredRanges', 'multiply', ranges, ranges);
  const rounded = trace.step('wholeBars', 'round', squared);
  const [fewest, most] = [constant('fewest', FEWEST_BARS), constant('most', MOST_BARS)];
  return trace.step('bars', 'clamp', rounded, fewest, most);
}

/** Explains a time line of a box. The result equals the published line, a full minute. */
export function explainBoxTime(basis: BoxBasis, line: keyof BoxTimes): Derivation {
  const trace = createTrace(basis);
  const n = basis.rule === 'box' ? trace.input('n', basis.n) : crystalBars(trace, basis);
  const start =
    basis.rule === 'box'
      ? trace.input('pivotTime', basis.pivot.openTimeMs, basis.pivot.openTimeMs)
      : trace.input('createdTime', basis.computedAtMs, basis.computedAtMs);
  const spacing = trace.input('spacing', basis.spacingMs, basis.computedAtMs);
  const span = trace.step('span', 'multiply', n, spacing);
  const end = trace.step('endTime', 'add', start, span);
  const duration = trace.step('duration', 'subtract', end, start);
  const [numerator, denominator] = timeFractions(basis.kind)[line];
  const fraction = trace.step(
    'fraction',
    'divide',
    constant('numerator', numerator),
    constant('denominator', denominator),
  );
  const part = trace.step('part', 'multiply', fraction, duration);
  const time = trace.step('time', 'add', start, part);
  return trace.finish(line, trace.step(line, 'roundToMinute', time));
}

/**
 * Explains a cluster of a crystal box. The result equals the published, rounded price. Throws RangeError when the basis
 * gives no cluster.
 */
export function explainCluster(basis: CrystalBoxBasis, side: ClusterSide): Derivation {
  const trace = createTrace(basis);
  const [level] = cluster(trace, basis, [side]);
  if (level === undefined) throw new RangeError('no cluster follows from this basis');
  const result = trace.step(side, 'roundTo', level, constant('digits', basis.digits));
  return trace.finish(side, result);
}

/** Explains the level of the crystal seer: the nearer of the two clusters, rounded. */
export function explainCrystalSeer(basis: CrystalBoxBasis): Derivation {
  const trace = createTrace(basis);
  const { bottom, top } = boxEdges(trace, basis);
  const close = constant('close', basis.close);
  const below = trace.step('distanceBelow', 'subtract', close, bottom);
  const above = trace.step('distanceAbove', 'subtract', top, close);
  trace.step('nearer', 'min', below, above);
  const level = trace.step('cluster', 'select', below.value < above.value ? bottom : top);
  const result = trace.step('level', 'roundTo', level, constant('digits', basis.digits));
  return trace.finish('level', result);
}
