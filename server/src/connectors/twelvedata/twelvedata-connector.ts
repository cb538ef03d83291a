import { type Bar, bucketStart, DAY_MS, MINUTE_MS } from '@rasat/engine';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Audience, Connector } from '../connector.ts';
import {
  type BarPages,
  type BarRequest,
  type BarRules,
  collectBars,
  listBars,
} from '../vendor-wire/bar-pages.ts';
import { FirstTimes } from '../vendor-wire/first-times.ts';
import { minuteModeDelayMs, subscribeBars } from '../vendor-wire/minute-mode.ts';
import { QuoteStream, type StreamWire } from '../vendor-wire/quote-stream.ts';
import { RequestBudget } from '../vendor-wire/request-budget.ts';
import { subscribeSampled } from '../vendor-wire/sampled-subscription.ts';
import { liveCatalogue, type Offered } from './catalogue.ts';
import { readActions } from './corporate-actions.ts';
import type { TwelveDataRest } from './twelvedata-rest.ts';
import { createReader, type Interval, PAGE_ROWS, STEPS } from './wire.ts';

/** How live prices are read: bars of 15 minutes by REST, or the vendor's stream. */
export type TwelveDataMode = 'poll' | 'stream';

/** Options of the connector. */
export interface TwelveDataConnectorOptions {
  readonly rest: TwelveDataRest;
  readonly key: string;
  readonly streamUrl: string;
  readonly mode: TwelveDataMode;
  /** Symbols that are listed at once, under our names. */
  readonly symbols: readonly string[];
  readonly clock: Clock;
  readonly log: Logger;
  readonly audience: Audience;
}

const QUARTER_MS = 15 * MINUTE_MS;
const OVERLAP_MS = 5 * DAY_MS;
/** Time after its end at which the vendor has a bar. */
const SETTLED_MS = 3000;
/** The vendor closes the oldest of more than three connections. */
const CONNECTS = { weight: 10, windowMs: MINUTE_MS } as const;
const SILENT_MS = 30_000;
const LIFE_MS = 10_000;

/** A symbol with what its calls need. */
type Known = Offered & { readonly rules: BarRules };

/**
 * Creates Twelve Data as a source of currencies, shares of Nasdaq and indices: by polling it is a delayed source whose
 * bars are the vendor's own, by its stream a sampled one in real time.
 */
export function createTwelveDataConnector(options: TwelveDataConnectorOptions): Connector {
  const { rest, clock, log, audience, mode } = options;
  const catalogue = liveCatalogue({ rest, chosen: options.symbols, clock, log });
  const stream = new QuoteStream({
    vendor: 'Twelve Data',
    wire: streamWire(options, (symbol) => catalogue.recall(symbol)),
    clock,
    log,
    host: rest.host,
    connects: new RequestBudget({ clock, ...CONNECTS, width: 1 }),
  });
  const delay =
    mode === 'stream'
      ? ({ class: 'real-time', ms: 0 } as const)
      : ({ class: 'delayed', ms: minuteModeDelayMs(QUARTER_MS) } as const);
  const first = new FirstTimes();
  const know = async (symbol: string): Promise<Known> => {
    const offered = await catalogue.know(symbol);
    const { calendar } = offered.instrument;
    // In the history no bar is newer than the clock of the source.
    return { ...offered, rules: { calendar, inSessions: true, finalMs: delay.ms } };
  };
  const readBars = async (
    symbol: string,
    stepMs: 'minutes' | 'quarters',
    span: { readonly fromMs: number; readonly toMs: number },
    signal: AbortSignal,
  ): Promise<readonly Bar[]> => {
    const known = await know(symbol);
    const pages = pagesOf(rest, known, stepMs === 'minutes' ? '1min' : '15min', 0);
    const request = { symbol, resolution: 'rows', ...span, signal } as const;
    return collectBars(pages, request, { ...known.rules, finalMs: 0, urgency: 'live' });
  };
  const firstMs = ({ vendorSymbol }: Known, interval: Interval): Promise<number> =>
    first.get(`${vendorSymbol} ${interval}`, () =>
      rest.earliest(vendorSymbol, interval, { urgency: 'history' }),
    );

  return {
    name: 'twelvedata',
    audience,
    delay,
    ticks: mode === 'stream' ? 'sampled' : 'complete',
    fillOrder: 'newest-first',
    instruments: () => catalogue.list(),
    find: (symbol) => catalogue.find(symbol),
    async available(symbol) {
      const known = await know(symbol);
      const offered = [];
      for (const resolution of ['60', '15'] as const) {
        const fromMs = await firstMs(known, intervalOf(known, resolution));
        offered.push({ resolution, fromMs: bucketStart(resolution, fromMs, false) });
      }
      return offered;
    },
    async *history(symbol, resolution, fromMs, toMs, signal) {
      const known = await know(symbol);
      const interval = intervalOf(known, resolution);
      const listedMs = bucketStart(resolution, await firstMs(known, interval), false);
      const startMs = Math.max(fromMs, listedMs);
      const request: BarRequest = { symbol, resolution, fromMs: startMs, toMs, signal };
      yield* listBars(pagesOf(rest, known, interval, OVERLAP_MS), request, known.rules);
    },
    actions: async (symbols, fromMs) =>
      readActions(rest, await Promise.all(symbols.map(know)), fromMs),
    subscribe(symbols, onTicks) {
      if (mode === 'poll') {
        return subscribeBars(symbols, onTicks, {
          clock,
          log,
          stepMs: QUARTER_MS,
          calendarOf: async (symbol) => (await know(symbol)).instrument.calendar,
          readBars: (symbol, span, signal) => readBars(symbol, 'quarters', span, signal),
        });
      }
      return subscribeSampled(symbols, onTicks, {
        clock,
        log,
        delayMs: 0,
        settledMs: SETTLED_MS,
        join: (names, take) => stream.join(names, take),
        readMinutes: (symbol, fromMs, signal) =>
          readBars(symbol, 'minutes', { fromMs, toMs: clock.now() }, signal),
      });
    },
  };
}

/** Shares and indices have hours that begin at the half; theirs are built from quarters. */
function intervalOf({ instrument }: Offered, resolution: string): Interval {
  if (resolution === '1D') return '1day';
  return resolution === '60' && instrument.category === 'forex' ? '1h' : '15min';
}

/** Returns the pages of a symbol's bars of an interval. */
export function pagesOf(
  rest: TwelveDataRest,
  { vendorSymbol, instrument }: Offered,
  interval: Interval,
  overlapMs: number,
): BarPages {
  const stepMs = STEPS[interval];
  return {
    stepMs,
    spanMs: PAGE_ROWS * stepMs,
    overlapMs,
    page: (span, sending) => rest.series(vendorSymbol, interval, span, instrument.digits, sending),
  };
}

function streamWire(
  { streamUrl, key }: Pick<TwelveDataConnectorOptions, 'streamUrl' | 'key'>,
  recall: (symbol: string) => Offered | undefined,
): StreamWire {
  const nameOf = (vendorSymbol: string): string => vendorSymbol.replace('/', '');
  const list = (symbols: readonly string[]): string =>
    symbols.map((symbol) => recall(symbol)?.vendorSymbol ?? symbol).join(',');
  const say = (action: string, symbols: readonly string[]): string =>
    JSON.stringify({ action, params: { symbols: list(symbols) } });
  return {
    silentMs: SILENT_MS,
    life: { everyMs: LIFE_MS, text: JSON.stringify({ action: 'heartbeat' }) },
    address() {
      const address = new URL('/v1/quotes/price', streamUrl);
      address.searchParams.set('apikey', key);
      return Promise.resolve(address);
    },
    acknowledges: true,
    subscribe: (symbols) => [say('subscribe', symbols)],
    unsubscribe: (symbols) => [say('unsubscribe', symbols)],
    reader: () =>
      createReader(nameOf, (symbol) => {
        const instrument = recall(symbol)?.instrument;
        if (!instrument) return null;
        return { digits: instrument.digits, isTraded: instrument.category === 'nasdaq' };
      }),
  };
}
