import type { Derivation, DerivationStep, Operation, Quantity } from '@rasat/engine';

/** Unit of a number; it determines how the number is written. */
export type Unit = 'price' | 'time' | 'duration' | 'share' | 'number';

/** A number with its unit. `name` is the quantity's stable name without the number of its list place. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: Unit;
}

/** One line of the arithmetic: `name = operands joined by op = result`. */
export interface ArithmeticLine {
  readonly name: string;
  /** Place of the quantity in a list, such as a pivot or a step; null for a single quantity. */
  readonly place: number | null;
  readonly op: Operation;
  readonly operands: readonly Figure[];
  readonly result: Figure;
}

/** Arithmetic of a value; `folded` has the lines that repeat a step for other values. */
export interface Arithmetic {
  readonly lines: readonly ArithmeticLine[];
  readonly folded: readonly ArithmeticLine[];
}

/** Quantities that are neither price nor time. */
const PLAIN = new Set([
  'n',
  'rootN',
  'fraction',
  'numerator',
  'denominator',
  'digits',
  'kappa',
  'two',
  'three',
  'four',
  'one',
  'half',
  'hundred',
  'm',
  'beta',
  'power',
  'scaledAnchor',
  'root',
  'steps',
  'degrees',
  'turn',
  'halfTurn',
  'movedRoot',
  'squared',
  'splits',
  'ranges',
  'squaredRanges',
  'wholeBars',
  'bars',
  'fewest',
  'most',
  'days',
  'relativeRange',
  'logClose',
  'logPreviousClose',
  'logPrice',
  'width',
  'widthRanges',
  'nearest',
  'nearestRanges',
  'farthest',
  'farthestRanges',
  'offset',
  'distance',
  'density',
  'weight',
]);

/** Clusters and the cycle use logarithms and pure numbers; these names are prices even there. */
const PRICES_OF_NUMBERS = new Set([
  'close',
  'previousClose',
  'atr1D',
  'atr',
  'pivot',
  'bottomCluster',
  'topCluster',
  'distanceBelow',
  'distanceAbove',
  'nearer',
  'cluster',
  'level',
  'height',
  'part',
  'price',
  'top',
  'bottom',
  'middle',
  'middleUp',
  'middleDown',
  'upTrade',
  'downTrade',
]);

const LISTED = /^(.*?[a-zA-Z])(-?\d+)$/;
/** Names that end in a digit that is not a place in a list. */
const WHOLE = new Set([
  'tp1',
  'tp2',
  'highPass1',
  'filtered1',
  'filtered2',
  'smooth1',
  'smooth2',
  'c1',
  'c2',
  'c3',
  'variance1',
  'variance2',
  'variance3',
  'variance4',
]);

/** Returns a quantity's name and its place in a list; the place is null without a list. */
export function splitName(name: string): { readonly name: string; readonly place: number | null } {
  if (WHOLE.has(name)) return { name, place: null };
  const parts = LISTED.exec(name);
  return parts ? { name: parts[1] ?? name, place: Number(parts[2]) } : { name, place: null };
}

/** Names of instants in the derivation of a time line or an expiry; the names of durations follow. */
const MOMENTS = new Set(['pivotTime', 'createdTime', 'startTime', 'endTime', 'openedTime', 'time']);
const DURATIONS = new Set(['spacing', 'span', 'duration', 'part', 'life']);
/** Times are larger than this number of milliseconds; prices are smaller. */
const MOMENT_MS = 100_000_000_000;

function timeUnit(name: string, derivation: Derivation): Unit | null {
  if (derivation.result < MOMENT_MS) return null;
  if (MOMENTS.has(name) || name === derivation.target) return 'time';
  return DURATIONS.has(name) ? 'duration' : null;
}

/** A chance and the edge of a cone use logarithms; these names alone are prices. */
const PRICES_OF_CHANCES = new Set(['price', 'level']);
const PRICES_OF_EDGES = new Set(['price', 'exact', 'roundedEdge']);

function touchUnit(name: string, target: string): Unit {
  if (target === 'edge') return PRICES_OF_EDGES.has(name) ? 'price' : 'number';
  if (PRICES_OF_CHANCES.has(name)) return 'price';
  return name === target || name === 'exact' ? 'share' : 'number';
}

function unitOf(name: string, derivation: Derivation): Unit {
  const { rule } = derivation;
  const time = timeUnit(name, derivation);
  if (time) return time;
  if (rule === 'crystal') return PRICES_OF_NUMBERS.has(name) ? 'price' : 'number';
  if (rule === 'cycle') return name === 'close' || name === 'previousClose' ? 'price' : 'number';
  if (rule === 'touch') return touchUnit(name, derivation.target);
  return PLAIN.has(name) ? 'number' : 'price';
}

/** Returns a quantity of a derivation with its unit. */
export function figureOf(quantity: Quantity, derivation: Derivation): Figure {
  const { name } = splitName(quantity.name);
  return { name, value: quantity.value, unit: unitOf(name, derivation) };
}

function lineOf(step: DerivationStep, derivation: Derivation): ArithmeticLine {
  const { name, place } = splitName(step.name);
  return {
    name,
    place,
    op: step.op,
    operands: step.operands.map((operand) => figureOf(operand, derivation)),
    result: figureOf({ name: step.name, value: step.result }, derivation),
  };
}

/** Returns the names of the steps that the last step depends on, with its own. */
function stepsBehind(derivation: Derivation): ReadonlySet<string> {
  const byName = new Map(derivation.steps.map((step) => [step.name, step]));
  const reached = new Set<string>();
  const open = derivation.steps.slice(-1);
  for (let step = open.pop(); step; step = open.pop()) {
    if (reached.has(step.name)) continue;
    reached.add(step.name);
    for (const operand of step.operands) {
      const before = byName.get(operand.name);
      if (before) open.push(before);
    }
  }
  return reached;
}

/** Returns whether a step only applies a split factor of 1. */
function isIdentity(step: DerivationStep): boolean {
  return step.operands.some((operand) => operand.name === 'splits' && operand.value === 1);
}

/**
 * Returns the steps of a derivation as lines. Of a ladder of levels only the steps to the level are shown, of a cluster
 * only the steps without a single pivot, of a chance or an edge only the steps without a single node of its scale; the others are
 * folded. The last line is the value and is always shown.
 */
export function composeArithmetic(derivation: Derivation): Arithmetic {
  const ladder = derivation.rule === 'levels' || derivation.rule === 'gann';
  const repeats = derivation.rule === 'crystal' || derivation.rule === 'touch';
  const behind = stepsBehind(derivation);
  const lines: ArithmeticLine[] = [];
  const folded: ArithmeticLine[] = [];
  derivation.steps.forEach((step, at) => {
    const line = lineOf(step, derivation);
    const last = at === derivation.steps.length - 1;
    const beside = ladder && (!behind.has(step.name) || isIdentity(step));
    const single = repeats && line.place !== null;
    (!last && (beside || single) ? folded : lines).push(line);
  });
  return { lines, folded };
}
