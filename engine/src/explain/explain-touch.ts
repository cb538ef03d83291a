import { CONE_SHARES } from '../touch/chance.ts';
import { MOST_WEEKS, NODE_WEEKS, NODE_WEIGHTS, touchConstants } from '../touch/classes.ts';
import type { TouchBasis } from './basis.ts';
import { constant, createTrace, type Derivation, type Quantity, type Trace } from './derivation.ts';
import { CHANCE_DIGITS } from './rules.ts';

/** The traced sizes of movement on one side of the price. */
interface Movement {
  readonly price: Quantity;
  /** Typical movement until the end of the horizon, and the distance that a level seems farther away. */
  readonly sigma: Quantity;
  readonly offset: Quantity;
  readonly s: Quantity;
}

/** Traces the logarithmic scale at the nodes up to `last`; each is at least as large as the one before. */
function traceNodes(
  trace: Trace,
  basis: TouchBasis,
  m: readonly number[],
  last: number,
): Quantity[] {
  const logs = basis.variances.map((variance, i) =>
    trace.step(`logVariance${i + 1}`, 'ln', trace.input(`variance${i + 1}`, variance)),
  );
  const nodes: Quantity[] = [];
  for (let j = 0; j <= last; j++) {
    const name = j + 1;
    const weeks = constant(`nodeWeeks${name}`, NODE_WEEKS[j] as number);
    const terms = [trace.step(`logNode${name}`, 'ln', weeks)];
    for (const [i, weight] of (NODE_WEIGHTS[basis.base][j] ?? []).entries()) {
      if (weight === 0) continue;
      const share = constant(`weight${name}${i + 1}`, weight);
      terms.push(trace.step(`term${name}${i + 1}`, 'multiply', share, logs[i] as Quantity));
    }
    terms.push(constant(`correction${name}`, 2 * (m[j] as number)));
    const node = trace.step(`node${name}`, 'add', ...terms);
    const before = nodes[j - 1];
    nodes.push(before === undefined ? node : trace.step(`scale${name}`, 'max', node, before));
  }
  return nodes;
}

function traceMovement(trace: Trace, basis: TouchBasis, side: 'up' | 'down'): Movement {
  const { s, kappa, m } = touchConstants(basis.touchClass, side);
  const price = trace.input('price', basis.price, basis.computedAtMs);
  const weeks = trace.input('weeks', basis.weeks, basis.computedAtMs);
  const above = NODE_WEEKS.findIndex((node) => basis.weeks <= node);
  const upper = above < 0 ? NODE_WEEKS.length - 1 : above;
  // The day's movement is that of the second node.
  const nodes = traceNodes(trace, basis, m, Math.max(upper, 1));
  const logWeeks = trace.step('logWeeks', 'ln', weeks);
  const two = constant('two', 2);
  const half = trace.step('halfScale', 'divide', traceScale(trace, nodes, upper, logWeeks), two);
  const sigma = trace.step('sigma', 'exp', half);
  const halfDay = trace.step('halfDayScale', 'divide', nodes[1] as Quantity, two);
  const day = trace.step('daySigma', 'exp', halfDay);
  const offset = trace.step('offset', 'multiply', constant('kappa', kappa), day);
  return { price, sigma, offset, s: constant('s', s) };
}

/** Traces the scale at the horizon: between two nodes, or below the first one with slope 1. */
function traceScale(
  trace: Trace,
  nodes: readonly Quantity[],
  upper: number,
  logWeeks: Quantity,
): Quantity {
  const log = (j: number): Quantity => {
    const weeks = constant(`nodeWeeks${j + 1}`, NODE_WEEKS[j] as number);
    return trace.step(`logNodeAt${j + 1}`, 'ln', weeks);
  };
  if (upper === 0) {
    const sum = trace.step('beyond', 'add', nodes[0] as Quantity, logWeeks);
    return trace.step('scale', 'subtract', sum, log(0));
  }
  const [low, high] = [log(upper - 1), log(upper)];
  const [from, to] = [nodes[upper - 1] as Quantity, nodes[upper] as Quantity];
  const passed = trace.step('passed', 'subtract', logWeeks, low);
  const width = trace.step('width', 'subtract', high, low);
  const share = trace.step('share', 'divide', passed, width);
  const rise = trace.step('rise', 'subtract', to, from);
  const part = trace.step('part', 'multiply', share, rise);
  return trace.step('scale', 'add', from, part);
}

/**
 * Explains the chance that price reaches a level. The result equals the published chance. Throws RangeError at the
 * price itself, and for a basis without market time or beyond eight market weeks, where no formula gives the chance.
 */
export function explainChance(basis: TouchBasis, level: number): Derivation {
  const { price, weeks } = basis;
  if (!(level > 0) || level === price || !(weeks > 0) || weeks > MOST_WEEKS) {
    throw new RangeError('no chance to explain');
  }
  const trace = createTrace(basis);
  const target = trace.input('level', level);
  const movement = traceMovement(trace, basis, level > price ? 'up' : 'down');
  const ratio = trace.step('ratio', 'divide', target, movement.price);
  const distance = trace.step('distance', 'abs', trace.step('logRatio', 'ln', ratio));
  const far = trace.step('reach', 'add', distance, movement.offset);
  const u = trace.step('movements', 'divide', far, movement.sigma);
  const chance = trace.step('exact', 'mixedTouch', u, movement.s);
  const digits = constant('chanceDigits', CHANCE_DIGITS);
  return trace.finish('chance', trace.step('chance', 'roundTo', chance, digits));
}

/**
 * Explains an edge of a cone; `at` is the position in {@link CONE_SHARES}. The result equals the published edge. Throws
 * RangeError for a basis without market time or beyond eight market weeks.
 */
export function explainConeEdge(basis: TouchBasis, side: 'up' | 'down', at: number): Derivation {
  const { weeks } = basis;
  const share = CONE_SHARES[at];
  if (share === undefined || !(weeks > 0) || weeks > MOST_WEEKS) {
    throw new RangeError('no edge to explain');
  }
  const trace = createTrace(basis);
  const movement = traceMovement(trace, basis, side);
  const k = trace.step('coneWidth', 'coneWidth', movement.s, constant('coneShare', share));
  const wide = trace.step('wide', 'multiply', k, movement.sigma);
  const near = trace.step('near', 'subtract', wide, movement.offset);
  const edge = trace.step('edge', 'max', constant('zero', 0), near);
  const signed =
    side === 'up' ? edge : trace.step('downward', 'multiply', constant('minusOne', -1), edge);
  const factor = trace.step('factor', 'exp', signed);
  const exact = trace.step('exact', 'multiply', movement.price, factor);
  const digits = constant('digits', basis.digits);
  return trace.finish('edge', trace.step('roundedEdge', 'roundTo', exact, digits));
}
