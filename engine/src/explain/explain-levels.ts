import { ALPHA, C1, C2, C3, FLAT_POWER } from '../cycle/even-better-sinewave.ts';
import { squareLadder } from '../gann/square-of-nine.ts';
import type { CycleBasis, GannBasis, LevelsBasis } from './basis.ts';
import { constant, createTrace, type Derivation, type Quantity, type Trace } from './derivation.ts';

interface Square {
  readonly anchor: Quantity;
  readonly target: Quantity;
  readonly scale: number;
  readonly digits: Quantity;
}

/** Traces the level `k` steps out from the anchor, rounded but not yet moved off its neighbour. */
function traceSquare(trace: Trace, square: Square, chosen: Chosen, k: number): Quantity {
  const steps = constant(`steps${k}`, k);
  const degrees = trace.step(`degrees${k}`, 'multiply', steps, chosen.beta);
  const turn = trace.step(`turn${k}`, 'divide', degrees, constant('halfTurn', 180));
  const moved = trace.step(`movedRoot${k}`, 'add', chosen.root, turn);
  const squared = trace.step(`squared${k}`, 'multiply', moved, moved);
  const level = trace.step(`level${k}`, 'divide', squared, chosen.power);
  const split = trace.step(`afterSplits${k}`, 'multiply', level, constant('splits', square.scale));
  return trace.step(`rounded${k}`, 'roundTo', split, square.digits);
}

interface Chosen {
  readonly beta: Quantity;
  readonly power: Quantity;
  readonly root: Quantity;
}

function traceScale(trace: Trace, square: Square): Chosen {
  const m = trace.step('m', 'scaleM', square.anchor, square.target);
  const beta = trace.step('beta', 'scaleBeta', square.anchor, square.target);
  const power = trace.step('power', 'powerOfTen', m);
  const scaled = trace.step('scaledAnchor', 'multiply', square.anchor, power);
  return { beta, power, root: trace.step('root', 'sqrt', scaled) };
}

/** Traces a published level, moved a tick outward where rounding put it on its neighbour. */
function traceLevel(trace: Trace, square: Square, k: number, target: string): Derivation {
  const chosen = traceScale(trace, square);
  const splits = constant('splits', square.scale);
  const anchor = trace.step('anchorAfterSplits', 'multiply', square.anchor, splits);
  const rounded = trace.step('roundedAnchor', 'roundTo', anchor, square.digits);
  if (k === 0) return trace.finish(target, trace.step(target, 'select', rounded));
  const direction = k > 0 ? 1 : -1;
  const tick = trace.step('tick', 'tick', square.digits);
  let inner = rounded;
  for (let step = 1; step <= Math.abs(k); step++) {
    const position = direction * step;
    const level = traceSquare(trace, square, chosen, position);
    const free = (level.value - inner.value) * direction > 0;
    if (free) {
      inner = level;
      continue;
    }
    const op = direction > 0 ? 'add' : 'subtract';
    const outward = trace.step(`outward${position}`, op, inner, tick);
    inner = trace.step(`movedOut${position}`, 'roundTo', outward, square.digits);
  }
  return trace.finish(target, trace.step(target, 'select', inner));
}

/**
 * Explains one weekly level; `index` 0 is the entry, 1 to 5 the targets. The result equals the published level. Throws
 * RangeError for a level that is not published.
 */
export function explainWeeklyLevel(
  basis: LevelsBasis,
  side: 'buy' | 'sell',
  index: number,
): Derivation {
  const { anchor, atr1W, digits, scale } = basis;
  const direction = side === 'buy' ? 1 : -1;
  const published = squareLadder(anchor, basis, direction, index + 1, digits, scale);
  if (published.length !== index + 1) throw new RangeError(`no level ${side} ${index}`);
  const trace = createTrace(basis);
  const square: Square = {
    anchor: trace.input('anchor', anchor, basis.computedAtMs),
    target: trace.step(
      'targetStep',
      'divide',
      trace.input('atr1W', atr1W, basis.computedAtMs),
      constant('four', 4),
    ),
    scale,
    digits: constant('digits', digits),
  };
  return traceLevel(trace, square, direction * (index + 1), `${side}${index}`);
}

/**
 * Explains one price of the Gann spectrum by its number of steps from the anchor (0 is the anchor, negative below). The
 * result equals the published price where that step is published.
 */
export function explainGannLevel(basis: GannBasis, step: number): Derivation {
  const trace = createTrace(basis);
  const { pivot } = basis;
  const square: Square = {
    anchor: trace.input('anchor', pivot.level, pivot.openTimeMs),
    target: trace.input('atr1D', basis.atr1D, pivot.confirmedMs),
    scale: basis.scale,
    digits: constant('digits', basis.digits),
  };
  return traceLevel(trace, square, step, `step${step}`);
}

/** Explains the cycle's value or percentage. The result equals the published number. */
export function explainCycle(basis: CycleBasis, target: 'value' | 'percentage'): Derivation {
  const trace = createTrace(basis);
  const close = trace.input('close', basis.close, basis.dateMs);
  const previous = trace.input('previousClose', basis.previousClose);
  const highPass1 = trace.input('highPass1', basis.highPass);
  const filtered1 = trace.input('filtered1', basis.filtered1);
  const filtered2 = trace.input('filtered2', basis.filtered2);
  const [one, two, three] = [constant('one', 1), constant('two', 2), constant('three', 3)];
  const alpha = constant('alpha', ALPHA);
  const logClose = trace.step('logClose', 'ln', close);
  const logPrevious = trace.step('logPreviousClose', 'ln', previous);
  const change = trace.step('change', 'subtract', logClose, logPrevious);
  const gain = trace.step('gain', 'add', one, alpha);
  const half = trace.step('halfGain', 'multiply', constant('half', 0.5), gain);
  const passed = trace.step('passed', 'multiply', half, change);
  const kept = trace.step('kept', 'multiply', alpha, highPass1);
  const highPass = trace.step('highPass', 'add', passed, kept);
  const pair = trace.step('highPassSum', 'add', highPass, highPass1);
  const weighted = trace.step('weightedSum', 'multiply', constant('c1', C1), pair);
  const input = trace.step('smoothInput', 'divide', weighted, two);
  const smooth1 = trace.step('smooth1', 'multiply', constant('c2', C2), filtered1);
  const smooth2 = trace.step('smooth2', 'multiply', constant('c3', C3), filtered2);
  const filtered = trace.step('filtered', 'add', input, smooth1, smooth2);
  const sum = trace.step('sum', 'add', filtered, filtered1, filtered2);
  const wave = trace.step('wave', 'divide', sum, three);
  const squares = [filtered, filtered1, filtered2].map((each) =>
    trace.step(`${each.name}Squared`, 'multiply', each, each),
  );
  const energy = trace.step('energy', 'add', ...squares);
  const power = trace.step('power', 'divide', energy, three);
  const exact = traceRatio(trace, wave, power);
  if (target === 'value') {
    const digits = constant('valueDigits', 4);
    return trace.finish(target, trace.step(target, 'roundTo', exact, digits));
  }
  const shifted = trace.step('shifted', 'add', exact, one);
  const share = trace.step('share', 'divide', shifted, two);
  const percent = trace.step('percent', 'multiply', share, constant('hundred', 100));
  const digits = constant('percentageDigits', 2);
  return trace.finish(target, trace.step(target, 'roundTo', percent, digits));
}

function traceRatio(trace: Trace, wave: Quantity, power: Quantity): Quantity {
  if (!(power.value > FLAT_POWER)) return trace.step('exact', 'select', constant('flat', 0));
  const rootPower = trace.step('rootPower', 'sqrt', power);
  const ratio = trace.step('ratio', 'divide', wave, rootPower);
  return trace.step('exact', 'clamp', ratio, constant('minusOne', -1), constant('plusOne', 1));
}
