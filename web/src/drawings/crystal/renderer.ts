import type { BoxInk } from '../../charts/palette.ts';
import type { Brush } from '../../charts/scene/frame.ts';
import { horizontal } from '../../charts/scene/line.ts';
import type { CrystalShape } from './geometry.ts';

/** The double line of a cluster. */
export function paintCrystalLine(
  brush: Brush,
  shape: CrystalShape,
  ink: BoxInk,
  width: number,
): void {
  for (const y of shape.strokes) {
    horizontal(brush, y, shape.from, shape.to, { color: ink.line, width });
  }
}
