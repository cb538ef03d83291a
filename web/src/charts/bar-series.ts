import { type Bar, resolutionMs, type Tick } from '@rasat/engine';
import {
  type AutoscaleInfo,
  CandlestickSeries,
  type IChartApiBase,
  type ISeriesApi,
  type ISeriesPrimitive,
  type LineData,
  LineSeries,
  type SeriesOptionsCommon,
  type WhitespaceData,
} from 'lightweight-charts';
import { createPastPlaces, type PastPlaces } from './axis/missing.ts';
import { createPositions, type Positions } from './axis/positions.ts';
import { candleOptions, lineOptions } from './chart-options.ts';
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
 * The bars of one chart in three series of the library: closed bars, the forming bar, and places without a bar, which
 * are missing or in the future. The forming bar has its own series because a new price makes the library visit every bar
 * of its series. The series of the places also has the line that joins bars of one price each, such as daily rates.
 */
export class BarSeries {
  readonly #places: ISeriesApi<'Line', number>;
  readonly #closed: ISeriesApi<'Candlestick', number>;
  readonly #forming: ISeriesApi<'Candlestick', number>;
  #series: ChartSeries | null = null;
  #bars: SeriesBars = { closed: [], forming: null };
  #missingOpens: readonly number[] = [];
  #futureOpens: readonly number[] = [];
  #reachMs = 0;
  #past: PastPlaces = createPastPlaces([], []);
  #positions: Positions = createPositions([], [], 1);

  /** `autoscale` converts the library's own price range of the closed bars to the shown one. */
  constructor(
    chart: IChartApiBase<number>,
    palette: Palette,
    autoscale: (base: () => AutoscaleInfo | null) => AutoscaleInfo | null,
  ) {
    // The order of the series is the order of painting.
    this.#places = chart.addSeries(LineSeries, {
      ...lineOptions(palette),
      // The closed bars determine the range of the axis.
      autoscaleInfoProvider: () => null,
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

  /** The places of the time axis, one for each bar and each missing one. */
  get positions(): Positions {
    return this.#positions;
  }

  /** Number of places up to the newest bar. */
  get length(): number {
    return this.#past.opens.length;
  }

  /** The bar that is still forming. */
  get forming(): Bar | null {
    return this.#bars.forming;
  }

  /** The newest bar. */
  get last(): Bar | null {
    return this.#bars.forming ?? this.#bars.closed.at(-1) ?? null;
  }

  /** Returns the bar of a place; null for a missing one and outside. Copies nothing, because it runs with every tick. */
  at(place: number): Bar | null {
    const { closed, forming } = this.#bars;
    const index = this.#past.barAt(place);
    return index === closed.length ? forming : (closed[index] ?? null);
  }

  /** Returns the last bar before a place; null before the first. */
  before(place: number): Bar | null {
    for (let earlier = place - 1; earlier >= 0; earlier -= 1) {
      const bar = this.at(earlier);
      if (bar) return bar;
    }
    return null;
  }

  /** Returns the times of the gaps within two places: from the first missing opening to that of the next bar. */
  gapsWithin(
    from: number,
    to: number,
  ): readonly { readonly fromMs: number; readonly toMs: number }[] {
    const { opens } = this.#past;
    return this.#past.gapsWithin(from, to).map(([first, last]) => ({
      fromMs: opens[first] ?? 0,
      toMs: opens[last + 1] ?? 0,
    }));
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
    this.#missingOpens = this.#missingIn(this.list());
    // The library visits every place of the axis with each addition, so that the long list is added last, in one step.
    this.#placeFuture();
    this.#forming.setData(forming ? [toItem(forming)] : []);
    this.#closed.setData(closed.map(toItem));
  }

  /** Adds older bars of the same series in front. */
  prepend(older: readonly Bar[]): void {
    const { length } = this.list();
    const wasFlat = this.#isFlat();
    this.#bars = prependBars(this.#bars, older);
    const all = this.list();
    // Up to the bar that was the first one.
    const missing = this.#missingIn(all.slice(0, all.length - length + 1));
    this.#missingOpens = [...missing, ...this.#missingOpens];
    if (missing.length > 0 || wasFlat) this.#fillPlaces();
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
    if (effect.closed) {
      const missing = this.#missingIn([effect.closed, effect.forming]);
      this.#missingOpens = [...this.#missingOpens, ...missing];
    }
    if (effect.closed) this.#closed.update(toItem(effect.closed));
    this.#forming.setData([toItem(effect.forming)]);
    this.#placeFuture();
    return 'opened';
  }

  /** Passes the current forming bar to the library. */
  paintForming(): void {
    if (this.#bars.forming) this.#forming.update(toItem(this.#bars.forming));
    if (this.#isFlat()) this.#fillPlaces();
  }

  /** Adds places for the time through `untilMs`, which the drawings reach. */
  reachTo(untilMs: number): void {
    this.#reachMs = untilMs;
    this.#placeFuture();
  }

  /** Sets the price format and the price step of all three series, because they share the axis. */
  format(priceFormat: SeriesOptionsCommon['priceFormat']): void {
    for (const series of [this.#places, this.#closed, this.#forming]) {
      series.applyOptions({ priceFormat });
    }
  }

  /** Sets the colours. */
  restyle(palette: Palette): void {
    this.#places.applyOptions(lineOptions(palette));
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
    this.#fillPlaces();
    this.#placePositions();
  }

  #fillPlaces(): void {
    const joined = this.#isFlat() ? this.list() : [];
    const past: (LineData<number> | WhitespaceData<number>)[] = [
      ...this.#missingOpens.map((time) => ({ time })),
      ...joined.map(({ openTimeMs, close }) => ({ time: openTimeMs, value: close })),
    ];
    if (joined.length > 0) past.sort((a, b) => a.time - b.time);
    this.#places.setData([...past, ...this.#futureOpens.map((time) => ({ time }))]);
  }

  /** Returns whether every closed bar has one price, so that only a line shows the way from one to the next. */
  #isFlat(): boolean {
    const { closed } = this.#bars;
    return closed.length > 0 && closed.every(({ high, low }) => high === low);
  }

  #placePositions(): void {
    const bars = this.list().map((bar) => bar.openTimeMs);
    this.#past = createPastPlaces(bars, this.#missingOpens);
    const lengthMs = this.#series ? resolutionMs[this.#series.resolution] : 1;
    this.#positions = createPositions(this.#past.opens, this.#futureOpens, lengthMs);
  }

  /** Returns the opening times of the bars that are missing between these. */
  #missingIn(bars: readonly Bar[]): number[] {
    const series = this.#series;
    if (!series) return [];
    const lengthMs = resolutionMs[series.resolution];
    return bars.flatMap(({ openTimeMs }, i) => {
      const beforeMs = bars[i - 1]?.openTimeMs ?? openTimeMs;
      return openTimeMs - beforeMs > lengthMs ? series.missingOpens(beforeMs, openTimeMs) : [];
    });
  }
}
