import exp from '@stdlib/math-base-special-exp';
import ln from '@stdlib/math-base-special-ln';
import { REACH_WIDTHS } from '../boxes/crystal.ts';
import { chooseSquareScale } from '../gann/square-of-nine.ts';
import { powerOfTen, roundTo, roundToMinute, tickSize } from '../price/rounding.ts';
import { CONE_SHARES, coneWidths, mixedTouch } from '../touch/chance.ts';
import type { Basis } from './basis.ts';

/**
 * What a step does with its operands, in their order. `add` and `multiply` take any number of operands, from the left;
 * `roundTo` takes a value and digits; `clamp` a value and both bounds; `scaleM` and `scaleBeta` a price and a target;
 * `density` a log price, a width and then pairs of weight and log price; `mixedTouch` a distance in typical movements and
 * the spread of their size; `coneWidth` that spread and a share; `select` takes the value that earlier steps selected.
 */
export type Operation =
  | 'add'
  | 'subtract'
  | 'multiply'
  | 'divide'
  | 'sqrt'
  | 'ln'
  | 'exp'
  | 'abs'
  | 'floor'
  | 'round'
  | 'roundTo'
  | 'roundToMinute'
  | 'min'
  | 'max'
  | 'clamp'
  | 'powerOfTen'
  | 'tick'
  | 'scaleM'
  | 'scaleBeta'
  | 'density'
  | 'mixedTouch'
  | 'coneWidth'
  | 'select';

/** A named number: an input, a constant or the result of an earlier step. Names are stable keys. */
export interface Quantity {
  readonly name: string;
  readonly value: number;
}

/** A frozen input of a derivation, with its time if it has one. */
export interface DerivationInput extends Quantity {
  readonly timeMs?: number;
}

/** One arithmetic step. An operand that is neither input nor earlier result is a constant. */
export interface DerivationStep {
  readonly name: string;
  readonly op: Operation;
  readonly operands: readonly Quantity[];
  readonly result: number;
}

/** How a published value comes from its frozen inputs, step by step. */
export interface Derivation {
  readonly rule: Basis['rule'];
  readonly version: number;
  /** The published value that the derivation gives; a stable key such as `upTrade` or `buy3`. */
  readonly target: string;
  /** No data known after this time entered. */
  readonly computedAtMs: number;
  readonly inputs: readonly DerivationInput[];
  readonly steps: readonly DerivationStep[];
  readonly result: number;
}

function density(x: number, width: number, pairs: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    const distance = x - (pairs[at + 1] as number);
    if (Math.abs(distance) > REACH_WIDTHS * width) continue;
    const scaled = distance / width;
    sum += (pairs[at] as number) * exp((scaled * scaled) / -2);
  }
  return sum;
}

/** Returns the result of one operation; NaN for operands that make no sense. */
function evaluate(op: Operation, values: readonly number[]): number {
  const [a = Number.NaN, b = Number.NaN, c = Number.NaN] = values;
  switch (op) {
    case 'add':
      return values.reduce((sum, value) => sum + value);
    case 'subtract':
      return a - b;
    case 'multiply':
      return values.reduce((product, value) => product * value);
    case 'divide':
      return a / b;
    case 'sqrt':
      return Math.sqrt(a);
    case 'ln':
      return ln(a);
    case 'exp':
      return exp(a);
    case 'abs':
      return Math.abs(a);
    case 'floor':
      return Math.floor(a);
    case 'round':
      return Math.round(a);
    case 'roundTo':
      return roundTo(a, b);
    case 'roundToMinute':
      return roundToMinute(a);
    case 'min':
      return Math.min(...values);
    case 'max':
      return Math.max(...values);
    case 'clamp':
      return Math.min(c, Math.max(b, a));
    case 'powerOfTen':
      return powerOfTen(a);
    case 'tick':
      return tickSize(a);
    case 'scaleM':
      return chooseSquareScale(a, b)?.m ?? Number.NaN;
    case 'scaleBeta':
      return chooseSquareScale(a, b)?.beta ?? Number.NaN;
    case 'density':
      return density(a, b, values.slice(2));
    case 'mixedTouch':
      return mixedTouch(a, b);
    case 'coneWidth':
      return coneWidths(a)[(CONE_SHARES as readonly number[]).indexOf(b)] ?? Number.NaN;
    case 'select':
      return a;
  }
}

/** Computes and collects the steps of one derivation. */
export interface Trace {
  input(name: string, value: number, timeMs?: number): Quantity;
  step(name: string, op: Operation, ...operands: readonly Quantity[]): Quantity;
  /** Returns the derivation, whose result is that of the last step or the given quantity. */
  finish(target: string, result: Quantity): Derivation;
}

/** Returns a number that is part of a rule, not of the market. */
export function constant(name: string, value: number): Quantity {
  return { name, value };
}

/** Returns an empty trace for a value with this basis. */
export function createTrace(basis: Basis): Trace {
  const inputs: DerivationInput[] = [];
  const steps: DerivationStep[] = [];
  return {
    input(name, value, timeMs) {
      inputs.push(timeMs === undefined ? { name, value } : { name, value, timeMs });
      return { name, value };
    },
    step(name, op, ...operands) {
      const result = evaluate(
        op,
        operands.map((operand) => operand.value),
      );
      steps.push({ name, op, operands, result });
      return { name, value: result };
    },
    finish: (target, result) => ({
      rule: basis.rule,
      version: basis.version,
      target,
      computedAtMs: basis.computedAtMs,
      inputs,
      steps,
      result: result.value,
    }),
  };
}

/**
 * Returns true when a derivation holds: each step, computed again, gives its result; each operand with the name of an
 * input or an earlier step has that value; names are unique; the derivation's result is that of its last step.
 */
export function verifyDerivation(derivation: Derivation): boolean {
  const known = new Map<string, number>();
  for (const { name, value } of derivation.inputs) {
    if (known.has(name)) return false;
    known.set(name, value);
  }
  for (const { name, op, operands, result } of derivation.steps) {
    const sound = operands.every((operand) => {
      const value = known.get(operand.name);
      return value === undefined || Object.is(value, operand.value);
    });
    const again = evaluate(
      op,
      operands.map((operand) => operand.value),
    );
    if (!sound || known.has(name) || !Object.is(again, result)) return false;
    known.set(name, result);
  }
  return Object.is(derivation.steps.at(-1)?.result, derivation.result);
}
