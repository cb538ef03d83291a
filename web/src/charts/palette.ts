import type { BoxKind } from '@rasat/contract';

/** The four inks of a box or a cone: fill, line, text and tint of its tags. */
export interface BoxInk {
  readonly fill: string;
  readonly line: string;
  readonly text: string;
  readonly tint: string;
}

/** All colours of the canvas, read from the theme variables of the chart's element. */
export interface Palette {
  readonly font: string;
  readonly background: string;
  readonly grid: string;
  readonly axisText: string;
  readonly axisLine: string;
  readonly cross: string;
  readonly crossTag: string;
  readonly text: string;
  readonly candleUp: string;
  readonly candleDown: string;
  readonly up: string;
  readonly upTint: string;
  readonly down: string;
  readonly downText: string;
  readonly downTint: string;
  readonly brass: string;
  readonly warn: string;
  readonly warnLine: string;
  readonly brassTint: string;
  /** Opacity of a box's fill, 0 to 1. */
  readonly boxFill: number;
  readonly boxes: Readonly<Record<BoxKind, BoxInk>>;
  /** Opacity of each band of a cone, 0 to 1; the bands lie on each other. */
  readonly coneFill: number;
  readonly cone: BoxInk;
}

/** Dash pattern of each box's outline, in pixels: the cue besides colour. */
export const BOX_DASH: Readonly<Record<BoxKind, readonly number[]>> = {
  hayyam: [],
  '52': [8, 3],
  '144': [3, 3],
  '36': [9, 3, 2, 3],
  crystal: [1.5, 3],
};

/** Reads the palette of an element. The element must be in the document. */
export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const read = (name: string): string => style.getPropertyValue(name).trim();
  const ink = (fill: string, companion: string): BoxInk => ({
    fill: read(`--bx-${fill}`),
    line: read(`--${companion}-l`),
    text: read(`--${companion}-t`),
    tint: read(`--${companion}-b`),
  });
  return {
    font: style.fontFamily,
    background: read('--chart-bg'),
    grid: read('--chart-grid'),
    axisText: read('--chart-axis'),
    axisLine: read('--line'),
    cross: read('--cross'),
    crossTag: read('--s3'),
    text: read('--text'),
    candleUp: read('--candle-up'),
    candleDown: read('--candle-down'),
    up: read('--up'),
    upTint: read('--up-bg'),
    down: read('--down'),
    downText: read('--down-text'),
    downTint: read('--down-bg'),
    brass: read('--brass'),
    warn: read('--warn'),
    warnLine: read('--warn-line'),
    brassTint: read('--brass-bg'),
    boxFill: Number(read('--box-fill')) || 0.12,
    boxes: {
      hayyam: ink('hayyam', 'hayyam'),
      '52': ink('52', 'b52'),
      '144': ink('144', 'b144'),
      '36': ink('36', 'b36'),
      crystal: ink('crystal', 'crystal'),
    },
    coneFill: Number(read('--cone-fill')) || 0.08,
    cone: {
      fill: read('--cone'),
      line: read('--cone-l'),
      text: read('--cone-t'),
      tint: read('--cone-b'),
    },
  };
}
