import assert from 'node:assert/strict';
import { HOUR_MS, MINUTE_MS } from '@rasat/engine';
import type { SourceFeed } from '../modules/market/feed/source-feed.ts';
import { confirmAction } from '../modules/market/listing/decide-action.ts';
import { listActions } from '../modules/market/store/action-store.ts';
import type { ManualClock } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/db/pool.ts';

/** Interval at which a source that does not answer is asked again. */
const ASK_MS = 7 * MINUTE_MS;
/** Longest time that the administrator takes to confirm. */
const LONGEST_MS = 16 * HOUR_MS;
const ADMINISTRATOR = 'K7M2Q9XWPA';

/** A split before a trading day: a job asks the source for it, and an administrator confirms it some hours later. */
export class OvernightSplit {
  readonly #db: Db;
  readonly #clock: ManualClock;
  readonly #feed: SourceFeed;
  readonly #confirmsAfterMs: number;
  #askMs = Number.NEGATIVE_INFINITY;
  #confirmMs = Number.POSITIVE_INFINITY;
  #doing: Promise<void> | null = null;

  constructor(
    db: Db,
    day: {
      readonly clock: ManualClock;
      readonly feed: SourceFeed;
      readonly random: () => number;
    },
  ) {
    this.#db = db;
    this.#clock = day.clock;
    this.#feed = day.feed;
    this.#confirmsAfterMs = day.random() * LONGEST_MS;
  }

  /** Begins what is due, beside the day. */
  look(): void {
    const nowMs = this.#clock.now();
    if (this.#doing) return;
    if (nowMs >= this.#confirmMs) this.#begin(this.#confirm());
    else if (nowMs >= this.#askMs) this.#begin(this.#ask(nowMs));
  }

  /** Waits for what has begun, and asserts that the split was carried out. */
  async end(): Promise<void> {
    await this.#doing;
    const [action, ...others] = await listActions(this.#db, 10);
    assert.deepEqual(others, []);
    assert.equal(action?.state, 'confirmed');
    assert.notEqual(action.appliedMs, null, 'the split was carried out');
  }

  #begin(work: Promise<void>): void {
    this.#doing = work.finally(() => {
      this.#doing = null;
    });
    // `end` looks at what is stored.
    this.#doing.catch(() => {});
  }

  async #ask(nowMs: number): Promise<void> {
    this.#askMs = nowMs + ASK_MS;
    await this.#feed.findActions();
    const known = await listActions(this.#db, 1);
    if (known.length === 0) return;
    this.#askMs = Number.POSITIVE_INFINITY;
    this.#confirmMs = nowMs + this.#confirmsAfterMs;
    await this.#feed.recheck();
  }

  async #confirm(): Promise<void> {
    const [action] = await listActions(this.#db, 1);
    assert.ok(action);
    const decision = { by: ADMINISTRATOR, nowMs: this.#clock.now() };
    await inTransaction(this.#db, (trx) => confirmAction(trx, action.id, decision));
    this.#confirmMs = Number.POSITIVE_INFINITY;
    await this.#feed.recheck();
  }
}
