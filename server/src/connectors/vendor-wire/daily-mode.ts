import {
  type Bar,
  bucketStart,
  type CalendarName,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  type Session,
  sessionFrom,
} from '@rasat/engine';
import type { Logger } from 'pino';
import type { Clock, Timer } from '../../platform/clock.ts';
import type { Subscription, VenueTick } from '../connector.ts';
import { ticksOfBar } from './bar-ticks.ts';
import { TickHold } from './tick-hold.ts';

/** Interval at which a day that a vendor does not have yet is asked for. */
const ASK_MS = 15 * MINUTE_MS;
/** Time after which a day that the vendor still does not have is left to the next day's reading. */
const GIVEN_UP_MS = 8 * HOUR_MS;
/** The feed closes nothing newer than this, so that what was handed over is read. */
const MARGIN_MS = 1000;

/** A symbol of a subscription once a day. */
export interface DailySymbol {
  readonly symbol: string;
  readonly fromMs: number;
  readonly calendar: CalendarName;
  /** Returns the time at which the vendor usually has the day of a session. */
  readonly readyMs: (session: Session) => number;
}

/** Options of a subscription once a day. */
export interface DailyOptions {
  readonly clock: Clock;
  readonly log: Logger;
  /** Whether the vendor has days off that its calendar does not know. */
  readonly hasDaysOff: boolean;
  /** Returns the day of a symbol that begins at a time in UTC; null while the vendor does not have it. */
  readDay(symbol: string, dayMs: number, signal: AbortSignal): Promise<VendorDay | null>;
}

/** A day of a symbol. */
export interface VendorDay {
  readonly bar: Bar;
  /** Opening of the last shorter bar that it is made of; null when the vendor has it whole. */
  readonly lastMs: number | null;
}

/**
 * Subscribes to days in place of ticks: the bar of a day is asked for some time after its session until the vendor has
 * it, and handed over as four ticks of that day, so that the day is shown before it ends in UTC. The bar itself comes
 * from the history. A day that cannot be read ends the subscription's connection.
 */
export function subscribeDays(
  symbols: readonly DailySymbol[],
  onTicks: (ticks: readonly VenueTick[]) => void,
  options: DailyOptions,
): Subscription {
  const { clock, log } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: Timer | null = null;
  let lastTickMs: number | null = null;
  let isConnected = true;
  /** Session whose day is asked for next, by symbol. */
  const next = new Map(
    symbols.map(({ symbol, fromMs, calendar }) => [symbol, sessionFrom(calendar, fromMs)]),
  );
  const hold = new TickHold(clock, 0, (ticks) => {
    if (signal.aborted) return;
    for (const { timeMs } of ticks) lastTickMs = Math.max(lastTickMs ?? 0, timeMs);
    onTicks(ticks);
  });
  const read = async ({ symbol, calendar, fromMs, ...own }: DailySymbol): Promise<void> => {
    for (;;) {
      const session = next.get(symbol);
      if (!session || signal.aborted) return;
      const readyMs = own.readyMs(session);
      if (clock.now() < readyMs) return;
      const dayMs = dayOf(session);
      const day = await options.readDay(symbol, dayMs, signal);
      if (!day && clock.now() < readyMs + GIVEN_UP_MS) return;
      if (day) {
        // Within the session and no later than now, so that all of them are of this day. They stand in an hour that the
        // history has, also when the exchange stopped before its close.
        const atMs = Math.min(day.lastMs ?? session.closeMs - MINUTE_MS, readyMs);
        const ticks = ticksOfBar(symbol, day.bar, DAY_MS, true).map((tick, at) => ({
          ...tick,
          timeMs: atMs + at,
        }));
        hold.take(ticks.filter(({ timeMs }) => timeMs >= fromMs));
      } else {
        const level = options.hasDaysOff ? 'info' : 'warn';
        log[level]({ symbol, dayMs }, 'the vendor has no bar of a day');
      }
      next.set(symbol, sessionFrom(calendar, session.closeMs));
    }
  };
  const readAll = async (): Promise<void> => {
    await Promise.all(symbols.map(read));
    if (!signal.aborted) timer = clock.setTimeout(run, ASK_MS);
  };
  const run = (): void => {
    readAll().catch((error: unknown) => {
      isConnected = false;
      if (!signal.aborted) log.warn({ err: error }, 'the newest day could not be read');
    });
  };
  run();

  return {
    state: () => ({
      connected: isConnected && !signal.aborted,
      lastTickMs,
      throughMs: Math.min(clock.now() - MARGIN_MS, ...[...next.values()].map(dayOf)),
    }),
    stop() {
      stopping.abort(new Error('the subscription has ended'));
      timer?.cancel();
      hold.stop();
      return Promise.resolve();
    },
  };
}

/**
 * Returns the day of a session as the start of its date in UTC. A session that begins the evening before has the date
 * on which it closes.
 */
export function dayOf({ closeMs }: Session): number {
  return bucketStart('1D', closeMs - 1, false);
}
