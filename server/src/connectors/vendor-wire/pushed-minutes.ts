import { type Bar, bucketEnd, bucketStart, MINUTE_MS } from '@rasat/engine';
import type { Logger } from 'pino';
import type { Clock, Timer } from '../../platform/clock.ts';
import type { Subscription, VenueTick } from '../connector.ts';
import { ticksOfBar } from './bar-ticks.ts';
import { minuteModeDelayMs } from './minute-mode.ts';
import type { StreamBar, StreamMember } from './quote-stream.ts';
import { TickHold } from './tick-hold.ts';

/** Time after the end of a minute at which the vendor's history has it. */
const READY_MS = 5000;
/** Time after the end of a quarter of an hour at which the stream has sent its last minute. */
const SENT_MS = 10_000;
const LOOK_EVERY_MS = 250;
/** Time after which minutes that could not be read are asked for again. */
const AGAIN_MS = MINUTE_MS;
/** The feed closes nothing newer than this, so that the ticks of a bar's end are handed over. */
const MARGIN_MS = 1000;

/** Returns the time by which a source of pushed minutes is behind the market, over a stream that is `feedMs` late. */
export function pushedMinutesDelayMs(feedMs: number): number {
  return feedMs + minuteModeDelayMs(MINUTE_MS);
}

/** Options of a subscription to pushed minutes. */
export interface PushedMinutesOptions {
  readonly clock: Clock;
  readonly log: Logger;
  /** Time by which the vendor's stream is behind the market. */
  readonly feedMs: number;
  /** Joins the vendor's stream. Throws while the vendor refuses us. */
  join(symbols: readonly string[], onBars: (bars: readonly StreamBar[]) => void): StreamMember;
  /** Returns whether the market trades in the minute that opens at a time. */
  readonly isOpen: (openTimeMs: number) => boolean;
  /** Returns the closed bars of one minute of a symbol from a time on, ascending. */
  readMinutes(symbol: string, fromMs: number, signal: AbortSignal): Promise<readonly Bar[]>;
}

/**
 * Subscribes to the minute bars that a vendor pushes once they are closed. Each is held for half a minute and then
 * handed over as four numbered ticks. One that is sent again within that time replaces the earlier one; later changes
 * are left to the review of the history. The minutes since `fromMs` come first, from the history. After each quarter of
 * an hour a symbol that lacks a minute is read from the history again, because a stream does not tell what it has not
 * sent; until that is read, no bar of the quarter is complete. The feed's clock is `pushedMinutesDelayMs` behind. A lost
 * connection, or an unreadable history at the beginning, ends the subscription's connection.
 */
export function subscribePushedMinutes(
  symbols: readonly { readonly symbol: string; readonly fromMs: number }[],
  onTicks: (ticks: readonly VenueTick[]) => void,
  options: PushedMinutesOptions,
): Subscription {
  const { clock, log, feedMs } = options;
  const delayMs = pushedMinutesDelayMs(feedMs);
  const stopping = new AbortController();
  const { signal } = stopping;
  const minutes = new HeldMinutes(symbols);
  let timer: Timer | null = null;
  let lastTickMs: number | null = null;
  let hasFailed = false;
  let throughMs = Math.min(...symbols.map(({ fromMs }) => fromMs));
  /** Time through which no minute is missing. */
  let wholeMs = throughMs;
  const hold = new TickHold(clock, delayMs, (ticks) => {
    if (signal.aborted) return;
    for (const { timeMs } of ticks) lastTickMs = Math.max(lastTickMs ?? 0, timeMs);
    onTicks(ticks);
  });
  const release = (): void => {
    timer?.cancel();
    timer = null;
    if (signal.aborted) return;
    const nowMs = clock.now() - delayMs;
    hold.take(minutes.release(nowMs));
    const { nextMs } = minutes;
    if (nextMs !== null) timer = clock.setTimeout(release, nextMs - nowMs);
  };
  const member = options.join(
    symbols.map(({ symbol }) => symbol),
    (bars) => {
      const { nextMs } = minutes;
      minutes.push(bars);
      if (minutes.nextMs !== nextMs) release();
    },
  );
  const isConnected = (): boolean =>
    !signal.aborted && !hasFailed && !member.isLost && member.isReady;
  const replayAll = async (): Promise<void> => {
    while (!member.isReady) {
      if (member.isLost) return;
      await clock.sleep(LOOK_EVERY_MS, signal);
    }
    await clock.sleep(READY_MS, signal);
    const askedMs = clock.now();
    await Promise.all(
      symbols.map(async ({ symbol, fromMs }) => {
        minutes.begin(symbol, await options.readMinutes(symbol, minuteOf(fromMs), signal));
        release();
      }),
    );
    wholeMs = minuteOf(askedMs - feedMs - READY_MS);
  };
  /** Reads the minutes that the stream has not sent, after each quarter of an hour, while it is connected. */
  const watch = async (): Promise<void> => {
    const names = symbols.map(({ symbol }) => symbol);
    for (;;) {
      const endMs = quarterEnd(wholeMs);
      await clock.sleep(Math.max(0, endMs + feedMs + SENT_MS - clock.now()), signal);
      let left = names;
      while (isConnected() && left.length > 0) {
        const failed = new Map<string, unknown>();
        const read = (symbol: string): Promise<unknown> =>
          readMissing(symbol, endMs).catch((error: unknown) => failed.set(symbol, error));
        await Promise.all(left.map(read));
        signal.throwIfAborted();
        left = [...failed.keys()];
        const [err] = failed.values();
        if (left.length === 0) break;
        log.warn({ err, symbols: left.length }, 'minutes that were not sent could not be read');
        await clock.sleep(AGAIN_MS, signal);
      }
      if (!isConnected()) return;
      wholeMs = endMs;
      minutes.forget(endMs);
    }
  };
  const readMissing = async (symbol: string, endMs: number): Promise<void> => {
    const missingMs = minutes.findMissing(symbol, wholeMs, endMs, options.isOpen);
    if (missingMs === null) return;
    minutes.add(symbol, await options.readMinutes(symbol, missingMs, signal));
    release();
  };
  replayAll()
    .then(watch)
    .catch((error: unknown) => {
      hasFailed = true;
      if (!signal.aborted) log.warn({ err: error }, 'the newest minutes could not be read');
    });

  return {
    state() {
      // Minutes that closed after the loss are missing, so the time stands still then.
      if (isConnected() && minutes.isBegun) {
        const untilMs = quarterEnd(wholeMs) - 1;
        throughMs = Math.max(throughMs, Math.min(clock.now() - delayMs - MARGIN_MS, untilMs));
      }
      return { connected: isConnected(), lastTickMs, throughMs };
    },
    stop() {
      stopping.abort(new Error('the subscription has ended'));
      timer?.cancel();
      member.leave();
      hold.stop();
      return Promise.resolve();
    },
  };
}

/** Minutes of one symbol. */
interface SymbolMinutes {
  readonly fromMs: number;
  /** Those that are not handed over. */
  readonly bars: Map<number, Bar>;
  /** Whether the minutes of the history are among them. */
  isBegun: boolean;
  /** Openings of those that were handed over. */
  readonly handed: Set<number>;
  /** Time before which an unknown minute is too late. */
  forgottenMs: number;
}

/** Returns the end of the quarter of an hour that a time belongs to. */
function quarterEnd(timeMs: number): number {
  return bucketEnd('15', bucketStart('15', timeMs, false), false);
}

/** Returns the start of the minute that a time belongs to. */
function minuteOf(timeMs: number): number {
  return Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
}

/** Minutes of several symbols until the source's clock reaches their openings. */
class HeldMinutes {
  readonly #symbols: ReadonlyMap<string, SymbolMinutes>;
  #nextMs = Number.POSITIVE_INFINITY;

  constructor(symbols: readonly { readonly symbol: string; readonly fromMs: number }[]) {
    this.#symbols = new Map(
      symbols.map(({ symbol, fromMs }) => [
        symbol,
        {
          fromMs,
          bars: new Map(),
          isBegun: false,
          handed: new Set(),
          forgottenMs: Number.NEGATIVE_INFINITY,
        },
      ]),
    );
  }

  /** Whether the history of every symbol was added. */
  get isBegun(): boolean {
    return [...this.#symbols.values()].every((one) => one.isBegun);
  }

  /** Opening of the next minute to hand over; null when none waits. */
  get nextMs(): number | null {
    return Number.isFinite(this.#nextMs) ? this.#nextMs : null;
  }

  /** Adds bars of the stream. */
  push(bars: readonly StreamBar[]): void {
    for (const { symbol, bar } of bars) {
      const own = this.#symbols.get(symbol);
      if (!own || own.handed.has(bar.openTimeMs)) continue;
      if (bar.openTimeMs < own.forgottenMs && !own.bars.has(bar.openTimeMs)) continue;
      own.bars.set(bar.openTimeMs, bar);
      if (own.isBegun) this.#nextMs = Math.min(this.#nextMs, bar.openTimeMs);
    }
  }

  /** Adds the history of a symbol. A bar of the stream is as new or newer, since the stream also tells every change. */
  begin(symbol: string, history: readonly Bar[]): void {
    const own = this.#symbols.get(symbol);
    if (own) own.isBegun = true;
    this.add(symbol, history);
  }

  /** Adds the minutes of the history that the stream has not sent. */
  add(symbol: string, history: readonly Bar[]): void {
    const own = this.#symbols.get(symbol);
    if (!own) return;
    const isKnown = (ms: number): boolean => own.bars.has(ms) || own.handed.has(ms);
    for (const bar of history) if (!isKnown(bar.openTimeMs)) own.bars.set(bar.openTimeMs, bar);
    this.#nextMs = Math.min(this.#nextMs, ...own.bars.keys());
  }

  /** Returns the opening of the first minute of an open market that is missing between two times; null without one. */
  findMissing(
    symbol: string,
    fromMs: number,
    toMs: number,
    isOpen: (openTimeMs: number) => boolean,
  ): number | null {
    const own = this.#symbols.get(symbol);
    if (!own) return null;
    for (let ms = fromMs; ms < toMs; ms += MINUTE_MS) {
      if (!own.bars.has(ms) && !own.handed.has(ms) && isOpen(ms)) return ms;
    }
    return null;
  }

  /** Forgets which minutes before a time were handed over; unknown ones of that time are too late from now on. */
  forget(beforeMs: number): void {
    for (const own of this.#symbols.values()) {
      own.forgottenMs = beforeMs;
      for (const ms of own.handed) if (ms < beforeMs) own.handed.delete(ms);
    }
  }

  /** Removes the minutes that opened by `nowMs`, and returns their ticks in order of time for each symbol. */
  release(nowMs: number): VenueTick[] {
    const ticks: VenueTick[] = [];
    // Frames come for one symbol each, so that most of them find nothing due.
    if (this.#nextMs > nowMs) return ticks;
    this.#nextMs = Number.POSITIVE_INFINITY;
    for (const [symbol, own] of this.#symbols) {
      if (!own.isBegun) continue;
      for (const bar of [...own.bars.values()].toSorted((a, b) => a.openTimeMs - b.openTimeMs)) {
        if (bar.openTimeMs > nowMs) {
          this.#nextMs = Math.min(this.#nextMs, bar.openTimeMs);
          break;
        }
        own.bars.delete(bar.openTimeMs);
        own.handed.add(bar.openTimeMs);
        const four = ticksOfBar(symbol, bar, MINUTE_MS, true);
        ticks.push(...four.filter(({ timeMs }) => timeMs >= own.fromMs));
      }
    }
    return ticks;
  }
}
