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
import { type EodhdFault, EodhdReplies, type ReplyOptions, TOKEN } from './stand-in-replies.ts';

/** Markets that tests use. */
export const EODHD_MARKETS: readonly SessionTapeMarket[] = [
  {
    symbol: 'AAPL',
    start: 231,
    digits: 2,
    perHour: 360,
    calendar: 'nasdaq',
    hasVolume: true,
    extendedHours: true,
  },
  { symbol: 'SPX', start: 6010, digits: 2, perHour: 240, calendar: 'nasdaq', hasVolume: false },
  { symbol: 'THYAO', start: 291, digits: 2, perHour: 120, calendar: 'bist-2', hasVolume: true },
  { symbol: 'EURUSD', start: 1.085, digits: 5, perHour: 300, calendar: 'forex', hasVolume: false },
  { symbol: 'USDJPY', start: 151, digits: 3, perHour: 240, calendar: 'forex', hasVolume: false },
];

/** Options of the stand-in. */
export interface EodhdStandInOptions extends Omit<SessionTapeOptions, 'markets'> {
  readonly clock: Clock;
  readonly markets?: readonly SessionTapeMarket[];
  readonly renames?: ReplyOptions['renames'];
  /** Whether minutes that are not final lack trades; true when absent. */
  readonly isRough?: boolean;
  readonly port?: number;
}

/** Starts a stand-in of EODHD. */
export function createEodhdStandIn(options: EodhdStandInOptions): Promise<StandIn<EodhdFault>> {
  const { clock, markets = EODHD_MARKETS, renames = [], isRough = true, port = 0 } = options;
  const tape = new SessionTape({ ...options, markets });
  const faults = new FaultSwitch<EodhdFault | CommonFault>();
  const wire = new EodhdWire({ tape, faults, clock, renames, isRough });
  return createStandIn({ clock, tape, faults, wire, port, mostConnectionsPerMinute: 10 });
}

const MOST_SYMBOLS = 50;
const UNAUTHORIZED = { status_code: 401, message: 'Unauthorized' };
const PATH = '/ws/forex';
/** Half of the spread of a quote, in units of the last digit. */
const HALF_SPREAD = 0.8;

/** EODHD's wire: its replies and its stream of currencies. */
class EodhdWire implements VendorWire {
  readonly #options: ReplyOptions;
  readonly #replies: EodhdReplies;

  constructor(options: ReplyOptions) {
    this.#options = options;
    this.#replies = new EodhdReplies(options);
  }

  answer(request: VendorRequest, nowMs: number): VendorAnswer | null {
    return this.#replies.answer(request, nowMs);
  }

  accept({ path, query }: VendorRequest): VendorAcceptance {
    if (path !== PATH) return { status: 404 };
    if (query.get('api_token') !== TOKEN) return { status: 403 };
    const { faults } = this.#options;
    if (faults.take('no-greeting')) return {};
    const isUnknown = faults.take('token-unknown');
    const said = isUnknown ? UNAUTHORIZED : { status_code: 200, message: 'Authorized' };
    return { greeting: [JSON.stringify(said)] };
  }

  message(client: VendorClient, text: string): void {
    const { tape, faults } = this.#options;
    const { action, symbols } = JSON.parse(text) as { action: string; symbols: string };
    for (const symbol of symbols.split(',')) {
      if (action === 'unsubscribe') client.symbols.delete(symbol);
      else if (client.symbols.size >= MOST_SYMBOLS || faults.take('symbols-limit')) {
        client.send(JSON.stringify({ status_code: 422, message: 'Symbols limit reached' }));
        return;
      } else if (tape.market(symbol)?.calendar === 'forex') client.symbols.add(symbol);
    }
  }

  frame(market: SessionTapeMarket, trade: SessionTrade, spoiled: SpoiledPrice): string {
    const { symbol, digits } = market;
    const quote = (units: number): number => Number((units / 10 ** digits).toFixed(8));
    const isInSeconds = this.#options.faults.take('time-in-seconds');
    return JSON.stringify({
      s: symbol,
      a: spoiled.price ?? quote(trade.price + HALF_SPREAD),
      b: spoiled.price ?? quote(trade.price - HALF_SPREAD),
      dc: '0.552',
      dd: '0.0039',
      ppms: false,
      t: isInSeconds ? Math.floor(trade.timeMs / 1000) : trade.timeMs,
    });
  }

  unknownFrame(): string {
    return JSON.stringify({ news: 'of tomorrow', s: 'EURUSD' });
  }
}
