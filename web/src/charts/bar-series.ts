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

/** More bars of 15 minutes than a day has, so that the whole day of the last bar is on the axis. */
const MIN_FUTURE_BARS = 120;

const toItem = (bar: Bar) => ({
  time: bar.openTimeMs,
  open: bar.open,
  high: bar.high,
  low: bar.low,
  close: bar.close,
});

/**
 * The bars of one chart in three series of the library: closed bars, the forming bar, and future places. The forming
 * bar has its own series because a new price makes the library visit every bar of its series.
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

  /** `autoscale` converts the library's own price range of the closed bars to the shown one. */
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

  /** Number of known bars, including the forming one. */
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

  /** Returns bar `index`, the forming one last; null outside. Copies nothing, because it runs with every tick. */
  at(index: number): Bar | null {
    const { closed, forming } = this.#bars;
    return index === closed.length ? forming : (closed[index] ?? null);
  }

  /** Returns all known bars, oldest first, the forming one last. */
  list(): readonly Bar[] {
    const { closed, forming } = this.#bars;
    return forming ? [...closed, forming] : closed;
  }

  /** Shows another series, or the same one read again. */
  show(series: ChartSeries): void {
    this.#series = series;
    this.#bars = splitBars(series.bars);
    const { closed, forming } = this.#bars;
    // The library visits every place of the axis with each addition, so that the long list is added last, in one step.
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
   * Applies a live price and returns its effect on the forming bar. `paintForming` shows an update; a new bar is shown
   * at once.
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

  /** Passes the current forming bar to the library. */
  paintForming(): void {
    if (this.#bars.forming) this.#forming.update(toItem(this.#bars.forming));
  }

  /** Adds places for the time through `untilMs`, which the drawings reach. */
  reachTo(untilMs: number): void {
    this.#reachMs = untilMs;
    this.#placeFuture();
  }

  /** Sets the price format and the price step of all three series, because they share the axis. */
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

  /** Attaches a layer in front of the candles. */
  attachFront(layer: ISeriesPrimitive<number>): void {
    this.#forming.attachPrimitive(layer);
  }

  /** Series to which the crosshair and the prices of the axis belong. */
  get main(): ISeriesApi<'Candlestick', number> {
    return this.#closed;
  }

  /** Returns the height of a price in CSS pixels; NaN while the axis has no range. */
  toY(price: number): number {
    return (
      this.#closed.priceToCoordinate(price) ?? this.#forming.priceToCoordinate(price) ?? Number.NaN
    );
  }

  /** Adds the future places that the drawings reach, and at least `MIN_FUTURE_BARS`. */
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
