import { type Drawing, targetKey } from '../../charts/scene/drawing.ts';
import type { Attention, Frame, Painted } from '../../charts/scene/frame.ts';
import { Z } from '../../charts/scene/z.ts';
import { gannLines, gannTicks } from './geometry.ts';
import { paintGannLine, paintGannTick } from './renderer.ts';

/** The Gann spectrum: prices ascending, and which of them is the anchor (every fourth from it is stronger). */
export interface GannDrawing {
  readonly id: string;
  readonly prices: readonly number[];
  readonly anchorIndex: number;
}

/** The spectrum as brass hairlines. Lines carry no label: the one that is pointed at or chosen shows its price. */
export function paintGann(gann: GannDrawing, frame: Frame, attention: Attention): Painted {
  const { palette, width } = frame;
  const lines = gannLines(gann.prices, gann.anchorIndex, frame);
  const ticks = gannTicks(gann.prices, frame);
  const keyOf = (index: number): string => targetKey({ drawing: gann.id, part: String(index) });
  const shown = gann.prices.flatMap((price, i) => {
    const key = keyOf(i);
    const wanted = attention.hoveredTarget === key || attention.selectedTarget === key;
    return wanted ? [{ price, back: palette.brassTint, text: palette.brass }] : [];
  });
  return {
    passes: [
      {
        z: Z.gann,
        paint: (brush) => {
          for (const line of lines) {
            const pointed = attention.hoveredTarget === keyOf(line.index);
            paintGannLine(brush, line, width, palette.brass, pointed);
          }
          for (const tick of ticks) paintGannTick(brush, tick, width, palette.brass);
        },
      },
    ],
    plates: [],
    tags: shown,
  };
}

/**
 * A spectrum on the chart. Its lines are called by their place. It follows the price scale instead of asking for room, and
 * its many lines have no tags of their own.
 */
export function drawGann(gann: GannDrawing): Drawing {
  return {
    id: gann.id,
    startMs: 0,
    targets: gann.prices.map((price, at) => ({
      drawing: gann.id,
      part: String(at),
      at: { price },
    })),
    runOf: (_, { width }) => [0, width],
    contains: null,
    extent: null,
    tagPrices: [],
    paint: (frame, attention) => paintGann(gann, frame, attention),
  };
}
