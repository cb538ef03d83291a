import type { Drawing } from '../../charts/scene/drawing.ts';
import { Z } from '../../charts/scene/z.ts';
import { drawPriceLines, type PriceLine } from '../price-lines.ts';

/** An entry, take profit or stop with its direction, which determine its style. */
export interface TargetLine extends PriceLine {
  readonly tone: 'up' | 'down';
  readonly role: 'entry' | 'target' | 'stop';
}

const RECENT_BARS = 14;
const SHORTEST_PX = 60;
const DASH = [6, 4];

/**
 * Returns the drawing of entries as solid lines, and take profits and stops as dashed ones. Lines begin 14 bars before
 * the last bar's end and run to the axis; they are at least 60 pixels long.
 */
export function drawTargets(id: string, lines: readonly TargetLine[]): Drawing {
  return drawPriceLines(id, lines, {
    z: Z.targets,
    strokes: [0],
    beyondPx: 1,
    from({ lastX, barPx, width }) {
      return Math.max(0, Math.min(lastX - RECENT_BARS * barPx, width - SHORTEST_PX));
    },
    style: ({ tone, role }, palette, hovered) => ({
      color: tone === 'up' ? palette.up : palette.down,
      width: (role === 'entry' ? 1.6 : 1.4) + (hovered ? 0.8 : 0),
      dash: role === 'entry' ? [] : DASH,
    }),
    plate({ tone }, textPx, { palette, width }) {
      const text = tone === 'up' ? palette.up : palette.downText;
      return {
        x: width - textPx - 24,
        width: textPx + 10,
        slide: 'left',
        ink: { back: palette.background, text },
      };
    },
    tag: ({ tone }, palette) =>
      tone === 'up'
        ? { back: palette.upTint, text: palette.up }
        : { back: palette.downTint, text: palette.downText },
  });
}
