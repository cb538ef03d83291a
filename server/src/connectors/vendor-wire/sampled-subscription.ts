import { type Bar, MINUTE_MS } from '@rasat/engine';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Subscription, VenueTick } from '../connector.ts';
import { ticksOfBar } from './bar-ticks.ts';
import type { StreamMember } from './quote-stream.ts';
import { TickHold } from './tick-hold.ts';
import { TickMerger } from './tick-merger.ts';

/** Options of a subscription. */
export interface SampledOptions {
  readonly clock: Clock;
  readonly log: Logger;
  /** Time by which the source is behind the market. */
  readonly delayMs: number;
  /** Time after its end at which the history has a bar; until then the feed keeps the bar open. */
  readonly settledMs: number;
  /** Joins the vendor's stream. Throws while the vendor refuses us. */
  join(symbols: readonly string[], onTicks: (ticks: readonly VenueTick[]) => void): StreamMember;
  /** Returns the closed bars of one minute of a symbol from a time on, ascending. */
  readMinutes(symbol: string, fromMs: number, signal: AbortSignal): Promise<readonly Bar[]>;
}

/**
 * Subscribes to a stream that is a selection of the trades. The minutes since `fromMs` come first as ticks of their bars,
 * then the live ticks, merged and in the time of the source. A lost connection or a minute that cannot be read ends the
 * subscription's connection for good.
 */
export function subscribeSampled(
  symbols: readonly { readonly symbol: string; readonly fromMs: number }[],
  onTicks: (ticks: readonly VenueTick[]) => void,
  options: SampledOptions,
): Subscription {
  const { clock, log, delayMs, settledMs } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let lastTickMs: number | null = null;
  let hasFailed = false;
  /** Live ticks of the symbols whose minutes are being read, with the time from which those are needed. */
  const waiting = new Map<string, VenueTick[]>(symbols.map(({ symbol }) => [symbol, []]));
  const fromMs = Math.min(...symbols.map((one) => one.fromMs));
  const wantedFrom = new Map(symbols.map((one) => [one.symbol, one.fromMs]));
  const hand = (ticks: readonly VenueTick[]): void => {
    if (signal.aborted) return;
    for (const { timeMs } of ticks) lastTickMs = Math.max(lastTickMs ?? 0, timeMs);
    onTicks(ticks);
  };
  const hold = new TickHold(clock, delayMs, hand);
  const merger = new TickMerger(clock, (ticks) => hold.take(ticks));
  const take = (ticks: readonly VenueTick[]): void => {
    const due: VenueTick[] = [];
    for (const tick of ticks) {
      // A vendor may repeat the last price of an earlier session when a symbol is subscribed to.
      const isWanted = tick.timeMs >= (wantedFrom.get(tick.symbol) ?? fromMs);
      if (isWanted) (waiting.get(tick.symbol) ?? due).push(tick);
    }
    merger.take(due);
  };
  const member = options.join(
    symbols.map(({ symbol }) => symbol),
    take,
  );
  const replay = async (one: { symbol: string; fromMs: number }): Promise<void> => {
    const { symbol } = one;
    const startMs = Math.floor(one.fromMs / MINUTE_MS) * MINUTE_MS;
    const bars = await options.readMinutes(symbol, startMs, signal);
    const past = bars.flatMap((bar) => ticksOfBar(symbol, bar, MINUTE_MS, false));
    const throughMs = past.at(-1)?.timeMs ?? Number.NEGATIVE_INFINITY;
    const live = waiting.get(symbol) ?? [];
    waiting.delete(symbol);
    hold.take(past.filter(({ timeMs }) => timeMs >= one.fromMs));
    // What the minutes have already would count twice.
    merger.take(live.filter(({ timeMs }) => timeMs > throughMs));
  };
  for (const one of symbols) {
    replay(one).catch((error: unknown) => {
      if (signal.aborted || hasFailed) return;
      hasFailed = true;
      log.warn({ err: error, symbol: one.symbol }, 'the newest minutes could not be read');
    });
  }

  return {
    state: () => ({
      connected: !signal.aborted && !hasFailed && !member.isLost && member.isReady,
      lastTickMs,
      throughMs: waiting.size > 0 ? fromMs : clock.now() - delayMs - settledMs,
    }),
    stop() {
      stopping.abort(new Error('the subscription has ended'));
      member.leave();
      merger.stop();
      hold.stop();
      return Promise.resolve();
    },
  };
}
