import type { BoxInk, Palette } from '../../charts/palette.ts';
import type { Attention, Brush, Frame, Painted } from '../../charts/scene/frame.ts';

// Records the painting of each drawing: every line with its ink, width and dashes. On the simple axes below, the place
// of a line can be computed by hand.

const ink = (name: string): BoxInk => ({
  fill: `${name} fill`,
  line: `${name} line`,
  tint: `${name} tint`,
  text: `${name} text`,
});

/** Palette whose values are the names of the inks. */
const palette = new Proxy({} as Palette, {
  get: (_, name) => {
    if (name === 'boxFill') return 0.1;
    if (name === 'coneFill') return 0.1;
    if (name === 'cone') return ink('cone');
    if (name !== 'boxes') return String(name);
    return Object.fromEntries(
      ['hayyam', '52', '144', '36', 'crystal'].map((box) => [box, ink(box)]),
    );
  },
});

/** Frame with a pixel per millisecond from the left and per unit of price from 100 at the top, and six per letter. */
export const frame: Frame = {
  x: (timeMs) => timeMs,
  y: (price) => 100 - price,
  width: 300,
  height: 100,
  barPx: 10,
  lastX: 250,
  palette,
  formatPrice: String,
  textWidth: (text) => text.length * 6,
};

/** No line is hovered or chosen. */
export const NOTHING: Attention = { hoveredBody: null, hoveredTarget: null, selectedTarget: null };

/**
 * Returns the painting, one line each by its layer: `ink width [dashes] @alpha x,y > x,y` or `fill ink @alpha x,y w x
 * h`.
 */
export function listPainted(painted: Painted): string[] {
  const lines: string[] = [];
  for (const pass of painted.passes) {
    let path: string[] = [];
    let dash: readonly number[] = [];
    const state = { globalAlpha: 1, strokeStyle: '', fillStyle: '', lineWidth: 1 };
    const saved: (typeof state)[] = [];
    const place = (x: number, y: number): string =>
      `${Math.round(x * 10) / 10},${Math.round(y * 10) / 10}`;
    const calls = {
      save: () => saved.push({ ...state }),
      restore: () => Object.assign(state, saved.pop()),
      setLineDash: (given: number[]) => {
        dash = given;
      },
      beginPath: () => {
        path = [];
      },
      moveTo: (x: number, y: number) => path.push(place(x, y)),
      lineTo: (x: number, y: number) => path.push(place(x, y)),
      stroke: () => {
        const dashes = dash.length > 0 ? ` [${dash.join(' ')}]` : '';
        const { strokeStyle, lineWidth, globalAlpha } = state;
        lines.push(`${strokeStyle} ${lineWidth}${dashes} @${globalAlpha} ${path.join(' > ')}`);
      },
      closePath: () => path.push('closed'),
      fill: () => {
        const { fillStyle, globalAlpha } = state;
        lines.push(`fill ${fillStyle} @${globalAlpha} ${path.join(' > ')}`);
      },
      fillRect: (x: number, y: number, width: number, height: number) => {
        lines.push(
          `fill ${state.fillStyle} @${state.globalAlpha} ${place(x, y)} ${width} x ${height}`,
        );
      },
    };
    const ctx = Object.assign(state, calls) as unknown as CanvasRenderingContext2D;
    // A ratio so fine that lines are painted at the requested place.
    pass.paint({ ctx, ratio: 100 } satisfies Brush);
  }
  return lines;
}
