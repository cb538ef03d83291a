import { bucketStart, MINUTE_MS } from '@rasat/engine';
import type { Logger } from 'pino';
import type { Clock, Timer } from '../../platform/clock.ts';
import type { VenueTick } from '../connector.ts';
import { IdSplice } from '../vendor-wire/id-splice.ts';
import { HostBlocked } from '../vendor-wire/request-budget.ts';
import { type BinanceRest, PAGE_ROWS, UnknownPair } from './binance-rest.ts';
import { listMissedTicks } from './missed-ticks.ts';
import type { VenueTrade } from './wire.ts';

/** Options of a pair's feed. */
export interface PairFeedOptions {
  readonly symbol: string;
  readonly fromMs: number;
  readonly rest: BinanceRest;
  readonly clock: Clock;
  readonly log: Logger;
  /** Aborts when the subscription is stopped. */
  readonly signal: AbortSignal;
  /** Returns the decimals of the pair's tick size. */
  readonly tickDigits: () => number;
  /** Returns whether Binance's list of pairs has the pair, by a new request. */
  readonly isListed: () => Promise<boolean>;
  /** Receives ticks in the order of their ids. */
  readonly onTicks: (ticks: readonly VenueTick[]) => void;
  /** Is called when something may have changed besides ticks. */
  readonly onChange: () => void;
  /** Is called when the stream turns out not to deliver the pair's trades. */
  readonly onDeaf: () => void;
}

const QUARTER_MS = 15 * MINUTE_MS;
/** Time for which a frame may be overtaken by a later one. */
const OVERTAKEN_MS = 250;
/** Time after a quarter-hour, on the watermark, after which a missing closed kline is replaced by a request. */
const NO_KLINE_MS = 2500;
/** Age of a trade that the stream has certainly left out. */
const DEAF_MS = 5000;
const FIRST_PAUSE_MS = 500;
const LAST_PAUSE_MS = 4000;

/**
 * Live trades of one pair, spliced by id: those that the stream sends, and those before and between them, which are
 * fetched. Knows up to which time it has handed over everything.
 */
export class PairFeed {
  readonly symbol: string;
  /** Whether Binance no longer has the pair. */
  isGone = false;
  readonly #options: PairFeedOptions;
  readonly #splice = new IdSplice<VenueTrade>(({ id }) => id);
  /** Last trade id of each closed kline, by the end of the kline. */
  readonly #klines = new Map<number, number>();
  #work: Promise<void> | null = null;
  #timer: Timer | null = null;
  #isBegun = false;
  #beginMs = 0;
  #lastFill = -1;
  #lastMs: number | null = null;
  /** Steady time of the pair's last trade from the stream, or of its last check. */
  #heardMs: number;
  /** Quarter-hour before which everything has been handed over. */
  #confirmedMs = Number.NEGATIVE_INFINITY;
  /** Number of checks that were asked for, and of those among them that have finished. */
  #asked = 0;
  #checked = 0;
  /** Venue times of the newest requested check and of the newest finished one. */
  #askedMs = Number.NEGATIVE_INFINITY;
  #checkedMs = Number.NEGATIVE_INFINITY;
  /**
   * Time through which everything had been handed over when the connection was lost, and the number of the check that
   * finds what was missed meanwhile.
   */
  #lost: { readonly throughMs: number; readonly check: number } | null = null;
  /** Steady time since which the pair has not been whole and has made no progress; null while it is whole. */
  #stuckMs: number | null;
  #missingId: number | null = null;
  /** Whether the log has the present failure. */
  #isTold = false;

  constructor(options: PairFeedOptions) {
    this.#options = options;
    this.symbol = options.symbol;
    this.#heardMs = options.clock.steady();
    this.#stuckMs = options.clock.steady();
  }

  /** Steady time since which trades are missing without any progress; null when none is known to be missing. */
  get stuckMs(): number | null {
    return this.#stuckMs;
  }

  /** Steady time of the pair's last trade from the stream, or of its last check. */
  get heardMs(): number {
    return this.#heardMs;
  }

  /** Starts fetching the trades before the stream's, which is ready now; `venueMs` is Binance's clock. */
  begin(venueMs: number): void {
    this.#beginMs = venueMs;
    this.#start();
  }

  /** Takes a trade of the stream. Refuses one with more decimals than the tick size; it is fetched then. */
  takeLive(trade: VenueTrade): boolean {
    if (trade.decimals > this.#options.tickDigits()) return false;
    this.#heardMs = this.#options.clock.steady();
    this.#hand(this.#splice.take([trade]));
    this.#lookSoon();
    return true;
  }

  /** Notes a closed kline of fifteen minutes; `lastFill` is -1 in one without trades. */
  noteKline(endMs: number, lastFill: number): void {
    if (endMs <= this.#confirmedMs) return;
    this.#klines.set(endMs, lastFill);
    this.#lookSoon();
  }

  /** Notes that the stream was lost or replaced: trades up to the next check may be missing. */
  noteLoss(watermarkMs: number): void {
    if (!this.#isBegun) return;
    const throughMs = Math.min(this.throughMs(watermarkMs), this.#lost?.throughMs ?? watermarkMs);
    this.#lost = { throughMs, check: this.#asked + 1 };
  }

  /** Asks Binance for trades that the stream has not sent. `venueMs` is a time that Binance has reached. */
  check(venueMs: number): void {
    if (!this.#isBegun) return;
    this.#asked += 1;
    this.#askedMs = Math.max(this.#askedMs, venueMs);
    this.#heardMs = this.#options.clock.steady();
    this.#start();
  }

  /** Whether every check that was asked for has finished. */
  get isChecked(): boolean {
    return this.isGone || (this.#isBegun && this.#checked >= this.#asked);
  }

  /**
   * Returns the time through which every trade has been handed over, at most `watermarkMs`, by which every trade that
   * the stream sends has arrived. A quarter-hour is passed once its closed kline or a check shows that no trade of it is
   * missing.
   */
  throughMs(watermarkMs: number): number {
    if (this.isGone) return watermarkMs;
    if (!this.#isBegun) return this.#options.fromMs - 1;
    let throughMs = watermarkMs;
    while (throughMs >= this.#confirmedMs + QUARTER_MS) {
      const quarterMs = this.#confirmedMs + QUARTER_MS;
      if (this.#isComplete(quarterMs)) {
        this.#confirmedMs = quarterMs;
        this.#klines.delete(quarterMs);
        continue;
      }
      const isDue = watermarkMs >= quarterMs + NO_KLINE_MS && !this.#klines.has(quarterMs);
      if (isDue && this.isChecked) this.check(watermarkMs);
      throughMs = quarterMs - 1;
    }
    if (this.#splice.hasHole) {
      throughMs = Math.min(throughMs, (this.#lastMs ?? this.#options.fromMs) - 1);
    }
    if (this.#lost) throughMs = Math.min(throughMs, this.#lost.throughMs);
    this.#noteStuck(throughMs < watermarkMs);
    return throughMs;
  }

  /** Ends the running requests. */
  async stop(): Promise<void> {
    this.#timer?.cancel();
    await this.#work;
  }

  #isComplete(quarterMs: number): boolean {
    const lastFill = this.#klines.get(quarterMs);
    if (lastFill !== undefined) return this.#lastFill >= lastFill;
    return this.#checkedMs >= quarterMs + NO_KLINE_MS;
  }

  #noteStuck(isStuck: boolean): void {
    if (!isStuck) {
      this.#stuckMs = null;
      this.#isTold = false;
    } else this.#stuckMs ??= this.#options.clock.steady();
  }

  get #needsTrades(): boolean {
    if (this.#splice.hasHole || this.#asked > this.#checked) return true;
    for (const lastFill of this.#klines.values()) if (lastFill > this.#lastFill) return true;
    return false;
  }

  #lookSoon(): void {
    if (!this.#isBegun || this.#timer || this.#work || !this.#needsTrades) return;
    this.#timer = this.#options.clock.setTimeout(() => {
      this.#timer = null;
      if (this.#needsTrades) this.#start();
    }, OVERTAKEN_MS);
  }

  #start(): void {
    const { signal, log, onChange } = this.#options;
    if (signal.aborted || this.isGone) return;
    this.#work ??= this.#run()
      .catch((error: unknown) => {
        if (!signal.aborted) log.error({ err: error, symbol: this.symbol }, 'a pair is not fed');
      })
      .finally(() => {
        this.#work = null;
        if (signal.aborted) return;
        onChange();
        this.#lookSoon();
      });
  }

  /** Fetches until nothing is known to be missing. */
  async #run(): Promise<void> {
    const { clock, signal } = this.#options;
    for (let pauseMs = 0; !signal.aborted; ) {
      const { next } = this.#splice;
      try {
        if (!this.#isBegun) await this.#fetchMissed();
        else if (this.#needsTrades) await this.#fetchOn();
        else return;
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof UnknownPair && (await this.#isGone())) return;
        this.#tell(error);
      }
      this.#options.onChange();
      const isOn = this.#splice.next !== next;
      pauseMs = isOn ? 0 : Math.min(LAST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, 2 * pauseMs));
      if (pauseMs > 0 && (this.#needsTrades || !this.#isBegun)) await clock.sleep(pauseMs, signal);
    }
  }

  /** Writes one line for a time without progress; the budget has told why the host is blocked. */
  #tell(error: unknown): void {
    if (this.#isTold || error instanceof HostBlocked) return;
    this.#isTold = true;
    const { log } = this.#options;
    log.warn({ err: error, symbol: this.symbol }, 'trades could not be fetched; it is tried again');
  }

  /** Whether the list of pairs confirms that the pair is gone; one refusal alone is no proof. */
  async #isGone(): Promise<boolean> {
    const { isListed, log } = this.#options;
    if (await isListed().catch(() => true)) return false;
    this.isGone = true;
    log.error({ symbol: this.symbol }, 'Binance no longer has a pair that is fed');
    return true;
  }

  /** Hands over the ticks from `fromMs` to now, and begins the splice after them. */
  async #fetchMissed(): Promise<void> {
    const { symbol, fromMs, rest, signal, onTicks } = this.#options;
    for await (const part of listMissedTicks(rest, { symbol, fromMs, signal })) {
      if (signal.aborted) return;
      this.#noteProgress();
      if (part.kind === 'minutes') {
        this.#lastMs = part.ticks.at(-1)?.timeMs ?? this.#lastMs;
        onTicks(part.ticks);
        continue;
      }
      if (part.before) this.#lastFill = part.before.lastFill;
      if (this.#splice.next === null) this.#hand(this.#splice.begin(part.nextId));
      this.#hand(this.#splice.take(part.trades));
    }
    if (this.#splice.next === null) return;
    this.#confirmedMs = bucketStart('15', this.#beginMs, false);
    this.#isBegun = true;
  }

  /** Fetches the trades after the last one that was handed over, up to Binance's newest. */
  async #fetchOn(): Promise<void> {
    const { symbol, rest, clock, signal, log } = this.#options;
    const asked = this.#asked;
    const askedMs = this.#askedMs;
    const isCheck = asked > this.#checked && !this.#splice.hasHole;
    let oldestMs = Number.POSITIVE_INFINITY;
    for (;;) {
      const next = this.#splice.next ?? 0;
      const page = await rest.aggTrades(symbol, { id: next }, { urgency: 'live', signal });
      if (signal.aborted) return;
      const [first] = page;
      if (!first) break;
      if (first.id < next) throw new Error('trades before the ones that were asked for');
      if (first.id > next && this.#missingId !== next) {
        this.#missingId = next;
        await clock.sleep(FIRST_PAUSE_MS, signal);
        continue;
      }
      if (first.id > next) {
        log.warn({ symbol, fromId: next, toId: first.id }, 'Binance has left out trades');
        this.#hand(this.#splice.begin(first.id));
      }
      const handed = this.#splice.take(page);
      oldestMs = Math.min(oldestMs, handed[0]?.timeMs ?? oldestMs);
      if (handed.length > 0) this.#noteProgress();
      this.#hand(handed);
      if (page.length < PAGE_ROWS) break;
    }
    if (this.#splice.hasHole) return;
    this.#checked = asked;
    this.#checkedMs = askedMs;
    const wasLost = this.#lost !== null;
    if (this.#lost && asked >= this.#lost.check) this.#lost = null;
    if (isCheck && !wasLost && oldestMs < askedMs - DEAF_MS) this.#options.onDeaf();
  }

  #noteProgress(): void {
    if (this.#stuckMs !== null) this.#stuckMs = this.#options.clock.steady();
  }

  #hand(trades: readonly VenueTrade[]): void {
    const last = trades.at(-1);
    if (!last) return;
    this.#lastFill = last.lastFill;
    this.#lastMs = last.timeMs;
    const { symbol, onTicks } = this.#options;
    onTicks(trades.map(({ id, timeMs, price, volume }) => ({ symbol, timeMs, price, volume, id })));
  }
}
