import type { Drawing } from '../../charts/scene/drawing.ts';
import type { Axes } from '../../charts/scene/frame.ts';
import { Z } from '../../charts/scene/z.ts';
import { drawPriceLines, type PriceLine } from '../price-lines.ts';

/**
 * Returns the crystal clusters as double lines, 2.6 pixels apart, from their start, with a plate there, to the axis.
 */
export function drawCrystal(id: string, fromMs: number, lines: readonly PriceLine[]): Drawing {
  const from = (axes: Axes): number => Math.max(axes.x(fromMs), 6);
  return {
    ...drawPriceLines(id, lines, {
      z: Z.crystal,
      strokes: [-1.3, 1.3],
      beyondPx: 2,
      from,
      style: (_, { boxes }, hovered) => ({
        color: boxes.crystal.line,
        width: hovered ? 1.6 : 0.9,
      }),
      plate(_, textPx, frame) {
        const { tint, text, line } = frame.palette.boxes.crystal;
        const ink = { back: tint, text, border: line };
        return { x: from(frame), width: textPx + 10, slide: 'right', ink };
      },
      tag: (_, { boxes }) => ({ back: boxes.crystal.tint, text: boxes.crystal.text }),
    }),
    runOf: (_, axes) => [axes.x(fromMs), axes.width],
  };
}
