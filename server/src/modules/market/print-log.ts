import { SYMBOL_PATTERN } from '@rasat/contract';
import type { VenueTick } from '../../connectors/connector.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { PrintRefusal } from './gate.ts';
import { insertRefusedPrints, type RefusedPrint } from './store.ts';

/** Repeats and stragglers are usual at a venue: they are counted, not kept. */
const COUNTED_ONLY: readonly (PrintRefusal | 'unknown-symbol')[] = ['duplicate', 'old'];
/** A source that sends nothing but garbage must not fill the disk. */
const MOST_KEPT_PER_MINUTE = 60;
const ALARM_MS = 5000;

/** Why a print of a source was not taken. */
export type SourceRefusal = PrintRefusal | 'unknown-symbol';

/** Counts the prints of a source, and keeps a sample of the refused ones for the operator. */
export class PrintLog {
  readonly #source: string;
  readonly #counts = new Map<SourceRefusal, number>();
  #accepted = 0;
  #waiting: RefusedPrint[] = [];
  #minute = 0;
  #keptThisMinute = 0;
  #clockRefusedMs = Number.NEGATIVE_INFINITY;

  constructor(source: string) {
    this.#source = source;
  }

  accept(): void {
    this.#accepted += 1;
  }

  refuse(tick: VenueTick, reason: SourceRefusal, nowMs: number): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
    if (reason === 'future') this.#clockRefusedMs = nowMs;
    if (COUNTED_ONLY.includes(reason)) return;
    const minute = Math.floor(nowMs / 60_000);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#keptThisMinute = 0;
    }
    if (this.#keptThisMinute >= MOST_KEPT_PER_MINUTE) return;
    this.#keptThisMinute += 1;
    const { symbol, timeMs, price, volume } = tick;
    this.#waiting.push({
      symbol: SYMBOL_PATTERN.test(symbol) ? symbol : '?',
      timeMs,
      price,
      volume,
      reason,
    });
  }

  get accepted(): number {
    return this.#accepted;
  }

  /** Refused prints by reason. */
  get refused(): ReadonlyMap<SourceRefusal, number> {
    return this.#counts;
  }

  /** Whether the source's clock runs ahead of ours: it sent prints from the future within the last seconds. */
  hasClockAlarm(nowMs: number): boolean {
    return nowMs - this.#clockRefusedMs <= ALARM_MS;
  }

  /** Stores the sample that has gathered. */
  async store(db: Db, nowMs: number): Promise<void> {
    const prints = this.#waiting;
    this.#waiting = [];
    await insertRefusedPrints(db, this.#source, prints, nowMs);
  }
}
