import { type Bar, DAY_MS, MINUTE_MS } from '@rasat/engine';
import * as z from 'zod/mini';
import type { Clock } from '../../../platform/clock.ts';
import type { Connector } from '../../connector.ts';
import { type BarPages, listBars } from '../bar-pages.ts';
import { QuoteStream, type StreamEvent, type StreamWire } from '../quote-stream.ts';
import { RequestBudget } from '../request-budget.ts';
import { RestHost, readsAs } from '../rest-host.ts';
import { subscribeSampled } from '../sampled-subscription.ts';
import type { RigLog } from './rig.ts';
import { TOY_MARKETS, TOY_PAGE } from './toy-wire.ts';

/** Options of the toy connector. */
export interface ToyOptions {
  readonly url: string;
  readonly streamUrl: string;
  readonly key: string;
  readonly clock: Clock;
  readonly log: RigLog;
}

/** Silence after which a connection of the toy vendor is lost; its heartbeat comes every 5 s. */
export const TOY_SILENT_MS = 15_000;
const SETTLED_MS = 3000;
/** Longer than a weekend. */
const OVERLAP_MS = 4 * DAY_MS;
const LIMIT_BYTES = 1024 * 1024;

const price = z.number().check(z.positive());
const amount = z.number().check(z.nonnegative());
const barsReply = z.object({
  bars: z.array(z.object({ t: z.int(), o: price, h: price, l: price, c: price, v: amount })),
});
const frame = z.union([
  z.object({ subscribed: z.array(z.string()) }),
  z.object({ s: z.string(), p: price, v: amount, t: z.int() }),
  z.object({ hb: z.number() }),
  z.object({ hello: z.string() }),
]);

/** Returns a connector of the toy vendor made of the parts that vendors share; its ticks are sampled. */
export function createToyConnector(options: ToyOptions): Connector {
  const { clock, log } = options;
  const limits = { weight: 1000, windowMs: MINUTE_MS, width: 4 };
  const host = new RestHost({ vendor: 'the toy vendor', clock, log, ...limits, hasDate: true });
  const stream = new QuoteStream({
    vendor: 'the toy vendor',
    wire: streamWire(options),
    clock,
    log,
    host,
    connects: new RequestBudget({ clock, weight: 30, windowMs: MINUTE_MS, width: 1 }),
  });
  const rulesOf = (symbol: string) => {
    const market = TOY_MARKETS.find((one) => one.symbol === symbol);
    if (!market) throw new Error('the toy vendor has no such symbol');
    return { calendar: market.calendar, inSessions: false, finalMs: 0 };
  };
  return {
    name: 'toy',
    audience: 'signed-in',
    delay: { class: 'real-time', ms: 0 },
    ticks: 'sampled',
    fillOrder: 'oldest-first',
    instruments: async () => [],
    find: async () => null,
    available: async () => [],
    history(symbol, resolution, fromMs, toMs, signal) {
      const minutes = resolution === '60' ? 60 : 15;
      const request = { symbol, resolution, fromMs, toMs, signal };
      return listBars(pagesOf(options, host, symbol, minutes), request, rulesOf(symbol));
    },
    subscribe: (symbols, onTicks) =>
      subscribeSampled(symbols, onTicks, {
        clock,
        log,
        delayMs: 0,
        settledMs: SETTLED_MS,
        join: (names, take) => stream.join(names, take),
        async readMinutes(symbol, fromMs, signal) {
          const pages = pagesOf(options, host, symbol, 1);
          const span = { fromMs, toMs: clock.now() };
          const { rows, venueMs } = await pages.page(span, { urgency: 'live', signal });
          return rows.filter(({ openTimeMs }) => openTimeMs + MINUTE_MS <= venueMs);
        },
      }),
  };
}

function pagesOf(
  { url, key }: ToyOptions,
  host: RestHost,
  symbol: string,
  minutes: number,
): BarPages {
  const stepMs = minutes * MINUTE_MS;
  return {
    stepMs,
    spanMs: TOY_PAGE * stepMs,
    overlapMs: minutes === 1 ? 0 : OVERLAP_MS,
    page({ fromMs, toMs }, sending) {
      const address = new URL('/bars', url);
      const query = { key, symbol, minutes, from: fromMs, to: toMs };
      for (const [name, value] of Object.entries(query)) {
        address.searchParams.set(name, String(value));
      }
      const read = readsAs(barsReply, address);
      const call = { address, weight: 1, limitBytes: LIMIT_BYTES };
      return host.call(
        {
          ...call,
          read: (answer) => ({
            venueMs: answer.venueMs,
            rows: read(answer).bars.map(
              ({ t, o, h, l, c, v }): Bar => ({
                openTimeMs: t,
                open: o,
                high: h,
                low: l,
                close: c,
                volume: v,
              }),
            ),
          }),
        },
        sending,
      );
    },
  };
}

function streamWire({ streamUrl, key }: ToyOptions): StreamWire {
  const digitsOf = (symbol: string) => TOY_MARKETS.find((one) => one.symbol === symbol)?.digits;
  const read = (text: string): readonly StreamEvent[] => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return [{ kind: 'invalid' }];
    }
    const found = z.safeParse(frame, value).data;
    if (!found) return [{ kind: 'invalid' }];
    if ('subscribed' in found) return [{ kind: 'subscribed', symbols: found.subscribed }];
    if (!('s' in found)) return [{ kind: 'life' }];
    const { s: symbol, p, v: volume, t: timeMs } = found;
    const isSound = Number(p.toFixed(digitsOf(symbol) ?? 0)) === p;
    if (!isSound) return [{ kind: 'invalid' }];
    return [{ kind: 'ticks', ticks: [{ symbol, timeMs, price: p, volume }] }];
  };
  return {
    silentMs: TOY_SILENT_MS,
    address() {
      const address = new URL('/live', streamUrl);
      address.searchParams.set('key', key);
      return Promise.resolve(address);
    },
    acknowledges: true,
    subscribe: (symbols) => [JSON.stringify({ subscribe: symbols })],
    unsubscribe: () => [],
    reader: () => read,
  };
}
