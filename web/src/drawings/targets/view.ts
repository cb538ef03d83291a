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
import { targetShapes, targetsFrom } from './geometry.ts';
import { paintTarget } from './renderer.ts';

/** An entry, take profit or stop; inks follow from what it does to the reader. */
export interface TargetLine extends PriceLine {
  readonly tone: 'up' | 'down';
  readonly role: 'entry' | 'target' | 'stop';
}

/** Entries, take profits and stops. */
export interface TargetsDrawing {
  readonly id: string;
  readonly lines: readonly TargetLine[];
}

function label(line: TargetLine, y: number, frame: Frame): Plate {
  const { palette } = frame;
  const text = plateText(line.label, line.price, frame);
  const width = frame.textWidth(text) + 10;
  return {
    x: frame.width - width - 14,
    y: y - 8,
    width,
    height: 16,
    slide: 'left',
    text,
    ink: { back: palette.background, text: line.tone === 'up' ? palette.up : palette.downText },
  };
}

/** Entries, take profits and stops of the weekly lists and of the active condition. */
export function paintTargets(targets: TargetsDrawing, frame: Frame, attention: Attention): Painted {
  const { palette } = frame;
  const shapes = targetShapes(
    targets.lines.map((line) => line.price),
    frame,
  );
  return {
    passes: [
      {
        z: Z.targets,
        paint: (brush) => {
          targets.lines.forEach((line, i) => {
            const shape = shapes[i];
            if (!shape) return;
            const key = targetKey({ drawing: targets.id, part: line.part });
            const color = line.tone === 'up' ? palette.up : palette.down;
            paintTarget(brush, shape, line.role, color, attention.hoveredTarget === key);
          });
        },
      },
    ],
    plates: targets.lines.flatMap((line, i) => {
      const shape = shapes[i];
      return shape ? [label(line, shape.y, frame)] : [];
    }),
    tags: targets.lines.map((line) =>
      line.tone === 'up'
        ? { price: line.price, back: palette.upTint, text: palette.up }
        : { price: line.price, back: palette.downTint, text: palette.downText },
    ),
  };
}

/** Entries, take profits and stops on the chart. */
export function drawTargets(targets: TargetsDrawing): Drawing {
  return {
    ...priceLines(targets.id, targets.lines),
    runOf: (_, axes) => [targetsFrom(axes), axes.width],
    paint: (frame, attention) => paintTargets(targets, frame, attention),
  };
}
