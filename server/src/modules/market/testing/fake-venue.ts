import { type Bar, bucketEnd, bucketStart, type Resolution } from '@rasat/engine';
import type { Connector, Instrument, VenueTick } from '../../../connectors/connector.ts';
import type { Clock, Timer } from '../../../platform/clock.ts';

/** A print of a fake venue, and when it arrives; `arrivesMs` may lie behind the arrival of younger prints. */
export interface FakePrint extends VenueTick {
  readonly arrivesMs: number;
}

/** A venue whose whole tape is known beforehand. */
export interface FakeVenue extends Connector {
  /** While false nothing is delivered and no history is answered; what was missed comes when it is true again. */
  online: boolean;
  /** Delivers nothing any more to the subscriptions that exist now. */
  cut(): void;
}

/** What a fake venue is made of. */
export interface FakeVenueOptions {
  readonly clock: Clock;
  readonly instruments: readonly Instrument[];
  readonly tape: readonly FakePrint[];
  /** Whether `history` offers 15-minute bars beside base bars. */
  readonly quarters: boolean;
  /** The first moment of the history. */
  readonly fromMs: number;
  /** The longest that a print is under way, if the venue promises it: then it says what it has handed over. */
  readonly longestDelayMs?: number;
}

/** The bars of prints in order of time, each print once, made in the plainest way. */
export function oracleBars(
  prints: readonly VenueTick[],
  resolution: Resolution,
  fx: boolean,
): Bar[] {
  const unique = new Map(prints.map((print) => [`${print.timeMs} ${print.price}`, print]));
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

/** A connector over a tape, on the given clock; it delivers prints as they arrive and says nothing about order. */
export function createFakeVenue(options: FakeVenueOptions): FakeVenue {
  const { clock, instruments, fromMs } = options;
  const tape = options.tape.toSorted((a, b) => a.arrivesMs - b.arrivesMs);
  let generation = 0;
  const venue: FakeVenue = {
    name: 'fake',
    online: true,
    cut() {
      generation += 1;
    },
    instruments: async () => instruments,
    async available(symbol) {
      const base = instruments.find((one) => one.symbol === symbol)?.base ?? '60';
      return options.quarters && base === '60'
        ? [
            { resolution: '60', fromMs },
            { resolution: '15', fromMs },
          ]
        : [{ resolution: base, fromMs }];
    },
    async *history(symbol, resolution, from, to) {
      if (!venue.online) throw new Error('the venue is away');
      const instrument = instruments.find((one) => one.symbol === symbol);
      const fx = instrument?.category === 'forex';
      const own = tape.filter((print) => print.symbol === symbol && print.arrivesMs <= clock.now());
      const bars = oracleBars(own, resolution, fx).filter(
        (bar) =>
          bar.openTimeMs >= from &&
          bar.openTimeMs < to &&
          bucketEnd(resolution, bar.openTimeMs, fx) <= clock.now(),
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
        // What is asked for ends at the asking; a venue whose clock is wrong sends whatever it takes for the present.
        return fromMs !== undefined && (arrivesMs > askedMs || !(timeMs < fromMs));
      });
      let next = 0;
      let timer: Timer | null = null;
      let lastTickMs: number | null = null;
      let throughMs: number | null = null;
      const deliver = (): void => {
        if (own !== generation) return;
        const nowMs = clock.now();
        const due: VenueTick[] = [];
        while (venue.online && (wanted[next]?.arrivesMs ?? Infinity) <= nowMs) {
          const print = wanted[next++];
          if (print) due.push(print);
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
          timer?.cancel();
        },
      };
    },
  };
  return venue;
}
