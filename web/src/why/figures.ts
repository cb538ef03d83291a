import { HOUR_MS, MINUTE_MS } from '@rasat/engine';
import type { Figure } from './arithmetic.ts';

/** Writes a number with `digits` decimals, in the reader's language. */
export type NumberFormat = (value: number, digits: number) => string;

/** Formats that write a figure. */
export interface FigureFormats {
  readonly number: NumberFormat;
  /** Writes a share in per cent; 1 is one per cent. */
  readonly percent: NumberFormat;
  readonly moment: (timeMs: number) => string;
  readonly duration: (unit: 'days' | 'hours' | 'minutes', value: string) => string;
}

/** Returns the fewest decimals, at least `least`, with an error up to a thousandth of the last of `most` decimals. */
function decimals(value: number, least: number, most: number): number {
  for (let digits = least; digits < most; digits += 1) {
    const scale = 10 ** digits;
    const error = Math.abs(Math.round(value * scale) / scale - value);
    if (error <= 1e-3 * 10 ** -most) return digits;
  }
  return most;
}

function plainNumber(value: number, number: NumberFormat): string {
  const size = Math.abs(value);
  const most = size > 0 && size < 0.001 ? Math.min(12, Math.ceil(-Math.log10(size)) + 3) : 6;
  return number(value, decimals(value, 0, most));
}

/**
 * Returns a figure as text: a price with the symbol's decimals and up to two more when it is not rounded, a moment, a
 * duration in days, hours or minutes, a share in per cent with two to four decimals, any other number with the decimals
 * that it needs, usually at most six.
 */
export function writeFigure(figure: Figure, priceDigits: number, formats: FigureFormats): string {
  const { value, unit } = figure;
  switch (unit) {
    case 'price':
      return formats.number(value, decimals(value, priceDigits, priceDigits + 2));
    case 'time':
      return formats.moment(value);
    case 'duration': {
      const hours = Math.abs(value) / HOUR_MS;
      if (hours >= 48) return formats.duration('days', formats.number(value / HOUR_MS / 24, 2));
      if (hours >= 2) return formats.duration('hours', formats.number(value / HOUR_MS, 2));
      return formats.duration('minutes', formats.number(value / MINUTE_MS, 1));
    }
    case 'share':
      return formats.percent(value * 100, decimals(value * 100, 2, 4));
    case 'number':
      return plainNumber(value, formats.number);
  }
}

/** Returns an operation as text, with its operands already written. `many` writes a long list of operands. */
export function writeOperation(
  op: string,
  operands: readonly string[],
  words: {
    readonly many: (count: number) => string;
    readonly density: (x: string, count: number) => string;
    readonly chosen: (values: string) => string;
    readonly touch: (movements: string, spread: string) => string;
    readonly cone: (spread: string, share: string) => string;
  },
): string {
  const [a = '', b = '', c = ''] = operands;
  const shown = operands.length > 4 ? [words.many(operands.length)] : operands;
  switch (op) {
    case 'add':
      return shown.join(' + ');
    case 'subtract':
      return `${a} − ${b}`;
    case 'multiply':
      return shown.join(' × ');
    case 'divide':
      return `${a} ÷ ${b}`;
    case 'sqrt':
      return `√ ${a}`;
    case 'ln':
      return `ln ${a}`;
    case 'exp':
      return `exp ${a}`;
    case 'abs':
      return `| ${a} |`;
    case 'floor':
      return `⌊ ${a} ⌋`;
    case 'min':
      return `min (${shown.join('; ')})`;
    case 'max':
      return `max (${shown.join('; ')})`;
    case 'clamp':
      return `${a}, [${b}; ${c}]`;
    case 'powerOfTen':
      return `10 ^ ${a}`;
    case 'tick':
      return `10 ^ −${a}`;
    case 'scaleM':
    case 'scaleBeta':
      return words.chosen(`${a}; ${b}`);
    case 'density':
      return words.density(a, (operands.length - 2) / 2);
    case 'mixedTouch':
      return words.touch(a, b);
    case 'coneWidth':
      return words.cone(a, b);
    default:
      return a;
  }
}
