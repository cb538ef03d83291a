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
import { crystalShapes } from './geometry.ts';
import { paintCrystalLine } from './renderer.ts';

/** The two clusters of the crystal box. */
export interface CrystalDrawing {
  readonly id: string;
  readonly fromMs: number;
  readonly lines: readonly PriceLine[];
}

/** The crystal clusters as double lines with a plate at their start. */
export function paintCrystal(crystal: CrystalDrawing, frame: Frame, attention: Attention): Painted {
  const ink = frame.palette.boxes.crystal;
  const shapes = crystalShapes(
    crystal.lines.map((line) => line.price),
    crystal.fromMs,
    frame,
  );
  const plates: Plate[] = crystal.lines.flatMap((line, i) => {
    const shape = shapes[i];
    if (!shape) return [];
    const text = plateText(line.label, line.price, frame);
    return {
      x: shape.from,
      y: shape.y - 8,
      width: frame.textWidth(text) + 10,
      height: 16,
      slide: 'right' as const,
      text,
      ink: { back: ink.tint, text: ink.text, border: ink.line },
    };
  });
  return {
    passes: [
      {
        z: Z.crystal,
        paint: (brush) => {
          crystal.lines.forEach((line, i) => {
            const shape = shapes[i];
            const key = targetKey({ drawing: crystal.id, part: line.part });
            if (shape) {
              paintCrystalLine(brush, shape, ink, attention.hoveredTarget === key ? 1.6 : 0.9);
            }
          });
        },
      },
    ],
    plates,
    tags: crystal.lines.map((line) => ({ price: line.price, back: ink.tint, text: ink.text })),
  };
}

/** Clusters on the chart. */
export function drawCrystal(crystal: CrystalDrawing): Drawing {
  return {
    ...priceLines(crystal.id, crystal.lines),
    runOf: (_, axes) => [axes.x(crystal.fromMs), axes.width],
    paint: (frame, attention) => paintCrystal(crystal, frame, attention),
  };
}
