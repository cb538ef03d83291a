import { applyTick, type Bar, bucketEnd, bucketStart, type Resolution } from '@rasat/engine';
import type { VenueTick } from '../../../connectors/connector.ts';

/** Open bars of one symbol and resolution, built from ticks. */
export class FormingBars {
  readonly #resolution: Resolution;
  readonly #fx: boolean;
  /** Opening time to bar; more than one only while an ended bar waits for late ticks. */
  readonly #open = new Map<number, OpenBar>();
  #closedThroughMs: number;

  /** Creates an empty list; bars that end at or before `closedThroughMs` are known already and not built. */
  constructor(resolution: Resolution, fx: boolean, closedThroughMs: number) {
    this.#resolution = resolution;
    this.#fx = fx;
    this.#closedThroughMs = closedThroughMs;
  }

  get resolution(): Resolution {
    return this.#resolution;
  }

  /** Adds a tick; false when its bar is closed. The bar does not depend on the order of its ticks. */
  add(tick: VenueTick): boolean {
    const openTimeMs = bucketStart(this.#resolution, tick.timeMs, this.#fx);
    if (bucketEnd(this.#resolution, openTimeMs, this.#fx) <= this.#closedThroughMs) return false;
    const open = this.#open.get(openTimeMs);
    if (open) open.add(tick, this.#resolution, this.#fx);
    else this.#open.set(openTimeMs, new OpenBar(tick, this.#resolution, this.#fx));
    return true;
  }

  /** Closes and returns the bars that end at or before `timeMs`, oldest first; later ticks of them are not accepted. */
  close(timeMs: number): Bar[] {
    if (timeMs <= this.#closedThroughMs) return [];
    this.#closedThroughMs = timeMs;
    const closed: Bar[] = [];
    for (const [openTimeMs, open] of this.#open) {
      if (bucketEnd(this.#resolution, openTimeMs, this.#fx) > timeMs) continue;
      this.#open.delete(openTimeMs);
      closed.push(open.bar);
    }
    return closed.toSorted((a, b) => a.openTimeMs - b.openTimeMs);
  }

  /** Returns the open bars, oldest first. */
  open(): Bar[] {
    return Array.from(this.#open.values(), (open) => open.bar).toSorted(
      (a, b) => a.openTimeMs - b.openTimeMs,
    );
  }
}

class OpenBar {
  #bar: Bar;
  #firstMs: number;
  #lastMs: number;
  /** Rounding error of the sum of volumes (Neumaier), so that the sum does not depend on the order. */
  #volumeRest = 0;

  constructor(tick: VenueTick, resolution: Resolution, fx: boolean) {
    this.#bar = applyTick(null, tick, resolution, fx).bar;
    this.#firstMs = tick.timeMs;
    this.#lastMs = tick.timeMs;
  }

  add(tick: VenueTick, resolution: Resolution, fx: boolean): void {
    const before = this.#bar;
    const { bar: next } = applyTick(before, tick, resolution, fx);
    const { volume } = before;
    this.#volumeRest +=
      Math.abs(volume) >= Math.abs(tick.volume)
        ? volume - next.volume + tick.volume
        : tick.volume - next.volume + volume;
    const isFirst = tick.timeMs < this.#firstMs;
    const isLast = tick.timeMs >= this.#lastMs;
    this.#bar = {
      ...next,
      open: isFirst ? tick.price : next.open,
      close: isLast ? tick.price : before.close,
    };
    if (isFirst) this.#firstMs = tick.timeMs;
    if (isLast) this.#lastMs = tick.timeMs;
  }

  get bar(): Bar {
    return { ...this.#bar, volume: roundVolume(this.#bar.volume + this.#volumeRest) };
  }
}

/**
 * Decimal digits that a double always holds. A compensated sum of decimals is off by less than half of the last of
 * them, so that rounding gives the venue's own decimal sum.
 */
const VOLUME_DIGITS = 15;

function roundVolume(sum: number): number {
  return Number.isInteger(sum) ? sum : Number(sum.toPrecision(VOLUME_DIGITS));
}
