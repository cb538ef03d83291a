import type { Connector, Instrument, VenueTick } from '../connectors/connector.ts';
import type { Clock } from '../platform/clock.ts';

/** Venue without a history that sends what a test tells it to send. */
export interface QuietVenue extends Connector {
  /** Whether it answers and its subscriptions are connected. */
  online: boolean;
  /** Delivers a tick of `QUIET` to every subscription; fields that are not given are those of a good tick. */
  send(tick?: Partial<VenueTick>): void;
  /** Number of the present subscriptions. */
  subscriptions(): number;
}

/** The venue's only instrument. */
export const QUIET: Instrument = {
  symbol: 'QUIET',
  category: 'crypto',
  digits: 2,
  name: { tr: 'Sessiz', az: 'Sakit', en: 'Quiet' },
  calendar: 'always',
  base: '60',
};

/** Creates the venue; its good ticks have the time of the clock. */
export function createQuietVenue(clock: Pick<Clock, 'now'>): QuietVenue {
  const listeners = new Set<(ticks: readonly VenueTick[]) => void>();
  let lastTickMs: number | null = null;
  const assertOnline = (): void => {
    if (!venue.online) throw new Error('the venue is away');
  };
  const venue: QuietVenue = {
    name: 'quiet',
    audience: 'anyone',
    delay: { class: 'real-time', ms: 0 },
    ticks: 'complete',
    fillOrder: 'oldest-first',
    online: true,
    send(tick = {}) {
      lastTickMs = clock.now();
      const good = { symbol: QUIET.symbol, timeMs: clock.now(), price: 100, volume: 1 };
      for (const listen of listeners) listen([{ ...good, ...tick }]);
    },
    subscriptions: () => listeners.size,
    async instruments() {
      assertOnline();
      return [QUIET];
    },
    async find(symbol) {
      assertOnline();
      return symbol === QUIET.symbol ? QUIET : null;
    },
    async available() {
      assertOnline();
      return [{ resolution: '60', fromMs: clock.now() - 3_600_000 }];
    },
    async *history() {
      assertOnline();
      yield [];
    },
    subscribe(_symbols, onTicks) {
      assertOnline();
      listeners.add(onTicks);
      return {
        state: () => ({ connected: venue.online, lastTickMs, throughMs: null }),
        async stop() {
          listeners.delete(onTicks);
        },
      };
    },
  };
  return venue;
}
