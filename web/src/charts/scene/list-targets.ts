import type { BoxDrawing, Drawing, Target } from './drawing.ts';

const PRICE_PARTS = [
  'upTrade',
  'downTrade',
  'top',
  'bottom',
  'middle',
  'middleUp',
  'middleDown',
] as const;
const TIME_PARTS = ['start', 'fQuarter', 'fHalf', 'middle', 'lHalf', 'lQuarter', 'end'] as const;

function boxTargets(box: BoxDrawing): Target[] {
  return [
    ...PRICE_PARTS.map((part) => ({ drawing: box.id, part, at: { price: box.p[part] } })),
    ...TIME_PARTS.map((part) => ({
      drawing: box.id,
      part: `time.${part}`,
      at: { timeMs: box.d[part] },
    })),
  ];
}

/**
 * The lines of a drawing that can be chosen. Time lines of a box carry the prefix `time.`, lines of the Gann spectrum
 * are called by their index.
 */
export function listTargets(drawing: Drawing): Target[] {
  if (drawing.kind === 'box') return boxTargets(drawing);
  if (drawing.kind === 'gann') {
    return drawing.prices.map((price, i) => ({
      drawing: drawing.id,
      part: String(i),
      at: { price },
    }));
  }
  return drawing.lines.map(({ part, price }) => ({ drawing: drawing.id, part, at: { price } }));
}

/**
 * The price line above (`step` 1) or below (-1) the chosen one, over all drawings; from the ends it goes round. Without
 * a chosen line, the one nearest to `price`. Undefined when nothing is drawn.
 */
export function nextTarget(
  drawings: readonly Drawing[],
  chosen: Target | null,
  step: 1 | -1,
  price: number,
): Target | undefined {
  const priceOf = (target: Target): number => ('price' in target.at ? target.at.price : Number.NaN);
  const lines = drawings
    .flatMap(listTargets)
    .filter((target) => 'price' in target.at)
    .sort((a, b) => priceOf(a) - priceOf(b));
  const at = lines.findIndex(
    (line) => line.drawing === chosen?.drawing && line.part === chosen.part,
  );
  if (at >= 0) return lines[(at + step + lines.length) % lines.length];
  const distance = (line: Target): number => Math.abs(priceOf(line) - price);
  return lines.reduce<Target | undefined>(
    (best, line) => (best === undefined || distance(line) < distance(best) ? line : best),
    undefined,
  );
}
