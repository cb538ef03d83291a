import type { Drawing } from '../../charts/scene/drawing.ts';
import { Z } from '../../charts/scene/z.ts';
import { drawPriceLines, type PriceLine } from '../price-lines.ts';

/** An entry, take profit or stop, which determines its inks. */
export interface TargetLine extends PriceLine {
  readonly tone: 'up' | 'down';
  readonly role: 'entry' | 'target' | 'stop';
}

const RECENT_BARS = 14;
const SHORTEST_PX = 60;
const DASH = [6, 4];

/**
 * Entries as solid lines, take profits and stops as dashed ones, beside the last 14 bars up to the axis; a stub of 60
 * pixels at the axis when those bars are out of sight.
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
