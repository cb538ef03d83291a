import type { BoxKind } from '@rasat/contract';
import { BOX_DASH } from '../../charts/palette.ts';
import { type Drawing, targetKey } from '../../charts/scene/drawing.ts';
import {
  type Attention,
  type Frame,
  type Painted,
  type Plate,
  plateText,
} from '../../charts/scene/frame.ts';
import { Z } from '../../charts/scene/z.ts';
import { type PriceLine, priceLines } from '../price-lines.ts';
import { levelShapes } from './geometry.ts';
import { paintLevel } from './renderer.ts';

/** Full-width lines in a box's ink. */
export interface BoxLevelsDrawing {
  readonly id: string;
  readonly box: BoxKind;
  readonly lines: readonly PriceLine[];
}

/** Entry, stop and targets of a box's trade, or its triggers, over the whole plot. */
export function paintBoxLevels(
  levels: BoxLevelsDrawing,
  frame: Frame,
  attention: Attention,
): Painted {
  const ink = frame.palette.boxes[levels.box];
  const dash = BOX_DASH[levels.box];
  const shapes = levelShapes(
    levels.lines.map((line) => line.price),
    frame,
  );
  const plates: Plate[] = levels.lines.flatMap((line, i) => {
    const shape = shapes[i];
    if (!shape) return [];
    const text = plateText(line.label, line.price, frame);
    return {
      x: shape.labelX,
      y: shape.y - 8,
      width: frame.textWidth(text) + 21,
      height: 16,
      slide: 'right' as const,
      text,
      ink: { back: ink.tint, text: ink.text },
      mark: { shape: 'square' as const, color: ink.fill },
    };
  });
  return {
    passes: [
      {
        z: Z.boxLevels,
        paint: (brush) => {
          levels.lines.forEach((line, i) => {
            const shape = shapes[i];
            const key = targetKey({ drawing: levels.id, part: line.part });
            const width = attention.hoveredTarget === key ? 2 : 1.25;
            if (shape) paintLevel(brush, shape, ink, dash, width);
          });
        },
      },
    ],
    plates,
    tags: levels.lines.map((line) => ({ price: line.price, back: ink.tint, text: ink.text })),
  };
}

/** Levels of a box on the chart. */
export function drawBoxLevels(levels: BoxLevelsDrawing): Drawing {
  return {
    ...priceLines(levels.id, levels.lines),
    runOf: (_, { width }) => [0, width],
    paint: (frame, attention) => paintBoxLevels(levels, frame, attention),
  };
}
