import { type Bar, bucketEnd, bucketStart, MINUTE_MS } from '@rasat/engine';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Audience, Connector } from '../connector.ts';
import { type BarRules, collectBars, listBars } from '../vendor-wire/bar-pages.ts';
import { FirstTimes } from '../vendor-wire/first-times.ts';
import { QuoteStream, type StreamWire } from '../vendor-wire/quote-stream.ts';
import { RequestBudget } from '../vendor-wire/request-budget.ts';
import { subscribeSampled } from '../vendor-wire/sampled-subscription.ts';
import { type Offered, pairCatalogue } from './catalogue.ts';
import type { EodhdRest } from './eodhd-rest.ts';
import { findFirstMs, minutePages } from './minute-pages.ts';
import { readFrame } from './wire.ts';

/** Options of the connector. */
export interface EodhdForexOptions {
  readonly rest: EodhdRest;
  readonly token: string;
  readonly streamUrl: string;
  /** Pairs that are listed at once. */
  readonly pairs: readonly string[];
  /** Age in minutes from which the vendor's minutes are final. */
  readonly settledMinutes: number;
  readonly clock: Clock;
  readonly log: Logger;
  readonly audience: Audience;
}

/** The vendor has minutes of currencies from here on. */
const FIRST_MINUTE_MS = Date.UTC(2009, 0, 1);
/** Time after it is final at which a bar is asked for: the vendor's clock has whole seconds. */
const MARGIN_MS = 3000;
const CONNECTS = { weight: 10, windowMs: MINUTE_MS } as const;
const MOST_SYMBOLS = 50;
/** The vendor documents no sign of life. */
const PING_MS = 15_000;
const SILENT_MS = 60_000;

/**
 * Creates EODHD's live currencies as a source. Its ticks are middles of quotes and are for display; each bar comes from
 * the vendor's minutes once they are final, hours later.
 */
export function createEodhdForexConnector(options: EodhdForexOptions): Connector {
  const { rest, clock, log, audience, pairs, settledMinutes } = options;
  const settledMs = settledMinutes * MINUTE_MS;
  const catalogue = pairCatalogue({ rest, chosen: pairs, clock, log });
  const stream = new QuoteStream({
    vendor: 'EODHD',
    wire: streamWire(options, (symbol) => catalogue.recall(symbol)),
    clock,
    log,
    host: rest.host,
    connects: new RequestBudget({ clock, ...CONNECTS, width: 1 }),
  });
  const first = new FirstTimes();
  const firstMs = (offered: Offered, signal?: AbortSignal): Promise<number> => {
    const sending = { urgency: 'history', signal } as const;
    const times = { floorMs: FIRST_MINUTE_MS, nowMs: clock.now(), sending };
    return first.get(offered.vendorSymbol, () => findFirstMs(rest, offered, times));
  };
  const rulesOf = ({ instrument }: Offered): BarRules => {
    return { calendar: instrument.calendar, inSessions: true, finalMs: settledMs };
  };
  const readMinutes = async (
    symbol: string,
    fromMs: number,
    signal: AbortSignal,
  ): Promise<readonly Bar[]> => {
    const offered = await catalogue.know(symbol);
    const span = { fromMs, toMs: clock.now() };
    const rules: BarRules = { ...rulesOf(offered), finalMs: 0, urgency: 'live' };
    const request = { symbol, resolution: 'rows', ...span, signal } as const;
    return collectBars(minutePages(rest, offered, span), request, rules);
  };

  return {
    name: 'eodhd-forex',
    audience,
    delay: { class: 'real-time', ms: 0 },
    ticks: 'sampled',
    settledMs: settledMs + MARGIN_MS,
    fillOrder: 'newest-first',
    instruments: () => catalogue.list(),
    find: (symbol) => catalogue.find(symbol),
    async available(symbol) {
      const fromMs = await firstMs(await catalogue.know(symbol));
      return (['60', '15'] as const).map((resolution) => ({
        resolution,
        fromMs: bucketStart(resolution, fromMs, false),
      }));
    },
    async *history(symbol, resolution, fromMs, toMs, signal) {
      const offered = await catalogue.know(symbol);
      const listedMs = bucketStart(resolution, await firstMs(offered, signal), false);
      const startMs = Math.max(fromMs, listedMs);
      // What is not final by our clock is not asked for, since calls are counted.
      const finalMs = clock.now() - settledMs;
      if (startMs + bucketEnd(resolution, 0, false) > finalMs) return;
      const span = { fromMs: startMs, toMs: Math.min(toMs, finalMs) };
      const request = { symbol, resolution, ...span, signal };
      yield* listBars(minutePages(rest, offered, span), request, rulesOf(offered));
    },
    subscribe: (symbols, onTicks) =>
      subscribeSampled(symbols, onTicks, {
        clock,
        log,
        delayMs: 0,
        settledMs: settledMs + MARGIN_MS,
        join: (names, take) => stream.join(names, take),
        readMinutes,
      }),
  };
}

function streamWire(
  { streamUrl, token }: Pick<EodhdForexOptions, 'streamUrl' | 'token'>,
  recall: (symbol: string) => Offered | undefined,
): StreamWire {
  const say = (action: string, symbols: readonly string[]): string =>
    JSON.stringify({ action, symbols: symbols.join(',') });
  return {
    silentMs: SILENT_MS,
    pingEveryMs: PING_MS,
    address() {
      const address = new URL('/ws/forex', streamUrl);
      address.searchParams.set('api_token', token);
      return Promise.resolve(address);
    },
    greetsFirst: true,
    mostSymbols: MOST_SYMBOLS,
    acknowledges: false,
    subscribe: (symbols) => [say('subscribe', symbols)],
    unsubscribe: (symbols) => [say('unsubscribe', symbols)],
    reader: () => (text) => readFrame(text, (symbol) => recall(symbol)?.instrument.digits ?? null),
  };
}
