import {
  type CandlestickSeriesPartialOptions,
  type ChartOptionsImpl,
  ColorType,
  CrosshairMode,
  type DeepPartial,
  type LineSeriesPartialOptions,
  LineStyle,
} from 'lightweight-charts';
import type { Palette } from './palette.ts';

/** Returns the library's options for the colours that it paints itself. */
export function themeOptions(palette: Palette): DeepPartial<ChartOptionsImpl<number>> {
  const crosshair = {
    color: `${palette.cross}b3`,
    width: 1,
    style: LineStyle.LargeDashed,
    labelBackgroundColor: palette.crossTag,
  } as const;
  return {
    layout: {
      background: { type: ColorType.Solid, color: palette.background },
      textColor: palette.axisText,
      fontFamily: palette.font,
      fontSize: 12,
      // The logo would add an inline style and a link that contains the page's address; the page has the notice.
      attributionLogo: false,
    },
    grid: { vertLines: { color: palette.grid }, horzLines: { color: palette.grid } },
    crosshair: { mode: CrosshairMode.Normal, vertLine: crosshair, horzLine: crosshair },
    rightPriceScale: { borderColor: palette.axisLine },
    timeScale: { borderColor: palette.axisLine },
  };
}

/** Behaviour of a chart, independent of its theme. */
export interface ChartBehaviour {
  readonly reducedMotion: boolean;
  /** Whether the chart is narrow; its legend then has two lines. */
  readonly narrow: boolean;
}

/** Returns all options of a new chart in one object, because the library repeats its layout with every change. */
export function chartOptions(
  { reducedMotion, narrow }: ChartBehaviour,
  palette: Palette,
): DeepPartial<ChartOptionsImpl<number>> {
  const theme = themeOptions(palette);
  return {
    ...theme,
    autoSize: true,
    hoveredSeriesOnTop: false,
    kineticScroll: { touch: !reducedMotion, mouse: false },
    rightPriceScale: {
      ...theme.rightPriceScale,
      minimumWidth: 62,
      scaleMargins: { top: narrow ? 0.14 : 0.09, bottom: 0.07 },
    },
    timeScale: {
      ...theme.timeScale,
      minBarSpacing: 0.6,
      maxBarSpacing: 60,
      shiftVisibleRangeOnNewBar: true,
      allowShiftVisibleRangeOnWhitespaceReplacement: true,
      timeVisible: true,
      secondsVisible: false,
      tickMarkMaxCharacterLength: 6,
      allowBoldLabels: false,
    },
  };
}

/** Returns the options of the line that joins bars of one price each. */
export function lineOptions(palette: Palette): LineSeriesPartialOptions {
  return {
    color: palette.axisText,
    lineWidth: 1,
    lastValueVisible: false,
    priceLineVisible: false,
    crosshairMarkerVisible: false,
  };
}

/** Returns the options of candles: rising ones are hollow, falling ones filled, so that colour is not the only cue. */
export function candleOptions(palette: Palette): CandlestickSeriesPartialOptions {
  return {
    upColor: palette.background,
    borderUpColor: palette.candleUp,
    wickUpColor: palette.candleUp,
    downColor: palette.candleDown,
    borderDownColor: palette.candleDown,
    wickDownColor: palette.candleDown,
    lastValueVisible: false,
    priceLineVisible: false,
  };
}
