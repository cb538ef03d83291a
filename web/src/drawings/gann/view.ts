import { type Drawing, targetKey } from '../../charts/scene/drawing.ts';
import { horizontal } from '../../charts/scene/line.ts';
import { Z } from '../../charts/scene/z.ts';
import { gannLines, gannTicks } from './geometry.ts';

/**
 * Returns the drawing of the spectrum: brass hairlines at ascending prices; every fourth line from the anchor is
 * stronger. A line's part is its place in the list. It has no label; a hovered or chosen line shows its price. The
 * spectrum does not widen the price scale.
 */
export function drawGann(id: string, prices: readonly number[], anchorIndex: number): Drawing {
  const keyOf = (at: number): string => targetKey({ drawing: id, part: String(at) });
  return {
    id,
    startMs: 0,
    targets: prices.map((price, at) => ({ drawing: id, part: String(at), at: { price } })),
    runOf: (_, { width }) => [0, width],
    contains: null,
    extent: null,
    tagPrices: [],
    paint(frame, { hoveredTarget, selectedTarget }) {
      const { palette, width } = frame;
      const lines = gannLines(prices, anchorIndex, frame);
      const ticks = gannTicks(prices, frame);
      const shown = prices.filter((_, at) => [hoveredTarget, selectedTarget].includes(keyOf(at)));
      return {
        passes: [
          {
            z: Z.gann,
            paint(brush) {
              for (const { index, y, strong } of lines) {
                const style = strong ? { width: 1.1, alpha: 0.62 } : { width: 0.8, alpha: 0.34 };
                const alpha = hoveredTarget === keyOf(index) ? 1 : style.alpha;
                horizontal(brush, y, 0, width, { ...style, color: palette.brass, alpha });
              }
              for (const { y, length } of ticks) {
                horizontal(brush, y, width - length, width, {
                  color: palette.brass,
                  width: 1,
                  alpha: 0.8,
                });
              }
            },
          },
        ],
        plates: [],
        tags: shown.map((price) => ({ price, back: palette.brassTint, text: palette.brass })),
      };
    },
  };
}
