import { bucketStart, HOUR_MS, MINUTE_MS } from '@rasat/engine';
import type { Logger } from 'pino';
import type { Clock, Timer } from '../../platform/clock.ts';
import type { VenueTick } from '../connector.ts';
import type { SocketEnd } from '../vendor-wire/connection-life.ts';
import type { RequestBudget } from '../vendor-wire/request-budget.ts';
import type { BinanceRest } from './binance-rest.ts';
import { PairFeed } from './pair-feed.ts';
import { openTradeStream, type TradeStream } from './trade-stream.ts';
import type { Frame } from './wire.ts';

/** Options of a group besides its pairs. */
export interface StreamGroupOptions {
  readonly streamUrl: string;
  readonly rest: BinanceRest;
  /** Budget of new connections, shared by all groups. */
  readonly connects: RequestBudget;
  readonly clock: Clock;
  readonly log: Logger;
  readonly tickDigits: (symbol: string) => number;
  readonly isListed: (symbol: string) => Promise<boolean>;
  /** Receives ticks, in the order of time for each pair; possibly none when only `throughMs` has moved on. */
  readonly onTicks: (ticks: readonly VenueTick[]) => void;
}

/** Age at which a connection gets a successor; Binance ends it after 24 hours. */
const RENEWED_MS = 23.5 * HOUR_MS;
/** Time for which the old connection stays open beside its successor. */
const BESIDE_MS = 5000;
const LOOK_MS = 1000;
/** An event shows that the trades before it have been sent; they may be this much later on the way. */
const ON_THE_WAY_MS = 1500;
/** Time without any event after which Binance is asked what the pairs have traded. */
const QUIET_MS = 10_000;
/** Such a time when a quarter-hour ended longer ago than `LATE_MS` and is not passed. */
const LATE_QUIET_MS = 3000;
const LATE_MS = 4000;
/** Time without a trade of a pair after which Binance is asked about the pair alone. */
const PAIR_QUIET_MS = 5 * MINUTE_MS;
/** A group counts as connected for this long while it opens a lost connection again. */
const RECONNECT_MS = 5000;
/** A group with missing trades that cannot be fetched for this long counts as disconnected. */
const STUCK_MS = 30_000;
/** Shortest time between two connections that are replaced because they leave trades out. */
const DEAF_EVERY_MS = MINUTE_MS;
const RETRY_MS: readonly number[] = [0, 500, 1000, 2000, 4000];
/** Difference of clocks that is reported. */
const CLOCK_MS = 500;
/** Interval between two log lines about damaged frames. */
const INVALID_EVERY_MS = 10 * MINUTE_MS;

/** Pairs that share a connection, with the connection's replacements. */
export class StreamGroup {
  readonly #options: StreamGroupOptions;
  readonly #pairs = new Map<string, PairFeed>();
  readonly #stopping = new AbortController();
  readonly #lookTimer: Timer;
  #current: TradeStream | null = null;
  #successor: TradeStream | null = null;
  #wasReady = false;
  /** Steady time since which there is no connection. */
  #lostMs: number;
  #tries = 0;
  #deafMs = Number.NEGATIVE_INFINITY;
  #invalidMs = Number.NEGATIVE_INFINITY;
  #invalid = 0;
  /** Steady time of the last event. */
  #eventAtMs: number;
  #isProbing = false;
  #pending: VenueTick[] = [];
  #flushing: NodeJS.Immediate | null = null;
  /** Newest event time that was received, and the one up to which the ticks are handed over. */
  #receivedMs = Number.NEGATIVE_INFINITY;
  #watermarkMs = Number.NEGATIVE_INFINITY;
  #throughMs = Number.NEGATIVE_INFINITY;
  #isStuck = false;

  constructor(
    pairs: readonly { readonly symbol: string; readonly fromMs: number }[],
    options: StreamGroupOptions,
  ) {
    const { rest, clock, log } = options;
    this.#options = options;
    this.#lostMs = clock.steady();
    this.#eventAtMs = clock.steady();
    for (const { symbol, fromMs } of pairs) {
      const pair = new PairFeed({
        symbol,
        fromMs,
        rest,
        clock,
        log,
        signal: this.#stopping.signal,
        tickDigits: () => options.tickDigits(symbol),
        isListed: () => options.isListed(symbol),
        onTicks: (ticks) => this.#gather(ticks),
        onChange: () => this.#flushSoon(),
        onDeaf: () => this.#replaceDeaf(symbol),
      });
      this.#pairs.set(symbol, pair);
    }
    this.#throughMs = Math.min(...pairs.map(({ fromMs }) => fromMs)) - 1;
    this.#lookTimer = clock.setInterval(() => this.#look(), LOOK_MS);
    this.#connect();
  }

  /** Whether the connection is open and its trades are complete, but for short repairs. */
  get isConnected(): boolean {
    if (!this.#wasReady || this.#stopping.signal.aborted || this.#isStuck) return false;
    return this.#current !== null || this.#options.clock.steady() - this.#lostMs <= RECONNECT_MS;
  }

  /** Venue time through which every tick of every pair has been handed over. */
  get throughMs(): number {
    return this.#throughMs;
  }

  /** Ends the connection and every request; no tick comes afterwards. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#lookTimer.cancel();
    if (this.#flushing) clearImmediate(this.#flushing);
    this.#current?.close();
    this.#successor?.close();
    await Promise.all(Array.from(this.#pairs.values(), (pair) => pair.stop()));
  }

  /** Opens a connection, when Binance has not asked for a pause, after the pause of earlier failures. */
  #connect(): void {
    const { clock, rest, connects } = this.#options;
    const { signal } = this.#stopping;
    const pauseMs = RETRY_MS[Math.min(this.#tries, RETRY_MS.length - 1)] ?? 0;
    const open = async (): Promise<void> => {
      await clock.sleep(Math.max(pauseMs, rest.blockedMs), signal);
      await connects.run(1, 'live', async () => {}, signal);
      if (!signal.aborted) this.#open('current');
    };
    this.#tries += 1;
    open().catch(() => {
      if (!signal.aborted) this.#connect();
    });
  }

  #open(role: 'current' | 'successor'): void {
    const { clock, streamUrl, log } = this.#options;
    const symbols = [...this.#pairs.keys()];
    const stream: TradeStream = openTradeStream(
      { url: streamUrl, clock, symbols },
      {
        ready: () => this.#adopt(stream),
        frame: (frame) => this.#take(frame, stream),
        ended: (end) => this.#noteEnd(stream, end),
      },
    );
    if (role === 'successor') this.#successor = stream;
    else log.debug({ pairs: symbols.length }, 'a connection to Binance is opened');
  }

  /** Takes a connection into use; the one before it stays open for a while. */
  #adopt(stream: TradeStream): void {
    const { clock } = this.#options;
    const old = this.#current;
    if (this.#successor === stream) this.#successor = null;
    this.#current = stream;
    this.#tries = 0;
    this.#eventAtMs = clock.steady();
    if (old) clock.setTimeout(() => old.close(), BESIDE_MS);
    if (this.#wasReady) {
      for (const pair of this.#pairs.values()) pair.check(this.#watermarkMs);
      return;
    }
    void this.#begin();
  }

  /** Begins every pair at Binance's own time. */
  async #begin(): Promise<void> {
    const { rest, clock, log } = this.#options;
    const { signal } = this.#stopping;
    try {
      const sentMs = clock.steady();
      const venueMs = await rest.time({ urgency: 'live', signal });
      const offMs = venueMs - (clock.now() - (clock.steady() - sentMs) / 2);
      if (Math.abs(offMs) > CLOCK_MS) {
        log.warn({ offMs: Math.round(offMs) }, 'the clock of Binance differs from ours');
      }
      this.#wasReady = true;
      for (const pair of this.#pairs.values()) pair.begin(venueMs);
    } catch (error) {
      if (signal.aborted) return;
      this.#drop('Binance does not tell its time', error);
    }
  }

  #noteEnd(stream: TradeStream, end: SocketEnd): void {
    const { rest, log } = this.#options;
    if (end.status !== undefined) rest.refuse(end.status, end.retryAfter);
    if (stream === this.#successor) {
      this.#successor = null;
      log.warn({ reason: end.reason }, 'the next connection to Binance failed');
      return;
    }
    if (this.#current !== null && stream !== this.#current) return;
    this.#drop(end.reason);
  }

  /** Gives up the current connection and opens another. */
  #drop(reason: string, error?: unknown): void {
    const { log, clock } = this.#options;
    if (this.#current || this.#tries <= 1) {
      log.warn({ reason, err: error }, 'the connection to Binance is lost');
    }
    if (this.#current) this.#lostMs = clock.steady();
    this.#current?.close();
    this.#current = null;
    for (const pair of this.#pairs.values()) pair.noteLoss(this.#watermarkMs);
    const next = this.#successor;
    this.#successor = null;
    next?.close();
    this.#connect();
  }

  #replaceDeaf(symbol: string): void {
    const { clock, log } = this.#options;
    if (clock.steady() - this.#deafMs < DEAF_EVERY_MS || !this.#current) return;
    this.#deafMs = clock.steady();
    log.warn({ symbol }, 'a stream of Binance leaves trades out and is replaced');
    this.#openSuccessor();
  }

  #openSuccessor(): void {
    if (this.#successor || !this.#current || this.#options.rest.blockedMs > 0) return;
    const { connects } = this.#options;
    const { signal } = this.#stopping;
    connects
      .run(1, 'live', async () => {}, signal)
      .then(() => {
        if (!signal.aborted && this.#current && !this.#successor) this.#open('successor');
      })
      .catch(() => {});
  }

  #take(frame: Frame, stream: TradeStream): void {
    if (this.#stopping.signal.aborted) return;
    switch (frame.kind) {
      case 'trade': {
        const pair = this.#pairs.get(frame.symbol);
        if (pair && !pair.takeLive(frame.trade)) this.#noteInvalid();
        this.#noteEvent(frame.eventMs);
        return;
      }
      case 'kline':
        if (frame.isClosed) this.#pairs.get(frame.symbol)?.noteKline(frame.endMs, frame.lastFill);
        this.#noteEvent(frame.eventMs);
        return;
      case 'shutdown':
        if (stream === this.#current) this.#openSuccessor();
        return;
      case 'invalid':
        this.#noteInvalid();
        return;
      case 'reply':
      case 'refusal':
      case 'unknown':
        return;
    }
  }

  #noteInvalid(): void {
    const { clock, log } = this.#options;
    this.#invalid += 1;
    if (clock.steady() - this.#invalidMs < INVALID_EVERY_MS) return;
    this.#invalidMs = clock.steady();
    log.warn({ frames: this.#invalid }, 'frames of Binance are damaged; their trades are fetched');
  }

  #noteEvent(eventMs: number): void {
    this.#eventAtMs = this.#options.clock.steady();
    if (eventMs > this.#receivedMs) this.#receivedMs = eventMs;
    this.#flushSoon();
  }

  #gather(ticks: readonly VenueTick[]): void {
    for (const tick of ticks) this.#pending.push(tick);
    this.#flushSoon();
  }

  /** Hands over everything that one turn of the loop has read together. */
  #flushSoon(): void {
    this.#flushing ??= setImmediate(() => {
      this.#flushing = null;
      this.#flush();
    });
  }

  #flush(): void {
    if (this.#stopping.signal.aborted) return;
    const ticks = this.#pending;
    this.#pending = [];
    // A damaged event time must not confirm quarter-hours that are yet to come.
    const nowMs = this.#options.clock.now();
    this.#watermarkMs = Math.max(
      this.#watermarkMs,
      Math.min(this.#receivedMs - ON_THE_WAY_MS, nowMs),
    );
    const beforeMs = this.#throughMs;
    this.#updateThrough();
    const isNewQuarter = bucketStart('15', this.#throughMs, false) > beforeMs;
    if (ticks.length > 0 || isNewQuarter) this.#options.onTicks(ticks);
  }

  #updateThrough(): void {
    const steadyMs = this.#options.clock.steady();
    let throughMs = this.#watermarkMs;
    let isStuck = false;
    for (const pair of this.#pairs.values()) {
      throughMs = Math.min(throughMs, pair.throughMs(this.#watermarkMs));
      isStuck ||= this.#wasReady && pair.stuckMs !== null && steadyMs - pair.stuckMs > STUCK_MS;
    }
    this.#throughMs = Math.max(this.#throughMs, throughMs);
    this.#isStuck = isStuck;
  }

  #look(): void {
    const { clock } = this.#options;
    const steadyMs = clock.steady();
    this.#updateThrough();
    const current = this.#current;
    if (!current?.isReady) return;
    if (steadyMs - current.openedMs >= RENEWED_MS) this.#openSuccessor();
    const isLate = bucketStart('15', clock.now() - LATE_MS, false) > this.#throughMs;
    if (steadyMs - this.#eventAtMs >= (isLate ? LATE_QUIET_MS : QUIET_MS)) void this.#probe();
    for (const pair of this.#pairs.values()) {
      if (steadyMs - pair.heardMs >= PAIR_QUIET_MS && pair.isChecked) pair.check(this.#watermarkMs);
    }
  }

  /** Asks Binance for its time and every pair's trades, because the stream is quiet, and moves on to that time. */
  async #probe(): Promise<void> {
    if (this.#isProbing) return;
    this.#isProbing = true;
    const { rest, clock } = this.#options;
    const { signal } = this.#stopping;
    try {
      const venueMs = (await rest.time({ urgency: 'live', signal })) - ON_THE_WAY_MS;
      for (const pair of this.#pairs.values()) pair.check(Math.min(venueMs, clock.now()));
      while (![...this.#pairs.values()].every((pair) => pair.isChecked)) {
        await clock.sleep(100, signal);
      }
      this.#receivedMs = Math.max(this.#receivedMs, venueMs + ON_THE_WAY_MS);
      this.#eventAtMs = clock.steady();
      this.#flushSoon();
    } catch {
      // The next look tries again; a group that stays behind becomes disconnected.
    } finally {
      this.#isProbing = false;
    }
  }
}
