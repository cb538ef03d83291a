import { MINUTE_MS } from '@rasat/engine';
import type { Clock } from '../../../platform/clock.ts';
import type { PartContext } from '../../../platform/part.ts';
import { applyDueActions } from '../listing/decide-action.ts';
import { listPendingActions, type PendingAction } from '../store/action-store.ts';
import type { Series } from '../symbol.ts';

/** Options of the actions of a source. */
export interface WaitingActionsOptions {
  readonly context: PartContext;
  readonly source: string;
  /** Clock of the source. */
  readonly clock: Clock;
}

/** Pause before an action that could not be carried out is tried again, on the clock of the source. */
const RETRY_MS = MINUTE_MS;

/**
 * The splits and renames of a source that wait for an operator's decision or for their time. A symbol is not fed from the
 * time at which one is effective until it is carried out or dismissed; a confirmed one is carried out at that time.
 */
export class WaitingActions {
  readonly #options: WaitingActionsOptions;
  /** Time of the first action that waits, by the id of a series. */
  #fromMs: ReadonlyMap<number, number> = new Map();
  /** Time at which the next action is due; a process carries out at its start what is due since. */
  #dueMs = Number.NEGATIVE_INFINITY;
  /** Time before which nothing is tried again. */
  #retryMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> = Promise.resolve();
  #isUntold = false;

  constructor(options: WaitingActionsOptions) {
    this.#options = options;
  }

  /** Whether a series is not fed at a time of the source, now by default. */
  holds({ id }: Pick<Series, 'id'>, atMs?: number): boolean {
    const fromMs = this.#fromMs.get(id);
    return fromMs !== undefined && fromMs <= (atMs ?? this.#options.clock.now());
  }

  /** Whether an action has become effective, or one that could not be carried out is to be tried again. */
  get isDue(): boolean {
    return this.#options.clock.now() >= this.#dueMs;
  }

  /** Reads the actions that wait. */
  read(): Promise<void> {
    // One after the other, so that no older answer replaces a newer one.
    const reading = this.#reading.then(async () => {
      const { context, source } = this.#options;
      this.#take(await listPendingActions(context.db, source));
    });
    this.#reading = reading.catch(() => {});
    return reading;
  }

  /** Carries out the confirmed actions that are effective, and reads those that wait then. */
  async apply(): Promise<void> {
    const { context, source, clock } = this.#options;
    const { db, log } = context;
    const venueMs = clock.now();
    this.#retryMs = venueMs + RETRY_MS;
    this.#dueMs = this.#retryMs;
    const nowMs = context.clock.now();
    const failed = await applyDueActions(db, source, { venueMs, nowMs, log });
    if (failed === 0) this.#retryMs = Number.NEGATIVE_INFINITY;
    await this.read();
  }

  /** Logs, once, that the plan of the operator does not include the actions of the source. */
  noteUntold(): void {
    if (this.#isUntold) return;
    this.#isUntold = true;
    const { context, source } = this.#options;
    context.log.warn({ source }, 'the plan of a source does not tell splits and renames');
  }

  #take(pending: readonly PendingAction[]): void {
    const nowMs = this.#options.clock.now();
    const fromMs = new Map<number, number>();
    let dueMs = Number.POSITIVE_INFINITY;
    for (const { seriesId, effectiveMs, state } of pending) {
      // The earliest action of a series comes first.
      if (!fromMs.has(seriesId)) fromMs.set(seriesId, effectiveMs);
      if (effectiveMs > nowMs) dueMs = Math.min(dueMs, effectiveMs);
      else if (state === 'confirmed') dueMs = Math.min(dueMs, this.#retryMs);
    }
    this.#fromMs = fromMs;
    this.#dueMs = dueMs;
  }
}
