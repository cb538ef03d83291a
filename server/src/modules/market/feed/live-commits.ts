import { setTimeout as pause } from 'node:timers/promises';
import { bucketStart } from '@rasat/engine';
import type { Clock } from '../../../platform/clock.ts';
import type { PartContext } from '../../../platform/part.ts';
import { formingTopic } from '../topics.ts';
import { commitSeries } from './commit.ts';
import type { LiveSymbol } from './live-symbol.ts';

/** Options of the commits besides the symbols. */
export interface LiveCommitsOptions {
  readonly context: PartContext;
  /** Clock of the source. */
  readonly clock: Clock;
  /** Aborts when the feed is stopped; a failed session still stores the closed bars. */
  readonly signal: AbortSignal;
  /** Returns the time up to which every subscription has closed its bars. */
  sweptThroughMs(): number;
  /** Receives an error after which nothing more is committed. */
  fail(error: unknown): void;
}

/**
 * Time for which closed bars of one subscription wait for the others, so that a boundary is one close; source's time.
 */
const GATHER_CLOSE_MS = 500;

/**
 * Stores the closed bars, those of a boundary together, and publishes the open bars. Publishes the open bars of a
 * symbol only after its closed ones are stored.
 */
export class LiveCommits {
  readonly #options: LiveCommitsOptions;
  /** Symbols whose open bars have changed since they were last published. */
  readonly #changed = new Set<LiveSymbol>();
  /** Symbols whose open bars are withheld. */
  readonly #uncommitted = new Set<LiveSymbol>();
  readonly #due = new Set<LiveSymbol>();
  #committing: Promise<void> | null = null;
  /** Ends the wait of closed bars for those of other subscriptions. */
  #gathered = (): void => {};

  constructor(options: LiveCommitsOptions) {
    this.#options = options;
  }

  /** Number of symbols whose closed bars are not stored yet. */
  get waiting(): number {
    return this.#uncommitted.size;
  }

  /** Marks the open bars of a symbol as changed. */
  change(live: LiveSymbol): void {
    this.#changed.add(live);
  }

  /** Adds a symbol to the next commit, and withholds its open bars until then if `hasClosed`. */
  add(live: LiveSymbol, hasClosed: boolean): void {
    if (hasClosed) this.#uncommitted.add(live);
    this.#due.add(live);
  }

  /** Removes a symbol that is no longer fed. */
  drop(live: LiveSymbol): void {
    for (const set of [this.#changed, this.#uncommitted, this.#due]) set.delete(live);
  }

  /** Commits the due symbols in the background, if there are any. */
  commitSoon(): void {
    if (this.#due.size === 0) return;
    if (this.#isGathered) this.#gathered();
    this.#committing ??= this.#commitDue()
      .catch((error: unknown) => this.#options.fail(error))
      .finally(() => {
        this.#committing = null;
      });
  }

  /** Waits for the end of the running commit. */
  async settled(): Promise<void> {
    await this.#committing;
  }

  /** Publishes the open bars that have changed and are not withheld. */
  publishForming(): void {
    const ready = [...this.#changed].filter((live) => !this.#uncommitted.has(live));
    if (ready.length === 0) return;
    for (const live of ready) this.#changed.delete(live);
    this.#options.context.bus.publish(
      formingTopic,
      ready.map((live) => live.forming()),
    );
  }

  async #commitDue(): Promise<void> {
    const { context, signal } = this.#options;
    // Bars that close in the same turn of the loop are one close.
    await Promise.resolve();
    while (this.#due.size > 0) {
      if (!this.#isGathered) await this.#gather();
      const symbols = [...this.#due];
      this.#due.clear();
      const commits = symbols.map(({ writer, throughMs }) => ({ writer, throughMs }));
      await commitSeries(context, commits, signal);
      for (const symbol of symbols) {
        if (!this.#due.has(symbol)) this.#uncommitted.delete(symbol);
        this.#changed.add(symbol);
      }
      this.publishForming();
    }
  }

  /** Whether every subscription has closed its bars as far as the furthest due symbol. */
  get #isGathered(): boolean {
    let throughMs = Number.NEGATIVE_INFINITY;
    for (const live of this.#due) throughMs = Math.max(throughMs, live.throughMs);
    return this.#options.sweptThroughMs() >= bucketStart('15', throughMs, false);
  }

  /** Waits for the other subscriptions, at most `GATHER_CLOSE_MS`. */
  async #gather(): Promise<void> {
    const { clock, signal: stopped } = this.#options;
    const enough = new AbortController();
    this.#gathered = () => enough.abort();
    const signal = AbortSignal.any([enough.signal, stopped]);
    await pause(GATHER_CLOSE_MS / clock.speed, undefined, { signal }).catch(() => {});
  }
}
