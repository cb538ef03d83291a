import { randomUUID } from 'node:crypto';
import { bucketStart, DAY_MS, MINUTE_MS, sessionFrom } from '@rasat/engine';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Audience, Connector, CorporateAction, Instrument } from '../connector.ts';
import {
  type BarPages,
  type BarRequest,
  type BarRules,
  collectBars,
  listBars,
} from '../vendor-wire/bar-pages.ts';
import { FirstTimes } from '../vendor-wire/first-times.ts';
import { QuoteStream, type StreamWire } from '../vendor-wire/quote-stream.ts';
import { RequestBudget } from '../vendor-wire/request-budget.ts';
import { RefusedCall } from '../vendor-wire/rest-host.ts';
import { subscribeSampled } from '../vendor-wire/sampled-subscription.ts';
import type { OfferedInstrument, VendorCatalogue } from '../vendor-wire/vendor-catalogue.ts';
import { listedInstruments, priceFormOf } from './catalogue.ts';
import { findFirstBarMs } from './first-bar.ts';
import { type Interval, type LaplaceRest, STEPS } from './laplace-rest.ts';
import { guessSplit } from './split-guess.ts';
import {
  createEventReader,
  createSocketReader,
  FEEDS,
  type LaplaceFeed,
  type ReaderOptions,
} from './wire.ts';

/** How live prices come: by a websocket, or by server-sent events. */
export type LaplaceStream = 'websocket' | 'events';

/** Options of the connector. */
export interface LaplaceConnectorOptions {
  readonly rest: LaplaceRest;
  readonly feed: LaplaceFeed;
  readonly stream: LaplaceStream;
  /** Shares that are listed at once. */
  readonly symbols: readonly string[];
  /** Indices that are offered. */
  readonly indices: readonly string[];
  /** The vendor's `externalUserId`, under which it counts our connections. */
  readonly user: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly audience: Audience;
}

/** Time by which the delayed feed is behind the market. */
const DELAY_MS = 15 * MINUTE_MS;
/** The vendor's own client counts a connection as lost after this silence. */
const SILENT_MS = 15_000;
const SETTLED_MS = 3000;
const CONNECTS = { weight: 30, windowMs: MINUTE_MS } as const;
/** Pages overlap by more than the longest feast, and are short enough for a vendor that limits rows. */
const OVERLAP_MS = 15 * DAY_MS;
const PAGE_MS = 60 * DAY_MS;
/** Span in which the last close before a session lies. */
const LAST_CLOSE_MS = 15 * DAY_MS;

/** An instrument with what its calls need. */
interface Known {
  readonly instrument: Instrument;
  readonly rules: BarRules;
}

/**
 * Creates Laplace as a source of Borsa İstanbul: live prices are a selection of the trades, in real time or 15 minutes
 * late, and all bars are the vendor's, built from its quarters.
 */
export function createLaplaceConnector(options: LaplaceConnectorOptions): Connector {
  const { rest, feed, clock, log, audience } = options;
  const catalogue = listedInstruments(options);
  const stream = new QuoteStream({
    vendor: 'Laplace',
    wire: streamWire(options, catalogue),
    clock,
    log,
    host: rest.streamHost,
    connects: new RequestBudget({ clock, ...CONNECTS, width: 1 }),
  });
  const delay =
    feed === 'live'
      ? ({ class: 'real-time', ms: 0 } as const)
      : ({ class: 'delayed', ms: DELAY_MS } as const);
  const first = new FirstTimes();
  const know = async (symbol: string): Promise<Known> => {
    const { instrument } = await catalogue.know(symbol);
    const { calendar } = instrument;
    // In the history no bar is newer than the clock of the source.
    return { instrument, rules: { calendar, inSessions: true, finalMs: delay.ms } };
  };
  const firstMs = ({ instrument, rules }: Known): Promise<number> => {
    const { symbol } = instrument;
    const pages = {
      days: pagesOf(rest, instrument, '1d'),
      quarters: pagesOf(rest, instrument, '15m'),
      rules,
    };
    return first.get(symbol, () => findFirstBarMs(symbol, pages, clock.now()));
  };

  return {
    name: 'laplace',
    audience,
    delay,
    ticks: 'sampled',
    fillOrder: 'newest-first',
    instruments: () => catalogue.list(),
    find: (symbol) => catalogue.find(symbol),
    async available(symbol) {
      const fromMs = await firstMs(await know(symbol));
      return (['60', '15'] as const).map((resolution) => ({
        resolution,
        fromMs: bucketStart(resolution, fromMs, false),
      }));
    },
    async *history(symbol, resolution, fromMs, toMs, signal) {
      if (resolution === '1D') throw new RangeError('the days are built from hours');
      const known = await know(symbol);
      const listedMs = bucketStart(resolution, await firstMs(known), false);
      const startMs = Math.max(fromMs, listedMs);
      const request: BarRequest = { symbol, resolution, fromMs: startMs, toMs, signal };
      yield* listBars(pagesOf(rest, known.instrument, '15m'), request, known.rules);
    },
    actions: async (symbols, fromMs) =>
      listActions(rest, await Promise.all(symbols.map(know)), fromMs, clock.now()),
    subscribe: (symbols, onTicks) =>
      subscribeSampled(symbols, onTicks, {
        clock,
        log,
        delayMs: delay.ms,
        settledMs: SETTLED_MS,
        join: (names, take) => stream.join(names, take),
        async readMinutes(symbol, fromMs, signal) {
          const { instrument, rules } = await know(symbol);
          const pages = { ...pagesOf(rest, instrument, '1m'), overlapMs: 0 };
          const span = { fromMs, toMs: clock.now(), signal };
          const request: BarRequest = { symbol, resolution: 'rows', ...span };
          return collectBars(pages, request, { ...rules, urgency: 'live' });
        },
      }),
  };
}

function pagesOf(rest: LaplaceRest, instrument: Instrument, interval: Interval): BarPages {
  const { symbol } = instrument;
  const form = priceFormOf(instrument);
  return {
    stepMs: STEPS[interval],
    spanMs: PAGE_MS,
    overlapMs: OVERLAP_MS,
    page: (span, sending) => rest.bars(symbol, interval, span, form, sending),
  };
}

/**
 * Returns the splits that the base prices of shares tell while Borsa İstanbul is closed, effective at its next opening. That a base price
 * unlike the last close is a corporate action, and when the vendor has it, is remembered (vendors.md, section 5), and a
 * large dividend may look like one. Null when the plan has no base prices.
 */
async function listActions(
  rest: LaplaceRest,
  known: readonly Known[],
  fromMs: number,
  nowMs: number,
): Promise<readonly CorporateAction[] | null> {
  const shares = known.filter(({ instrument }) => instrument.category === 'bist');
  const actions: CorporateAction[] = [];
  let refused = 0;
  for (const { instrument, rules } of shares) {
    const { symbol, calendar } = instrument;
    const effectiveMs = sessionFrom(calendar, nowMs).openMs;
    if (effectiveMs <= nowMs || effectiveMs < fromMs) continue;
    try {
      const basePrice = await rest.basePrice(symbol, { urgency: 'catalogue' });
      const close = await lastClose(pagesOf(rest, instrument, '15m'), symbol, rules, nowMs);
      const factor = close === null ? null : guessSplit(close, basePrice);
      if (factor !== null) actions.push({ kind: 'split', symbol, effectiveMs, factor });
    } catch (error) {
      if (!(error instanceof RefusedCall)) throw error;
      refused += 1;
    }
  }
  return refused > 0 && refused === shares.length ? null : actions;
}

async function lastClose(
  pages: BarPages,
  symbol: string,
  rules: BarRules,
  nowMs: number,
): Promise<number | null> {
  const span = { fromMs: nowMs - LAST_CLOSE_MS, toMs: nowMs };
  const request: BarRequest = { symbol, resolution: 'rows', ...span };
  let close: number | null = null;
  const options: BarRules = { ...rules, finalMs: 0, urgency: 'catalogue' };
  for await (const bars of listBars({ ...pages, overlapMs: 0 }, request, options)) {
    close = bars.at(-1)?.close ?? close;
  }
  return close;
}

function streamWire(
  { rest, feed, stream, user, log }: LaplaceConnectorOptions,
  catalogue: VendorCatalogue<OfferedInstrument>,
): StreamWire {
  const say = (type: string, symbols: readonly string[]): string =>
    JSON.stringify({ type, symbols, feed: FEEDS[feed] });
  const readerOptions = (): ReaderOptions => {
    const said = new Set<string>();
    return {
      feed,
      formOf(symbol) {
        const offered = catalogue.recall(symbol);
        return offered ? priceFormOf(offered.instrument) : null;
      },
      noteState: () => log.debug('Laplace tells a change of a state, such as a halt'),
      noteProblem(kind) {
        // The vendor's text may hold the address of the connection.
        if (!said.has(kind)) log.warn({ kind }, 'Laplace tells a problem of the stream');
        said.add(kind);
      },
    };
  };
  const shared = { silentMs: SILENT_MS, acknowledges: false };
  if (stream === 'events') {
    return {
      ...shared,
      events: { headers: rest.headers },
      address: (_, symbols) => Promise.resolve(rest.eventsAddress(symbols, feed, randomUUID())),
      subscribe: () => [],
      unsubscribe: () => [],
      reader: () => createEventReader(readerOptions()),
    };
  }
  return {
    ...shared,
    address: (signal) => rest.socketAddress(user, feed, signal),
    subscribe: (symbols) => [say('subscribe', symbols)],
    unsubscribe: (symbols) => [say('unsubscribe', symbols)],
    reader: () => createSocketReader(readerOptions()),
  };
}
