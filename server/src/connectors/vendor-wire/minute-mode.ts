import { type Bar, type CalendarName, sessionFrom } from '@rasat/engine';
import type { Logger } from 'pino';
import type { Clock, Timer } from '../../platform/clock.ts';
import type { Subscription, VenueTick } from '../connector.ts';
import { ticksOfBar } from './bar-ticks.ts';
import { TickHold } from './tick-hold.ts';

/** Time after the end of a bar within which all symbols are asked for it. */
const SLACK_MS = 30_000;
/** Time after its end at which a vendor has a bar. */
const READY_MS = 5000;
/** A bar that is missing although its market was open is asked for again after this time. */
const AGAIN_MS = 10_000;
/** The feed closes nothing newer than this, so that the ticks of a bar's end are read. */
const MARGIN_MS = 1000;

/** Returns the time by which a source in minute mode is behind the market: one bar and the time to ask for it. */
export function minuteModeDelayMs(stepMs: number): number {
  return stepMs + SLACK_MS;
}

/** Options of a subscription in minute mode. */
export interface MinuteModeOptions {
  readonly clock: Clock;
  readonly log: Logger;
  /** Length of the bars that are asked for. */
  readonly stepMs: number;
  calendarOf(symbol: string): Promise<CalendarName>;
  /** Returns the closed bars of a symbol with `fromMs <= openTimeMs < toMs`, ascending. */
  readBars(
    symbol: string,
    span: { readonly fromMs: number; readonly toMs: number },
    signal: AbortSignal,
  ): Promise<readonly Bar[]>;
}

/**
 * Subscribes to closed bars in place of ticks, for a vendor whose bars must win or that has no stream: each bar is asked
 * for once it is closed and handed over as four ticks, so that the built bars are the vendor's own. The feed's clock is
 * `minuteModeDelayMs` behind, and a bar's ticks come when it reaches them. Bars that cannot be read end the
 * subscription's connection.
 */
export function subscribeBars(
  symbols: readonly { readonly symbol: string; readonly fromMs: number }[],
  onTicks: (ticks: readonly VenueTick[]) => void,
  options: MinuteModeOptions,
): Subscription {
  const { clock, log, stepMs } = options;
  const delayMs = minuteModeDelayMs(stepMs);
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: Timer | null = null;
  let lastTickMs: number | null = null;
  let isConnected = false;
  /** End of the last bar that was asked for, by symbol. */
  const through = new Map(
    symbols.map(({ symbol, fromMs }) => [symbol, Math.floor(fromMs / stepMs) * stepMs]),
  );
  const hold = new TickHold(clock, delayMs, (ticks) => {
    if (signal.aborted) return;
    for (const { timeMs } of ticks) lastTickMs = Math.max(lastTickMs ?? 0, timeMs);
    onTicks(ticks);
  });
  const read = async (symbol: string, fromMs: number, toMs: number): Promise<void> => {
    const knownMs = through.get(symbol) ?? toMs;
    const calendar = await options.calendarOf(symbol);
    if (sessionFrom(calendar, knownMs).openMs < toMs) {
      const span = { fromMs: knownMs, toMs };
      const lastMs = toMs - stepMs;
      const isWhole = (bars: readonly Bar[]): boolean =>
        bars.at(-1)?.openTimeMs === lastMs || sessionFrom(calendar, lastMs).openMs >= toMs;
      let bars = await options.readBars(symbol, span, signal);
      if (!isWhole(bars)) {
        await clock.sleep(AGAIN_MS, signal);
        bars = await options.readBars(symbol, span, signal);
      }
      const ticks = bars.flatMap((bar) => ticksOfBar(symbol, bar, stepMs, true));
      hold.take(ticks.filter(({ timeMs }) => timeMs >= fromMs));
    }
    through.set(symbol, toMs);
  };
  const readAll = async (): Promise<void> => {
    const toMs = Math.floor((clock.now() - READY_MS) / stepMs) * stepMs;
    await Promise.all(symbols.map(({ symbol, fromMs }) => read(symbol, fromMs, toMs)));
    if (signal.aborted) return;
    isConnected = true;
    const nextMs = toMs + stepMs + READY_MS;
    timer = clock.setTimeout(run, Math.max(0, nextMs - clock.now()));
  };
  const run = (): void => {
    readAll().catch((error: unknown) => {
      isConnected = false;
      if (!signal.aborted) log.warn({ err: error }, 'the newest bars could not be read');
    });
  };
  run();

  return {
    state: () => ({
      connected: isConnected && !signal.aborted,
      lastTickMs,
      throughMs: Math.min(clock.now() - delayMs - MARGIN_MS, ...through.values()),
    }),
    stop() {
      stopping.abort(new Error('the subscription has ended'));
      timer?.cancel();
      hold.stop();
      return Promise.resolve();
    },
  };
}
