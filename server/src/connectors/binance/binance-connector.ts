import { MINUTE_MS } from '@rasat/engine';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Audience, Connector, Subscription, VenueTick } from '../connector.ts';
import { RequestBudget } from '../vendor-wire/request-budget.ts';
import { BinanceRest } from './binance-rest.ts';
import { Catalogue } from './catalogue.ts';
import { findFirstBar, listKlines } from './kline-history.ts';
import { StreamGroup } from './stream-group.ts';
import { MOST_STREAMS } from './trade-stream.ts';

/** Pairs on one connection: each has two streams. */
const PAIRS_PER_GROUP = MOST_STREAMS / 2;
/** Connections that we open within five minutes, of the 300 that Binance allows an address. */
const CONNECTS = { weight: 100, windowMs: 5 * MINUTE_MS } as const;
const RESOLUTIONS = ['60', '15'] as const;

/** Options of the connector. */
export interface BinanceOptions {
  /** Pairs that are listed at once. */
  readonly symbols: readonly string[];
  readonly url: string;
  readonly streamUrl: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly audience: Audience;
}

/**
 * Creates the spot market of Binance as a source: history from klines, live ticks from aggregate trades, which are
 * complete by their ids. Needs no key.
 */
export function createBinanceConnector(options: BinanceOptions): Connector {
  const { clock, log, audience } = options;
  const rest = new BinanceRest({ url: options.url, clock, log });
  const catalogue = new Catalogue(rest, { chosen: options.symbols, clock, log });
  const connects = new RequestBudget({ clock, ...CONNECTS, width: 1 });
  type Available = Awaited<ReturnType<Connector['available']>>;
  const available = new Map<string, Available>();

  return {
    name: 'binance',
    audience,
    delay: { class: 'real-time', ms: 0 },
    ticks: 'complete',
    fillOrder: 'newest-first',
    instruments: () => catalogue.list(),
    find: (symbol) => catalogue.find(symbol),
    async available(symbol) {
      const known = available.get(symbol);
      if (known) return known;
      if (!(await catalogue.find(symbol))) throw new Error('Binance has no such pair');
      const offered: Available[number][] = [];
      for (const resolution of RESOLUTIONS) {
        const fromMs = await findFirstBar(rest, symbol, resolution);
        if (fromMs !== null) offered.push({ resolution, fromMs });
      }
      // A pair that has not traded yet gets its first bar later.
      if (offered.length === RESOLUTIONS.length) available.set(symbol, offered);
      return offered;
    },
    history: (symbol, resolution, fromMs, toMs, signal) =>
      listKlines(rest, log, { symbol, resolution, fromMs, toMs, signal }),
    subscribe(symbols, onTicks) {
      if (rest.blockedMs > 0) throw new Error('Binance asks for no connections');
      catalogue.keep(symbols.map(({ symbol }) => symbol));
      return subscribeGroups(symbols, onTicks, {
        streamUrl: options.streamUrl,
        rest,
        connects,
        clock,
        log,
        tickDigits: (symbol) => catalogue.tickDigits(symbol),
        isListed: (symbol) => catalogue.isListed(symbol),
      });
    },
  };
}

function subscribeGroups(
  symbols: readonly { readonly symbol: string; readonly fromMs: number }[],
  onTicks: (ticks: readonly VenueTick[]) => void,
  options: Omit<ConstructorParameters<typeof StreamGroup>[1], 'onTicks'>,
): Subscription {
  let lastTickMs: number | null = null;
  let isStopped = false;
  const take = (ticks: readonly VenueTick[]): void => {
    if (isStopped) return;
    for (const { timeMs } of ticks) if (timeMs > (lastTickMs ?? 0)) lastTickMs = timeMs;
    onTicks(ticks);
  };
  const groups = Array.from(
    { length: Math.ceil(symbols.length / PAIRS_PER_GROUP) },
    (_, i) =>
      new StreamGroup(symbols.slice(i * PAIRS_PER_GROUP, (i + 1) * PAIRS_PER_GROUP), {
        ...options,
        onTicks: take,
      }),
  );
  return {
    state: () => ({
      connected: !isStopped && groups.every(({ isConnected }) => isConnected),
      lastTickMs,
      throughMs: Math.min(...groups.map(({ throughMs }) => throughMs)),
    }),
    async stop() {
      isStopped = true;
      await Promise.all(groups.map((group) => group.stop()));
    },
  };
}
