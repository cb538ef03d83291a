import type { Brush } from '../../charts/scene/frame.ts';
import { horizontal } from '../../charts/scene/line.ts';
import type { TargetShape } from './geometry.ts';

const TARGET_DASH = [6, 4];

/** An entry as a solid line of 1.6, a target or a stop dashed and thinner; heavier while pointed at. */
export function paintTarget(
  brush: Brush,
  shape: TargetShape,
  role: 'entry' | 'target' | 'stop',
  color: string,
  heavier: boolean,
): void {
  const width = (role === 'entry' ? 1.6 : 1.4) + (heavier ? 0.8 : 0);
  const dash = role === 'entry' ? [] : TARGET_DASH;
  horizontal(brush, shape.y, shape.from, shape.to, { color, width, dash });
}
