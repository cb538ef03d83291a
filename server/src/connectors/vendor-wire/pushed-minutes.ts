import { type Bar, MINUTE_MS } from '@rasat/engine';
import type { Logger } from 'pino';
import type { Clock, Timer } from '../../platform/clock.ts';
import type { Subscription, VenueTick } from '../connector.ts';
import { ticksOfBar } from './bar-ticks.ts';
import { minuteModeDelayMs } from './minute-mode.ts';
import type { StreamBar, StreamMember } from './quote-stream.ts';
import { TickHold } from './tick-hold.ts';

/** Time after the subscription at which the vendor's history has the minutes that closed before it. */
const READY_MS = 5000;
const LOOK_EVERY_MS = 250;
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
  /** Returns the closed bars of one minute of a symbol from a time on, ascending. */
  readMinutes(symbol: string, fromMs: number, signal: AbortSignal): Promise<readonly Bar[]>;
}

/**
 * Subscribes to the minute bars that a vendor pushes once they are closed. Each is held for half a minute and then
 * handed over as four numbered ticks. One that is sent again within that time replaces the earlier one; later changes
 * are left to the review of the history. The minutes since `fromMs` come first, from the history. The feed's clock is
 * `pushedMinutesDelayMs` behind. A lost connection or an unreadable history ends the subscription's connection.
 */
export function subscribePushedMinutes(
  symbols: readonly { readonly symbol: string; readonly fromMs: number }[],
  onTicks: (ticks: readonly VenueTick[]) => void,
  options: PushedMinutesOptions,
): Subscription {
  const { clock, log } = options;
  const delayMs = pushedMinutesDelayMs(options.feedMs);
  const stopping = new AbortController();
  const { signal } = stopping;
  const minutes = new HeldMinutes(symbols);
  let timer: Timer | null = null;
  let lastTickMs: number | null = null;
  let hasFailed = false;
  let throughMs = Math.min(...symbols.map(({ fromMs }) => fromMs));
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
    await Promise.all(
      symbols.map(async ({ symbol, fromMs }) => {
        const startMs = Math.floor(fromMs / MINUTE_MS) * MINUTE_MS;
        minutes.begin(symbol, await options.readMinutes(symbol, startMs, signal));
        release();
      }),
    );
  };
  replayAll().catch((error: unknown) => {
    hasFailed = true;
    if (!signal.aborted) log.warn({ err: error }, 'the newest minutes could not be read');
  });

  return {
    state() {
      // Minutes that closed after the loss are missing, so the time stands still then.
      if (isConnected() && minutes.isBegun) throughMs = clock.now() - delayMs - MARGIN_MS;
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

/** Minutes of one symbol that are not handed over. */
interface SymbolMinutes {
  readonly fromMs: number;
  readonly bars: Map<number, Bar>;
  /** Whether the minutes of the history are among them. */
  isBegun: boolean;
  /** Opening of the newest minute that was handed over. */
  handedMs: number;
}

/** Minutes of several symbols until the source's clock reaches their openings. */
class HeldMinutes {
  readonly #symbols: ReadonlyMap<string, SymbolMinutes>;
  #nextMs = Number.POSITIVE_INFINITY;

  constructor(symbols: readonly { readonly symbol: string; readonly fromMs: number }[]) {
    this.#symbols = new Map(
      symbols.map(({ symbol, fromMs }) => [
        symbol,
        { fromMs, bars: new Map(), isBegun: false, handedMs: Number.NEGATIVE_INFINITY },
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
      if (!own || bar.openTimeMs <= own.handedMs) continue;
      own.bars.set(bar.openTimeMs, bar);
      if (own.isBegun) this.#nextMs = Math.min(this.#nextMs, bar.openTimeMs);
    }
  }

  /** Adds the history of a symbol. A bar of the stream is as new or newer, since the stream also tells every change. */
  begin(symbol: string, history: readonly Bar[]): void {
    const own = this.#symbols.get(symbol);
    if (!own) return;
    own.isBegun = true;
    for (const bar of history) if (!own.bars.has(bar.openTimeMs)) own.bars.set(bar.openTimeMs, bar);
    this.#nextMs = Math.min(this.#nextMs, ...own.bars.keys());
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
        own.handedMs = bar.openTimeMs;
        const four = ticksOfBar(symbol, bar, MINUTE_MS, true);
        ticks.push(...four.filter(({ timeMs }) => timeMs >= own.fromMs));
      }
    }
    return ticks;
  }
}
