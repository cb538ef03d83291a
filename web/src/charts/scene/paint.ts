import { paintBox } from '../../drawings/box/view.ts';
import { paintBoxLevels } from '../../drawings/box-levels/view.ts';
import { paintCrystal } from '../../drawings/crystal/view.ts';
import { paintGann } from '../../drawings/gann/view.ts';
import { paintTargets } from '../../drawings/targets/view.ts';
import type { Drawing } from './drawing.ts';
import type { Attention, Frame, Painted } from './frame.ts';

/** What a drawing looks like now. */
export function paintDrawing(drawing: Drawing, frame: Frame, attention: Attention): Painted {
  switch (drawing.kind) {
    case 'box':
      return paintBox(drawing, frame, attention);
    case 'box-levels':
      return paintBoxLevels(drawing, frame, attention);
    case 'targets':
      return paintTargets(drawing, frame, attention);
    case 'crystal':
      return paintCrystal(drawing, frame, attention);
    case 'gann':
      return paintGann(drawing, frame, attention);
  }
}

/** Where a drawing lies, for the price scale: only boxes have times. */
export interface Extent {
  readonly low: number;
  readonly high: number;
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** The extent of a drawing; null when it has no prices or follows the scale instead of asking for room (Gann). */
export function extentOf(drawing: Drawing): Extent | null {
  if (drawing.kind === 'gann') return null;
  if (drawing.kind === 'box') {
    const { upTrade, downTrade } = drawing.p;
    return { low: downTrade, high: upTrade, fromMs: drawing.d.start, toMs: drawing.d.end };
  }
  const prices = drawing.lines.map((line) => line.price);
  if (prices.length === 0) return null;
  return { low: Math.min(...prices), high: Math.max(...prices), fromMs: null, toMs: null };
}

/** The prices that a drawing marks with tags on the axis as long as they are on it; none of the Gann spectrum's many. */
export function tagPricesOf(drawing: Drawing): readonly number[] {
  if (drawing.kind === 'gann') return [];
  if (drawing.kind === 'box') return [drawing.p.upTrade, drawing.p.downTrade];
  return drawing.lines.map((line) => line.price);
}
