import type { BoxKind } from '@rasat/contract';
import { BOX_DASH } from '../../charts/palette.ts';
import type { Drawing } from '../../charts/scene/drawing.ts';
import { Z } from '../../charts/scene/z.ts';
import { drawPriceLines, type PriceLine } from '../price-lines.ts';

/** Returns the drawing of a trade's levels, or of the triggers, over the whole plot in the ink of the box. */
export function drawBoxLevels(id: string, box: BoxKind, lines: readonly PriceLine[]): Drawing {
  return drawPriceLines(id, lines, {
    z: Z.boxLevels,
    strokes: [0],
    beyondPx: 1,
    from: () => 0,
    style: (_, { boxes }, hovered) => ({
      color: boxes[box].line,
      width: hovered ? 2 : 1.25,
      dash: BOX_DASH[box],
    }),
    plate(_, textPx, { palette }) {
      const { tint, text, fill } = palette.boxes[box];
      return {
        x: 10,
        width: textPx + 21,
        slide: 'right',
        ink: { back: tint, text },
        mark: { shape: 'square', color: fill },
      };
    },
    tag: (_, { boxes }) => ({ back: boxes[box].tint, text: boxes[box].text }),
  });
}
