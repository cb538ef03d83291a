import type { BoxKind } from '@rasat/contract';
import type { BoxPrices, BoxTimes } from '@rasat/engine';
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
import { boxShape } from './geometry.ts';
import { paintBoxFill, paintBoxLines, paintTradeLine } from './renderer.ts';

/** A box with its labels, in the reader's language. */
export interface BoxDrawing {
  readonly id: string;
  readonly box: BoxKind;
  readonly p: BoxPrices;
  readonly d: BoxTimes;
  readonly labels: {
    readonly name: string;
    readonly upTrade: string;
    readonly downTrade: string;
  };
}

/** Price lines of a box that can be chosen. */
export const PRICE_LINES = [
  'upTrade',
  'downTrade',
  'top',
  'bottom',
  'middle',
  'middleUp',
  'middleDown',
] as const;
/** Time lines of a box that can be chosen; their parts have the prefix `time.`. */
export const TIME_LINES = [
  'start',
  'fQuarter',
  'fHalf',
  'middle',
  'lHalf',
  'lQuarter',
  'end',
] as const;

const DIMMED_FILL = 0.05;
function tradePlate(box: BoxDrawing, frame: Frame, part: 'upTrade' | 'downTrade'): Plate {
  const { palette } = frame;
  const up = part === 'upTrade';
  const name = up ? box.labels.upTrade : box.labels.downTrade;
  const text = plateText(name, box.p[part], frame);
  return {
    x: boxShape(box.p, box.d, frame).plateX,
    y: frame.y(box.p[part]) - 8.5,
    width: frame.textWidth(text) + 27,
    height: 17,
    slide: 'right',
    text,
    ink: {
      back: up ? palette.upTint : palette.downTint,
      text: up ? palette.up : palette.downText,
      border: up ? palette.up : palette.down,
    },
    mark: { shape: up ? 'up' : 'down', color: up ? palette.up : palette.downText },
  };
}

function nameTag(box: BoxDrawing, frame: Frame): Plate {
  const ink = frame.palette.boxes[box.box];
  const shape = boxShape(box.p, box.d, frame);
  // Above the top edge; inside the plot while that edge is above it.
  const y = Math.min(Math.max(shape.top - 19, 4), Math.max(shape.bottom - 19, 4));
  return {
    x: Math.max(shape.left, 6),
    y,
    width: frame.textWidth(box.labels.name) + 21,
    height: 16,
    slide: 'up',
    text: box.labels.name,
    ink: { back: ink.tint, text: ink.text, border: ink.line },
    mark: { shape: 'square', color: ink.fill },
  };
}

/** Returns the painting of a box, with name tag and plates. A box outside of the plot has only its tags. */
export function paintBox(box: BoxDrawing, frame: Frame, attention: Attention): Painted {
  const { palette, width } = frame;
  const shape = boxShape(box.p, box.d, frame);
  const ink = palette.boxes[box.box];
  const hovered = attention.hoveredBody === box.id;
  const dimmed = attention.hoveredBody !== null && !hovered;
  const visible = shape.right > 0 && shape.left < width;
  const from = Math.max(shape.left, -4);
  const emphasis = (part: string): number =>
    attention.hoveredTarget === targetKey({ drawing: box.id, part }) ? 2.5 : 2;
  return {
    passes: [
      {
        z: Z.boxFill,
        paint: (brush) => paintBoxFill(brush, shape, ink, dimmed ? DIMMED_FILL : palette.boxFill),
      },
      {
        z: Z.boxLines,
        paint: (brush) =>
          paintBoxLines(
            brush,
            shape,
            ink,
            { width: hovered ? 2 : 1.5, dash: BOX_DASH[box.box] },
            width,
          ),
      },
      {
        z: Z.tradeLines,
        paint: (brush) => {
          if (shape.left >= width) return;
          const { up, down, background } = palette;
          paintTradeLine(brush, shape.upTradeY, from, width, up, background, emphasis('upTrade'));
          paintTradeLine(
            brush,
            shape.downTradeY,
            from,
            width,
            down,
            background,
            emphasis('downTrade'),
          );
        },
      },
    ],
    plates: [
      ...(shape.left < width
        ? [tradePlate(box, frame, 'upTrade'), tradePlate(box, frame, 'downTrade')]
        : []),
      ...(visible ? [nameTag(box, frame)] : []),
    ],
    tags:
      shape.left < width
        ? [
            { price: box.p.upTrade, back: palette.upTint, text: palette.up },
            { price: box.p.downTrade, back: palette.downTint, text: palette.downText },
          ]
        : [],
  };
}

/** Returns the drawing of a box. */
export function drawBox(box: BoxDrawing): Drawing {
  const { id, p, d } = box;
  return {
    id,
    startMs: d.start,
    targets: [
      ...PRICE_LINES.map((part) => ({ drawing: id, part, at: { price: p[part] } })),
      ...TIME_LINES.map((part) => ({ drawing: id, part: `time.${part}`, at: { timeMs: d[part] } })),
    ],
    runOf({ at, part }, axes) {
      if ('timeMs' in at) return [axes.y(p.top), axes.y(p.bottom)];
      const trade = part === 'upTrade' || part === 'downTrade';
      return [axes.x(d.start), trade ? axes.width : axes.x(d.end)];
    },
    contains: (x, y, axes) =>
      x >= axes.x(d.start) && x <= axes.x(d.end) && y >= axes.y(p.top) && y <= axes.y(p.bottom),
    extent: { prices: [p.downTrade, p.upTrade], fromMs: d.start, toMs: d.end },
    tagPrices: [p.upTrade, p.downTrade],
    paint: (frame, attention) => paintBox(box, frame, attention),
  };
}
