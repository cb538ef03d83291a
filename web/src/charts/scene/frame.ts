import type { Palette } from '../palette.ts';

/** The two axes of one paint, in CSS pixels of the plot. Geometry depends on these alone. */
export interface Axes {
  /** Returns the left border of an instant's place on the time axis. */
  x(timeMs: number): number;
  /** Returns the height of a price, from the top; NaN while the axis has no range. */
  y(price: number): number;
  readonly width: number;
  readonly height: number;
  /** Width of one bar's place. */
  readonly barPx: number;
  /** Right border of the last bar. */
  readonly lastX: number;
}

/** Values that a view may use while painting. */
export interface Frame extends Axes {
  readonly palette: Palette;
  formatPrice(price: number): string;
  /** Returns the width of a text in the plates' font, CSS pixels. */
  textWidth(text: string): number;
}

/** The canvas in CSS pixels, with the ratio that aligns lines with whole device pixels. */
export interface Brush {
  readonly ctx: CanvasRenderingContext2D;
  readonly ratio: number;
}

/** One layer of a drawing: layers of all drawings are painted by rising `z`. */
export interface Pass {
  readonly z: number;
  paint(brush: Brush): void;
}

/** A filled label on the plot; `slide` is the first direction in which it avoids another label. */
export interface Plate {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly slide: 'right' | 'left' | 'up';
  readonly text: string;
  readonly ink: { readonly back: string; readonly text: string; readonly border?: string };
  readonly mark?: { readonly shape: 'up' | 'down' | 'square'; readonly color: string };
}

/** A price on the axis. */
export interface AxisTag {
  readonly price: number;
  readonly back: string;
  readonly text: string;
  readonly strong?: boolean;
  /** Whether it is the live price: never moved, painted last. */
  readonly fixed?: boolean;
  /** Colour of a dashed outline, for a price that is delayed. */
  readonly outline?: string;
  /** Words under the tag, with their colour. */
  readonly note?: { readonly words: string; readonly color: string };
}

/** The picture of a drawing in one paint. */
export interface Painted {
  readonly passes: readonly Pass[];
  readonly plates: readonly Plate[];
  readonly tags: readonly AxisTag[];
}

/** The hovered and the chosen lines. Keys as `targetKey` makes them. */
export interface Attention {
  /** The drawing under the pointer: it is raised, and other bodies are dimmed. Null without a body. */
  readonly hoveredBody: string | null;
  readonly hoveredTarget: string | null;
  readonly selectedTarget: string | null;
}

/** Returns the text on a line's plate: its name and price. */
export function plateText(name: string, price: number, frame: Frame): string {
  return `${name} ${frame.formatPrice(price)}`;
}
