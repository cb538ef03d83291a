import { SYMBOL_PATTERN } from '@rasat/contract';
import { MINUTE_MS } from '@rasat/engine';
import type { VenueTick } from '../../../connectors/connector.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { Distribution } from '../../../platform/metrics/distribution.ts';
import { insertRefusedTicks, type RefusedTick } from '../store/refused-tick-store.ts';
import { ACCEPTED, addTickCounts } from '../store/tick-count-store.ts';
import { type AgeSummary, AgeWindow } from './age-window.ts';
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

const HOUR_MINUTES = 60;
/** Slots of the last minute; one more is being filled. */
const SLOT_MS = 5000;
const MINUTE_SLOTS = MINUTE_MS / SLOT_MS;

/** Reason for which a tick of a source was not accepted. */
export type SourceRefusal = TickRefusal | 'unknown-symbol';

/** Counts the ticks of a source, and keeps a sample of the refused ones for the operator. */
export class TickLog {
  readonly #source: string;
  readonly #counts = new Map<SourceRefusal, number>();
  #accepted = 0;
  /** Counts that are stored or being stored, by outcome. */
  readonly #stored = new Map<string, number>();
  #waiting: RefusedTick[] = [];
  #minute = 0;
  #keptThisMinute = 0;
  #clockRefusedMs = Number.NEGATIVE_INFINITY;
  #behindInARow = 0;
  readonly #lag = new Distribution(LAG_SECONDS);
  readonly #minutes = new AgeWindow(MINUTE_MS, HOUR_MINUTES);
  readonly #recent = new AgeWindow(SLOT_MS, MINUTE_SLOTS + 1);
  #newestMs: number | null = null;
  #arrivedMs: number | null = null;
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
    this.#arrivedMs = nowMs;
    if (this.#newestMs === null || timeMs > this.#newestMs) this.#newestMs = timeMs;
    if (timeMs < this.#measuredFromMs) return;
    const lagMs = Math.max(0, nowMs - timeMs);
    this.#lag.add(lagMs / 1000);
    this.#minutes.add(lagMs, nowMs);
    this.#recent.add(lagMs, nowMs);
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

  /** Time of the newest accepted tick at the venue; null before the first. */
  get newestMs(): number | null {
    return this.#newestMs;
  }

  /** Time at which the last accepted tick arrived, by the source's clock; null before the first. */
  get arrivedMs(): number | null {
    return this.#arrivedMs;
  }

  /** Returns the lag of the ticks of the last minute, which ended at most five seconds ago. */
  lagOfMinute(nowMs: number): AgeSummary {
    return this.#recent.summarize(nowMs, MINUTE_SLOTS, 1);
  }

  /** Returns the median lag of each of the last sixty minutes, the current one last; null without ticks. */
  lagsOfHour(nowMs: number): readonly (number | null)[] {
    return Array.from(
      { length: HOUR_MINUTES },
      (_, i) => this.#minutes.summarize(nowMs, HOUR_MINUTES - 1 - i, HOUR_MINUTES - 1 - i).medianMs,
    );
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

  /** Stores what was counted and the collected sample since the last call. Counts of a failed call are kept. */
  async store(db: Db, nowMs: number): Promise<void> {
    const counted = this.#takeCounts();
    try {
      await addTickCounts(db, this.#source, counted, nowMs);
    } catch (error) {
      for (const [outcome, count] of counted) this.#addStored(outcome, -count);
      throw error;
    }
    const ticks = this.#waiting;
    this.#waiting = [];
    await insertRefusedTicks(db, this.#source, ticks, nowMs);
  }

  #takeCounts(): ReadonlyMap<string, number> {
    const counted = new Map<string, number>();
    for (const [outcome, count] of [[ACCEPTED, this.#accepted] as const, ...this.#counts]) {
      const added = count - (this.#stored.get(outcome) ?? 0);
      if (added === 0) continue;
      counted.set(outcome, added);
      this.#addStored(outcome, added);
    }
    return counted;
  }

  #addStored(outcome: string, count: number): void {
    this.#stored.set(outcome, (this.#stored.get(outcome) ?? 0) + count);
  }
}
