import type { BoxInk } from '../../charts/palette.ts';
import type { Brush } from '../../charts/scene/frame.ts';
import { horizontal } from '../../charts/scene/line.ts';
import type { LevelShape } from './geometry.ts';

/** A level in the line colour and the dash of its box. */
export function paintLevel(
  brush: Brush,
  shape: LevelShape,
  ink: BoxInk,
  dash: readonly number[],
  width: number,
): void {
  horizontal(brush, shape.y, shape.from, shape.to, { color: ink.line, width, dash });
}
