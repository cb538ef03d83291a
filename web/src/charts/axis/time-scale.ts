import type {
  ChartOptionsImpl,
  DataItem,
  HorzScaleItemConverterToInternalObj,
  IHorzScaleBehavior,
  InternalHorzScaleItem,
  InternalHorzScaleItemKey,
  LocalizationOptions,
  Mutable,
  TickMark,
  TickMarkWeightValue,
  TimeMark,
  TimeScalePoint,
} from 'lightweight-charts';
import type { TimeLabels } from './time-labels.ts';

/**
 * The chart library's horizontal scale over plain UTC epoch milliseconds, with marks at the beginning of days, months
 * and years in Istanbul. The library's own scale supports UTC only, and would mark a day at three in the morning.
 */
export class IstanbulTimeScale implements IHorzScaleBehavior<number> {
  #options: ChartOptionsImpl<number> | null = null;
  #labels: TimeLabels;

  constructor(labels: TimeLabels) {
    this.#labels = labels;
  }

  /** Sets the texts, after the language or the resolution changed. */
  setLabels(labels: TimeLabels): void {
    this.#labels = labels;
  }

  options(): ChartOptionsImpl<number> {
    if (this.#options === null) throw new RangeError('the chart has not been made yet');
    return this.#options;
  }

  setOptions(options: ChartOptionsImpl<number>): void {
    this.#options = options;
  }

  preprocessData(_data: DataItem<number> | DataItem<number>[]): void {}

  updateFormatter(_options: LocalizationOptions<number>): void {}

  createConverterToInternalObj(): HorzScaleItemConverterToInternalObj<number> {
    return (timeMs) => this.convertHorzItemToInternal(timeMs);
  }

  convertHorzItemToInternal(timeMs: number): InternalHorzScaleItem {
    return timeMs as unknown as InternalHorzScaleItem;
  }

  key(item: InternalHorzScaleItem | number): InternalHorzScaleItemKey {
    return item as unknown as InternalHorzScaleItemKey;
  }

  cacheKey(item: InternalHorzScaleItem): number {
    return item as unknown as number;
  }

  formatHorzItem(item: InternalHorzScaleItem): string {
    return this.#labels.crosshair(item as unknown as number);
  }

  formatTickmark(mark: TickMark): string {
    return this.#labels.tick(mark.time as unknown as number, mark.weight);
  }

  maxTickMarkWeight(marks: TimeMark[]): TickMarkWeightValue {
    return Math.max(...marks.map((mark) => mark.weight)) as TickMarkWeightValue;
  }

  fillWeightsForPoints(points: readonly Mutable<TimeScalePoint>[], startIndex: number): void {
    const timeAt = (index: number): number => points[index]?.time as unknown as number;
    // Places are added one by one while the market trades, so that their end is not fixed.
    const endMs = startIndex === 0 ? timeAt(points.length - 1) : Number.MAX_SAFE_INTEGER;
    for (let i = startIndex; i < points.length; i += 1) {
      const point = points[i];
      const weight = this.#labels.weight(i > 0 ? timeAt(i - 1) : null, timeAt(i), endMs);
      if (point) point.timeWeight = weight as TickMarkWeightValue;
    }
  }
}
