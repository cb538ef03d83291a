import {
  type Bar,
  bucketStart,
  type CalendarName,
  DAY_MS,
  MINUTE_MS,
  type Session,
  sessionFrom,
} from '@rasat/engine';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Audience, Connector, Delay } from '../connector.ts';
import { type BarPages, type BarRules, listBars } from '../vendor-wire/bar-pages.ts';
import { FirstTimes } from '../vendor-wire/first-times.ts';
import { pushedMinutesDelayMs, subscribePushedMinutes } from '../vendor-wire/pushed-minutes.ts';
import { QuoteStream, type StreamWire } from '../vendor-wire/quote-stream.ts';
import { RequestBudget } from '../vendor-wire/request-budget.ts';
import type { RestHost } from '../vendor-wire/rest-host.ts';
import { subscribeSampled } from '../vendor-wire/sampled-subscription.ts';
import {
  CALENDAR,
  type Catalogue,
  indexCatalogue,
  type Offered,
  shareCatalogue,
} from './catalogue.ts';
import { readActions } from './corporate-actions.ts';
import type { MassiveRest } from './massive-rest.ts';
import { listSpecialDays } from './special-days.ts';
import { authentication, type Channel, createReader, NOT_IN_PLAN, subscription } from './wire.ts';

/** How old the stream of shares is. */
export type MassiveFeed = 'delayed' | 'live';
/** What the stream of shares sends: every trade, or minute bars. */
export type MassiveChannel = 'trades' | 'minutes';

interface SourceOptions {
  readonly rest: MassiveRest;
  readonly key: string;
  /** Address of the stream; null for the vendor's own by the feed. */
  readonly streamUrl: string | null;
  /** Symbols that are listed at once. */
  readonly symbols: readonly string[];
  readonly clock: Clock;
  readonly log: Logger;
  readonly audience: Audience;
}

/** Options of the shares. */
export interface MassiveConnectorOptions extends SourceOptions {
  readonly feed: MassiveFeed;
  readonly channel: MassiveChannel;
}

/** Options of the indices. */
export type MassiveIndexOptions = SourceOptions;

const QUARTER_MS = 15 * MINUTE_MS;
/** A day has 960 minutes with extended hours, and a page 50,000. */
const SPAN_MS = 60 * DAY_MS;
const OVERLAP_MS = 5 * DAY_MS;
/** Time after the first day within which a share has traded in a session. */
const FIRST_WITHIN_MS = 30 * DAY_MS;
/** Time after its end at which the vendor has a bar. */
const SETTLED_MS = 3000;
const FEEDS = {
  delayed: { url: 'wss://delayed.massive.com', delayMs: QUARTER_MS },
  live: { url: 'wss://socket.massive.com', delayMs: 0 },
} as const;

/** A newer connection of a key ends the older one, so that two servers would take turns without an end. */
const CONNECTS = { weight: 10, windowMs: MINUTE_MS } as const;
const NOT_IN_PLAN_MS = 5 * MINUTE_MS;
const PING_MS = 15_000;
const SILENT_MS = 25_000;

/**
 * Creates the shares of Nasdaq at Massive as a source. By trades it is a sampled source as late as the feed, by minute
 * bars a complete one that is one minute and a half later.
 */
export function createMassiveConnector(options: MassiveConnectorOptions): Connector {
  const { rest, symbols, clock, log, feed, channel } = options;
  const { url, delayMs } = FEEDS[feed];
  const lateMs = channel === 'minutes' ? pushedMinutesDelayMs(delayMs) : delayMs;
  return createSource({
    ...options,
    name: 'massive',
    path: '/stocks',
    streamUrl: options.streamUrl ?? url,
    channel: channel === 'minutes' ? 'AM' : 'T',
    feedMs: delayMs,
    delay: lateMs === 0 ? { class: 'real-time', ms: 0 } : { class: 'delayed', ms: lateMs },
    catalogue: shareCatalogue({ rest, chosen: symbols, clock, log }),
    actions: (names, fromMs) => readActions(rest, names, fromMs),
  });
}

/** Creates the indices of the United States at Massive as a source, in real time. */
export function createMassiveIndexConnector(options: MassiveIndexOptions): Connector {
  const { rest, symbols, clock, log } = options;
  return createSource({
    ...options,
    name: 'massive-index',
    path: '/indices',
    streamUrl: options.streamUrl ?? FEEDS.live.url,
    channel: 'V',
    feedMs: 0,
    delay: { class: 'real-time', ms: 0 },
    catalogue: indexCatalogue({ rest, chosen: symbols, clock, log }),
  });
}

interface Source extends SourceOptions {
  readonly name: string;
  readonly streamUrl: string;
  readonly path: string;
  readonly channel: Channel;
  /** Time by which the stream is behind the market. */
  readonly feedMs: number;
  readonly delay: Delay;
  readonly catalogue: Catalogue;
  readonly actions?: NonNullable<Connector['actions']>;
}

function createSource(source: Source): Connector {
  const { name, rest, clock, log, audience, channel, feedMs, delay, catalogue, actions } = source;
  const connects = new RequestBudget({ clock, ...CONNECTS, width: 1 });
  const stream = new QuoteStream({
    vendor: 'Massive',
    wire: streamWire(source),
    clock,
    log,
    host: hostOfStream(rest.host, connects, log),
    connects,
  });
  // In the history no bar is newer than the clock of the source.
  const rules: BarRules = { calendar: CALENDAR, inSessions: true, finalMs: delay.ms };
  const pagesOf = (offered: Offered): BarPages => ({
    stepMs: QUARTER_MS,
    spanMs: SPAN_MS,
    overlapMs: OVERLAP_MS,
    page: (span, sending) => rest.bars(offered, QUARTER_MS / MINUTE_MS, span, sending),
  });
  const isOpen = openHours(CALENDAR);
  const first = new FirstTimes();
  const firstMs = (symbol: string, offered: Offered): Promise<number> =>
    first.get(symbol, () => readFirst(rest, offered, pagesOf(offered), rules));
  const readMinutes = async (
    symbol: string,
    fromMs: number,
    signal: AbortSignal,
  ): Promise<readonly Bar[]> => {
    const span = { fromMs, toMs: clock.now() };
    if (span.toMs <= span.fromMs) return [];
    const sending = { urgency: 'live', signal } as const;
    const { rows, venueMs } = await rest.bars(await catalogue.know(symbol), 1, span, sending);
    return rows
      .filter(({ openTimeMs }) => openTimeMs >= fromMs && isOpen(openTimeMs))
      .filter(({ openTimeMs }) => openTimeMs + MINUTE_MS + feedMs <= venueMs)
      .toSorted((a, b) => a.openTimeMs - b.openTimeMs);
  };

  return {
    name,
    audience,
    delay,
    ticks: channel === 'AM' ? 'complete' : 'sampled',
    fillOrder: 'newest-first',
    specialDays: () => listSpecialDays(rest),
    instruments: () => catalogue.list(),
    find: (symbol) => catalogue.find(symbol),
    async available(symbol) {
      const fromMs = await firstMs(symbol, await catalogue.know(symbol));
      return (['60', '15'] as const).map((resolution) => ({
        resolution,
        fromMs: bucketStart(resolution, fromMs, false),
      }));
    },
    async *history(symbol, resolution, fromMs, toMs, signal) {
      const offered = await catalogue.know(symbol);
      const listedMs = bucketStart(resolution, await firstMs(symbol, offered), false);
      const startMs = Math.max(fromMs, listedMs);
      const request = { symbol, resolution, fromMs: startMs, toMs, signal };
      yield* listBars(pagesOf(offered), request, rules);
    },
    ...(actions && { actions }),
    subscribe(symbols, onTicks) {
      const shared = { clock, log, feedMs, readMinutes };
      if (channel === 'AM') {
        return subscribePushedMinutes(symbols, onTicks, {
          ...shared,
          isOpen,
          join: (names, onBars) => stream.join(names, () => {}, onBars),
        });
      }
      return subscribeSampled(symbols, onTicks, {
        ...shared,
        delayMs: feedMs,
        settledMs: SETTLED_MS,
        join: (names, take) => stream.join(names, take),
      });
    },
  };
}

/** Returns the opening of the first quarter of an hour that the plan has of an instrument in a session. */
async function readFirst(
  rest: MassiveRest,
  offered: Offered,
  pages: BarPages,
  rules: BarRules,
): Promise<number> {
  const dayMs = await rest.firstDayMs(offered, { urgency: 'history' });
  if (dayMs !== null) {
    const { symbol } = offered.instrument;
    const span = { fromMs: dayMs, toMs: dayMs + FIRST_WITHIN_MS };
    for await (const [bar] of listBars(pages, { symbol, resolution: '15', ...span }, rules)) {
      if (bar) return bar.openTimeMs;
    }
  }
  throw new Error('Massive has no bars of this symbol');
}

/** Returns a host for a stream: a plan that does not include one stream has others and the lists. */
function hostOfStream(
  host: RestHost,
  connects: RequestBudget,
  log: Logger,
): Pick<RestHost, 'blockedMs' | 'refuse'> {
  return {
    get blockedMs() {
      return Math.max(host.blockedMs, connects.blockedMs);
    },
    refuse(status, retryAfter) {
      if (status !== NOT_IN_PLAN) return host.refuse(status, retryAfter);
      const reason = 'the plan of Massive does not include this stream';
      connects.block(NOT_IN_PLAN_MS, reason);
      log.error({ forMs: NOT_IN_PLAN_MS }, reason);
    },
  };
}

function streamWire({ streamUrl, path, key, channel }: Source): StreamWire {
  return {
    silentMs: SILENT_MS,
    pingEveryMs: PING_MS,
    address: () => Promise.resolve(new URL(path, streamUrl)),
    greeting: authentication(key),
    acknowledges: true,
    // A minute that is missing would leave a wrong bar; the feed reads the history after a new connection.
    endsOnInvalid: channel === 'AM',
    subscribe: (symbols) => [subscription('subscribe', channel, symbols)],
    unsubscribe: (symbols) => [subscription('unsubscribe', channel, symbols)],
    reader: () => createReader(channel, openHours(CALENDAR)),
  };
}

/** Returns whether a market trades at a time, for times that mostly grow. */
function openHours(calendar: CalendarName): (timeMs: number) => boolean {
  let session: Session | null = null;
  /** Time from which `session` is the next one. */
  let sinceMs = 0;
  return (timeMs) => {
    if (!session || timeMs < sinceMs || timeMs >= session.closeMs) {
      session = sessionFrom(calendar, timeMs);
      sinceMs = Math.min(timeMs, session.openMs);
    }
    return timeMs >= session.openMs;
  };
}
