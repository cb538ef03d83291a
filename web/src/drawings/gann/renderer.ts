import type { Brush } from '../../charts/scene/frame.ts';
import { horizontal } from '../../charts/scene/line.ts';
import type { GannLine, GannTick } from './geometry.ts';

/** A hairline of the spectrum; heavier while pointed at. */
export function paintGannLine(
  brush: Brush,
  line: GannLine,
  width: number,
  color: string,
  pointed: boolean,
): void {
  const style = line.strong ? { width: 1.1, alpha: 0.62 } : { width: 0.8, alpha: 0.34 };
  horizontal(brush, line.y, 0, width, {
    color,
    width: style.width,
    alpha: pointed ? 1 : style.alpha,
  });
}

/** A graduation at the right border of the plot. */
export function paintGannTick(brush: Brush, tick: GannTick, width: number, color: string): void {
  horizontal(brush, tick.y, width - tick.length, width, { color, width: 1, alpha: 0.8 });
}
