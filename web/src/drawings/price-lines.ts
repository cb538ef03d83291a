import type { Palette } from '../charts/palette.ts';
import { type Drawing, targetKey } from '../charts/scene/drawing.ts';
import {
  type Axes,
  type AxisTag,
  type Frame,
  type Plate,
  plateText,
} from '../charts/scene/frame.ts';
import { horizontal, type LineStyle } from '../charts/scene/line.ts';

/** A line at a price. `part` is the key by which it is explained. */
export interface PriceLine {
  readonly part: string;
  readonly price: number;
  readonly label: string;
  /** Words behind the price on the plate. */
  readonly tail?: string;
}

/** Look of the lines of a kind. */
export interface LineLook<Line extends PriceLine> {
  readonly z: number;
  /** Strokes of one line: the distance of each below the price, in pixels. */
  readonly strokes: readonly number[];
  /** Pixels beyond the plot within which a line is still painted. */
  readonly beyondPx: number;
  /** Returns the start of the lines, in pixels from the left; they end at the axis. */
  from(axes: Axes): number;
  style(line: Line, palette: Palette, hovered: boolean): LineStyle;
  /** Returns the plate on a line; `textPx` is the width of its text. */
  plate(
    line: Line,
    textPx: number,
    frame: Frame,
  ): Pick<Plate, 'x' | 'width' | 'slide' | 'ink' | 'mark'>;
  /** Returns the inks of the tag on the axis. */
  tag(line: Line, palette: Palette): Pick<AxisTag, 'back' | 'text'>;
}

const PLATE_HEIGHT_PX = 16;

/** Returns a drawing of price lines, each with a plate on it and a tag on the axis. */
export function drawPriceLines<Line extends PriceLine>(
  id: string,
  lines: readonly Line[],
  look: LineLook<Line>,
): Drawing {
  const prices = lines.map(({ price }) => price);
  return {
    id,
    startMs: 0,
    targets: lines.map(({ part, price }) => ({ drawing: id, part, at: { price } })),
    runOf: (_, axes) => [look.from(axes), axes.width],
    contains: null,
    extent:
      prices.length === 0
        ? null
        : { prices: [Math.min(...prices), Math.max(...prices)], fromMs: null, toMs: null },
    tagPrices: prices,
    paint(frame, { hoveredTarget }) {
      const { palette, width } = frame;
      const from = look.from(frame);
      const isVisible = (y: number): boolean =>
        y > -look.beyondPx && y < frame.height + look.beyondPx && from < width;
      const shown = lines.filter(({ price }) => isVisible(frame.y(price)));
      return {
        passes: [
          {
            z: look.z,
            paint(brush) {
              for (const line of shown) {
                const hovered = hoveredTarget === targetKey({ drawing: id, part: line.part });
                const style = look.style(line, palette, hovered);
                for (const below of look.strokes) {
                  horizontal(brush, frame.y(line.price) + below, from, width, style);
                }
              }
            },
          },
        ],
        plates: shown.map((line) => {
          const named = plateText(line.label, line.price, frame);
          const text = line.tail === undefined ? named : `${named} · ${line.tail}`;
          const y = frame.y(line.price) - PLATE_HEIGHT_PX / 2;
          return {
            ...look.plate(line, frame.textWidth(text), frame),
            y,
            height: PLATE_HEIGHT_PX,
            text,
          };
        }),
        tags: lines.map((line) => ({ price: line.price, ...look.tag(line, palette) })),
      };
    },
  };
}
