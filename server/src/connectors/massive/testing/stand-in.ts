import { MINUTE_MS } from '@rasat/engine';
import type { Clock } from '../../../platform/clock.ts';
import { type CommonFault, FaultSwitch } from '../../vendor-wire/testing/fault-switch.ts';
import {
  SessionTape,
  type SessionTapeMarket,
  type SessionTapeOptions,
  type SessionTrade,
} from '../../vendor-wire/testing/session-tape.ts';
import { createStandIn, type StandIn } from '../../vendor-wire/testing/stand-in-server.ts';
import type {
  SpoiledPrice,
  VendorAcceptance,
  VendorAnswer,
  VendorClient,
  VendorRequest,
  VendorWire,
} from '../../vendor-wire/testing/stand-in-wire.ts';
import {
  KEY,
  type MassiveFault,
  MassiveReplies,
  type StandInRename,
  type WireOptions,
} from './stand-in-replies.ts';

/** Markets that tests use. */
export const MASSIVE_MARKETS: readonly SessionTapeMarket[] = [
  {
    symbol: 'AAPL',
    start: 231,
    digits: 2,
    perHour: 360,
    calendar: 'nasdaq',
    hasVolume: true,
    extendedHours: true,
  },
  {
    symbol: 'MSFT',
    start: 421,
    digits: 4,
    volumeDigits: 2,
    perHour: 300,
    calendar: 'nasdaq',
    hasVolume: true,
    extendedHours: true,
  },
  {
    symbol: 'SPX',
    start: 6010,
    digits: 2,
    perHour: 240,
    calendar: 'nasdaq',
    hasVolume: false,
    extendedHours: true,
  },
];

/** Options of the stand-in. */
export interface MassiveStandInOptions extends Omit<SessionTapeOptions, 'markets'> {
  readonly clock: Clock;
  readonly markets?: readonly SessionTapeMarket[];
  /** Time by which everything is behind the market; 0 when absent. */
  readonly delayMs?: number;
  readonly renames?: readonly StandInRename[];
  readonly port?: number;
}

/** Starts a stand-in of Massive. */
export function createMassiveStandIn(
  options: MassiveStandInOptions,
): Promise<StandIn<MassiveFault>> {
  const { clock, markets = MASSIVE_MARKETS, delayMs = 0, renames = [], port = 0 } = options;
  const tape = new SessionTape({ ...options, markets });
  const faults = new FaultSwitch<MassiveFault | CommonFault>();
  const wire = new MassiveWire({ tape, faults, clock, delayMs, renames });
  faults.onBegin(wire);
  return createStandIn({ clock, tape, faults, wire, port, delayMs, mostConnectionsPerMinute: 10 });
}

const ODD_LOT = 37;
const FORM_T = 12;
/** Time after its end at which a minute is sent, and after which it is sent again. */
const MINUTE_LATE_MS = 1000;
const AGAIN_MS = 8000;
const AGAIN_LATE_MS = 40_000;
/** A minute that is sent late is looked for among those of this time. */
const LOOK_BACK_MS = 2 * MINUTE_MS;

/** Massive's wire: its lists, its aggregates and its streams of shares and indices. */
class MassiveWire implements VendorWire {
  readonly #options: WireOptions;
  readonly #replies: MassiveReplies;
  readonly #clients = new Set<VendorClient>();
  /** Symbols whose minutes a client gets, with the time through which it has them. */
  readonly #minutes = new WeakMap<VendorClient, Map<string, number>>();

  constructor(options: WireOptions) {
    this.#options = options;
    this.#replies = new MassiveReplies(options);
  }

  /** Plays a fault that concerns the connections of now. */
  begin(name: string): void {
    if (name !== 'max-connections') return;
    const { faults } = this.#options;
    for (const client of this.#clients) {
      client.send(status('max_connections', 'Maximum number of connections exceeded.'));
      client.close(1008);
    }
    this.#clients.clear();
    faults.note('max-connections');
    faults.end('max-connections');
  }

  answer(request: VendorRequest, nowMs: number): VendorAnswer | null {
    return this.#replies.answer(request, nowMs);
  }

  accept({ path }: VendorRequest): VendorAcceptance {
    return path === '/stocks' || path === '/indices'
      ? { greeting: [status('connected', 'Connected Successfully')] }
      : { status: 404 };
  }

  message(client: VendorClient, text: string): void {
    const { action, params } = JSON.parse(text) as { action: string; params: string };
    if (action === 'auth') {
      this.#authenticate(client, params);
      return;
    }
    const names = params.split(',');
    for (const name of names) this.#subscribe(client, action === 'subscribe', name);
    const verb = action === 'subscribe' ? 'subscribed to' : 'unsubscribed from';
    const events = names.map((name) => statusOf('success', `${verb}: ${name}`));
    client.send(JSON.stringify(events));
  }

  frame(
    market: SessionTapeMarket,
    trade: SessionTrade,
    spoiled: SpoiledPrice,
  ): string | readonly string[] {
    const { faults } = this.#options;
    const { symbol, digits, volumeDigits = 0, hasVolume } = market;
    const { timeMs: t, id } = trade;
    const value = Number(`${trade.price}e-${digits}`);
    if (!hasVolume) {
      // Values have eleven decimals.
      const val = spoiled.price ?? Number((value + 1e-9).toFixed(11));
      return JSON.stringify([{ ev: 'V', T: `I:${symbol}`, val, t }]);
    }
    const isMarked = trade.isExtended && !faults.isOn('extended-unmarked');
    if (trade.isExtended && !isMarked) faults.note('extended-unmarked');
    const event = {
      ev: 'T',
      sym: symbol,
      x: 11,
      i: String(id),
      z: 3,
      p: spoiled.price ?? value,
      s: Number(`${trade.volume}e-${volumeDigits}`),
      c: isMarked ? [FORM_T, 41] : [14, 41],
      t,
      q: id,
    };
    if (!faults.take('odd-lot')) return JSON.stringify([event]);
    const oddLot = { ...event, p: Number((value * 1.2).toFixed(2)), s: 3, c: [14, ODD_LOT, 41] };
    return JSON.stringify([oddLot, event]);
  }

  unknownFrame(): string {
    return JSON.stringify([{ ev: 'LULD', T: 'AAPL', h: 240, l: 220, i: [17], z: 3 }]);
  }

  #authenticate(client: VendorClient, key: string): void {
    const { faults } = this.#options;
    if (faults.take('auth-silent')) return;
    if (faults.take('auth-of-plan')) {
      const text = "Your plan doesn't include websocket access. Visit the pricing page to upgrade.";
      client.send(status('auth_failed', text));
      client.close(1008);
    } else if (key !== KEY || faults.take('auth-fails')) {
      client.send(status('auth_failed', 'authentication failed'));
      client.close(1008);
    } else {
      this.#clients.add(client);
      client.send(status('auth_success', 'authenticated'));
    }
  }

  #subscribe(client: VendorClient, isOn: boolean, name: string): void {
    const [channel = '', symbol = ''] = /^(T|AM|V)\.(?:I:)?(.+)$/.exec(name)?.slice(1) ?? [];
    if (channel !== 'AM') {
      if (isOn) client.symbols.add(symbol);
      else client.symbols.delete(symbol);
      return;
    }
    const minutes = this.#minutes.get(client) ?? new Map<string, number>();
    this.#minutes.set(client, minutes);
    if (minutes.size === 0) client.every(1000, () => this.#sendMinutes(client, minutes));
    if (isOn) minutes.set(symbol, this.#venueMs - MINUTE_LATE_MS);
    else minutes.delete(symbol);
  }

  /** The time through which trades are known. */
  get #venueMs(): number {
    return this.#options.clock.now() - this.#options.delayMs;
  }

  /** Sends the minutes that closed since they were last looked for. */
  #sendMinutes(client: VendorClient, minutes: Map<string, number>): void {
    const { tape, faults, clock } = this.#options;
    const untilMs = this.#venueMs - MINUTE_LATE_MS;
    for (const [symbol, sinceMs] of minutes) {
      minutes.set(symbol, untilMs);
      const fromMs = Math.max(sinceMs, untilMs - LOOK_BACK_MS) - MINUTE_MS;
      const withExtended = { withExtended: true };
      const closed = tape
        .bars(symbol, MINUTE_MS, fromMs, untilMs, untilMs, withExtended)
        .filter(({ openTimeMs }) => openTimeMs > fromMs && openTimeMs + MINUTE_MS <= untilMs);
      for (const bar of closed) {
        const { openTimeMs: s, open: o, high: h, low: l, close: c, volume: v } = bar;
        const event = { ev: 'AM', sym: symbol, v, av: v, op: o, vw: c, o, c, h, l, a: c, z: 50 };
        const whole = JSON.stringify([{ ...event, s, e: s + MINUTE_MS }]);
        const other = { ...event, c: o, h: Math.max(h, o) + 1, v: v + 100 };
        const changed = JSON.stringify([{ ...other, s, e: s + MINUTE_MS }]);
        if (faults.take('minute-again')) {
          client.sendLive(changed);
          clock.setTimeout(() => client.send(whole), AGAIN_MS);
        } else {
          client.sendLive(whole);
          if (faults.take('minute-again-late')) {
            clock.setTimeout(() => client.send(changed), AGAIN_LATE_MS);
          }
        }
      }
    }
  }
}

function statusOf(name: string, message: string): object {
  return { ev: 'status', status: name, message };
}

function status(name: string, message: string): string {
  return JSON.stringify([statusOf(name, message)]);
}
