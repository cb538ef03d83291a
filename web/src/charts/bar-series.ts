import { type Bar, resolutionMs, type Tick } from '@rasat/engine';
import {
  type AutoscaleInfo,
  CandlestickSeries,
  type IChartApiBase,
  type ISeriesApi,
  type ISeriesPrimitive,
  LineSeries,
  type SeriesOptionsCommon,
} from 'lightweight-charts';
import { createPositions, type Positions } from './axis/positions.ts';
import { candleOptions } from './chart-options.ts';
import type { Palette } from './palette.ts';
import type { ChartSeries } from './port.ts';
import { prependBars, type SeriesBars, splitBars, tickEffect } from './series-bars.ts';

/** More than a day has at 15 minutes: the day of the last bar is whole on the axis. */
const MIN_FUTURE_BARS = 120;

const toItem = (bar: Bar) => ({
  time: bar.openTimeMs,
  open: bar.open,
  high: bar.high,
  low: bar.low,
  close: bar.close,
});

/**
 * The bars of one chart on three series of the library: the closed ones, the moving one, and places for the future. The
 * moving bar is apart because the library touches every bar of a series that a price changes.
 */
export class BarSeries {
  readonly #future: ISeriesApi<'Line', number>;
  readonly #closed: ISeriesApi<'Candlestick', number>;
  readonly #forming: ISeriesApi<'Candlestick', number>;
  #series: ChartSeries | null = null;
  #bars: SeriesBars = { closed: [], forming: null };
  #futureOpens: readonly number[] = [];
  #reachMs = 0;
  #positions: Positions = createPositions([], [], 1);

  /** `autoscale` turns the library's own price range of the closed bars into the one to show. */
  constructor(
    chart: IChartApiBase<number>,
    palette: Palette,
    autoscale: (base: () => AutoscaleInfo | null) => AutoscaleInfo | null,
  ) {
    // The order of the series is the order of painting.
    this.#future = chart.addSeries(LineSeries, {
      lastValueVisible: false,
      priceLineVisible: false,
      crosshairMarkerVisible: false,
    });
    this.#closed = chart.addSeries(CandlestickSeries, {
      ...candleOptions(palette),
      autoscaleInfoProvider: autoscale,
    });
    this.#forming = chart.addSeries(CandlestickSeries, candleOptions(palette));
  }

  /** The shown series; null before the first `show`. */
  get series(): ChartSeries | null {
    return this.#series;
  }

  /** The places of the time axis, one for each bar. */
  get positions(): Positions {
    return this.#positions;
  }

  /** Number of known bars, including the moving one. */
  get length(): number {
    return this.#bars.closed.length + (this.#bars.forming ? 1 : 0);
  }

  /** The bar that is still forming. */
  get forming(): Bar | null {
    return this.#bars.forming;
  }

  /** The newest bar. */
  get last(): Bar | null {
    return this.#bars.forming ?? this.#bars.closed.at(-1) ?? null;
  }

  /** Bar `index`, the moving one last; without a copy, since this runs with every tick. */
  at(index: number): Bar | null {
    const { closed, forming } = this.#bars;
    return index === closed.length ? forming : (closed[index] ?? null);
  }

  /** All known bars, oldest first, the moving one last. */
  list(): readonly Bar[] {
    const { closed, forming } = this.#bars;
    return forming ? [...closed, forming] : closed;
  }

  /** Shows another series, or the same one read again. */
  show(series: ChartSeries): void {
    this.#series = series;
    this.#bars = splitBars(series.bars);
    const { closed, forming } = this.#bars;
    // The library visits every place of the axis with each addition: the large part is added last, in one step.
    this.#placeFuture();
    this.#forming.setData(forming ? [toItem(forming)] : []);
    this.#closed.setData(closed.map(toItem));
  }

  /** Adds older bars of the same series in front. */
  prepend(older: readonly Bar[]): void {
    this.#bars = prependBars(this.#bars, older);
    this.#closed.setData(this.#bars.closed.map(toItem));
    this.#placePositions();
  }

  /**
   * Applies a live price and returns its effect on the moving bar. `paintForming` shows the change; a new bar shows at
   * once.
   */
  applyTick(tick: Tick): 'ignored' | 'updated' | 'opened' {
    if (!this.#series) return 'ignored';
    const { resolution, fx } = this.#series;
    const effect = tickEffect(this.#bars.forming, tick, resolution, fx);
    if (effect.kind === 'ignored') return 'ignored';
    if (effect.kind === 'updated') {
      this.#bars = { closed: this.#bars.closed, forming: effect.forming };
      return 'updated';
    }
    const closed = effect.closed ? [...this.#bars.closed, effect.closed] : this.#bars.closed;
    this.#bars = { closed, forming: effect.forming };
    if (effect.closed) this.#closed.update(toItem(effect.closed));
    this.#forming.setData([toItem(effect.forming)]);
    this.#placeFuture();
    return 'opened';
  }

  /** Gives the current moving bar to the library. */
  paintForming(): void {
    if (this.#bars.forming) this.#forming.update(toItem(this.#bars.forming));
  }

  /** Makes places for the time through `untilMs`, into which the drawings reach. */
  reachTo(untilMs: number): void {
    this.#reachMs = untilMs;
    this.#placeFuture();
  }

  /** How prices are written, and their steps: the same for all three, since they share the axis. */
  format(priceFormat: SeriesOptionsCommon['priceFormat']): void {
    for (const series of [this.#future, this.#closed, this.#forming]) {
      series.applyOptions({ priceFormat });
    }
  }

  /** Sets the colours. */
  restyle(palette: Palette): void {
    this.#closed.applyOptions(candleOptions(palette));
    this.#forming.applyOptions(candleOptions(palette));
  }

  /** Puts a layer before the candles. */
  attachFront(layer: ISeriesPrimitive<number>): void {
    this.#forming.attachPrimitive(layer);
  }

  /** The series that the crosshair and the prices of the axis belong to. */
  get main(): ISeriesApi<'Candlestick', number> {
    return this.#closed;
  }

  /** Height of a price in CSS pixels; NaN while the axis has no range. */
  toY(price: number): number {
    return (
      this.#closed.priceToCoordinate(price) ?? this.#forming.priceToCoordinate(price) ?? Number.NaN
    );
  }

  /** Places for the future that the drawings reach into, and some in any case. */
  #placeFuture(): void {
    const { last } = this;
    this.#futureOpens =
      this.#series && last
        ? this.#series.futureOpens(last.openTimeMs, this.#reachMs, MIN_FUTURE_BARS)
        : [];
    this.#future.setData(this.#futureOpens.map((time) => ({ time })));
    this.#placePositions();
  }

  #placePositions(): void {
    const past = this.list().map((bar) => bar.openTimeMs);
    const lengthMs = this.#series ? resolutionMs[this.#series.resolution] : 1;
    this.#positions = createPositions(past, this.#futureOpens, lengthMs);
  }
}
