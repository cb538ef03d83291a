import {
  type Bar,
  barEnd,
  type Resolution,
  resolutionMs,
  type SourceResolution,
} from '@rasat/engine';
import type { Connector, Instrument, VenueTick } from '../../../connectors/connector.ts';
import { REPLAY_SOURCE } from '../symbol.ts';
import type { ReplayClock } from './replay-clock.ts';

/** Bars of one symbol to play as if they were live. */
export interface ReplayVenueOptions {
  readonly instrument: Instrument;
  /** Bars in ascending order. */
  readonly bars: readonly Bar[];
  readonly resolution: SourceResolution;
  /** Clock of the replay, which starts at the first bar. */
  readonly clock: ReplayClock;
  /** Returns the time up to which the played bars are stored. */
  readonly storedThroughMs: () => number;
}

/** Source that plays the bars of a file. */
export interface ReplayVenue extends Connector {
  /** Returns the number of bars whose ticks have all been delivered. */
  played(): number;
  /** End of the last bar. */
  readonly endMs: number;
}

/** Interval in which due ticks are delivered together; wall clock. */
const PACE_MS = 40;
/** Greatest number of bars delivered in one turn, so that no turn is long at any speed of the clock. */
const BARS_PER_TURN = 500;
/** Greatest number of played bars that are not stored yet; the clock waits at this limit. */
const BARS_AHEAD = 1000;
/**
 * A bar has no record of the ticks inside it. Each of its prices becomes three ticks, the number that confirms a jump.
 */
const TIMES = 3;

/**
 * Creates a source that plays bars on its clock and lets the clock run no faster than bars are delivered and stored.
 * Each bar becomes ticks: the open at its beginning, the extremes at one and two thirds, the close at its end, with the
 * volume on the first tick. The bars built from these ticks equal the given ones.
 */
export function createReplayVenue(options: ReplayVenueOptions): ReplayVenue {
  const { instrument, bars, resolution, clock, storedThroughMs } = options;
  const aheadMs = BARS_AHEAD * resolutionMs[resolution];
  const startMs = bars[0]?.openTimeMs ?? 0;
  const fx = instrument.category === 'forex';
  const endOf = (bar: Bar): number => barEnd(resolution, bar.openTimeMs, fx);
  const last = bars.at(-1);
  let played = 0;
  return {
    name: REPLAY_SOURCE,
    audience: 'signed-in',
    endMs: last ? endOf(last) : 0,
    played: () => played,
    delay: { class: 'real-time', ms: 0 },
    ticks: 'complete',
    fillOrder: 'oldest-first',
    instruments: async () => [instrument],
    find: async (symbol) => (symbol === instrument.symbol ? instrument : null),
    available: async () => [{ resolution, fromMs: bars[0]?.openTimeMs ?? 0 }],
    async *history(_symbol, asked: Resolution, fromMs, toMs) {
      if (asked !== resolution) return;
      const nowMs = clock.now();
      yield bars.filter(
        (bar) => bar.openTimeMs >= fromMs && bar.openTimeMs < toMs && endOf(bar) <= nowMs,
      );
    },
    subscribe(symbols, onTicks) {
      const fromMs = symbols[0]?.fromMs ?? 0;
      let next = bars.findIndex((bar) => endOf(bar) > fromMs);
      if (next < 0) next = bars.length;
      let waiting: VenueTick[] = [];
      let lastTickMs: number | null = null;
      let throughMs = fromMs;
      let stopped = false;
      const deliver = (): void => {
        if (stopped) return;
        const handedMs = bars[next + BARS_PER_TURN]?.openTimeMs ?? Number.POSITIVE_INFINITY;
        const storedMs = Math.max(storedThroughMs(), startMs) + aheadMs;
        const nowMs = clock.runTo(Math.min(handedMs, storedMs));
        for (let turn = 0; turn < BARS_PER_TURN && next < bars.length; turn++) {
          const bar = bars[next];
          if (!bar || bar.openTimeMs > nowMs) break;
          waiting.push(...ticksOf(bar, endOf(bar), instrument.symbol));
          next += 1;
        }
        const isCaughtUp = next >= bars.length || (bars[next]?.openTimeMs ?? 0) > nowMs;
        const due = waiting.filter((tick) => tick.timeMs <= nowMs);
        waiting = waiting.filter((tick) => tick.timeMs > nowMs);
        throughMs = isCaughtUp ? nowMs : (due.at(-1)?.timeMs ?? throughMs);
        played = next - Math.ceil(waiting.length / (4 * TIMES));
        if (due.length > 0) {
          lastTickMs = due.at(-1)?.timeMs ?? lastTickMs;
          onTicks(due);
        }
        timer = setTimeout(deliver, isCaughtUp ? PACE_MS : 0);
      };
      let timer = setTimeout(deliver, 0);
      return {
        state: () => ({ connected: !stopped, lastTickMs, throughMs }),
        async stop() {
          stopped = true;
          clearTimeout(timer);
        },
      };
    },
  };
}

function ticksOf(bar: Bar, endMs: number, symbol: string): VenueTick[] {
  const { openTimeMs, open, high, low, close, volume } = bar;
  const third = Math.floor((endMs - openTimeMs) / 3);
  const [first, second] = close >= open ? [low, high] : [high, low];
  const places: readonly (readonly [number, number])[] = [
    [openTimeMs, open],
    [openTimeMs + third, first],
    [openTimeMs + 2 * third, second],
    [endMs - TIMES, close],
  ];
  return places.flatMap(([timeMs, price], place) =>
    Array.from({ length: TIMES }, (_, i) => ({
      symbol,
      timeMs: timeMs + i,
      price,
      volume: place === 0 && i === 0 ? volume : 0,
    })),
  );
}
