import { HOUR_MS, MINUTE_MS } from '@rasat/engine';
import type { Clock } from '../../../platform/clock.ts';
import { type CommonFault, FaultSwitch } from './fault-switch.ts';
import { spoilRows } from './page-faults.ts';
import { SessionTape, type SessionTapeMarket } from './session-tape.ts';
import { createStandIn, type StandIn } from './stand-in-server.ts';
import type { VendorClient, VendorRequest, VendorWire } from './stand-in-wire.ts';

// A vendor that does not exist, with the smallest wire that has pages, a stream and a key. It proves the tests of faults.

/** Key of the toy vendor. */
export const TOY_KEY = 'toy-key-5f0c';
/** Rows of the longest page. */
export const TOY_PAGE = 200;

/** Markets of the toy vendor. */
export const TOY_MARKETS: readonly SessionTapeMarket[] = [
  {
    symbol: 'AAPL',
    start: 231,
    digits: 2,
    perHour: 240,
    calendar: 'nasdaq',
    hasVolume: true,
    extendedHours: true,
  },
  { symbol: 'EURUSD', start: 1.085, digits: 5, perHour: 300, calendar: 'forex', hasVolume: false },
];

/** Name of a toy fault that is no common one: new subscriptions are not acknowledged. */
export type ToyFault = 'no-answer';

/** The toy vendor's server. */
export type ToyStandIn = StandIn<ToyFault>;

/** Starts the toy vendor, whose live frames come `delayMs` after their trades. */
export function createToyStandIn(clock: Clock, delayMs = 0): Promise<ToyStandIn> {
  const hourMs = Math.floor(clock.now() / HOUR_MS) * HOUR_MS;
  const tape = new SessionTape({ seed: 7, markets: TOY_MARKETS, fromMs: hourMs - 240 * HOUR_MS });
  const faults = new FaultSwitch<ToyFault | CommonFault>();
  return createStandIn({ clock, tape, faults, delayMs, wire: new ToyWire(tape, faults) });
}

class ToyWire implements VendorWire {
  readonly heartbeat = { everyMs: 5000, text: '{"hb":1}' };
  readonly #tape: SessionTape;
  readonly #faults: FaultSwitch<ToyFault | CommonFault>;

  constructor(tape: SessionTape, faults: FaultSwitch<ToyFault | CommonFault>) {
    this.#tape = tape;
    this.#faults = faults;
  }

  answer({ path, query }: VendorRequest, nowMs: number) {
    if (query.get('key') !== TOY_KEY) return { status: 401, body: { message: 'no key' } };
    if (path === '/bars') return { status: 200, body: { bars: this.#bars(query, nowMs) } };
    if (path !== '/events') return null;
    return { stream: (query.get('symbols') ?? '').split(','), greeting: ['{"hello":"ABŞ"}'] };
  }

  accept({ query }: VendorRequest) {
    return query.get('key') === TOY_KEY ? { greeting: ['{"hello":"ABŞ"}'] } : { status: 401 };
  }

  message(client: VendorClient, text: string): void {
    const { subscribe } = JSON.parse(text) as { subscribe: string[] };
    if (this.#faults.take('no-answer')) return;
    for (const symbol of subscribe) client.symbols.add(symbol);
    client.send(JSON.stringify({ subscribed: subscribe }));
  }

  frame(
    { symbol, digits }: SessionTapeMarket,
    trade: { readonly price: number; readonly volume: number; readonly timeMs: number },
    spoiled: { readonly price?: string | number },
  ): string {
    const p = spoiled.price ?? Number(`${trade.price}e-${digits}`);
    return JSON.stringify({ s: symbol, p, v: trade.volume, t: trade.timeMs, of: 'ABŞ' });
  }

  #bars(query: URLSearchParams, nowMs: number): readonly unknown[] {
    const stepMs = Number(query.get('minutes')) * MINUTE_MS;
    const fromMs = Number(query.get('from'));
    const toMs = Number(query.get('to'));
    const rows = (startMs: number) =>
      this.#tape
        .bars(query.get('symbol') ?? '', stepMs, startMs, toMs, nowMs + 1)
        .slice(0, TOY_PAGE)
        .map((bar) => ({
          t: bar.openTimeMs,
          o: bar.open,
          h: bar.high,
          l: bar.low,
          c: bar.close,
          v: bar.volume,
        }));
    const listedMs = this.#tape.options.fromMs;
    const isLater = fromMs > listedMs;
    const earlier = (): ReturnType<typeof rows> => rows(listedMs).slice(0, 3);
    return spoilRows(rows(fromMs), this.#faults, isLater ? earlier : undefined);
  }
}
