import { type TargetsDrawing, targetKey } from '../../charts/scene/drawing.ts';
import {
  type Attention,
  type Frame,
  type Painted,
  type Plate,
  plateText,
} from '../../charts/scene/frame.ts';
import { Z } from '../../charts/scene/z.ts';
import { targetShapes } from './geometry.ts';
import { paintTarget } from './renderer.ts';

function label(
  line: TargetsDrawing['lines'][number],
  y: number,
  span: TargetsDrawing['span'],
  frame: Frame,
): Plate {
  const { palette } = frame;
  const text = plateText(line.label, line.price, frame);
  const width = frame.textWidth(text) + 10;
  const left = span === 'sides' && line.tone === 'up';
  return {
    x: left ? 8 : frame.width - width - 14,
    y: y - 8,
    width,
    height: 16,
    slide: left ? 'right' : 'left',
    text,
    ink: { back: palette.background, text: line.tone === 'up' ? palette.up : palette.downText },
  };
}

/** Entries, take profits and stops of the weekly lists and of the active condition. */
export function paintTargets(targets: TargetsDrawing, frame: Frame, attention: Attention): Painted {
  const { palette } = frame;
  const shapes = targetShapes(
    targets.lines.map((line) => line.price),
    targets.span,
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
      return shape ? [label(line, shape.y, targets.span, frame)] : [];
    }),
    tags: targets.lines.map((line) =>
      line.tone === 'up'
        ? { price: line.price, back: palette.upTint, text: palette.up }
        : { price: line.price, back: palette.downTint, text: palette.downText },
    ),
  };
}
