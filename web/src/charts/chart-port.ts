import { type Bar, bucketEnd, type Tick } from '@rasat/engine';
import {
  type AutoscaleInfo,
  createChartEx,
  type IChartApiBase,
  type Logical,
  type MouseEventParams,
} from 'lightweight-charts';
import { paintTags, TAG_GAP_PX } from './axis/paint-tags.ts';
import type { TimeLabels } from './axis/time-labels.ts';
import { IstanbulTimeScale } from './axis/time-scale.ts';
import { BarSeries } from './bar-series.ts';
import { chartOptions, themeOptions } from './chart-options.ts';
import { createBackLayer, createFrontLayer, withBrush } from './layers.ts';
import type { Palette } from './palette.ts';
import type { ChartPort, ChartSeries, ChartSetup, Selection } from './port.ts';
import type { Scene } from './scene/compose.ts';
import { type Drawing, targetKey } from './scene/drawing.ts';
import type { Brush, Frame } from './scene/frame.ts';
import { nextTarget } from './scene/next-target.ts';
import { Stage } from './stage.ts';
import { TextRuler } from './text-ruler.ts';

const BAR_PX = 7;
/** Number of bars left of the view below which older bars are requested. */
const PAGE_BACK_BARS = 60;
const FUTURE_SHARE = 0.22;
const HOVER_REACH_PX = 5;
/** Number of bars before the first view from which they are painted after the view. */
const WORTH_WAITING_BARS = 300;

/** Returns a chart in an element of the page, drawn by lightweight-charts. */
export function createChartPort(setup: ChartSetup): ChartPort {
  return new LibraryChart(setup);
}

class LibraryChart implements ChartPort {
  readonly #setup: ChartSetup;
  readonly #scale: IstanbulTimeScale;
  readonly #chart: IChartApiBase<number>;
  readonly #bars: BarSeries;
  readonly #stage: Stage;
  readonly #ruler: TextRuler;
  #palette: Palette;
  #formatPrice: (price: number) => string;
  #highlightMs: number | null = null;
  #stale = false;
  #delayed: ((timeMs: number) => string) | null = null;
  /** Time of the last tick; null before the first of the shown series. */
  #tickMs: number | null = null;
  #crosshairPlace: number | null = null;
  /** Price under the crosshair, and the frame that reports it. */
  #pointPrice: number | null = null;
  #priceFrame = 0;
  #axisMarks: readonly number[] = [];
  #latestInView = true;
  #loading = false;
  /** Bars before the first view, while they wait for its paint. */
  #waiting: readonly Bar[] = [];
  #fillFrame = 0;
  #animationFrame = 0;
  #pointFrame = 0;

  constructor(setup: ChartSetup) {
    const { element, palette } = setup;
    this.#setup = setup;
    this.#palette = palette;
    this.#formatPrice = setup.formatPrice;
    this.#ruler = new TextRuler(palette.font);
    this.#scale = new IstanbulTimeScale(setup.labels);
    element.style.touchAction = 'none';
    this.#chart = createChartEx<number, IstanbulTimeScale>(
      element,
      this.#scale,
      chartOptions(
        { reducedMotion: setup.reducedMotion, narrow: element.clientWidth < 600 },
        palette,
      ),
    );
    this.#bars = new BarSeries(this.#chart, palette, (base) => this.#autoscale(base));
    const back = createBackLayer((target) =>
      withBrush(target, (brush) => this.#paint(brush, 'back')),
    );
    const front = createFrontLayer({
      paint: (target) => withBrush(target, (brush) => this.#paint(brush, 'front')),
      paintAxis: (target) =>
        withBrush(target, (brush, width) => {
          const { frame, scene } = this.#stage.compose(this.#moving());
          paintTags(brush, scene.tags, this.#axisMarks, width, frame);
        }),
      hitTest: (x, y) => {
        const hit = this.#stage.hitAt(x, y, HOVER_REACH_PX);
        if (!hit?.target) return null;
        return { externalId: targetKey(hit.target), cursorStyle: 'pointer', zOrder: 'normal' };
      },
    });
    this.#chart.panes()[0]?.attachPrimitive(back.primitive);
    this.#bars.attachFront(front.primitive);
    this.#stage = new Stage(
      () => this.#frame(),
      () => front.requestUpdate(),
    );
    this.#chart.subscribeCrosshairMove((move) => this.#pointerMoved(move));
    this.#chart.subscribeClick((click) => this.#clicked(click));
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange(() => this.#viewMoved());
  }

  load(series: ChartSeries, keepView: boolean): void {
    const scale = this.#chart.timeScale();
    const beforeView = series.bars.length - Math.ceil(scale.width() / BAR_PX) - 2 * PAGE_BACK_BARS;
    const waiting = keepView || beforeView < WORTH_WAITING_BARS ? 0 : beforeView;
    cancelAnimationFrame(this.#pointFrame);
    this.#crosshairPlace = null;
    this.#reportPrice(null);
    this.#loading = true;
    // Before the bars, so that the axis is formatted only once.
    if (this.#bars.series?.symbol.digits !== series.symbol.digits) {
      this.#applyPriceFormat(series.symbol.digits);
    }
    this.#bars.show({ ...series, bars: series.bars.slice(waiting) });
    if (!keepView) {
      const prices = this.#chart.priceScale('right');
      if (!prices.options().autoScale) prices.applyOptions({ autoScale: true });
      scale.applyOptions({ barSpacing: BAR_PX });
      this.#scrollToLast(BAR_PX);
    }
    this.#loading = false;
    this.#waitForPaint(series.bars.slice(0, waiting));
    this.#stage.repaint();
    this.#viewMoved();
    this.#reportBar();
  }

  prepend(older: readonly Bar[]): void {
    this.#fill();
    this.#putInFront(older);
  }

  applyTick(tick: Tick): void {
    const effect = this.#bars.applyTick(tick);
    if (effect === 'ignored') return;
    this.#tickMs = tick.timeMs;
    if (effect === 'opened') this.#stage.repaint();
    this.#schedule();
  }

  setDrawings(drawings: readonly Drawing[]): void {
    if (drawings.length === 0 && this.#stage.drawings.length === 0) return;
    this.#stage.setDrawings(drawings);
    // New places, even the same ones, make the library request the price range again.
    this.#bars.reachTo(this.#stage.endMs());
  }

  setDelayed(words: ((timeMs: number) => string) | null): void {
    this.#delayed = words;
    this.#schedule();
  }

  setStale(stale: boolean): void {
    this.#stale = stale;
    this.#stage.repaint();
  }

  select(selection: Selection | null): void {
    this.#stage.select(selection);
  }

  highlight(timeMs: number | null): void {
    this.#highlightMs = timeMs;
    this.#stage.repaint();
  }

  stepCrosshair(bars: number): Bar | null {
    this.#fill();
    const last = this.#bars.length - 1;
    const from = this.#crosshairPlace ?? last;
    const place = Math.min(Math.max(from + bars, 0), this.#bars.positions.length - 1);
    const timeMs = this.#bars.positions.openAt(place);
    if (timeMs === undefined) return null;
    const bar = this.#bars.at(place);
    const price = (bar ?? this.#bars.before(place))?.close;
    if (price === undefined) return null;
    const point = (): void => {
      this.#chart.setCrosshairPosition(price, timeMs, this.#bars.main);
      this.#crosshairPlace = place;
      this.#reportBar();
      this.#reportPrice(price);
    };
    point();
    cancelAnimationFrame(this.#pointFrame);
    // The library moves the view with its next frame; until then it keeps the crosshair inside the old view.
    if (this.#keepInView(place)) this.#pointFrame = requestAnimationFrame(point);
    return bar;
  }

  stepTarget(step: 1 | -1): Selection | null {
    const last = this.#bars.at(this.#bars.length - 1)?.close ?? 0;
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
    cancelAnimationFrame(this.#pointFrame);
    this.#crosshairPlace = null;
    this.#chart.clearCrosshairPosition();
    this.#reportBar();
    this.#reportPrice(null);
  }

  restyle(palette: Palette, labels: TimeLabels, formatPrice: (price: number) => string): void {
    this.#palette = palette;
    this.#formatPrice = formatPrice;
    this.#scale.setLabels(labels);
    this.#ruler.setFamily(palette.font);
    this.#chart.applyOptions(themeOptions(palette));
    this.#bars.restyle(palette);
    this.#applyPriceFormat(this.#bars.series?.symbol.digits ?? 0);
    this.#stage.repaint();
  }

  bars(): readonly Bar[] {
    this.#fill();
    return this.#bars.list();
  }

  anchorTimeMs(): number {
    const place = this.#crosshairPlace ?? this.#bars.length - 1;
    return this.#bars.positions.openAt(place) ?? 0;
  }

  focus(): void {
    this.#setup.element.focus();
  }

  showLatest(): void {
    this.#scrollToLast(this.#chart.timeScale().options().barSpacing);
  }

  remove(): void {
    cancelAnimationFrame(this.#animationFrame);
    cancelAnimationFrame(this.#fillFrame);
    cancelAnimationFrame(this.#pointFrame);
    cancelAnimationFrame(this.#priceFrame);
    this.#chart.remove();
  }

  /** Keeps the bars before the first view until the frame after its paint. */
  #waitForPaint(bars: readonly Bar[]): void {
    cancelAnimationFrame(this.#fillFrame);
    this.#waiting = bars;
    if (bars.length === 0) return;
    this.#fillFrame = requestAnimationFrame(() => {
      this.#fillFrame = requestAnimationFrame(() => this.#fill());
    });
  }

  /** Shows the bars that were kept. */
  #fill(): void {
    const bars = this.#waiting;
    this.#waitForPaint([]);
    if (bars.length > 0) this.#putInFront(bars);
  }

  #putInFront(older: readonly Bar[]): void {
    const before = this.#bars.length;
    this.#bars.prepend(older);
    if (this.#crosshairPlace !== null) this.#crosshairPlace += this.#bars.length - before;
    this.#stage.repaint();
    this.#viewMoved();
  }

  /** Scrolls to the last bar, with about a fifth of the view for the future. */
  #scrollToLast(barPx: number): void {
    const scale = this.#chart.timeScale();
    const shown = scale.width() / barPx;
    scale.scrollToPosition(Math.round(shown * FUTURE_SHARE), false);
  }

  /** Requests older bars, and reports whether the last one is in view. */
  #viewMoved(): void {
    const range = this.#chart.timeScale().getVisibleLogicalRange();
    if (!range || this.#loading) return;
    const near = range.from < PAGE_BACK_BARS && this.#bars.length > 0;
    if (near && this.#waiting.length === 0) this.#setup.events.onNeedOlder();
    const latest = range.to > this.#bars.length - 1.5;
    if (latest !== this.#latestInView) this.#setup.events.onLatest(latest);
    this.#latestInView = latest;
  }

  #applyPriceFormat(digits: number): void {
    this.#bars.format({
      type: 'custom',
      base: 10 ** digits,
      minMove: 10 ** -digits,
      formatter: (price: number) => this.#formatPrice(price),
      tickmarksFormatter: (prices: readonly number[]) => {
        this.#axisMarks = [...prices];
        return prices.map((price) => this.#formatPrice(price));
      },
    });
  }

  /** Moves the view by the least distance that shows a place; returns whether it moved. */
  #keepInView(place: number): boolean {
    const scale = this.#chart.timeScale();
    const range = scale.getVisibleLogicalRange();
    if (!range || (place >= range.from + 1 && place <= range.to - 1)) return false;
    const beyond = place < range.from + 1 ? place - range.from - 1 : place - range.to + 1;
    scale.setVisibleLogicalRange({ from: range.from + beyond, to: range.to + beyond });
    return true;
  }

  #autoscale(base: () => AutoscaleInfo | null): AutoscaleInfo | null {
    const range = base()?.priceRange;
    const visible = this.#chart.timeScale().getVisibleRange();
    if (!range || !visible) return null;
    const { forming } = this.#bars;
    const shown = forming && forming.openTimeMs <= visible.to;
    const { last } = this.#bars;
    const { low, high } = this.#stage.fitPrices(
      {
        low: Math.min(range.minValue, shown ? forming.low : Infinity),
        high: Math.max(range.maxValue, shown ? forming.high : -Infinity),
      },
      { fromMs: visible.from, toMs: visible.to },
      last && {
        fixed: last.close,
        gapPx: TAG_GAP_PX,
        heightPx: this.#chart.paneSize().height,
        margins: this.#chart.priceScale('right').options().scaleMargins,
      },
    );
    return { priceRange: { minValue: low, maxValue: high } };
  }

  #schedule(): void {
    if (this.#animationFrame !== 0) return;
    this.#animationFrame = requestAnimationFrame(() => {
      this.#animationFrame = 0;
      this.#bars.paintForming();
      this.#reportBar();
    });
  }

  #frame(): Frame {
    const scale = this.#chart.timeScale();
    const { width, height } = this.#chart.paneSize();
    const { barSpacing } = scale.options();
    // The library converts whole places only; between them the axis is linear.
    const origin = scale.logicalToCoordinate(0 as Logical) ?? Number.NaN;
    const toX = (position: number): number => origin + position * barSpacing;
    return {
      x: (timeMs) => toX(this.#bars.positions.positionOf(timeMs)),
      y: (price) => this.#bars.toY(price),
      width,
      height,
      barPx: barSpacing,
      lastX: toX(this.#bars.length - 0.5),
      palette: this.#palette,
      formatPrice: this.#formatPrice,
      textWidth: (text) => this.#ruler.widthOf(text),
    };
  }

  /** Returns the parts of the scene that change without the drawings: gaps in view, the marked bar, the last price. */
  #moving(): Pick<Scene, 'gaps' | 'highlight' | 'last'> {
    const { last } = this.#bars;
    const shown = this.#chart.timeScale().getVisibleLogicalRange();
    const note = this.#delayed && (this.#tickMs === null ? '' : this.#delayed(this.#tickMs));
    return {
      gaps: shown ? this.#bars.gapsWithin(Math.floor(shown.from), Math.ceil(shown.to)) : [],
      highlight: this.#highlighted(),
      last: last
        ? { price: last.close, rising: last.close >= last.open, stale: this.#stale, note }
        : null,
    };
  }

  #highlighted(): Scene['highlight'] {
    const { series } = this.#bars;
    if (this.#highlightMs === null || !series) return null;
    const bar = this.#bars.at(this.#bars.positions.placeOf(this.#highlightMs));
    if (!bar) return null;
    const { resolution, fx } = series;
    const toMs = bucketEnd(resolution, bar.openTimeMs, fx);
    return { bar, fromMs: bar.openTimeMs, toMs };
  }

  #paint(brush: Brush, side: 'back' | 'front'): void {
    for (const pass of this.#stage.compose(this.#moving()).scene[side]) pass.paint(brush);
  }

  #pointerMoved(move: MouseEventParams<number>): void {
    const { point } = move;
    this.#stage.hover(point ? this.#stage.hitAt(point.x, point.y, HOVER_REACH_PX) : null);
    this.#reportPrice(point ? this.#bars.main.coordinateToPrice(point.y) : null);
    const place = point && move.logical !== undefined ? Math.round(move.logical) : null;
    if (place !== this.#crosshairPlace) {
      this.#crosshairPlace = place;
      this.#reportBar();
    }
  }

  #clicked(click: MouseEventParams<number>): void {
    const { point } = click;
    if (!point) return;
    const reach = this.#setup.coarsePointer ? 16 : 7;
    const target = this.#stage.hitAt(point.x, point.y, reach)?.target;
    const timeMs =
      this.#bars.positions.openAt(Math.round(click.logical ?? 0)) ?? this.anchorTimeMs();
    const price = this.#bars.main.coordinateToPrice(point.y) ?? 0;
    this.#setup.events.onPick(target ? { target, timeMs, price } : null);
  }

  /** Reports the price under the crosshair with the next frame. */
  #reportPrice(price: number | null): void {
    if (price === this.#pointPrice) return;
    this.#pointPrice = price;
    if (this.#priceFrame !== 0) return;
    this.#priceFrame = requestAnimationFrame(() => {
      this.#priceFrame = 0;
      this.#setup.events.onPoint(this.#pointPrice);
    });
  }

  #reportBar(): void {
    const last = this.#bars.length - 1;
    const index = Math.min(this.#crosshairPlace ?? last, last);
    this.#setup.events.onBar(this.#bars.at(index), this.#bars.before(index)?.close ?? null);
  }
}
