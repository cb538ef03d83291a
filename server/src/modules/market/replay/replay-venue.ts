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

/** Bars of one symbol that are played as if they were live. */
export interface ReplayVenueOptions {
  readonly instrument: Instrument;
  /** Ascending. */
  readonly bars: readonly Bar[];
  readonly resolution: SourceResolution;
  /** The clock of the replay, which begins at the first bar. */
  readonly clock: ReplayClock;
  /** Until when the bars that were played are stored. */
  readonly storedThroughMs: () => number;
}

/** A source over the bars of a file. */
export interface ReplayVenue extends Connector {
  /** Bars whose ticks have all been delivered. */
  played(): number;
  /** When the last bar ends. */
  readonly endMs: number;
}

/** Ticks of a bar are handed over together when they fall due within this time; wall clock. */
const PACE_MS = 40;
/** Bars handed over in one turn at most, so that no turn is long however fast the clock runs. */
const BARS_PER_TURN = 500;
/** So many bars may be played that are not stored yet; the clock waits there. */
const BARS_AHEAD = 1000;
/**
 * A bar tells little of the way inside it. Each of its prices becomes three ticks, as in a market that trades there.
 */
const TIMES = 3;

/**
 * A source that plays bars on its clock, which it lets run no faster than bars are handed over and stored: of each bar
 * the open, both extremes and the close at its beginning, at one and two thirds, and at its end, the volume with the
 * first. The bars that are built of these ticks are the bars given.
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
    instruments: async () => [instrument],
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
