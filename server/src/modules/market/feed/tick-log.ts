import { SYMBOL_PATTERN } from '@rasat/contract';
import type { VenueTick } from '../../../connectors/connector.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { Distribution } from '../../../platform/metrics/distribution.ts';
import { insertRefusedTicks, type RefusedTick } from '../store/refused-tick-store.ts';
import type { TickRefusal } from './gate.ts';

/** Duplicates and old ticks are usual at a venue: they are counted, not kept. */
const COUNTED_ONLY: readonly (TickRefusal | 'unknown-symbol')[] = ['duplicate', 'old'];
/** Limit on the kept ticks, so that a source that sends only garbage cannot fill the disk. */
const MOST_KEPT_PER_MINUTE = 60;
const MOST_WAITING = 1000;
const ALARM_MS = 5000;
/** Delay beyond which a tick is more than late, and number of such ticks in a row that raises the alarm. */
const BEHIND_MS = 300_000;
const BEHIND_IN_A_ROW = 3;
/** Upper bounds of the classes of a tick's lag, in seconds. */
const LAG_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 900, 1800];

/** Reason for which a tick of a source was not accepted. */
export type SourceRefusal = TickRefusal | 'unknown-symbol';

/** Counts the ticks of a source, and keeps a sample of the refused ones for the operator. */
export class TickLog {
  readonly #source: string;
  readonly #counts = new Map<SourceRefusal, number>();
  #accepted = 0;
  #waiting: RefusedTick[] = [];
  #minute = 0;
  #keptThisMinute = 0;
  #clockRefusedMs = Number.NEGATIVE_INFINITY;
  #behindInARow = 0;
  readonly #lag = new Distribution(LAG_SECONDS);
  #measuredFromMs = Number.NEGATIVE_INFINITY;

  constructor(source: string) {
    this.#source = source;
  }

  /** Measures the lag of ticks from this time on; earlier ones are delivered late on purpose, to catch up. */
  measureLagFrom(timeMs: number): void {
    this.#measuredFromMs = timeMs;
  }

  /** Counts a tick that was accepted at `nowMs`, the source's clock. */
  accept(timeMs: number, nowMs: number): void {
    this.#accepted += 1;
    this.#behindInARow = 0;
    if (timeMs >= this.#measuredFromMs) this.#lag.add(Math.max(0, nowMs - timeMs) / 1000);
  }

  refuse(tick: VenueTick, reason: SourceRefusal, nowMs: number): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
    this.#watchClock(tick.timeMs, reason, nowMs);
    if (COUNTED_ONLY.includes(reason)) return;
    const minute = Math.floor(nowMs / 60_000);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#keptThisMinute = 0;
    }
    if (this.#keptThisMinute >= MOST_KEPT_PER_MINUTE || this.#waiting.length >= MOST_WAITING)
      return;
    this.#keptThisMinute += 1;
    // A tick with invalid fields must not keep the others from being stored.
    this.#waiting.push({
      symbol: SYMBOL_PATTERN.test(tick.symbol) ? tick.symbol : '?',
      timeMs: Number(tick.timeMs),
      price: Number(tick.price),
      volume: Number(tick.volume),
      reason,
    });
  }

  /** Time from a tick to its arrival, in seconds. */
  get lag(): Distribution {
    return this.#lag;
  }

  get accepted(): number {
    return this.#accepted;
  }

  /** Number of refused ticks by reason. */
  get refused(): ReadonlyMap<SourceRefusal, number> {
    return this.#counts;
  }

  #watchClock(timeMs: number, reason: SourceRefusal, nowMs: number): void {
    if (reason === 'future') this.#clockRefusedMs = nowMs;
    if ((reason !== 'old' && reason !== 'late') || timeMs > nowMs - BEHIND_MS) return;
    this.#behindInARow += 1;
    if (this.#behindInARow >= BEHIND_IN_A_ROW) this.#clockRefusedMs = nowMs;
  }

  /**
   * Whether the source's clock differs from ours: within the last seconds it sent a tick from the future, or several in
   * a row that are long past.
   */
  hasClockAlarm(nowMs: number): boolean {
    return nowMs - this.#clockRefusedMs <= ALARM_MS;
  }

  /** Stores the collected sample and clears it. */
  async store(db: Db, nowMs: number): Promise<void> {
    const ticks = this.#waiting;
    this.#waiting = [];
    await insertRefusedTicks(db, this.#source, ticks, nowMs);
  }
}
