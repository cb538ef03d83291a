import { type Bar, DAY_MS } from '@rasat/engine';
import { spreadTags } from '../../charts/index.ts';
import {
  barsOfWeek,
  type LevelLists,
  listWeeklyLevels,
  type ShownLevels,
  type WeeklyLevel,
} from './weekly-levels.ts';
import type { Week } from './weeks.ts';

/** The size of the drawing, pixels. */
export interface PlotSize {
  readonly width: number;
  readonly height: number;
}

/** A candle in the drawing, pixels. */
export interface PlotCandle {
  readonly x: number;
  readonly rises: boolean;
  readonly high: number;
  readonly low: number;
  /** Upper and lower end of the body. */
  readonly top: number;
  readonly bottom: number;
}

/** The parts of the drawing that do not change with a tick. */
export interface WeekPlot {
  /** Lower end of the plot; the dates are below it. */
  readonly floor: number;
  /** Width of a candle's body. */
  readonly body: number;
  readonly candles: readonly PlotCandle[];
  /** Left and right end of the week. */
  readonly weekFrom: number;
  readonly weekTo: number;
  /** Whether the newest candle rises; it determines the colour of the live price. */
  readonly rises: boolean;
  /** The x of the newest candle. */
  readonly lastX: number;
  /** Left end and width of the labels. */
  readonly labelX: number;
  readonly labelWidth: number;
  /** Days that are named below the plot, with their x. */
  readonly days: readonly { readonly x: number; readonly timeMs: number }[];
  readonly placeOf: (price: number) => number;
}

/** A label at the right edge, of a level or the live price: height of its line, and of the label itself. */
export interface PlotLabel {
  /** Null for the live price. */
  readonly level: WeeklyLevel | null;
  readonly price: number;
  readonly lineY: number;
  readonly y: number;
}

const AXIS = 28;
const LABEL = 20;
/** Least distance of two labels, centre to centre; with more room the wide one makes them easier to press. */
const GAP = 22;
const WIDE_GAP = 24;
/** Space beyond the outermost prices, as a share of their range. */
const MARGIN = 0.03;
const DAY_LABEL = 74;

/** Returns the number of days shown before the week, by the width of the drawing. */
export function countDays(width: number): number {
  return width < 600 ? 26 : 52;
}

/** Widths of the labels, in a wide and in a narrow drawing; with chances they are wider. */
const LABEL_WIDTHS = {
  plain: { wide: 178, narrow: 140 },
  withChances: { wide: 232, narrow: 206 },
} as const;

/**
 * Returns the layout of the days before a week and of the week, whose area always has its full length. With chances the
 * labels have room for them.
 */
export function layWeek(
  bars: readonly Bar[],
  week: Week,
  levels: LevelLists,
  price: number | null,
  { width, height }: PlotSize,
  withChances = false,
): WeekPlot {
  const wide = width >= 600;
  const labelWidth = LABEL_WIDTHS[withChances ? 'withChances' : 'plain'][wide ? 'wide' : 'narrow'];
  const labelX = width - labelWidth - 2;
  const areaEnd = labelX - (wide ? 42 : 26);
  const floor = height - AXIS;
  const before = bars.filter((bar) => bar.openTimeMs < week.mondayMs).slice(-countDays(width));
  const within = barsOfWeek(bars, week.mondayMs);
  const weekDays = Math.max(within.length, (week.lastMs - week.firstMs) / DAY_MS + 1);
  const slot = areaEnd / (Math.max(before.length, 12) + weekDays);
  const weekFrom = areaEnd - weekDays * slot;
  const start = weekFrom - before.length * slot;

  const prices = [...levels.buy, ...levels.sell, ...(price === null ? [] : [price])];
  const most = Math.max(...prices);
  const least = Math.min(...prices);
  const margin = (most - least) * MARGIN;
  const top = LABEL / 2 + 2;
  const bottom = floor - LABEL / 2 - 2;
  const placeOf = (value: number): number =>
    top + ((most + margin - value) / (most - least + 2 * margin || 1)) * (bottom - top);

  const shown = [...before, ...within];
  const x = (index: number): number => start + (index + 0.5) * slot;
  const candles = shown.map((bar, i): PlotCandle => {
    const ends = [placeOf(bar.open), placeOf(bar.close)].toSorted((a, b) => a - b);
    return {
      x: x(i),
      rises: bar.close >= bar.open,
      high: placeOf(bar.high),
      low: placeOf(bar.low),
      top: ends[0] ?? 0,
      bottom: ends[1] ?? 0,
    };
  });
  return {
    floor,
    body: Math.max(2, slot * 0.7),
    candles,
    weekFrom,
    weekTo: areaEnd,
    rises: candles.at(-1)?.rises ?? true,
    lastX: x(shown.length - 1),
    labelX,
    labelWidth,
    days: nameDays(before, x, weekFrom),
    placeOf,
  };
}

/** Returns the first days of weeks, far enough apart for their names, and none under the name of the week. */
function nameDays(
  before: readonly Bar[],
  x: (index: number) => number,
  weekFrom: number,
): WeekPlot['days'] {
  const named: { x: number; timeMs: number }[] = [];
  for (let i = before.length - 1; i > 0; i -= 1) {
    const bar = before[i];
    const previous = before[i - 1];
    if (!bar || !previous || new Date(bar.openTimeMs).getUTCDay() >= dayBefore(previous)) continue;
    const at = x(i);
    const next = named.at(-1)?.x ?? weekFrom + DAY_LABEL / 4;
    if (next - at >= DAY_LABEL && at >= DAY_LABEL / 3)
      named.push({ x: at, timeMs: bar.openTimeMs });
  }
  return named.toReversed();
}

// Sunday counts as the seventh day: a week begins where the weekday is smaller than that of the day before.
const dayBefore = (bar: Bar): number => new Date(bar.openTimeMs).getUTCDay() || 7;

/**
 * Returns the labels, from top to bottom: each at its line, pushed apart where they would overlap. The live price's
 * label is never moved.
 */
export function layLabels(
  plot: WeekPlot,
  levels: LevelLists,
  shown: ShownLevels,
  price: number | null,
): readonly PlotLabel[] {
  const wanted: Omit<PlotLabel, 'y'>[] = listWeeklyLevels(levels, shown).map((level) => ({
    level,
    price: level.price,
    lineY: plot.placeOf(level.price),
  }));
  if (price !== null) wanted.push({ level: null, price, lineY: plot.placeOf(price) });
  const low = LABEL / 2;
  const high = plot.floor - LABEL / 2;
  const live = wanted.find(({ level }) => level === null)?.lineY ?? null;
  // The labels must fit on both sides of the live price, or on the whole plot without one.
  const fits = (gap: number): boolean =>
    live === null
      ? (wanted.length - 1) * gap <= high - low
      : wanted.filter(({ lineY }) => lineY < live).length * gap <= live - low &&
        wanted.filter(({ lineY }) => lineY > live).length * gap <= high - live;
  const places = spreadTags(
    wanted.map(({ lineY, level }) => ({ y: lineY, fixed: level === null })),
    fits(WIDE_GAP) ? WIDE_GAP : GAP,
    low,
    high,
  );
  return wanted
    .map((label, i) => ({ ...label, y: places[i] ?? label.lineY }))
    .toSorted((a, b) => a.y - b.y);
}
