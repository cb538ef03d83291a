import { type Bar, bucketEnd, bucketStart, type Resolution } from '@rasat/engine';
import type {
  Connector,
  CorporateAction,
  Delay,
  Instrument,
  VenueTick,
} from '../../../connectors/connector.ts';
import type { Clock, Timer } from '../../../platform/clock.ts';

/** Tick of a fake venue with its time of arrival, which may be later than that of younger ticks. */
export interface FakeTick extends VenueTick {
  readonly arrivesMs: number;
}

/** Venue whose whole tape is known beforehand. */
export interface FakeVenue extends Connector {
  /** Whether ticks and history are delivered; missed ticks are delivered when it is true again. */
  online: boolean;
  /** Whether delivery is blocked without an error: ticks that arrive wait in a socket that is not read. */
  stalled: boolean;
  /** Stops every delivery to the present subscriptions. */
  cut(): void;
  /** Drops the ticks that arrive by `untilMs` for the present subscriptions. */
  lose(untilMs: number): void;
  /** Delivers immediately what has arrived. */
  wake(): void;
}

/** Options of a fake venue. */
export interface FakeVenueOptions {
  readonly clock: Clock;
  readonly instruments: readonly Instrument[];
  readonly tape: readonly FakeTick[];
  /** Ticks from which the venue builds its own bars; the tape when absent. */
  readonly truth?: readonly FakeTick[];
  /** Last day's bar, which `history` offers besides the others. */
  readonly daily?: Bar;
  /** Whether `history` offers 15-minute bars besides base bars. */
  readonly quarters: boolean;
  /** Delay after its end with which a bar appears in the history; none when absent. */
  readonly historyLagMs?: number;
  /** First time of the history. */
  readonly fromMs: number;
  /** Real time, and complete ticks, when absent. */
  readonly delay?: Delay;
  readonly ticks?: Connector['ticks'];
  /** `oldest-first` when absent. */
  readonly fillOrder?: Connector['fillOrder'];
  /** Returns the splits and renames; null when the plan does not include them. The venue tells none when absent. */
  readonly actions?: () => readonly CorporateAction[] | null;
  /** Longest delay of a tick, if the venue guarantees one: then it reports what it has delivered. */
  readonly longestDelayMs?: number;
}

/** Returns the bars of ticks in order of time, each tick once, built in the simplest way. */
export function oracleBars(
  ticks: readonly VenueTick[],
  resolution: Resolution,
  fx: boolean,
): Bar[] {
  const unique = new Map(ticks.map((tick) => [`${tick.timeMs} ${tick.price}`, tick]));
  const bars = new Map<number, Bar>();
  for (const { timeMs, price, volume } of [...unique.values()].toSorted(
    (a, b) => a.timeMs - b.timeMs,
  )) {
    const openTimeMs = bucketStart(resolution, timeMs, fx);
    const bar = bars.get(openTimeMs);
    bars.set(openTimeMs, {
      openTimeMs,
      open: bar?.open ?? price,
      high: Math.max(bar?.high ?? price, price),
      low: Math.min(bar?.low ?? price, price),
      close: price,
      volume: (bar?.volume ?? 0) + volume,
    });
  }
  return [...bars.values()];
}

/**
 * Creates a connector over a tape, on the given clock; it delivers ticks in the order of arrival and guarantees no
 * order.
 */
export function createFakeVenue(options: FakeVenueOptions): FakeVenue {
  const { clock, instruments, fromMs, historyLagMs = 0 } = options;
  const tape = options.tape.toSorted((a, b) => a.arrivesMs - b.arrivesMs);
  const truth = options.truth ?? tape;
  const built = new Map<string, readonly Bar[]>();
  const barsOf = (symbol: string, resolution: Resolution, fx: boolean): readonly Bar[] => {
    const key = `${symbol} ${resolution}`;
    const own = (): FakeTick[] => truth.filter((tick) => tick.symbol === symbol);
    const bars = built.get(key) ?? oracleBars(own(), resolution, fx);
    built.set(key, bars);
    return bars;
  };
  let generation = 0;
  const running = new Set<{ deliver(): void; lose(untilMs: number): void }>();
  const listOffered = (base: '60' | '1D') =>
    (options.quarters && base === '60' ? (['60', '15'] as const) : [base]).map((resolution) => ({
      resolution,
      fromMs,
    }));
  const { actions } = options;
  const venue: FakeVenue = {
    name: 'fake',
    ...(actions && {
      async actions(symbols: readonly string[], from: number) {
        if (!venue.online) throw new Error('the venue is away');
        const told = actions();
        return (
          told?.filter(
            ({ symbol, effectiveMs }) => symbols.includes(symbol) && effectiveMs >= from,
          ) ?? null
        );
      },
    }),
    audience: 'signed-in',
    delay: options.delay ?? { class: 'real-time', ms: 0 },
    ticks: options.ticks ?? 'complete',
    fillOrder: options.fillOrder ?? 'oldest-first',
    online: true,
    stalled: false,
    cut() {
      generation += 1;
    },
    lose(untilMs) {
      for (const one of running) one.lose(untilMs);
    },
    wake() {
      for (const one of running) one.deliver();
    },
    instruments: async () => instruments,
    find: async (symbol) => instruments.find((one) => one.symbol === symbol) ?? null,
    async available(symbol) {
      const base = instruments.find((one) => one.symbol === symbol)?.base ?? '60';
      const daily = options.daily
        ? [{ resolution: '1D' as const, fromMs: options.daily.openTimeMs }]
        : [];
      const offered = listOffered(base);
      return [...offered, ...daily];
    },
    async *history(symbol, resolution, from, to) {
      if (!venue.online) throw new Error('the venue is away');
      const instrument = instruments.find((one) => one.symbol === symbol);
      if (resolution === '1D' && options.daily) {
        yield [options.daily];
        return;
      }
      const fx = instrument?.category === 'forex';
      // A venue has its own ticks immediately; only their way to us takes time.
      const bars = barsOf(symbol, resolution, fx).filter(
        (bar) =>
          bar.openTimeMs >= from &&
          bar.openTimeMs < to &&
          bucketEnd(resolution, bar.openTimeMs, fx) <= clock.now() - historyLagMs,
      );
      for (let at = 0; at < bars.length; at += 7) yield bars.slice(at, at + 7);
    },
    subscribe(symbols, onTicks) {
      const own = generation;
      const from = new Map(symbols.map((one) => [one.symbol, one.fromMs]));
      const isListed = (name: string) => instruments.some((one) => one.symbol === name);
      const askedMs = clock.now();
      const wanted = tape.filter(({ symbol, timeMs, arrivesMs }) => {
        if (!isListed(symbol)) return true;
        const fromMs = from.get(symbol);
        // A request for past ticks ends at its own time; a venue with a wrong clock sends up to its own present.
        return fromMs !== undefined && (arrivesMs > askedMs || !(timeMs < fromMs));
      });
      let next = 0;
      let timer: Timer | null = null;
      let lastTickMs: number | null = null;
      let throughMs: number | null = null;
      let lostMs = Number.NEGATIVE_INFINITY;
      const deliver = (): void => {
        timer?.cancel();
        if (own !== generation) return;
        if (venue.stalled) {
          timer = clock.setTimeout(deliver, 1);
          return;
        }
        const nowMs = clock.now();
        const due: VenueTick[] = [];
        while (venue.online && (wanted[next]?.arrivesMs ?? Infinity) <= nowMs) {
          const tick = wanted[next++];
          if (tick && tick.arrivesMs > lostMs) due.push(tick);
        }
        if (options.longestDelayMs !== undefined) throughMs = nowMs - options.longestDelayMs;
        if (due.length > 0) {
          lastTickMs = due.at(-1)?.timeMs ?? null;
          onTicks(due);
        }
        if (next >= wanted.length && throughMs === null) return;
        const nextMs = wanted[next]?.arrivesMs ?? nowMs + 60_000;
        const waitMs = venue.online ? nextMs - clock.now() : 500;
        timer = clock.setTimeout(deliver, waitMs);
      };
      const self = {
        deliver,
        lose(untilMs: number) {
          lostMs = untilMs;
        },
      };
      running.add(self);
      deliver();
      return {
        state: () => ({
          connected: venue.online && own === generation,
          lastTickMs,
          throughMs,
        }),
        async stop() {
          throughMs = null;
          next = wanted.length;
          running.delete(self);
          timer?.cancel();
        },
      };
    },
  };
  return venue;
}
