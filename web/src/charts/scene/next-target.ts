import type { Drawing, Target } from './drawing.ts';

/**
 * Returns the price line above (`step` 1) or below (-1) the chosen one, over all drawings, cyclic at the ends. Without
 * a chosen line, the one nearest to `price`. Undefined without price lines.
 */
export function nextTarget(
  drawings: readonly Drawing[],
  chosen: Target | null,
  step: 1 | -1,
  price: number,
): Target | undefined {
  const priceOf = (target: Target): number => ('price' in target.at ? target.at.price : Number.NaN);
  const lines = drawings
    .flatMap(({ targets }) => targets)
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
