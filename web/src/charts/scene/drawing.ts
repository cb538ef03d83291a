import type { BoxKind } from '@rasat/contract';
import type { BoxPrices, BoxTimes } from '@rasat/engine';

/** What a level does to the reader: the inks of its line and tag follow from it. */
export type Tone = 'up' | 'down';

/** A box with its lines. Labels are in the reader's language. */
export interface BoxDrawing {
  readonly kind: 'box';
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

/** Full-width lines in a box's ink: its trade, or its two triggers while there is none. */
export interface BoxLevelsDrawing {
  readonly kind: 'box-levels';
  readonly id: string;
  readonly box: BoxKind;
  readonly lines: readonly {
    readonly part: string;
    readonly price: number;
    readonly label: string;
  }[];
}

/** Entries, take profits and stops. */
export interface TargetsDrawing {
  readonly kind: 'targets';
  readonly id: string;
  /** `recent`: only beside the last bars, labels at the axis. `sides`: full width, up labels left, down labels right. */
  readonly span: 'recent' | 'sides';
  readonly lines: readonly {
    readonly part: string;
    readonly price: number;
    readonly label: string;
    readonly tone: Tone;
    readonly role: 'entry' | 'target' | 'stop';
  }[];
}

/** The two clusters of the crystal box as double lines. */
export interface CrystalDrawing {
  readonly kind: 'crystal';
  readonly id: string;
  readonly fromMs: number;
  readonly lines: readonly {
    readonly part: string;
    readonly price: number;
    readonly label: string;
  }[];
}

/** The Gann spectrum: prices ascending, and which of them is the anchor (every fourth from it is stronger). */
export interface GannDrawing {
  readonly kind: 'gann';
  readonly id: string;
  readonly prices: readonly number[];
  readonly anchorIndex: number;
}

/** Anything a header button draws. */
export type Drawing = BoxDrawing | BoxLevelsDrawing | TargetsDrawing | CrystalDrawing | GannDrawing;

/** A line that can be pointed at, selected and explained. `part` is unique within its drawing. */
export interface Target {
  readonly drawing: string;
  readonly part: string;
  readonly at: { readonly price: number } | { readonly timeMs: number };
}

/** One name for a target, stable while its drawing is on the chart. */
export function targetKey(target: { readonly drawing: string; readonly part: string }): string {
  return `${target.drawing}/${target.part}`;
}
