import { type Bar, bucketEnd, resolutionMs, type Tick } from '@rasat/engine';
import {
  type AutoscaleInfo,
  CandlestickSeries,
  createChartEx,
  type IChartApiBase,
  type ISeriesApi,
  LineSeries,
  type Logical,
  type MouseEventParams,
} from 'lightweight-charts';
import { paintTags, placeTags } from './axis/paint-tags.ts';
import { createPositions, type Positions } from './axis/positions.ts';
import { widenRange } from './axis/scale-range.ts';
import type { TimeLabels } from './axis/time-labels.ts';
import { IstanbulTimeScale } from './axis/time-scale.ts';
import { behaviourOptions, candleOptions, themeOptions } from './chart-options.ts';
import type { Scene } from './drawings/compose.ts';
import { type Drawing, targetKey } from './drawings/drawing.ts';
import type { Brush, Frame } from './drawings/frame.ts';
import { nextTarget } from './drawings/list-targets.ts';
import { extentOf } from './drawings/paint.ts';
import { plateFont } from './drawings/plates.ts';
import { createBackLayer, createFrontLayer, withBrush } from './layers.ts';
import type { Palette } from './palette.ts';
import type { ChartPort, ChartSeries, ChartSetup, Selection } from './port.ts';
import { prependBars, type SeriesBars, splitBars, tickEffect } from './series-bars.ts';
import { Stage } from './stage.ts';

const BAR_PX = 7;
/** Older bars are asked for when fewer than this many lie left of the view. */
const PAGE_BACK_BARS = 60;
const FUTURE_SHARE = 0.22;
const MIN_FUTURE_BARS = 60;
const HOVER_REACH_PX = 5;

const toItem = (bar: Bar) => ({
  time: bar.openTimeMs,
  open: bar.open,
  high: bar.high,
  low: bar.low,
  close: bar.close,
});

/** A chart in an element of the page, drawn by lightweight-charts. */
export function createChartPort(setup: ChartSetup): ChartPort {
  return new LibraryChart(setup);
}

class LibraryChart implements ChartPort {
  readonly #setup: ChartSetup;
  readonly #scale: IstanbulTimeScale;
  readonly #chart: IChartApiBase<number>;
  readonly #future: ISeriesApi<'Line', number>;
  readonly #closed: ISeriesApi<'Candlestick', number>;
  readonly #forming: ISeriesApi<'Candlestick', number>;
  readonly #stage: Stage;
  readonly #ruler = document.createElement('canvas').getContext('2d');
  readonly #textWidths = new Map<string, number>();
  #palette: Palette;
  #formatPrice: (price: number) => string;
  #series: ChartSeries | null = null;
  #bars: SeriesBars = { closed: [], forming: null };
  #futureOpens: readonly number[] = [];
  #positions: Positions = createPositions([], [], 1);
  #highlightMs: number | null = null;
  #crosshairPlace: number | null = null;
  #axisMarks: readonly number[] = [];
  #latestInView = true;
  #animationFrame = 0;

  constructor(setup: ChartSetup) {
    const { element, place, palette } = setup;
    this.#setup = setup;
    this.#palette = palette;
    this.#formatPrice = setup.formatPrice;
    this.#scale = new IstanbulTimeScale(setup.labels);
    element.style.touchAction = place === 'page' ? 'none' : 'pan-y';
    this.#chart = createChartEx<number, IstanbulTimeScale>(
      element,
      this.#scale,
      behaviourOptions(place, setup.reducedMotion, place === 'page' && element.clientWidth < 600),
    );
    this.#chart.applyOptions(themeOptions(palette));
    // The order of the series is the order of painting.
    this.#future = this.#chart.addSeries(LineSeries, {
      lastValueVisible: false,
      priceLineVisible: false,
      crosshairMarkerVisible: false,
    });
    this.#closed = this.#chart.addSeries(CandlestickSeries, {
      ...candleOptions(palette),
      autoscaleInfoProvider: (base: () => AutoscaleInfo | null) => this.#autoscale(base),
    });
    this.#forming = this.#chart.addSeries(CandlestickSeries, candleOptions(palette));
    const back = createBackLayer((target) =>
      withBrush(target, (brush) => this.#paint(brush, 'back')),
    );
    const front = createFrontLayer({
      paint: (target) => withBrush(target, (brush) => this.#paint(brush, 'front')),
      paintAxis: (target) =>
        withBrush(target, (brush, width) => {
          const { frame, scene } = this.#stage.compose(this.#moving());
          paintTags(brush, placeTags(scene.tags, frame), this.#axisMarks, width, frame);
        }),
      hitTest: (x, y) => {
        const hit = this.#stage.hitAt(x, y, HOVER_REACH_PX);
        if (!hit?.target) return null;
        return { externalId: targetKey(hit.target), cursorStyle: 'pointer', zOrder: 'normal' };
      },
    });
    this.#chart.panes()[0]?.attachPrimitive(back.primitive);
    this.#forming.attachPrimitive(front.primitive);
    this.#stage = new Stage(
      () => this.#frame(),
      () => front.requestUpdate(),
    );
    this.#chart.subscribeCrosshairMove((move) => this.#pointerMoved(move));
    this.#chart.subscribeClick((click) => this.#clicked(click));
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (!range) return;
      if (range.from < PAGE_BACK_BARS && this.#knownCount() > 0) setup.events.onNeedOlder();
      const latest = range.to > this.#knownCount() - 1.5;
      if (latest !== this.#latestInView) setup.events.onLatest(latest);
      this.#latestInView = latest;
    });
  }

  load(series: ChartSeries, keepView: boolean): void {
    const sameScale =
      this.#series?.symbol.name === series.symbol.name &&
      this.#series.symbol.digits === series.symbol.digits;
    this.#series = series;
    this.#bars = splitBars(series.bars);
    this.#crosshairPlace = null;
    if (!sameScale) this.#applyPriceFormat();
    this.#forming.setData([]);
    this.#closed.setData(this.#bars.closed.map(toItem));
    this.#forming.setData(this.#bars.forming ? [toItem(this.#bars.forming)] : []);
    this.#placeFuture();
    if (!keepView) {
      const scale = this.#chart.timeScale();
      const wanted = series.barsInView ?? Number.POSITIVE_INFINITY;
      const barPx = Math.max(BAR_PX, ((1 - FUTURE_SHARE) * scale.width()) / wanted);
      this.#chart.priceScale('right').applyOptions({ autoScale: true });
      scale.applyOptions({ barSpacing: barPx });
      this.#scrollToLast(barPx);
    }
    this.#tellBar();
  }

  prepend(older: readonly Bar[]): void {
    this.#bars = prependBars(this.#bars, older);
    this.#closed.setData(this.#bars.closed.map(toItem));
    this.#placePositions();
  }

  applyTick(tick: Tick): void {
    const series = this.#series;
    if (!series) return;
    const effect = tickEffect(this.#bars.forming, tick, series.resolution, series.fx);
    if (effect.kind === 'ignored') return;
    if (effect.kind === 'opened') {
      const closed = effect.closed ? [...this.#bars.closed, effect.closed] : this.#bars.closed;
      this.#bars = { closed, forming: effect.forming };
      if (effect.closed) this.#closed.update(toItem(effect.closed));
      this.#forming.setData([toItem(effect.forming)]);
      this.#placeFuture();
    } else {
      this.#bars = { closed: this.#bars.closed, forming: effect.forming };
    }
    this.#schedule();
  }

  setDrawings(drawings: readonly Drawing[]): void {
    this.#stage.setDrawings(drawings);
    this.#placeFuture();
  }

  select(selection: Selection | null): void {
    this.#stage.select(selection);
  }

  highlight(timeMs: number | null): void {
    this.#highlightMs = timeMs;
    this.#stage.repaint();
  }

  stepCrosshair(bars: number): Bar | null {
    const last = this.#knownCount() - 1;
    const from = this.#crosshairPlace ?? last;
    const place = Math.min(Math.max(from + bars, 0), this.#positions.length - 1);
    const timeMs = this.#positions.openAt(place);
    if (timeMs === undefined) return null;
    const bar = this.#barAt(place);
    const price = bar?.close ?? this.#barAt(last)?.close;
    if (price === undefined) return null;
    this.#keepInView(place);
    this.#chart.setCrosshairPosition(price, timeMs, this.#closed);
    this.#crosshairPlace = place;
    this.#tellBar();
    return bar;
  }

  stepTarget(step: 1 | -1): Selection | null {
    const last = this.#barAt(this.#knownCount() - 1)?.close ?? 0;
    const target = nextTarget(
      this.#stage.drawings,
      this.#stage.selection?.target ?? null,
      step,
      last,
    );
    if (!target || !('price' in target.at)) return null;
    return { target, timeMs: this.anchorTimeMs(), price: target.at.price };
  }

  clearCrosshair(): void {
    this.#crosshairPlace = null;
    this.#chart.clearCrosshairPosition();
    this.#tellBar();
  }

  restyle(palette: Palette, labels: TimeLabels, formatPrice: (price: number) => string): void {
    this.#palette = palette;
    this.#formatPrice = formatPrice;
    this.#scale.setLabels(labels);
    this.#textWidths.clear();
    this.#chart.applyOptions(themeOptions(palette));
    this.#closed.applyOptions(candleOptions(palette));
    this.#forming.applyOptions(candleOptions(palette));
    this.#applyPriceFormat();
    this.#stage.repaint();
  }

  bars(): readonly Bar[] {
    const { closed, forming } = this.#bars;
    return forming ? [...closed, forming] : closed;
  }

  /** Bar `index`, the moving one last; without a copy, since this runs with every tick. */
  #barAt(index: number): Bar | null {
    const { closed, forming } = this.#bars;
    return index === closed.length ? forming : (closed[index] ?? null);
  }

  anchorTimeMs(): number {
    const place = this.#crosshairPlace ?? this.#knownCount() - 1;
    return this.#positions.openAt(place) ?? 0;
  }

  focus(): void {
    this.#setup.element.focus();
  }

  showLatest(): void {
    this.#scrollToLast(this.#chart.timeScale().options().barSpacing);
  }

  remove(): void {
    cancelAnimationFrame(this.#animationFrame);
    this.#chart.remove();
  }

  /** The last bar with a fifth of the view for the time to come. */
  #scrollToLast(barPx: number): void {
    const scale = this.#chart.timeScale();
    const shown = scale.width() / barPx;
    scale.scrollToPosition(Math.round(shown * FUTURE_SHARE), false);
  }

  #knownCount(): number {
    return this.#bars.closed.length + (this.#bars.forming ? 1 : 0);
  }

  #applyPriceFormat(): void {
    const digits = this.#series?.symbol.digits ?? 0;
    const priceFormat = {
      type: 'custom' as const,
      base: 10 ** digits,
      minMove: 10 ** -digits,
      formatter: (price: number) => this.#formatPrice(price),
      tickmarksFormatter: (prices: readonly number[]) => {
        this.#axisMarks = [...prices];
        return prices.map((price) => this.#formatPrice(price));
      },
    };
    for (const series of [this.#future, this.#closed, this.#forming]) {
      series.applyOptions({ priceFormat });
    }
  }

  /** Places for the time that the drawings reach into, at least what the view shows of the future. */
  #placeFuture(): void {
    const series = this.#series;
    const last = this.#bars.forming ?? this.#bars.closed.at(-1);
    if (!series || !last) {
      this.#futureOpens = [];
    } else {
      this.#futureOpens = series.futureOpens(last.openTimeMs, this.#stage.endMs(), MIN_FUTURE_BARS);
    }
    this.#future.setData(this.#futureOpens.map((time) => ({ time })));
    this.#placePositions();
  }

  #placePositions(): void {
    const past = this.bars().map((bar) => bar.openTimeMs);
    const lengthMs = this.#series ? resolutionMs[this.#series.resolution] : 1;
    this.#positions = createPositions(past, this.#futureOpens, lengthMs);
    this.#stage.repaint();
  }

  #keepInView(place: number): void {
    const scale = this.#chart.timeScale();
    const range = scale.getVisibleLogicalRange();
    if (!range) return;
    const beyond = place < range.from + 1 ? place - range.from - 1 : place - range.to + 1;
    if (place >= range.from + 1 && place <= range.to - 1) return;
    scale.setVisibleLogicalRange({ from: range.from + beyond, to: range.to + beyond });
  }

  #autoscale(base: () => AutoscaleInfo | null): AutoscaleInfo | null {
    const range = base()?.priceRange;
    const visible = this.#chart.timeScale().getVisibleRange();
    if (!range || !visible) return null;
    const { forming } = this.#bars;
    const shown = forming && forming.openTimeMs <= visible.to;
    const wide = widenRange(
      {
        low: Math.min(range.minValue, shown ? forming.low : Infinity),
        high: Math.max(range.maxValue, shown ? forming.high : -Infinity),
      },
      this.#stage.drawings.flatMap((drawing) => extentOf(drawing) ?? []),
      { fromMs: visible.from, toMs: visible.to },
    );
    return { priceRange: { minValue: wide.low, maxValue: wide.high } };
  }

  #schedule(): void {
    if (this.#animationFrame !== 0) return;
    this.#animationFrame = requestAnimationFrame(() => {
      this.#animationFrame = 0;
      if (this.#bars.forming) this.#forming.update(toItem(this.#bars.forming));
      this.#tellBar();
    });
  }

  #frame(): Frame {
    const scale = this.#chart.timeScale();
    const { width, height } = this.#chart.paneSize();
    const { barSpacing } = scale.options();
    // The library answers for whole places only; between them the axis is linear.
    const origin = scale.logicalToCoordinate(0 as Logical) ?? Number.NaN;
    const toX = (position: number): number => origin + position * barSpacing;
    const toY = (price: number): number =>
      this.#closed.priceToCoordinate(price) ?? this.#forming.priceToCoordinate(price) ?? Number.NaN;
    return {
      x: (timeMs) => toX(this.#positions.positionOf(timeMs)),
      y: toY,
      width,
      height,
      barPx: barSpacing,
      lastX: toX(this.#knownCount() - 0.5),
      palette: this.#palette,
      formatPrice: this.#formatPrice,
      textWidth: (text) => this.#textWidth(text),
    };
  }

  #textWidth(text: string): number {
    const known = this.#textWidths.get(text);
    if (known !== undefined) return known;
    if (!this.#ruler) return text.length * 6;
    this.#ruler.font = plateFont(this.#palette.font);
    const { width } = this.#ruler.measureText(text);
    this.#textWidths.set(text, width);
    return width;
  }

  /** What moves without the drawings: the marked bar and the last price. */
  #moving(): Pick<Scene, 'highlight' | 'last'> {
    const last = this.#bars.forming ?? this.#bars.closed.at(-1);
    return {
      highlight: this.#highlighted(),
      last: last ? { price: last.close, rising: last.close >= last.open } : null,
    };
  }

  #highlighted(): Scene['highlight'] {
    if (this.#highlightMs === null || !this.#series) return null;
    const bar = this.#barAt(this.#positions.placeOf(this.#highlightMs));
    if (!bar) return null;
    const { resolution, fx } = this.#series;
    const toMs = bucketEnd(resolution, bar.openTimeMs, fx);
    return { bar, fromMs: bar.openTimeMs, toMs };
  }

  #paint(brush: Brush, side: 'back' | 'front'): void {
    for (const pass of this.#stage.compose(this.#moving()).scene[side]) pass.paint(brush);
  }

  #pointerMoved(move: MouseEventParams<number>): void {
    const { point } = move;
    this.#stage.hover(point ? this.#stage.hitAt(point.x, point.y, HOVER_REACH_PX) : null);
    const place = point && move.logical !== undefined ? Math.round(move.logical) : null;
    if (place !== this.#crosshairPlace) {
      this.#crosshairPlace = place;
      this.#tellBar();
    }
  }

  #clicked(click: MouseEventParams<number>): void {
    const { point } = click;
    if (!point) return;
    const reach = this.#setup.coarsePointer ? 16 : 7;
    const target = this.#stage.hitAt(point.x, point.y, reach)?.target;
    const timeMs = this.#positions.openAt(Math.round(click.logical ?? 0)) ?? this.anchorTimeMs();
    const price = this.#closed.coordinateToPrice(point.y) ?? 0;
    this.#setup.events.onPick(target ? { target, timeMs, price } : null);
  }

  #tellBar(): void {
    const last = this.#knownCount() - 1;
    const index = Math.min(this.#crosshairPlace ?? last, last);
    this.#setup.events.onBar(this.#barAt(index), this.#barAt(index - 1)?.close ?? null);
  }
}
